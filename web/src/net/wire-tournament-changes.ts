/** Changes that only tournament tables have, as changes of the table the reader knows. */
import type { Instant, PlayerId } from "../model/basics";
import type { TableChange } from "../model/table/changes";
import type { Table } from "../model/table/types";
import type * as wire from "../protocol/messages";
import { levelOf, seatOf } from "./wire-tournament-table";

type OnlyTournaments = wire.NextHand | wire.DealEnded | wire.DealVoided | wire.AwayChanged | wire.TableShut;

/** The clause by which tables break. */
const TABLES_BREAK = "MTT-42a";

interface Reading {
  readonly reader: PlayerId | null;
  readonly at: Instant;
  readonly frame: { readonly changes: readonly { readonly kind: string }[] };
}

export function tournamentChange(table: Table, change: OnlyTournaments, reading: Reading): readonly TableChange[] {
  switch (change.kind) {
    case "nextHand":
      return nextHand(change, reading.reader);
    case "dealEnded":
      return [{ kind: "handEnded", nextHandAt: null }, chairs(change.seats)];
    case "dealVoided":
      return [voided(table, change, reading)];
    case "away":
      return away(table, change);
    case "tableShut":
      return [shut(change, reading.at)];
  }
}

function nextHand(change: wire.NextHand, reader: PlayerId | null): readonly TableChange[] {
  const { seats, button, smallBlind, blinds, dealsAt, finalTable, rule } = change;
  const mine = Object.entries(seats).find(([, { player }]) => player === reader);
  const bounties = Object.values(seats).map(({ player, bounty }) => [player, bounty] as const);
  const told: TableChange[] = [
    {
      kind: "nextHand",
      seats: Object.fromEntries(Object.entries(seats).map(([index, seat]) => [index, seatOf(seat)])),
      me: mine ? Number(mine[0]) : null,
      button,
      smallBlind,
      rule,
      level: levelOf(blinds),
      at: dealsAt,
    },
    {
      kind: "tournament",
      now: { finalTable, bounties: Object.fromEntries(bounties.filter(([, bounty]) => bounty > 0)) },
    },
  ];
  if (mine) told.push({ kind: "timeBank", bank: mine[1].bank });
  return told;
}

/** Stacks as the hand left them; who lost everything still sits there until the next one is ordered. */
function chairs(seats: Readonly<Record<number, wire.TournamentSeat>>): TableChange {
  const found = Object.entries(seats).map(([index, seat]) => {
    const { stack, bet, pendingTopUp, entry, away: gone, lost } = seatOf(seat);
    return [index, { stack, bet, pendingTopUp, entry, away: gone, lost }];
  });
  return { kind: "chairs", chairs: Object.fromEntries(found) };
}

/** The hand is played anew, and its stacks come with the order of the next one; or the table closes with it. */
function voided(table: Table, { number, rule }: wire.DealVoided, { at, frame }: Reading): TableChange {
  const last = frame.changes.some(({ kind }) => kind === "tableShut");
  const told = { code: last ? "hand_called_off" : "hand_replayed", rule, numbers: { number } };
  return { kind: "handVoided", stacks: table.seats.map(() => null), told, at, last };
}

/** Where tables do not break, no other one is played at either. */
function shut({ rule }: wire.TableShut, at: Instant): TableChange {
  const code = rule === TABLES_BREAK ? "table_shut" : "table_over";
  return { kind: "ruled", told: { code, rule, numbers: {} }, at, why: null };
}

function away(table: Table, { seats, rule }: wire.AwayChanged): readonly TableChange[] {
  return table.seats.flatMap((seat, index): readonly TableChange[] => {
    if (!seat || (seat.away !== null) === seats.includes(index)) return [];
    if (seat.away) return [{ kind: "satIn", seat: index, entry: "in" }];
    return [{ kind: "satOut", seat: index, away: { until: null, rule } }];
  });
}
