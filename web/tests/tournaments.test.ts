import { describe, expect, it } from "vitest";
import { NO_TOURNAMENTS, reduceTournaments, rowIn, type Tournaments } from "../src/model/tournament/changes";
import {
  almostFull,
  badgesOf,
  byStart,
  byUse,
  canUnregister,
  firstPrizes,
  mySlots,
  NO_FILTERS,
  playersIn,
  sitAndGos,
  startingSoon,
  steady,
  visibleTournaments,
} from "../src/model/tournament/lists";
import type { TournamentRow } from "../src/model/tournament/rows";
import { actionOf, isEntryOpen, stateOf } from "../src/model/tournament/state";
import { bigBlindOf, levelTimes, partOver, prizeOf, toTheMoney } from "../src/model/tournament/times";
import { BASE } from "../src/stories/time";
import { entry, lobby, MINUTE, START, sunday } from "../src/stories/tournaments";

const named = (name: string): TournamentRow => {
  const found = lobby.rows.find((row) => row.name === name);
  if (!found) throw new Error(`no row ${name}`);
  return found;
};
const large = named("Sunday Bounty 1 500");
const late = named("Re-buy Warm-up 300");
const mine = (row: TournamentRow, standing: TournamentRow["mine"]): TournamentRow => ({ ...row, mine: standing });
const numbers = (row: TournamentRow, part: Partial<TournamentRow["numbers"]>): TournamentRow => ({
  ...row,
  numbers: { ...row.numbers, ...part },
});
const registered = { kind: "registered", mayUnregister: true, unregisterUntil: START, changed: false } as const;

describe("the state of a tournament", () => {
  it.each([
    ["VIP Bounty Night", "announced"],
    ["Sunday Bounty 1 500", "registering"],
    ["Re-buy Warm-up 300", "late"],
    ["Afternoon Turbo 500", "running"],
    ["Omaha Deep 200", "break"],
    ["Early Bird 250", "finished"],
    ["Heads-up Cup", "cancelled"],
  ])("of %s is %s", (name, state) => {
    expect(stateOf(named(name), BASE)).toBe(state);
  });

  it("opens for registration by the clock, without a word of the room", () => {
    expect(stateOf(named("VIP Bounty Night"), START)).toBe("registering");
  });

  it("lets nobody in who is too early, and nobody into what is full", () => {
    expect(isEntryOpen(named("VIP Bounty Night"), BASE)).toBe(false);
    expect(isEntryOpen(large, BASE)).toBe(true);
    expect(isEntryOpen({ ...large, entriesMax: 96 }, BASE)).toBe(false);
  });
});

describe("the button that never moves", () => {
  const kind = (row: TournamentRow, wallet: number | null = null, now = BASE) => actionOf(row, now, wallet).kind;

  it("goes from registering to results", () => {
    expect(kind(large)).toBe("register");
    expect(kind(mine(large, registered))).toBe("unregister");
    expect(kind(late)).toBe("late");
    expect(kind(mine(late, { kind: "out", place: 41, mayReEnter: true }))).toBe("reEnter");
    expect(kind(mine(late, { kind: "out", place: 41, mayReEnter: false }))).toBe("watch");
    expect(kind(mine(late, { kind: "seated", table: "t/1" }))).toBe("play");
    expect(kind(named("Afternoon Turbo 500"))).toBe("watch");
    expect(kind(named("Early Bird 250"))).toBe("results");
    expect(kind(mine(named("Heads-up Cup"), { kind: "out", place: null, mayReEnter: false }))).toBe("got");
  });

  it("is off, with its clause, when an entry can no longer be given back", () => {
    const action = actionOf(mine(large, registered), START, null);
    expect(action).toEqual({ kind: "tooLate", look: "off", rule: "MTT-36" });
    expect(kind(mine(large, { ...registered, mayUnregister: false }))).toBe("tooLate");
  });

  it("takes back an entry to a sit & go until it is full, which has no time", () => {
    expect(kind(mine(large, { ...registered, unregisterUntil: null }))).toBe("unregister");
  });

  it("says what the wallet holds where that is less than the price", () => {
    expect(kind(large, 1999)).toBe("poor");
    expect(kind(large, 2000)).toBe("register");
  });

  it("waits for an answer before it does anything else", () => {
    expect(actionOf(mine(large, { kind: "asked" }), BASE, null)).toMatchObject({ kind: "asked", look: "off" });
  });
});

