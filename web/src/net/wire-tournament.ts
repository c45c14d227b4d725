/** Tournaments as the wire tells them, as the model keeps them. */
import type { TournamentNotice } from "../model/tournament/changes";
import type {
  Forecast,
  Listing,
  OwnEntry,
  Payout,
  Quote,
  StandingRow,
  TournamentPage,
  TournamentTable,
  TournamentTerms,
} from "../model/tournament/page";
import { NO_LISTS } from "../model/tournament/page";
import type { HexaProRow, MyEntry, Pause, Price, TournamentRow, TournamentType } from "../model/tournament/rows";
import { NOT_IN } from "../model/tournament/rows";
import type * as wire from "../protocol/messages";
import { toldOf, unitOf } from "./wire-table";

export const priceOf = ({ label, pool, bounty, fee, rule }: wire.EntryPrice): Price => ({
  label,
  total: pool + bounty + fee,
  pool,
  bounty,
  fee,
  rule,
});

/** While the house has paused play, that is the pause: whatever else was on stands with it. */
export function numbersOf<
  Told extends { readonly pause: wire.TournamentPause | null; readonly haltedAt: number | null },
>(numbers: Told): Omit<Told, "pause" | "haltedAt"> & { readonly pause: Pause | null } {
  const { pause, haltedAt, ...rest } = numbers;
  return { ...rest, pause: haltedAt === null ? pause : { kind: "house", length: 0, until: null } };
}

/** Rooms that are newer than this page may know more types; those have no badge here. */
const typesOf = (types: readonly string[]): readonly TournamentType[] => types as readonly TournamentType[];

export function tournamentRowOf(row: wire.TournamentRow): TournamentRow {
  const { id, edition, name, family, seats, stack, levelTime, numbers, guarantee } = row;
  const { entriesMax, lateLevels, reEntries, target, ticket, conditions, prizes } = row;
  return {
    id,
    edition,
    name,
    types: typesOf(row.types),
    unit: unitOf(row.unit),
    wallet: row.wallet,
    family,
    seats,
    price: priceOf(row.price),
    stack,
    levelTime,
    numbers: numbersOf(numbers),
    guarantee,
    entriesMax,
    opensAt: row.registrationOpens,
    lateLevels,
    reEntries,
    target,
    ticket,
    conditions,
    hasPassword: row.password,
    prizes,
    mine: NOT_IN,
  };
}

export const hexaproRowOf = (row: wire.HexaProRow): HexaProRow => ({ ...row, unit: unitOf(row.unit) });

export const myEntryOf = (own: wire.OwnTournament): MyEntry => ({ ...own, unit: unitOf(own.unit) });

export function termsOf(terms: wire.TournamentTerms): TournamentTerms {
  const { registrationOpens, password, buyInMin, buyInMax, sitAndGo: _, reBuy, addOn, ...rest } = terms;
  return {
    ...rest,
    types: typesOf(terms.types),
    unit: unitOf(terms.unit),
    price: priceOf(terms.price),
    opensAt: registrationOpens,
    hasPassword: password,
    choice: buyInMin === null || buyInMax === null ? null : { min: buyInMin, max: buyInMax },
    reBuy: reBuy && { ...reBuy, price: priceOf(reBuy.price) },
    addOn: addOn && { ...addOn, price: priceOf(addOn.price) },
  };
}

export function ownEntryOf(entry: wire.OwnEntry | null): OwnEntry | null {
  if (entry === null) return null;
  const { reBuy, addOn } = entry;
  const extra = (each: wire.Extra | null) => each && { ...each, why: each.why && toldOf(each.why) };
  return { ...entry, reBuy: extra(reBuy), addOn: extra(addOn) };
}

export function pageOf({ at, terms, numbers, prizes, entry }: wire.TournamentShown): TournamentPage {
  return { terms: termsOf(terms), numbers: numbersOf(numbers), own: ownEntryOf(entry), prizes, ...NO_LISTS, asOf: at };
}

interface Listed<Row> {
  readonly page: number;
  readonly pages: number;
  readonly found: number;
  readonly rows: readonly Row[];
}

const listingOf = <Row>({ page, pages, found, rows }: Listed<Row>, search = ""): Listing<Row> => ({
  rows,
  page,
  pages,
  found,
  search,
});

/** The room counts tables from 0, people from 1. */
export const standingsOf = (message: wire.Standings): Listing<StandingRow> => {
  const rows = message.rows.map((row) => ({ ...row, table: row.table === null ? null : row.table + 1 }));
  return listingOf({ ...message, rows }, message.search);
};

export const tablesOf = (message: wire.TournamentTables): Listing<TournamentTable> =>
  listingOf({ ...message, rows: message.rows.map((row) => ({ ...row, number: row.number + 1 })) });

export const payoutsOf = (message: wire.Payouts): Listing<Payout> => listingOf(message);

export const forecastOf = ({ entries, pool, prizes, level, length }: wire.PrizesIf): Forecast => ({
  entries,
  pool,
  prizes,
  level,
  length,
});

export const quoteOf = ({ amount, price, chips }: wire.PriceIf): Quote => ({ amount, price: priceOf(price), chips });

export function noticeOf({ at, notice }: wire.TournamentTold, unit: TournamentNotice["unit"]): TournamentNotice {
  const { tournament, name, told, table, left, players, other, changed } = notice;
  return { tournament, name, told: toldOf(told), table, left, players, other, changed, unit, at };
}
