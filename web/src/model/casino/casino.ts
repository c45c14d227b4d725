import type { Instant, Loadable, TableId } from "../basics";
import { LOADING, within } from "../basics";
import type { CasinoTableChange } from "./reduce";
import { opened, reduceTable } from "./reduce";
import type { CheckedShoe, PublishedChance, Round, Rounds } from "./rounds";
import { NO_ROUNDS, withPage } from "./rounds";
import type { CasinoRow, CasinoTable } from "./types";

export interface CasinoLobby {
  readonly rows: readonly CasinoRow[];
  readonly asOf: Instant;
}

/** The casino as the reader knows it. */
export interface Casino {
  readonly lobby: Loadable<CasinoLobby>;
  readonly tables: Readonly<Record<TableId, CasinoTable>>;
  /** Tables that are followed, in the order in which they were opened. */
  readonly order: readonly TableId[];
  /** Tables that were asked for, and are not there. */
  readonly missing: readonly TableId[];
  readonly rounds: Rounds;
  /** The open shoes of the table that is being checked. */
  readonly shoes: { readonly table: TableId; readonly found: Loadable<readonly CheckedShoe[]> } | null;
  /** The latest draws of that table, the newest first. */
  readonly drawn: { readonly table: TableId; readonly found: Loadable<readonly PublishedChance[]> } | null;
}

export type CasinoNews =
  | { readonly kind: "lobbyLoaded"; readonly lobby: Loadable<CasinoLobby> }
  | { readonly kind: "rowsChanged"; readonly rows: readonly CasinoRow[]; readonly at: Instant }
  | { readonly kind: "table"; readonly table: TableId; readonly change: CasinoTableChange }
  | { readonly kind: "tableGone"; readonly table: TableId }
  | { readonly kind: "tableMissing"; readonly table: TableId }
  | {
      readonly kind: "roundsLoaded";
      readonly table: TableId | null;
      /** Whether these go on below those that are there. */
      readonly more: boolean;
      readonly page: Loadable<{ readonly rows: readonly Round[]; readonly next: string | null }>;
    }
  | { readonly kind: "shoesLoaded"; readonly table: TableId; readonly found: Loadable<readonly CheckedShoe[]> }
  | { readonly kind: "drawnLoaded"; readonly table: TableId; readonly found: Loadable<readonly PublishedChance[]> };

export const NO_CASINO: Casino = {
  lobby: LOADING,
  tables: {},
  order: [],
  missing: [],
  rounds: NO_ROUNDS,
  shoes: null,
  drawn: null,
};

export function reduceCasino(casino: Casino, news: CasinoNews): Casino {
  switch (news.kind) {
    case "lobbyLoaded":
      return { ...casino, lobby: news.lobby };
    case "rowsChanged":
      return { ...casino, lobby: within(casino.lobby, (lobby) => withRows(lobby, news.rows, news.at)) };
    case "table":
      return atTable(casino, news.table, news.change);
    case "tableGone": {
      const { [news.table]: _, ...tables } = casino.tables;
      return { ...casino, tables, order: casino.order.filter((each) => each !== news.table) };
    }
    case "tableMissing":
      return { ...casino, missing: [...casino.missing.filter((each) => each !== news.table), news.table] };
    case "roundsLoaded":
      return { ...casino, rounds: withPage(casino.rounds, news) };
    case "shoesLoaded":
      return { ...casino, shoes: { table: news.table, found: news.found } };
    case "drawnLoaded":
      return { ...casino, drawn: { table: news.table, found: news.found } };
  }
}

/** Somebody else sits here now: what only the one before may see is gone. */
export function withoutOwn(casino: Casino): Casino {
  return { ...NO_CASINO, lobby: casino.lobby };
}

function withRows(lobby: CasinoLobby, changed: readonly CasinoRow[], at: Instant): CasinoLobby {
  const found = new Map(changed.map((row) => [row.id, row]));
  const rows = lobby.rows.map((row) => found.get(row.id) ?? row);
  const known = new Set(lobby.rows.map(({ id }) => id));
  return { rows: [...rows, ...changed.filter(({ id }) => !known.has(id))], asOf: at };
}

function atTable(casino: Casino, id: TableId, change: CasinoTableChange): Casino {
  const known = casino.tables[id];
  if (!known && change.kind !== "shown") return casino;
  const table = known ? reduceTable(known, change) : change.kind === "shown" ? opened(change.table) : null;
  if (!table) return casino;
  const order = casino.order.includes(id) ? casino.order : [...casino.order, id];
  const missing = casino.missing.filter((each) => each !== id);
  return { ...casino, order, missing, tables: { ...casino.tables, [id]: table } };
}

/** Tables that are followed, in order. */
export const casinoTables = (casino: Casino): readonly CasinoTable[] =>
  casino.order.flatMap((id) => casino.tables[id] ?? []);
