import { describe, expect, it } from "vitest";
import { TableMemory } from "../src/app/memory";
import { csvOf } from "../src/cashier/csv";
import { actionFor, DEFAULT_KEYS, keyLabel, remap, tableNumber } from "../src/model/keys";
import { pathOf, type Route, routeOf } from "../src/model/route";
import { chapterOf, findRules, marked, type Rule, readingRule, wordsOf } from "../src/model/rulebook";
import { DEFAULT_SETTINGS, readSettings, toggled } from "../src/model/settings";
import { statement } from "../src/stories/money";
import { tournamentStories } from "../src/stories/tourneys";
import { BASE, tallinnAt, toEnd } from "./tables";

const stroke = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
});

describe("keys", () => {
  it("mean what the map says, large or small", () => {
    expect(actionFor(stroke("f"), DEFAULT_KEYS)).toBe("fold");
    expect(actionFor(stroke("F"), DEFAULT_KEYS)).toBe("fold");
    expect(actionFor(stroke("ArrowUp"), DEFAULT_KEYS)).toBe("more");
    expect(actionFor(stroke("x"), DEFAULT_KEYS)).toBeNull();
  });

  it("leave the browser's own shortcuts alone", () => {
    expect(actionFor(stroke("r", { ctrlKey: true }), DEFAULT_KEYS)).toBeNull();
    expect(actionFor(stroke("c", { metaKey: true }), DEFAULT_KEYS)).toBeNull();
    expect(actionFor(stroke("f", { altKey: true }), DEFAULT_KEYS)).toBeNull();
  });

  it("held down only step amounts", () => {
    expect(actionFor(stroke("f", { repeat: true }), DEFAULT_KEYS)).toBeNull();
    expect(actionFor(stroke("ArrowUp", { repeat: true }), DEFAULT_KEYS)).toBe("more");
    expect(actionFor(stroke("ArrowUp", { altKey: true }), DEFAULT_KEYS)).toBe("more");
  });

  it("can be given away and switched off", () => {
    const keys = remap(DEFAULT_KEYS, "raise", "f");
    expect(actionFor(stroke("f"), keys)).toBe("raise");
    expect(keys.fold).toBe("");
    expect(actionFor(stroke("r"), keys)).toBeNull();
    expect(actionFor(stroke("w"), remap(DEFAULT_KEYS, "why", ""))).toBeNull();
  });

  it("with Alt and a digit choose a table", () => {
    expect(tableNumber(stroke("3", { altKey: true }))).toBe(2);
    expect(tableNumber(stroke("3"))).toBeNull();
    expect(tableNumber(stroke("0", { altKey: true }))).toBeNull();
  });

  it("are written as keyboards write them", () => {
    expect(["f", "ArrowUp", "Escape", "/"].map(keyLabel)).toEqual(["F", "↑", "Esc", "/"]);
  });
});

describe("addresses", () => {
  const routes: readonly Route[] = [
    { page: "lobby", section: "cash" },
    { page: "lobby", section: "sit-and-go" },
    { page: "table", table: "tallinn-3" },
    { page: "tables" },
    { page: "cashier" },
    { page: "history", hand: null, step: null },
    { page: "history", hand: "h-1", step: 25 },
    { page: "rules", rule: null, search: "" },
    { page: "rules", rule: "BET-13", search: "tõste üles" },
    { page: "compare", before: "unibet-2.6", after: "unibet-2.7" },
    { page: "glossary" },
    { page: "operator" },
    { page: "login" },
    { page: "register" },
    { page: "account", part: "limits" },
    { page: "settings" },
  ];

  it.each(routes.map((route) => [pathOf(route), route] as const))("%s leads back to its page", (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each(["/nowhere", "/lobby/bingo", "/a/b/c/d/e"])("%s leads nowhere", (path) => {
    expect(routeOf(path)).toEqual({ page: "lost", path });
  });

  it.each(["cash", "sit-and-go", "hexapro", "tournaments", "casino"] as const)(
    "/%s is what somebody types",
    (section) => {
      expect(routeOf(`/${section}`)).toEqual({ page: "lobby", section });
    },
  );

  it("does not take a step that is no number", () => {
    expect(routeOf("/history/h-1/x")).toEqual({ page: "history", hand: "h-1", step: null });
  });
});

describe("settings", () => {
  it("come back as they were stored", () => {
    const chosen = {
      ...DEFAULT_SETTINGS,
      theme: "light" as const,
      units: "bb" as const,
      favourites: ["a"],
      notes: { p: { colour: "blue" as const, text: "x" } },
    };
    expect(readSettings(JSON.stringify(chosen))).toEqual(chosen);
  });

  it.each([null, "", "nonsense", "[]", "null", '{"theme":5,"volumes":"loud","keys":{"fold":7},"notes":{"p":1}}'])(
    "fall back to their defaults: %s",
    (stored) => {
      expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
    },
  );

  it("keep what is sound beside what is damaged", () => {
    expect(readSettings('{"deck":"2","volumes":{"mine":300,"table":5}}')).toEqual({
      ...DEFAULT_SETTINGS,
      deck: "2",
      volumes: { ...DEFAULT_SETTINGS.volumes, table: 5 },
    });
  });

  it("toggle what is in a list", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "a")).toEqual(["b"]);
  });
});

