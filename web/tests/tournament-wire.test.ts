import { beforeEach, describe, expect, it } from "vitest";
import type * as wire from "../src/protocol/messages";
import { FakeRoom, recorded } from "./fake-room";

const ME = recorded.reader;
const TOURNAMENT = "t-1";

const blinds = (level: number, bigBlind: number): wire.BlindLevel => ({
  level,
  smallBlind: bigBlind / 2,
  bigBlind,
  ante: 0,
});

const numbers = (more: Partial<wire.TournamentNumbers> = {}): wire.TournamentNumbers => ({
  status: "running",
  startsAt: 0,
  registrationOpen: false,
  registrationEnds: null,
  mayUnregister: false,
  unregisterUntil: null,
  entries: 18,
  remaining: 12,
  tables: 2,
  busy: 0,
  level: 2,
  levelEnds: 90_000,
  blinds: blinds(2, 40),
  nextBlinds: blinds(3, 60),
  breakDue: null,
  pause: null,
  haltedAt: null,
  pool: 3600,
  prizesFinal: true,
  paidPlaces: 3,
  nextPrize: 0,
  averageStack: 1500,
  largestStack: 3000,
  smallestStack: 200,
  handForHand: false,
  finalTable: false,
  paidIn: 3600,
  reBuys: 0,
  addOns: 0,
  cancelled: null,
  ...more,
});

const entry = (more: Partial<wire.OwnEntry> = {}): wire.OwnEntry => ({
  entries: 1,
  table: "t-1/1",
  seat: 2,
  stack: 1500,
  rank: 7,
  sitsOut: null,
  place: null,
  prizes: 0,
  bounty: 0,
  bounties: 0,
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
  placeRule: null,
  ...more,
});

const price: wire.EntryPrice = { label: 400, pool: 360, fee: 40, rule: "FEE-01", bounty: 0 };
const terms = (more: Partial<wire.TournamentTerms> = {}): wire.TournamentTerms => ({
  id: TOURNAMENT,
  edition: "unibet-2.7",
  editionHash: "h",
  name: "Warm-up",
  types: ["re_buy"],
  unit: { kind: "money", currency: "EUR", label: "test" },
  wallet: "site:EUR:test",
  family: "texas",
  seats: 6,
  price,
  stack: 1500,
  levels: [],
  levelTime: 60_000,
  afterLastLevel: "stay",
  entriesMin: 2,
  entriesMax: null,
  registrationOpens: null,
  unregisterBefore: null,
  lateLevels: 0,
  reEntries: 0,
  guarantee: 0,
  added: 0,
  handForHandPlaces: 1,
  failure: { onFailure: "resume", rule: "MTT-50" },
  rules: [],
  sitAndGo: false,
  conditions: [],
  password: false,
  buyInMin: null,
  buyInMax: null,
  reBuy: { price, chips: 1500, untilLevel: 4, below: 1500, times: 2, window: 20_000 },
  addOn: { price, chips: 2000, afterLevel: 4, window: 60_000 },
  bounties: null,
  satellite: null,
  phase: null,
  breaks: null,
  timeBank: null,
  hexapro: null,
  ...more,
});

const seat = (player: string, more: Partial<wire.TournamentSeat> = {}): wire.TournamentSeat => ({
  player,
  name: player,
  avatar: "fox",
  stack: 1500,
  bet: 0,
  bank: 10_000,
  hasCards: false,
  allIn: false,
  away: false,
  sitsOutNext: null,
  connected: true,
  bounty: 0,
  bot: false,
  ...more,
});

const shown = (id: string, more: Partial<wire.TournamentTable> = {}): wire.TournamentTableShown => ({
  type: "tournamentTable",
  epoch: 1,
  number: 5,
  table: {
    id,
    tournament: TOURNAMENT,
    name: "Warm-up",
    edition: "unibet-2.7",
    family: "texas",
    number: 1,
    size: 6,
    numbers: numbers(),
    seats: { 2: seat(ME), 4: seat("other", { bounty: 500, bot: true }) },
    playing: null,
    result: null,
    nextHandAt: null,
    finalTable: false,
    clocksStand: false,
    closed: false,
    own: { seat: 2, cards: [], strength: null, options: null },
    entry: entry(),
    chat: [],
    fair: null,
    afterHandsOnly: false,
    ...more,
  },
});

