import type { TableChange } from "../model/table/changes";
import { reduceTable } from "../model/table/reduce";
import type { Avatar, Table } from "../model/table/types";
import { HERO, seatOf, tableOf } from "./tallinn";
import { BASE } from "./time";

export const played = (start: Table, changes: readonly TableChange[]): Table => changes.reduce(reduceTable, start);

/** Four cards, checked to a player who thinks; a check is armed by hand. */
export const oslo: Table = played(
  tableOf({
    id: "oslo-1",
    name: "Oslo 1",
    stake: "PL25",
    game: "omaha",
    structure: "pot_limit",
    edition: "unibet-2.6",
    editionName: "Unibet 2.6",
    blinds: { small: 10, big: 25, ante: 0 },
    timeBank: 30_000,
    seats: [
      seatOf("Helve", "fox", 2735, { player: HERO }),
      seatOf("Bjarte", "owl", 2210),
      seatOf("sunrise_9", "sun", 3190),
      seatOf("Nordwind", "wave", 2550),
      seatOf("mik.a", "moon", 2035),
      null,
    ],
  }),
  [
    { kind: "handOpened", hand: "h-901", number: 901, button: 3, seats: [4, 0, 1, 2, 3], holeCards: 4 },
    { kind: "posted", seat: 4, blind: "small", amount: 10 },
    { kind: "posted", seat: 0, blind: "big", amount: 25 },
    { kind: "dealt", cards: ["Ac", "Kc", "Jd", "Ts"], strength: null },
    { kind: "acted", seat: 1, act: "fold", bet: 0, allIn: false },
    { kind: "acted", seat: 2, act: "call", bet: 25, allIn: false },
    { kind: "acted", seat: 3, act: "call", bet: 25, allIn: false },
    { kind: "acted", seat: 4, act: "call", bet: 25, allIn: false },
    { kind: "acted", seat: 0, act: "check", bet: 25, allIn: false },
    {
      kind: "board",
      street: 1,
      board: ["Kd", "8c", "3s"],
      pots: [100],
      strength: { category: "one_pair", ranks: ["K", "A", "J", "T"] },
    },
    {
      kind: "turn",
      turn: { number: 6, seat: 4, started: BASE - 5_000, thinksUntil: BASE + 5_000, bank: 0, bankRuns: false },
      options: null,
    },
  ],
);

/** A Banzai all-in that was shown down. */
export const banzai: Table = played(
  tableOf({
    id: "banzai-7",
    name: "Banzai 7",
    stake: "NL5",
    seats: [
      seatOf("Helve", "fox", 500, { player: HERO }),
      seatOf("Kertu", "leaf", 475),
      seatOf("rasmus_t", "peak", 500),
      seatOf("Ioan_B", "fir", 500),
      seatOf("pelle", "moon", 1130),
    ],
  }),
  [
    { kind: "handOpened", hand: "h-77", number: 77, button: 4, seats: [0, 1, 2, 3, 4], holeCards: 2 },
    { kind: "posted", seat: 0, blind: "small", amount: 25 },
    { kind: "posted", seat: 1, blind: "big", amount: 50 },
    { kind: "dealt", cards: ["Js", "Jd"], strength: null },
    { kind: "acted", seat: 2, act: "raise", bet: 500, allIn: true },
    { kind: "acted", seat: 3, act: "fold", bet: 0, allIn: false },
    { kind: "acted", seat: 4, act: "fold", bet: 0, allIn: false },
    { kind: "acted", seat: 0, act: "call", bet: 500, allIn: true },
    { kind: "acted", seat: 1, act: "fold", bet: 50, allIn: false },
    { kind: "shown", seat: 2, cards: ["Ah", "Th"], hand: { category: "one_pair", ranks: ["6", "A", "K", "J"] } },
    {
      kind: "board",
      street: 3,
      board: ["Jh", "6c", "6s", "2d", "Kc"],
      pots: [1050],
      strength: { category: "full_house", ranks: ["J", "6"] },
    },
    { kind: "shown", seat: 0, cards: ["Js", "Jd"], hand: { category: "full_house", ranks: ["J", "6"] } },
    {
      kind: "awarded",
      winners: [{ seat: 0, amount: 1029 }],
      best: ["Js", "Jd", "Jh", "6c", "6s"],
      pot: 1050,
      rake: 21,
      rakeRule: "RAKE-05",
    },
    { kind: "handEnded", nextHandAt: BASE + 3_000 },
  ],
);

