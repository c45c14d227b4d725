import { describe, expect, it } from "vitest";
import { isStricter, limitOf, reduceAccount } from "../src/model/account";
import { LOADING, ready } from "../src/model/basics";
import { CONNECTING, lostLine, reduceConnection } from "../src/model/connection";
import { cueFor } from "../src/model/cues";
import { reduceHistory, visibleHands } from "../src/model/history";
import {
  bestForGuest,
  grouped,
  hasRoom,
  type LobbyFilters,
  reduceLobby,
  seatsTaken,
  totals,
  visibleRows,
} from "../src/model/lobby";
import { emptyModel, reduce, waitingForMe } from "../src/model/model";
import { niceStep, plotOf } from "../src/model/plot";
import { reduceTable } from "../src/model/table/reduce";
import { reduceMoney, roughlyInEuro, walletOf } from "../src/model/wallet";
import { APART_MS, CueQueue } from "../src/sound/queue";
import { session } from "../src/stories/hands";
import { statement, wallets } from "../src/stories/money";
import { profile } from "../src/stories/people";
import { lobby } from "../src/stories/rows";
import { BASE, oslo, tallinnAt, tallinnStart, toAct, toEnd, toPre } from "./tables";

describe("the model", () => {
  const view = (table = tallinnAt(toAct)) =>
    ({ to: "table", table: table.id, change: { kind: "viewed", table } }) as const;

  it("opens tables in order, and a second view keeps the place", () => {
    const model = [view(), view(oslo), view()].reduce(reduce, emptyModel);
    expect(model.order).toEqual(["tallinn-3", "oslo-1"]);
  });

  it("ignores what comes for a table it does not know", () => {
    expect(reduce(emptyModel, { to: "table", table: "x", change: { kind: "chatRead" } })).toBe(emptyModel);
  });

  it("closes a table", () => {
    const model = reduce(reduce(emptyModel, view()), { to: "tableGone", table: "tallinn-3" });
    expect(model.order).toEqual([]);
    expect(model.tables).toEqual({});
  });

  it("lists the tables that wait for me, the most urgent first", () => {
    const other = { ...tallinnAt(toAct), id: "urgent" };
    const turn = { number: 1, seat: 0, started: BASE, thinksUntil: BASE + 2_000, bank: 0, bankRuns: false };
    const urgent = { ...other, hand: other.hand && { ...other.hand, turn } };
    const model = [view(), view(oslo), view(urgent)].reduce(reduce, emptyModel);
    expect(waitingForMe(model, BASE).map(({ id }) => id)).toEqual(["urgent", "tallinn-3"]);
  });
});

describe("a seat at once", () => {
  const [first] = lobby.rows;
  if (first === undefined) throw new Error("no rows");
  const row = (change: object) => ({ ...first, players: 6, tables: 1, seats: 6, waiting: 0, ...change });
  const test = { kind: "money", currency: "EUR", label: "test" } as const;

  it("is there where a chair is free, or where partners come to whoever waits", () => {
    expect(hasRoom(row({}))).toBe(false);
    expect(hasRoom(row({ players: 5 }))).toBe(true);
    expect(hasRoom(row({ players: 5, waiting: 1 }))).toBe(false);
    expect(hasRoom(row({ tables: 0, players: 0, partners: true }))).toBe(true);
  });

  it("is looked for where something is going on, then where it costs least", () => {
    const quiet = row({ id: "quiet", unit: test, big: 2, tables: 0, players: 0, partners: true });
    const dear = row({ id: "dear", unit: test, big: 50, partners: true });
    const cheap = row({ id: "cheap", unit: test, big: 10, partners: true });
    const real = row({ id: "real", big: 1, players: 1 });
    expect(bestForGuest([quiet, dear, cheap, real])?.id).toBe("cheap");
    expect(bestForGuest([quiet, real])?.id).toBe("quiet");
    expect(bestForGuest([real])).toBe(null);
  });
});

