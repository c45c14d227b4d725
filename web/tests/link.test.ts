import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { type Change, emptyModel, type Model, reduce } from "../src/model/model";
import { isDemo } from "../src/model/rulebook";
import { Api } from "../src/net/http";
import { LiveLink } from "../src/net/live";
import { FIRST_WAIT_MS, LONGEST_WAIT_MS, PING_EVERY_MS, SILENCE_MAX_MS, type Wire } from "../src/net/socket";
import {
  type ClientMessage,
  type Frame,
  PROTOCOL,
  type ServerMessage,
  type TableShown,
} from "../src/protocol/messages";

const recorded = JSON.parse(readFileSync(new URL("./recorded-hand.json", import.meta.url), "utf8")) as {
  reader: string;
  table: TableShown;
  frames: Frame[];
};
const TABLE = recorded.table.table.id;

/** A room that is played by hand: its wires, its clock, and what pages of data answer. */
class Stage {
  now = 1000;
  model: Model = emptyModel;
  readonly wires: FakeWire[] = [];
  readonly asked: { path: string; body: unknown; csrf: string | null }[] = [];
  answers: Record<string, { status: number; body: unknown }> = {
    "/api/session": { status: 200, body: { person: null, csrf: null, toAccept: [] } },
  };
  #ids = 0;
  #timers: { at: number; act: () => void; on: boolean }[] = [];
  readonly link: LiveLink;

  constructor() {
    this.link = new LiveLink(new Api((path, init) => this.#fetch(path, init)), {
      dial: () => {
        const wire = new FakeWire();
        this.wires.push(wire);
        return wire;
      },
      now: () => this.now,
      after: (ms, act) => {
        const timer = { at: this.now + ms, act, on: true };
        this.#timers.push(timer);
        return () => {
          timer.on = false;
        };
      },
      random: () => 1,
      newId: () => `id-${++this.#ids}`,
    });
    this.link.listen((changes: readonly Change[]) => {
      this.model = changes.reduce(reduce, this.model);
    });
  }

  get wire(): FakeWire {
    const last = this.wires.at(-1);
    if (!last) throw new Error("nobody dialled");
    return last;
  }

  connect(build = "b", protocol: number = PROTOCOL): void {
    this.wire.onopen?.();
    this.wire.hear({
      type: "welcome",
      build,
      protocol,
      epoch: 1,
      now: this.now + 500,
      person: { player: recorded.reader, name: "Me", avatar: "fox", kind: "guest", roles: [] },
      editions: [],
      seated: [],
    });
  }

  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.on && timer.at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      next.on = false;
      this.now = next.at;
      next.act();
    }
    this.now = until;
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = (init.headers ?? {}) as Record<string, string>;
    const body = init.body ? JSON.parse(String(init.body)) : null;
    this.asked.push({ path, body, csrf: headers["x-csrf-token"] ?? null });
    const answer = this.answers[path.split("?")[0] ?? ""] ?? { status: 404, body: { code: "not_found" } };
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  }
}

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
    this.onclose?.();
  }

  hear(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  said(type: ClientMessage["type"]): ClientMessage[] {
    return this.sent.filter((message) => message.type === type);
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const told = (code: string, rule: string | null = null) => ({ code, rule, numbers: {} });
let stage: Stage;

beforeEach(() => {
  stage = new Stage();
  stage.connect();
});

describe("the line", () => {
  it("says hello, learns the room's clock and measures the way", () => {
    expect(stage.wire.said("hello")).toHaveLength(1);
    expect(stage.model.connection).toMatchObject({ state: "open", clock: { offset: 500 } });
    const ping = stage.wire.said("ping")[0];
    stage.now += 80;
    stage.wire.hear({ type: "pong", id: ping?.id ?? "", now: 2000 });
    expect(stage.model.connection.clock).toEqual({ offset: 2000 - 1040, roundTrip: 80 });
  });

  it("comes back by itself with how far it was, and says again what was not answered", () => {
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "leave", table: TABLE });
    const asked = stage.wire.said("leave")[0];
    stage.wire.close();
    expect(stage.model.connection.state).toBe("lost");
    stage.pass(FIRST_WAIT_MS);
    stage.connect();
    expect(stage.wires).toHaveLength(2);
    expect(stage.wire.said("hello")[0]).toMatchObject({
      positions: [{ table: TABLE, epoch: 1, number: recorded.table.number }],
    });
    expect(stage.wire.said("leave")).toEqual([asked]);
    expect(stage.model.connection).toMatchObject({ state: "open", backSince: stage.now });
    stage.wire.hear({ type: "done", id: asked?.id ?? "" });
    stage.wire.close();
    stage.pass(LONGEST_WAIT_MS);
    stage.connect();
    expect(stage.wire.said("leave")).toEqual([]);
  });

  it("tries less and less often, and at once when told to hurry", () => {
    for (let tries = 0; tries < 8; tries += 1) {
      stage.wire.close();
      stage.pass(LONGEST_WAIT_MS);
    }
    const dialled = stage.wires.length;
    stage.wire.close();
    stage.pass(LONGEST_WAIT_MS - 1);
    expect(stage.wires).toHaveLength(dialled);
    stage.link.hurry();
    expect(stage.wires).toHaveLength(dialled + 1);
  });

  it("takes a silent line for dead", () => {
    const { wire } = stage;
    stage.pass(SILENCE_MAX_MS + 2 * PING_EVERY_MS);
    expect(wire.closed).toBe(true);
    expect(stage.wires.length).toBeGreaterThan(1);
  });

  it("stays away when it was sent away", () => {
    stage.wire.hear({ type: "goodbye", told: told("session_ended"), again: false });
    stage.wire.close();
    stage.pass(60_000);
    expect(stage.wires).toHaveLength(1);
    expect(stage.model.account.person.kind).toBe("nobody");
    expect(stage.model.notices).toMatchObject([{ kind: "told", told: { code: "session_ended" } }]);
  });
});

