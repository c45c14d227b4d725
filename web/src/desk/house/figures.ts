/** Sums and scales for the pages about money. */
import type { Cents, Instant } from "../../model/basics";
import type { DayFigures, Income } from "./types";

const DAY = 86_400_000;

export interface DayBar {
  readonly day: Instant;
  readonly rake: Cents;
  readonly fees: Cents;
}

/** Every day of the period, also those on which nothing was taken. */
export function byDay(income: readonly Income[], since: Instant, until: Instant): readonly DayBar[] {
  const days = Array.from({ length: Math.round((until - since) / DAY) }, (_, at) => since + at * DAY);
  const sum = (day: Instant, kind: Income["kind"]) =>
    total(income.filter((each) => each.day === day && each.kind === kind));
  return days.map((day) => ({ day, rake: sum(day, "rake"), fees: sum(day, "fees") }));
}

export const total = (rows: readonly Income[]): Cents => rows.reduce((sum, { taken }) => sum + taken, 0);

export interface GameRow {
  readonly game: string;
  readonly sums: readonly Cents[];
  readonly sum: Cents;
}

/** Games down, rulebooks across; fees are one row. */
export function byGame(income: readonly Income[]): {
  readonly books: readonly string[];
  readonly rows: readonly GameRow[];
} {
  const books = [...new Set(income.map(({ rulebook }) => rulebook))].sort();
  const games = [...new Set(income.map(({ game }) => game))].sort((one, other) =>
    one === "" ? 1 : other === "" ? -1 : one.localeCompare(other),
  );
  const rows = games.map((game) => {
    const own = income.filter((each) => each.game === game);
    return { game, sums: books.map((book) => total(own.filter(({ rulebook }) => rulebook === book))), sum: total(own) };
  });
  return { books, rows };
}

/** A round number that is no less, for the end of an axis. */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * size).find((step) => step >= most) ?? 10 * size;
}

export interface BandPoint {
  readonly day: Instant;
  readonly house: Cents;
  readonly expected: Cents;
  readonly reach: Cents;
}

/** Results added up day by day; the band of a sum is the root of the sum of squares. */
export function added(rows: readonly DayFigures[]): readonly BandPoint[] {
  let house = 0;
  let expected = 0;
  let squares = 0;
  return [...rows]
    .sort((one, other) => one.day - other.day)
    .map((row) => {
      house += row.house;
      expected += row.expected;
      squares += (row.high - row.expected) ** 2;
      return { day: row.day, house, expected, reach: Math.round(Math.sqrt(squares)) };
    });
}

/** An amount of the ledger: hundredths of a cent, with the places it needs. */
export function unitsText(units: number, locale: string): string {
  const places = units % 100 === 0 ? 2 : 4;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: "always",
  }).format(units / 10_000);
}
