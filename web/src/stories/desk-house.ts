import type {
  BookPage,
  DayFigures,
  HouseMoney,
  NoticeRow,
  Offer,
  PaperAnswer,
  SystemAnswer,
} from "../desk/house/types";
import type { PlayerHand, PlayerRound, PlayerSessions, PlayerStatement, PlayerTournament } from "../desk/people/types";
import { at, request, rule } from "./desk";
import type { Story } from "./stories";
import { BASE } from "./time";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TODAY = Math.floor(BASE / DAY) * DAY;
const ott = { player: "s-ott", name: "Ott" };
const mare = { player: "s-mare", name: "Mare" };
const GAMES = ["texas", "omaha", "banzai-texas"] as const;
const EUROS = { currency: "EUR", money: "real" } as const;

const income: HouseMoney["income"] = Array.from({ length: 14 }, (_, back) =>
  GAMES.map((game, place) => ({
    day: TODAY - back * DAY,
    kind: place === 2 ? ("fees" as const) : ("rake" as const),
    rulebook: place === 1 ? "publicwin" : "unibet-2.7",
    game: place === 2 ? "" : game,
    taken: 9_000 + ((back * 37 + place * 53) % 90) * 310,
    rakeback: 1_200 + back * 40,
    net: 7_800 + ((back * 37 + place * 53) % 90) * 270,
  })),
).flat();

const money: HouseMoney = {
  tender: EUROS,
  tenders: [EUROS, { currency: "EUR", money: "test" }],
  since: TODAY - 13 * DAY,
  until: TODAY + DAY,
  now: BASE,
  income,
  trial: [
    { purpose: "site", accounts: 812, debit: 0, credit: 482_110_000 },
    { purpose: "poker", accounts: 340, debit: 0, credit: 96_400_000 },
    { purpose: "seat", accounts: 224, debit: 0, credit: 31_208_500 },
    { purpose: "rake", accounts: 14, debit: 0, credit: 48_231_500 },
    { purpose: "withdrawal", accounts: 3, debit: 0, credit: 3_114_000 },
    { purpose: "outside", accounts: 1, debit: 661_064_000, credit: 0 },
  ],
  debit: 661_064_000,
  credit: 661_064_000,
  owedToPlayers: 6_128_325,
  waiting: 3,
  waitingSum: 311_420,
  rakeback: [{ month: "2026-11", players: 84, owed: 41_230 }],
};
const days: readonly DayFigures[] = Array.from({ length: 10 }, (_, back) =>
  ["Pirita", "Kadriorg"].map((name, place) => ({
    table: `roulette-${place}`,
    name,
    game: place === 0 ? "roulette" : "blackjack",
    ...EUROS,
    day: TODAY - back * DAY,
    rounds: 940 + back * 13,
    staked: 1_840_000 + back * 20_000,
    house: place === 0 ? 42_000 - back * 9_000 : 12_000 + back * 1_500,
    expected: 49_700,
    low: -68_000,
    high: 167_000,
    isWithin: true,
  })),
).flat();
const payments = [
  {
    player: { player: "p-d0ina", name: "d0ina" },
    name: "w-1",
    ...EUROS,
    amount: 264_000,
    stage: "asked",
    reference: "",
    at: BASE - HOUR,
  },
  {
    player: { player: "p-nord", name: "Nordwind" },
    name: "w-2",
    ...EUROS,
    amount: 30_000,
    stage: "approved",
    reference: "",
    at: BASE - 3 * HOUR,
  },
];

