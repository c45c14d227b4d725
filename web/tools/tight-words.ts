import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Words = Record<string, unknown>;

/**
 * Dictionaries without their keys: all languages have the same ones, so only the English words carry them and the others are lists in
 * their order, which `loadWords` gives their keys back. It saves a third of every language.
 */
export function tightWords(): Plugin {
  return {
    name: "tight-words",
    enforce: "pre",
    transform(code, id) {
      const [, language, section] = /\/src\/i18n\/words\/(et|sv|ro)\/(\w+)\.ts$/.exec(id) ?? [];
      if (!language || !section) return null;
      const english = wordsIn(readFileSync(id.replace(/\w\w\/\w+\.ts$/, `en/${section}.ts`), "utf8"));
      const own = wordsIn(code);
      const missing = Object.keys(english).filter((key) => !(key in own));
      if (missing.length > 0) throw new Error(`${language} has no words for ${missing.join(", ")}`);
      const list = JSON.stringify(Object.keys(english).map((key) => own[key]));
      return { code: `export const words = ${list};`, map: null };
    },
  };
}

/** The object a dictionary exports; it holds nothing but texts, so it can be read by itself. */
function wordsIn(code: string): Words {
  const body = code.slice(code.indexOf("= {") + 2, code.lastIndexOf("}") + 1);
  return new Function(`return (${body})`)() as Words;
}
