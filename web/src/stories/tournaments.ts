import type { Change } from "../model/model";
import type { Saying } from "../model/tournament/changes";
import type { HexaProRow, MyEntry, MyGame, RowNumbers, TournamentLobby, TournamentRow } from "../model/tournament/rows";
import { NOT_IN } from "../model/tournament/rows";
import { BASE } from "./time";

export const MINUTE = 60_000;
/** 19 minutes before the hour at which the large one starts. */
export const START = BASE + 19 * MINUTE;
export const euro = { kind: "money", currency: "EUR" } as const;

const before: RowNumbers = {
  status: "announced",
  startsAt: START,
  registrationOpen: true,
  registrationEnds: null,
  mayUnregister: true,
  unregisterUntil: START - 5 * MINUTE,
  entries: 0,
  remaining: 0,
  tables: 0,
  level: 0,
  levelEnds: null,
  breakDue: null,
  pause: null,
  pool: 0,
  prizesFinal: false,
  paidPlaces: 0,
  averageStack: 0,
  handForHand: false,
  finalTable: false,
  paidIn: 0,
  reBuys: 0,
  winner: null,
};

/** A price in cents: for the pool, for the bounty, the fee. */
const price = (pool: number, bounty: number, fee: number) => ({
  label: pool + bounty + fee,
  total: pool + bounty + fee,
  pool,
  bounty,
  fee,
  rule: "FEE-05",
});

function row(
  id: string,
  name: string,
  given: Partial<Omit<TournamentRow, "numbers">>,
  numbers: Partial<RowNumbers>,
): TournamentRow {
  return {
    id,
    edition: "unibet-2.7",
    name,
    types: ["freezeout"],
    unit: euro,
    wallet: "poker",
    family: "texas",
    seats: 9,
    price: price(900, 0, 100),
    stack: 10_000,
    levelTime: 10 * MINUTE,
    guarantee: 0,
    entriesMax: null,
    opensAt: null,
    lateLevels: 0,
    reEntries: 0,
    target: null,
    ticket: 0,
    conditions: 0,
    hasPassword: false,
    prizes: [],
    mine: NOT_IN,
    ...given,
    numbers: { ...before, ...numbers },
  };
}

const running = { status: "running", mayUnregister: false, unregisterUntil: null } as const;

