import { describe, expect, it } from "vitest";
import { voiceOf } from "../src/i18n/messages";
import { words as cards } from "../src/i18n/words/en/cards";
import { words } from "../src/i18n/words/en/station";
import { NO_STATIONS, reduceStations } from "../src/model/station";
import { StationLock } from "../src/station/lock.svelte";
import { ScannerReader } from "../src/station/scanner";
import { lineText, refusalText, spotName, stepText } from "../src/station/text";
import { stories } from "../src/stories/stories";

const voice = voiceOf("en", new Map(Object.entries({ ...words, ...cards })));
const KEYS = { prefix: "", suffix: "Enter", gap: 60 } as const;

function typed(reader: ScannerReader, text: string, gap: number, from = 0): (string | null)[] {
  return [...text, "Enter"].map((key, place) => reader.press({ key, at: from + place * gap }).code);
}

function shown(name: string) {
  const found = stories[name]?.changes.flatMap((each) =>
    each.to === "station" && each.change.kind === "stationShown" ? [each.change.station] : [],
  )[0];
  if (!found) throw new Error(name);
  return found;
}

describe("a scanner that types", () => {
  it("gives what comes in a burst and ends with its key", () => {
    expect(typed(new ScannerReader(KEYS), "3-08S", 5).at(-1)).toBe("3-08S");
  });
  it("gives nothing of what people type, however it ends", () => {
    expect(typed(new ScannerReader(KEYS), "8S", 200)).toEqual([null, null, null]);
    expect(new ScannerReader(KEYS).press({ key: "Enter", at: 0 })).toEqual({ code: null, taken: false });
  });
  it("begins anew after a pause, and leaves keys without letters out", () => {
    const reader = new ScannerReader(KEYS);
    reader.press({ key: "x", at: 0 });
    reader.press({ key: "Shift", at: 500 });
    expect(typed(reader, "KD", 5, 505).at(-1)).toBe("KD");
  });
  it("wants its prefix", () => {
    const keys = { ...KEYS, prefix: "~", suffix: "Tab" } as const;
    const reader = new ScannerReader(keys);
    for (const [place, key] of [..."~8S"].entries()) reader.press({ key, at: place });
    expect(reader.press({ key: "Tab", at: 4 }).code).toBe("8S");
    for (const [place, key] of [..."8S"].entries()) reader.press({ key, at: 900 + place });
    expect(reader.press({ key: "Tab", at: 903 })).toEqual({ code: null, taken: true });
  });
});

describe("the words of a station", () => {
  it("tells the one step, what went wrong, and what players will read", () => {
    expect(stepText(shown("station-scan"), voice).title).toBe("Card to seat 5");
    expect(stepText(shown("station-wrong"), voice)).toMatchObject({
      title: "Scan again: card to seat 5",
      bad: true,
      next: "the third refusal holds the table by itself",
    });
    expect(stepText(shown("station-spin"), voice).title).toBe("Press the number");
    expect(stepText(shown("station-hold"), voice).title).toBe("Table on hold");
    expect(lineText(shown("station-hold"), voice)).toBe("Held by Marek: “two cards came out together”");
    expect(lineText(shown("station-scan"), voice)).toBe("King of diamonds to seat 4.");
  });
  it("says a refusal in its own words, and never a code", () => {
    const told = { rule: null, numbers: {} };
    expect(refusalText({ ...told, code: "pit_needed" }, voice)).toBe("Only the pit boss may do this.");
    expect(refusalText({ ...told, code: "something_new" }, voice)).toBe("Refused.");
  });
  it("names fields", () => {
    expect(["straight-17", "split-1-2", "dozen-2", "red"].map((spot) => spotName(spot, voice))).toEqual([
      "17",
      "1·2",
      "Dozen 2",
      "Red",
    ]);
  });
});

describe("a station that is left alone", () => {
  it("locks after five minutes, and tells the room of whoever touches it once a minute", () => {
    let now = 0;
    let told = 0;
    const lock = new StationLock(
      () => now,
      () => told++,
    );
    lock.touch();
    now = 30_000;
    lock.touch();
    expect(told).toBe(1);
    now = 300_000;
    lock.look();
    expect(lock.isLocked).toBe(false);
    now = 330_000;
    lock.look();
    expect(lock.isLocked).toBe(true);
    lock.touch();
    expect(told).toBe(1);
    lock.unlock();
    expect([lock.isLocked, told]).toEqual([false, 2]);
  });
});

it("whoever leaves a station sees nothing of it any more", () => {
  const station = shown("station-scan");
  const there = reduceStations(NO_STATIONS, { kind: "stationShown", station });
  expect(reduceStations(there, { kind: "stationLeft" }).station).toBeNull();
});