describe("the connection", () => {
  const clock = { offset: 5, roundTrip: 40 };

  it("counts from the first loss, however often it drops", () => {
    const lost = reduceConnection(reduceConnection(CONNECTING, { kind: "connected", clock, at: 1 }), {
      kind: "connectionDropped",
      at: 100,
      returnBy: 130,
    });
    const again = reduceConnection(lost, { kind: "connectionDropped", at: 110, returnBy: null });
    expect(again).toEqual({ state: "lost", clock, since: 100, returnBy: 130 });
  });

  it("remembers that it is back, and not on the first connection", () => {
    const open = reduceConnection(CONNECTING, { kind: "connected", clock, at: 1 });
    expect(open).toMatchObject({ state: "open", backSince: null });
    const lost = reduceConnection(open, { kind: "connectionDropped", at: 100, returnBy: null });
    expect(reduceConnection(lost, { kind: "connected", clock, at: 120 })).toMatchObject({ backSince: 120 });
  });
});

describe("a lost connection", () => {
  it("counts the time to return down, and never says that nothing of it is left", () => {
    expect(lostLine(null, 100)).toEqual({ kind: "kept" });
    expect(lostLine(130, 100)).toEqual({ kind: "waits", left: 30 });
    expect(lostLine(130, 130)).toEqual({ kind: "long" });
    expect(lostLine(130, 500)).toEqual({ kind: "long" });
  });
});

describe("the lobby", () => {
  const all: LobbyFilters = {
    edition: "unibet-2.7",
    families: [],
    favouritesOnly: false,
    hideEmpty: false,
    wallet: null,
    search: "",
  };
  const labels = (filters: Partial<LobbyFilters>, favourites: readonly string[] = []) =>
    visibleRows(lobby.rows, { ...all, ...filters }, favourites).map((row) => row.label);

  it("shows one edition at a time", () => {
    expect(labels({})).toHaveLength(11);
    expect(labels({ edition: "publicwin" })).toHaveLength(4);
  });

  it("filters by game, favourites, wallet, empty stakes and words", () => {
    expect(labels({ families: ["banzai"] })).toEqual(["NL1", "NL5"]);
    expect(labels({ favouritesOnly: true }, ["u27/texas/NL50/50"])).toEqual(["NL50"]);
    expect(labels({ hideEmpty: true })).not.toContain("NL400");
    expect(labels({ wallet: 400 })).toEqual(["NL4", "NL100", "NL1"]);
    expect(labels({ search: " nl10" })).toEqual(["NL10", "NL100", "NL100"]);
    expect(labels({ search: "0.25" })).toEqual(["NL25", "PL25"]);
  });

  it("groups rows under their game in the order in which they come", () => {
    expect(grouped(lobby.rows.slice(0, 11)).map(({ family, rows }) => [family, rows.length])).toEqual([
      ["texas", 7],
      ["deepstack", 1],
      ["banzai", 2],
      ["omaha", 1],
    ]);
  });

  it("keeps rows in place when counts change, and puts new ones last", () => {
    const [first, second] = lobby.rows;
    if (!first || !second) throw new Error("no rows");
    const changed = reduceLobby(ready(lobby), {
      kind: "rowsChanged",
      rows: [
        { ...second, id: "new" },
        { ...first, players: 99 },
      ],
      at: BASE,
    });
    const rows = changed.state === "ready" ? changed.value.rows : [];
    expect(rows[0]).toMatchObject({ id: first.id, players: 99 });
    expect(rows.at(-1)?.id).toBe("new");
  });

  it("counts players and tables, and how full a table is", () => {
    expect(totals(lobby.rows.slice(0, 2))).toEqual({ players: 102, tables: 20 });
    expect(lobby.rows.slice(0, 7).map(seatsTaken)).toEqual([5, 5, 5, 6, 6, 6, 0]);
  });

  it("waits for its first answer", () => {
    expect(reduceLobby(LOADING, { kind: "rowGone", id: "x", at: 0 })).toBe(LOADING);
  });
});

