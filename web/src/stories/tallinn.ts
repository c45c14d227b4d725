import type { TableChange } from "../model/table/changes";
import type { Avatar, Seat, Table, Why } from "../model/table/types";
import { BASE } from "./time";

/** The hand of the design pictures, from its first card to the last chip. */
export const HERO = "p-helve";

export function seatOf(name: string, avatar: Avatar, stack: number, more: Partial<Seat> = {}): Seat {
  return {
    player: `p-${name.toLowerCase()}`,
    name,
    avatar,
    stack,
    bet: 0,
    cards: [],
    folded: false,
    lastAct: null,
    entry: "in",
    away: null,
    lost: null,
    pendingTopUp: 0,
    won: 0,
    shown: null,
    bot: false,
    ...more,
  };
}

export function tableOf(more: Partial<Table> & Pick<Table, "id" | "name" | "seats">): Table {
  return {
    stake: "NL50",
    game: "texas",
    structure: "no_limit",
    edition: "unibet-2.7",
    editionName: "Unibet 2.7",
    blinds: { small: 25, big: 50, ante: 0 },
    unit: { kind: "money", currency: "EUR" },
    wallet: "poker",
    step: 1,
    me: 0,
    button: null,
    hand: null,
    log: [],
    chat: [],
    unread: 0,
    notice: null,
    standing: null,
    why: null,
    myOptions: { sitOutNext: false, sitOutBigBlind: false, autoTopUp: true },
    mayPost: null,
    topUp: { min: 100, max: 0, target: 5000, exact: false, auto: true, rule: "BUY-05" },
    timeBank: 20_000,
    clocksPaused: null,
    nextHandAt: null,
    missing: 0,
    closing: null,
    lastHand: "h-18203",
    tournament: null,
    ...more,
  };
}

export const tallinnStart: Table = tableOf({
  id: "tallinn-3",
  name: "Tallinn 3",
  seats: [
    seatOf("Helve", "fox", 6135, { player: HERO }),
    seatOf("kaspar77", "peak", 4810),
    seatOf("Nordwind", "wave", 5000, { away: { until: BASE + 466_000, rule: "TIME-02" } }),
    seatOf("lucky_otter", "fish", 230),
    seatOf("Sten.V", "fir", 2140),
    seatOf("d0ina", "leaf", 10_275),
  ],
});

const acted = (
  seat: number,
  act: "fold" | "check" | "call" | "bet" | "raise",
  bet = 0,
  allIn = false,
): TableChange => ({
  kind: "acted",
  seat,
  act,
  bet,
  allIn,
});

const preflop: readonly TableChange[] = [
  { kind: "handOpened", hand: "h-18204", number: 18_204, button: 1, seats: [3, 4, 5, 0, 1], holeCards: 2 },
  { kind: "posted", seat: 3, blind: "small", amount: 25 },
  { kind: "posted", seat: 4, blind: "big", amount: 50 },
  { kind: "dealt", cards: ["As", "Qs"], strength: null },
  acted(5, "raise", 150),
  acted(0, "call", 150),
  acted(1, "call", 150),
  acted(3, "raise", 230, true),
  {
    kind: "ruled",
    told: { code: "short_all_in", rule: "BET-13", numbers: {}, names: { names: "d0ina,Helve,kaspar77" } },
    at: BASE - 120_000,
    why: null,
  },
  acted(4, "call", 230),
  acted(5, "call", 230),
  acted(0, "call", 230),
  acted(1, "call", 230),
];

const PAIR = { category: "one_pair", ranks: ["Q", "A", "9", "4"] } as const;

const flop: readonly TableChange[] = [
  { kind: "board", street: 1, board: ["Qh", "9s", "4d"], pots: [1150], strength: PAIR },
  acted(4, "check"),
  acted(5, "bet", 210),
  acted(0, "call", 210),
  acted(1, "call", 210),
  acted(4, "call", 210),
];