describe("tables on the line", () => {
  it("follows frames in their order, none twice, and asks for the table where one is missing", () => {
    stage.wire.hear(recorded.table);
    const [one, two, three] = recorded.frames;
    if (!one || !two || !three) throw new Error("too short");
    stage.wire.hear(one);
    const after = stage.model.tables[TABLE];
    stage.wire.hear(one);
    expect(stage.model.tables[TABLE]).toBe(after);
    stage.wire.hear(three);
    expect(stage.model.tables[TABLE]).toBe(after);
    expect(stage.wire.said("watch")).toMatchObject([{ table: TABLE }]);
  });

  it("puts a table away that I left, and tells the clause where the house sent me home", () => {
    const home = (number: number, rule: string | null): Frame => ({
      type: "frame",
      table: TABLE,
      epoch: 1,
      number,
      changes: [{ kind: "seatLeft", at: 3, rule }],
      own: [],
      done: null,
    });
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "leave", table: TABLE });
    stage.wire.hear(home(recorded.table.number + 1, null));
    expect(stage.wire.said("forget")).toMatchObject([{ table: TABLE }]);
    stage.wire.hear({ type: "done", id: stage.wire.said("forget")[0]?.id ?? "" });
    expect(stage.model.tables[TABLE]).toBeUndefined();
    stage.wire.hear(recorded.table);
    stage.wire.hear(home(recorded.table.number + 1, "TIME-02"));
    expect(stage.model.notices).toMatchObject([{ told: { rule: "TIME-02" } }]);
    expect(stage.model.tables[TABLE]?.me).toBeNull();
  });

  it("posts the blind and takes it back", () => {
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "postBlind", table: TABLE, post: true });
    stage.link.send({ kind: "postBlind", table: TABLE, post: false });
    expect(stage.wire.said("postBlind")).toMatchObject([
      { table: TABLE, post: true },
      { table: TABLE, post: false },
    ]);
  });

  it("says a refusal where it was asked, with its clause", () => {
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "act", table: TABLE, hand: "h", turn: 1, choice: { kind: "raise", to: 5 } });
    const [act] = stage.wire.said("act");
    expect(act).toMatchObject({ choice: { kind: "raise", to: 5 } });
    stage.wire.hear({ type: "refused", id: act?.id ?? "", told: told("raise_too_small", "BET-09") });
    expect(stage.model.tables[TABLE]?.notice).toMatchObject({ kind: "refusal", told: { rule: "BET-09" } });
  });

  it("tells a rollback on the table that is shown anew, with the stack from before the hand", () => {
    stage.wire.hear(recorded.table);
    const opens = recorded.frames.findIndex((each) => each.changes.some((change) => change.kind === "handOpened"));
    for (const each of recorded.frames.slice(0, opens + 1)) stage.wire.hear(each);
    stage.wire.close();
    stage.pass(FIRST_WAIT_MS);
    stage.connect();
    stage.wire.hear({ ...recorded.table, epoch: 2, number: 0 });
    stage.wire.hear({ type: "rolledBack", table: TABLE, number: 4, told: told("hand_rolled_back", "TIME-16") });
    expect(stage.model.tables[TABLE]?.standing).toMatchObject({
      kind: "rolledBack",
      told: { code: "hand_voided", rule: "TIME-16", numbers: { number: 4, stack: 1000 } },
    });
    expect(stage.model.tables[TABLE]?.log.length).toBeGreaterThan(1);
  });
});

