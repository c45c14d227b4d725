/** What is over: a list of tournaments, one that was played out, one that was cancelled, tickets, and my own. */
import type { HandRow, Session } from "../model/history";
import type { Change } from "../model/model";
import type { OwnTournament, PastRow, PlayerResult, Ticket, TournamentResult } from "../model/past";
import type { HandRecord } from "../model/table/replay";
import type { Command } from "../net/commands";
import { record, session } from "./hands";
import { BASE } from "./time";

const HOUR = 3_600_000;
const EUR = { kind: "money", currency: "EUR" } as const;

const past = (id: string, name: string, ago: number, changes: Partial<PastRow> = {}): PastRow => ({
  id,
  name,
  rulebook: "unibet-2.7",
  unit: EUR,
  product: "multi_table",
  price: 1100,
  status: "finished",
  startsAt: BASE - ago * HOUR - 3 * HOUR,
  endedAt: BASE - ago * HOUR,
  entries: 214,
  players: 187,
  pool: 214_000,
  winner: "d0ina",
  ...changes,
});

const sunday = past("t-sunday", "Sunday Main", 5, { pool: 211_860 });
const fallen = past("t-fallen", "Friday Turbo", 52, {
  status: "cancelled",
  entries: 4,
  players: 4,
  pool: 4000,
  winner: null,
});
const rows: readonly PastRow[] = [
  sunday,
  past("t-six", "Quick Six", 7, { entries: 6, players: 6, pool: 6000, winner: "Helve" }),
  past("t-feeder", "Satellite to Sunday Main", 9, { price: 250, entries: 31, players: 27, pool: 7750, winner: null }),
  past("t-bounty", "Bounty Night", 27, { price: 2200, entries: 88, players: 71, pool: 88_000, winner: "Maia" }),
  fallen,
];

const player = (place: number, name: string, prize: number, changes: Partial<PlayerResult> = {}): PlayerResult => ({
  number: place,
  name,
  isOwn: name === "Helve",
  place,
  prize,
  bounties: 0,
  entries: 1,
  reBuys: 0,
  addOns: 0,
  disqualified: false,
  payout: null,
  ...changes,
});

const NAMES = [
  "d0ina",
  "Maia",
  "Helve",
  "grumpy_tom",
  "Aino",
  "Radu",
  "Sven",
  "kivi",
  "Ilse",
  "Mihai",
  "Pelle",
  "Tiina",
];
const PRIZES = [53_500, 36_380, 25_680, 19_260, 14_980, 10_700, 8560, 6420, 4280, 3210, 3210, 0];
const players = NAMES.map((name, index) =>
  player(index + 1, name, PRIZES[index] ?? 0, index === 3 ? { entries: 2, reBuys: 1 } : {}),
);

const result: TournamentResult = {
  tournament: sunday,
  terms: {
    poolPart: 1000,
    fee: 100,
    bounty: 0,
    stack: 10_000,
    levelMs: 600_000,
    levels: [{ smallBlind: 25, bigBlind: 50, ante: 0 }],
    target: null,
  },
  prizes: [
    ...PRIZES.slice(0, 9).map((money, index) => ({ first: index + 1, last: index + 1, money, ticket: 0 })),
    { first: 10, last: 19, money: 3210, ticket: 0 },
  ],
  startedAt: BASE - 8 * HOUR,
  cancelled: null,
  own: players[2] ?? null,
};

const paid = (number: number, name: string): PlayerResult =>
  player(number, name, 0, {
    place: null,
    payout: {
      player: String(number),
      name,
      amount: 1100,
      parts: [
        { what: "entry", amount: 1000, rule: "CANC-52" },
        { what: "fee", amount: 100, rule: "CANC-52" },
      ],
      tickets: [],
      deducted: 0,
      forfeited: null,
      held: false,
    },
  });
const refunded = ["Helve", "Aino", "Radu", "Sven"].map((name, index) => paid(index + 1, name));