describe("money", () => {
  const money = { ...emptyModel.money, wallets: ready(wallets), statement: ready(statement) };

  it("changes one balance", () => {
    const next = reduceMoney(money, { kind: "balanceChanged", wallet: "poker", balance: 1 });
    expect(walletOf(next.wallets, "poker")?.balance).toBe(1);
  });

  it("adds new lines on top, and no line twice", () => {
    const [newest] = statement;
    if (!newest) throw new Error("no lines");
    const line = { ...newest, id: "fresh", at: newest.at + 1 };
    const next = reduceMoney(money, { kind: "statementGrew", lines: [line, newest] });
    const lines = next.statement.state === "ready" ? next.statement.value : [];
    expect(lines[0]?.id).toBe("fresh");
    expect(lines).toHaveLength(statement.length + 1);
  });

  it("estimates the other currency for a caption", () => {
    expect(roughlyInEuro(134_250, { tenThousandths: 46_500, rule: "WAL-04" })).toBe(28_871);
  });
});

describe("history", () => {
  const history = emptyModel.history;

  it("drops an answer for a period that is no longer wanted", () => {
    const today = reduceHistory(history, { kind: "periodChosen", period: "today" });
    expect(
      reduceHistory(today, { kind: "historyLoaded", period: "week", tournament: null, session: ready(session) })
        .session,
    ).toBe(LOADING);
    expect(
      reduceHistory(today, { kind: "historyLoaded", period: "today", tournament: null, session: ready(session) })
        .session.state,
    ).toBe("ready");
  });

  it("finds losses over so many big blinds, and hands with rulings", () => {
    expect(visibleHands(session.rows, { lostOverBigBlinds: 10, rulingsOnly: false }).map((row) => row.result)).toEqual([
      -1140, -775,
    ]);
    expect(visibleHands(session.rows, { lostOverBigBlinds: null, rulingsOnly: true })).toHaveLength(1);
  });
});

describe("the plot", () => {
  const box = { left: 0, right: 100, top: 0, bottom: 50 };

  it("takes round steps", () => {
    expect([3, 48, 130, 9000].map((span) => niceStep(span, 4))).toEqual([1, 20, 50, 5000]);
  });

  it("begins at the left, ends at the right, and holds every value", () => {
    const plot = plotOf(session.points, box);
    expect(plot?.result.startsWith("M0.0 ")).toBe(true);
    expect(plot?.last.x).toBe(100);
    for (const y of plot?.rows.map((row) => row.y) ?? []) expect(y >= 0 && y <= 50).toBe(true);
    expect(plot?.rows.some((row) => row.value === 0)).toBe(true);
  });

  it("needs two hands", () => {
    expect(plotOf([{ hands: 0, result: 0, beforeRake: 0 }], box)).toBeNull();
  });
});

