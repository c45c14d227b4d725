import type { Change } from "../model/model";
import type { StationChange } from "../model/station";
import type { Box, StationRead, StationView } from "../protocol/messages";
import type { Story } from "./stories";
import { BASE } from "./time";
import { world } from "./world";

const EUR = { kind: "money", currency: "EUR", label: null } as const;
const hand = (cards: readonly string[], total: number, stake: number): Box["hands"][number] => ({
  cards,
  total,
  soft: false,
  stake,
  ended: "",
  outcome: null,
});
const box = (name: string, cards: readonly string[], total: number, bet: number): Box => ({
  player: `p-${name}`,
  name,
  avatar: "fox",
  connected: true,
  leaves: false,
  bet,
  hands: [hand(cards, total, bet)],
  bot: false,
});
const read = (seat: number, card: string, ago: number, outcome: StationRead["outcome"] = "accepted"): StationRead => ({
  at: BASE - ago,
  seat,
  hand: 0,
  outcome,
  card,
  video: null,
});

const seats = (fifth: readonly string[], total: number): readonly (Box | null)[] => [
  box("Nordwind", ["Kc", "Qd"], 20, 1000),
  box("Sten.V", ["Th", "4s"], 14, 5000),
  box("Helve", ["8d", "8s"], 16, 2500),
  box("d0ina", ["5d", "Kd"], 15, 500),
  box("kaspar77", fifth, total, 2000),
  null,
  box("lucky_otter", ["Ad"], 11, 10_000),
];

const DEALS = [
  "stationAwake",
  "handOver",
  "finishStep",
  "scanCard",
  "enterCard",
  "cardUnread",
  "enterPocket",
  "askShuffle",
  "callPit",
  "holdTable",
  "proposeCorrection",
  "withdrawCorrection",
  "blockChatter",
  "removeLine",
];

const blackjack: StationView = {
  id: "kadriorg",
  name: "Kadriorg 2",
  game: "blackjack",
  unit: EUR,
  phase: "playing",
  round: 4413,
  dealer: "Marek",
  dealerSince: BASE - 29 * 60_000,
  reliefAt: BASE + 11 * 60_000,
  mine: true,
  pit: false,
  step: {
    kind: "scan",
    rule: "BJ-43",
    seat: 4,
    hand: 0,
    faceUp: true,
    count: 0,
    until: null,
    name: "kaspar77",
    card: 12,
    cards: 14,
    following: [
      { seat: 6, faceUp: true },
      { seat: -1, faceUp: false },
    ],
  },
  deadline: null,
  closedAt: BASE - 36_000,
  hold: null,
  proposal: null,
  failures: 0,
  failuresMax: 3,
  reads: [read(3, "Kd", 2300), read(2, "8s", 4600), read(1, "4s", 7000)],
  canCorrect: ["card_entered", "card_replaced", "round_voided", "cards_burned"],
  may: DEALS,
  pitCalled: null,
  corrections: 2,
  announcement: null,
  felt: {
    game: "blackjack",
    seats: seats(["8h"], 8),
    dealer: ["9h", null],
    dealerTotal: 9,
    turn: null,
    insurance: false,
    queue: [],
  },
  crowd: {
    guests: 12,
    bettors: 9,
    staked: 48_500,
    spots: [
      { spot: "0", players: 1, staked: 1500 },
      { spot: "2", players: 2, staked: 4500 },
      { spot: "4", players: 1, staked: 500 },
      { spot: "6", players: 3, staked: 21_000 },
    ],
  },
  shoe: { number: 3, cards: 416, out: 214, cutAt: 364, decks: 8, commitment: "", opened: [], burnt: 6 },
  shuffleAsked: false,
  pockets: 0,
  red: [],
  chat: [
    { number: 10, player: "p-Nordwind", name: "Nordwind", text: "tere õhtust kõigile", at: BASE - 80_000 },
    { number: 11, player: "p-guest_91", name: "guest_91", text: "hit me again", at: BASE - 50_000 },
    { number: 12, player: "p-Sten.V", name: "Sten.V", text: "good luck all", at: BASE - 20_000 },
  ],
  blocked: [
    { player: "p-guest_91", name: "guest_91" },
    { player: "p-Karl", name: "Karl" },
  ],
  scanner: { prefix: "", suffix: "Enter", gap: 60 },
  video: { kind: "image", address: "/api/casino/pattern.svg", clockAt: 0 },
};

