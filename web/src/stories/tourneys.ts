import type { Told } from "../model/basics";
import type { Band, Draw } from "../model/hexapro";
import type { Change } from "../model/model";
import type { TableChange } from "../model/table/changes";
import type { Level, Purchase, TableTournament } from "../model/table/tournament";
import type { Avatar, Seat, Table } from "../model/table/types";
import type { Story } from "./stories";
import { oslo, played } from "./tables";
import { HERO, seatOf, tableOf } from "./tallinn";
import { BASE } from "./time";
import { world } from "./world";

const view = (table: Table): Change => ({ to: "table", table: table.id, change: { kind: "viewed", table } });
const level = (number: number, small: number, big: number, ante: number): Level => ({ number, small, big, ante });
const EUR = { kind: "money", currency: "EUR" } as const;

const sunday: TableTournament = {
  id: "t-sunday",
  kind: "tournament",
  name: "Sunday Bounty 1 500",
  unit: EUR,
  wallet: "poker",
  price: 2000,
  hexapro: null,
  table: 4,
  level: level(12, 1000, 2000, 250),
  levelEnds: BASE + 252_000,
  next: level(13, 1200, 2400, 300),
  pause: null,
  entries: 170,
  remaining: 38,
  average: 44_737,
  place: 14,
  paid: 24,
  outNow: null,
  bounties: {
    "p-lucky_otter": 4725,
    "p-nordwind": 2700,
    "p-d0ina": 1800,
    "p-kaspar77": 4050,
    "p-mare55": 1350,
    [HERO]: 2025,
  },
  bountyRule: "MTT-69",
  handForHand: false,
  waiting: null,
  finalTable: false,
  reBuy: null,
  reBuyLevel: null,
  addOn: null,
  mine: null,
  offerUntil: null,
  offerTotal: 0,
  finish: null,
  ended: null,
  draw: null,
  ladder: [],
  prizes: [
    { first: 1, last: 1, money: 33_660, ticket: 0 },
    { first: 2, last: 2, money: 22_950, ticket: 0 },
    { first: 3, last: 3, money: 16_065, ticket: 0 },
    { first: 4, last: 4, money: 12_240, ticket: 0 },
    { first: 5, last: 5, money: 9486, ticket: 0 },
    { first: 6, last: 6, money: 7344, ticket: 0 },
    { first: 7, last: 9, money: 4590, ticket: 0 },
  ],
};

function seats(...stacks: readonly number[]): readonly (Seat | null)[] {
  const names: readonly [string, Avatar][] = [
    ["Helve", "fox"],
    ["kaspar77", "peak"],
    ["Nordwind", "wave"],
    ["lucky_otter", "fish"],
    ["d0ina", "leaf"],
    ["Mare55", "moon"],
  ];
  return names.map(([name, avatar], index) => {
    const away = name === "Mare55" ? { away: { until: null, rule: "MTT-40" } } : {};
    return seatOf(name, avatar, stacks[index] ?? 0, index === 0 ? { player: HERO } : away);
  });
}

function at(more: Partial<TableTournament>, table: Partial<Table> & Pick<Table, "seats">): Table {
  const tournament = { ...sunday, ...more };
  const counts = (tournament.pause?.until ? tournament.next : tournament.level) ?? level(1, 1, 2, 0);
  return tableOf({
    id: "sunday-4",
    name: tournament.name,
    stake: "",
    unit: { kind: "chips" },
    wallet: "poker",
    blinds: { small: counts.small, big: counts.big, ante: counts.ante },
    topUp: null,
    myOptions: { sitOutNext: false, sitOutBigBlind: false, autoTopUp: false },
    button: 2,
    tournament,
    ...table,
  });
}

const told = (code: string, rule: string, numbers: Told["numbers"] = {}): Told => ({ code, rule, numbers });
const acted = (
  seat: number,
  act: "fold" | "check" | "call" | "bet" | "raise",
  bet = 0,
  allIn = false,
): TableChange => ({ kind: "acted", seat, act, bet, allIn });

