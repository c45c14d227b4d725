import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { ruleWords } from "./tools/rule-words.ts";
import { tightWords } from "./tools/tight-words.ts";

/**
 * Files that are fetched as a whole, because together they compress better than the many small ones that pages share: what every page
 * needs, and what belongs to tables, which is fetched after any first page. What the client starts with is all in `client`, which must
 * need none of the others: files that need each other do not start.
 */
const FETCHED_WHOLE = [
  {
    name: "table",
    priority: 1,
    test: /\/src\/(table\/(?!ui)|app\/tell|i18n\/(speech|sentences|words\/en\/table)|model\/table\/(chips|geometry|line|why)|ui\/(Chips|Said|ScrollList|pinned|log))/,
  },
  { name: "cards", priority: 1, test: /\/src\/(ui\/((Playing|Mini)Card|cards)|i18n\/(cards|words\/en\/cards))/ },
  {
    name: "client",
    test: /node_modules\/(svelte|clsx|esm-env)\/|preload-helper|\/src\/((app|format|net|shell|sound|ui|assets)\/|i18n\/(?!words\/(?!en\/common))|model\/(?!plot|table\/replay|casino\/(chips|lamp|layout|line|lists|spots|typed|wheel))|(table|casino)\/ui)/,
  },
].map((group) => ({ ...group, includeDependenciesRecursively: false }));

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ruleWords(), tightWords()],
  build: {
    target: "es2023",
    outDir: mode === "stories" ? "dist-stories" : "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: FETCHED_WHOLE } } },
  },
  // Pure functions need no worlds of their own; one thread starts them all in a second.
  test: { include: ["tests/**/*.test.ts"], environment: "node", pool: "threads", maxWorkers: 1, isolate: false },
}));
