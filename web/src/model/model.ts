import type { Account, AccountChange } from "./account";
import { NOBODY, reduceAccount } from "./account";
import type { Instant, Loadable, TableId, Told } from "./basics";
import { LOADING } from "./basics";
import type { Casino, CasinoNews } from "./casino/casino";
import { NO_CASINO, reduceCasino, withoutOwn } from "./casino/casino";
import type { Connection, ConnectionChange } from "./connection";
import { CONNECTING, reduceConnection } from "./connection";
import type { Decision } from "./decision";
import type { Fair, FairChange } from "./fair";
import { NO_FAIR, reduceFair } from "./fair";
import type { HexaChange, HexaPro } from "./hexapro";
import { NO_HEXAPRO, reduceHexa } from "./hexapro";
import type { History, HistoryChange } from "./history";
import { reduceHistory } from "./history";
import type { Edition, Lobby, LobbyChange } from "./lobby";
import { reduceLobby } from "./lobby";
import type { Past, PastChange } from "./past";
import { NO_PAST, reducePast } from "./past";
import type { Rulebook, RulebookChange } from "./rulebook";
import { reduceRulebook } from "./rulebook";
import type { StationChange, Stations } from "./station";
import { NO_STATIONS, reduceStations } from "./station";
import type { TableChange } from "./table/changes";
import { remaining } from "./table/clock";
import { isMyTurn } from "./table/read";
import { reduceTable } from "./table/reduce";
import type { Table } from "./table/types";
import type { TournamentNotice, Tournaments, TournamentsChange } from "./tournament/changes";
import { NO_TOURNAMENTS, reduceTournaments } from "./tournament/changes";
import type { Money, MoneyChange } from "./wallet";
import { reduceMoney } from "./wallet";

/** Everything the client knows; pages are drawn from this and from nothing else. */
export interface Model {
  readonly connection: Connection;
  readonly account: Account;
  readonly editions: readonly Edition[];
  readonly lobby: Loadable<Lobby>;
  readonly tournaments: Tournaments;
  readonly tables: Readonly<Record<TableId, Table>>;
  /** My tables in the order in which they were opened. */
  readonly order: readonly TableId[];
  /** Tables that were closed, left, or never there: a page of one of them has nothing to wait for. */
  readonly gone: readonly TableId[];
  readonly casino: Casino;
  readonly money: Money;
  readonly hexapro: HexaPro;
  readonly history: History;
  readonly past: Past;
  readonly fair: Fair;
  readonly rulebook: Rulebook;
  readonly stations: Stations;
  /** What concerns no table: words of the operator, refusals in the lobby; the newest last. */
  readonly notices: readonly PageNotice[];
  readonly reload: Reload;
}

/** Whether this page should be loaded again: the room has a newer one, or no longer understands this one. */
export type Reload = "no" | "offered" | "needed";

/** Something the whole page should know, until it is read. */
export type PageNotice =
  /** Words of the operator, by language. */
  | { readonly id: string; readonly kind: "operator"; readonly texts: Readonly<Record<string, string>> }
  | { readonly id: string; readonly kind: "restart"; readonly at: Instant }
  | { readonly id: string; readonly kind: "told"; readonly told: Told }
  /** The house decided something about me, or about a game I am in. */
  | { readonly id: string; readonly kind: "decision"; readonly decision: Decision }
  /** Something a tournament told me, wherever I am. */
  | { readonly id: string; readonly kind: "tournament"; readonly notice: TournamentNotice };

/** What the room told that concerns no table: the page shows it where people look. */
export const noticed = (told: Told): Change => ({
  to: "noticed",
  notice: { id: `told:${told.code}`, kind: "told", told },
});

/** Everything that can change it. */
export type Change =
  | { readonly to: "connection"; readonly change: ConnectionChange }
  | { readonly to: "account"; readonly change: AccountChange }
  | { readonly to: "editions"; readonly editions: readonly Edition[] }
  | { readonly to: "lobby"; readonly change: LobbyChange }
  | { readonly to: "tournaments"; readonly change: TournamentsChange }
  | { readonly to: "table"; readonly table: TableId; readonly change: TableChange }
  | { readonly to: "tableGone"; readonly table: TableId }
  /** A tournament moved me from one table to another. */
  | { readonly to: "moved"; readonly from: TableId; readonly table: TableId }
  | { readonly to: "casino"; readonly news: CasinoNews }
  | { readonly to: "money"; readonly change: MoneyChange }
  | { readonly to: "hexapro"; readonly change: HexaChange }
  | { readonly to: "history"; readonly change: HistoryChange }
  | { readonly to: "past"; readonly change: PastChange }
  | { readonly to: "fair"; readonly change: FairChange }
  | { readonly to: "rulebook"; readonly change: RulebookChange }
  | { readonly to: "station"; readonly change: StationChange }
  | { readonly to: "noticed"; readonly notice: PageNotice }
  | { readonly to: "noticeRead"; readonly id: string }
  | { readonly to: "reload"; readonly reload: Reload };

