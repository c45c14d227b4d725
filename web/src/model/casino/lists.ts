import type { Cents } from "../basics";
import { CASINO_GAMES, type CasinoGameName, type CasinoRow } from "./types";

/** What the lobby of the casino is narrowed to. */
export interface CasinoFilters {
  readonly game: CasinoGameName | "all";
  readonly live: boolean;
  readonly house: boolean;
  readonly freeSeats: boolean;
  /** What can be bet at most, where only tables within it are wanted. */
  readonly purse: Cents | null;
  readonly search: string;
}

export const NO_CASINO_FILTERS: CasinoFilters = {
  game: "all",
  live: true,
  house: true,
  freeSeats: false,
  purse: null,
  search: "",
};

export function visibleRows(rows: readonly CasinoRow[], filters: CasinoFilters): readonly CasinoRow[] {
  const wanted = filters.search.trim().toLocaleLowerCase();
  return rows.filter(
    (row) =>
      (filters.game === "all" || row.game === filters.game) &&
      (row.live ? filters.live : filters.house) &&
      (!filters.freeSeats || row.seats === 0 || row.freeSeats.length > 0) &&
      (filters.purse === null || row.betMin <= filters.purse) &&
      (wanted === "" || `${row.name} ${row.dealer}`.toLocaleLowerCase().includes(wanted)),
  );
}

/** Rows by game, in the order of the games. */
export const byGame = (
  rows: readonly CasinoRow[],
): readonly { readonly game: CasinoGameName; readonly rows: readonly CasinoRow[] }[] =>
  CASINO_GAMES.map((game) => ({ game, rows: rows.filter((row) => row.game === game) })).filter(
    (group) => group.rows.length > 0,
  );

export const totals = (rows: readonly CasinoRow[]) => ({
  tables: rows.length,
  players: rows.reduce((sum, { players }) => sum + players, 0),
});
