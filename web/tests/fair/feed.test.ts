import { describe, expect, it } from "vitest";
import type { FromWorker, ToWorker } from "../../src/fair/talk";
import { type FairChange, type HandCheck, NO_FAIR, type ProofShown, reduceFair } from "../../src/model/fair";
import { emptyModel, reduce } from "../../src/model/model";
import type { Fair, Frame, TableShown } from "../../src/protocol/messages";
import { FakeRoom, recorded, settled, TABLE } from "../fake-room";

const FAIR: Fair = {
  table: "00".repeat(16),
  key: "11".repeat(32),
  hand: 1,
  locked: null,
  dealt: null,
  pid: "22".repeat(16),
  promised: [],
  openings: [],
};
const CHECK: HandCheck = {
  table: TABLE,
  number: 1,
  hand: "h-1",
  state: "failed",
  step: "cards",
  proof: `${"00".repeat(16)}-1`,
  at: 5,
};
const EVIDENCE = {
  protocol: "PFP-1",
  step: "cards",
  table: "00".repeat(16),
  hand: 1,
  at: 5,
  key: "11".repeat(32),
  pid: null,
  seat: null,
  received: [],
  record: null,
} as const;

/** A room with a worker that is played by hand. */
function stage() {
  const told: ToWorker[] = [];
  let hear: (told: FromWorker) => void = () => {};
  const room = new FakeRoom((given) => {
    hear = given;
    return (each) => told.push(each);
  });
  room.connect();
  const shown: TableShown = { ...recorded.table, table: { ...recorded.table.table, fair: FAIR } };
  return { room, told, shown, tell: (each: FromWorker) => hear(each) };
}

describe("the feed of the cut", () => {
  it("opens no worker where nobody cuts", () => {
    const { room, told } = stage();
    room.wire.hear(recorded.table);
    for (const frame of recorded.frames) room.wire.hear(frame);
    expect(told).toEqual([]);
  });

  it("brings the worker tables and frames in order, and the player's own text before them", () => {
    const { room, told, shown } = stage();
    room.link.send({ kind: "ownText", text: "mine" });
    room.wire.hear(shown);
    expect(told.map(({ kind }) => kind)).toEqual(["text", "shown"]);
    expect(told[0]).toEqual({ kind: "text", text: "mine" });
    const frame = recorded.frames.find(({ changes }) => changes.some(({ kind }) => kind === "handOpened")) as Frame;
    for (const each of recorded.frames) room.wire.hear(each);
    const frames = told.filter((each) => each.kind === "frame");
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.some((each) => each.kind === "frame" && each.told.some(({ kind }) => kind === "handOpened"))).toBe(
      true,
    );
    const before = told.length;
    room.wire.hear(frame);
    expect(told.length, "a frame that came already is not told again").toBe(before);
  });

  it("says what the worker says, and tells it the room's answer and nobody else", () => {
    const { room, told, shown, tell } = stage();
    room.wire.hear(shown);
    tell({ kind: "say", saying: 7, message: { type: "promiseSeeds", table: TABLE, promises: [] } });
    const sent = room.wire.sent.at(-1);
    expect(sent).toMatchObject({ type: "promiseSeeds", table: TABLE });
    room.wire.hear({
      type: "refused",
      id: sent?.id ?? "",
      told: { code: "promised_already", rule: null, numbers: {} },
    });
    expect(told.at(-1)).toEqual({ kind: "answered", saying: 7, ok: false });
    expect(room.model.notices).toEqual([]);
  });

  it("tells a failure at the table, sits out, and brings the dispute to the desk once it can", async () => {
    const { room, told, shown, tell } = stage();
    room.wire.hear(shown);
    tell({ kind: "failed", check: CHECK, evidence: EVIDENCE });
    await settled();
    expect(room.model.fair.last[TABLE]?.state).toBe("failed");
    expect(room.model.tables[TABLE]?.notice?.told.code).toBe("check_failed");
    expect(room.wire.sent.some(({ type }) => type === "sitOut")).toBe(true);
    expect(room.asked.filter(({ path }) => path === "/api/fair/disputes")).toHaveLength(1);
    expect(room.model.fair.failed[0]?.dispute).toBeNull();
    const dispute = { id: "d", number: 1, at: 6, answerBy: 9 };
    room.answers["/api/fair/disputes"] = { status: 200, body: dispute };
    room.link.up();
    await settled();
    expect(room.model.fair.failed[0]?.dispute).toEqual(dispute);
    expect(told.at(-1)).toEqual({ kind: "disputed", proof: CHECK.proof, dispute });
    room.link.up();
    await settled();
    expect(room.asked.filter(({ path }) => path === "/api/fair/disputes")).toHaveLength(2);
  });
});

describe("what was found out", () => {
  it("is kept by table and by hand, and is gone with whom it belongs to", () => {
    const checked = reduce(emptyModel, {
      to: "fair",
      change: { kind: "handChecked", check: { ...CHECK, state: "checked", step: null } },
    });
    expect(checked.fair.last[TABLE]?.state).toBe("checked");
    expect(checked.fair.hands).toEqual({ "h-1": "checked" });
    const rows = reduce(checked, { to: "fair", change: { kind: "rowsChecked", checks: { "h-0": "void" } } });
    expect(rows.fair.hands).toEqual({ "h-1": "checked", "h-0": "void" });
    expect(reduce(rows, { to: "account", change: { kind: "loggedOut" } }).fair).toBe(emptyModel.fair);
  });

  it("shows a proof only to whoever still looks at it", () => {
    const asked = reduce(emptyModel, { to: "fair", change: { kind: "proofAsked", hand: "b" } });
    const gone = { state: "failed", told: { code: "no_such_proof", rule: null, numbers: {} } } as const;
    const late = reduce(asked, { to: "fair", change: { kind: "proofKnown", hand: "a", proof: gone } });
    expect(late.fair.open).toEqual({ hand: "b", proof: { state: "loading" } });
    expect(reduce(asked, { to: "fair", change: { kind: "proofKnown", hand: "b", proof: gone } }).fair.open?.proof).toBe(
      gone,
    );
  });
});

describe("a proof that is put together while its dispute is on the way", () => {
  it("is told of the dispute, whichever comes first", () => {
    const dispute = { id: "d-1", number: 1, at: 7, answerBy: 9 };
    const value = { check: CHECK, dispute: null } as unknown as ProofShown;
    const changes: readonly FairChange[] = [
      { kind: "handChecked", check: CHECK },
      { kind: "proofAsked", hand: "h-1" },
      { kind: "disputeKept", proof: CHECK.proof, dispute },
      { kind: "proofKnown", hand: "h-1", proof: { state: "ready", value } },
    ];
    const shown = changes.reduce(reduceFair, NO_FAIR).open?.proof;
    expect(shown?.state === "ready" && shown.value.dispute).toEqual(dispute);
  });
});