const turn: readonly TableChange[] = [
  { kind: "board", street: 2, board: ["Qh", "9s", "4d", "7c"], pots: [1150, 840], strength: PAIR },
  acted(4, "bet", 420),
  { kind: "connectionLost", seat: 1, until: BASE + 29_400, total: 30_000, rule: "TIME-11" },
];

/** d0ina thinks; I may arm a call. */
export const toPre: readonly TableChange[] = [
  ...preflop,
  ...flop,
  ...turn,
  {
    kind: "turn",
    turn: { number: 15, seat: 5, started: BASE - 3_000, thinksUntil: BASE + 7_000, bank: 0, bankRuns: false },
    options: null,
  },
];

const folds: readonly TableChange[] = [
  acted(5, "fold"),
  { kind: "said", player: "p-d0ina", name: "d0ina", text: "nh, close one", at: BASE - 20_000 },
  { kind: "said", player: "p-sten.v", name: "Sten.V", text: "thanks", at: BASE - 10_000 },
];

/** I face 4.20, in the time bank. */
export const toAct: readonly TableChange[] = [
  ...toPre.slice(0, -1),
  ...folds,
  {
    kind: "turn",
    turn: { number: 16, seat: 0, started: BASE - 15_600, thinksUntil: BASE - 5_600, bank: 20_000, bankRuns: true },
    options: { toCall: 420, raiseMin: 840, raiseMax: 5695, closedBy: null },
  },
];

export const raiseClosedWhy: Why = {
  rule: "BET-13",
  lines: [
    { code: "my_raise", amount: 840, signed: true, total: false, numbers: { to: 1260, from: 420 }, names: {} },
    { code: "full_raise", amount: 840, signed: false, total: false, numbers: {}, names: {} },
    { code: "all_in_to", amount: 440, signed: true, total: true, numbers: { to: 1700 }, names: { name: "Sten.V" } },
  ],
  outcome: {
    code: "may_call_or_fold",
    rule: "BET-13",
    numbers: { added: 440, needed: 840, to_call: 440 },
    names: { names: "@me,kaspar77" },
  },
};

/** I raised, Sten.V is all-in for too little: raising is closed. */
export const toClosed: readonly TableChange[] = [
  ...toAct.slice(0, -1),
  acted(0, "raise", 1260),
  { kind: "connectionBack", seat: 1 },
  acted(1, "call", 1260),
  acted(4, "raise", 1700, true),
  {
    kind: "turn",
    turn: { number: 19, seat: 0, started: BASE - 4_000, thinksUntil: BASE + 6_000, bank: 14_000, bankRuns: true },
    options: { toCall: 440, raiseMin: 0, raiseMax: 0, closedBy: "BET-13" },
  },
  {
    kind: "ruled",
    told: { code: "raise_closed", rule: "BET-13", numbers: { to_call: 440 } },
    at: BASE - 1_000,
    why: raiseClosedWhy,
  },
];

/** The hand is shown and won. */
export const toEnd: readonly TableChange[] = [
  ...toClosed,
  acted(0, "call", 1700),
  acted(1, "fold", 1260),
  { kind: "board", street: 3, board: ["Qh", "9s", "4d", "7c", "2h"], pots: [1150, 5500], strength: PAIR },
  { kind: "shown", seat: 4, cards: ["Kd", "Qc"], hand: { category: "one_pair", ranks: ["Q", "K", "9", "7"] } },
  { kind: "shown", seat: 0, cards: ["As", "Qs"], hand: PAIR },
  { kind: "shown", seat: 3, cards: ["Js", "Ts"], hand: { category: "high_card", ranks: ["Q", "J", "T", "9", "7"] } },
  {
    kind: "awarded",
    winners: [
      { seat: 0, amount: 1115 },
      { seat: 0, amount: 5335 },
    ],
    best: ["As", "Qs", "Qh", "9s", "7c"],
    pot: 6650,
    rake: 200,
    rakeRule: "RAKE-07",
  },
  { kind: "handEnded", nextHandAt: BASE + 4_000 },
];