/** The picture of play: a bet of 6 000 on the flop, and it is my turn. */
const play: Table = played(at({}, { seats: seats(52_300, 98_300, 41_150, 141_900, 90_700, 34_900) }), [
  {
    kind: "nextHand",
    seats: Object.fromEntries(
      seats(52_300, 98_300, 41_150, 141_900, 90_700, 34_900).map((seat, index) => [index, seat as Seat]),
    ),
    me: 0,
    button: 2,
    smallBlind: 3,
    rule: "MTT-46a",
    level: level(12, 1000, 2000, 250),
    at: null,
  },
  { kind: "handOpened", hand: "h-212", number: 212, button: 2, seats: [3, 4, 5, 0, 1, 2], holeCards: 2 },
  { kind: "posted", seat: 3, blind: "small", amount: 1000 },
  { kind: "posted", seat: 4, blind: "big", amount: 2000 },
  { kind: "dealt", cards: ["Kd", "Qd"], strength: null },
  acted(5, "fold"),
  acted(0, "raise", 4500),
  acted(1, "fold"),
  acted(2, "fold"),
  acted(3, "call", 4500),
  acted(4, "fold", 2000),
  {
    kind: "board",
    street: 1,
    board: ["Kh", "8s", "3d"],
    pots: [12_500],
    strength: { category: "one_pair", ranks: ["K", "Q", "8", "3"] },
  },
  acted(3, "bet", 6000),
  {
    kind: "turn",
    turn: { number: 9, seat: 0, started: BASE - 9_000, thinksUntil: BASE + 11_000, bank: 20_000, bankRuns: false },
    options: { toCall: 6000, raiseMin: 12_000, raiseMax: 47_800, closedBy: null },
  },
]);

/** A full table of nine late in the evening, with the long numbers that come then. */
const nine: Table = played(
  at(
    {
      level: level(24, 15_000, 30_000, 4000),
      next: level(25, 20_000, 40_000, 5000),
      remaining: 138,
      place: 113,
      paid: 90,
      average: 1_044_737,
      bounties: { "p-lucky_otter": 14_725, "p-tulp": 2700, "p-zsofi": 1800, "p-sten.v": 44_050, [HERO]: 12_025 },
    },
    {
      id: "sunday-9",
      seats: [
        ...seats(1_152_300, 998_300, 441_150, 1_141_900, 2_090_700, 834_900),
        seatOf("tulp", "sun", 1_233_500),
        seatOf("Zsofi", "owl", 1_152_000),
        seatOf("Sten.V", "fir", 1_425_000),
      ],
    },
  ),
  [
    {
      kind: "handOpened",
      hand: "h-412",
      number: 412,
      button: 2,
      seats: [3, 4, 6, 7, 8, 0, 1, 2],
      holeCards: 2,
    },
    { kind: "posted", seat: 3, blind: "small", amount: 15_000 },
    { kind: "posted", seat: 4, blind: "big", amount: 30_000 },
    { kind: "dealt", cards: ["9c", "9d"], strength: null },
    acted(6, "raise", 75_000),
    acted(7, "call", 75_000),
    acted(8, "fold"),
    {
      kind: "turn",
      turn: { number: 9, seat: 0, started: BASE - 9_000, thinksUntil: BASE + 11_000, bank: 20_000, bankRuns: false },
      options: { toCall: 75_000, raiseMin: 120_000, raiseMax: 1_152_300, closedBy: null },
    },
  ],
);

const onBreak = at(
  {
    pause: { kind: "break", until: BASE + 221_000 },
    levelEnds: null,
    level: level(11, 800, 1600, 200),
    next: level(12, 1000, 2000, 250),
    remaining: 46,
    place: 19,
    average: 36_957,
  },
  { seats: seats(48_900, 71_200, 41_150, 121_850, 79_400, 34_900), lastHand: "h-204" },
);

const handForHand = at(
  {
    level: level(13, 1200, 2400, 300),
    next: level(14, 1500, 3000, 400),
    levelEnds: BASE + 446_000,
    remaining: 25,
    place: 11,
    average: 68_000,
    handForHand: true,
    waiting: { playing: 2, tables: 5 },
  },
  { seats: [...seats(71_900, 104_600, 9850, 132_400, 88_700).slice(0, 5), null], button: 1 },
);

