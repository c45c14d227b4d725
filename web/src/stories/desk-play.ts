/** Pages of the back office about play, as the stories show them. */
import type { Change } from "../model/model";
import { detail } from "./desk-hand";
import type { Story } from "./stories";
import { BASE } from "./time";
import { world } from "./world";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const who = (name: string) => ({ player: name.toLowerCase(), name });
const rita: Change = {
  to: "account",
  change: {
    kind: "personKnown",
    person: { kind: "player", name: "Rita", avatar: "owl", secondFactor: true, roles: ["floor"] },
  },
};

const rule = (kind: string, clauses: readonly string[], signs: readonly string[], more: object = {}) => ({
  kind,
  clauses: clauses.map((each) => ({ rule: each, editions: ["unibet-2.7", "publicwin"] })),
  asks: ["floor"],
  signs,
  atOnce: false,
  inPlay: true,
  final: false,
  mayAsk: true,
  maySign: true,
  ...more,
});
const TWO = ["finance", "floor", "security"];
const deeds = [
  rule("void_hand", ["CASH-20", "CASH-01", "TIME-15"], TWO, { final: true }),
  rule("reverse", ["CASH-20", "INT-22"], ["finance"]),
  rule("close_table", ["CASH-01", "CASH-20"], TWO, { final: true }),
  rule("pause_tournament", ["MTT-45"], TWO, { atOnce: true }),
  rule("resume_tournament", ["MTT-45"], []),
  rule("cancel_tournament", ["CANC-58", "MTT-45"], TWO, { final: true }),
  rule("disqualify", ["MTT-45", "INT-12"], TWO, { final: true }),
  rule("close_lobby", ["CANC-52"], TWO),
  rule("void_game", ["CANC-52"], TWO),
  rule("answer_complaint", ["INT-38", "INT-20"], []),
  rule("hold", ["INT-38"], ["finance"], { atOnce: true }),
  rule("extend_hold", ["INT-38"], ["finance"]),
];
const request = {
  id: "r1",
  kind: "void_hand",
  deed: { place: "cash:T3", hand: "01HAND" },
  about: "Tallinn 3",
  players: [],
  edition: "unibet-2.7",
  clause: "CASH-20",
  reason: "The client of kaspar77 showed “Raise to 34.00” while raising was closed.",
  staff: who("Ott"),
  at: BASE - 12 * MINUTE,
  until: BASE + 8 * MINUTE,
  status: "asked",
  figures: "00",
  final: true,
  atOnce: false,
  signs: TWO,
  maySign: true,
  mayStop: false,
  isOwn: false,
  by: null,
  why: "",
  waived: false,
  endedAt: null,
  now: null,
  refusedNow: null,
  changed: false,
};
const frame = {
  "/api/desk/deeds": deeds,
  "/api/desk/inbox": { requests: [request], duties: [], ended: 40, lastEnd: BASE - 40 * MINUTE, ofOne: false },
};
const at = (path: string, data: Record<string, unknown>): Story => ({
  path: `/desk/${path}`,
  changes: [...world, rita],
  data: { ...frame, ...data },
});

