import type { Cents, Instant, Loadable, TableId, Told, Unit } from "../basics";
import { LOADING, ready, within } from "../basics";
import { shownAgain, type TournamentPage } from "./page";
import {
  type HexaProRow,
  type MyEntry,
  type MyGame,
  type Named,
  type RowNumbers,
  type Standing,
  standingOf,
  type TournamentId,
  type TournamentLobby,
  type TournamentRow,
} from "./rows";

/** What an entry was paid with: an amount, or a ticket of that worth. */
export interface Paid {
  readonly amount: Cents;
  readonly unit: Unit;
  readonly ticket: boolean;
}

/** What the line at the foot of the lobbies says about what was asked for here. */
export type Saying =
  | {
      readonly kind: "registered";
      readonly tournament: TournamentId;
      readonly name: string;
      readonly paid: Paid;
      /** An entry into a tournament that runs. */
      readonly late: boolean;
    }
  | { readonly kind: "unregistered"; readonly tournament: TournamentId; readonly name: string; readonly paid: Paid }
  | { readonly kind: "unregisteredAll" }
  | { readonly kind: "refused"; readonly tournament: TournamentId | null; readonly told: Told };

/** Something a tournament told me; shown wherever I am, until it is read. */
export interface TournamentNotice {
  readonly tournament: TournamentId;
  readonly name: string;
  readonly told: Told;
  /** Where I sit now, and where I sat before. */
  readonly table: TableId | null;
  readonly left: TableId | null;
  /** Others it is about: who was knocked out, and the tournament it leads to or comes from. */
  readonly players: readonly string[];
  readonly other: Named | null;
  /** The parameters that were changed. */
  readonly changed: readonly string[];
  readonly unit: Unit;
  readonly at: Instant;
}

export interface Tournaments {
  readonly lobby: Loadable<TournamentLobby>;
  /** What I am in, or was in until a while ago. */
  readonly mine: readonly MyEntry[];
  readonly games: readonly MyGame[];
  /** Tournaments about which I asked for something that is not answered yet. */
  readonly asked: readonly TournamentId[];
  /** The tournaments whose page is open, or at whose tables I sit. */
  readonly pages: Readonly<Record<TournamentId, Loadable<TournamentPage>>>;
  readonly said: Saying | null;
  /** Tickets of mine that pay an entry to the tournament I last wanted to enter. */
  readonly tickets: { readonly tournament: TournamentId; readonly tickets: readonly EntryTicket[] } | null;
}

export interface EntryTicket {
  readonly id: string;
  readonly worth: Cents;
}

export const NO_TOURNAMENTS: Tournaments = {
  lobby: LOADING,
  mine: [],
  games: [],
  asked: [],
  pages: {},
  said: null,
  tickets: null,
};

export type TournamentsChange =
  | { readonly kind: "tournamentsLoaded"; readonly lobby: Loadable<TournamentLobby> }
  | {
      readonly kind: "tournamentsChanged";
      readonly rows: readonly TournamentRow[];
      readonly numbers: Readonly<Record<TournamentId, RowNumbers>>;
      readonly gone: readonly TournamentId[];
      readonly hexapro: readonly HexaProRow[];
      readonly at: Instant;
    }
  | { readonly kind: "mineKnown"; readonly mine: readonly MyEntry[]; readonly games: readonly MyGame[] }
  | { readonly kind: "entryAsked"; readonly id: TournamentId }
  | { readonly kind: "entryAnswered"; readonly id: TournamentId; readonly said: Saying | null }
  | { readonly kind: "tournamentSaid"; readonly said: Saying | null }
  | {
      readonly kind: "ticketsKnown";
      readonly tournament: TournamentId;
      readonly tickets: readonly EntryTicket[];
    }
  | { readonly kind: "pageLoaded"; readonly id: TournamentId; readonly page: Loadable<TournamentPage> }
  /** Anything of a page that is new. */
  | { readonly kind: "pagePart"; readonly id: TournamentId; readonly part: Partial<TournamentPage> }
  | { readonly kind: "pageClosed"; readonly id: TournamentId };

export function reduceTournaments(all: Tournaments, change: TournamentsChange): Tournaments {
  switch (change.kind) {
    case "tournamentsLoaded":
      return standing({ ...all, lobby: change.lobby });
    case "tournamentsChanged":
      return standing({ ...all, lobby: within(all.lobby, (lobby) => changed(lobby, change)) });
    case "mineKnown":
      return standing({ ...all, mine: change.mine, games: change.games });
    case "entryAsked":
      return standing({ ...all, asked: [...all.asked, change.id], said: null });
    case "entryAnswered":
      return standing({ ...all, asked: all.asked.filter((id) => id !== change.id), said: change.said ?? all.said });
    case "tournamentSaid":
      return { ...all, said: change.said };
    case "ticketsKnown":
      return { ...all, tickets: { tournament: change.tournament, tickets: change.tickets } };
    default:
      return { ...all, pages: pagesAfter(all.pages, change) };
  }
}

type PageChange = Extract<TournamentsChange, { kind: `page${string}` }>;

function pagesAfter(pages: Tournaments["pages"], change: PageChange): Tournaments["pages"] {
  const { [change.id]: known, ...others } = pages;
  if (change.kind === "pageClosed") return others;
  if (change.kind === "pageLoaded") {
    const { page } = change;
    return { ...pages, [change.id]: page.state === "ready" ? ready(shownAgain(known, page.value)) : page };
  }
  // What comes for a page that is not open concerns nobody here.
  return known ? { ...pages, [change.id]: within(known, (page) => ({ ...page, ...change.part })) } : pages;
}

function changed(
  lobby: TournamentLobby,
  { rows, numbers, gone, hexapro, at }: Extract<TournamentsChange, { kind: "tournamentsChanged" }>,
): TournamentLobby {
  const counted = lobby.rows.map((row) => {
    const fresh = numbers[row.id];
    return fresh ? { ...row, numbers: fresh } : row;
  });
  const left = merged(counted, rows).filter((row) => !gone.includes(row.id));
  return { rows: left, hexapro: merged(lobby.hexapro, hexapro), asOf: at };
}

/** Known rows keep their place; new ones come last. */
function merged<Row extends { readonly id: string }>(rows: readonly Row[], changed: readonly Row[]): readonly Row[] {
  const fresh = new Map(changed.map((row) => [row.id, row]));
  const known = new Set(rows.map((row) => row.id));
  return [...rows.map((row) => fresh.get(row.id) ?? row), ...changed.filter((row) => !known.has(row.id))];
}

/** The rows with how I stand to each of them. */
function standing(all: Tournaments): Tournaments {
  const mine = new Map(all.mine.map((entry) => [entry.tournament, entry]));
  const to = (row: TournamentRow): Standing =>
    all.asked.includes(row.id) ? { kind: "asked" } : standingOf(mine.get(row.id));
  return {
    ...all,
    lobby: within(all.lobby, (lobby) => ({ ...lobby, rows: lobby.rows.map((row) => ({ ...row, mine: to(row) })) })),
  };
}

export const rowIn = ({ lobby }: Tournaments, id: TournamentId): TournamentRow | null =>
  lobby.state === "ready" ? (lobby.value.rows.find((row) => row.id === id) ?? null) : null;

/** Where I sit in tournaments: their tables are open after a reload, too. */
export const tournamentSeats = ({ mine }: Tournaments): readonly TableId[] =>
  mine.flatMap(({ state, table }) => (state === "seated" && table !== null ? [table] : []));