describe("the rulebook", () => {
  const catalogue = {
    editions: [],
    chapters: [
      {
        key: "02",
        titles: { en: "Betting", et: "Panustamine", sv: "Satsning", ro: "Pariere" },
        rules: ["BET-09", "BET-13"],
      },
    ],
    rules: {},
    words: {
      en: {
        "BET-09": { title: "The smallest raise", text: "adds" },
        "BET-13": { title: "A short all-in", text: "does not reopen raising" },
      },
      et: { "BET-09": { title: "Väikseim tõste", text: "lisab" } },
    },
    ownCases: [],
  };

  it("is searched by id and words, without marks and case", () => {
    expect([...findRules(catalogue, "REOPEN raising", "en")]).toEqual(["BET-13"]);
    expect([...findRules(catalogue, "toste", "et")]).toEqual(["BET-09"]);
    expect([...findRules(catalogue, "bet-13", "et")]).toEqual(["BET-13"]);
    expect([...findRules(catalogue, " ", "en")]).toEqual([]);
  });

  it("answers for a decision on unclear words with the rule it is about", () => {
    const time: Rule = {
      id: "TIME-16",
      kind: "executable",
      sources: {},
      seeAlso: [],
      tests: [],
      values: [],
      readings: [{ id: "X-143", decision: "Our own downtime never counts." }],
    };
    const read = { ...catalogue, rules: { "TIME-16": time } };
    expect(readingRule(read, "X-143")).toBe(time);
    expect(wordsOf(read, "X-143", "et")?.words.text).toBe("Our own downtime never counts.");
    expect(readingRule(read, "X-1")).toBeNull();
  });

  it("falls back to English where words are missing, and says so", () => {
    expect(wordsOf(catalogue, "BET-13", "et")).toMatchObject({ language: "en" });
    expect(wordsOf(catalogue, "BET-09", "et")).toMatchObject({ language: "et" });
    expect(wordsOf(catalogue, "NO-1", "et")).toBeNull();
  });

  it("marks what was sought and loses no letter", () => {
    const pieces = marked("does not “reopen” raising", "reopen");
    expect(pieces.map(({ text }) => text).join("")).toBe("does not “reopen” raising");
    expect(pieces.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["“reopen”"]);
  });

  it("knows the chapter of a rule", () => {
    expect(chapterOf(catalogue, "BET-13")?.key).toBe("02");
    expect(chapterOf(catalogue, "X")).toBeNull();
  });
});

describe("a statement as CSV", () => {
  it("has a head, ISO dates and plain decimals", () => {
    const [head, first] = csvOf(statement.slice(0, 1), () => "Sat down").split("\r\n");
    expect(head).toBe("at,wallet,kind,what,tournament,amount,balance,rule");
    expect(first).toBe("2023-11-05T14:32:07.000Z,poker,satDown,Sat down,,-50.00,128.40,");
  });

  it("names the tournament of a line", () => {
    const entry = statement.filter(({ kind }) => kind === "entry");
    const [, line] = csvOf(entry, () => "Entry").split("\r\n");
    expect(line).toContain(",entry,Entry,Sunday Main,-9.50,");
  });

  it("quotes commas, and never lets a text become a formula", () => {
    const [, line] = csvOf(statement.slice(0, 1), () => '=SUM(A1), "x"').split("\r\n");
    expect(line).toContain(`"'=SUM(A1), ""x"""`);
  });
});

describe("what happened at a table", () => {
  class Store implements Storage {
    [name: string]: unknown;
    get length(): number {
      return Object.keys(this).length;
    }
    key = (): null => null;
    clear(): void {}
    getItem = (name: string): string | null => (this[name] as string | undefined) ?? null;
    setItem(name: string, value: string): void {
      this[name] = value;
    }
    removeItem(name: string): void {
      delete this[name];
    }
  }
  let now = BASE;
  const store = new Store();
  const memory = new TableMemory(store, () => now);
  const table = tallinnAt(toEnd);
  const fresh = { ...table, log: [], lastHand: null };

  it("is there again after a reload and in another tab, until it is old or somebody else comes", () => {
    memory.keep(table);
    const again = new TableMemory(store, () => now).recall(fresh);
    expect(again.log).toEqual(table.log.slice(-150));
    expect(again.lastHand).toBe(table.lastHand);
    now = BASE + 24 * 3_600_000;
    expect(memory.recall(fresh)).toBe(fresh);
    now = BASE;
    memory.forget();
    expect(memory.recall(fresh)).toBe(fresh);
  });

  it("tells that I sat there, also where no hand was dealt to me yet", () => {
    const seated = tournamentStories["t-play"]?.changes.flatMap((change) =>
      change.to === "table" && change.change.kind === "viewed" ? [change.change.table] : [],
    )[0];
    if (!seated?.tournament) throw new Error("no tournament table in t-play");
    const watched = { ...seated, me: null, tournament: { ...seated.tournament, mine: null } };
    expect(memory.satAt(seated.id)).toBe(false);
    memory.keep(watched);
    expect(memory.satAt(seated.id)).toBe(false);
    const mine = { table: seated.id, seat: 3, stack: 1500 };
    memory.keep({ ...watched, tournament: { ...seated.tournament, mine } });
    expect(memory.satAt(seated.id)).toBe(true);
    expect(memory.tournamentOf(seated.id)).toBe(seated.tournament.id);
    memory.forget();
    expect(memory.satAt(seated.id)).toBe(false);
  });

  it("is not kept of tables one only watches, nor believed when it is damaged", () => {
    memory.keep({ ...table, me: null });
    expect(memory.recall(fresh)).toBe(fresh);
    store.setItem(`fairdeal.table.${table.id}`, '{"at":9e15,"log":[{"id":1}]}');
    expect(memory.recall(fresh)).toBe(fresh);
  });
});
