import { beforeEach, describe, expect, it } from "vitest";
import { FakeRoom, recorded, settled, TABLE, told } from "./fake-room";

let stage: FakeRoom;

beforeEach(() => {
  stage = new FakeRoom();
  stage.connect();
});

const idOf = (type: "act" | "report" | "watch" | "leave" | "join"): string => {
  const asked = stage.wire.said(type).at(-1);
  return asked && "id" in asked ? asked.id : "";
};

describe("what is asked over the socket", () => {
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

  it("is refused above the page where its table is not followed", () => {
    stage.link.send({ kind: "watchTable", table: "elsewhere" });
    stage.wire.hear({ type: "refused", id: idOf("watch"), told: told("no_such_table") });
    expect(stage.model.tables).toEqual({});
    // The page of a table that is gone says so itself, and nothing waits for it any more.
    expect(stage.model.gone).toEqual(["elsewhere"]);
    expect(stage.model.notices).toEqual([]);
    stage.link.send({ kind: "watchTable", table: "another" });
    stage.wire.hear({ type: "refused", id: String(stage.wire.said("watch")[1]?.id), told: told("too_many_tables") });
    expect(stage.model.notices).toMatchObject([{ told: { code: "too_many_tables" } }]);
  });

  it("is answered by the frame that it brought about, and by nothing after", () => {
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "act", table: TABLE, hand: "h", turn: 1, choice: { kind: "fold" } });
    const id = idOf("act");
    const [first] = recorded.frames;
    if (!first) throw new Error("nothing was recorded");
    stage.wire.hear({ ...first, done: id });
    stage.wire.hear({ type: "refused", id, told: told("stale_turn") });
    expect(stage.model.tables[TABLE]?.notice).toBeNull();
    expect(stage.model.notices).toMatchObject([{ told: { code: "stale_turn" } }]);
  });

  it("is told above the page where the refusal names nothing that was asked", () => {
    stage.wire.hear({ type: "refused", id: null, told: told("malformed") });
    expect(stage.model.notices).toMatchObject([{ told: { code: "malformed" } }]);
  });

  it("says nothing of a table that closed before it could be followed: the room tells what became of it", () => {
    stage.wire.hear(recorded.table);
    const { epoch, number } = recorded.table;
    // A frame is missing, so the client asks for the whole table by itself.
    stage.wire.hear({ type: "frame", table: TABLE, epoch, number: number + 5, changes: [], own: [], done: null });
    stage.wire.hear({ type: "refused", id: idOf("watch"), told: told("no_such_table") });
    expect(idOf("watch")).not.toBe("");
    expect(stage.model.notices).toEqual([]);
  });

  it("does not leave a table for which leaving was refused", () => {
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "leave", table: TABLE });
    stage.wire.hear({ type: "refused", id: idOf("leave"), told: told("unavailable") });
    const changes = [{ kind: "seatLeft", at: 3, rule: null }] as const;
    const { epoch, number } = recorded.table;
    stage.wire.hear({ type: "frame", table: TABLE, epoch, number: number + 1, changes, own: [], done: null });
    expect(stage.wire.said("forget")).toEqual([]);
  });

  it("reports to the floor, and says so when the room has it and not before", () => {
    stage.wire.hear(recorded.table);
    stage.link.send({ kind: "report", table: TABLE, player: null, text: "slow" });
    expect(stage.model.notices).toEqual([]);
    stage.wire.hear({ type: "done", id: idOf("report") });
    expect(stage.model.notices).toMatchObject([{ told: { code: "report_kept" } }]);
  });
});

describe("playing at once", () => {
  const guest = { name: "Guest", avatar: "fox", kind: "guest", roles: [], secondFactor: false };

  it("joins for whoever sits here", () => {
    stage.link.send({ kind: "playNow", stake: "s", buyIn: 500, post: true });
    expect(stage.wire.said("join")).toMatchObject([{ stake: "s", buyIn: 500, post: true }]);
  });

  it("enters as a guest first where nobody does, and joins as that guest", async () => {
    const stage = new FakeRoom();
    stage.answers["/api/guest"] = { status: 200, body: { step: "entered", person: guest, csrf: "t", ticket: null } };
    stage.link.send({ kind: "playNow", stake: "s", buyIn: null, post: false });
    await settled();
    expect(stage.wires).toHaveLength(2);
    expect(stage.wire.said("join")).toEqual([]);
    stage.connect();
    expect(stage.wire.said("join")).toMatchObject([{ stake: "s", buyIn: null }]);
  });

  it("says why nobody may enter, and asks for no seat", async () => {
    const stage = new FakeRoom();
    stage.answers["/api/guest"] = { status: 403, body: told("guests_disabled") };
    stage.link.send({ kind: "playNow", stake: "s", buyIn: null, post: false });
    await settled();
    expect(stage.model.notices).toMatchObject([{ told: { code: "guests_disabled" } }]);
    expect(stage.wire.said("join")).toEqual([]);
  });
});
