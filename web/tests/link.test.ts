import { beforeEach, describe, expect, it } from "vitest";
import { emptyModel, reduce } from "../src/model/model";
import { FIRST_WAIT_MS, LONGEST_WAIT_MS, PING_EVERY_MS, SILENCE_MAX_MS } from "../src/net/socket";
import { type Frame, PROTOCOL, type ServerMessage } from "../src/protocol/messages";
import { FakeRoom, recorded, TABLE, told } from "./fake-room";

let stage: FakeRoom;

beforeEach(() => {
  stage = new FakeRoom();
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

describe("the house on the line", () => {
  it("keeps an announcement until it is called off", () => {
    const texts = { en: "Tournament at eight" };
    stage.wire.hear({ type: "announcement", number: 7, key: "operator", madeAt: 1, at: null, texts });
    expect(stage.model.notices).toMatchObject([{ kind: "operator", texts }]);
    stage.wire.hear({ type: "calledOff", number: 7 });
    expect(stage.model.notices).toEqual([]);
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
    const [seen, plain] = [stage.model.tables[TABLE], new FakeRoom()];
    plain.connect();
    plain.wire.hear(recorded.table);
    plain.wire.hear(first);
    expect(seen).toEqual(plain.model.tables[TABLE]);
  });
});
