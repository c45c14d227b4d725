import type { PlayerPage } from "../desk/people/types";
import type { DeedRule, DeskRequest, Figures, Inbox, TrailLine } from "../desk/types";
import type { Change } from "../model/model";
import type { Story } from "./stories";
import { BASE } from "./time";
import { world } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ott = { player: "s-ott", name: "Ott" };
const mare = { player: "s-mare", name: "Mare" };
const rita = { player: "s-rita", name: "Rita" };
const merelind = { player: "p-merelind", name: "merelind" };

const ritaIsIn: readonly Change[] = [
  ...world,
  {
    to: "account",
    change: {
      kind: "personKnown",
      person: { kind: "player", name: "Rita", avatar: "owl", secondFactor: true, roles: ["security"] },
    },
  },
];

export const rule = (kind: string, clauses: readonly string[], more: Partial<DeedRule> = {}): DeedRule => ({
  kind,
  clauses: clauses.map((each) => ({
    rule: each,
    editions: each === "INT-36" ? ["publicwin"] : ["unibet-2.7", "publicwin"],
  })),
  asks: ["security", "support"],
  signs: ["finance"],
  atOnce: false,
  inPlay: false,
  final: false,
  waits: 0,
  mayAsk: true,
  maySign: true,
  ...more,
});
const deeds: readonly DeedRule[] = [
  rule("refuse_registration", ["INT-31"], { final: true }),
  rule("suspend", ["INT-22", "INT-17"], { atOnce: true, signs: ["security", "admin"] }),
  rule("lift_suspension", ["INT-22"]),
  rule("hold", ["INT-14", "INT-36"], { atOnce: true }),
  rule("release", ["INT-14"]),
  rule("demand_recording", ["INT-14b"], { signs: [] }),
  rule("ban_game", ["MTT-45"], { signs: [] }),
  rule("block_chat", ["CHAT-04"], { signs: [] }),
  rule("limit", [], { signs: [] }),
  rule("credit", ["CASH-01"], { mayAsk: false }),
  rule("close_returning", ["INT-32"], { final: true, waits: 86_400_000, signs: ["admin", "finance"] }),
  rule("close_forfeiting", ["INT-36"], { final: true, waits: 86_400_000, signs: ["admin", "finance"] }),
];

const wallet = (name: string, before: number, after: number): Figures["balances"][number] => ({
  account: `site:p-${name}:EUR:real`,
  purpose: "site",
  currency: "EUR",
  money: "real",
  holder: { player: `p-${name}`, name },
  before,
  after,
});
const held: Figures = {
  figures: "00ff",
  events: [{ event: "held", rule: "INT-14", player: "p-merelind" }],
  money: [],
  balances: [
    wallet("merelind", 56_050, 14_820),
    { ...wallet("merelind", 0, 41_230), account: "hold:p-merelind:EUR:real", purpose: "hold" },
  ],
  house: 0,
  plan: null,
};
const voided: Figures = {
  ...held,
  events: [{ event: "hand_void", rule: "CASH-20", player: null }],
  balances: [
    wallet("Helve", 9820, 5510),
    wallet("Sten.V", 5000, 7140),
    wallet("kaspar77", 3110, 4810),
    wallet("d0ina", 10_105, 10_545),
    wallet("lucky_otter", 1810, 2040),
    { ...wallet("rake", 200, 0), account: "rake::EUR:real", purpose: "rake", holder: null },
  ],
  house: -200,
};

