import { describe, expect, it } from "vitest";
import { LOADING, ready } from "../src/model/basics";
import { emptyModel, reduce } from "../src/model/model";
import { bandsOf, NO_PAST, netOf, type PastRow, reducePast } from "../src/model/past";
import { pathOf, routeOf } from "../src/model/route";
import { askHttp } from "../src/net/ask";
import { recordOf } from "../src/net/hand-record";
import { Api } from "../src/net/http";
import { statementLine } from "../src/net/statement";

const row = (id: string): PastRow => ({
  id,
  name: id,
  rulebook: "unibet-2.7",
  unit: { kind: "money", currency: "EUR" },
  product: "multi_table",
  price: 1100,
  status: "finished",
  startsAt: null,
  endedAt: 5,
  entries: 3,
  players: 3,
  pool: 3000,
  winner: "Ann",
});
const ANY = { search: "", rulebook: null };

/** A room of pages that answers by path; what was asked stays. */
function pages(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const api = new Api(async (path) => {
    asked.push(path);
    const found = answers[path.split("?")[0] ?? ""];
    return new Response(JSON.stringify(found ?? { code: "no_such_tournament", rule: null, numbers: {} }), {
      status: found === undefined ? 404 : 200,
    });
  });
  return { api, asked };
}

async function after(api: Api, command: Parameters<typeof askHttp>[1]) {
  const { changes } = await askHttp(api, command);
  return changes.reduce(reduce, emptyModel);
}

describe("past tournaments", () => {
  it("grow page by page, and forget answers to what is no longer looked for", () => {
    const first = {
      kind: "pastLoaded",
      query: ANY,
      page: ready({ rows: [row("a")], next: "5.a" }),
      more: false,
    } as const;
    const second = { ...first, page: ready({ rows: [row("b")], next: null }), more: true };
    const both = [first, second].reduce(reducePast, NO_PAST);
    expect(both.list).toEqual(ready({ rows: [row("a"), row("b")], next: null }));

    const sought = reducePast(both, { kind: "pastAsked", query: { search: "x", rulebook: null } });
    expect(sought.list).toBe(LOADING);
    expect(reducePast(sought, first).list).toBe(LOADING);
    expect(reducePast(both, { kind: "pastAsked", query: ANY })).toBe(both);
  });

  it("keep what is there where a later page does not come", () => {
    const first = {
      kind: "pastLoaded",
      query: ANY,
      page: ready({ rows: [row("a")], next: "5.a" }),
      more: false,
    } as const;
    const failed = { state: "failed", told: { code: "busy", rule: null, numbers: {} } } as const;
    const known = reducePast(NO_PAST, first);
    expect(reducePast(known, { ...first, page: failed, more: true }).list).toEqual(known.list);
  });

  it("are asked for by name, rulebook and where to go on", async () => {
    const { unit: _, ...plain } = row("t-1");
    const page = { rows: [{ ...plain, currency: "EUR", label: "test" }], next: null };
    const { api, asked } = pages({ "/api/tournaments/past": page });
    const query = { search: "öö", rulebook: "unibet-2.7" };
    const model = await after(api, { kind: "readPast", query, before: "5.a" });
    expect(asked).toEqual(["/api/tournaments/past?search=%C3%B6%C3%B6&rulebook=unibet-2.7&before=5.a"]);
    expect(model.past.list.state).toBe("loading"); // another query is on the page
    const { changes } = await askHttp(api, { kind: "readPast", query: ANY, before: null });
    expect(changes[0]).toMatchObject({
      change: { page: { value: { rows: [{ unit: { kind: "money", currency: "EUR", label: "test" } }] } } },
    });
  });

  it("show a result with prizes in bands and payouts that name their player", async () => {
    const { unit: _, ...plain } = row("t-1");
    const own = { number: 7, name: "Ann", isOwn: true, place: null, payout: { amount: 5, parts: [], tickets: [] } };
    const prizes = [1, 2, 3].map((place) => ({ place, money: place === 1 ? 50 : 20, ticket: 0 }));
    const answer = {
      tournament: { ...plain, currency: "EUR", label: "real" },
      prizes,
      own,
      cancelled: null,
      terms: {},
    };
    const { api } = pages({ "/api/tournaments/t-1": answer });
    const { result } = (await after(api, { kind: "readResult", tournament: "t-1" })).past;
    expect(result).toMatchObject({
      id: "t-1",
      value: {
        state: "ready",
        value: {
          prizes: [
            { first: 1, last: 1, money: 50 },
            { first: 2, last: 3, money: 20 },
          ],
          own: { payout: { player: "7", name: "Ann", amount: 5 } },
        },
      },
    });
    const gone = await after(api, { kind: "readResult", tournament: "t-2" });
    expect(gone.past.result?.value).toMatchObject({ state: "failed", told: { code: "no_such_tournament" } });
  });

  it("are forgotten with whoever logs out", async () => {
    const { api } = pages({ "/api/tickets": { tickets: [] } });
    const model = await after(api, { kind: "readOwnTickets" });
    expect(model.past.tickets).toEqual(ready([]));
    expect(reduce(model, { to: "account", change: { kind: "loggedOut" } }).past).toBe(NO_PAST);
  });
});

