import { describe, expect, it } from "vitest";
import {
  behindOf,
  decisionsOf,
  freeSeats,
  handMark,
  handWaits,
  isBehind,
  netOf,
  pressOfBehind,
  pressOfSeat,
  seatPlaces,
  seatState,
  stakedBy,
} from "../src/model/casino/blackjack";
import type { BlackjackFelt, Box, BoxHand, OwnBox } from "../src/protocol/messages";

const hand = (total: number, more: Partial<BoxHand> = {}): BoxHand => ({
  cards: ["8s", "8d"],
  total,
  soft: false,
  stake: 2500,
  ended: "",
  outcome: null,
  ...more,
});
const box = (name: string, ...hands: readonly BoxHand[]): Box => ({
  player: `p-${name}`,
  name,
  avatar: "",
  connected: true,
  leaves: false,
  bet: 2500,
  hands,
  bot: false,
});
const felt = (seats: readonly (Box | null)[], more: Partial<BlackjackFelt> = {}): BlackjackFelt => ({
  game: "blackjack",
  seats,
  dealer: ["9h", null],
  dealerTotal: 9,
  turn: null,
  insurance: false,
  queue: [],
  ...more,
});
const mine: OwnBox = {
  seat: 0,
  betSeat: 0,
  stakes: [2500],
  doubles: [0],
  insurance: 0,
  options: [],
  insuranceMax: 0,
  asksFollow: false,
  follows: null,
  queuePlace: 0,
};
const watching: OwnBox = { ...mine, seat: null, betSeat: null, stakes: [], doubles: [] };
const behind: OwnBox = { ...mine, seat: null, betSeat: 1, stakes: [1000] };
const turn = { number: 1, seat: 0, hand: 0 };

describe("seats", () => {
  it("stand with seat 1 on the right, and evenly on the phone", () => {
    expect(seatPlaces(7, false).map(({ x }) => x)).toEqual([92.6, 80, 65.3, 50, 34.7, 20, 7.4]);
    expect(seatPlaces(7, true).map(({ x }) => Math.round(x * 10) / 10)).toEqual([
      92.6, 78.4, 64.2, 50, 35.8, 21.6, 7.4,
    ]);
    expect(seatPlaces(5, false)).toHaveLength(5);
  });

  it("say how they stand to the round", () => {
    const before = felt([box("Ann"), { ...box("Ben"), bet: 0 }, null]);
    const states = (phase: "betting" | "playing") => [0, 1, 2].map((seat) => seatState(before, seat, phase, null).is);
    expect(states("betting")).toEqual(["sent", "choosing", "free"]);
    expect(states("playing")).toEqual(["sent", "out", "free"]);
    const during = felt([box("Ann", hand(16)), box("Ben", hand(24, { ended: "bust" })), box("Eve", hand(12))], {
      turn,
    });
    expect([0, 1, 2].map((seat) => seatState(during, seat, "playing", null))).toEqual([
      { is: "turn", hand: 0, hands: 1 },
      { is: "done", why: "bust" },
      { is: "waits" },
    ]);
    const after = felt([box("Ann", hand(21, { outcome: "wins" }), hand(18, { outcome: "loses" }))]);
    expect(seatState(after, 0, "result", 2500)).toEqual({ is: "result", outcome: "mixed", won: 2500 });
  });

  it("mark a hand by what matters most", () => {
    expect(handMark(hand(21, { ended: "blackjack", soft: true }), false)).toBe("blackjack");
    expect(handMark(hand(24, { ended: "bust" }), false)).toBe("bust");
    expect(handMark(hand(17, { soft: true }), false)).toBe("soft");
    expect(handMark(hand(21, { soft: true }), false)).toBeNull();
    expect(handMark(hand(8), true)).toBe("next");
  });

  it("let the second split hand wait while the first, on the right, is played", () => {
    const split = felt([box("Ann", hand(11), hand(8))], { turn });
    expect([0, 1].map((each) => handWaits(split, 0, each))).toEqual([false, true]);
    const second = felt([box("Ann", hand(11), hand(8))], { turn: { ...turn, hand: 1 } });
    expect(handWaits(second, 0, 1)).toBe(false);
  });

  it("count what is free, staked, behind and won", () => {
    expect(freeSeats(felt([null, box("Ben"), null]))).toEqual([1, 3]);
    expect(stakedBy({ ...mine, stakes: [1000, 1000], doubles: [500, 0] })).toBe(2500);
    expect(stakedBy(null)).toBe(0);
    expect(behindOf([{ spot: "3", players: 2, staked: 1500 }], 3)).toEqual({ players: 2, staked: 1500 });
    expect(behindOf([], 3)).toEqual({ players: 0, staked: 0 });
    const results = [
      { spot: "0", staked: 5000, returned: 5000, won: 5000 },
      { spot: "1", staked: 2500, returned: 0, won: 0 },
    ];
    expect(netOf(results)).toBe(2500);
  });
});