describe("the lobby on the line", () => {
  const stake = { id: "s", edition: "e", family: "banzai-texas", structure: "no_limit" };
  const lobby = { type: "lobby", at: 1, stakes: [stake], mine: [] } as unknown as ServerMessage;
  const mine = () => (stage.model.lobby.state === "ready" ? stage.model.lobby.value.rows[0]?.mine.kind : null);

  beforeEach(() => {
    Object.assign(stake, { unit: { kind: "money", currency: "EUR", label: "test" }, open: [], wallet: "" });
    stage.wire.hear(lobby);
  });

  it("shows that it asks, and takes it back when it is refused", () => {
    stage.link.send({ kind: "join", stake: "s" });
    expect(mine()).toBe("asked");
    const [join] = stage.wire.said("join");
    stage.wire.hear({ type: "refused", id: join?.id ?? "", told: told("acceptance_needed", "CASH-21") });
    expect(mine()).toBe("none");
    expect(stage.model.notices).toMatchObject([{ told: { rule: "CASH-21" } }]);
  });

  it("switches auto top-up on as soon as the seat is taken", () => {
    stage.link.send({ kind: "takeSeat", stake: "s", buyIn: 100, post: false, autoTopUp: true });
    stage.wire.hear({ type: "done", id: stage.wire.said("takeSeat")[0]?.id ?? "" });
    stage.wire.hear({
      type: "mine",
      mine: { stake: "s", position: null, offer: null, seated: ["t"] },
      told: null,
    });
    expect(mine()).toBe("seated");
    expect(stage.wire.said("autoTopUp")).toMatchObject([{ table: "t", on: true }]);
  });

  it("keeps an announcement until it is called off", () => {
    const texts = { en: "Tournament at eight" };
    stage.wire.hear({ type: "announcement", number: 7, key: "operator", madeAt: 1, at: null, texts });
    expect(stage.model.notices).toMatchObject([{ kind: "operator", texts }]);
    stage.wire.hear({ type: "calledOff", number: 7 });
    expect(stage.model.notices).toEqual([]);
  });
});

describe("a report to the floor", () => {
  it("is said to be there when the room has it, and not before", () => {
    const stage = new Stage();
    stage.connect();
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "report", table: TABLE, player: null, text: "slow" });
    expect(stage.model.notices).toEqual([]);
    const asked = stage.wire.said("report")[0];
    stage.wire.hear({ type: "done", id: asked && "id" in asked ? asked.id : "" });
    expect(stage.model.notices).toMatchObject([{ told: { code: "report_kept" } }]);
  });
});

