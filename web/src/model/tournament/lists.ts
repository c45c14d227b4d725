import type { Cents, Instant } from "../basics";
import {
  type HexaProRow,
  isSitAndGo,
  type MyEntry,
  type MyGame,
  mayLeave,
  type PrizeBand,
  type TournamentLobby,
  type TournamentRow,
} from "./rows";

/** Marks beside the name: its types as players call them, and what is unusual about stacks and levels. */
export const BADGES = [
  "bounty",
  "vip",
  "re_buy",
  "add_on",
  "re_entry",
  "satellite",
  "freeroll",
  "multi_buy_in",
  "phased",
  "deepstack",
  "turbo",
] as const;
export type Badge = (typeof BADGES)[number];

/** Levels of five minutes at most are fast. */
const TURBO_MS = 5 * 60_000;

export type Marked = Pick<TournamentRow, "types" | "reEntries" | "family" | "levelTime" | "seats">;

export function badgesOf(row: Marked): readonly Badge[] {
  const is = (type: TournamentRow["types"][number]) => row.types.includes(type);
  const found: Record<Badge, boolean> = {
    bounty: is("bounty") || is("progressive_bounty"),
    vip: is("vip_bounty"),
    re_buy: is("re_buy"),
    add_on: is("add_on"),
    re_entry: row.reEntries > 0,
    satellite: is("satellite"),
    freeroll: is("freeroll"),
    multi_buy_in: is("multi_buy_in"),
    phased: is("phased"),
    deepstack: row.family.includes("deepstack"),
    turbo: !isSitAndGo(row) && row.levelTime <= TURBO_MS,
  };
  return BADGES.filter((badge) => found[badge]);
}

/** Tables of another size than nine are named: "6-max". */
export const maxSeats = (row: Marked): number | null => (row.seats < 9 && !isSitAndGo(row) ? row.seats : null);

export const GAMES = ["holdem", "omaha"] as const;
export type Game = (typeof GAMES)[number];
export const gameOf = (family: string): Game => (family.includes("omaha") ? "omaha" : "holdem");

export const KIND_FILTERS = ["bounty", "re_buy", "satellite", "freeroll", "guaranteed", "turbo"] as const;
export type KindFilter = (typeof KIND_FILTERS)[number];

/** What the lobby is narrowed to; kept on this device. */
export interface TournamentFilters {
  readonly games: readonly Game[];
  readonly kinds: readonly KindFilter[];
  readonly withinWallet: boolean;
  readonly hideFinished: boolean;
  readonly almostFull: boolean;
}

export const NO_FILTERS: TournamentFilters = {
  games: [],
  kinds: [],
  withinWallet: false,
  hideFinished: false,
  almostFull: false,
};

const isOfKind = (row: TournamentRow, kind: KindFilter): boolean =>
  kind === "guaranteed" ? row.guarantee > 0 : badgesOf(row).includes(kind);

export function visibleTournaments(
  rows: readonly TournamentRow[],
  filters: TournamentFilters,
  { search, purse }: { readonly search: string; readonly purse: (row: TournamentRow) => Cents | null },
): readonly TournamentRow[] {
  const sought = search.trim().toLowerCase();
  // What I am in is never hidden by what I can afford now.
  const isMine = (row: TournamentRow) => row.mine.kind !== "none";
  const isWithin = (row: TournamentRow) => row.price.total <= (purse(row) ?? row.price.total);
  return rows.filter(
    (row) =>
      (filters.games.length === 0 || filters.games.includes(gameOf(row.family))) &&
      (filters.kinds.length === 0 || filters.kinds.some((kind) => isOfKind(row, kind))) &&
      (!filters.withinWallet || isWithin(row) || isMine(row)) &&
      (!filters.hideFinished || isOn(row)) &&
      (!filters.almostFull || isAlmostFull(row) || isMine(row)) &&
      (sought === "" || row.name.toLowerCase().includes(sought)),
  );
}

/** Announced or running. */
const isOn = ({ numbers: { status } }: TournamentRow): boolean => status === "announced" || status === "running";

/** One seat is left. */
export const isAlmostFull = ({ entriesMax, numbers: { status, entries } }: TournamentRow): boolean =>
  status === "announced" && entriesMax !== null && entries > 0 && entries === entriesMax - 1;

/** The order of the lobby: by start, and by name among those that start together. */
export function byStart(rows: readonly TournamentRow[]): readonly TournamentRow[] {
  const start = ({ numbers }: TournamentRow) => numbers.startsAt ?? 0;
  return rows.toSorted((one, other) => start(one) - start(other) || one.name.localeCompare(other.name));
}

/** What a small screen shows first: mine, then what can be entered, then what runs, and what is over last. */
export function byUse(rows: readonly TournamentRow[]): readonly TournamentRow[] {
  const weight = ({ mine, numbers: { status, registrationOpen } }: TournamentRow) => {
    if (status === "finished" || status === "cancelled") return 4;
    if (mine.kind === "registered" || mine.kind === "seated") return 0;
    if (status === "announced") return 1;
    return registrationOpen ? 2 : 3;
  };
  return byStart(rows).toSorted((one, other) => weight(one) - weight(other));
}

