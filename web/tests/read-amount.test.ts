import { describe, expect, it } from "vitest";
import { formatAmount } from "../src/format/amount";
import { type Misread, readAmount, type Typed } from "../src/format/read-amount";
import { entryOf } from "../src/i18n/misread";
import { voiceIn } from "./voices";

const LOCALES = ["en-GB", "et-EE", "sv-SE", "ro-RO"] as const;
const UNITS = [{ kind: "money", currency: "EUR" }, { kind: "money", currency: "RON" }, { kind: "chips" }] as const;
const [euro, , chips] = UNITS;
const english: Typed = { locale: "en-GB", unit: euro };

/** The same numbers in every run: a small generator with a seed (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const why = (text: string, typed: Typed): Misread | number => {
  const read = readAmount(text, typed);
  return read.ok ? read.amount : read.why;
};

describe("typed amounts", () => {
  it.each([
    ["12.60", 1260],
    ["12,60", 1260],
    ["12,6", 1260],
    ["12", 1200],
    ["4.", 400],
    [".5", 50],
    [" 1 284,50 ", 128_450],
    ["1\u00a0284,50", 128_450],
    ["1\u202f284.5", 128_450],
    ["1,284.50", 128_450],
    ["1.284,50", 128_450],
    ["1,284,500", 128_450_000],
    ["1284500", 128_450_000],
    ["€4.20", 420],
    ["4,20 €", 420],
  ])("reads %s alike in every language", (text, cents) => {
    for (const locale of LOCALES) expect(why(text, { locale, unit: euro })).toBe(cents);
  });

  it.each([
    ["0.213", "tooFine"],
    ["5.123", "ambiguous"],
    ["1,234", "ambiguous"],
    ["1234.567", "tooFine"],
    ["1,284.505", "tooFine"],
    ["", "empty"],
    ["€", "empty"],
    ["abc", "unreadable"],
    ["-5", "unreadable"],
    ["+5", "unreadable"],
    ["\u22125", "unreadable"],
    ["1e3", "unreadable"],
    ["0x10", "unreadable"],
    ["12 34", "unreadable"],
    ["1.2.3", "unreadable"],
    ["12.345.67", "unreadable"],
    ["1,2,3.4", "unreadable"],
    ["1 284,500.50", "unreadable"],
    ["٥", "unreadable"],
    ["5 BB", "unreadable"],
    ["5 lei", "unreadable"],
    ["..", "unreadable"],
    ["9999999999", "tooLarge"],
  ])("refuses %s in every language", (text, reason) => {
    for (const locale of LOCALES) expect(why(text, { locale, unit: euro })).toBe(reason);
  });

  it("groups chips by the sign of the language alone", () => {
    expect(why("12,500", { locale: "en-GB", unit: chips })).toBe(12_500);
    expect(why("12.500", { locale: "en-GB", unit: chips })).toBe("ambiguous");
    expect(why("12.500", { locale: "ro-RO", unit: chips })).toBe(12_500);
    expect(why("12,500", { locale: "ro-RO", unit: chips })).toBe("ambiguous");
    expect(why("12 500", { locale: "sv-SE", unit: chips })).toBe(12_500);
    expect(why("12.5", { locale: "en-GB", unit: chips })).toBe("tooFine");
  });

  it("reads big blinds that are whole cents, and no others", () => {
    expect(why("8.4 BB", { ...english, bigBlind: 50 })).toBe(420);
    expect(why("8,4", { ...english, bigBlind: 50 })).toBe(420);
    expect(why("8.3", { ...english, bigBlind: 4 })).toBe("tooFine");
    expect(why("8.45", { ...english, bigBlind: 50 })).toBe("tooFine");
  });

  it("reads back whatever any language writes, to the cent", () => {
    const pick = random(7);
    for (let round = 0; round < 4000; round += 1) {
      const locale = LOCALES[pick(4)] ?? "en-GB";
      const unit = UNITS[pick(3)] ?? euro;
      const amount = pick(10 ** (1 + pick(8)));
      const named = pick(2) === 0;
      expect(why(formatAmount(amount, { locale, unit, named }), { locale, unit })).toBe(amount);
      const big = 2 + 2 * pick(300);
      const tenths = pick(5000) * 5;
      const inBlinds = formatAmount((tenths * big) / 10, { locale, unit, bigBlind: big });
      expect(why(inBlinds, { locale, unit, bigBlind: big })).toBe((tenths * big) / 10);
    }
  });

  it("means what its digits say, whatever is typed", () => {
    const pick = random(11);
    const signs = ["0", "1", "2", "5", "9", "1", "3", "7", ".", ",", " ", "\u00a0", "-", "e", "€"];
    let accepted = 0;
    for (let round = 0; round < 30_000; round += 1) {
      const text = Array.from({ length: 1 + pick(9) }, () => signs[pick(signs.length)]).join("");
      const locale = LOCALES[pick(4)] ?? "en-GB";
      const read = readAmount(text, { locale, unit: euro });
      if (!read.ok) continue;
      accepted += 1;
      // A plain second opinion: at most two digits behind the last sign are cents, all others are euros.
      const [, euros = "", cents = ""] = /^(.*?)(?:[.,](\d{0,2}))?$/su.exec(text.replaceAll(/[€\s\u00a0]/gu, "")) ?? [];
      const plain = Number(euros.replaceAll(/[.,]/g, "") || "0") * 100 + Number(cents.padEnd(2, "0") || "0");
      expect([text, read.amount]).toEqual([text, plain]);
      const shown = formatAmount(read.amount, { locale, unit: euro });
      expect(readAmount(shown, { locale, unit: euro })).toEqual(read);
    }
    expect(accepted).toBeGreaterThan(2000);
  });
});

describe("fields for amounts", () => {
  it("all read through the one reader", () => {
    const sources = import.meta.glob("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
    const texts = Object.entries(sources as Record<string, string>);
    const fields = texts.filter(([, text]) => text.includes('inputmode="decimal"'));
    expect(fields.length).toBeGreaterThan(2);
    for (const [path, text] of fields) expect([path, text.includes("entryOf(")]).toEqual([path, true]);
    // Money is whole cents: nothing else makes numbers of what people type.
    for (const [path, text] of texts) expect([path, /parseFloat|type="number"/.test(text)]).toEqual([path, false]);
  });

  it("say why a text cannot be used, in every language", async () => {
    for (const language of ["en", "et", "sv", "ro"] as const) {
      const voice = voiceIn(language);
      const typed = { locale: voice.locale, unit: euro };
      for (const text of ["abc", "1.234", "0.213", "", "9999999999", "1"]) {
        const { amount, wrong } = entryOf(text, typed, voice, { min: 500, max: 10_000 });
        expect(amount).toBeNull();
        expect(wrong).not.toMatch(/[{}]|undefined/);
        if (text !== "" && text !== "1") expect(wrong).toContain(text);
      }
      expect(entryOf("5", typed, voice, { min: 500, max: 10_000 })).toEqual({ amount: 500, wrong: null });
      expect(entryOf("100.01", typed, voice, { min: 500, max: 10_000 }).wrong).toContain(formatAmount(10_000, typed));
    }
  });
});
