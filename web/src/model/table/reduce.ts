import type { ChangeOf, TableChange } from "./changes";
import { seatAt } from "./read";
import {
  act,
  award,
  deal,
  dealBoard,
  endHand,
  note,
  openHand,
  post,
  returnUncalled,
  show,
  startTurn,
  voidHand,
  withSeat,
  withSeats,
} from "./reduce-hand";
import { setNextHand, setTournament } from "./reduce-tournament";
import type { NoticeKind, Seat, Table } from "./types";

const CHAT_MAX = 200;

type Handlers = { readonly [K in TableChange["kind"]]: (table: Table, change: ChangeOf<K>) => Table };

const handlers: Handlers = {
  viewed: (_, change) => change.table,
  seated: sit,
  left: leave,
  satOut: (table, change) =>
    note(
      withSeat(table, change.seat, (seat) => ({ ...seat, away: change.away })),
      { kind: "away", name: seatAt(table, change.seat).name, rule: change.away.rule },
    ),
  satIn: (table, change) =>
    note(
      withSeat(table, change.seat, (seat) => ({ ...seat, away: null, entry: change.entry })),
      { kind: "back", name: seatAt(table, change.seat).name },
    ),
  toppedUp: topUp,
  handOpened: openHand,
  posted: post,
  dealt: deal,
  turn: startTurn,
  turnClock: (table, { turn }) =>
    table.hand?.turn?.number === turn.number ? { ...table, hand: { ...table.hand, turn } } : table,
  acted: act,
  board: dealBoard,
  uncalled: returnUncalled,
  shown: show,
  awarded: award,
  handEnded: endHand,
  handVoided: voidHand,
  connectionLost: (table, change) =>
    note(
      withSeat(table, change.seat, (seat) => ({ ...seat, lost: { until: change.until, total: change.total } })),
      {
        kind: "lost",
        name: seatAt(table, change.seat).name,
        seconds: Math.round(change.total / 1000),
        rule: change.rule,
      },
    ),
  connectionBack: (table, change) =>
    note(
      withSeat(table, change.seat, (seat) => ({ ...seat, lost: null })),
      { kind: "found", name: seatAt(table, change.seat).name },
    ),
  clocksPaused: (table, change) => ({ ...table, clocksPaused: change.rule }),
  clocksResumed: (table) => ({ ...table, clocksPaused: null }),
  ruled: (table, change) => tell(table, "ruling", change),
  refused: (table, change) => tell(table, "refusal", change),
  dismissed: (table) => ({ ...table, standing: null }),
  said: (table, change) => {
    const { player, name, text, at } = change;
    const line = { id: (table.chat.at(-1)?.id ?? 0) + 1, player, name, text, at };
    return { ...table, chat: [...table.chat, line].slice(-CHAT_MAX), unread: table.unread + 1 };
  },
  chatRead: (table) => ({ ...table, unread: 0 }),
  optionsSet: (table, change) => ({ ...table, myOptions: change.options }),
  postOffered: (table, change) => ({ ...table, mayPost: change.rule }),
  topUpOffered: (table, change) => ({ ...table, topUp: change.offer }),
  tournament: setTournament,
  nextHand: setNextHand,
  timeBank: (table, change) => ({ ...table, timeBank: change.bank }),
  strength: (table, change) => (table.hand ? { ...table, hand: { ...table.hand, strength: change.strength } } : table),
  chairs: (table, change) => withSeats(table, (seat, index) => ({ ...seat, ...change.chairs[index] })),
  rolledBack: (table, change) => ({
    ...note(table, { kind: "ruling", told: change.told }),
    notice: null,
    standing: { kind: "rolledBack", told: change.told, at: change.at },
    why: null,
  }),
  // What a hand left on the table stays in sight while players are missing for the next one.
  waiting: (table, change) => ({
    ...table,
    hand: table.hand?.result ? table.hand : null,
    missing: change.missing,
    nextHandAt: change.nextHandAt,
  }),
  closing: (table, change) => ({
    ...note(table, { kind: "ruling", told: change.told }),
    closing: change.told.rule,
    standing: { kind: "closing", told: change.told, at: change.at },
  }),
};

/** The table after something happened; never refuses and keeps no time. */
export function reduceTable(table: Table, change: TableChange): Table {
  const handle = handlers[change.kind] as (table: Table, change: TableChange) => Table;
  return handle(table, change);
}

function sit(table: Table, change: ChangeOf<"seated">): Table {
  const { player, name, avatar, stack, entry } = change;
  const seat: Seat = {
    player,
    name,
    avatar,
    stack,
    bet: 0,
    cards: [],
    folded: false,
    lastAct: null,
    entry,
    away: null,
    lost: null,
    pendingTopUp: 0,
    won: 0,
    shown: null,
    bot: change.bot ?? false,
  };
  const seats = table.seats.map((taken, index) => (index === change.seat ? seat : taken));
  return note({ ...table, seats, me: change.me ? change.seat : table.me }, { kind: "seated", name, amount: stack });
}

function leave(table: Table, change: ChangeOf<"left">): Table {
  const { name } = seatAt(table, change.seat);
  const seats = table.seats.map((seat, index) => (index === change.seat ? null : seat));
  return note(
    { ...table, seats, me: table.me === change.seat ? null : table.me },
    { kind: "left", name, rule: change.rule },
  );
}

/** Money that comes during a hand waits beside the stack; with `pending` false it has reached it. */
function topUp(table: Table, change: ChangeOf<"toppedUp">): Table {
  const changed = withSeat(table, change.seat, (seat) =>
    change.pending
      ? { ...seat, pendingTopUp: seat.pendingTopUp + change.amount }
      : { ...seat, stack: seat.stack + change.amount, pendingTopUp: Math.max(0, seat.pendingTopUp - change.amount) },
  );
  const { name } = seatAt(table, change.seat);
  return note(changed, { kind: "toppedUp", name, amount: change.amount, pending: change.pending });
}

/** A ruling goes into the log; a refusal is only mine and stays on the line. */
function tell(table: Table, kind: NoticeKind, change: ChangeOf<"ruled"> | ChangeOf<"refused">): Table {
  const told = kind === "ruling" ? note(table, { kind: "ruling", told: change.told }) : table;
  return { ...told, notice: { kind, told: change.told, at: change.at }, why: change.why };
}