const tournaments: readonly TournamentRow[] = [
  row(
    "t-early",
    "Early Bird 250",
    { seats: 6, price: price(450, 0, 50), guarantee: 25_000 },
    {
      status: "finished",
      startsAt: BASE - 101 * MINUTE,
      registrationOpen: false,
      entries: 61,
      level: 18,
      pool: 27_450,
      paidIn: 27_450,
      winner: "d0ina",
      prizesFinal: true,
      paidPlaces: 9,
    },
  ),
  row(
    "t-turbo",
    "Afternoon Turbo 500",
    { levelTime: 5 * MINUTE, guarantee: 50_000 },
    {
      ...running,
      startsAt: BASE - 71 * MINUTE,
      registrationOpen: false,
      entries: 64,
      remaining: 9,
      level: 14,
      pool: 57_600,
      paidIn: 57_600,
      prizesFinal: true,
      paidPlaces: 9,
    },
  ),
  row(
    "t-rebuy",
    "Re-buy Warm-up 300",
    { price: price(360, 0, 40), types: ["re_buy", "add_on"], lateLevels: 5 },
    {
      ...running,
      startsAt: BASE - 41 * MINUTE,
      registrationEnds: BASE + 9 * MINUTE,
      entries: 58,
      remaining: 51,
      level: 5,
      pool: 32_040,
      paidIn: 32_040,
      reBuys: 31,
      paidPlaces: 8,
    },
  ),
  row(
    "t-omaha",
    "Omaha Deep 200",
    { price: price(450, 0, 50), family: "omaha-deepstack", guarantee: 20_000, lateLevels: 6 },
    {
      ...running,
      startsAt: BASE - 41 * MINUTE,
      registrationEnds: BASE + 24 * MINUTE,
      entries: 41,
      remaining: 33,
      level: 5,
      pause: { kind: "break", length: 5 * MINUTE, until: BASE + 4 * MINUTE },
      pool: 20_000,
      paidIn: 18_450,
      paidPlaces: 6,
    },
  ),
  row(
    "t-daily",
    "Daily 6-max 400",
    { reEntries: 2, lateLevels: 6, types: [], seats: 6 },
    {
      ...running,
      startsAt: BASE - 26 * MINUTE,
      registrationEnds: BASE + 24 * MINUTE,
      entries: 47,
      remaining: 38,
      level: 3,
      pool: 42_300,
      paidIn: 42_300,
      paidPlaces: 7,
    },
  ),
  row(
    "t-cup",
    "Heads-up Cup",
    { seats: 2, price: price(2250, 0, 250) },
    { status: "cancelled", startsAt: BASE - 21 * MINUTE, registrationOpen: false, entries: 9 },
  ),
  row(
    "t-satellite",
    "To Sunday Bounty",
    {
      price: price(180, 0, 20),
      types: ["satellite", "freezeout"],
      levelTime: 5 * MINUTE,
      ticket: 2000,
      target: { id: "t-sunday", name: "Sunday Bounty 1 500" },
      lateLevels: 4,
    },
    {
      ...running,
      startsAt: BASE - 11 * MINUTE,
      registrationEnds: BASE + 9 * MINUTE,
      entries: 34,
      remaining: 30,
      level: 3,
      pool: 6120,
      paidIn: 6120,
      paidPlaces: 3,
    },
  ),
  row(
    "t-sunday",
    "Sunday Bounty 1 500",
    {
      price: price(900, 900, 200),
      types: ["guaranteed", "progressive_bounty"],
      seats: 6,
      reEntries: 3,
      lateLevels: 6,
      guarantee: 150_000,
    },
    { entries: 96, pool: 150_000, paidIn: 86_400, paidPlaces: 15, registrationEnds: START + 65 * MINUTE },
  ),
  row(
    "t-freeroll",
    "Freeroll of the Week",
    { price: { label: 0, total: 0, pool: 0, bounty: 0, fee: 0, rule: "MTT-38b" }, types: ["freeroll", "freezeout"] },
    { entries: 212, pool: 10_000, paidPlaces: 30 },
  ),
  row(
    "t-phase",
    "Grand Phase 1, flight C",
    { types: ["phased"], reEntries: 1, lateLevels: 6 },
    {
      startsAt: BASE + 49 * MINUTE,
      unregisterUntil: BASE + 44 * MINUTE,
      entries: 18,
      pool: 16_200,
      paidIn: 16_200,
      paidPlaces: 3,
    },
  ),
  row(
    "t-vip",
    "VIP Bounty Night",
    { price: price(450, 450, 100), types: ["vip_bounty", "bounty"], opensAt: START, guarantee: 80_000 },
    { startsAt: BASE + 79 * MINUTE, unregisterUntil: BASE + 74 * MINUTE, pool: 80_000 },
  ),
];

/** A pool divided by percents, a place each. */
const split = (pool: number, percents: readonly number[]): TournamentRow["prizes"] =>
  percents.map((percent, index) => ({
    first: index + 1,
    last: index + 1,
    money: (pool * percent) / 100,
    ticket: 0,
  }));

function game(seats: number, buyIn: number, fee: number, entries: number): TournamentRow {
  const levelTime = (seats === 5 ? 5 : 3) * MINUTE;
  return row(
    `s-${seats}-${buyIn}`,
    `Sit & Go ${buyIn / 100}`,
    {
      types: ["sit_and_go", "freezeout"],
      seats,
      entriesMax: seats,
      price: price(buyIn - fee, 0, fee),
      stack: 1500,
      levelTime,
      prizes: split((buyIn - fee) * seats, seats === 5 ? [60, 40] : [100]),
    },
    { startsAt: null, unregisterUntil: null, entries, pool: (buyIn - fee) * entries, paidPlaces: seats === 5 ? 2 : 1 },
  );
}

const sitAndGos: readonly TournamentRow[] = [
  ...(
    [
      [100, 5, 3],
      [200, 10, 4],
      [400, 20, 2],
      [1000, 50, 3],
      [2500, 125, 0],
    ] as const
  ).map(([buyIn, fee, entries]) => game(5, buyIn, fee, entries)),
  ...(
    [
      [100, 3, 1],
      [200, 6, 0],
      [400, 12, 1],
      [1000, 30, 1],
      [2500, 75, 0],
      [5000, 150, 1],
      [10_000, 300, 0],
      [20_000, 600, 0],
    ] as const
  ).map(([buyIn, fee, entries]) => game(2, buyIn, fee, entries)),
  ...[0, 1, 2].map((index) => {
    const going = game(5, 1000, 50, 5);
    return {
      ...going,
      id: `s-running-${index}`,
      numbers: { ...going.numbers, ...running, remaining: 4, level: 2, registrationOpen: false },
    };
  }),
];

