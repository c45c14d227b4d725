import type { CasinoTableChange } from "../model/casino/reduce";
import { opened, reduceTable as reduce } from "../model/casino/reduce";
import type { BetSpot, CasinoOwn, CasinoRow, CasinoTable, ShownTable } from "../model/casino/types";
import { BASE } from "./time";

export const EUR = { kind: "money", currency: "EUR", label: "test" } as const;
export const WALLET = "site:EUR:test";
const RED = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
const ALL = Array.from({ length: 36 }, (_, index) => index + 1);

const spot =
  (bet: string, pays: number, rule: string) =>
  (name: string, numbers: readonly number[]): BetSpot => ({
    name,
    bet,
    pays,
    per: 1,
    rule,
    numbers,
  });
const straight = spot("straight_up", 35, "RLT-10");
const split = spot("split", 17, "RLT-11");
const street = spot("street", 11, "RLT-12");
const corner = spot("corner", 8, "RLT-13");
const line = spot("line", 5, "RLT-14");
const column = spot("column", 2, "RLT-15");
const dozen = spot("dozen", 2, "RLT-16");
const even = spot("even_money", 1, "RLT-17");
const from = (first: number, count: number) => ALL.slice(first - 1, first - 1 + count);

/** The fields of a layout as the room sends them, in its order. */
export const rouletteSpots: readonly BetSpot[] = [
  ...[0, ...ALL].map((number) => straight(`straight-${number}`, [number])),
  ...ALL.flatMap((low) => [
    ...(low % 3 === 0 ? [] : [split(`split-${low}-${low + 1}`, [low, low + 1])]),
    ...(low + 3 > 36 ? [] : [split(`split-${low}-${low + 3}`, [low, low + 3])]),
  ]),
  ...ALL.filter((first) => first % 3 === 1).flatMap((first) => [
    street(`street-${first}`, from(first, 3)),
    ...(first + 3 > 36
      ? []
      : [
          line(`line-${first}`, from(first, 6)),
          ...[first, first + 1].map((low) => corner(`corner-${low}`, [low, low + 1, low + 3, low + 4])),
        ]),
  ]),
  ...[1, 2, 3].flatMap((number) => [
    column(
      `column-${number}`,
      ALL.filter((each) => each % 3 === number % 3),
    ),
    dozen(`dozen-${number}`, from(12 * (number - 1) + 1, 12)),
  ]),
  even("red", RED),
  even(
    "black",
    ALL.filter((each) => !RED.includes(each)),
  ),
  even(
    "even",
    ALL.filter((each) => each % 2 === 0),
  ),
  even(
    "odd",
    ALL.filter((each) => each % 2 === 1),
  ),
  even("low", from(1, 18)),
  even("high", from(19, 18)),
];

/** What a table of the stories has in common with every other. */
export const limits = {
  betMin: 50,
  betMax: 50_000,
  roundMax: 200_000,
  betUnit: 50,
  chips: [100, 500, 2500, 10_000, 50_000],
  bettingTime: 20_000,
  pauseTime: 6000,
  decisionTime: null,
  clauses: {
    betMin: "RLT-08",
    betMax: "RLT-08",
    roundMax: "RLT-08",
    betUnit: "RLT-08",
    chips: "RLT-03",
    bettingTime: "RLT-07",
  },
} as const;

export const own: CasinoOwn = {
  purse: 21_250,
  staked: 4800,
  payment: null,
  mayChat: true,
  layout: null,
  box: null,
  muted: [],
  fair: null,
};

const bets = [
  { spot: "corner-13", amount: 500 },
  { spot: "dozen-2", amount: 3000 },
  { spot: "red", amount: 1000 },
  { spot: "straight-20", amount: 200 },
  { spot: "straight-0", amount: 100 },
];
const staged = [{ spot: "split-16-17", amount: 200 }];
const layout = { staged, stagedTotal: 200, bets, last: bets };

const said = (number: number, name: string, text: string) => ({
  number,
  player: `p-${name}`,
  name,
  text,
  at: BASE - 60_000 + number * 1000,
});