const reBuy: Purchase = { chips: 3000, price: 400, pool: 360, fee: 40, rule: "MTT-66", state: { kind: "open" } };
const addOn: Purchase = {
  chips: 4000,
  price: 400,
  pool: 360,
  fee: 40,
  rule: "MTT-67",
  state: { kind: "after", level: 5 },
};
const warmUp: Partial<TableTournament> = {
  id: "t-warm",
  name: "Re-buy Warm-up 300",
  price: 400,
  level: level(4, 75, 150, 20),
  next: level(5, 100, 200, 25),
  levelEnds: BASE + 308_000,
  entries: 58,
  remaining: 58,
  place: 58,
  average: 4603,
  bounties: {},
  bountyRule: null,
  reBuy,
  reBuyLevel: 5,
  addOn,
};

const showdown: readonly TableChange[] = [
  { kind: "handOpened", hand: "h-31", number: 31, button: 1, seats: [2, 3, 4, 0, 1], holeCards: 2 },
  { kind: "posted", seat: 2, blind: "small", amount: 75 },
  { kind: "posted", seat: 3, blind: "big", amount: 150 },
  { kind: "dealt", cards: ["Ah", "Jh"], strength: null },
  acted(4, "raise", 450),
  acted(0, "raise", 2977, true),
  acted(1, "fold"),
  acted(2, "fold", 75),
  acted(3, "fold", 150),
  acted(4, "call", 2977),
  {
    kind: "board",
    street: 3,
    board: ["Ts", "Td", "4c", "9h", "2s"],
    pots: [6179],
    strength: { category: "one_pair", ranks: ["T", "A", "J", "9"] },
  },
  { kind: "shown", seat: 0, cards: ["Ah", "Jh"], hand: { category: "one_pair", ranks: ["T", "A", "J", "9"] } },
  { kind: "shown", seat: 4, cards: ["Th", "7c"], hand: { category: "three_of_a_kind", ranks: ["T", "9", "7"] } },
  {
    kind: "awarded",
    winners: [{ seat: 4, amount: 6179 }],
    best: ["Th", "Ts", "Td", "9h", "7c"],
    pot: 6179,
    rake: 0,
    rakeRule: null,
  },
  { kind: "handEnded", nextHandAt: null },
];
const warmSeats = seats(2977, 5150, 2975, 3550, 5398, 4100);
const noChips = played(
  at({ ...warmUp, offerUntil: BASE + 18_000, offerTotal: 20_000 }, { seats: warmSeats }),
  showdown,
);

const moved = played(
  at(
    { table: 6, levelEnds: BASE + 110_000, remaining: 34, place: 13, average: 50_000 },
    {
      id: "sunday-6",
      seats: [
        seatOf("Helve", "fox", 55_400, { player: HERO }),
        seatOf("Zsofi", "owl", 61_500),
        seatOf("tulp", "sun", 46_500),
        null,
        seatOf("Sten.V", "fir", 118_950),
        seatOf("Mare55", "moon", 34_900),
      ],
      button: 4,
      lastHand: null,
      nextHandAt: BASE + 2_000,
    },
  ),
  [
    {
      kind: "ruled",
      told: told("table_moved", "MTT-42b", {
        fromTable: 4,
        toTable: 6,
        seat: 2,
        count: 6,
        toPlayers: 4,
        hands: 4,
      }),
      at: BASE,
      why: null,
    },
  ],
);

