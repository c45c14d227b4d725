import { describe, expect, it } from "vitest";
import { NO_CASINO, reduceCasino } from "../src/model/casino/casino";
import { brokenLimit, chipLook, chipsFor, chipText, currentBet, laidOn } from "../src/model/casino/chips";
import { lampOf, rowLamp } from "../src/model/casino/lamp";
import {
  type Cursor,
  deskFields,
  type Field,
  fieldAt,
  START,
  sectorFields,
  sectorOf,
  step,
} from "../src/model/casino/layout";
import { lineOf, ruleInQuestion } from "../src/model/casino/line";
import { byGame, NO_CASINO_FILTERS, totals, visibleRows } from "../src/model/casino/lists";
import { type CasinoTableChange, reduceTable } from "../src/model/casino/reduce";
import { NO_ROUNDS, resultOf, timeCode, withPage } from "../src/model/casino/rounds";
import { meaningOf } from "../src/model/casino/spots";
import { readTyped } from "../src/model/casino/typed";
import type { CasinoTable } from "../src/model/casino/types";
import { colourOf, POCKETS } from "../src/model/casino/wheel";
import { closed, held, pirita, result, rouletteSpots, rows, voided } from "../src/stories/casino-tables";
import { BASE } from "../src/stories/time";

const desk = deskFields(rouletteSpots);
const names = { red: "Punane", odd: "Paaritu", low: "1 – 18", high: "19 – 36" };