const shown: ShownTable = {
  id: "pirita-1",
  name: "Pirita 1",
  rules: {
    game: "roulette",
    live: false,
    unit: EUR,
    wallet: WALLET,
    edition: "live-casino",
    limits,
    notices: [],
    spots: rouletteSpots,
    red: RED,
    seats: 0,
    video: null,
  },
  moment: {
    phase: "betting",
    round: 8214,
    roundId: "pirita-1#8214",
    since: BASE - 11_000,
    deadline: BASE + 9900,
    dealer: "",
    hold: null,
    correction: null,
  },
  felt: { game: "roulette", pocket: null, colour: "", winning: [] },
  crowd: {
    guests: 12,
    bettors: 7,
    staked: 31_200,
    spots: [
      { spot: "red", players: 4, staked: 6000 },
      { spot: "straight-7", players: 2, staked: 700 },
      { spot: "dozen-3", players: 1, staked: 2500 },
    ],
  },
  board: {
    game: "roulette",
    last: [5, 32, 0, 14, 29, 23, 8, 11, 36, 2],
    hot: [
      { number: 8, times: 11 },
      { number: 23, times: 10 },
      { number: 32, times: 9 },
      { number: 0, times: 9 },
    ],
    cold: [
      { number: 13, times: 1 },
      { number: 6, times: 2 },
      { number: 34, times: 2 },
      { number: 27, times: 2 },
    ],
    spins: 200,
  },
  shoe: null,
  own: { ...own, layout },
  fair: null,
  chat: [
    said(1, "kaspar77", "tere õhtust"),
    said(2, "d0ina", "bună"),
    said(3, "Nordwind", "23 again, third time today"),
    said(4, "Sten.V", "good luck all"),
  ],
};

/** A table of roulette while bets are open. */
export const pirita: CasinoTable = opened(shown);

const moved = (
  parts: Extract<CasinoTableChange, { kind: "moved" }>["parts"],
  happened: readonly never[] | readonly object[] = [],
  at = BASE,
): CasinoTableChange => ({
  kind: "moved",
  at,
  parts,
  happened: happened as never,
  told: [],
});

const phase = (name: CasinoTable["moment"]["phase"], since: number, deadline: number | null = null) => ({
  ...shown.moment,
  phase: name,
  since,
  deadline,
});
const noLoose = { ...own, layout: { staged: [], stagedTotal: 0, bets, last: bets } };

const closing = moved({ moment: phase("closed", BASE - 400), own: noLoose }, [
  { kind: "betsClosed", round: 8214, rule: "RLT-07" },
]);
export const closed = reduce(pirita, closing);
export const spin: CasinoTable = {
  ...reduce(pirita, closing),
  notice: null,
  moment: phase("closed", BASE - 4000),
};
const winning = rouletteSpots.filter(({ numbers }) => numbers.includes(17)).map(({ name }) => name);
const results = [
  { spot: "corner-13", staked: 500, returned: 500, won: 4000 },
  { spot: "dozen-2", staked: 3000, returned: 3000, won: 6000 },
  { spot: "red", staked: 1000, returned: 0, won: 0 },
  { spot: "straight-20", staked: 200, returned: 0, won: 0 },
  { spot: "straight-0", staked: 100, returned: 0, won: 0 },
];
export const result = reduce(
  spin,
  moved(
    {
      moment: phase("result", BASE - 300, BASE + 6800),
      felt: { game: "roulette", pocket: 17, colour: "black", winning },
      board: {
        ...(shown.board as Extract<typeof shown.board, { game: "roulette" }>),
        last: [17, 5, 32, 0, 14, 29, 23, 8, 11, 36],
      },
      own: {
        ...own,
        purse: 34_750,
        staked: 0,
        layout: { staged: [], stagedTotal: 0, bets: [], last: bets },
        payment: { round: 8214, lost: 1300, returned: 3500, won: 10_000, results, seat: null },
      },
    },
    [
      { kind: "ballFell", pocket: 17, colour: "black", video: null },
      { kind: "roundPaid", round: 8214, result: "17", rule: "RLT-19" },
    ],
  ),
);
export const held: CasinoTable = {
  ...pirita,
  moment: { ...pirita.moment, deadline: null, hold: { reason: "irregularity", since: BASE - 2000, rule: "X-141" } },
};
export const watched: CasinoTable = { ...pirita, own: null };
export const calm: CasinoTable = { ...pirita, own: noLoose };
export const refused = reduce(pirita, {
  kind: "refused",
  told: { code: "above_maximum", rule: "RLT-08", numbers: { amount: 60_000, most: 50_000 } },
  at: BASE,
});
export const voided = reduce(
  closed,
  moved(
    {
      moment: { ...phase("betting", BASE - 1000, BASE + 15_000), round: 8215 },
      own: { ...own, staked: 0, layout: { staged: [], stagedTotal: 0, bets: [], last: bets } },
    },
    [
      { kind: "clocksShifted", stood: 4000, rule: "X-141", recovered: true },
      { kind: "roundVoid", round: 8214, rule: "X-141" },
    ],
  ),
);

