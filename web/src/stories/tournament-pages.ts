import type { Change } from "../model/model";
import type {
  BlindLevel,
  Listing,
  OwnEntry,
  Payout,
  StandingRow,
  TournamentNumbers,
  TournamentPage,
  TournamentTable,
  TournamentTerms,
} from "../model/tournament/page";
import { NO_LISTS } from "../model/tournament/page";
import type { MyEntry, PrizeBand } from "../model/tournament/rows";
import { BASE } from "./time";
import { entry, euro, MINUTE, START, sunday } from "./tournaments";

const BLINDS = [
  [50, 100, 0],
  [75, 150, 0],
  [100, 200, 25],
  [150, 300, 40],
  [200, 400, 50],
  [250, 500, 60],
  [300, 600, 75],
  [400, 800, 100],
  [500, 1000, 125],
  [600, 1200, 150],
  [800, 1600, 200],
  [1000, 2000, 250],
  [1200, 2400, 300],
  [1500, 3000, 400],
  [2000, 4000, 500],
  [2500, 5000, 600],
  [3000, 6000, 750],
] as const;
const levels: readonly BlindLevel[] = BLINDS.map(([smallBlind, bigBlind, ante], index) => ({
  level: index + 1,
  smallBlind,
  bigBlind,
  ante,
}));
const at = (number: number): BlindLevel => levels[number - 1] as BlindLevel;

const terms: TournamentTerms = {
  id: "t-sunday",
  edition: "unibet-2.7",
  editionHash: "a1",
  name: "Sunday Bounty 1 500",
  types: ["guaranteed", "progressive_bounty"],
  unit: euro,
  wallet: "poker",
  family: "texas",
  seats: 6,
  price: { label: 2000, total: 2000, pool: 900, bounty: 900, fee: 200, rule: "FEE-05" },
  stack: 10_000,
  levels,
  levelTime: 10 * MINUTE,
  afterLastLevel: "continue_by_ratio",
  entriesMin: 2,
  entriesMax: null,
  opensAt: null,
  unregisterBefore: 5 * MINUTE,
  lateLevels: 6,
  reEntries: 3,
  guarantee: 150_000,
  added: 0,
  handForHandPlaces: 1,
  failure: { onFailure: "by_stage", rule: "CANC-53a" },
  rules: ["MTT-26a", "MTT-28a", "MTT-31b", "MTT-42a", "MTT-44", "MTT-45", "MTT-47a"],
  conditions: [],
  hasPassword: false,
  choice: null,
  reBuy: null,
  addOn: null,
  bounties: { head: 900, progressive: true, vips: [] },
  satellite: null,
  phase: null,
  breaks: { minute: 55, length: 5 * MINUTE, inFirstLevel: false, rule: "MTT-47a" },
  timeBank: { start: 15_000, most: 30_000 },
  hexapro: null,
};

const bands = (...given: readonly (readonly [first: number, last: number, money: number])[]): readonly PrizeBand[] =>
  given.map(([first, last, money]) => ({ first, last, money, ticket: 0 }));
const provisional = bands(
  [1, 1, 40_500],
  [2, 2, 27_750],
  [3, 3, 19_500],
  [4, 4, 14_250],
  [5, 5, 10_500],
  [6, 6, 8250],
  [7, 9, 5250],
  [10, 15, 2250],
);
const final = bands(
  [1, 1, 33_660],
  [2, 2, 22_950],
  [3, 3, 16_065],
  [4, 4, 12_240],
  [5, 5, 9486],
  [6, 6, 7344],
  [7, 9, 4590],
  [10, 12, 3213],
  [13, 18, 2448],
  [19, 24, 2193],
);

