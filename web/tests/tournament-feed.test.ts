import { beforeEach, describe, expect, it } from "vitest";
import { pathOf, routeOf } from "../src/model/route";
import type { ServerMessage, TournamentMessage, TournamentRow } from "../src/protocol/messages";
import { FakeRoom, told } from "./fake-room";

let stage: FakeRoom;
const hear = (message: unknown) => stage.wire.hear(message as ServerMessage & TournamentMessage);
const unit = { kind: "money", currency: "EUR", label: "test" };
const price = { label: 2000, pool: 900, fee: 200, rule: "FEE-05", bounty: 900 };
const numbers = {
  status: "announced",
  startsAt: 9,
  registrationOpen: true,
  entries: 3,
  mayUnregister: true,
  pause: null,
  haltedAt: null,
};
const row = { id: "t", name: "Sunday", types: [], unit, price, numbers, registrationOpens: null, password: true };
const lobby = { type: "tournaments", at: 1, tournaments: [row as unknown as TournamentRow], hexapro: [] };
const own = { tournament: "t", name: "Sunday", unit, state: "waiting", mayUnregister: true, unregisterUntil: 9 };
const saying = {
  name: "Sunday",
  paid: { amount: 2000, unit: { kind: "money", currency: "EUR" }, ticket: false },
  late: false,
} as const;
const rows = () => {
  const { lobby: shown } = stage.model.tournaments;
  return shown.state === "ready" ? shown.value.rows : [];
};

beforeEach(() => {
  stage = new FakeRoom();
  stage.connect();
  stage.link.send({ kind: "watchTournaments", on: true });
  hear(lobby);
});

describe("tournaments on the line", () => {
  it("are rows with their price part by part, and how I stand to them", () => {
    expect(rows()[0]).toMatchObject({ price: { total: 2000, bounty: 900 }, hasPassword: true, mine: { kind: "none" } });
    hear({ type: "ownTournaments", at: 2, play: { tournaments: [own], games: [] } });
    expect(rows()[0]?.mine).toMatchObject({ kind: "registered", unregisterUntil: 9 });
  });

  it("are paused while the house has paused play, whatever break was on", () => {
    const on = { ...numbers, status: "running", pause: { kind: "break", length: 9, until: 20 } };
    hear({
      type: "tournamentRows",
      at: 2,
      tournaments: [],
      numbers: { t: { ...on, haltedAt: 11 } },
      gone: [],
      hexapro: [],
    });
    expect(rows()[0]?.numbers.pause).toMatchObject({ kind: "house", until: null });
    hear({ type: "tournamentRows", at: 3, tournaments: [], numbers: { t: on }, gone: [], hexapro: [] });
    expect(rows()[0]?.numbers.pause).toMatchObject({ kind: "break", until: 20 });
  });

  it("registers with what was chosen, and says what was taken when it is done", () => {
    stage.link.send({ kind: "register", tournament: "t", amount: null, ticket: "x", password: "sesame", saying });
    expect(rows()[0]?.mine.kind).toBe("asked");
    const [sent] = stage.wire.said("register");
    expect(sent).toMatchObject({ tournament: "t", ticket: "x", password: "sesame" });
    hear({ type: "done", id: sent?.id ?? "" });
    expect(stage.model.tournaments.said).toMatchObject({ kind: "registered", tournament: "t", name: "Sunday" });
    expect(rows()[0]?.mine.kind).toBe("none");
  });

  it("tells on its line why something was refused, and not above the page", () => {
    stage.link.send({ kind: "unregister", tournament: "t", saying });
    const [sent] = stage.wire.said("unregister");
    hear({ type: "refused", id: sent?.id ?? "", told: told("unregistration_closed", "MTT-36") });
    expect(stage.model.tournaments.said).toMatchObject({ kind: "refused", told: { rule: "MTT-36" } });
    expect(stage.model.notices).toEqual([]);
  });

  it("keeps a page only while it is looked at, with the lists that were asked for", () => {
    const shown = {
      type: "tournament",
      at: 3,
      terms: { ...row, reBuy: null, addOn: null },
      numbers,
      prizes: [],
      entry: null,
    };
    hear(shown);
    expect(stage.model.tournaments.pages).toEqual({});
    stage.link.send({ kind: "watchTournament", tournament: "t", on: true });
    hear(shown);
    hear({
      type: "standings",
      at: 4,
      tournament: "t",
      page: 0,
      pages: 2,
      found: 60,
      search: "",
      rows: [{ name: "a" }],
    });
    hear({ ...shown, at: 5 });
    expect(stage.model.tournaments.pages.t).toMatchObject({ value: { players: { found: 60 }, asOf: 5 } });
    stage.link.send({ kind: "watchTournament", tournament: "t", on: false });
    expect(stage.model.tournaments.pages).toEqual({});
  });

  it("says in the place of a page why there is none", () => {
    stage.link.send({ kind: "watchTournament", tournament: "gone", on: true });
    const sent = stage.wire.said("watchTournament").at(-1);
    hear({ type: "refused", id: sent?.id ?? "", told: told("no_such_tournament", null) });
    expect(stage.model.tournaments.pages.gone).toMatchObject({ state: "failed" });
  });

  it("tells what concerns me wherever I am, and leaves to the table what happens there", () => {
    const notice = { tournament: "t", name: "Sunday", table: "t/4", left: null, players: [], other: null, changed: [] };
    const say = (code: string) =>
      hear({ type: "tournamentNotice", at: 6, notice: { ...notice, told: told(code, null) } });
    say("bounty_won");
    expect(stage.model.notices).toEqual([]);
    say("seated");
    expect(stage.model.notices).toMatchObject([{ kind: "tournament", notice: { name: "Sunday", table: "t/4" } }]);
  });

  it("asks again for what is looked at when the line comes back", () => {
    stage.link.send({ kind: "watchTournament", tournament: "t", on: true });
    // What was answered is not said again by the socket itself.
    for (const type of ["watchTournaments", "watchTournament"] as const)
      for (const { id } of stage.wire.said(type)) hear({ type: "done", id });
    stage.wire.onclose?.();
    stage.pass(10_000);
    stage.connect();
    expect(stage.wire.said("watchTournaments")).toMatchObject([{ on: true }]);
    expect(stage.wire.said("watchTournament")).toMatchObject([{ tournament: "t", on: true }]);
  });
});

describe("addresses of tournaments", () => {
  it.each(["/tournament/t%2F7", "/tournament/t/prizes", "/lobby/tournaments", "/lobby/sit-and-go"])(
    "%s is itself",
    (path) => {
      expect(pathOf(routeOf(path))).toBe(path);
    },
  );

  it("without a tournament is the lobby, and with an unknown list that of the players", () => {
    expect(routeOf("/tournament")).toEqual({ page: "lobby", section: "tournaments" });
    expect(routeOf("/tournament/t/cards")).toMatchObject({ tab: "players" });
  });
});
