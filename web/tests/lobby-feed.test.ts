import { beforeEach, describe, expect, it } from "vitest";
import type { ServerMessage } from "../src/protocol/messages";
import { FakeRoom, told } from "./fake-room";

let stage: FakeRoom;

beforeEach(() => {
  stage = new FakeRoom();
  stage.connect();
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
});