const complaint = {
  id: "c1",
  hand: "01HAND",
  player: "kaspar77",
  at: BASE - 30 * MINUTE,
  text: "I could not raise although the button was there.",
  state: "open",
};
const money = (name: string, before: number, put: number, won: number) => ({
  player: who(name),
  before,
  put,
  won,
  after: before - put + won,
});
const sight = (name: string, cards: readonly string[] | null, others: number, seed = "own") => ({
  player: who(name),
  cards,
  hole: 2,
  others,
  seed,
});
const hand = {
  hand: "01HAND",
  number: 18_204,
  table: "T3",
  tableName: "Tallinn 3",
  state: "settled",
  at: BASE - 38 * MINUTE,
  edition: "unibet-2.7",
  moneyKind: "real",
  dealtIn: [who("kaspar77"), who("Helve")],
  detail,
  money: [
    money("Helve", 61_35, 21_40, 64_50),
    money("Sten.V", 21_40, 21_40, 0),
    money("kaspar77", 48_10, 17_00, 0),
    money("d0ina", 102_75, 4_40, 0),
    money("lucky_otter", 2_30, 2_30, 0),
  ],
  sights: [
    sight("Helve", ["As", "Qs"], 2),
    sight("Sten.V", ["Kd", "Qc"], 2),
    sight("lucky_otter", ["Js", "Ts"], 2),
    sight("kaspar77", null, 3, "absent"),
    sight("d0ina", null, 3),
  ],
  sealed: 4,
  dealing: { deck: 2, own: 4, default: 0, absent: 1, lock: "9c2fa1d07be4410c" },
  seats: [],
  clocks: [],
  board: ["Qh", "9s", "4d", "7c", "2h"],
  pot: 66_50,
  cases: [complaint],
  requests: [request],
  looks: [
    { at: BASE - MINUTE, staff: who("Rita") },
    { at: BASE - 14 * MINUTE, staff: who("Ott") },
  ],
  reversal: {
    takes: [{ player: "helve", wallet: { currency: "EUR", money: "real", side: "poker" }, amount: 43_10 }],
    gives: [
      { player: "sten.v", wallet: { currency: "EUR", money: "real", side: "poker" }, amount: 21_40 },
      { player: "kaspar77", wallet: { currency: "EUR", money: "real", side: "poker" }, amount: 17_00 },
      { player: "d0ina", wallet: { currency: "EUR", money: "real", side: "poker" }, amount: 4_40 },
      { player: "lucky_otter", wallet: { currency: "EUR", money: "real", side: "poker" }, amount: 2_30 },
    ],
    fromHouse: 2_00,
  },
};
const seat = (place: number, name: string, stack: number, put: number, more: object = {}) => ({
  seat: place,
  player: who(name),
  stack,
  put,
  inHand: put > 0,
  allIn: false,
  away: false,
  connected: true,
  leaves: false,
  ...more,
});
const seats = [
  seat(0, "Helve", 61_35, 4_40),
  seat(1, "Sten.V", 17_00, 4_40),
  seat(2, "kaspar77", 43_70, 4_40, { connected: false }),
  seat(3, "d0ina", 98_35, 0),
  seat(4, "lucky_otter", 0, 2_30, { allIn: true }),
  seat(5, "Nordwind", 50_00, 0, { away: true }),
];
const clocks = [
  { what: "turn", player: who("Sten.V"), at: BASE + 9_000, left: null },
  { what: "dropped", player: who("kaspar77"), at: BASE - 11_000, left: null },
  { what: "bank", player: who("Helve"), at: null, left: 7_800 },
  { what: "bank", player: who("Sten.V"), at: null, left: 30_000 },
];
const playing = {
  ...hand,
  state: "playing",
  detail: null,
  at: BASE - 40_000,
  money: seats
    .slice(0, 3)
    .map(({ player, stack, put }) => ({ player, before: stack + put, put, won: 0, after: stack })),
  sights: ["Helve", "Sten.V", "kaspar77"].map((name) => ({ ...sight(name, null, 0), seed: null })),
  dealing: null,
  seats,
  clocks,
  board: ["Qh", "9s", "4d"],
  pot: 15_50,
  reversal: null,
  cases: [],
};
const table = {
  table: "T3",
  name: "Tallinn 3",
  tournament: null,
  tournamentName: "",
  stake: "0.25/0.50",
  edition: "unibet-2.7",
  money: "real",
  currency: "EUR",
  state: "open",
  closing: null,
  clocksStand: false,
  hand: "01HAND",
  handNumber: 18_204,
  board: playing.board,
  pot: playing.pot,
  seats,
  seatCount: 6,
  clocks,
  hands: [18_203, 18_202, 18_201].map((number) => ({
    hand: `01HAND${number}`,
    number,
    at: BASE - (18_206 - number) * MINUTE,
    players: 5,
    void: number === 18_202,
  })),
  requests: [request],
};

const NAMES =
  "d0ina Helve tihane Sten.V aurora_k kaspar77 lagle vanemuine munte7 Nordwind bistrita soro rebane pikne".split(" ");