describe("my tournaments", () => {
  it("cost what was paid and brought what came back, by prizes, bounties or a cancellation", () => {
    const part = { enteredAt: 1, entries: 2, reBuys: 0, addOns: 0, place: 3, endedAt: 9 };
    expect(netOf({ ...part, paid: 2200, prize: 3000, bounties: 100, returned: 0 })).toBe(900);
    expect(netOf({ ...part, paid: 2200, prize: 0, bounties: 0, returned: 2200 })).toBe(0);
  });

  it("have prizes apart where a ticket comes with the money", () => {
    const prizes = [
      { place: 1, money: 5, ticket: 10 },
      { place: 2, money: 0, ticket: 10 },
      { place: 3, money: 0, ticket: 10 },
    ];
    expect(bandsOf(prizes).map(({ first, last }) => [first, last])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });
});

describe("hands and money of a tournament", () => {
  it("have addresses of their own", () => {
    for (const path of ["/lobby/past", "/cashier/tickets", "/history?tournament=t%2F1", "/history/h-1?tournament=t-1"])
      expect(pathOf(routeOf(path))).toBe(path);
    expect(routeOf("/history?tournament=t%2F1")).toEqual({
      page: "history",
      hand: null,
      step: null,
      tournament: "t/1",
    });
  });

  it("are read by tournament, in chips and whenever they were played", async () => {
    const hand = { id: "h", hole: ["As"], board: [], stake: "tournament/t-1", result: -40, big: 20, rulings: [] };
    const rows = [{ ...hand, number: 1, at: 5, level: 2, tournament: { id: "t-1", name: "Sunday" } }];
    const { api, asked } = pages({ "/api/hands": { rows, downloads: false, downloadRule: "INT-16" } });
    const command = { kind: "readHistory", period: "week", tournament: "t-1" } as const;
    const { changes } = await askHttp(api, command);
    expect(asked).toEqual(["/api/hands?tournament=t-1&limit=500"]);
    const known = reduce(emptyModel, { to: "history", change: { kind: "tournamentChosen", tournament: "t-1" } });
    const { session } = changes.reduce(reduce, known).history;
    expect(session).toMatchObject({
      state: "ready",
      value: { unit: { kind: "chips" }, hands: 1, result: -40, file: null, keptBack: "INT-16" },
    });
    expect(changes.reduce(reduce, emptyModel).history.session).toBe(LOADING); // all hands are wanted there
  });

  it("are replayed in chips, with level and name", () => {
    const record = recordOf({
      id: "h",
      number: 3,
      table: "t-1/2",
      at: 5,
      edition: "unibet-2.7",
      stake: "tournament/t-1",
      game: "texas",
      structure: "no-limit",
      currency: null,
      label: "test",
      blinds: { small: 50, big: 100, ante: 10 },
      seatCount: 2,
      button: 0,
      void: false,
      players: [],
      posts: [],
      streets: [],
      returned: null,
      shown: [],
      pots: [],
      rake: 0,
      rakeRule: null,
      rulings: [],
      text: null,
      tournament: { id: "t-1", name: "Sunday" },
      level: 4,
    });
    expect(record.tournament).toEqual({ id: "t-1", name: "Sunday", level: 4 });
    expect(record.start).toMatchObject({ name: "Sunday", unit: { kind: "chips" } });
  });

  it("stand in the statement with the tournament's name, each kind by itself", () => {
    const line = (key: string, name: string | null) =>
      statementLine(
        {
          id: "1",
          at: 1,
          key,
          place: "t-1",
          amount: -100,
          balance: 0,
          rule: "MTT-35",
          tournament: name === null ? null : { id: "t-1", name },
        },
        "poker",
        "poker",
      );
    const kinds = [
      "entry_out",
      "fee_out",
      "re_buy_out",
      "add_on_out",
      "prize_in",
      "bounty_in",
      "ticket_in",
      "refund_in",
    ];
    expect(kinds.map((key) => line(key, "Sunday").kind)).toEqual([
      "entry",
      "fee",
      "reBuy",
      "addOn",
      "prize",
      "bounty",
      "ticket",
      "refund",
    ]);
    expect(line("entry_out", "Sunday")).toMatchObject({ about: "Sunday", tournament: "t-1" });
    expect(line("entry_out", null)).toMatchObject({ about: "t-1", tournament: null });
  });
});
