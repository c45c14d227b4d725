import { describe, expect, it } from "vitest";
import { multiplierText } from "../src/format/multiplier";
import { formatOrdinal } from "../src/format/ordinal";
import {
  angleOf,
  arcsOf,
  bandOf,
  type Draw,
  expectedTenths,
  isFresh,
  isHairline,
  keptByRoom,
  NO_HEXAPRO,
  paidPlaces,
  reduceHexa,
} from "../src/model/hexapro";
import { drawsOf } from "../src/net/ask-draws";
import { bandsAt } from "../src/stories/tourneys";

const TOTAL = 100_000;
const bands = bandsAt(500);

describe("the ring of HexaPro", () => {
  it("gives every band the length of its chance, from 0 at the top, without gaps", () => {
    const arcs = arcsOf(bands, TOTAL);
    expect(arcs[0]?.from).toBe(0);
    expect(arcs.at(-1)?.to).toBe(360);
    for (const [index, arc] of arcs.slice(1).entries()) expect(arc.from).toBeCloseTo(arcs[index]?.to ?? -1, 9);
    const widest = arcs.find(({ multipliers }) => multipliers.includes(150));
    expect((widest?.to ?? 0) - (widest?.from ?? 0)).toBeCloseTo((56_294 / TOTAL) * 360, 9);
  });

  it("draws the rarest as one line, because nobody could tell them apart", () => {
    const [line, ...wide] = arcsOf(bands, TOTAL);
    expect(line?.multipliers).toEqual([100_000, 10_000, 2500]);
    expect(line && isHairline(line)).toBe(true);
    expect(wide.some(isHairline)).toBe(false);
  });

  it("stops the hand on the number, inside its own band", () => {
    for (const number of [0, 5, 105, 106, 4705, 18_706, 31_480, 43_705, 99_999]) {
      const band = bands.find(({ first, last }) => number >= first && number <= last);
      const arc = arcsOf(bands, TOTAL).find(({ multipliers }) => band && multipliers.includes(band.multiplier));
      const angle = angleOf(number, TOTAL);
      expect(arc && angle >= arc.from && angle < arc.to).toBe(true);
    }
  });

  it("turns only while the draw is news", () => {
    const draw: Draw = { bands, total: TOTAL, number: 31_480, multiplier: 300, at: 1000, rule: "HEXA-04" };
    expect(isFresh(draw, 5999)).toBe(true);
    expect(isFresh(draw, 6000)).toBe(false);
    expect(bandOf(draw)?.pool).toBe(1500);
  });
});

describe("what is published about HexaPro", () => {
  it("counts what stays with the room from the chances themselves: 6.853 percent", () => {
    expect(keptByRoom(bands, TOTAL, 3)).toBe(68_530);
  });

  it("knows where the winner takes all", () => {
    expect(bands.map(paidPlaces)).toEqual([3, 3, 3, 1, 1, 1, 1]);
  });

  it("writes multipliers and places as each language does", () => {
    expect(multiplierText(150, "en-GB")).toBe("1.5x");
    expect(multiplierText(150, "sv-SE")).toBe("1,5x");
    expect(multiplierText(100_000, "en-GB")).toBe("1000x");
    expect([1, 2, 3, 4, 11, 12, 21, 22].map((place) => formatOrdinal(place, "en"))).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "21st",
      "22nd",
    ]);
    expect([1, 2, 3, 11].map((place) => formatOrdinal(place, "sv"))).toEqual(["1:a", "2:a", "3:e", "11:e"]);
    expect(formatOrdinal(14, "et")).toBe("14.");
    expect(formatOrdinal(14, "ro")).toBe("14");
  });
});

describe("my own draws", () => {
  const row = {
    tournament: "t-1",
    product: "extreme",
    at: 1,
    buyIn: 500,
    currency: "EUR",
    label: "test" as const,
    draw: 31_480,
    multiplier: 300,
    pool: 1500,
    firstDraw: 18_706,
    lastDraw: 43_705,
    status: "running",
    place: null,
    prize: 0,
    returned: 0,
    undecidedUntil: 7_776_000_001,
    undecidedRule: "HEXA-17",
  };
  const answer = {
    rows: [row],
    next: "1.t-1",
    counts: [
      {
        product: "hexapro",
        rulebook: "unibet-2.7",
        rule: "HEXA-04",
        draws: 40,
        chancesTotal: TOTAL,
        slots: [{ multiplier: 150, chances: 56_294, drawn: 25 }],
        fits: true,
        chanceMillionths: 430_000,
      },
    ],
  };

  it("are read with their number, and a game that is not finished with the day it must be", () => {
    const { rows, tallies, next } = drawsOf(answer);
    expect(rows[0]).toMatchObject({
      product: "extreme",
      number: 31_480,
      status: "running",
      unit: { kind: "money", currency: "EUR", label: "test" },
      decidedBy: 7_776_000_001,
      decidedRule: "HEXA-17",
    });
    expect(tallies[0]).toMatchObject({ draws: 40, total: TOTAL, fits: true });
    expect(next).toBe("1.t-1");
  });

  it("go on with the page that follows", () => {
    const first = reduceHexa(NO_HEXAPRO, {
      kind: "drawsLoaded",
      draws: { state: "ready", value: drawsOf(answer) },
    });
    const more = drawsOf({ ...answer, rows: [{ ...row, tournament: "t-0" }], next: null });
    const { draws } = reduceHexa(first, { kind: "drawsContinued", more });
    expect(draws).toMatchObject({ state: "ready", value: { next: null } });
    expect(draws.state === "ready" && draws.value.rows.map(({ tournament }) => tournament)).toEqual(["t-1", "t-0"]);
  });

  it("stand beside what their chance lets expect", () => {
    expect(expectedTenths(56_294, 40, TOTAL)).toBe(225);
    expect(expectedTenths(1, 40, TOTAL)).toBe(0);
  });
});