const book: BookPage["book"] = {
  id: "unibet-2.7",
  title: "Unibet 2.7",
  version: "2.7",
  digest: "ab12",
  parent: "unibet-2.7",
  parentTitle: "Unibet 2.7",
  changed: 1,
  tables: 43,
  clauses: ["CASH-22", "MTT-51b"],
  revisions: [
    { digest: "ab12", title: "House 2.7 b", version: "2.7 b", request: "01M7REQ9", staff: ott, at: BASE - 3 * DAY },
  ],
};
const cell = (path: string, name: string, written: string, more: Partial<BookPage["values"][number]> = {}) => ({
  path,
  section: "rake",
  name,
  rule: "RAKE-07",
  about: "Rake of hold’em",
  written,
  shown: written,
  printed: written,
  unit: "%",
  choices: [],
  expects: "a percentage",
  locked: false,
  changed: false,
  ...more,
});
const rules: BookPage = {
  book,
  sections: [
    { key: "rake", name: "Rake" },
    { key: "wallet", name: "Wallet" },
  ],
  values: [
    cell("poker.rake.a", "Hold’em 0.25/0.50: percent", "5", { printed: "5.5", changed: true }),
    cell("poker.rake.b", "Hold’em 0.25/0.50: cap", "2.00", { unit: "EUR" }),
    cell("poker.rake.c", "No flop, no rake", "true", {
      unit: "",
      choices: [
        { value: "true", name: "yes" },
        { value: "false", name: "no" },
      ],
    }),
    cell("poker.rake.d", "Currency", "EUR", { unit: "", locked: true }),
  ],
};

const CASINO = `[[table]]
id = "roulette-1"
name = "Pirita"
game = "roulette"
dealer = "house"
currency = "EUR"
money = "real"
bet_min = 0.50
bet_max = 200.00

[[table]]
id = "blackjack-1"
name = "Kadriorg"
game = "blackjack"
dealer = "house"
currency = "EUR"
money = "real"
`;
const SCHEDULE = `[[tournaments]]
key = "evening"
name = "Evening Freezeout"
structure = "turbo"
game = "texas"
seats = 6
stack = 3000
buy_in = 5
every_minutes = 60
`;
const offers: readonly Offer[] = [
  { paper: "schedule", text: SCHEDULE, source: "file", file: "/etc/fairdeal/schedule.toml", revisions: [] },
  { paper: "stakes", text: "# All stakes are offered.\nclosed = []\n", source: "usual", file: "", revisions: [] },
  {
    paper: "casino",
    text: CASINO,
    source: "desk",
    file: "",
    revisions: [{ digest: "9be1c0aa51", request: "01M7REQ8", staff: mare, at: BASE - 2 * DAY }],
  },
];
const draft = CASINO.replace("200.00", "100.00");
const checked: PaperAnswer = {
  faults: [],
  opens: ["Toompea"],
  closes: [],
  changes: ["Pirita"],
  diff: [
    { kind: "same", number: 7, text: 'money = "real"' },
    { kind: "same", number: 8, text: "bet_min = 0.50" },
    { kind: "removed", number: 9, text: "bet_max = 200.00" },
    { kind: "added", number: 9, text: "bet_max = 100.00" },
    { kind: "gap", number: 0, text: "" },
    { kind: "same", number: 17, text: 'money = "real"' },
    { kind: "added", number: 19, text: 'id = "baccarat-1"' },
  ],
  text: draft,
};
const wrong: PaperAnswer = {
  ...checked,
  faults: [
    { line: 3, problem: "there is no setting nam; did you mean name?" },
    { line: 9, problem: "bet_max is -1; expected an amount above 0" },
    { line: 0, problem: "table blackjack-1 is missing: write closed = true to close it" },
  ],
  opens: [],
  changes: [],
};
const asked = {
  ...request,
  id: "01M7REQ7",
  kind: "change_offer",
  deed: { kind: "change_offer", paper: "casino" },
  clause: null,
};