const STACKS = [
  41_200, 33_150, 28_400, 24_650, 21_900, 18_700, 16_350, 13_800, 11_950, 9_900, 8_400, 5_600, 3_700, 2_300,
];
const entrants = NAMES.map((name, place) => ({
  player: who(name),
  place: null,
  stack: STACKS[place] ?? 0,
  table: (place % 3) + 1,
  seat: Math.floor(place / 3),
  entries: place === 2 || place === 5 || place === 10 ? 2 : 1,
  byTicket: name === "lagle",
  bounties: Math.max(0, 3 - place) * 4_50,
  head: 4_50,
  prizes: 0,
  connected: place % 3 === 0,
  lostAt: place % 3 === 0 ? null : BASE - 19 * MINUTE,
  away: false,
  disqualified: false,
}));
const event = {
  tournament: "sunday",
  name: "Sunday Bounty 20",
  edition: "unibet-2.7",
  moneyKind: "real",
  currency: "EUR",
  status: "running",
  startsAt: BASE - 190 * MINUTE,
  startedAt: BASE - 190 * MINUTE,
  price: 20_00,
  fee: 2_00,
  bounty: 4_50,
  entries: 48,
  again: 7,
  remaining: 14,
  registrationOpen: false,
  level: { number: 11, small: 600, big: 1_200, ante: 120, ends: null },
  halt: { at: BASE - 19 * MINUTE, staff: who("Rita"), reason: "Two of three tables lost their stream at 14:51." },
  players: entrants,
  tables: [1, 2, 3].map((number) => ({
    table: `sunday/${number}`,
    number,
    players: number === 3 ? 4 : 5,
    hands: 88,
    hand: number === 1 ? "01HAND" : null,
    stopped: number > 1,
  })),
  money: {
    paidIn: 648_00,
    added: 52_00,
    pool: 700_00,
    places: 8,
    prizesPaid: 0,
    fees: 96_00,
    bountiesPaid: 153_00,
    heads: 63_00,
  },
  requests: [],
};
const CHIPS = STACKS.reduce((all, each) => all + each, 0);
const payouts = entrants.map(({ player, stack, entries }, place) => {
  const parts = [
    { what: "fee", amount: entries * 2_00, rule: "CANC-53a" },
    { what: "equal_part", amount: place < 4 ? 23_15 : 23_14, rule: "CANC-53b" },
    { what: "by_chips", amount: Math.round((324_00 * stack) / CHIPS), rule: "CANC-53b" },
    { what: "bounty", amount: 4_50, rule: "CANC-56" },
  ];
  return {
    player: player.player,
    amount: parts.reduce((all, each) => all + each.amount, 0),
    parts,
    tickets: [],
    receivedBefore: 0,
    forfeited: null,
  };
});
const plan = {
  tournament: "sunday",
  stage: "before_money",
  outcome: "cancelled",
  rule: "CANC-53",
  total: payouts.reduce((all, each) => all + each.amount, 0),
  payouts,
  house: { pool: 0, fees: 62_00, bounties: 0 },
  lines: [],
};

const caseLine = (id: string, name: string, what: string, text: string, days: number) => ({
  id,
  what,
  about: what === "round" ? "roulette-1#412" : "01HAND",
  player: who(name),
  at: BASE - 3 * DAY,
  text,
  state: "open",
  deadline: BASE + days * DAY,
  rule: what === "dispute" ? null : "INT-38",
  overdue: days < 0,
});
const cases = [
  caseLine("c3", "rebane", "table", "about pikne: they fold to each other", -1),
  caseLine("c4", "soro", "dispute", "Check failed at “openings” in hand 18219 of table 3a1f", 0.02),
  caseLine("c1", "kaspar77", "hand", "I could not raise although the button was there.", 6),
  caseLine("c2", "Helve", "round", "The ball was on 17 and I was not paid.", 9),
];

export const deskPlayStories: Readonly<Record<string, Story>> = {
  "desk-hand": at("hands/01HAND", { "/api/desk/hands": hand }),
  "desk-hand-playing": at("hands/01HAND", { "/api/desk/hands": playing }),
  "desk-table": at("tables/T3", { "/api/desk/tables": table }),
  "desk-event": at("tournaments/sunday", {
    "/api/desk/tournaments": event,
    "/api/staff/tournaments/sunday/cancellation": plan,
  }),
  "desk-cases": at("cases", { "/api/desk/cases": cases }),
  "desk-case": at("cases/c1", {
    "/api/desk/cases": {
      case: cases[2],
      answer: "",
      answeredAt: null,
      staff: null,
      edition: "publicwin",
      holds: [
        {
          hold: "h1",
          edition: "publicwin",
          why: "complaint",
          rule: "INT-38",
          amount: 64_50,
          since: BASE - DAY,
          deadline: BASE + 6 * DAY,
          staff: who("Ott"),
          reason: "the pot of hand 18 204",
        },
      ],
      others: [{ ...cases[2], id: "c0", text: "My table was closed.", state: "answered" }],
      requests: [],
    },
  }),
  "desk-casino": at("casino/roulette-1", {
    "/api/desk/casino": {
      table: "roulette-1",
      name: "Roulette 1",
      game: "roulette",
      live: true,
      edition: "live-casino",
      currency: "EUR",
      money: "real",
      phase: "closed",
      round: 413,
      since: BASE - 12_000,
      deadline: BASE,
      dealer: "Mare",
      hold: {
        reason: "disagreement",
        rule: "RLT-21",
        since: BASE - 2 * MINUTE,
        staff: "",
        words: "",
      },
      proposal: "",
      guests: [
        { player: who("Helve"), connected: true, staked: 25_00 },
        { player: who("soro"), connected: true, staked: 0 },
        { player: who("lagle"), connected: false, staked: 5_00 },
      ],
      rounds: [412, 411, 410].map((round) => ({
        round,
        at: BASE - (414 - round) * MINUTE,
        result: String((round * 7) % 37),
        players: 3,
        staked: 48_00,
        house: round === 411 ? -87_00 : 12_50,
        voided: round === 410,
        correction: round === 411 ? "pocket_replaced" : "",
        dealer: "Mare",
      })),
      requests: [],
    },
  }),
};