describe("the lists of the lobby", () => {
  const tournaments = lobby.rows.filter((row) => !row.types.includes("sit_and_go"));
  const names = (rows: readonly TournamentRow[]) => rows.map(({ name }) => name);

  it("are in the order of starts, and on a small screen in that of use", () => {
    expect(names(byStart(tournaments)).slice(0, 2)).toEqual(["Early Bird 250", "Afternoon Turbo 500"]);
    const used = byUse([...tournaments, mine({ ...large, id: "x", name: "Mine" }, registered)]);
    expect(names(used)[0]).toBe("Mine");
    expect(names(used).at(-1)).toBe("Heads-up Cup");
  });

  it("show what was filtered and searched, and never hide what is mine", () => {
    const given = { search: "", purse: () => null };
    const kinds = visibleTournaments(tournaments, { ...NO_FILTERS, kinds: ["satellite", "freeroll"] }, given);
    expect(names(kinds)).toEqual(["To Sunday Bounty", "Freeroll of the Week"]);
    const omaha = visibleTournaments(tournaments, { ...NO_FILTERS, games: ["omaha"] }, given);
    expect(names(omaha)).toEqual(["Omaha Deep 200"]);
    const found = visibleTournaments(tournaments, NO_FILTERS, { ...given, search: " sunday " });
    expect(names(found)).toEqual(["To Sunday Bounty", "Sunday Bounty 1 500"]);
    const cheap = visibleTournaments(
      [large, mine(large, registered)],
      { ...NO_FILTERS, withinWallet: true },
      {
        search: "",
        purse: () => 5,
      },
    );
    expect(cheap).toHaveLength(1);
    const on = visibleTournaments(tournaments, { ...NO_FILTERS, hideFinished: true }, given);
    expect(names(on)).not.toContain("Early Bird 250");
  });

  it("say in a word what is particular", () => {
    expect(badgesOf(named("To Sunday Bounty"))).toEqual(["satellite", "turbo"]);
    expect(badgesOf(large)).toEqual(["bounty", "re_entry"]);
  });

  it("tell what starts next, without what I am in", () => {
    expect(names(startingSoon(tournaments, BASE, 2))).toEqual(["Freeroll of the Week", "Sunday Bounty 1 500"]);
    const other = tournaments.map((row) => (row.id === large.id ? mine(row, registered) : row));
    expect(names(startingSoon(other, BASE, 2))).toEqual(["Freeroll of the Week", "Grand Phase 1, flight C"]);
  });

  it("count who plays and who is registered", () => {
    expect(playersIn([large, late, named("Early Bird 250")])).toEqual({ players: 96 + 51, count: 2 });
  });

  it("keep their order under a pointer; new ones come last, and it is put right afterwards", () => {
    expect(steady(["a", "b"], ["c", "b", "a"], true)).toEqual(["a", "b", "c"]);
    expect(steady(["a", "b"], ["b"], true)).toEqual(["a", "b"]);
    expect(steady(["a", "b"], ["c", "b", "a"], false)).toEqual(["c", "b", "a"]);
  });
});

describe("sit & gos", () => {
  it("are one line a price, with the game that fills and those that run counted", () => {
    const groups = sitAndGos(lobby.rows);
    expect(groups.map(({ seats, lines }) => [seats, lines.length])).toEqual([
      [5, 5],
      [2, 8],
    ]);
    const ten = groups[0]?.lines.find(({ row }) => row.price.total === 1000);
    expect(ten?.running).toBe(3);
    expect(ten?.row.numbers).toMatchObject({ status: "announced", entries: 3 });
  });

  it("show the game I am in before one that fills", () => {
    const rows = lobby.rows.map((row) =>
      row.id === "s-running-0" ? mine(row, { kind: "seated", table: "s/1" }) : row,
    );
    const ten = sitAndGos(rows)[0]?.lines.find(({ row }) => row.price.total === 1000);
    expect(ten?.row.id).toBe("s-running-0");
  });

  it("show what the first places win once they are full", () => {
    const [five, two] = sitAndGos(lobby.rows).map(({ lines }) => firstPrizes(lines[0]?.row.prizes ?? []));
    expect(five).toEqual([285, 190]);
    expect(two).toEqual([194]);
    expect(firstPrizes([{ first: 1, last: 9, money: 20, ticket: 500 }])).toEqual([520, 520, 520]);
  });

  it("that lack one player come cheapest first", () => {
    expect(almostFull(lobby.rows).map(({ id }) => id)).toEqual(["s-2-100", "s-5-200", "s-2-400"]);
  });
});

describe("what is mine", () => {
  const seat = entry({ tournament: "a", name: "A", state: "seated", status: "running", table: "a/1", startsAt: BASE });
  const out = entry({ tournament: "b", name: "B", state: "out", status: "running", place: 9 });
  const game = { lobby: "hexapro/500", game: 1, tournament: null, multiplier: null };

  it("comes where I sit first, then by start, then where I may enter again, then games that fill", () => {
    const slots = mySlots([out, sunday, seat, { ...out, tournament: "c", mayReEnter: true }], [game], lobby);
    expect(slots.map((slot) => (slot.kind === "hexapro" ? slot.row.id : slot.entry.tournament))).toEqual([
      "a",
      "t-sunday",
      "c",
      "hexapro/500",
    ]);
  });

  it("can be given back only in time", () => {
    expect(canUnregister([sunday, seat], BASE)).toEqual([sunday]);
    expect(canUnregister([sunday], START)).toEqual([]);
  });
});