const final = played(
  at(
    {
      finalTable: true,
      level: level(18, 4000, 8000, 1000),
      next: level(19, 5000, 10_000, 1250),
      levelEnds: BASE + 484_000,
      remaining: 6,
      place: 3,
      average: 283_333,
      outNow: 7344,
      ladder: [
        { player: "p-sten.v", name: "Sten.V", place: 1, stack: 425_000 },
        { player: "p-lucky_otter", name: "lucky_otter", place: 2, stack: 396_500 },
        { player: HERO, name: "Helve", place: 3, stack: 291_000 },
        { player: "p-tulp", name: "tulp", place: 4, stack: 233_500 },
        { player: "p-kaspar77", name: "kaspar77", place: 5, stack: 196_000 },
        { player: "p-zsofi", name: "Zsofi", place: 6, stack: 152_000 },
      ],
    },
    {
      seats: [
        seatOf("Helve", "fox", 292_000, { player: HERO }),
        seatOf("kaspar77", "peak", 197_000),
        seatOf("Sten.V", "fir", 426_000),
        seatOf("lucky_otter", "fish", 397_500),
        seatOf("Zsofi", "owl", 153_000),
        seatOf("tulp", "sun", 234_500),
      ],
    },
  ),
  [
    { kind: "handOpened", hand: "h-268", number: 268, button: 1, seats: [2, 3, 4, 5, 0, 1], holeCards: 2 },
    ...[2, 3, 4, 5, 0, 1].map((seat): TableChange => ({ kind: "posted", seat, blind: "ante", amount: 1000 })),
    { kind: "posted", seat: 2, blind: "small", amount: 4000 },
    { kind: "posted", seat: 3, blind: "big", amount: 8000 },
    { kind: "dealt", cards: ["9c", "9d"], strength: null },
    {
      kind: "turn",
      turn: { number: 1, seat: 4, started: BASE - 1_000, thinksUntil: BASE + 14_000, bank: 0, bankRuns: false },
      options: null,
    },
  ],
);

const out = played(
  at(
    {
      level: level(14, 1500, 3000, 400),
      next: level(15, 2000, 4000, 500),
      levelEnds: BASE + 153_000,
      remaining: 13,
      place: null,
      average: 130_769,
      finish: {
        place: 14,
        of: 170,
        prize: 2448,
        ticket: 0,
        bountyMoney: 1125,
        held: false,
        rule: "MTT-44",
        placeRule: "MTT-41a",
      },
    },
    { seats: seats(48_750, 98_300, 38_900, 180_650, 88_700, 34_900), button: 1 },
  ),
  [
    { kind: "handOpened", hand: "h-244", number: 244, button: 1, seats: [2, 3, 4, 5, 0, 1], holeCards: 2 },
    { kind: "dealt", cards: ["Kd", "Qd"], strength: null },
    acted(2, "fold"),
    acted(4, "fold"),
    acted(5, "fold"),
    acted(1, "fold"),
    acted(0, "raise", 48_750, true),
    acted(3, "call", 48_750),
    {
      kind: "board",
      street: 3,
      board: ["Kh", "8s", "3d", "8c", "6h"],
      pots: [97_500],
      strength: { category: "two_pair", ranks: ["K", "8", "Q"] },
    },
    { kind: "shown", seat: 0, cards: ["Kd", "Qd"], hand: { category: "two_pair", ranks: ["K", "8", "Q"] } },
    { kind: "shown", seat: 3, cards: ["8h", "7h"], hand: { category: "three_of_a_kind", ranks: ["8", "K", "7"] } },
    {
      kind: "awarded",
      winners: [{ seat: 3, amount: 97_500 }],
      best: ["8h", "8s", "8c", "Kh", "7h"],
      pot: 97_500,
      rake: 0,
      rakeRule: null,
    },
    { kind: "handEnded", nextHandAt: null },
  ],
);

// ---- HexaPro

const CHANCES = [1, 5, 100, 4600, 14_000, 25_000, 56_294];
const TIMES = [100_000, 10_000, 2500, 1000, 500, 300, 150];
const MINUTES = [4, 4, 4, 3, 3, 2, 1];

export function bandsAt(buyIn: number): readonly Band[] {
  return TIMES.map((multiplier, index) => {
    const first = CHANCES.slice(0, index).reduce((sum, each) => sum + each, 0);
    const chances = CHANCES[index] ?? 0;
    const pool = (buyIn * multiplier) / 100;
    const shared = multiplier > 1000;
    return {
      multiplier,
      chances,
      first,
      last: first + chances - 1,
      pool,
      prizes: shared ? [pool * 0.8, pool * 0.12, pool * 0.08] : [pool],
      stack: 500,
      level: (MINUTES[index] ?? 1) * 60_000,
      bank: shared ? 30_000 : 10_000,
    };
  });
}