describe("a seat without chips", () => {
  it("buys in again, and sits in as soon as the chips are there", async () => {
    const stage = new Stage();
    stage.connect();
    stage.wire.hear(recorded.table);
    const me = recorded.table.table.seats.findIndex((seat) => seat?.player === recorded.reader);
    const seat = recorded.table.table.seats[me];
    if (!seat) throw new Error("the reader sits there");
    const away = { ...seat, stack: 0, bet: 0, away: { rule: "BUY-01", until: null } };
    const { epoch, number } = recorded.table;
    const framed = (at: number, told: typeof seat): Frame => ({
      type: "frame",
      table: TABLE,
      epoch,
      number: number + at,
      changes: [{ kind: "seat", at: me, seat: told, rule: null }],
      own: [],
      done: null,
    });
    stage.wire.hear(framed(1, away));
    expect(stage.model.tables[TABLE]?.topUp?.min).toBe(recorded.table.table.buyInMin || 1);
    stage.link.send({ kind: "buyInAgain", table: TABLE, amount: 1000 });
    expect(stage.wire.said("topUp")).toMatchObject([{ amount: 1000 }]);
    stage.wire.hear(framed(2, { ...away, stack: 1000 }));
    stage.wire.hear(framed(3, { ...away, stack: 1001 }));
    expect(stage.wire.said("comeBack")).toMatchObject([{ table: TABLE, post: false }]);
  });

  it("tells at once that one sits out after the hand, by which clause", () => {
    const stage = new Stage();
    stage.connect();
    stage.wire.hear(recorded.table);
    const me = recorded.table.table.seats.findIndex((seat) => seat?.player === recorded.reader);
    const { epoch, number } = recorded.table;
    stage.wire.hear({
      type: "frame",
      table: TABLE,
      epoch,
      number: number + 1,
      changes: [{ kind: "sitsOutNext", at: me, rule: "TIME-14" }],
      own: [],
      done: null,
    });
    const table = stage.model.tables[TABLE];
    expect(table?.notice?.told).toMatchObject({ code: "sits_out_next", rule: "TIME-14" });
    expect(table?.myOptions).toMatchObject({ sitOutNext: true, sitOutRule: "TIME-14" });
  });
});

