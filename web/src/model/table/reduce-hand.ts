import type { Card } from "../cards";
import type { ChangeOf } from "./changes";
import { highestBet, seatAt, totalPot } from "./read";
import type { Happening, Seat, Table } from "./types";

/** Some ten hands; older ones are in the history. */
const LOG_MAX = 400;

export function note(table: Table, ...happened: readonly Happening[]): Table {
  if (happened.length === 0) return table;
  let id = table.log.at(-1)?.id ?? 0;
  const added = happened.map((what) => ({ id: ++id, what }));
  return { ...table, log: [...table.log, ...added].slice(-LOG_MAX) };
}

export function withSeat(table: Table, index: number, change: (seat: Seat) => Seat): Table {
  return { ...table, seats: table.seats.map((seat, at) => (seat && at === index ? change(seat) : seat)) };
}

export function withSeats(table: Table, change: (seat: Seat, index: number) => Seat): Table {
  return { ...table, seats: table.seats.map((seat, index) => (seat ? change(seat, index) : null)) };
}

const cleared = (seat: Seat): Seat => ({
  ...seat,
  bet: 0,
  cards: [],
  folded: false,
  lastAct: null,
  won: 0,
  shown: null,
});

export function openHand(table: Table, change: ChangeOf<"handOpened">): Table {
  const dealt = new Set(change.seats);
  const seated = withSeats(table, (seat, index) => ({
    ...cleared(seat),
    entry: dealt.has(index) ? "in" : seat.entry,
    cards: dealt.has(index) ? Array.from({ length: change.holeCards }, () => null) : [],
  }));
  const opened: Table = {
    ...seated,
    button: change.button,
    hand: {
      id: change.hand,
      number: change.number,
      street: 0,
      board: [],
      pots: [],
      turn: null,
      options: null,
      strength: null,
      result: null,
    },
    notice: null,
    why: null,
    nextHandAt: null,
    missing: 0,
  };
  return note(opened, { kind: "opened", number: change.number });
}

export function post(table: Table, change: ChangeOf<"posted">): Table {
  const paid = withSeat(table, change.seat, (seat) => ({
    ...seat,
    stack: seat.stack - change.amount,
    bet: change.blind === "ante" ? seat.bet : seat.bet + change.amount,
  }));
  const pots = change.blind === "ante" ? addToMain(paid, change.amount) : paid;
  return note(pots, {
    kind: "posted",
    name: seatAt(table, change.seat).name,
    blind: change.blind,
    amount: change.amount,
  });
}

function addToMain(table: Table, amount: number): Table {
  if (!table.hand) return table;
  const [main = 0, ...rest] = table.hand.pots;
  return { ...table, hand: { ...table.hand, pots: [main + amount, ...rest] } };
}

export function deal(table: Table, change: ChangeOf<"dealt">): Table {
  if (table.me === null || !table.hand) return table;
  const seen = withSeat(table, table.me, (seat) => ({ ...seat, cards: change.cards }));
  const place = orderOfPlay(table).indexOf(table.me) + 1;
  return note(
    { ...seen, hand: { ...table.hand, strength: change.strength } },
    { kind: "dealt", cards: change.cards, place },
  );
}

/** Seats with cards in the order in which they act before the flop: the one after the big blind first. */
function orderOfPlay(table: Table): number[] {
  const count = table.seats.length;
  const dealt = Array.from({ length: count }, (_, step) => ((table.button ?? 0) + 1 + step) % count).filter(
    (index) => (table.seats[index]?.cards.length ?? 0) > 0,
  );
  const big = dealt.findIndex((index) => (table.seats[index]?.bet ?? 0) === highestBet(table));
  return [...dealt.slice(big + 1), ...dealt.slice(0, big + 1)];
}

export function startTurn(table: Table, change: ChangeOf<"turn">): Table {
  if (!table.hand) return table;
  return { ...table, hand: { ...table.hand, turn: change.turn, options: change.options } };
}