describe("decisions", () => {
  const asked: OwnBox = { ...mine, options: ["stand", "hit", "double", "split"] };

  it("are open in my turn, and say what they add", () => {
    const { split, double, stand, hit, insure } = decisionsOf(
      felt([box("Ann", hand(16))], { turn }),
      asked,
      10_000,
      50,
    );
    expect([split, double].map(({ open, adds }) => [open, adds])).toEqual([
      [true, 2500],
      [true, 2500],
    ]);
    expect([stand.open, hit.open, insure.open]).toEqual([true, true, false]);
  });

  it("double for less where the purse has less, and not at all where it has nothing", () => {
    const at = felt([box("Ann", hand(16))], { turn });
    expect(decisionsOf(at, asked, 1270, 50).double).toMatchObject({ open: true, adds: 1250 });
    expect(decisionsOf(at, asked, 1270, 50).split).toMatchObject({ open: false, poor: true, adds: 2500 });
    expect(decisionsOf(at, asked, 40, 50).double).toMatchObject({ open: false, poor: true });
  });

  it("that a rule closes name it", () => {
    const own = { ...mine, options: ["stand", "hit"] } as const;
    const different = hand(15, { cards: ["5s", "Jd"] });
    const drawn = hand(18, { cards: ["5s", "Jd", "3c"] });
    expect(decisionsOf(felt([box("Ann", different)], { turn }), own, 9999, 50).split.rule).toBe("BJ-33");
    expect(decisionsOf(felt([box("Ann", drawn)], { turn }), own, 9999, 50).double.rule).toBe("BJ-31");
    expect(decisionsOf(felt([box("Ann", hand(16), hand(8))], { turn }), own, 9999, 50).split.rule).toBe("BJ-36");
  });

  it("belong to the seated player alone, but for insurance", () => {
    const at = felt([null, box("Ben", hand(16))], { turn: { ...turn, seat: 1 } });
    expect(isBehind(behind)).toBe(true);
    const { hit, stand, insure, decline } = decisionsOf(at, { ...behind, insuranceMax: 500 }, 10_000, 50);
    expect([hit.rule, stand.rule]).toEqual(["BJ-67", "BJ-67"]);
    expect([insure.open, insure.adds, decline.open]).toEqual([true, 500, true]);
  });

  it("insure for what the purse has at most", () => {
    const at = felt([box("Ann", hand(16))], { insurance: true });
    expect(decisionsOf(at, { ...mine, insuranceMax: 1250 }, 730, 50).insure).toMatchObject({ open: true, adds: 700 });
    const poor = decisionsOf(at, { ...mine, insuranceMax: 1250 }, 0, 50);
    expect([poor.insure.open, poor.insure.poor, poor.decline.open]).toEqual([false, true, true]);
  });
});

describe("places that are pressed", () => {
  const at = felt([box("Ann"), box("Ben"), null]);

  it("take a free seat, bet on the own one, and bet behind another", () => {
    expect(pressOfSeat(at, watching, 2, "betting", 500)).toEqual({ does: "sit", seat: 2 });
    expect(pressOfSeat(at, null, 2, "playing", 500)).toEqual({ does: "sit", seat: 2 });
    expect(pressOfSeat(at, mine, 0, "betting", 500)).toEqual({ does: "bet", amount: 500 });
    expect(pressOfSeat(at, watching, 1, "betting", 500)).toEqual({ does: "behind", seat: 1, amount: 500 });
    expect(pressOfBehind(at, behind, 1, "betting", 500)).toEqual({ does: "behind", seat: 1, amount: 500 });
  });

  it.each([
    ["one hand an account", mine, 2, "betting", "BJ-55"],
    ["no seat while a bet is behind", behind, 2, "betting", "BJ-63"],
    ["not behind while seated", mine, 1, "betting", "BJ-63"],
    ["no second hand behind", behind, 0, "betting", "BJ-55"],
    ["not after no more bets", watching, 1, "playing", "BJ-64"],
    ["not on the own seat after no more bets", mine, 0, "closed", "BJ-17"],
  ] as const)("do nothing by a clause: %s", (_, own, seat, phase, rule) => {
    expect(pressOfSeat(at, own, seat, phase, 500)).toEqual({ does: "nothing", rule });
  });

  it("name the clause where nobody sits to bet behind", () => {
    expect(pressOfBehind(at, watching, 2, "betting", 500)).toEqual({ does: "nothing", rule: "BJ-61" });
  });
});
