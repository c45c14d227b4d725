import { beforeEach, describe, expect, it } from "vitest";
import { emptyModel, reduce } from "../src/model/model";
import { isDemo } from "../src/model/rulebook";
import { FakeRoom, settled } from "./fake-room";

let stage: FakeRoom;

beforeEach(() => {
  stage = new FakeRoom();
  stage.connect();
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

  it("lets no guest take the place of whoever the room has greeted", async () => {
    stage.link.send({ kind: "enterAsGuest", name: "" });
    await settled();
    expect(stage.asked.filter(({ path }) => path === "/api/guest")).toEqual([]);
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
    const refusal = { status: 403, body: { code: "reauthentication_needed", rule: null, numbers: {} } };
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
    stage.answers["/api/withdrawals"] = {
      status: 403,
      body: { code: "reauthentication_needed", rule: null, numbers: {} },
    };
    stage.link.send({ kind: "withdraw", amount: 500 });
    await settled();
    stage.link.send({ kind: "prove", secret: null });
    await settled();
    expect(stage.model.account.proof).toBeNull();
    expect(stage.asked.filter(({ path }) => path === "/api/withdrawals")).toHaveLength(1);
    expect(stage.model.money.answer).toMatchObject({ about: "withdraw", state: "refused" });
    expect(stage.model.notices).toMatchObject([{ kind: "told", told: { code: "reauthentication_needed" } }]);
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