const row = (id: string, name: string, more: Partial<CasinoRow>): CasinoRow => ({
  id,
  name,
  game: "roulette",
  live: false,
  dealer: "",
  unit: EUR,
  wallet: WALLET,
  betMin: 50,
  betMax: 50_000,
  roundMax: 200_000,
  phase: "betting",
  deadline: BASE + 9900,
  held: false,
  players: 12,
  seats: 0,
  freeSeats: [],
  waiting: 0,
  results: [],
  bead: [],
  counts: {},
  ...more,
});
const numbers = (...those: readonly number[]) => those.map(String);
const bead = (marks: string) =>
  Array.from(marks, (mark, index) => ({
    column: Math.floor(index / 6),
    row: index % 6,
    mark: mark === "P" ? "player" : mark === "B" ? "banker" : "tie",
    ties: 0,
  }));

/** The lobby of an evening. */
export const rows: readonly CasinoRow[] = [
  row("pirita-1", "Pirita 1", { live: true, dealer: "Kadri", results: numbers(5, 32, 0, 14, 29, 23, 8, 11, 36, 2) }),
  row("pirita-2", "Pirita 2", {
    live: true,
    dealer: "Joonas",
    betMin: 500,
    betMax: 200_000,
    players: 4,
    phase: "closed",
    deadline: null,
    results: numbers(22, 7, 31, 18, 18, 9, 26, 0, 3, 35),
  }),
  row("auto-1", "Auto 1", {
    betMin: 10,
    betMax: 10_000,
    players: 31,
    deadline: BASE + 4900,
    results: numbers(17, 20, 4, 25, 33, 12, 1, 28, 6, 30),
  }),
  row("kadriorg-1", "Kadriorg 1", {
    game: "blackjack",
    live: true,
    dealer: "Anna",
    betMin: 100,
    betMax: 10_000,
    players: 11,
    phase: "playing",
    deadline: null,
    seats: 7,
    waiting: 4,
  }),
  row("kadriorg-2", "Kadriorg 2", {
    game: "blackjack",
    live: true,
    dealer: "Marek",
    betMin: 500,
    players: 17,
    seats: 7,
    freeSeats: [2, 5],
  }),
  row("toompea-1", "Toompea 1", {
    game: "baccarat",
    live: true,
    dealer: "Liis",
    betMin: 100,
    players: 9,
    bead: bead("BPPPPBBBPPPBPTPPBPBPBPPBPBBPTPBBPPB"),
    counts: { banker: 20, player: 22, tie: 4 },
  }),
  row("toompea-2", "Toompea 2", {
    game: "baccarat",
    live: true,
    betMin: 1000,
    betMax: 500_000,
    players: 0,
    held: true,
    bead: bead("PBPPBPBPPPBP"),
    counts: { banker: 3, player: 9, tie: 0 },
  }),
];