const notices: readonly NoticeRow[] = [
  {
    number: 3,
    texts: { en: "The NL50 rake falls to 5 % on Monday.", et: "NL50 vaheltkasu langeb esmaspäeval 5 %-ni." },
    at: BASE - HOUR,
    since: BASE - HOUR,
    until: BASE + DAY,
    state: "shown",
  },
  {
    number: 2,
    texts: { en: "Rakeback is paid out, half an hour of pause." },
    at: BASE - 2 * HOUR,
    since: BASE + 5 * DAY,
    until: BASE + 6 * DAY,
    state: "planned",
  },
  {
    number: 1,
    texts: { en: "We were away for a minute." },
    at: BASE - 4 * DAY,
    since: BASE - 4 * DAY,
    until: BASE - 3 * DAY,
    state: "over",
  },
];
const system: SystemAnswer = {
  build: "2.8.0",
  schema: "0005",
  protocol: 4,
  python: "3.11.7",
  database: "postgresql",
  databaseBytes: null,
  databaseAnswers: true,
  commitsWaiting: 0,
  writerRestarts: 1,
  streams: 2_114,
  tables: 43,
  players: 224,
  revived: 1,
  stopped: [
    { stream: "casino:roulette-2", why: "the ledger and the bets differ", since: BASE - 19 * MINUTE, returns: false },
  ],
  sizes: [
    { table: "entries", rows: 18_204_113 },
    { table: "transfers", rows: 9_411_872 },
    { table: "people", rows: 70_512 },
  ],
  anchorMinutes: 10,
  anchor: { number: 4_118, at: "2026-11-15T15:00:00Z", lines: 4_118 },
  schedule: "/etc/fairdeal/schedule.toml",
  scheduleFaults: ["schedule.toml: line 7: tournament evening: stack must be a whole number"],
  fair: {
    alarms: [{ what: "voids", of: "Tallinn 3" }],
    own: 41_220,
    default: 3_018,
    absent: 12,
    restarts: 2,
    stops: 1,
    calledOff: 0,
    evenness: [
      { drawn: "deck", chance: 0.41 },
      { drawn: "pocket", chance: 0.07 },
    ],
  },
};

const statement: PlayerStatement = {
  currency: "EUR",
  opening: 25_000,
  closing: 14_820,
  lines: [
    {
      id: "1",
      at: BASE - 40 * MINUTE,
      key: "buy_in_out",
      place: "Oslo 1",
      amount: -2_500,
      balance: 14_820,
      rule: null,
    },
    { id: "2", at: BASE - 100 * MINUTE, key: "hold_out", place: "", amount: -41_230, balance: 17_320, rule: "INT-14" },
    {
      id: "3",
      at: BASE - 140 * MINUTE,
      key: "cash_out_in",
      place: "Tallinn 5",
      amount: 18_460,
      balance: 58_550,
      rule: null,
    },
    { id: "4", at: BASE - 3 * DAY, key: "deposit_in", place: "", amount: 25_000, balance: 25_000, rule: null },
  ],
  more: false,
};
const hand = (number: number, more: Partial<PlayerHand>): PlayerHand => ({
  id: `01M7HAND${number}`,
  number,
  at: BASE - number * 7 * MINUTE,
  stake: "unibet-2.7/real/texas/0.25-0.50/6",
  currency: "EUR",
  label: "real",
  hole: [],
  board: ["Ah", "Td", "7c"],
  result: -1_980,
  void: false,
  rulings: [],
  tournament: null,
  ...more,
});
const hands = {
  rows: [
    hand(3, { hole: ["9h", "8h"], board: ["Ah", "Td", "7c", "6s", "2d"], result: 4_725, rulings: ["BET-13"] }),
    hand(2, {}),
    hand(1, { result: 1_250, currency: null, tournament: { id: "t1", name: "Evening Freezeout" }, board: [] }),
  ],
  next: "1.a",
};
const entered: { rows: readonly PlayerTournament[]; next: null } = {
  rows: [
    {
      tournament: { id: "t1", name: "Evening Freezeout", label: "real", currency: "EUR" },
      part: {
        enteredAt: BASE - DAY,
        entries: 1,
        reBuys: 1,
        addOns: 0,
        paid: 1_100,
        place: 3,
        prize: 4_120,
        bounties: 0,
        returned: 0,
      },
    },
  ],
  next: null,
};
const rounds: { rows: readonly PlayerRound[]; next: null } = {
  rows: [
    {
      id: "r1",
      table: "roulette-1",
      name: "Pirita",
      game: "roulette",
      round: 4_118,
      at: BASE - HOUR,
      rule: "RLT-20",
      ...EUROS,
      voided: false,
      result: "17",
      bets: [{ staked: 500 }],
      lost: 0,
      won: 17_500,
    },
    {
      id: "r2",
      table: "roulette-1",
      name: "Pirita",
      game: "roulette",
      round: 4_117,
      at: BASE - HOUR,
      rule: "RLT-20",
      ...EUROS,
      voided: true,
      result: "",
      bets: [{ staked: 500 }],
      lost: 0,
      won: 0,
    },
  ],
  next: null,
};
const sessions: PlayerSessions = {
  sessions: [
    {
      id: "1",
      device: "Chrome, Android",
      agent: "Mozilla/5.0 (Linux; Android 14; Pixel 9)",
      place: "192.0.2.7",
      since: BASE - 3 * HOUR,
      lastSeen: BASE,
    },
    {
      id: "2",
      device: "Firefox, Windows",
      agent: "Mozilla/5.0 (Windows NT 10.0)",
      place: "2001:db8::17",
      since: BASE - 9 * DAY,
      lastSeen: BASE - DAY,
    },
  ],
  log: [
    { at: BASE - 2 * HOUR, what: "hold", actor: ott, about: "01M7REQ4: Case 31 is reviewed." },
    { at: BASE - 240 * DAY, what: "registered", actor: { player: "p-merelind", name: "merelind" }, about: "" },
  ],
};

