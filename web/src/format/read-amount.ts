import type { Cents, Unit } from "../model/basics";

/** Why a typed text is no amount; every one of them has words. */
export type Misread = "empty" | "unreadable" | "ambiguous" | "tooFine" | "tooLarge";
export type ReadAmount = { readonly ok: true; readonly amount: Cents } | { readonly ok: false; readonly why: Misread };

/** What is typed: money or chips in the reader's language or, with `bigBlind`, how many big blinds. */
export interface Typed {
  readonly locale: string;
  readonly unit: Unit;
  readonly bigBlind?: Cents | undefined;
}

const DIGITS_MAX = 9;
const SPACES = /[\s\u00a0\u202f]/gu;
const refused = (why: Misread): ReadAmount => ({ ok: false, why });

/**
 * The one reader of amounts: what it accepts, it means to the last cent, and what can be meant in two ways it refuses. Nothing is rounded.
 *
 * Point and comma both part decimals, because people type what their keyboard has; three digits behind a single one of them could be
 * thousands as well as decimals, so they are neither. Where there are no decimals (chips) the sign by which the language groups is clear.
 */
export function readAmount(text: string, typed: Typed): ReadAmount {
  const plain = withoutUnit(text, typed).replaceAll(SPACES, " ").trim();
  if (plain === "") return refused("empty");
  if (!/^[\d., ]*\d[\d., ]*$/.test(plain)) return refused("unreadable");
  const parted = partsOf(plain, typed);
  if (typeof parted === "string") return refused(parted);
  const { whole, decimals } = parted;
  const places = placesOf(typed);
  if (decimals.length > places) return refused("tooFine");
  const size = Number(whole);
  if (String(size).length > DIGITS_MAX) return refused("tooLarge");
  return counted(size * 10 ** places + Number(decimals.padEnd(places, "0") || "0"), typed);
}

/** How many decimals an amount may have. */
export function placesOf({ unit, bigBlind }: Typed): number {
  if (bigBlind) return 1;
  return unit.kind === "chips" ? 0 : 2;
}

function counted(smallest: number, { bigBlind }: Typed): ReadAmount {
  if (!bigBlind) return { ok: true, amount: smallest };
  const tenths = smallest * bigBlind;
  return tenths % 10 === 0 ? { ok: true, amount: tenths / 10 } : refused("tooFine");
}

/** The sign of the currency, or the letters of big blinds, at one end. */
function withoutUnit(text: string, { unit, bigBlind }: Typed): string {
  const trimmed = text.trim();
  if (bigBlind) return trimmed.replace(/\s*bb$/iu, "");
  if (unit.kind === "chips") return trimmed;
  return unit.currency === "RON" ? trimmed.replace(/\s*(lei|ron)$/iu, "") : trimmed.replace(/^€\s*|\s*(€|eur)$/iu, "");
}

interface Parts {
  readonly whole: string;
  readonly decimals: string;
}

function partsOf(plain: string, typed: Typed): Parts | Misread {
  const signs = [...plain].filter((each) => each === "." || each === ",");
  const last = signs.at(-1);
  if (last === undefined) return wholeOf(plain, " ");
  const at = plain.lastIndexOf(last);
  const [before, after] = [plain.slice(0, at), plain.slice(at + 1)];
  if (signs.length > 1 && signs.every((sign) => sign === last)) return wholeOf(plain, last);
  const other = signs.find((sign) => sign !== last);
  if (signs.filter((sign) => sign === last).length > 1 || /\D/.test(after)) return "unreadable";
  if (other !== undefined && before.includes(" ")) return "unreadable";
  const whole = before === "" ? { whole: "0", decimals: "" } : wholeOf(before, other ?? " ");
  if (typeof whole === "string") return whole;
  if (other === undefined && isGroup(before, after)) return oneGroup(plain, last, typed);
  return { whole: whole.whole, decimals: after };
}

/** Whether the digits behind a single sign could be a group of three. */
const isGroup = (before: string, after: string): boolean => after.length === 3 && /^[1-9]\d{0,2}$/.test(before);

function oneGroup(plain: string, sign: string, typed: Typed): Parts | Misread {
  const groups = sign === (typed.locale.startsWith("en") ? "," : ".");
  return placesOf(typed) === 0 && groups ? wholeOf(plain, sign) : "ambiguous";
}

/** Digits, alone or in groups of three. */
function wholeOf(text: string, sign: string): Parts | Misread {
  const [first = "", ...groups] = text.split(sign);
  if (![first, ...groups].every((each) => /^\d+$/.test(each))) return "unreadable";
  if (groups.length > 0 && (first.length > 3 || groups.some((each) => each.length !== 3))) return "unreadable";
  return { whole: text.split(sign).join(""), decimals: "" };
}