const frame = (number: number, ...changes: wire.TournamentChange[]): wire.TournamentFrame => ({
  type: "tournamentFrame",
  table: "t-1/1",
  epoch: 1,
  number,
  changes,
  own: [],
  done: null,
});

const nextHand = (more: Partial<wire.NextHand> = {}): wire.NextHand => ({
  kind: "nextHand",
  number: 8,
  seats: { 2: seat(ME), 4: seat("other") },
  button: 4,
  smallBlind: 4,
  bigBlind: 2,
  blinds: blinds(2, 40),
  dealsAt: 5000,
  finalTable: false,
  rule: "MTT-46a",
  round: null,
  ...more,
});

const sitsAt = (table: string | null): wire.OwnTournaments => ({
  type: "ownTournaments",
  at: 0,
  play: {
    games: [],
    tournaments: [
      {
        tournament: TOURNAMENT,
        name: "Warm-up",
        edition: "unibet-2.7",
        unit: { kind: "money", currency: "EUR", label: "test" },
        state: table === null ? "out" : "seated",
        status: "running",
        startsAt: 0,
        entries: 1,
        table,
        seat: 2,
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
      },
    ],
  },
});

let stage: FakeRoom;

beforeEach(() => {
  stage = new FakeRoom();
  stage.connect();
});

const table = (id = "t-1/1") => {
  const found = stage.model.tables[id];
  if (!found) throw new Error(`no table ${id}`);
  return found;
};