export const request: DeskRequest = {
  id: "01M7REQ1",
  kind: "void_hand",
  deed: { kind: "void_hand", hand: "18 204" },
  about: "Tallinn 3",
  players: [],
  edition: "unibet-2.7",
  clause: "CASH-20",
  reason:
    "The client of kaspar77 showed “Raise to 34.00” while raising was closed. The ruling was right, the screen was not.",
  staff: ott,
  at: BASE - 12 * MINUTE,
  until: BASE + 8 * MINUTE,
  status: "asked",
  figures: "00ff",
  final: true,
  atOnce: false,
  signs: ["floor", "finance", "security"],
  maySign: true,
  mayStop: false,
  isOwn: false,
  by: null,
  why: "",
  waived: false,
  endedAt: null,
  now: voided,
  refusedNow: null,
  changed: false,
};
const suspended: DeskRequest = {
  ...request,
  id: "01M7REQ2",
  kind: "suspend",
  deed: { kind: "suspend", player: "p-merelind", until: BASE + 30 * DAY },
  about: "",
  players: [merelind],
  clause: "INT-22",
  reason: "Both accounts stay away from tables until the hands are read.",
  staff: rita,
  until: BASE + 9 * HOUR,
  maySign: false,
  mayStop: false,
  isOwn: true,
  final: false,
  now: { ...held, balances: [] },
};
const credited: DeskRequest = {
  ...request,
  id: "01M7REQ3",
  kind: "credit",
  deed: { kind: "credit", player: "p-d0ina", account: "site:p-d0ina:EUR:real", amount: 1250 },
  about: "",
  players: [{ player: "p-d0ina", name: "d0ina" }],
  clause: "CASH-01",
  reason: "A bet at Kadriorg 2 was counted twice.",
  staff: mare,
  until: BASE + 6 * HOUR,
  maySign: false,
  signs: ["finance"],
};
const inbox: Inbox = {
  requests: [request, credited, suspended],
  duties: [
    {
      request: "01M7D1",
      kind: "demand_recording",
      player: { player: "p-tihane", name: "tihane" },
      deadline: BASE - HOUR,
      overdue: true,
    },
  ],
  ended: 64,
  lastEnd: BASE - 12 * MINUTE,
  ofOne: false,
};

const line = (number: number, what: string, more: Partial<TrailLine>): TrailLine => ({
  number,
  at: BASE - (95 - number) * 40 * MINUTE,
  what,
  staff: rita,
  request: null,
  kind: null,
  about: [],
  clause: null,
  words: "",
  digest: "7c1e5b2a90aa4404",
  ...more,
});
const trail = {
  lines: [
    line(94, "looked", { about: [merelind], words: "player" }),
    line(93, "done", {
      staff: ott,
      request: "01M7REQ4",
      kind: "hold",
      about: [merelind],
      clause: "INT-14",
      words: "Case 31 is reviewed.",
    }),
    line(92, "asked", {
      request: "01M7REQ4",
      kind: "hold",
      about: [merelind],
      clause: "INT-14",
      words: "Case 31 is reviewed.",
    }),
  ],
  next: null,
  length: 94,
};

const player: PlayerPage = {
  player: "p-merelind",
  name: "merelind",
  kind: "player",
  email: "merelind@post.test",
  born: "1991-06-02",
  createdAt: BASE - 240 * DAY,
  closedAt: null,
  secondFactor: true,
  roles: [],
  wallets: [{ account: "site:p-merelind:EUR:real", currency: "EUR", money: "real", balance: 14_820 }],
  tables: [
    { table: "t4", name: "Tallinn 4", currency: "EUR", amount: 9820, pending: 0 },
    { table: "t1", name: "Oslo 1", currency: "EUR", amount: 2865, pending: 0 },
  ],
  holds: [
    {
      hold: "h1",
      edition: "unibet-2.7",
      why: "review",
      rule: "INT-14",
      amount: 41_230,
      since: BASE - 2 * HOUR,
      deadline: BASE + 38 * MINUTE,
      staff: ott,
      reason: "Case 31: 412 hands with one linked account.",
    },
  ],
  withdrawals: [],
  owed: [],
  bars: [],
  limits: [
    { limit: "deposit", period: "day", currency: "EUR", amount: 5000, byHouse: false },
    { limit: "loss", period: "month", currency: "EUR", amount: 200_000, byHouse: true },
  ],
  excludedUntil: null,
  isExcluded: false,
  chatBlocked: false,
  complaints: [],
  requests: [suspended],
};