const hexapro: readonly HexaProRow[] = [100, 200, 500, 1000].map((buyIn) => ({
  id: `hexapro/${buyIn}`,
  edition: "unibet-2.7",
  product: "hexapro",
  unit: euro,
  wallet: "poker",
  buyIn,
  seats: 3,
  taken: [2],
  running: 4,
  closed: false,
  mostGames: 4,
}));

export const lobby: TournamentLobby = { rows: [...tournaments, ...sitAndGos], hexapro, asOf: BASE - 1000 };

export const entry = (given: Partial<MyEntry> & Pick<MyEntry, "tournament" | "name">): MyEntry => ({
  edition: "unibet-2.7",
  unit: euro,
  state: "waiting",
  status: "announced",
  startsAt: START,
  entries: 1,
  table: null,
  seat: null,
  place: null,
  prizes: 0,
  bounties: 0,
  held: false,
  ticket: 0,
  target: null,
  refunded: null,
  rule: null,
  mayUnregister: false,
  unregisterUntil: null,
  mayReEnter: false,
  mayBuyUntil: null,
  changed: false,
  disqualified: false,
  hexapro: null,
  ...given,
});

export const sunday = entry({
  tournament: "t-sunday",
  name: "Sunday Bounty 1 500",
  mayUnregister: true,
  unregisterUntil: START - 5 * MINUTE,
});
const mine: readonly MyEntry[] = [
  sunday,
  entry({
    tournament: "t-daily",
    name: "Daily 6-max 400",
    state: "out",
    status: "running",
    startsAt: BASE - 26 * MINUTE,
    place: 41,
    mayReEnter: true,
  }),
  entry({
    tournament: "t-cup",
    name: "Heads-up Cup",
    state: "out",
    status: "cancelled",
    startsAt: BASE - 21 * MINUTE,
    refunded: 2500,
    rule: "MTT-37",
  }),
];
const games: readonly MyGame[] = [
  { lobby: "hexapro/500", game: 1, tournament: null, multiplier: null },
  { lobby: "hexapro/500", game: 2, tournament: null, multiplier: null },
];
const sitAndGo = entry({
  tournament: "s-5-1000",
  name: "Sit & Go 10",
  startsAt: null,
  mayUnregister: true,
});

const change = (what: Extract<Change, { to: "tournaments" }>["change"]): Change => ({
  to: "tournaments",
  change: what,
});
const loaded = change({ kind: "tournamentsLoaded", lobby: { state: "ready", value: lobby } });
const said = (what: Saying): Change => change({ kind: "tournamentSaid", said: what });

/** The lobby of tournaments and that of sit & gos, with what a player of these stories is in. */
export const atTournaments: readonly Change[] = [
  loaded,
  change({ kind: "mineKnown", mine, games }),
  said({
    kind: "registered",
    tournament: "t-sunday",
    name: "Sunday Bounty 1 500",
    paid: { amount: 2000, unit: euro, ticket: false },
    late: false,
  }),
];
export const atSitAndGos: readonly Change[] = [
  loaded,
  change({ kind: "mineKnown", mine: [sitAndGo, sunday], games }),
  said({
    kind: "registered",
    tournament: "s-5-1000",
    name: "Sit & Go 10",
    paid: { amount: 1000, unit: euro, ticket: false },
    late: false,
  }),
];
export const nothingAnnounced: readonly Change[] = [
  change({
    kind: "tournamentsLoaded",
    lobby: { state: "ready", value: { rows: [], hexapro: [], asOf: BASE } },
  }),
];
export const tooLate: readonly Change[] = [
  loaded,
  change({ kind: "mineKnown", mine: [{ ...sunday, unregisterUntil: BASE - MINUTE }], games: [] }),
  said({
    kind: "refused",
    tournament: "t-sunday",
    told: { code: "unregistration_closed", rule: "MTT-36", numbers: {} },
  }),
];