describe("the layout", () => {
  it("has the 151 fields of the rules, none of which joins the zero", () => {
    const count = (bet: string) => rouletteSpots.filter((spot) => spot.bet === bet).length;
    const bets = ["straight_up", "split", "street", "corner", "line", "column", "dozen", "even_money"];
    expect(bets.map(count)).toEqual([37, 57, 12, 22, 11, 3, 3, 6]);
    expect(desk).toHaveLength(151);
    expect(rouletteSpots.filter(({ numbers }) => numbers.length > 1 && numbers.includes(0))).toEqual([]);
  });

  it("gives every field a place of its own, for chips, pointers and keys", () => {
    const places = new Set(desk.map(({ x, y }) => `${x}/${y}`));
    expect(places.size).toBe(151);
    const halves = new Set(desk.map(({ at }) => `${at.left}/${at.top}`));
    expect(halves.size).toBe(151);
    for (const { x, y, hit, spot } of desk) {
      const inside = x >= hit.x && x <= hit.x + hit.width && y >= hit.y && y <= hit.y + hit.height;
      expect(inside, spot.name).toBe(true);
    }
  });

  it("is drawn so that the middle of a field is under no later one", () => {
    for (const [place, field] of desk.entries()) {
      const middle = { x: field.hit.x + field.hit.width / 2, y: field.hit.y + field.hit.height / 2 };
      const over = desk.slice(place + 1).filter(({ hit }) => covers(hit, middle));
      expect(
        over.map(({ spot }) => spot.name),
        field.spot.name,
      ).toEqual([]);
    }
  });

  it("is walked by half cells, and every field is reached from the first one", () => {
    const seen = new Set<string>();
    const open: Cursor[] = [START];
    for (let cursor = open.pop(); cursor; cursor = open.pop()) {
      const field = fieldAt(desk, cursor.x, cursor.y);
      const key = `${field?.spot.name}@${cursor.x},${cursor.y}`;
      if (!field || seen.has(key)) continue;
      seen.add(key);
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        open.push(step(desk, cursor, dx, dy));
    }
    expect(new Set([...seen].map((key) => key.split("@")[0])).size).toBe(151);
  });

  it("goes from 17 right to its split, then to 20, up to the corner and on to the street", () => {
    const at = (cursor: Cursor) => fieldAt(desk, cursor.x, cursor.y)?.spot.name;
    const seventeen = { x: 11, y: 3 };
    expect(at(seventeen)).toBe("straight-17");
    const split = step(desk, seventeen, 1, 0);
    expect(at(split)).toBe("split-17-20");
    expect(at(step(desk, split, 1, 0))).toBe("straight-20");
    const corner = step(desk, split, 0, -1);
    expect(at(corner)).toBe("corner-17");
    expect(at(step(desk, step(desk, corner, 0, -1), 0, -1))).toBe("line-16");
    expect(at(step(desk, { x: 1, y: 3 }, -1, 0))).toBe("straight-0");
    expect(at(step(desk, { x: 1, y: 5 }, 0, 1))).toBe("dozen-1");
    expect(step(desk, { x: 1, y: 9 }, 0, 1)).toEqual({ x: 1, y: 9 });
  });

  it("is reached whole on a phone, every field at least 44 by 44, those on an edge from both sides", () => {
    const sectors = [0, 1, 2].map((sector) => sectorFields(rouletteSpots, sector));
    const found = new Set(sectors.flat().map(({ spot }) => spot.name));
    const boxes = rouletteSpots.filter((spot) => sectorOf(spot) === 3);
    expect(found.size + boxes.length).toBe(151);
    expect(boxes.map(({ name }) => name)).toContain("straight-0");
    for (const { hit, spot } of sectors.flat()) {
      expect(Math.min(hit.width, hit.height), spot.name).toBeGreaterThanOrEqual(44);
    }
    const has = (fields: readonly Field[] | undefined, name: string) => fields?.some(({ spot }) => spot.name === name);
    expect([has(sectors[0], "line-10"), has(sectors[1], "line-10"), has(sectors[2], "line-10")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("has places for fields that join the zero, in editions that have them", () => {
    const joined = (name: string, numbers: readonly number[]) => ({
      name,
      numbers,
      bet: "split",
      pays: 17,
      per: 1,
      rule: "RLT-11",
    });
    const extra = [joined("split-0-2", [0, 2]), joined("street-0-1", [0, 1, 2]), joined("corner-0", [0, 1, 2, 3])];
    const fields = deskFields([...rouletteSpots, ...extra]);
    expect(fieldAt(fields, 0, 3)?.spot.name).toBe("split-0-2");
    expect(fieldAt(fields, 0, 4)?.spot.name).toBe("street-0-1");
    expect(fieldAt(fields, 0, 0)?.spot.name).toBe("corner-0");
  });
});

const covers = (hit: Field["hit"], { x, y }: { x: number; y: number }) =>
  x >= hit.x && x <= hit.x + hit.width && y >= hit.y && y <= hit.y + hit.height;

describe("a typed bet", () => {
  it.each([
    ["17", "straight-17", null],
    ["0", "straight-0", null],
    ["16/17", "split-16-17", null],
    ["17/20", "split-17-20", null],
    ["13/17", "corner-13", null],
    ["16-18", "street-16", null],
    ["13-18", "line-13", null],
    ["c2", "column-2", null],
    ["d1", "dozen-1", null],
    ["red", "red", null],
    ["punane", "red", null],
    ["1-18", "low", null],
    ["19-36", "high", null],
    ["17 x5", "straight-17", 500],
    ["red x2.50", "red", 250],
    ["16/17 x2,5", "split-16-17", 250],
  ])("%s", (text, spot, amount) => {
    expect(readTyped(text, rouletteSpots, names)).toEqual({ kind: "bet", spot, amount });
  });

  it.each(["37", "0/1", "16/18", "1-36", "blue", "", "x5"])("%j is no field", (text) => {
    expect(readTyped(text, rouletteSpots, names)).toEqual({ kind: "unknown" });
  });
});

describe("spots in words", () => {
  it("tells what a name stands for", () => {
    expect(meaningOf("corner-13")).toEqual({ kind: "corner", numbers: "13·14·16·17" });
    expect(meaningOf("line-13")).toEqual({ kind: "line", numbers: "13–18" });
    expect(meaningOf("street-0-1")).toEqual({ kind: "street", numbers: "0·1·2" });
    expect(meaningOf("banker")).toEqual({ kind: "banker", numbers: "" });
    expect(meaningOf("0")).toEqual({ kind: "hand", numbers: "1" });
  });
});

describe("chips", () => {
  const chips = [100, 500, 2500, 10_000, 50_000];
  it("make up an amount, the largest first, or cannot (RLT-04)", () => {
    expect(chipsFor(3000, chips)).toEqual([2500, 500]);
    expect(chipsFor(50, chips)).toBeNull();
    expect(chipsFor(0, chips)).toBeNull();
  });

  it("look like the largest chip in them", () => {
    expect([100, 400, 500, 2600, 60_000].map((amount) => chipLook(amount, chips))).toEqual([
      "k1",
      "k1",
      "k5",
      "k25",
      "k500",
    ]);
    expect(chipText(250, "en-GB")).toBe("2.5");
    expect(chipText(1_500_000, "en-GB")).toBe("15k");
  });

  it("lie on the layout as placed and as loose ones", () => {
    expect(laidOn(pirita, "split-16-17")).toEqual({ placed: 0, loose: 200 });
    expect(laidOn(pirita, "red")).toEqual({ placed: 1000, loose: 0 });
    expect(currentBet(pirita)).toBe(5000);
  });

  it("are known to break a limit before they are placed (RLT-08)", () => {
    const laid = (spot: string, amount: number, purse = 1_000_000): CasinoTable => ({
      ...pirita,
      own: {
        ...(pirita.own as NonNullable<CasinoTable["own"]>),
        purse,
        layout: { bets: [], staged: [{ spot, amount }], stagedTotal: amount, last: [] },
      },
    });
    expect(brokenLimit(laid("red", 10))).toMatchObject({ kind: "below", least: 50, rule: "RLT-08" });
    expect(brokenLimit(laid("red", 60_000))).toMatchObject({ kind: "above", most: 50_000 });
    expect(brokenLimit(laid("red", 5000, 4000))).toEqual({ kind: "purse", missing: 1000 });
    expect(brokenLimit(laid("red", 5000))).toBeNull();
    expect(brokenLimit(pirita)).toBeNull();
  });
});

describe("the traffic light", () => {
  it("is green, amber in the last five seconds, and red when bets are closed", () => {
    const until = pirita.moment.deadline ?? 0;
    expect(lampOf(pirita, until - 9000)).toMatchObject({ colour: "g", word: "open", seconds: 9 });
    expect(lampOf(pirita, until - 5000)).toMatchObject({ colour: "a", word: "last", seconds: 5 });
    expect(lampOf(closed, closed.moment.since)).toMatchObject({ colour: "r", word: "closed", seconds: null });
    expect(lampOf(closed, closed.moment.since + 3000)).toMatchObject({ colour: "r", word: "spin" });
    expect(lampOf(result, BASE)).toMatchObject({ colour: "r", word: "next", seconds: 7 });
    expect(lampOf(held, BASE)).toMatchObject({ colour: "r", word: "held", seconds: null });
  });

  it("is one dot in a row of the lobby", () => {
    const [open, shut] = rows;
    expect(open && rowLamp(open, BASE)).toEqual({ colour: "g", word: "open", seconds: 10 });
    expect(shut && rowLamp(shut, BASE)).toEqual({ colour: "r", word: "closed", seconds: null });
  });
});

describe("a table", () => {
  const tell = (change: CasinoTableChange, table = pirita) => reduceTable(table, change);

  it("says at no more bets which chips went back (RLT-07)", () => {
    expect(closed.notice).toMatchObject({
      kind: "ruling",
      what: { kind: "chipsReturned", amount: 200, rule: "RLT-07" },
    });
    expect(lineOf(closed, BASE)).toMatchObject({ kind: "notice" });
    expect(ruleInQuestion(closed, BASE)).toBe("RLT-07");
    expect(lineOf(closed, BASE + 60_000)).toEqual({ kind: "phase" });
  });

  it("lets a ruling give way to a question, and a refusal stand", () => {
    const notice = (kind: "ruling" | "refusal") => ({
      ...pirita,
      own: { ...pirita.own, box: { options: ["stand"], insuranceMax: 0 } },
      notice: {
        kind,
        at: BASE,
        what: { kind: "told", told: { code: "not_insured_in_time", rule: "BJ-46", numbers: {} } },
      },
    });
    const says = (table: object, after: number) => lineOf(table as CasinoTable, BASE + after).kind;
    expect([1000, 4000].map((after) => says(notice("ruling"), after))).toEqual(["notice", "phase"]);
    expect(says(notice("refusal"), 4000)).toBe("notice");
    expect(says({ ...notice("ruling"), own: null }, 4000)).toBe("notice");
  });

  it("keeps what was paid, field by field, and forgets what stood on the line", () => {
    expect(result.notice).toBeNull();
    expect(result.log.map(({ what }) => what.kind)).toContain("paid");
    expect(resultOf({ bets: result.own?.payment?.results ?? [] })).toBe(8700);
  });

  it("says that a round is void and what came back, until that is dismissed", () => {
    expect(voided.notice).toMatchObject({ kind: "info", what: { kind: "betsBack", amount: 4800, rule: "X-141" } });
    expect(lineOf(voided, BASE + 600_000)).toMatchObject({ kind: "notice", dismissable: true });
    expect(tell({ kind: "dismissed" }, voided).notice).toBeNull();
  });

  it("tells a refusal for a while, and not once something was placed", () => {
    const told = { code: "betting_closed", rule: "RLT-07", numbers: {} };
    const table = tell({ kind: "refused", told, at: BASE });
    expect(lineOf(table, BASE + 1000)).toMatchObject({ kind: "notice", notice: { kind: "refusal" } });
    expect(lineOf(table, BASE + 9000)).toEqual({ kind: "phase" });
    const bets = [...(pirita.own?.layout?.bets ?? []), { spot: "split-16-17", amount: 200 }];
    const own = {
      ...(pirita.own as NonNullable<CasinoTable["own"]>),
      layout: { bets, staged: [], stagedTotal: 0, last: [] },
    };
    const placed = tell({ kind: "moved", at: BASE + 1, parts: { own }, happened: [], told: [] }, table);
    expect(placed.notice).toBeNull();
    expect(placed.log.at(-1)?.what).toEqual({ kind: "placed", added: 200, total: 5000, fields: 6 });
  });

  it("counts what others wrote until it is read, and keeps its log when it is shown again", () => {
    const line = { number: 9, player: "p", name: "p", text: "hi", at: BASE };
    const said = tell({ kind: "said", line, mine: false });
    expect(said.unread).toBe(1);
    expect(tell({ kind: "said", line, mine: true }).unread).toBe(0);
    expect(tell({ kind: "chatRead" }, said).unread).toBe(0);
    const { log: _, notice: __, unread: ___, ...shown } = pirita;
    expect(tell({ kind: "shown", table: shown }, closed).log).toBe(closed.log);
  });

  it("ends a visit when its own part is null, and leaves it as it is where a frame has none", () => {
    expect(tell({ kind: "moved", at: BASE, parts: {}, happened: [], told: [] }).own).toBe(pirita.own);
    expect(tell({ kind: "moved", at: BASE, parts: { own: null }, happened: [], told: [] }).own).toBeNull();
  });
});

describe("the casino", () => {
  it("changes rows where they stand, and adds new ones", () => {
    const lobby = reduceCasino(NO_CASINO, {
      kind: "lobbyLoaded",
      lobby: { state: "ready", value: { rows: rows.slice(0, 2), asOf: 1 } },
    });
    const first = rows[0] as (typeof rows)[number];
    const next = reduceCasino(lobby, {
      kind: "rowsChanged",
      at: 2,
      rows: [{ ...first, players: 99 }, rows[2] as typeof first],
    });
    expect(next.lobby).toMatchObject({
      state: "ready",
      value: { asOf: 2, rows: [{ players: 99 }, { id: "pirita-2" }, { id: "auto-1" }] },
    });
  });

  it("follows nothing it was not shown, and forgets a table that is gone", () => {
    const chatRead = { kind: "table", table: "pirita-1", change: { kind: "chatRead" } } as const;
    expect(reduceCasino(NO_CASINO, chatRead)).toBe(NO_CASINO);
    const missing = reduceCasino(NO_CASINO, { kind: "tableMissing", table: "pirita-1" });
    const shown = reduceCasino(missing, { kind: "table", table: "pirita-1", change: { kind: "shown", table: pirita } });
    expect([shown.order, shown.missing]).toEqual([["pirita-1"], []]);
    expect(reduceCasino(shown, { kind: "tableGone", table: "pirita-1" }).order).toEqual([]);
  });

  it("is narrowed by game, dealer, seats, purse and name", () => {
    const shown = (part: object) => visibleRows(rows, { ...NO_CASINO_FILTERS, ...part }).map(({ name }) => name);
    expect(shown({ game: "roulette", live: false })).toEqual(["Auto 1"]);
    expect(shown({ game: "blackjack", freeSeats: true })).toEqual(["Kadriorg 2"]);
    expect(shown({ purse: 60 })).toEqual(["Pirita 1", "Auto 1"]);
    expect(shown({ search: " joonas" })).toEqual(["Pirita 2"]);
    expect(byGame(rows).map(({ game, rows: those }) => [game, those.length])).toEqual([
      ["roulette", 3],
      ["blackjack", 2],
      ["baccarat", 2],
    ]);
    expect(totals(rows)).toEqual({ tables: 7, players: 84 });
  });

  it("reads rounds page by page, none twice, and gives time codes of recordings", () => {
    const page = (ids: readonly string[], next: string | null, more: boolean) =>
      ({
        table: null,
        more,
        page: { state: "ready", value: { rows: ids.map((id) => ({ id }) as never), next } },
      }) as const;
    const first = withPage(NO_ROUNDS, page(["a", "b"], "c1", false));
    const both = withPage(first, page(["b", "c"], null, true));
    expect(both.found).toMatchObject({ state: "ready", value: [{ id: "a" }, { id: "b" }, { id: "c" }] });
    expect(both.next).toBeNull();
    expect(timeCode(3_727_450)).toBe("1:02:07.4");
  });

  it("knows the wheel: 37 pockets, red and black by turns, 18 of each", () => {
    expect(new Set(POCKETS).size).toBe(37);
    const colours = POCKETS.slice(1).map(colourOf);
    expect(colours.every((colour, place) => colour === (place % 2 === 0 ? "r" : "b"))).toBe(true);
  });
});