const data = {
  "/api/desk/deeds": deeds,
  "/api/desk/inbox": inbox,
  "/api/desk/state": { balanced: true, accounts: 1284, stopped: 0, at: BASE },
  "/api/desk/room": {
    at: BASE,
    connected: 260,
    players: 224,
    cashTables: 36,
    casinoTables: 7,
    hands: 3660,
    waiting: 12,
    tournaments: 4,
    registering: 9,
    inPlay: [
      { currency: "EUR", money: "real", amount: 3_120_850 },
      { currency: "RON", money: "real", amount: 118_400 },
    ],
    withdrawals: 3,
    complaints: 5,
    past: Array.from({ length: 48 }, (_, step) => ({
      at: BASE - (47 - step) * 30 * MINUTE,
      players: 140 + Math.round(90 * Math.sin(step / 7.5)),
      tables: 28 + Math.round(14 * Math.sin(step / 7.5 + 0.3)),
      hands: 2400 + Math.round(1300 * Math.sin(step / 7.5 + 0.1)),
    })),
  },
  "/api/desk/requests": { requests: [request, credited, suspended], next: null },
  "/api/desk/requests/01M7REQ1": request,
  "/api/desk/requests/01M7REQ2": suspended,
  "/api/desk/players/p-merelind": player,
  "/api/desk/players/p-merelind/notes": [
    {
      id: "n1",
      staff: { player: "s-ion", name: "Ion" },
      at: BASE - 9 * DAY,
      words: "Asked by chat whether two people in one home may play. Told: not at one table.",
    },
  ],
  "/api/desk/trail": trail,
  "/api/desk/staff": [
    { ...mare, roles: ["admin"], secondFactor: true },
    { ...ott, roles: ["floor"], secondFactor: true },
    { ...rita, roles: ["security"], secondFactor: true },
  ],
  "/api/desk/search": [
    { what: "player", id: "p-merelind", name: "merelind" },
    { what: "hand", id: "01M7HAND", name: "Tallinn 5 #17961" },
    { what: "request", id: "01M7REQ1", name: "void_hand" },
  ],
  "/api/desk/dry-run": held,
};

export const at = (path: string, more: Readonly<Record<string, unknown>> = {}): Story => ({
  path,
  changes: ritaIsIn,
  data: { ...data, ...more },
});

export const deskStories = {
  "desk-inbox": at("/desk"),
  "desk-quiet": at("/desk", { "/api/desk/inbox": { ...inbox, requests: [], duties: [] } }),
  "desk-player": at("/desk/players/p-merelind/hold"),
  "desk-suspend": at("/desk/players/p-merelind/suspend"),
  "desk-close": at("/desk/players/p-merelind/close_returning"),
  "desk-request": at("/desk/requests/01M7REQ1"),
  "desk-requests": at("/desk/requests", {
    "/api/desk/requests": {
      requests: [
        request,
        { ...credited, status: "done", by: ott, endedAt: BASE },
        { ...suspended, status: "expired", endedAt: BASE },
      ],
      next: null,
    },
  }),
  "desk-own": at("/desk/requests/01M7REQ2"),
  "desk-changed": at("/desk/requests/01M7REQ1", { "/api/desk/requests/01M7REQ1": { ...request, changed: true } }),
  "desk-done": at("/desk/requests/01M7REQ1", {
    "/api/desk/requests/01M7REQ1": { ...request, status: "done", by: rita, maySign: false, now: null, endedAt: BASE },
  }),
  "desk-signed": at("/desk/requests/01M7REQ1", {
    "/api/desk/requests/01M7REQ1": {
      ...request,
      kind: "close_returning",
      deed: { kind: "close_returning", player: "p-merelind" },
      players: [merelind],
      clause: "INT-32",
      status: "signed",
      signs: ["admin", "finance"],
      by: rita,
      maySign: false,
      mayStop: true,
      until: BASE + 23 * HOUR,
      now: { ...held, balances: [] },
    },
  }),
  "desk-trail": at("/desk/trail"),
  "desk-staff": at("/desk/staff"),
  "desk-search": at("/desk/search?q=merelind"),
  "desk-door": { path: "/desk", changes: [...world, { to: "account", change: { kind: "loggedOut" } }] },
} as const satisfies Readonly<Record<string, Story>>;