/** Those that start next; mine are in the other strip. */
export function startingSoon(rows: readonly TournamentRow[], now: Instant, most = 3): readonly TournamentRow[] {
  const soon = rows.filter(
    ({ mine, numbers }) => numbers.status === "announced" && mine.kind === "none" && (numbers.startsAt ?? 0) > now,
  );
  return byStart(soon).slice(0, most);
}

/** Sit & gos that lack one player, the cheapest first. */
export function almostFull(rows: readonly TournamentRow[], most = 3): readonly TournamentRow[] {
  return rows
    .filter((row) => isSitAndGo(row) && isAlmostFull(row) && row.mine.kind === "none")
    .toSorted((one, other) => one.price.total - other.price.total)
    .slice(0, most);
}

/** Something of mine for the strip above the lobbies: a tournament, or my games in one HexaPro lobby. */
export type MySlot =
  | { readonly kind: "tournament"; readonly entry: MyEntry; readonly row: TournamentRow | null }
  | { readonly kind: "hexapro"; readonly games: readonly MyGame[]; readonly row: HexaProRow };

/** What I am registered for or play in: where I sit first, then by start, then where I may enter again, then games that fill. */
export function mySlots(
  entries: readonly MyEntry[],
  games: readonly MyGame[],
  lobby: TournamentLobby | null,
): readonly MySlot[] {
  const rows = new Map(lobby?.rows.map((row) => [row.id, row]));
  const on = entries.filter(
    ({ hexapro, status, state, mayReEnter }) =>
      hexapro === null && (status === "announced" || status === "running") && (state !== "out" || mayReEnter),
  );
  const rank = ({ state }: MyEntry) => ["seated", "waiting", "out"].indexOf(state);
  const ordered = on.toSorted((one, other) => rank(one) - rank(other) || (one.startsAt ?? 0) - (other.startsAt ?? 0));
  const mine = ordered.map((entry): MySlot => ({ kind: "tournament", entry, row: rows.get(entry.tournament) ?? null }));
  return [...mine, ...hexaproSlots(games, lobby)];
}

function hexaproSlots(games: readonly MyGame[], lobby: TournamentLobby | null): readonly MySlot[] {
  return (lobby?.hexapro ?? []).flatMap((row): readonly MySlot[] => {
    const mine = games.filter((game) => game.lobby === row.id);
    return mine.length > 0 ? [{ kind: "hexapro", games: mine, row }] : [];
  });
}

/** Registrations that can be given back now. */
export function canUnregister(entries: readonly MyEntry[], now: Instant): readonly MyEntry[] {
  return entries.filter((entry) => entry.state === "waiting" && entry.hexapro === null && mayLeave(entry, now));
}

export interface SitAndGoGroup {
  readonly seats: number;
  readonly lines: readonly SitAndGoLine[];
}

/** All games of one price and table size: the one to enter, and how many run. */
export interface SitAndGoLine {
  readonly row: TournamentRow;
  readonly running: number;
}

/** Sit & gos by the size of their tables, the largest first, and by price. */
export function sitAndGos(rows: readonly TournamentRow[]): readonly SitAndGoGroup[] {
  const lines = new Map<string, SitAndGoLine>();
  for (const row of rows.filter(isSitAndGo)) {
    const key = [row.seats, row.price.total, row.family, row.edition, row.types.includes("satellite")].join("/");
    const line = lines.get(key);
    const running = (line?.running ?? 0) + (row.numbers.status === "running" ? 1 : 0);
    lines.set(key, { row: line ? preferred(line.row, row) : row, running });
  }
  const sizes = [...new Set([...lines.values()].map(({ row }) => row.seats))].toSorted((one, other) => other - one);
  return sizes.map((seats) => ({
    seats,
    lines: [...lines.values()]
      .filter(({ row }) => row.seats === seats)
      .toSorted((one, other) => one.row.price.total - other.row.price.total),
  }));
}

/** How many prizes a line has room for. */
const PRIZES_SHOWN = 3;

/** What each of the first places wins, money or the worth of an entry. */
export const firstPrizes = (bands: readonly PrizeBand[]): readonly Cents[] =>
  bands
    .flatMap(({ first, last, money, ticket }) => Array.from({ length: last - first + 1 }, () => money + ticket))
    .slice(0, PRIZES_SHOWN);

/** Of two games of one line the one that is shown: mine, then the one that fills, then the one that runs. */
function preferred(known: TournamentRow, other: TournamentRow): TournamentRow {
  const weight = ({ mine, numbers: { status } }: TournamentRow) => {
    const on = status === "announced" ? 2 : status === "running" ? 1 : 0;
    return on + (mine.kind !== "none" && mine.kind !== "out" && on > 0 ? 4 : 0);
  };
  return weight(other) > weight(known) ? other : known;
}

/** The order of a list somebody points at: what is there stays where it is, new ones come last. */
export function steady(shown: readonly string[], wanted: readonly string[], held: boolean): readonly string[] {
  if (!held) return wanted;
  const known = new Set(shown);
  return [...shown, ...wanted.filter((id) => !known.has(id))];
}

/** Who plays or is registered, in how many tournaments. */
export function playersIn(rows: readonly TournamentRow[]): { readonly players: number; readonly count: number } {
  const on = rows.filter(isOn);
  const players = ({ numbers }: TournamentRow) => (numbers.status === "running" ? numbers.remaining : numbers.entries);
  return { players: on.reduce((sum, row) => sum + players(row), 0), count: on.length };
}