describe("what the room tells of tournaments", () => {
  const loaded = reduceTournaments(NO_TOURNAMENTS, {
    kind: "tournamentsLoaded",
    lobby: { state: "ready", value: lobby },
  });
  const standing = (all: Tournaments) => rowIn(all, "t-sunday")?.mine.kind;

  it("says how I stand to each row, whichever of the two comes first", () => {
    const own = { kind: "mineKnown", mine: [sunday], games: [] } as const;
    expect(standing(reduceTournaments(loaded, own))).toBe("registered");
    const before = reduceTournaments(NO_TOURNAMENTS, own);
    const after = reduceTournaments(before, { kind: "tournamentsLoaded", lobby: loaded.lobby });
    expect(standing(after)).toBe("registered");
  });

  it("shows that something was asked until it is answered", () => {
    const asked = reduceTournaments(loaded, { kind: "entryAsked", id: "t-sunday" });
    expect(standing(asked)).toBe("asked");
    const told = { code: "registration_closed", rule: "MTT-32a", numbers: {} };
    const said = { kind: "refused", tournament: "t-sunday", told } as const;
    const answered = reduceTournaments(asked, { kind: "entryAnswered", id: "t-sunday", said });
    expect(standing(answered)).toBe("none");
    expect(answered.said).toEqual(said);
  });

  it("changes numbers in place, adds rows at the end and takes those away that are gone", () => {
    const fresh = numbers(large, { entries: 97 }).numbers;
    const all = reduceTournaments(loaded, {
      kind: "tournamentsChanged",
      rows: [{ ...late, id: "new" }],
      numbers: { "t-sunday": fresh },
      gone: ["t-early"],
      hexapro: [],
      at: BASE,
    });
    expect(rowIn(all, "t-sunday")?.numbers.entries).toBe(97);
    expect(rowIn(all, "t-early")).toBeNull();
    expect(all.lobby.state === "ready" && all.lobby.value.rows.at(-1)?.id).toBe("new");
  });
});

describe("the clock of a tournament", () => {
  const level = (number: number) => ({ level: number, smallBlind: number * 50, bigBlind: number * 100, ante: 0 });
  const levels = [1, 2, 3, 4].map(level);
  const breaks = { minute: 55, length: 5 * MINUTE, inFirstLevel: false, rule: "MTT-47a" };
  const hour = Date.UTC(2023, 10, 5, 19);

  it("counts breaks in, and none in the first level", () => {
    const terms = { levels, levelTime: 30 * MINUTE, breaks };
    const times = levelTimes(terms, { startsAt: hour + 20 * MINUTE, level: 0, levelEnds: null });
    expect(times.get(1)).toEqual({ starts: hour + 20 * MINUTE, pause: null });
    const pause = { from: hour + 55 * MINUTE, until: hour + 60 * MINUTE };
    expect(times.get(2)).toEqual({ starts: hour + 50 * MINUTE, pause });
    expect(times.get(3)?.starts).toBe(hour + 85 * MINUTE);
  });

  it("tells only what comes, from the end of the level that runs", () => {
    const terms = { levels, levelTime: 10 * MINUTE, breaks: null };
    const times = levelTimes(terms, { startsAt: hour, level: 2, levelEnds: hour + 25 * MINUTE });
    expect([...times].map(([number, { starts }]) => [number, starts])).toEqual([
      [3, hour + 25 * MINUTE],
      [4, hour + 35 * MINUTE],
    ]);
  });

  it("counts stacks in the level that is played, in a break in the one that comes", () => {
    const at = { blinds: level(2), nextBlinds: level(3), pause: null };
    expect(bigBlindOf(at)).toBe(200);
    expect(bigBlindOf({ ...at, pause: { kind: "break", length: 1, until: null } })).toBe(300);
  });

  it("tells how much is over, what a place wins and how many must go out", () => {
    expect(partOver(100, 150, 75)).toBe(0.25);
    expect(partOver(100, null, 75)).toBe(0);
    const bands = [
      { first: 1, last: 1, money: 10, ticket: 0 },
      { first: 2, last: 4, money: 5, ticket: 0 },
    ];
    expect(prizeOf(bands, 3)?.money).toBe(5);
    expect(prizeOf(bands, 5)).toBeNull();
    expect(toTheMoney({ remaining: 38, paidPlaces: 24 })).toBe(14);
  });
});
