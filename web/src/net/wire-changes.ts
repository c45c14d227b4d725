/** What a frame of the wire brings, as changes of the table the reader knows. */
import type { Instant, PlayerId } from "../model/basics";
import type { TableChange } from "../model/table/changes";
import { mySeat } from "../model/table/read";
import type { Avatar, Street, Table } from "../model/table/types";
import type * as wire from "../protocol/messages";
import { bankOf, cardsOf, chairOf, mayPostOf, nameOf, topUpFor } from "./wire-table";
import { tournamentChange } from "./wire-tournament-changes";

/** Who reads, and when by the room's clock. */
export interface Reading {
  readonly reader: PlayerId | null;
  readonly at: Instant;
}

/** A frame of a cash table or of a tournament's. */
export type AnyFrame = Pick<wire.Frame, "own"> & {
  readonly changes: readonly (wire.PublicChange | wire.TournamentChange)[];
};

interface Context extends Reading {
  readonly frame: AnyFrame;
}

/**
 * All changes of one frame, in the order in which they make sense: the turn comes last, with my options. Each is read at the table as
 * the one before it left it, so whoever asks for the next one has reduced the last.
 */
export function* changesOf(table: () => Table, frame: AnyFrame, reading: Reading): Iterable<TableChange> {
  const context = { ...reading, frame };
  // A room that is newer than this page may tell what it has never heard of.
  for (const change of frame.changes) if (change.kind !== "turn") yield* publicChange(table(), change, context) ?? [];
  for (const change of frame.own) yield* ownChange(table(), change) ?? [];
  yield* turnChange(table(), frame);
  yield* topUpChange(table());
}

function publicChange(table: Table, change: AnyFrame["changes"][number], context: Context): readonly TableChange[] {
  switch (change.kind) {
    case "seat":
      return seatChange(table, change, context.reader);
    case "seatLeft":
      return table.seats[change.at] ? [{ kind: "left", seat: change.at, rule: change.rule }] : [];
    case "connection":
      return connectionChange(change, context.at);
    case "clocks":
      return change.stand ? [{ kind: "clocksPaused", rule: change.rule }] : [{ kind: "clocksResumed" }];
    case "room":
      return roomChange(table, change, context.at);
    case "sitsOutNext":
      return table.me === change.at
        ? [
            { kind: "optionsSet", options: { ...table.myOptions, sitOutNext: true, sitOutRule: change.rule } },
            {
              kind: "ruled",
              told: { code: "sits_out_next", rule: change.rule, numbers: {} },
              at: context.at,
              why: null,
            },
          ]
        : [];
    case "waiting":
      return [{ kind: "waiting", missing: change.missing, nextHandAt: change.nextHandAt }];
    case "nextHand":
    case "dealEnded":
    case "dealVoided":
    case "away":
    case "tableShut":
      return tournamentChange(table, change, context);
    default:
      return handChange(table, change, context);
  }
}

type HandChange = Exclude<
  wire.PublicChange,
  { kind: "seat" | "seatLeft" | "connection" | "clocks" | "room" | "sitsOutNext" | "waiting" }
>;

function handChange(table: Table, change: HandChange, context: Context): readonly TableChange[] {
  switch (change.kind) {
    case "handOpened": {
      const { hand, number, button, seats, holeCards } = change;
      return [{ kind: "handOpened", hand, number, button, seats, holeCards }];
    }
    case "posted":
      return [{ kind: "posted", seat: change.at, blind: change.blind, amount: change.amount }];
    case "acted": {
      const { at, act, bet, allIn, rule } = change;
      return [{ kind: "acted", seat: at, act, bet, allIn, ...(rule === null ? {} : { rule }) }];
    }
    case "board": {
      const { street, board, pots } = change;
      return [{ kind: "board", street: street as Street, board: cardsOf(board), pots, strength: null }];
    }
    case "uncalled":
      return [{ kind: "uncalled", seat: change.at, amount: change.amount }];
    case "shown":
      return [{ kind: "shown", seat: change.at, cards: cardsOf(change.cards), hand: nameOf(change.strength) }];
    case "awarded":
      return awardChange(change, context.frame);
    case "handEnded":
      return [{ kind: "handEnded", nextHandAt: nextHandAt(context.frame) }, chairsChange(table, change.seats)];
    case "handVoided":
      return [voidChange(table, change, context.at), chairsChange(table, change.seats)];
    case "turn":
    case "fairLocked": // the players' cut has readers of its own
    case "fairDealt":
    case "fairEnded":
    case "fairVoided":
      return [];
  }
}

/** Pots are told one by one and shown as one end of the hand, when the last of them is told. */
function awardChange(change: wire.Awarded, frame: AnyFrame): readonly TableChange[] {
  const pots = frame.changes.filter((each) => each.kind === "awarded");
  if (pots.at(-1) !== change) return [];
  const ended = frame.changes.find((each) => each.kind === "handEnded");
  return [
    {
      kind: "awarded",
      winners: pots.flatMap(({ winners }) => winners),
      best: cardsOf(pots.find(({ best }) => best.length > 0)?.best ?? []),
      pot: pots.reduce((sum, { pot }) => sum + pot, 0),
      rake: pots.reduce((sum, { rake }) => sum + rake, 0),
      rakeRule: ended?.rakeRule ?? null,
    },
  ];
}

const nextHandAt = (frame: AnyFrame): Instant | null =>
  frame.changes.find((each) => each.kind === "waiting")?.nextHandAt ?? null;