/** Nine seats; I folded and look on. */
export const constanta: Table = played(
  tableOf({
    id: "constanta-2",
    name: "Constanța 2",
    stake: "0.50 / 1.00",
    edition: "publicwin",
    editionName: "PublicWin",
    blinds: { small: 50, big: 100, ante: 0 },
    timeBank: null,
    seats: [
      seatOf("Helve", "fox", 11_275, { player: HERO }),
      seatOf("vlad.m", "owl", 8820),
      seatOf("Corina", "sun", 10_800),
      seatOf("GheB", "fox", 6415),
      seatOf("tudor_99", "moon", 14_460),
      seatOf("Ana-Maria", "leaf", 5030),
      seatOf("Radu.P", "fir", 20_250),
      null,
      seatOf("mircea", "fish", 9940, { away: { until: BASE + 192_000, rule: "TIME-02" } }),
    ],
  }),
  [
    { kind: "handOpened", hand: "h-5", number: 5120, button: 6, seats: [0, 1, 2, 3, 4, 5, 6], holeCards: 2 },
    { kind: "posted", seat: 4, blind: "small", amount: 50 },
    { kind: "posted", seat: 6, blind: "big", amount: 100 },
    { kind: "dealt", cards: ["8h", "3c"], strength: null },
    { kind: "acted", seat: 0, act: "fold", bet: 0, allIn: false },
    { kind: "acted", seat: 1, act: "fold", bet: 0, allIn: false },
    { kind: "acted", seat: 2, act: "call", bet: 100, allIn: false },
    { kind: "acted", seat: 3, act: "fold", bet: 0, allIn: false },
    { kind: "acted", seat: 5, act: "fold", bet: 0, allIn: false },
    { kind: "acted", seat: 4, act: "call", bet: 100, allIn: false },
    { kind: "acted", seat: 6, act: "check", bet: 100, allIn: false },
    { kind: "board", street: 1, board: ["Ts", "9d", "2c"], pots: [300], strength: null },
    { kind: "acted", seat: 2, act: "bet", bet: 700, allIn: false },
    {
      kind: "turn",
      turn: { number: 9, seat: 4, started: BASE - 3_000, thinksUntil: BASE + 12_000, bank: 0, bankRuns: false },
      options: null,
    },
  ],
);

const NAMES: readonly [string, Avatar][] = [
  ["Helve", "fox"],
  ["kaspar77", "peak"],
  ["Nordwind", "wave"],
  ["lucky_otter", "fish"],
  ["Sten.V", "fir"],
  ["d0ina", "leaf"],
  ["mik.a", "moon"],
  ["Bjarte", "owl"],
  ["sunrise_9", "sun"],
];

/** Every seat has bet and it is my turn: what a table of that size must have room for. */
export function crowded(count: number): Table {
  const seats = NAMES.slice(0, count).map(([name, avatar], index) =>
    seatOf(name, avatar, 5000 + index * 731, index === 0 ? { player: HERO } : {}),
  );
  const others = Array.from({ length: count - 1 }, (_, index) => index + 1);
  const last = count - 1;
  return played(tableOf({ id: `seats-${count}`, name: `Tartu ${count}`, seats }), [
    {
      kind: "handOpened",
      hand: `h-${count}`,
      number: 40_000 + count,
      button: last,
      seats: [0, ...others],
      holeCards: 2,
    },
    { kind: "dealt", cards: ["Kh", "Kd"], strength: null },
    {
      kind: "board",
      street: 1,
      board: ["Kc", "9s", "4d"],
      pots: [350],
      strength: { category: "three_of_a_kind", ranks: ["K", "9", "4"] },
    },
    { kind: "acted", seat: 0, act: "bet", bet: 250, allIn: false },
    ...others.map(
      (seat): TableChange => ({
        kind: "acted",
        seat,
        act: seat === last ? "raise" : "call",
        bet: seat === last ? 900 : 250,
        allIn: false,
      }),
    ),
    {
      kind: "turn",
      turn: { number: count, seat: 0, started: BASE - 2_000, thinksUntil: BASE + 8_000, bank: 20_000, bankRuns: true },
      options: { toCall: 650, raiseMin: 1550, raiseMax: 5000, closedBy: null },
    },
  ]);
}

/** Nobody to play with yet. */
export const waiting: Table = tableOf({
  id: "parnu-1",
  name: "Pärnu 1",
  missing: 2,
  seats: [seatOf("Helve", "fox", 5000, { player: HERO }), null, null, null, null, null],
});

/** I have just sat down while others play, and wait for the big blind. */
export const newcomer: Table = played(
  tableOf({
    id: "narva-2",
    name: "Narva 2",
    mayPost: "CASH-16",
    seats: [
      seatOf("Helve", "fox", 5000, { player: HERO, entry: "waiting" }),
      seatOf("kaspar77", "peak", 4810),
      seatOf("Nordwind", "wave", 5000),
      null,
      seatOf("Sten.V", "fir", 2140),
      null,
    ],
  }),
  [
    { kind: "handOpened", hand: "h-31", number: 3100, button: 1, seats: [2, 4, 1], holeCards: 2 },
    { kind: "posted", seat: 2, blind: "small", amount: 25 },
    { kind: "posted", seat: 4, blind: "big", amount: 50 },
    {
      kind: "turn",
      turn: { number: 1, seat: 1, started: BASE - 2_000, thinksUntil: BASE + 8_000, bank: 0, bankRuns: false },
      options: null,
    },
  ],
);