const RED = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
const roulette: StationView = {
  ...blackjack,
  id: "pirita",
  name: "Pirita 1",
  game: "roulette",
  round: 8214,
  dealer: "Kadri",
  phase: "closed",
  step: {
    kind: "spin",
    rule: "RLT-01",
    seat: -1,
    hand: 0,
    faceUp: true,
    count: 0,
    until: null,
    name: "",
    card: 0,
    cards: 0,
    following: [],
  },
  canCorrect: ["round_voided"],
  reads: [],
  felt: { game: "roulette", pocket: null, colour: "", winning: [] },
  crowd: {
    guests: 14,
    bettors: 12,
    staked: 48_600,
    spots: [
      { spot: "dozen-2", players: 4, staked: 12_000 },
      { spot: "red", players: 5, staked: 8500 },
      { spot: "black", players: 3, staked: 6000 },
      { spot: "straight-0", players: 4, staked: 900 },
      { spot: "straight-17", players: 2, staked: 600 },
      { spot: "corner-13", players: 1, staked: 500 },
      ...[4, 7, 10, 13, 19, 22].map((first) => ({ spot: `street-${first}`, players: 1, staked: 3350 })),
    ],
  },
  shoe: null,
  pockets: 37,
  red: RED,
};

const held: StationView = {
  ...blackjack,
  step: { ...blackjack.step, kind: "held", rule: "BJ-15" },
  felt: { ...blackjack.felt, seats: seats(["8h", "8c"], 16) } as StationView["felt"],
  hold: {
    reason: "irregularity",
    since: BASE - 52_000,
    rule: "BJ-15",
    person: "Marek",
    words: "two cards came out together",
  },
  pitCalled: BASE - 51_000,
};

const rows = [
  { ...row("kadriorg", "Kadriorg 2", "blackjack", "Marek"), mine: true },
  { ...row("pirita", "Pirita 1", "roulette", "Kadri"), held: true, pitCalled: BASE - 20_000, manned: false },
  { ...row("toompea", "Toompea 3", "baccarat", ""), free: true },
];

function row(id: string, name: string, game: string, dealer: string) {
  const phase = "betting" as const;
  return {
    id,
    name,
    game,
    dealer,
    phase,
    players: 7,
    held: false,
    pitCalled: null,
    mine: false,
    free: false,
    manned: dealer !== "",
  };
}

const change = (each: StationChange): Change => ({ to: "station", change: each });
const listed = change({ kind: "stationsListed", rows });
const at = (station: StationView, ...more: readonly StationChange[]): Story => ({
  path: `/station/${station.id}`,
  changes: [...world, listed, change({ kind: "stationShown", station }), ...more.map(change)],
});
const refused = (about: string, code: string, rule: string): StationChange => ({
  kind: "stationAnswered",
  answer: { about, told: { code, rule, numbers: {} }, at: BASE },
});

export const stationStories: Readonly<Record<string, Story>> = {
  "station-scan": at(blackjack),
  "station-wrong": at(
    { ...blackjack, failures: 1, reads: [read(4, "8s", 0, "twice"), ...blackjack.reads.slice(0, 2)] },
    refused("scanCard", "card_read_twice", "X-141"),
  ),
  "station-spin": at(roulette),
  "station-hold": at(held),
  "station-correct": at({
    ...held,
    hold: { reason: "correction", since: BASE - 20_000, rule: "X-141", person: "Marek", words: "" },
    may: [...DEALS],
    proposal: {
      number: 3,
      what: "card_replaced",
      reason: "read as an eight",
      people: ["Marek"],
      mine: true,
      card: "9c",
      pocket: null,
      wasCard: "8c",
      wasPocket: null,
      seat: 4,
      hand: 0,
      total: 16,
      totalAfter: 17,
      burned: 0,
    },
  }),
  "station-bets": at({
    ...roulette,
    phase: "betting",
    deadline: BASE + 12_000,
    closedAt: null,
    step: { ...roulette.step, kind: "wait", rule: "RLT-07", until: BASE + 12_000 },
  }),
  "station-shuffle": at({
    ...blackjack,
    phase: "idle",
    shoe: null,
    reads: [],
    chat: [],
    canCorrect: [],
    step: { ...blackjack.step, kind: "cut", rule: "BJ-42", seat: -1, count: 52, name: "" },
    felt: { ...blackjack.felt, seats: [], dealer: [] } as StationView["felt"],
    crowd: { guests: 0, bettors: 0, staked: 0, spots: [] },
  }),
  "station-tables": { path: "/station", changes: [...world, listed] },
  "station-empty": { path: "/station", changes: [...world, change({ kind: "stationsListed", rows: [] })] },
};