const registering: TournamentNumbers = {
  status: "announced",
  startsAt: START,
  registrationOpen: true,
  registrationEnds: START + 65 * MINUTE,
  mayUnregister: true,
  unregisterUntil: START - 5 * MINUTE,
  entries: 96,
  remaining: 0,
  tables: 0,
  busy: 0,
  level: 0,
  levelEnds: null,
  blinds: null,
  nextBlinds: at(1),
  breakDue: null,
  pause: null,
  pool: 150_000,
  prizesFinal: false,
  paidPlaces: 15,
  nextPrize: 0,
  averageStack: 0,
  largestStack: 0,
  smallestStack: 0,
  handForHand: false,
  finalTable: false,
  paidIn: 86_400,
  reBuys: 0,
  addOns: 0,
  cancelled: null,
};
const LEVEL_ENDS = BASE + 252_000;
const running: TournamentNumbers = {
  ...registering,
  status: "running",
  startsAt: BASE - 126 * MINUTE,
  registrationOpen: false,
  registrationEnds: null,
  mayUnregister: false,
  unregisterUntil: null,
  entries: 170,
  remaining: 38,
  tables: 7,
  busy: 7,
  level: 12,
  levelEnds: LEVEL_ENDS,
  blinds: at(12),
  nextBlinds: at(13),
  breakDue: BASE + 49 * MINUTE,
  pool: 153_000,
  paidIn: 153_000,
  prizesFinal: true,
  paidPlaces: 24,
  averageStack: 44_737,
  largestStack: 132_400,
  smallestStack: 6150,
};
const pausing: TournamentNumbers = {
  ...running,
  remaining: 46,
  tables: 8,
  level: 11,
  levelEnds: null,
  blinds: at(11),
  nextBlinds: at(12),
  breakDue: BASE + 58 * MINUTE,
  pause: { kind: "break", length: 5 * MINUTE, until: BASE + 221_000 },
  averageStack: 36_957,
  largestStack: 121_850,
  smallestStack: 4300,
};
const finished: TournamentNumbers = {
  ...running,
  status: "finished",
  remaining: 1,
  tables: 0,
  level: 17,
  levelEnds: null,
  blinds: at(17),
  breakDue: null,
};
const cancelled: TournamentNumbers = {
  ...running,
  status: "cancelled",
  levelEnds: null,
  breakDue: null,
  cancelled: {
    cause: "server_failure",
    stage: "before_money",
    at: BASE,
    rule: "CANC-53a",
    settledBy: "CANC-53b",
    total: 306_000,
  },
};

const own: OwnEntry = {
  entries: 1,
  table: "t-sunday/3",
  seat: 1,
  stack: 52_300,
  rank: 14,
  sitsOut: null,
  place: null,
  placeRule: null,
  prizes: 0,
  bounty: 2025,
  bounties: 1125,
  mayBuyUntil: null,
  reBuy: null,
  addOn: null,
  mayUnregister: false,
  unregisterUntil: null,
  mayReEnter: false,
  changed: false,
  disqualified: false,
  held: false,
  payout: null,
};

const listing = <Row>(rows: readonly Row[], found = rows.length): Listing<Row> => ({
  rows,
  page: 0,
  pages: Math.ceil(found / Math.max(1, rows.length)),
  found,
  search: "",
});
const player = (name: string, given: Partial<StandingRow>): StandingRow => ({
  player: `p-${name}`,
  name,
  rank: null,
  stack: 0,
  table: null,
  place: null,
  prize: 0,
  bounty: 0,
  bounties: 0,
  entries: 1,
  away: false,
  ...given,
});
const NAMES =
  "lucky_otter Sten.V kaspar77 Nordwind d0ina mihkel_k Ardeal22 põhjatuul Zsofi R0bert kadri.t vlad_ii".split(" ");
