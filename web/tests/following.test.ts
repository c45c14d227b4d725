import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { reduceTable } from "../src/model/table/reduce";
import { FIRST_WAIT_MS } from "../src/net/socket";
import { changesOf } from "../src/net/wire-changes";
import { tableOf } from "../src/net/wire-table";
import type { Frame } from "../src/protocol/messages";
import { FakeRoom, recorded, settled, TABLE, told } from "./fake-room";

let stage: FakeRoom;

beforeEach(() => {
  stage = new FakeRoom();
  stage.connect();
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

  it("reads each change at the table as the one before it left it, and leaves reducing to the screen", () => {
    stage.wire.hear(recorded.table);
    for (const each of recorded.frames) stage.wire.hear(each);
    let table = tableOf(recorded.table.table);
    for (const each of recorded.frames)
      for (const change of changesOf(() => table, each, { reader: recorded.reader, at: stage.now + 500 }))
        table = reduceTable(table, change);
    expect(stage.model.tables[TABLE]).toEqual(table);
    const net = join(import.meta.dirname, "../src/net");
    const reduces = readdirSync(net).filter((file) =>
      /model\/table\/reduce/.test(readFileSync(join(net, file), "utf8")),
    );
    expect(reduces).toEqual([]);
  });

  it("remembers how far it was, and nothing of whoever sat here before", async () => {
    stage.wire.hear(recorded.table);
    const [first] = recorded.frames;
    if (!first) throw new Error("nothing was recorded");
    stage.wire.hear(first);
    expect(stage.link.positions()).toEqual([{ table: TABLE, epoch: 1, number: recorded.table.number + 1 }]);
    stage.answers["/api/logout"] = { status: 200, body: {} };
    stage.link.send({ kind: "logOut" });
    await settled();
    expect(stage.link.positions()).toEqual([]);
    expect(stage.model.tables).toEqual({});
  });

  it("knows until when my turn waits, when the line is lost", () => {
    stage.wire.hear(recorded.table);
    const mine = recorded.frames.findIndex((each) => each.own.some(({ kind }) => kind === "options"));
    for (const each of recorded.frames.slice(0, mine + 1)) stage.wire.hear(each);
    const turn = stage.model.tables[TABLE]?.hand?.turn;
    if (!turn) throw new Error("nobody had to act");
    stage.wire.close();
    expect(turn).toMatchObject({ seat: 3, bankRuns: true });
    expect(stage.model.connection).toMatchObject({ returnBy: turn.thinksUntil + turn.bank });
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

describe("a seat without chips", () => {
  it("buys in again, and sits in as soon as the chips are there", async () => {
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