const PLAYER = "/api/desk/players/p-merelind";
const data = {
  "/api/desk/deeds": [
    rule("change_offer", []),
    rule("revise_rulebook", ["CASH-22"]),
    rule("announce", [], { signs: [] }),
    rule("end_announcement", [], { signs: [] }),
  ],
  "/api/desk/money": money,
  "/api/staff/casino/figures": { rows: days },
  "/api/desk/payments": payments,
  "/api/desk/rulebooks": [book],
  "/api/desk/rulebooks/unibet-2.7": rules,
  "/api/desk/offers": offers,
  "/api/desk/announcements": notices,
  "/api/desk/system": system,
  [`${PLAYER}/statement`]: statement,
  [`${PLAYER}/hands`]: hands,
  [`${PLAYER}/tournaments`]: entered,
  [`${PLAYER}/rounds`]: rounds,
  [`${PLAYER}/sessions`]: sessions,
};
const waiting = {
  "/api/desk/inbox": { requests: [asked], duties: [], ended: 64, lastEnd: BASE, ofOne: false },
  "/api/desk/requests/01M7REQ7": asked,
  "/api/desk/offers/casino/requests/01M7REQ7": checked,
};
const story = (path: string, more: Readonly<Record<string, unknown>> = {}): Story => at(path, { ...data, ...more });

export const deskHouseStories: Readonly<Record<string, Story>> = {
  "desk-money": story("/desk/money"),
  "desk-rules": story("/desk/rules"),
  "desk-schedule": story("/desk/schedule"),
  "desk-stakes": story("/desk/schedule/stakes"),
  "desk-paper": story("/desk/schedule/casino", waiting),
  "desk-paper-wrong": story("/desk/schedule/casino", {
    ...waiting,
    "/api/desk/offers/casino/requests/01M7REQ7": wrong,
  }),
  "desk-announcements": story("/desk/announcements"),
  "desk-system": story("/desk/system"),
  "desk-statement": story("/desk/players/p-merelind/statement"),
  "desk-player-hands": story("/desk/players/p-merelind/hands"),
  "desk-player-tournaments": story("/desk/players/p-merelind/tournaments"),
  "desk-player-rounds": story("/desk/players/p-merelind/rounds"),
  "desk-sessions": story("/desk/players/p-merelind/sessions"),
};