export function act(table: Table, change: ChangeOf<"acted">): Table {
  if (!table.hand) return table;
  const before = seatAt(table, change.seat);
  const added = change.bet - before.bet;
  const folded = change.act === "fold";
  const mine = change.seat === table.me;
  const acted = withSeat(table, change.seat, (seat) => ({
    ...seat,
    stack: seat.stack - added,
    bet: change.bet,
    folded,
    cards: folded && !mine ? [] : seat.cards,
    lastAct: { act: change.act, allIn: change.allIn },
  }));
  // A ruling that closed raising is answered by my own act; what the line said is past.
  const notice = mine ? null : table.notice;
  return note(
    { ...acted, hand: { ...table.hand, turn: null, options: null }, notice },
    {
      kind: "acted",
      name: before.name,
      mine,
      act: change.act,
      allIn: change.allIn,
      amount: change.act === "call" && !change.allIn ? added : change.bet,
      rule: change.rule ?? null,
    },
  );
}

export function dealBoard(table: Table, change: ChangeOf<"board">): Table {
  if (!table.hand) return table;
  const known = table.hand.board.length;
  const cards: readonly Card[] = change.board.slice(known);
  const collected = withSeats(table, (seat) => ({ ...seat, bet: 0, lastAct: seat.folded ? seat.lastAct : null }));
  const pot = change.pots.reduce((sum, each) => sum + each, 0);
  return note(
    {
      ...collected,
      hand: {
        ...table.hand,
        street: change.street,
        board: change.board,
        pots: change.pots,
        turn: null,
        options: null,
        strength: change.strength ?? table.hand.strength,
      },
      why: null,
    },
    { kind: "street", street: change.street, cards, board: change.board, pot },
  );
}

export function returnUncalled(table: Table, change: ChangeOf<"uncalled">): Table {
  const back = withSeat(table, change.seat, (seat) => ({
    ...seat,
    stack: seat.stack + change.amount,
    bet: Math.max(0, seat.bet - change.amount),
  }));
  return note(back, { kind: "returned", name: seatAt(table, change.seat).name, amount: change.amount });
}

export function show(table: Table, change: ChangeOf<"shown">): Table {
  const shown = withSeat(table, change.seat, (seat) => ({ ...seat, cards: change.cards, shown: change.hand }));
  return note(shown, { kind: "shown", name: seatAt(table, change.seat).name, cards: change.cards, hand: change.hand });
}

export function award(table: Table, change: ChangeOf<"awarded">): Table {
  if (!table.hand) return table;
  const won = new Map<number, number>();
  for (const { seat, amount } of change.winners) won.set(seat, (won.get(seat) ?? 0) + amount);
  const total = totalPot(table);
  const paid = withSeats(table, (seat, index) => ({
    ...seat,
    bet: 0,
    stack: seat.stack + (won.get(index) ?? 0),
    won: won.get(index) ?? 0,
    lastAct: seat.folded ? seat.lastAct : null,
  }));
  // A pot that went to the house to the last cent was won by nobody.
  const told = [...won]
    .filter(([, amount]) => amount > 0)
    .map(([index, amount]): Happening => {
      const seat = seatAt(table, index);
      return { kind: "won", name: seat.name, mine: index === table.me, amount, hand: seat.shown };
    });
  const { best, pot, rake, rakeRule } = change;
  const result = { winners: change.winners, best, pot, rake, rakeRule };
  return note(
    // A pot that was never collected (everybody folded before the flop) is shown as it was won.
    {
      ...paid,
      hand: {
        ...table.hand,
        turn: null,
        options: null,
        pots: table.hand.pots.length ? table.hand.pots : [total],
        result,
      },
    },
    ...told,
    // Chips of a tournament are never raked.
    ...(table.tournament ? [] : [{ kind: "rake", amount: rake, pot, rule: rakeRule } as const]),
  );
}

export function endHand(table: Table, change: ChangeOf<"handEnded">): Table {
  return { ...table, nextHandAt: change.nextHandAt, lastHand: table.hand?.id ?? table.lastHand };
}

export function voidHand(table: Table, change: ChangeOf<"handVoided">): Table {
  const restored = withSeats(table, (seat, index) => ({ ...cleared(seat), stack: change.stacks[index] ?? seat.stack }));
  const { told, at, last = false } = change;
  return note(
    {
      ...restored,
      hand: null,
      notice: last ? { kind: "ruling", told, at } : null,
      standing: last ? null : { kind: "rolledBack", told, at },
      why: null,
    },
    { kind: "ruling", told },
  );
}
