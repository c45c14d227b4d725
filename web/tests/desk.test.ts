import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askedFor, FORMS, filled } from "../src/desk/deed/fields";
import { stateOf } from "../src/desk/deed/request-state";
import { itemsOf } from "../src/desk/inbox/items";
import { GoKeys } from "../src/desk/keys";
import { dueText, moneyText, named } from "../src/desk/text";
import type { DeskRequest, Inbox } from "../src/desk/types";
import { deskRoute, pathOf, routeOf } from "../src/model/route";
import { voiceIn } from "./voices";

const voice = voiceIn("en");
const NOW = Date.UTC(2026, 10, 15, 12, 0);
const MINUTE = 60_000;

const asked: DeskRequest = {
  id: "r1",
  kind: "suspend",
  deed: { kind: "suspend", player: "p1", until: null },
  about: "",
  players: [{ player: "p1", name: "merelind" }],
  edition: "u27",
  clause: "INT-22",
  reason: "Case 31 is open.",
  staff: { player: "s1", name: "Ott" },
  at: NOW,
  until: NOW + 20 * MINUTE,
  status: "asked",
  figures: "00",
  final: false,
  atOnce: true,
  signs: ["security"],
  maySign: false,
  mayStop: false,
  isOwn: false,
  by: null,
  why: "",
  waived: false,
  endedAt: null,
  now: null,
  refusedNow: null,
  changed: false,
};

describe("addresses of the desk", () => {
  it.each([
    ["/desk", deskRoute("inbox")],
    ["/desk/players/p1", deskRoute("players", "p1")],
    ["/desk/players/p1/trail", deskRoute("players", "p1", "trail")],
    ["/desk/search?q=merelind", deskRoute("search", null, null, "merelind")],
  ] as const)("%s leads to its page and back", (path, route) => {
    expect(routeOf(path)).toEqual(route);
    expect(pathOf(route)).toBe(path);
  });

  it("knows no other parts", () => {
    expect(routeOf("/desk/vault").page).toBe("lost");
  });
});

describe("a deed that is put together", () => {
  it("asks for what its page does not know", () => {
    expect(askedFor("hold", { player: "p1" }).map(({ name }) => name)).toEqual(["wallet", "amount", "why"]);
  });

  it("is nothing while a part is missing, and leaves out what may be left out", () => {
    const fields = askedFor("cancel_tournament", { tournament: "t1" });
    expect(filled(fields, { tournament: "t1" }, {})).toEqual({ tournament: "t1" });
    expect(filled(askedFor("demand_recording", { player: "p1" }), { player: "p1" }, {})).toBeNull();
  });

  it("takes an open end for an answer", () => {
    const fields = askedFor("suspend", { player: "p1" });
    expect(filled(fields, { player: "p1" }, { until: null })).toEqual({ player: "p1", until: null });
  });

  it.each(Object.keys(FORMS))("%s has a name, a sentence, and words for all its fields in every language", (kind) => {
    for (const language of ["en", "et", "sv", "ro"] as const) {
      const spoken = voiceIn(language);
      const fields = askedFor(kind, {});
      const keys = [`desk.deed.${kind}`, `desk.will.${kind}`, ...fields.map(({ name }) => `desk.field.${name}`)];
      const choices = fields.flatMap((field) => (field.type === "choice" ? field.options : []));
      const worded = choices.filter((each) => !/^[A-Z]{3}$/.test(each)).map((each) => `desk.choice.${each}`);
      expect([...keys, ...worded].filter((key) => !spoken.knows(key))).toEqual([]);
    }
  });
});

describe("how a request stands", () => {
  it.each([
    [{}, "others"],
    [{ isOwn: true }, "asked"],
    [{ maySign: true }, "mine"],
    [{ maySign: true, changed: true }, "changed"],
    [{ changed: true, refusedNow: { code: "no_such_hand", rule: null, numbers: {} } }, "refused"],
    [{ status: "done" }, "done"],
    [{ status: "denied" }, "denied"],
    [{ status: "expired" }, "expired"],
  ] as const)("%o is %s", (change, state) => {
    expect(stateOf({ ...asked, ...change })).toBe(state);
  });
});

describe("the inbox", () => {
  const inbox: Inbox = {
    requests: [
      { ...asked, id: "later", until: NOW + 300 * MINUTE },
      { ...asked, maySign: true },
    ],
    duties: [
      {
        request: "d1",
        kind: "demand_recording",
        player: { player: "p2", name: "tihane" },
        deadline: NOW - 1,
        overdue: true,
      },
    ],
    ended: 3,
    lastEnd: NOW,
    ofOne: false,
  };

  it("has first what runs out first, each in one sentence", () => {
    const rows = itemsOf(inbox, NOW, voice);
    expect(rows.map(({ sentence }) => sentence)).toEqual([
      "tihane did not send the video of play",
      "Ott asks you to sign: Suspend the account: merelind",
      "Ott asks: Suspend the account: merelind",
    ]);
    expect(rows.map(({ due }) => due.look)).toEqual(["late", "soon", "plain"]);
  });
});

describe("words of the desk", () => {
  it("say deadlines plainly, then urgently", () => {
    expect(dueText(NOW + 8 * MINUTE, NOW, voice).text).toBe("8 min left");
    expect(dueText(NOW - 1, NOW, voice).look).toBe("late");
  });

  it("name the currency of an amount, and show a name they do not know as it is", () => {
    expect(moneyText(-4310, "EUR", voice)).toBe("−43.10\u00a0EUR");
    expect(named("desk.deed.feed_the_cat", voice)).toBe("feed the cat");
  });

  it("go to a page only by two keys", () => {
    const keys = new GoKeys();
    expect(keys.press("t")).toBeNull();
    expect(keys.press("g")).toBeNull();
    expect(keys.press("t")).toBe("inbox");
    expect(keys.press("t")).toBeNull();
  });
});

describe("drawings of the desk", () => {
  const SRC = join(import.meta.dirname, "../src");
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  const known = new Set(
    ["desk/icons.svg", "assets/deck.svg"].flatMap((path) =>
      Array.from(readFileSync(join(SRC, path), "utf8").matchAll(/id="i-([\w-]+)"/g), ([, name = ""]) => name),
    ),
  );

  it("are all there", () => {
    const named = files(join(SRC, "desk"))
      .filter((path) => /\.(svelte|ts)$/.test(path))
      .flatMap((path) =>
        Array.from(
          readFileSync(path, "utf8").matchAll(/(?:Icon name=|icon[:=] ?)"([\w-]+)"/g),
          ([, name = ""]) => name,
        ),
      );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