const entered = listing(
  NAMES.map((name) => player(name, {})),
  96,
);
const STACKS = [132_400, 118_950, 104_300, 96_150, 88_700, 81_250, 76_400, 72_900, 70_100, 66_800, 61_050, 58_300];
const HEADS = [4725, 3375, 4050, 2700, 1800, 3150, 2250, 1350, 900, 900, 1350, 900];
const playing = listing(
  [
    ...NAMES.map((name, index) =>
      player(name, { rank: index + 1, stack: STACKS[index] ?? 0, bounty: HEADS[index] ?? 0, table: (index % 7) + 1 }),
    ),
    player("Mare55", { rank: 13, stack: 55_200, bounty: 1350, table: 5, away: true }),
    player("Helve", { rank: 14, stack: 52_300, bounty: 2025, table: 4 }),
    player("tulp", { rank: 15, stack: 46_500, bounty: 1350, table: 1 }),
  ],
  170,
);
const WON = [14_850, 6075, 8775, 2700, 2025, 4050, 1350, 900, 2250];
const placed = listing(
  [
    ...NAMES.slice(0, 9).map((name, index) =>
      player(name, {
        place: index + 1,
        prize: final.find(({ first, last }) => first <= index + 1 && index < last)?.money ?? 0,
        bounties: WON[index] ?? 0,
      }),
    ),
    player("Helve", { place: 14, prize: 2448, bounties: 1125 }),
  ],
  170,
);
const tables: Listing<TournamentTable> = listing(
  [41_200, 50_300, 38_900, 63_650, 40_100, 35_300, 41_500].map((average, index) => ({
    id: `t-sunday/${index}`,
    number: index + 1,
    players: [5, 5, 5, 6, 6, 5, 6][index] ?? 6,
    largest: average * 2,
    smallest: Math.round(average / 3),
    average,
    playing: true,
  })),
);

const payout = (
  name: string,
  parts: readonly (readonly [Payout["parts"][number]["what"], number, string])[],
): Payout => ({
  player: `p-${name}`,
  name,
  amount: parts.reduce((sum, [, amount]) => sum + amount, 0),
  parts: parts.map(([what, amount, rule]) => ({ what, amount, rule })),
  tickets: [],
  deducted: 0,
  forfeited: null,
  held: false,
});
const shares = (name: string, fee: number, equal: number, chips: number, bounty: number): Payout =>
  payout(name, [
    ["fee", fee, "CANC-53a"],
    ["equal_part", equal, "CANC-53b"],
    ["by_chips", chips, "CANC-53b"],
    ["bounty", bounty, "CANC-56"],
  ]);
const helve = shares("Helve", 200, 2013, 2354, 2025);
const payouts = listing(
  [
    shares("lucky_otter", 200, 2014, 5959, 4725),
    shares("Sten.V", 200, 2014, 5353, 3375),
    shares("kaspar77", 400, 2014, 4694, 4050),
    shares("Nordwind", 200, 2014, 4327, 2700),
    shares("d0ina", 200, 2014, 3992, 1800),
    shares("mihkel_k", 400, 2014, 3657, 3150),
    shares("Ardeal22", 200, 2013, 3439, 2250),
    shares("põhjatuul", 200, 2013, 3281, 1350),
    shares("Mare55", 200, 2013, 2485, 1350),
    helve,
    payout("brasov7", []),
  ],
  170,
);

const page = (numbers: TournamentNumbers, given: Partial<TournamentPage>): TournamentPage => ({
  terms,
  numbers,
  own: null,
  prizes: numbers.prizesFinal ? final : provisional,
  ...NO_LISTS,
  asOf: BASE,
  ...given,
});

function story(path: string, shown: TournamentPage, mine: readonly MyEntry[] = []) {
  const changes: readonly Change[] = [
    { to: "tournaments", change: { kind: "mineKnown", mine, games: [] } },
    { to: "tournaments", change: { kind: "pageLoaded", id: shown.terms.id, page: { state: "ready", value: shown } } },
  ];
  return { path: `/tournament/${shown.terms.id}${path}`, changes };
}