const cancelled: TournamentResult = {
  ...result,
  tournament: fallen,
  prizes: [],
  startedAt: null,
  cancelled: {
    at: BASE - 52 * HOUR,
    cause: "too_few",
    reason: "",
    rule: "MTT-26b",
    stage: "before_start",
    settledBy: "CANC-52",
    total: 4400,
  },
  own: refunded[0] ?? null,
};

const tickets: readonly Ticket[] = [
  {
    id: "t-feeder.1",
    kind: "entry",
    worth: 1100,
    unit: EUR,
    source: { id: "t-feeder", name: "Satellite to Sunday Main" },
    target: { id: "t-sunday", name: "Sunday Main" },
    validFor: [{ id: "t-sunday-2", name: "Sunday Main", startsAt: BASE + 26 * HOUR }],
    package: "",
    lobby: null,
    game: null,
  },
  {
    id: "unibet-2.7.hexapro.10.00.41",
    kind: "game",
    worth: 1000,
    unit: EUR,
    source: null,
    target: null,
    validFor: [],
    package: "",
    lobby: "hexapro:unibet-2.7/hexapro/10.00/real",
    game: 41,
  },
];

const mine: readonly OwnTournament[] = [
  {
    tournament: sunday,
    part: {
      enteredAt: BASE - 8 * HOUR,
      entries: 1,
      reBuys: 0,
      addOns: 0,
      paid: 1100,
      place: 3,
      prize: 25_680,
      bounties: 0,
      returned: 0,
      endedAt: BASE - 5 * HOUR,
    },
  },
];

const inChips: readonly HandRow[] = session.rows.map((row, index) => ({
  ...row,
  tournament: { id: sunday.id, name: sunday.name },
  level: 7 - Math.floor(index / 3),
  result: row.result * 4,
  big: 800,
}));
const ofTournament: Session = {
  ...session,
  unit: { kind: "chips" },
  hands: inChips.length,
  rows: inChips,
  points: [],
  keptBack: "INT-16",
};

/** The session that a question is answered with. */
export const sessionOf = (command: Extract<Command, { kind: "readHistory" }>, empty: Session): Session =>
  command.tournament !== null ? ofTournament : command.period === "today" ? empty : session;

/** A hand of the tournament, in chips. */
export const recordOf = (hand: string): HandRecord => {
  const isChips = hand.startsWith("t-");
  const start = { ...record.start, name: sunday.name, unit: { kind: "chips" } as const };
  return isChips
    ? { ...record, id: hand, start, tournament: { id: sunday.id, name: sunday.name, level: 7 } }
    : { ...record, id: hand };
};

/** What the room answers to questions about what is over. */
export function pastReply(command: Command): readonly Change[] {
  switch (command.kind) {
    case "readPast": {
      const { query, before } = command;
      const found = rows.filter(({ name }) => name.toLowerCase().includes(query.search.toLowerCase()));
      const page = { state: "ready", value: { rows: found, next: null } } as const;
      return [{ to: "past", change: { kind: "pastLoaded", query, page, more: before !== null } }];
    }
    case "readResult": {
      const value = command.tournament === fallen.id ? cancelled : result;
      return [
        { to: "past", change: { kind: "resultLoaded", id: command.tournament, value: { state: "ready", value } } },
      ];
    }
    case "readResultPlayers": {
      const { tournament, search, page } = command;
      const all = tournament === fallen.id ? refunded : players;
      const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      const shown = { tournament, search, page, rows: found, total: found.length };
      return [{ to: "past", change: { kind: "resultPlayersLoaded", players: shown } }];
    }
    case "readOwnTickets":
      return [{ to: "past", change: { kind: "ticketsLoaded", tickets: { state: "ready", value: tickets } } }];
    case "readOwnTournaments": {
      const page = { state: "ready", value: { rows: mine, next: null } } as const;
      return [{ to: "past", change: { kind: "mineLoaded", page, more: false } }];
    }
    default:
      return [];
  }
}

/** The room does not play it any more. */
export const gone = (id: string): Change => ({
  to: "tournaments",
  change: {
    kind: "pageLoaded",
    id,
    page: { state: "failed", told: { code: "no_such_tournament", rule: null, numbers: {} } },
  },
});
