import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { ruleWords } from "./tools/rule-words.ts";
import { tightWords } from "./tools/tight-words.ts";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ruleWords(), tightWords()],
  build: {
    target: "es2023",
    outDir: mode === "stories" ? "dist-stories" : "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // Pure functions need no worlds of their own; one thread starts them all in a second.
  test: { include: ["tests/**/*.test.ts"], environment: "node", pool: "threads", maxWorkers: 1, isolate: false },
}));
