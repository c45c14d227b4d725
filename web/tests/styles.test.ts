import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../src");

function files(folder: string, end: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path, end) : end.test(entry.name) ? [path] : [];
  });
}

/** Marks that are put together: how many tiles, which place. */
const PUT_TOGETHER = /^[np]\d$/;

describe("styles that no compiler checks", () => {
  const drawn = files(SRC, /\.(svelte|ts)$/)
    .map((path) => readFileSync(path, "utf8").replace(/<style>[\s\S]*<\/style>/, ""))
    .join("\n");
  const words = new Set(drawn.match(/[\w-]+/g));

  it.each(files(SRC, /\.css$/).map((path) => [path.slice(SRC.length + 1), path] as const))(
    "%s names no class that nothing has",
    (_, path) => {
      const text = readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
      const selectors = text.match(/[^{}]+(?=\{)/g) ?? [];
      const named = selectors.flatMap((each) =>
        Array.from(each.matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name = ""]) => name),
      );
      expect(named.filter((name) => !words.has(name) && !PUT_TOGETHER.test(name))).toEqual([]);
    },
  );

  it("belong to what they are the styles of, but for a small layer that all share", () => {
    const shared = files(join(SRC, "styles"), /\.css$/).map((path) => readFileSync(path, "utf8").split("\n").length);
    expect(shared.reduce((sum, lines) => sum + lines, 0)).toBeLessThan(650);
  });
});