function chairsChange(table: Table, seats: Readonly<Record<number, wire.Seat>>): TableChange {
  const chairs = Object.entries(seats).map(([index, seat]) => [index, chairOf(seat, table.seats[Number(index)])]);
  return { kind: "chairs", chairs: Object.fromEntries(chairs) };
}

function voidChange(table: Table, change: wire.HandVoided, at: Instant): TableChange {
  const stacks = table.seats.map((_, index) => change.seats[index]?.stack ?? null);
  const stack = (table.me === null ? null : stacks[table.me]) ?? 0;
  const code = table.me === null ? "hand_voided_seen" : "hand_voided";
  return {
    kind: "handVoided",
    stacks,
    told: { code, rule: change.rule, numbers: { number: change.number, stack } },
    at,
  };
}

/** A whole chair: what there is to tell about it is what became different. */
function seatChange(table: Table, { at, seat, rule }: wire.SeatChanged, reader: PlayerId | null): TableChange[] {
  const known = table.seats[at] ?? null;
  if (known?.player !== seat.player) return sitChange(table, at, seat, reader);
  const told: TableChange[] = [];
  if (seat.away && !known.away)
    told.push({ kind: "satOut", seat: at, away: { ...seat.away, rule: rule ?? seat.away.rule } });
  if (!seat.away && known.away) told.push({ kind: "satIn", seat: at, entry: seat.entry });
  const added = seat.pending - known.pendingTopUp;
  const grown = seat.stack - known.stack;
  if (added > 0) told.push({ kind: "toppedUp", seat: at, amount: added, pending: true });
  else if (grown > 0 && grown >= -added) told.push({ kind: "toppedUp", seat: at, amount: grown, pending: false });
  told.push({ kind: "chairs", chairs: { [at]: chairOf(seat, known) } });
  if (table.me === at && seat.sitsOutNext !== table.myOptions.sitOutNext)
    told.push({
      kind: "optionsSet",
      options: { ...table.myOptions, sitOutNext: seat.sitsOutNext, sitOutRule: null },
    });
  return told;
}

function sitChange(table: Table, at: number, seat: wire.Seat, reader: PlayerId | null): TableChange[] {
  const { player, name, stack, entry, bot } = seat;
  const left: TableChange[] = table.seats[at] ? [{ kind: "left", seat: at, rule: null }] : [];
  const me = player === reader;
  const avatar = seat.avatar as Avatar;
  return [
    ...left,
    { kind: "seated", seat: at, player, name, avatar, stack, entry, bot, me },
    { kind: "chairs", chairs: { [at]: chairOf(seat) } },
  ];
}

function connectionChange({ at, connected, turn, rule }: wire.ConnectionChanged, now: Instant): TableChange[] {
  const clock: TableChange[] = turn ? [{ kind: "turnClock", turn }] : [];
  if (connected) return [{ kind: "connectionBack", seat: at }, ...clock];
  const until = turn?.thinksUntil ?? null;
  const total = until === null ? 0 : Math.max(0, until - now);
  return [{ kind: "connectionLost", seat: at, until, total, rule }, ...clock];
}

function roomChange(table: Table, change: wire.RoomChanged, at: Instant): TableChange[] {
  const told: TableChange[] = Object.keys(change.seats).length > 0 ? [chairsChange(table, change.seats)] : [];
  if (change.closing !== null && table.closing === null) {
    const stack = mySeat(table)?.stack;
    const code = stack === undefined ? "table_closing_seen" : "table_closing";
    told.push({ kind: "closing", told: { code, rule: change.closing, numbers: { stack: stack ?? 0 } }, at });
  }
  return told;
}

function ownChange(table: Table, change: wire.OwnChange): readonly TableChange[] {
  switch (change.kind) {
    case "dealt":
      return [{ kind: "dealt", cards: cardsOf(change.cards), strength: null }];
    case "strength":
      return [{ kind: "strength", strength: nameOf(change.strength) }];
    case "own": {
      const { sitsOutAtBigBlind, autoTopUp } = change.own;
      const options = { ...table.myOptions, sitOutBigBlind: sitsOutAtBigBlind, autoTopUp };
      return [
        { kind: "optionsSet", options },
        { kind: "postOffered", rule: mayPostOf(change.own) },
      ];
    }
    case "options":
    case "fairOpened":
    case "fairPart":
      return [];
  }
}

/** Whose turn it is, and what I may do in it; clocks that stand or run on tell the same turn anew. */
function turnChange(table: Table, frame: AnyFrame): readonly TableChange[] {
  const options = frame.own.find((each) => each.kind === "options")?.options ?? null;
  const told = frame.changes.findLast((each) => each.kind === "turn" || each.kind === "clocks")?.turn ?? null;
  const turn = told ?? (options ? (table.hand?.turn ?? null) : null);
  if (!turn) return [];
  const same = table.hand?.turn?.number === turn.number ? (table.hand?.options ?? null) : null;
  const changes: TableChange[] = [{ kind: "turn", turn, options: options ?? same }];
  const bank = bankOf(turn, table.me);
  return bank !== null && bank !== table.timeBank ? [...changes, { kind: "timeBank", bank }] : changes;
}

function topUpChange(table: Table): readonly TableChange[] {
  if (!table.topUp) return [];
  const offer = topUpFor(table.topUp, table);
  return offer.max === table.topUp.max && offer.min === table.topUp.min ? [] : [{ kind: "topUpOffered", offer }];
}
