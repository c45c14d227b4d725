import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DESK_PAGES } from "../src/desk/pages";
import type { Section } from "../src/i18n/sections";
import { PAGES } from "../src/shell/pages";
import { SECTIONS, sections } from "./voices";

const SRC = join(import.meta.dirname, "../src");
const sectionOf = new Map(
  SECTIONS.flatMap((section) => Object.keys(sections.en[section]).map((key) => [key, section])),
);

/** Asks for the words of rulings by itself, wherever it stands. */
const TOLD = join(SRC, "ui/Told.svelte");
/** Brings words that are put together from what the room sends. */
const BROUGHT: Readonly<Record<string, Section>> = { [join(SRC, "i18n/told.ts")]: "rulings" };

function found(from: string, to: string): string | undefined {
  const path = resolve(dirname(from), to);
  return ["", ".ts", ".svelte", ".svelte.ts"]
    .map((end) => path + end)
    .find((file) => /\.\w+$/.test(file) && existsSync(file));
}

/** Everything that comes with a file: what it imports, and what that imports. */
function reached(root: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(root) || root === TOLD || root.includes("/i18n/words/")) return seen;
  seen.add(root);
  const imports = readFileSync(root, "utf8").matchAll(/^(?:import|export) (?!type\b)(?:[^;]*?from )?"(\.[^"]+)"/gm);
  for (const [, to = ""] of imports) {
    const file = found(root, to);
    if (file) reached(file, seen);
  }
  return seen;
}

/** The sections of all messages that these files say, by whole keys and by keys put together. */
function said(files: ReadonlySet<string>): ReadonlySet<Section> {
  const text = [...files].map((file) => readFileSync(file, "utf8")).join("\n");
  const quoted = new Set(text.match(/"[\w.-]+"/g));
  const patterns = [...text.matchAll(/`([a-zA-Z]+\.(?:\$\{[^}]+\}|[\w.-])*)`/g)]
    .filter(([, template = ""]) => template.includes("${"))
    .map(
      ([, template = ""]) => new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\$\{[^}]+\}/g, "[\\w-]+")}$`),
    );
  const keys = [...sectionOf].filter(([key]) => quoted.has(`"${key}"`) || patterns.some((each) => each.test(key)));
  const brought = [...files].flatMap((file) => BROUGHT[file] ?? []);
  return new Set([...keys.map(([, section]) => section), ...brought, "common"]);
}

/** Where the page of an address is read from. */
const roots: readonly (readonly [keyof typeof PAGES, string])[] = (() => {
  const source = readFileSync(join(SRC, "shell/pages.ts"), "utf8");
  const folders = new Map(
    [...source.matchAll(/const (\w+) = \(\) => import\("([^"]+)"\)/g)].map(([, name, to]) => [name, to]),
  );
  return (Object.keys(PAGES) as (keyof typeof PAGES)[]).map((page) => {
    const fetch = new RegExp(
      `\\b${page}: \\{\\s*fetch: async \\(\\) => \\(await (?:import\\("([^"]+)"\\)|(\\w+)\\(\\))`,
    ).exec(source);
    const root = found(join(SRC, "shell/pages.ts"), fetch?.[1] ?? folders.get(fetch?.[2]) ?? "");
    if (!root) throw new Error(`no file for the page ${page}`);
    return [page, root] as const;
  });
})();

/** Where a page of the desk is read from; it stands in the frame, whose words are there. */
const deskRoots: readonly (readonly [keyof typeof DESK_PAGES, string])[] = (() => {
  const from = join(SRC, "desk/pages.ts");
  const source = readFileSync(from, "utf8");
  return (Object.keys(DESK_PAGES) as (keyof typeof DESK_PAGES)[]).map((part) => {
    const to = new RegExp(`\\b${part}: \\{\\s*fetch: async \\(\\) => \\(await import\\("([^"]+)"\\)`).exec(source)?.[1];
    const root = found(from, to ?? "");
    if (!root) throw new Error(`no file for ${part} of the desk`);
    return [part, root] as const;
  });
})();

describe("words come with the page of the desk", () => {
  it.each(deskRoots)("%s waits for all of its words, and for no others", (part, root) => {
    const frame = new Set<Section>([...PAGES.desk.words, "common"]);
    expect(new Set([...(DESK_PAGES[part]?.words ?? []), ...frame])).toEqual(
      new Set([...said(reached(root)), ...frame]),
    );
  });
});

describe("words come with the page that says them", () => {
  it.each(roots)("%s waits for all of its words, and for no others", (page, root) => {
    expect(new Set([...PAGES[page].words, "common"])).toEqual(said(reached(root)));
  });

  it.each(roots)("%s brings its English words; those of rulings are fetched by themselves", (page, root) => {
    const brought = [...reached(root)].flatMap(
      (file) => /^bring\("(\w+)"/m.exec(readFileSync(file, "utf8"))?.[1] ?? [],
    );
    expect(new Set([...brought, "rulings"])).toEqual(new Set([...PAGES[page].words, "common", "rulings"]));
  });

  it("the shell says nothing that is not there from the beginning", () => {
    expect([...said(reached(join(SRC, "shell/Root.svelte")))]).toEqual(["common"]);
  });

  it("what tells screen readers of my tables waits for the words of a table", () => {
    // Marks of deals are read where they stand, and never told.
    const told = PAGES.table.words.filter((section) => section !== "marks");
    expect(said(reached(join(SRC, "app/tell.ts")))).toEqual(new Set([...told, "common"]));
  });
});
