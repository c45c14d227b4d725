import type { Cents, Currency, Unit } from "../model/basics";

/** How amounts are written: the reader's language, what they count, and whether in money or in big blinds. */
export interface AmountStyle {
  readonly locale: string;
  readonly unit: Unit;
  /** Set when amounts are shown in big blinds: how many cents or chips one is. */
  readonly bigBlind?: Cents | undefined;
  /** Results carry + or − (a true minus). */
  readonly signed?: boolean;
  /** The currency is named once per view, not at every amount. */
  readonly named?: boolean;
}

const MINUS = "\u2212";
const NO_BREAK = "\u00a0";

/** The one function every amount passes through: whole cents or chips in, text out. */
export function formatAmount(amount: Cents, style: AmountStyle): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`amounts are whole cents or chips, not ${amount}`);
  const size = Math.abs(amount);
  const text = style.bigBlind ? inBigBlinds(size, style.bigBlind, style.locale) : inUnits(size, style);
  const sign = amount < 0 ? MINUS : style.signed && amount > 0 ? "+" : "";
  return sign + text;
}

function inUnits(size: Cents, { unit, locale, named }: AmountStyle): string {
  if (unit.kind === "chips") return digits(locale, 0).format(size);
  const text = digits(locale, 2).format(size / 100);
  return named ? withCurrency(text, unit.currency, locale) : text;
}

/** One decimal, rounded half up, and the letters. */
function inBigBlinds(size: Cents, big: Cents, locale: string): string {
  const tenths = Math.floor((20 * size + big) / (2 * big));
  return `${digits(locale, 1).format(tenths / 10)}${NO_BREAK}BB`;
}

function withCurrency(text: string, currency: Currency, locale: string): string {
  if (currency === "RON") return `${text}${NO_BREAK}lei`;
  return locale.startsWith("en") ? `€${text}` : `${text}${NO_BREAK}€`;
}

export function currencySign(currency: Currency): string {
  return currency === "RON" ? "lei" : "€";
}

const made = new Map<string, Intl.NumberFormat>();

function digits(locale: string, places: number): Intl.NumberFormat {
  const key = `${locale}/${places}`;
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: "always",
  });
  made.set(key, format);
  return format;
}

/** A plain count: hands, players. */
export function formatCount(count: number, locale: string): string {
  return digits(locale, 0).format(count);
}

/** Tenths with one decimal: what is to be expected of a count. */
export function formatTenthsPlain(tenths: number, locale: string): string {
  return digits(locale, 1).format(tenths / 10);
}

/** Tenths with one decimal and a sign: big blinds won in a hundred hands. */
export function formatTenths(tenths: number, locale: string): string {
  const sign = tenths < 0 ? MINUS : tenths > 0 ? "+" : "";
  return sign + digits(locale, 1).format(Math.abs(tenths) / 10);
}

/** Hand numbers are names, not sums: grouped by three in every language. */
export function formatHandNumber(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A rate in ten-thousandths, with all four decimals. */
export function formatRate(tenThousandths: number, locale: string): string {
  return digits(locale, 4).format(tenThousandths / 10_000);
}

/** Parts in a million as a percentage, without needless zeros: 60 is "0.006 %". */
export function formatMillionths(millionths: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  return `${format.format(millionths / 10_000)}${NO_BREAK}%`;
}