const drawn = (number: number, multiplier: number, at: number): Draw => ({
  bands: bandsAt(500),
  total: 100_000,
  number,
  multiplier,
  at,
  rule: "HEXA-04",
});

const three = (mine: number, one: number, other: number): Table["seats"] => [
  seatOf("Helve", "fox", mine, { player: HERO }),
  seatOf("Sten.V", "fir", one),
  seatOf("d0ina", "leaf", other),
];

function hexa(draw: Draw, more: Partial<TableTournament> = {}, table: Partial<Table> = {}): Table {
  const minutes = bandsAt(500).find(({ multiplier }) => multiplier === draw.multiplier)?.level ?? 0;
  return at(
    {
      id: "t-hexa",
      kind: "hexapro",
      name: "HexaPro €5.00",
      price: 500,
      hexapro: "hexapro/unibet-2.7/test/500",
      table: 1,
      level: level(1, 10, 20, 0),
      next: level(2, 15, 30, 4),
      levelEnds: BASE + minutes,
      entries: 3,
      remaining: 3,
      average: 500,
      place: 1,
      paid: 1,
      bounties: {},
      bountyRule: null,
      draw,
      prizes: [],
      ...more,
    },
    {
      id: "hexa-1",
      seats: three(500, 500, 500),
      button: null,
      lastHand: null,
      nextHandAt: BASE + 3_900,
      timeBank: 10_000,
      ...table,
    },
  );
}

const hexaEnd = played(
  hexa(
    drawn(31_480, 300, BASE - 600_000),
    {
      level: level(5, 30, 60, 7),
      next: level(6, 40, 80, 10),
      levelEnds: BASE + 48_000,
      remaining: 1,
      finish: {
        place: 1,
        of: 3,
        prize: 1500,
        ticket: 0,
        bountyMoney: 0,
        held: false,
        rule: "HEXA-07",
        placeRule: "MTT-41a",
      },
    },
    { seats: [seatOf("Helve", "fox", 940, { player: HERO }), seatOf("Sten.V", "fir", 560), null], nextHandAt: null },
  ),
  [
    { kind: "handOpened", hand: "h-23", number: 23, button: 0, seats: [0, 1], holeCards: 2 },
    { kind: "dealt", cards: ["Ad", "Jd"], strength: null },
    acted(0, "raise", 560),
    acted(1, "call", 560, true),
    {
      kind: "board",
      street: 3,
      board: ["Jc", "7d", "2h", "Js", "5s"],
      pots: [1120],
      strength: { category: "three_of_a_kind", ranks: ["J", "A", "7"] },
    },
    { kind: "shown", seat: 0, cards: ["Ad", "Jd"], hand: { category: "three_of_a_kind", ranks: ["J", "A", "7"] } },
    { kind: "shown", seat: 1, cards: ["Th", "Tc"], hand: { category: "two_pair", ranks: ["J", "T", "7"] } },
    {
      kind: "awarded",
      winners: [{ seat: 0, amount: 1120 }],
      best: ["Ad", "Jd", "Jc", "Js", "7d"],
      pot: 1120,
      rake: 0,
      rakeRule: null,
    },
    { kind: "handEnded", nextHandAt: null },
  ],
);

const shown = (table: Table): Story => ({
  path: `/table/${table.id}`,
  changes: [...world, view(table), view(oslo)],
});

/** Tables in tournament mode, in every state of the design pictures. */
export const tournamentStories: Readonly<Record<string, Story>> = {
  "t-play": shown(play),
  "t-nine": shown(nine),
  "t-break": shown(onBreak),
  "t-handforhand": shown(handForHand),
  "t-rebuy": shown(noChips),
  "t-moved": shown(moved),
  "t-final": shown(final),
  "t-out": shown(out),
  "hexa-spin": shown(hexa(drawn(31_480, 300, BASE))),
  "hexa-drawn": shown(hexa(drawn(31_480, 300, BASE - 60_000))),
  "hexa-x1000": shown(hexa(drawn(0, 100_000, BASE - 60_000))),
  "hexa-end": shown(hexaEnd),
  "t-tiles": { path: "/tables", changes: [...world, view(play), view(oslo), view(noChips), view(hexaEnd)] },
};
