import { beforeEach, describe, expect, it } from "vitest";
import { pathOf, routeOf } from "../src/model/route";
import { commitmentOf } from "../src/net/ask-casino";
import { rouletteSpots } from "../src/stories/casino-tables";
import { FakeRoom, told } from "./fake-room";

let stage: FakeRoom;
const hear = (message: unknown) => stage.wire.hear(message as never);
const unit = { kind: "money", currency: "EUR", label: "test" };
const moment = {
  phase: "betting",
  round: 3,
  roundId: "wheel#3",
  since: 0,
  deadline: 9000,
  dealer: "",
  hold: null,
  correction: null,
};
const rules = {
  game: "roulette",
  unit,
  wallet: "site:EUR:test",
  limits: { chips: [100] },
  notices: [],
  spots: rouletteSpots,
};
const table = {
  id: "wheel",
  name: "Wheel",
  rules,
  moment,
  felt: { game: "roulette", pocket: null },
  own: null,
  chat: [],
};
const shown = (number = 5) => ({ type: "casinoTable", at: 1, epoch: 1, number, table });
const frame = (number: number, more: object = {}) => ({
  type: "casinoFrame",
  table: "wheel",
  epoch: 1,
  number,
  at: 2,
  changes: [],
  moment: null,
  felt: null,
  board: null,
  shoe: null,
  crowd: null,
  own: null,
  told: [],
  ...more,
});
const wheel = () => stage.model.casino.tables.wheel;

beforeEach(() => {
  stage = new FakeRoom();
  stage.connect();
  hear(shown());
});

describe("the casino on the line", () => {
  it("takes frames in order, none twice, and asks for the whole table where one is missing", () => {
    hear(
      frame(6, { moment: { ...moment, phase: "closed" }, changes: [{ kind: "betsClosed", round: 3, rule: "RLT-07" }] }),
    );
    expect(wheel()?.moment.phase).toBe("closed");
    hear(frame(6, { moment }));
    hear(frame(6, { epoch: 2, moment }));
    expect(wheel()?.moment.phase).toBe("closed");
    hear(frame(8, { moment }));
    expect(wheel()?.moment.phase).toBe("closed");
    expect(stage.wire.said("watch")).toMatchObject([{ table: "wheel" }]);
    hear(shown(9));
    expect(wheel()?.moment.phase).toBe("betting");
    expect(wheel()?.log).toHaveLength(1);
  });

  it("comes back with how far each table was followed, and asks for the lobby again", () => {
    stage.link.send({ kind: "watchCasino", on: true });
    hear(frame(6, { moment }));
    stage.wire.onclose?.();
    stage.pass(10_000);
    stage.connect();
    expect(stage.wire.said("hello")).toMatchObject([{ positions: [{ table: "wheel", epoch: 1, number: 6 }] }]);
    expect(stage.wire.said("watchCasino")).not.toEqual([]);
  });

  it("says what is meant for a table with the table, and tells a refusal on its line", () => {
    const saying = { type: "placeChip", round: 3, spot: "red", chip: 100 } as const;
    stage.link.send({ kind: "casino", table: "wheel", saying });
    const [sent] = stage.wire.said("placeChip");
    expect(sent).toMatchObject({ table: "wheel", round: 3, spot: "red", chip: 100 });
    hear({ type: "refused", id: sent?.id ?? "", told: told("betting_closed", "RLT-07") });
    expect(wheel()?.notice).toMatchObject({ kind: "refusal", what: { told: { rule: "RLT-07" } } });
    expect(stage.model.notices).toEqual([]);
  });

  it("ends a visit by its own part, and closes the table that was left", () => {
    const own = { purse: 5, staked: 0, payment: null, mayChat: true, layout: null, box: null, muted: [] };
    hear({ type: "casinoOwn", table: "wheel", own, told: [] });
    expect(wheel()?.own?.purse).toBe(5);
    stage.link.send({ kind: "casino", table: "wheel", saying: { type: "leaveCasino" } });
    hear({ type: "casinoOwn", table: "wheel", own: null, told: [] });
    expect(wheel()?.own).toBeNull();
    hear({ type: "done", id: stage.wire.said("leaveCasino")[0]?.id ?? "" });
    hear({ type: "done", id: stage.wire.said("forget")[0]?.id ?? "" });
    expect(wheel()).toBeUndefined();
  });

  it("knows a table that is not there, and one that was closed", () => {
    stage.link.send({ kind: "watchTable", table: "nowhere" });
    hear({ type: "refused", id: stage.wire.said("watch")[0]?.id ?? "", told: told("no_such_table", null) });
    expect(stage.model.casino.missing).toEqual(["nowhere"]);
    hear({ type: "tableGone", table: "wheel", instead: null });
    expect(wheel()).toBeUndefined();
  });

  it("adds chat as it comes, and tells what only I am told", () => {
    hear({ type: "casinoSaid", table: "wheel", line: { number: 1, player: "x", name: "x", text: "hi", at: 1 } });
    expect(wheel()?.chat).toHaveLength(1);
    hear({ type: "notice", told: told("chat_was_blocked", "CHAT-04"), table: "wheel" });
    expect(wheel()?.notice).toMatchObject({ kind: "ruling" });
  });

  it("checks a seal itself: SHA-256 of salt and order", async () => {
    expect(await commitmentOf("", "616263")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(await commitmentOf("6162", "63")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it.each(["/casino", "/casino/pirita-1", "/casino/pirita-1/check", "/rounds", "/rounds/pirita-1"])(
    "%s is a page",
    (path) => {
      expect(pathOf(routeOf(path))).toBe(path);
    },
  );

  it("finds the lobby at its old address", () => {
    expect(routeOf("/lobby/casino")).toEqual(routeOf("/casino"));
  });
});
