import type { ChangeOf } from "./changes";
import { note, withSeat } from "./reduce-hand";
import { type Level, levelThatCounts, type OwnSeat, type TableTournament } from "./tournament";
import type { Happening, Seat, Table } from "./types";

/** The clause by which the button usually goes on. */
const ROTATION = "MTT-46a";

/** What the tournament tells; between hands its level decides what a big blind is. */
export function setTournament(table: Table, { now }: ChangeOf<"tournament">): Table {
  if (!table.tournament) return table;
  const tournament: TableTournament = { ...table.tournament, ...now };
  const playing = table.hand !== null && table.hand.result === null;
  const counts = playing ? null : levelThatCounts(tournament);
  const blinds = counts ? { small: counts.small, big: counts.big, ante: counts.ante } : table.blinds;
  const { draw, unit } = tournament;
  // Whoever comes later finds the draw in the log as well.
  const drawn: readonly Happening[] =
    draw && !table.tournament.draw && !table.log.some(({ what }) => what.kind === "drawn")
      ? [{ kind: "drawn", draw, unit, rule: draw.rule }]
      : [];
  // What one had when it ended stays in sight.
  const told = { ...(playing || tournament.ended ? table : withBought(table, tournament.mine)), tournament, blinds };
  return note(told, ...drawn, ...levelled(table.tournament.level, tournament.level));
}

/** Between hands my stack is what the tournament says it is now: the table itself learns of bought chips with its next hand. */
function withBought(table: Table, mine: OwnSeat | null): Table {
  const known = table.tournament?.mine;
  if (table.me === null || mine === null || mine.table !== table.id || mine.stack === known?.stack) return table;
  return withSeat(table, table.me, (seat) => ({ ...seat, stack: mine.stack }));
}

/** Those who went, those who came, and the level of the next hand; what the last hand left on the table stays in sight. */
export function setNextHand(table: Table, change: ChangeOf<"nextHand">): Table {
  const out = outOf(table, change);
  const seats = table.seats.map((seat, index) => (index === out ? seat : reseated(seat, change.seats[index] ?? null)));
  const { small, big, ante } = change.level;
  const next: Table = {
    ...table,
    seats,
    me: change.me ?? out,
    button: change.button,
    blinds: { small, big, ante },
    nextHandAt: change.at,
    missing: 0,
    tournament: table.tournament && { ...table.tournament, level: change.level },
  };
  const level = levelled(table.tournament?.level ?? null, change.level);
  return note(next, ...gone(table, change), ...come(table, change), ...level, ...buttoned(table, change));
}

/** Whoever lost everything goes on looking from the same chair, as long as nobody else is put there: a table never turns. */
function outOf({ me, seats }: Table, change: ChangeOf<"nextHand">): number | null {
  const waits = me !== null && change.me === null && !change.seats[me] && seats[me]?.stack === 0;
  return waits ? me : null;
}

/** A level that is another one than before is told, once. */
const levelled = (before: Level | null, level: Level | null): readonly Happening[] =>
  before && level && before.number !== level.number ? [{ kind: "level", level }] : [];

/** The button is told where it does not just go on: it stays, nobody posts a small blind, or another clause puts it there. */
function buttoned(table: Table, { seats, button, smallBlind, rule }: ChangeOf<"nextHand">): readonly Happening[] {
  const told = table.log.findLast(({ what }) => what.kind === "button")?.what;
  const anew = told?.kind === "button" ? told.rule !== rule : rule !== ROTATION;
  const seat = seats[button];
  if (!seat || !(anew || smallBlind === null || button === table.button)) return [];
  return [{ kind: "button", name: seat.name, noSmallBlind: smallBlind === null, rule }];
}

/** The same player keeps what the hand showed of them. */
function reseated(known: Seat | null, seat: Seat | null): Seat | null {
  if (!seat || known?.player !== seat.player) return seat;
  const { cards, folded, lastAct, won, shown } = known;
  return { ...seat, cards, folded, lastAct, won, shown };
}

function gone(table: Table, change: ChangeOf<"nextHand">): readonly Happening[] {
  return table.seats.flatMap((seat, index): readonly Happening[] => {
    if (!seat || change.seats[index]?.player === seat.player) return [];
    // My own chair is kept in sight after I went out, which was told then.
    if (index === table.me && seat.stack === 0 && seat.cards.length === 0) return [];
    if (seat.stack === 0) return [{ kind: "busted", name: seat.name, mine: index === table.me }];
    return [{ kind: "left", name: seat.name, rule: null }];
  });
}

function come(table: Table, change: ChangeOf<"nextHand">): readonly Happening[] {
  return Object.entries(change.seats).flatMap(([index, seat]): readonly Happening[] =>
    table.seats[Number(index)]?.player === seat.player || table.log.length === 0
      ? []
      : [{ kind: "seated", name: seat.name, amount: seat.stack }],
  );
}