describe("the account", () => {
  it("lets a guest come to the door again", () => {
    const guest = { kind: "guest", name: "Guest", avatar: "fox" } as const;
    const inside = reduceAccount(emptyModel.account, { kind: "entered", person: guest });
    const again = reduceAccount(inside, { kind: "doorOpened" });
    expect(again).toMatchObject({ person: guest, entrance: { step: "credentials" } });
    const half = reduceAccount(again, { kind: "secondFactorWanted" });
    expect(reduceAccount(half, { kind: "doorOpened" })).toBe(half);
  });

  const account = { ...emptyModel.account, profile: ready(profile) };

  it("walks through name, second factor and entry", () => {
    const asked = reduceAccount(account, { kind: "entranceAsked" });
    expect(asked.entrance.busy).toBe(true);
    const refused = reduceAccount(asked, {
      kind: "entranceRefused",
      told: { code: "wrong_credentials", rule: null, numbers: {} },
    });
    expect(refused.entrance).toMatchObject({ busy: false, refused: { code: "wrong_credentials" } });
    const wanted = reduceAccount(refused, { kind: "secondFactorWanted" });
    expect(wanted.entrance).toEqual({ step: "secondFactor", busy: false, refused: null });
    expect(
      reduceAccount(wanted, { kind: "entered", person: { kind: "guest", name: "g", avatar: "owl" } }).entrance.step,
    ).toBe("entered");
  });

  it("replaces a limit and leaves the others", () => {
    const next = reduceAccount(account, {
      kind: "limitChanged",
      limit: { kind: "deposit", period: "day", amount: 1, used: 0, next: null },
    });
    const value = next.profile.state === "ready" ? next.profile.value : profile;
    expect(limitOf(value, "deposit", "day").amount).toBe(1);
    expect(value.limits).toHaveLength(profile.limits.length);
    expect(limitOf(value, "loss", "day").amount).toBeNull();
  });

  it("knows which change of a limit holds at once", () => {
    expect(isStricter(100, null)).toBe(true);
    expect(isStricter(100, 200)).toBe(true);
    expect(isStricter(300, 200)).toBe(false);
    expect(isStricter(null, 200)).toBe(false);
  });

  it("switches the second factor and forgets the secret", () => {
    const person = { kind: "player", name: "h", avatar: "fox", secondFactor: false, roles: [] } as const;
    const enrolling = reduceAccount(
      { ...account, person },
      { kind: "enrolmentStarted", enrolment: { secret: "S", address: "otpauth://", square: "data:" } },
    );
    const on = reduceAccount(enrolling, { kind: "secondFactorSet", on: true, recoveryCodes: [] });
    expect(on.person).toMatchObject({ secondFactor: true });
    expect(on.profile.state === "ready" && on.profile.value.enrolment).toBeNull();
  });

  it("keeps recovery codes while they are read, whatever is loaded meanwhile, and not after", () => {
    const told = reduceAccount(account, { kind: "secondFactorSet", on: true, recoveryCodes: ["A"] });
    const again = reduceAccount(told, { kind: "profileLoaded", profile: { state: "ready", value: profile } });
    const left = reduceAccount(again, { kind: "answerRead" });
    const codes = [again, left].map(({ profile: held }) => held.state === "ready" && held.value.recoveryCodes);
    expect(codes).toEqual([["A"], []]);
  });

  it("begins anew when half a login took too long", () => {
    const wanted = reduceAccount(account, { kind: "secondFactorWanted" });
    const refused = (code: string) =>
      reduceAccount(wanted, { kind: "entranceRefused", told: { code, rule: null, numbers: {} } }).entrance.step;
    expect([refused("bad_code"), refused("ticket_expired")]).toEqual(["secondFactor", "credentials"]);
  });
});

describe("sounds", () => {
  const turn = toAct.at(-1);
  if (turn?.kind !== "turn") throw new Error("the story ends with my turn");

  it("ring once for my turn, and not again when it is told anew", () => {
    const before = tallinnAt(toAct.slice(0, -1));
    const after = reduceTable(before, turn);
    expect(cueFor(before, turn, after)).toBe("turn");
    expect(cueFor(after, turn, reduceTable(after, turn))).toBeNull();
  });

  it("are silent for the turns and wins of others", () => {
    const theirs = toPre.at(-1);
    if (theirs?.kind !== "turn") throw new Error("the story ends with a turn");
    expect(cueFor(tallinnStart, theirs, tallinnAt(toPre))).toBeNull();
    const won = {
      kind: "awarded",
      winners: [{ seat: 4, amount: 1 }],
      best: [],
      pot: 1,
      rake: 0,
      rakeRule: null,
    } as const;
    expect(cueFor(tallinnStart, won, tallinnAt(toEnd))).toBeNull();
  });

  it("of two tables are never at once: the older first, the next 400 ms later", () => {
    const queue = new CueQueue();
    expect(queue.place(["turn"], 0)).toEqual({ cue: "turn", at: 0 });
    expect(queue.place(["turn"], 10)).toEqual({ cue: "turn", at: APART_MS });
    expect(queue.place([], 20)).toBeNull();
    expect(queue.place(["chips", "turn"], 5_000)).toEqual({ cue: "turn", at: 5_000 });
  });
});