const seated = entry({
  ...sunday,
  state: "seated",
  status: "running",
  table: "t-sunday/3",
  seat: 1,
  unregisterUntil: null,
});
const out = (status: MyEntry["status"]) => entry({ ...sunday, state: "out", status, place: 14, unregisterUntil: null });
const played: OwnEntry = { ...own, table: null, seat: null, stack: 0, rank: null, place: 14, prizes: 2448, bounty: 0 };
const runningPage = page(running, { own, players: playing, tables });
const forecast = {
  entries: 200,
  pool: 180_000,
  prizes: final.map((band) => ({ ...band, money: Math.floor((band.money * 180) / 153) })),
  level: 19,
  length: 200 * MINUTE,
};
const rebuys: TournamentTerms = {
  ...terms,
  id: "t-rebuy",
  name: "Re-buy Warm-up 300",
  types: ["re_buy", "add_on"],
  price: { label: 400, total: 400, pool: 360, bounty: 0, fee: 40, rule: "FEE-05" },
  stack: 3000,
  guarantee: 0,
  bounties: null,
  reEntries: 0,
  reBuy: {
    price: { label: 400, total: 400, pool: 360, bounty: 0, fee: 40, rule: "FEE-05" },
    chips: 3000,
    untilLevel: 6,
    below: 3001,
    times: 3,
    window: 20_000,
  },
  addOn: {
    price: { label: 400, total: 400, pool: 360, bounty: 0, fee: 40, rule: "FEE-05" },
    chips: 4000,
    afterLevel: 6,
    window: 5 * MINUTE,
  },
};

/** One tournament in each of its states, and each of its lists. */
export const pageStories = {
  "tournament-registering": story("", page(registering, { players: entered })),
  /** What is asked of who enters: how much, a password, and with what it is paid. */
  "tournament-asks": story(
    "",
    page(registering, {
      terms: { ...terms, types: [...terms.types, "multi_buy_in"], hasPassword: true, choice: { min: 1000, max: 5000 } },
    }),
  ),
  "tournament-in": story(
    "/prizes",
    page(registering, {
      own: { ...own, table: null, seat: null, stack: 0, rank: null, bounties: 0, changed: true },
      forecast,
    }),
    [{ ...sunday, changed: true }],
  ),
  "tournament-running": story("", runningPage, [seated]),
  "tournament-running-tables": story("/tables", runningPage, [seated]),
  "tournament-running-prizes": story("/prizes", runningPage, [seated]),
  "tournament-running-structure": story("/structure", runningPage, [seated]),
  "tournament-running-rules": story("/rules", runningPage, [seated]),
  "tournament-break": story("", page(pausing, { own: { ...own, rank: 19, stack: 48_900 }, players: playing }), [
    seated,
  ]),
  "tournament-finished": story("", page(finished, { own: played, players: placed }), [out("finished")]),
  "tournament-cancelled": story(
    "",
    page(cancelled, { own: { ...own, table: null, seat: null, stack: 0, rank: null, payout: helve }, payouts }),
    [out("cancelled")],
  ),
  "tournament-cancelled-out": story(
    "",
    page(cancelled, { own: { ...played, place: 120, prizes: 0, bounties: 450 }, payouts }),
    [out("cancelled")],
  ),
  "tournament-rebuys": story(
    "/structure",
    page(
      {
        ...running,
        entries: 58,
        remaining: 51,
        level: 5,
        levelEnds: BASE + 3 * MINUTE,
        registrationOpen: true,
        registrationEnds: BASE + 9 * MINUTE,
        blinds: at(5),
        nextBlinds: at(6),
        pool: 32_040,
        prizesFinal: false,
        reBuys: 31,
      },
      {
        terms: rebuys,
        own: {
          ...own,
          table: "t-rebuy/1",
          stack: 2400,
          rank: 40,
          bounty: 0,
          bounties: 0,
          reBuy: { possible: true, why: null, taken: 1, left: 2 },
          addOn: { possible: false, why: null, taken: 0, left: 1 },
        },
      },
    ),
    [
      entry({
        tournament: "t-rebuy",
        name: "Re-buy Warm-up 300",
        state: "seated",
        status: "running",
        table: "t-rebuy/1",
      }),
    ],
  ),
} as const;