describe("a tournament table on the wire", () => {
  it("is gone to as soon as I sit there, and asks what it was announced with", () => {
    stage.wire.hear(sitsAt("t-1/1"));
    expect(stage.wire.said("watch")).toMatchObject([{ table: "t-1/1" }]);
    stage.wire.hear(shown("t-1/1"));
    expect(stage.wire.said("watchTournament")).toMatchObject([{ tournament: TOURNAMENT, on: true }]);
    expect(table()).toMatchObject({ me: 2, unit: { kind: "chips" }, blinds: { small: 20, big: 40 }, timeBank: 10_000 });
    expect(table().seats.map((each) => each?.name ?? null)).toEqual([null, null, ME, null, "other", null]);
    expect(table().tournament).toMatchObject({ place: 7, entries: 18, paid: 3, bounties: { other: 500 } });
  });

  it("learns prices, windows and standing from the whole tournament, also in the middle of a hand", () => {
    stage.wire.hear(shown("t-1/1"));
    const offer = { possible: false, why: { code: "too_many_chips", rule: "MTT-66", numbers: { below: 1500 } } };
    const own = entry({
      rank: 3,
      reBuy: { ...offer, taken: 0, left: 2 },
      addOn: { possible: false, why: null, taken: 0, left: 1 },
    });
    stage.wire.hear({ type: "tournament", at: 0, terms: terms(), numbers: numbers(), prizes: [], entry: own });
    expect(table().tournament).toMatchObject({
      place: 3,
      unit: { kind: "money", label: "test" },
      price: 400,
      reBuy: { chips: 1500, price: 400, fee: 40, state: { kind: "below", chips: 1500 } },
      reBuyLevel: 4,
      addOn: { state: { kind: "after", level: 4 } },
    });
    stage.wire.hear({
      type: "ownEntry",
      at: 0,
      tournament: TOURNAMENT,
      entry: { ...own, stack: 0, mayBuyUntil: 21_000, reBuy: { possible: true, why: null, taken: 0, left: 2 } },
    });
    expect(table().tournament).toMatchObject({
      offerUntil: 21_000,
      offerTotal: 20_000,
      reBuy: { state: { kind: "open" } },
    });
  });

  it("takes the order of the next hand with its level, and who is away with the clause", () => {
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear(frame(6, nextHand({ blinds: blinds(3, 60) })));
    expect(table()).toMatchObject({ blinds: { big: 60 }, button: 4, nextHandAt: 5000, me: 2 });
    expect(table().log.at(-1)?.what).toMatchObject({ kind: "level", level: { number: 3 } });
    stage.wire.hear(frame(7, { kind: "away", seats: [4], rule: "MTT-40" }));
    expect(table().seats[4]?.away).toEqual({ until: null, rule: "MTT-40" });
    stage.wire.hear(frame(8, { kind: "away", seats: [], rule: "MTT-40" }));
    expect(table().seats[4]?.away).toBeNull();
  });

  it("tells apart a table that breaks from a tournament that is over, and waits for no hand that is not played anew", () => {
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear(frame(6, { kind: "tableShut", rule: "MTT-42a" }));
    expect(table().notice?.told).toMatchObject({ code: "table_shut", rule: "MTT-42a" });
    const rule = "MTT-26b";
    stage.wire.hear(frame(7, { kind: "dealVoided", number: 8, rule, reason: "" }, { kind: "tableShut", rule }));
    expect(table().standing).toBeNull();
    expect(table().notice?.told).toMatchObject({ code: "table_over", rule });
    expect(table().log.at(-2)?.what).toMatchObject({ kind: "ruling", told: { code: "hand_called_off", rule } });
  });

  it("tells that a hand is played anew, by which clause, and takes its stacks from the next order", () => {
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear(
      frame(
        6,
        { kind: "dealVoided", number: 8, rule: "MTT-50", reason: "failure" },
        nextHand({ seats: { 2: seat(ME, { stack: 1400 }), 4: seat("other", { stack: 1600 }) } }),
      ),
    );
    expect(table().standing).toMatchObject({ kind: "rolledBack", told: { code: "hand_replayed", rule: "MTT-50" } });
    expect(table().seats[2]?.stack).toBe(1400);
  });

  const notice = (code: wire.NoticeTold["code"], rule: string, more: Partial<wire.TournamentNotice> = {}) =>
    stage.wire.hear({
      type: "tournamentNotice",
      at: 0,
      notice: {
        tournament: TOURNAMENT,
        name: "Warm-up",
        told: { code, rule, numbers: { amount: 450 } },
        table: null,
        left: null,
        players: ["other"],
        other: null,
        changed: [],
        payout: null,
        ...more,
      },
    });

  it.each([
    ["bounty_won", "MTT-69"],
    ["bounty_held", "MTT-69"],
    ["vip_won", "MTT-70"],
    ["hand_for_hand_ended", "MTT-43"],
    ["final_table", "MTT-42a"],
    ["registration_closed", "MTT-32a"],
    ["resumed", "MTT-45"],
    ["chips_adjusted", "MTT-45"],
    ["chips_in_play_changed", "MTT-45"],
    ["clocks_shifted", "MTT-50"],
  ] as const)("says where I sit that %s, which the room tells without a table", (code, rule) => {
    stage.wire.hear(sitsAt("t-1/1"));
    stage.wire.hear(shown("t-1/1"));
    notice(code, rule);
    expect(table().notice?.told).toMatchObject({ code: `table_${code}`, rule });
    expect(table().log.at(-1)?.what.kind).toBe("ruling");
  });

  it("says so also of the hand that ended it, when I sit nowhere any more", () => {
    stage.wire.hear(sitsAt("t-1/1"));
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear(sitsAt(null));
    notice("bounty_won", "MTT-69");
    expect(table().notice?.told.code).toBe("table_bounty_won");
  });

  it("is replaced by the one where I sit, when I ask for it after I was moved", () => {
    stage.wire.hear(sitsAt("t-1/2"));
    stage.wire.hear(shown("t-1/2"));
    stage.link.send({ kind: "watchTable", table: "t-1/1" });
    expect(stage.moves).toEqual([]);
    stage.wire.hear({ type: "tableGone", table: "t-1/1", instead: "t-1/2" });
    expect(stage.moves).toEqual([{ to: "moved", from: "t-1/1", table: "t-1/2" }]);
    expect(stage.model.order).toEqual(["t-1/2"]);
    stage.wire.hear({ type: "tableGone", table: "t-9/1", instead: null });
    expect(stage.moves).toHaveLength(1);
  });

  it("that is left before it was shown says what was told of money on the page", () => {
    stage.wire.hear(sitsAt("t-1/1"));
    notice("bounty_won", "MTT-69");
    notice("final_table", "MTT-42a");
    expect(stage.model.notices).toEqual([]);
    notice("moved", "MTT-42a", { table: "t-1/2", left: "t-1/1" });
    expect(stage.model.notices).toMatchObject([{ kind: "told", told: { code: "table_bounty_won", rule: "MTT-69" } }]);
  });

  it("takes its log along when I am moved, and hides nothing of money behind the move", () => {
    stage.wire.hear(sitsAt("t-1/1"));
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear(frame(6, nextHand({ blinds: blinds(3, 60) })));
    const { log } = table();
    expect(log).not.toEqual([]);
    // As the room tells it: first where I sit now, then what the last hand brought.
    stage.wire.hear(sitsAt("t-1/2"));
    notice("bounty_won", "MTT-69");
    notice("moved", "MTT-42a", { table: "t-1/2", left: "t-1/1" });
    stage.wire.hear(shown("t-1/2"));
    expect(table("t-1/2").notice?.told.code).toMatch(/^table_moved/);
    expect(table("t-1/2").log.slice(0, log.length)).toEqual(log);
    expect(stage.model.notices).toMatchObject([{ kind: "told", told: { code: "table_bounty_won", rule: "MTT-69" } }]);
    expect(stage.asked.some(({ path }) => path.startsWith("/api/wallets"))).toBe(true);
  });

  it("leaves what it said of money on the page when it closes at once", () => {
    stage.wire.hear(sitsAt("t-1/1"));
    stage.wire.hear(shown("t-1/1"));
    notice("bounty_won", "MTT-69");
    expect(table().notice?.told.code).toBe("table_bounty_won");
    expect(stage.model.notices).toEqual([]);
    notice("moved", "MTT-42a", { table: "t-1/2", left: "t-1/1" });
    expect(stage.model.notices).toMatchObject([{ kind: "told", told: { code: "table_bounty_won", rule: "MTT-69" } }]);
  });

  it("follows me to another table: the same place in the row of tabs, and the line says why", () => {
    stage.wire.hear(recorded.table);
    stage.wire.hear(sitsAt("t-1/1"));
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear({
      type: "tournamentNotice",
      at: 0,
      notice: {
        tournament: TOURNAMENT,
        name: "Warm-up",
        told: {
          code: "moved",
          rule: "MTT-42b",
          numbers: { from: 1, to: 2, from_players: 6, to_players: 4, big_blind_in: 3 },
        },
        table: "t-1/2",
        left: "t-1/1",
        players: [],
        other: null,
        changed: [],
        payout: null,
      },
    });
    stage.wire.hear(sitsAt("t-1/2"));
    stage.wire.hear(shown("t-1/2", { number: 2 }));
    expect(stage.model.order).toEqual([recorded.table.table.id, "t-1/2"]);
    expect(stage.model.tables["t-1/1"]).toBeUndefined();
    expect(stage.wire.said("forget")).toMatchObject([{ table: "t-1/1" }]);
    expect(table("t-1/2").notice).toMatchObject({
      told: { code: "table_moved", rule: "MTT-42b", numbers: { fromTable: 2, toTable: 3, hands: 3 } },
    });
    // The page asks for the table too: it comes again, and what was said stays.
    stage.wire.hear(shown("t-1/2", { number: 2 }));
    expect(table("t-1/2").notice?.told.code).toBe("table_moved");
  });

  it("tells after a restart that the hand is played anew", () => {
    stage.wire.hear(shown("t-1/1"));
    const told = { code: "hand_rolled_back", rule: "MTT-50", numbers: {} };
    stage.wire.hear({ type: "rolledBack", table: "t-1/1", number: 4, told });
    expect(table("t-1/1").standing?.told).toMatchObject({
      code: "hand_replayed",
      rule: "MTT-50",
      numbers: { number: 4 },
    });
  });

  it("keeps the table on which I finished until I close it, also when the room has closed it", () => {
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear({ type: "tournament", at: 0, terms: terms(), numbers: numbers(), prizes: [], entry: entry() });
    stage.wire.hear({
      type: "ownEntry",
      at: 0,
      tournament: TOURNAMENT,
      entry: entry({ table: null, rank: null, place: 3, prizes: 900 }),
    });
    expect(table().tournament?.finish).toMatchObject({ place: 3, of: 18, prize: 900, rule: "MTT-44" });
    stage.wire.hear({ type: "tableGone", table: "t-1/1", instead: null });
    expect(table().tournament?.finish?.place).toBe(3);
    stage.link.send({ kind: "closeTable", table: "t-1/1" });
    stage.wire.hear({ type: "done", id: String(stage.wire.said("forget")[0]?.id) });
    expect(stage.model.tables["t-1/1"]).toBeUndefined();
  });

  it("tells an entry that was won apart from money", () => {
    stage.wire.hear(shown("t-1/1"));
    const prizes = [{ first: 1, last: 3, money: 50, ticket: 900 }];
    stage.wire.hear({ type: "tournament", at: 0, terms: terms(), numbers: numbers(), prizes, entry: entry() });
    const out = entry({ table: null, rank: null, place: 3, prizes: 950 });
    stage.wire.hear({ type: "ownEntry", at: 0, tournament: TOURNAMENT, entry: out });
    expect(table().tournament?.finish).toMatchObject({ place: 3, prize: 950, ticket: 900 });
  });

  it("says what I got when it is cancelled, by which clause, also where I had been out once and entered again", () => {
    const cancelled: wire.Cancellation = {
      cause: "house",
      stage: "before_money",
      at: 0,
      rule: "MTT-26b",
      settledBy: "CANC-53a",
      total: 7200,
    };
    const payout = {
      player: ME,
      name: "Me",
      amount: 400,
      parts: [],
      tickets: [],
      deducted: 0,
      forfeited: null,
      held: false,
    };
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear({ type: "tournament", at: 0, terms: terms(), numbers: numbers(), prizes: [], entry: entry() });
    expect(table().tournament?.ended).toBeNull();
    stage.wire.hear({ type: "ownEntry", at: 0, tournament: TOURNAMENT, entry: entry({ place: 9, payout }) });
    const over = numbers({ status: "cancelled", cancelled });
    stage.wire.hear({ type: "tournamentNumbers", at: 0, tournament: TOURNAMENT, numbers: over, prizes: null });
    stage.wire.hear({ type: "tableGone", table: "t-1/1", instead: null });
    expect(table().tournament).toMatchObject({
      finish: null,
      ended: { kind: "cancelled", amount: 400, rule: "CANC-53a" },
    });
  });

  it("says that a phase is over to whoever goes on from it", () => {
    stage.wire.hear(shown("t-1/1"));
    stage.wire.hear({ type: "tournament", at: 0, terms: terms(), numbers: numbers(), prizes: [], entry: entry() });
    const over = numbers({ status: "finished" });
    stage.wire.hear({ type: "tournamentNumbers", at: 0, tournament: TOURNAMENT, numbers: over, prizes: null });
    expect(table().tournament).toMatchObject({ finish: null, ended: { kind: "phase" } });
  });

  it("shows the draw of my own game before its first hand", () => {
    stage.wire.hear(shown("t-1/1", { size: 3 }));
    const odds = { prizes: [1500], stack: 500, levelTime: 120_000, bank: 10_000, pool: 1500 };
    stage.wire.hear({
      type: "hexaproDrawn",
      at: 0,
      drawn: {
        lobby: "hexapro/5",
        tournament: TOURNAMENT,
        table: "t-1/1",
        unit: { kind: "money", currency: "EUR", label: "test" },
        buyIn: 500,
        draw: { game: 4, draw: 31_480, multiplier: 300, editionHash: "h", at: 900 },
        slot: 0,
        odds: [{ ...odds, multiplier: 300, chances: 100_000, firstDraw: 0, lastDraw: 99_999 }],
        chances: 100_000,
        rule: "HEXA-04",
        dealsAt: 6000,
        proof: null,
      },
    });
    expect(table().tournament?.draw).toMatchObject({ number: 31_480, multiplier: 300, total: 100_000 });
    expect(table().tournament?.kind).toBe("hexapro");
  });

  it("says what is bought and what is not", () => {
    stage.wire.hear(shown("t-1/1"));
    for (const kind of ["reBuy", "addOn", "declineReBuy"] as const) {
      stage.link.send({ kind, table: "t-1/1", tournament: TOURNAMENT });
      expect(stage.wire.said(kind)).toMatchObject([{ tournament: TOURNAMENT }]);
    }
    const [asked] = stage.wire.said("reBuy");
    stage.wire.hear({
      type: "refused",
      id: String(asked?.id),
      told: { code: "re_buy_closed", rule: "MTT-66", numbers: {} },
    });
    expect(table().notice).toMatchObject({ kind: "refusal", told: { code: "re_buy_closed", rule: "MTT-66" } });
  });
});