describe("pages of data", () => {
  it("enters, keeps the token for what follows, and connects anew as that person", async () => {
    const person = { name: "Helve", avatar: "fox", kind: "player", roles: [], secondFactor: false };
    const text = { id: "e", title: "Rules", version: "2", digest: "d" };
    stage.answers["/api/login"] = { status: 200, body: { step: "entered", person, csrf: "tok", ticket: null } };
    stage.answers["/api/session"] = { status: 200, body: { person, csrf: "tok", toAccept: [text] } };
    stage.link.send({ kind: "logIn", name: "Helve", password: "x", code: "" });
    expect(stage.model.account.entrance.busy).toBe(true);
    await settled();
    expect(stage.model.account.person).toMatchObject({ kind: "player", name: "Helve" });
    expect(stage.wires).toHaveLength(2);
    expect(stage.model.account.toAccept).toEqual([text]);
    stage.link.send({ kind: "endSession", session: "s1" });
    await settled();
    expect(stage.asked.at(-1)).toMatchObject({ path: "/api/sessions/s1/revoke", csrf: "tok", body: {} });
  });

  it("asks for the second factor with the ticket of the first", async () => {
    stage.answers["/api/login"] = {
      status: 200,
      body: { step: "secondFactor", person: null, csrf: null, ticket: "half" },
    };
    stage.link.send({ kind: "logIn", name: "Helve", password: "x", code: "" });
    await settled();
    expect(stage.model.account.entrance.step).toBe("secondFactor");
    stage.link.send({ kind: "secondFactor", code: "123456" });
    await settled();
    expect(stage.asked.at(-1)).toMatchObject({ path: "/api/login/second", body: { ticket: "half", code: "123456" } });
  });

  it("asks who is here where a session is not enough, and then does what was asked", async () => {
    const refusal = { status: 403, body: { code: "proof_needed", rule: null, numbers: {} } };
    stage.answers["/api/withdrawals"] = refusal;
    stage.answers["/api/proof"] = { status: 403, body: { code: "wrong_password", rule: null, numbers: {} } };
    stage.link.send({ kind: "withdraw", amount: 500 });
    await settled();
    expect(stage.model.account.proof).toEqual({ busy: false, refused: null });
    expect(stage.model.money.answer).toMatchObject({ about: "withdraw", state: "busy" });
    stage.link.send({ kind: "prove", secret: "wrong" });
    await settled();
    expect(stage.model.account.proof).toMatchObject({ refused: { code: "wrong_password" } });
    stage.answers["/api/proof"] = { status: 200, body: {} };
    stage.answers["/api/withdrawals"] = { status: 200, body: {} };
    stage.link.send({ kind: "prove", secret: "right" });
    await settled();
    expect(stage.model.account.proof).toBeNull();
    expect(stage.asked.filter(({ path }) => path === "/api/withdrawals")).toHaveLength(2);
    expect(stage.model.money.answer).toMatchObject({ about: "withdraw", state: "done" });
  });

  it("does nothing when nobody shows who is here", async () => {
    stage.answers["/api/withdrawals"] = { status: 403, body: { code: "proof_needed", rule: null, numbers: {} } };
    stage.link.send({ kind: "withdraw", amount: 500 });
    await settled();
    stage.link.send({ kind: "prove", secret: null });
    await settled();
    expect(stage.model.account.proof).toBeNull();
    expect(stage.asked.filter(({ path }) => path === "/api/withdrawals")).toHaveLength(1);
    expect(stage.model.money.answer).toMatchObject({ about: "withdraw", state: "refused" });
    expect(stage.model.notices).toMatchObject([{ kind: "told", told: { code: "proof_needed" } }]);
  });

  it("does not say that somebody logged out who did not", async () => {
    stage.answers["/api/logout"] = { status: 503, body: { code: "unavailable", rule: null, numbers: {} } };
    stage.link.send({ kind: "logOut" });
    await settled();
    expect(stage.wires).toHaveLength(1);
    expect(stage.model.notices).toMatchObject([{ kind: "told", told: { code: "unavailable" } }]);
  });

  it("forgets money and hands with the person who logged out", async () => {
    stage.answers["/api/logout"] = { status: 200, body: {} };
    stage.model = reduce(stage.model, { to: "money", change: { kind: "quoted", quote: null } });
    stage.link.send({ kind: "logOut" });
    await settled();
    expect(stage.model.money).toBe(emptyModel.money);
    expect(stage.model.history).toBe(emptyModel.history);
  });

  it("is not signed out by changing its own password, and goes on with the new session", async () => {
    stage.connect();
    stage.answers["/api/password"] = { status: 200, body: { csrf: "new" } };
    stage.link.send({ kind: "changePassword", current: "a", wanted: "b" });
    stage.wire.hear({ type: "goodbye", told: { code: "session_ended", rule: null, numbers: {} }, again: false });
    await settled();
    expect(stage.model.notices).toEqual([]);
    expect(stage.wires).toHaveLength(2);
    expect(stage.model.account.answer).toEqual({ about: "changePassword", refused: null });
  });

  it("knows which form waits for an answer, and forgets the answer before", async () => {
    stage.answers["/api/password"] = { status: 403, body: { code: "wrong_password", rule: null, numbers: {} } };
    stage.link.send({ kind: "changePassword", current: "a", wanted: "b" });
    expect(stage.model.account).toMatchObject({ asked: "changePassword", answer: null });
    await settled();
    expect(stage.model.account).toMatchObject({ asked: null, answer: { refused: { code: "wrong_password" } } });
    expect(stage.wires).toHaveLength(1);
  });

  it("tells what the ledger refuses as the room told it, which is in cents", async () => {
    const body = { code: "deposit_limit_day", rule: "WAL-01", numbers: { limit: 500, used: 123, until: 99_999 } };
    stage.answers["/api/deposits"] = { status: 409, body };
    stage.link.send({ kind: "deposit", amount: 500 });
    await settled();
    expect(stage.model.money.answer).toMatchObject({ about: "deposit", state: "refused" });
    expect(stage.model.notices).toMatchObject([
      { told: { code: "deposit_limit_day", numbers: { limit: 500, used: 123, until: 99_999 } } },
    ]);
  });

  it("is not done before the room said so, and asks nothing twice meanwhile", async () => {
    stage.link.send({ kind: "withdraw", amount: 500 });
    expect(stage.model.money.answer).toMatchObject({ about: "withdraw", state: "busy", amount: 500 });
    await settled();
    expect(stage.model.money.answer?.state).toBe("refused");
    stage.answers["/api/deposits"] = { status: 200, body: { page: "https://pay.test/d1" } };
    stage.link.send({ kind: "deposit", amount: 700 });
    await settled();
    expect(stage.model.money.answer).toEqual({
      about: "deposit",
      state: "done",
      amount: 700,
      page: "https://pay.test/d1",
    });
  });

  it("shows every refusal of the profile where people look", async () => {
    stage.answers["/api/limits"] = { status: 409, body: { code: "bad_limit", rule: null, numbers: {} } };
    stage.answers["/api/acceptance"] = { status: 409, body: { code: "unavailable", rule: null, numbers: {} } };
    stage.link.send({ kind: "setLimit", limit: "deposit", period: "day", amount: 5 });
    stage.link.send({ kind: "acceptRulebooks", digests: [] });
    await settled();
    expect(stage.model.notices).toMatchObject([{ told: { code: "bad_limit" } }, { told: { code: "unavailable" } }]);
  });

  it("says why a page did not load", async () => {
    stage.answers["/api/profile"] = { status: 401, body: { code: "not_logged_in", rule: null, numbers: {} } };
    stage.link.send({ kind: "readProfile" });
    await settled();
    expect(stage.model.account.profile).toMatchObject({ state: "failed", told: { code: "not_logged_in" } });
  });

  it("reads who runs the room, and does not take a room without a licence and real money for more than a demonstration", async () => {
    const body = { name: "Room", licence: "", contact: "", address: "", money: ["test"], editions: [] };
    stage.answers["/api/operator"] = { status: 200, body };
    stage.link.send({ kind: "readOperator" });
    await settled();
    expect(stage.model.rulebook.operator).toEqual({ state: "ready", value: body });
    expect(isDemo({ ...body, money: ["test"] })).toBe(true);
    expect(isDemo({ ...body, money: ["test", "real"] })).toBe(false);
    expect(isDemo({ ...body, licence: "HKT000001", money: ["test"] })).toBe(false);
  });
});

