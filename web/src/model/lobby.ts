import type { Cents, EditionId, Instant, Loadable, TableId, Told, Unit } from "./basics";
import { within } from "./basics";
import type { Structure } from "./table/types";

export const FAMILIES = ["texas", "omaha", "deepstack", "shortstack", "banzai"] as const;
export type Family = (typeof FAMILIES)[number];
export type StakeId = string;

/** What I may bring to a seat, and every clause that made the range what it is. */
export interface BuyInOffer {
  readonly usualMin: Cents;
  readonly usualMax: Cents;
  readonly min: Cents;
  readonly max: Cents;
  readonly start: Cents;
  readonly reasons: readonly Told[];
  /** What posting at once would cost; `null` when one must wait for the big blind. */
  readonly post: Cents | null;
  readonly autoTopUp: boolean;
  /** Where only some amounts are allowed (a Banzai stack anew, or the one left with): these. */
  readonly amounts: readonly Cents[];
}

/** A kept seat; which table was drawn is not told before one sits there (CASH-02). */
export interface SeatOffer {
  readonly until: Instant;
  readonly buyIn: BuyInOffer;
}

/** How I stand to a stake. */
export type Mine =
  | { readonly kind: "none" }
  | { readonly kind: "asked" }
  | { readonly kind: "queued"; readonly position: number }
  | { readonly kind: "offered"; readonly offer: SeatOffer }
  | { readonly kind: "seated"; readonly table: TableId };

export interface StakeRow {
  readonly id: StakeId;
  readonly edition: EditionId;
  readonly family: Family;
  readonly structure: Structure;
  readonly label: string;
  readonly small: Cents;
  readonly big: Cents;
  readonly unit: Unit;
  readonly seats: number;
  readonly players: number;
  readonly tables: number;
  readonly waiting: number;
  readonly averagePot: Cents | null;
  /** At one table. */
  readonly handsPerHour: number | null;
  readonly buyInMin: Cents;
  readonly buyInMax: Cents;
  /** The wallet buy-ins come from. */
  readonly wallet: string;
  /** Some of its tables, for watching. */
  readonly open: readonly TableId[];
  /** A newcomer may post a big blind instead of waiting for it. */
  readonly mayPost: boolean;
  /** Practice partners come to whoever waits: there is always a seat. */
  readonly partners: boolean;
  readonly mine: Mine;
}

export interface Edition {
  readonly id: EditionId;
  readonly name: string;
  /** "2.7": enough where the publisher is clear. */
  readonly short: string;
  readonly date: string | null;
}

export interface Lobby {
  readonly rows: readonly StakeRow[];
  readonly asOf: Instant;
}

export type LobbyChange =
  | { readonly kind: "lobbyLoaded"; readonly lobby: Loadable<Lobby> }
  | { readonly kind: "rowsChanged"; readonly rows: readonly StakeRow[]; readonly at: Instant }
  /** New counts; how I stand to the stakes is as it was. */
  | { readonly kind: "numbersChanged"; readonly rows: readonly StakeRow[]; readonly at: Instant }
  | { readonly kind: "rowGone"; readonly id: StakeId; readonly at: Instant }
  | { readonly kind: "mineChanged"; readonly id: StakeId; readonly mine: Mine };

export function reduceLobby(lobby: Loadable<Lobby>, change: LobbyChange): Loadable<Lobby> {
  switch (change.kind) {
    case "lobbyLoaded":
      return change.lobby;
    case "rowsChanged":
      return within(lobby, (value) => ({ ...value, rows: merged(value.rows, change.rows), asOf: change.at }));
    case "numbersChanged":
      return within(lobby, (value) => {
        const mine = new Map(value.rows.map((row) => [row.id, row.mine]));
        const rows = change.rows.map((row) => ({ ...row, mine: mine.get(row.id) ?? row.mine }));
        return { ...value, rows: merged(value.rows, rows), asOf: change.at };
      });
    case "rowGone":
      return within(lobby, (value) => ({
        ...value,
        rows: value.rows.filter((row) => row.id !== change.id),
        asOf: change.at,
      }));
    case "mineChanged":
      return within(lobby, (value) => ({
        ...value,
        rows: value.rows.map((row) => (row.id === change.id ? { ...row, mine: change.mine } : row)),
      }));
  }
}

/** Known rows keep their place, so that nothing moves under a pointer; new ones come last. */
function merged<Row extends { readonly id: string }>(rows: readonly Row[], changed: readonly Row[]): readonly Row[] {
  const fresh = new Map(changed.map((row) => [row.id, row]));
  const kept = rows.map((row) => fresh.get(row.id) ?? row);
  const known = new Set(rows.map((row) => row.id));
  return [...kept, ...changed.filter((row) => !known.has(row.id))];
}

export interface LobbyFilters {
  readonly edition: EditionId;
  readonly families: readonly Family[];
  readonly favouritesOnly: boolean;
  readonly hideEmpty: boolean;
  /** Only stakes whose least buy-in the wallet covers; `null`: all. */
  readonly wallet: Cents | null;
  readonly search: string;
}

export function visibleRows(
  rows: readonly StakeRow[],
  filters: LobbyFilters,
  favourites: readonly StakeId[],
): readonly StakeRow[] {
  const sought = filters.search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      row.edition === filters.edition &&
      (filters.families.length === 0 || filters.families.includes(row.family)) &&
      (!filters.favouritesOnly || favourites.includes(row.id)) &&
      (!filters.hideEmpty || row.players > 0 || row.mine.kind !== "none") &&
      (filters.wallet === null || row.buyInMin <= filters.wallet) &&
      (sought === "" || `${row.label} ${row.family} ${(row.big / 100).toFixed(2)}`.toLowerCase().includes(sought)),
  );
}

/** Whether somebody who asks for a seat gets one at once. */
export const hasRoom = (row: StakeRow): boolean =>
  row.partners || (row.waiting === 0 && row.tables > 0 && row.players < row.tables * row.seats);

/** Whether one needs no account to play: money that is worth nothing is given to every guest. */
export const isForGuests = (row: StakeRow): boolean => row.unit.kind === "money" && row.unit.label === "test";

/** Where somebody new finds a game at once: hold'em where something is going on, then the cheapest. */
export function bestForGuest(rows: readonly StakeRow[]): StakeRow | null {
  const open = rows.filter((row) => isForGuests(row) && row.family === "texas" && hasRoom(row));
  const asked = open.find((row) => row.mine.kind === "asked");
  const idle = (row: StakeRow) => (row.tables > 0 ? 0 : 1);
  return asked ?? open.toSorted((one, other) => idle(one) - idle(other) || one.big - other.big)[0] ?? null;
}

export interface RowGroup {
  readonly family: Family;
  readonly structure: Structure;
  readonly rows: readonly StakeRow[];
}

/** Rows under their game, in the order in which the games first appear. */
export function grouped(rows: readonly StakeRow[]): readonly RowGroup[] {
  const groups = new Map<string, { family: Family; structure: Structure; rows: StakeRow[] }>();
  for (const row of rows) {
    const key = `${row.family}/${row.structure}`;
    const group = groups.get(key) ?? { family: row.family, structure: row.structure, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** How full the tables of a stake are, in seats of one table. */
export function seatsTaken(row: StakeRow): number {
  if (row.tables === 0) return 0;
  return Math.min(row.seats, Math.round(row.players / row.tables));
}

export function totals(rows: readonly StakeRow[]): { players: number; tables: number } {
  return rows.reduce((sum, row) => ({ players: sum.players + row.players, tables: sum.tables + row.tables }), {
    players: 0,
    tables: 0,
  });
}
