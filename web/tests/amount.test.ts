import { describe, expect, it } from "vitest";
import { formatAmount, formatHandNumber, formatMillionths, formatRate, formatTenths } from "../src/format/amount";

const euro = { kind: "money", currency: "EUR" } as const;
const lei = { kind: "money", currency: "RON" } as const;
const chips = { kind: "chips" } as const;
const NBSP = "\u00a0";

describe("amounts", () => {
  it("always has two decimals and no currency on the felt", () => {
    expect(formatAmount(420, { locale: "en-GB", unit: euro })).toBe("4.20");
    expect(formatAmount(0, { locale: "en-GB", unit: euro })).toBe("0.00");
    expect(formatAmount(5, { locale: "en-GB", unit: euro })).toBe("0.05");
  });

  it("follows the language with decimal sign and grouping", () => {
    expect(formatAmount(128_450, { locale: "en-GB", unit: euro })).toBe("1,284.50");
    expect(formatAmount(420, { locale: "ro-RO", unit: euro })).toBe("4,20");
    expect(formatAmount(128_450, { locale: "ro-RO", unit: euro })).toBe("1.284,50");
    expect(formatAmount(128_450, { locale: "et-EE", unit: euro })).toBe(`1${NBSP}284,50`);
    expect(formatAmount(128_450, { locale: "sv-SE", unit: euro })).toBe(`1${NBSP}284,50`);
  });

  it("names the currency where the view asks for it", () => {
    expect(formatAmount(12_840, { locale: "en-GB", unit: euro, named: true })).toBe("€128.40");
    expect(formatAmount(12_840, { locale: "ro-RO", unit: euro, named: true })).toBe(`128,40${NBSP}€`);
    expect(formatAmount(134_250, { locale: "en-GB", unit: lei, named: true })).toBe(`1,342.50${NBSP}lei`);
  });

  it("gives results a sign, with a true minus", () => {
    expect(formatAmount(8635, { locale: "en-GB", unit: euro, signed: true })).toBe("+86.35");
    expect(formatAmount(-50, { locale: "en-GB", unit: euro, signed: true })).toBe("\u22120.50");
    expect(formatAmount(0, { locale: "en-GB", unit: euro, signed: true })).toBe("0.00");
  });

  it("writes big blinds with one decimal, rounded half up", () => {
    const style = { locale: "en-GB", unit: euro, bigBlind: 50 };
    expect(formatAmount(420, style)).toBe(`8.4${NBSP}BB`);
    expect(formatAmount(422, style)).toBe(`8.4${NBSP}BB`);
    expect(formatAmount(423, style)).toBe(`8.5${NBSP}BB`);
    expect(formatAmount(7, { ...style, bigBlind: 20 })).toBe(`0.4${NBSP}BB`);
    expect(formatAmount(-423, { ...style, signed: true })).toBe(`\u22128.5${NBSP}BB`);
  });

  it("writes tournament chips whole", () => {
    expect(formatAmount(12_500, { locale: "en-GB", unit: chips })).toBe("12,500");
  });

  it("refuses fractions of a cent", () => {
    expect(() => formatAmount(4.2, { locale: "en-GB", unit: euro })).toThrow(RangeError);
    expect(() => formatAmount(Number.NaN, { locale: "en-GB", unit: euro })).toThrow(RangeError);
  });
});

describe("other numbers", () => {
  it("groups hand numbers alike in every language", () => {
    expect(formatHandNumber(18_204)).toBe("18\u202f204");
    expect(formatHandNumber(204)).toBe("204");
    expect(formatHandNumber(1_234_567)).toBe("1\u202f234\u202f567");
  });

  it("keeps all four decimals of a rate", () => {
    expect(formatRate(46_500, "en-GB")).toBe("4.6500");
  });

  it("writes parts in a million as a percentage", () => {
    expect(formatMillionths(60, "en-GB")).toBe(`0.006${NBSP}%`);
    expect(formatMillionths(60, "sv-SE")).toBe(`0,006${NBSP}%`);
  });

  it("writes tenths with a sign", () => {
    expect(formatTenths(134, "en-GB")).toBe("+13.4");
    expect(formatTenths(-5, "ro-RO")).toBe("\u22120,5");
  });
});