describe("a page that the room has outgrown", () => {
  it("says for which version it was made", () => {
    expect(stage.wire.said("hello")[0]).toMatchObject({ protocol: PROTOCOL });
    expect(stage.model.reload).toBe("no");
  });

  it("is told to load itself again where it is no longer understood, stays away, and nobody is signed out", () => {
    stage.wire.hear({ type: "goodbye", told: told("reload_page"), again: false });
    expect(stage.model.reload).toBe("needed");
    expect(stage.model.account).toEqual(emptyModel.account);
    expect(stage.model.notices).toEqual([]);
    stage.wire.close();
    stage.pass(60_000);
    expect(stage.wires).toHaveLength(1);
    const later = reduce(stage.model, { to: "reload", reload: "no" });
    expect(later.reload).toBe("needed");
  });

  it.each([
    ["another build", "c", PROTOCOL],
    ["a newer version that still understands it", "b", PROTOCOL + 1],
    ["an older version", "b", PROTOCOL - 1],
  ])("offers to load itself again when it meets %s", (_, build, protocol) => {
    stage.wire.close();
    stage.pass(FIRST_WAIT_MS);
    stage.connect(build, protocol);
    expect(stage.model.reload).toBe("offered");
    expect(reduce(stage.model, { to: "reload", reload: "no" }).reload).toBe("no");
  });

  it("comes back to the same room without a word", () => {
    stage.wire.close();
    stage.pass(FIRST_WAIT_MS);
    stage.connect();
    expect(stage.model.reload).toBe("no");
  });

  it("passes over what it has never heard of, and plays on", () => {
    stage.wire.hear({ type: "fireworks", at: 1 } as unknown as ServerMessage);
    stage.wire.hear(recorded.table);
    const [first] = recorded.frames;
    if (!first) throw new Error("nothing was recorded");
    const strange = [
      ...first.changes,
      { kind: "fireworks" },
      { kind: "confetti", at: 1 },
    ] as unknown as Frame["changes"];
    stage.wire.hear({
      ...first,
      changes: strange,
      own: [...first.own, { kind: "glitter" }] as unknown as Frame["own"],
    });
    const [seen, plain] = [stage.model.tables[TABLE], new Stage()];
    plain.connect();
    plain.wire.hear(recorded.table);
    plain.wire.hear(first);
    expect(seen).toEqual(plain.model.tables[TABLE]);
  });
});