export const emptyModel: Model = {
  connection: CONNECTING,
  account: NOBODY,
  editions: [],
  lobby: LOADING,
  tournaments: NO_TOURNAMENTS,
  tables: {},
  order: [],
  gone: [],
  casino: NO_CASINO,
  money: { wallets: LOADING, statement: LOADING, cashier: LOADING, quote: null, answer: null },
  hexapro: NO_HEXAPRO,
  history: { period: "week", tournament: null, session: LOADING, open: null },
  past: NO_PAST,
  fair: NO_FAIR,
  rulebook: { catalogue: LOADING, values: {}, comparison: null, operator: LOADING },
  stations: NO_STATIONS,
  notices: [],
  reload: "no",
};

export function reduce(model: Model, change: Change): Model {
  switch (change.to) {
    case "connection":
      return { ...model, connection: reduceConnection(model.connection, change.change) };
    case "account": {
      const account = reduceAccount(model.account, change.change);
      // Whoever comes next does not see what the one before had.
      const left = change.change.kind === "loggedOut";
      const { money, history, past, fair } = left ? emptyModel : model;
      const hexapro = left ? { ...model.hexapro, draws: LOADING } : model.hexapro;
      const tournaments = left
        ? reduceTournaments(model.tournaments, { kind: "mineKnown", mine: [], games: [] })
        : model.tournaments;
      const casino = left ? withoutOwn(model.casino) : model.casino;
      return { ...model, account, money, history, past, fair, hexapro, tournaments, casino };
    }
    case "editions":
      return { ...model, editions: change.editions };
    case "lobby":
      return { ...model, lobby: reduceLobby(model.lobby, change.change) };
    case "tournaments":
      return { ...model, tournaments: reduceTournaments(model.tournaments, change.change) };
    case "table":
      return atTable(model, change.table, change.change);
    case "tableGone":
      return withoutTable(model, change.table);
    case "moved":
      return movedTo(model, change.from, change.table);
    case "casino":
      return { ...model, casino: reduceCasino(model.casino, change.news) };
    case "money":
      return { ...model, money: reduceMoney(model.money, change.change) };
    case "hexapro":
      return { ...model, hexapro: reduceHexa(model.hexapro, change.change) };
    case "history":
      return { ...model, history: reduceHistory(model.history, change.change) };
    case "past":
      return { ...model, past: reducePast(model.past, change.change) };
    case "fair":
      return { ...model, fair: reduceFair(model.fair, change.change) };
    case "rulebook":
      return { ...model, rulebook: reduceRulebook(model.rulebook, change.change) };
    case "station":
      return { ...model, stations: reduceStations(model.stations, change.change) };
    case "noticed":
      return { ...model, notices: [...model.notices.filter(({ id }) => id !== change.notice.id), change.notice] };
    case "noticeRead":
      return { ...model, notices: model.notices.filter(({ id }) => id !== change.id) };
    case "reload":
      // A page that is no longer understood stays so, whatever else is said.
      return model.reload === "needed" ? model : { ...model, reload: change.reload };
  }
}

function atTable(model: Model, id: TableId, change: TableChange): Model {
  const known = model.tables[id];
  if (change.kind === "viewed") {
    const order = model.order.includes(id) ? model.order : [...model.order, id];
    return {
      ...model,
      order,
      gone: model.gone.filter((each) => each !== id),
      tables: { ...model.tables, [id]: known ? seenAgain(known, change.table) : change.table },
    };
  }
  // What comes for a table that was never viewed, or was left, concerns nobody here.
  return known ? { ...model, tables: { ...model.tables, [id]: reduceTable(known, change) } } : model;
}

/** A table shown anew keeps its log, what was just said, and what was not read yet. */
function seenAgain(known: Table, fresh: Table): Table {
  const { log, unread, notice, why, standing } = known;
  return { ...fresh, log, unread, notice: notice ?? fresh.notice, why, standing: standing ?? fresh.standing };
}

function withoutTable(model: Model, id: TableId): Model {
  const { [id]: _, ...tables } = model.tables;
  const others = (ids: readonly TableId[]) => ids.filter((each) => each !== id);
  return { ...model, tables, order: others(model.order), gone: [...others(model.gone), id] };
}

/** The table I was moved to stands where the one I left stood, as soon as it is shown. */
function movedTo(model: Model, from: TableId, to: TableId): Model {
  const { [from]: _, ...tables } = model.tables;
  if (!model.order.includes(from)) return model;
  const others = model.order.filter((each) => each !== to);
  return { ...model, tables, order: others.map((each) => (each === from ? to : each)) };
}

export function tablesOf(model: Model): readonly Table[] {
  return model.order.flatMap((id) => model.tables[id] ?? []);
}

/** Tables that wait for me, the one whose time runs out first in front. */
export function waitingForMe(model: Model, at: Instant): readonly Table[] {
  const left = (table: Table) => (table.hand?.turn ? remaining(table.hand.turn, at).ms : 0);
  return tablesOf(model)
    .filter(isMyTurn)
    .toSorted((one, other) => left(one) - left(other));
}
