import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:rule-words";
const WORDS = new URL("../../src/fairdeal/rulebook/words/", import.meta.url).pathname;

type Words = Record<string, Record<string, { title: string; text: string }>>;

/** For the stories only: the words of the rulebook, read from its own files, so that no rule is copied into the client. */
export function ruleWords(): Plugin {
  return {
    name: "rule-words",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      const files = readdirSync(WORDS)
        .filter((name) => /^\d\d-.*\.toml$/.test(name))
        .sort();
      const words: Words = { en: {}, et: {}, sv: {}, ro: {} };
      const chapters = files.map((name) => ({ key: name.slice(0, -5), rules: read(join(WORDS, name), words) }));
      return `export const chapters = ${JSON.stringify(chapters)};\nexport const words = ${JSON.stringify(words)};`;
    },
  };
}

/** As much of TOML as these files use: `[RULE]` and `language.part = "text"`. */
function read(path: string, words: Words): string[] {
  const rules: string[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const head = /^\[([A-Z]+-\w+)\]$/.exec(line)?.[1];
    if (head) rules.push(head);
    const [, language = "", part, text] = /^(\w\w)\.(title|text) = (".*")$/.exec(line) ?? [];
    const rule = rules.at(-1);
    const spoken = words[language];
    if (!rule || !spoken || !part || !text) continue;
    spoken[rule] = { title: "", text: "", ...spoken[rule], [part]: JSON.parse(text) as string };
  }
  return rules;
}
