/** A hand that is over, as the back office gets it: of its cards only those that were shown. */
import type { HandDetail } from "../net/hand-record";
import { BASE } from "./time";

const player = (seat: number, name: string, avatar: string, stack: number, cards: readonly string[] | null) => ({
  seat,
  player: name.toLowerCase(),
  name,
  avatar,
  me: false,
  stack,
  cards,
});
const move = (seat: number, act: "fold" | "check" | "call" | "bet" | "raise", to: number, allIn = false) => ({
  seat,
  act,
  to,
  allIn,
});

export const detail: HandDetail = {
  id: "01HAND",
  number: 18_204,
  table: "T3",
  at: BASE - 38 * 60_000,
  edition: "unibet-2.7",
  stake: "0.25/0.50",
  game: "texas",
  structure: "no_limit",
  currency: "EUR",
  label: "real",
  blinds: { small: 25, big: 50, ante: 0 },
  seatCount: 6,
  button: 5,
  void: false,
  players: [
    player(0, "Helve", "fox", 61_35, ["As", "Qs"]),
    player(1, "Sten.V", "fir", 21_40, ["Kd", "Qc"]),
    player(2, "lucky_otter", "fish", 2_30, ["Js", "Ts"]),
    player(3, "kaspar77", "peak", 48_10, null),
    player(5, "d0ina", "leaf", 102_75, null),
  ],
  posts: [
    { seat: 0, kind: "small", amount: 25 },
    { seat: 1, kind: "big", amount: 50 },
  ],
  streets: [
    {
      street: 0,
      board: [],
      pot: 0,
      moves: [
        move(2, "raise", 2_30, true),
        move(3, "call", 2_30),
        move(5, "call", 2_30),
        move(0, "call", 2_30),
        move(1, "call", 2_30),
      ],
    },
    {
      street: 1,
      board: ["Qh", "9s", "4d"],
      pot: 11_50,
      moves: [move(0, "bet", 2_10), move(1, "call", 2_10), move(3, "call", 2_10), move(5, "call", 2_10)],
    },
    {
      street: 2,
      board: ["Qh", "9s", "4d", "7c"],
      pot: 19_90,
      moves: [
        move(0, "bet", 12_60),
        move(1, "raise", 17_00, true),
        move(3, "call", 12_60),
        move(5, "fold", 0),
        move(0, "call", 17_00),
        move(3, "fold", 0),
      ],
    },
    { street: 3, board: ["Qh", "9s", "4d", "7c", "2h"], pot: 66_50, moves: [] },
  ],
  returned: null,
  shown: [
    { seat: 0, cards: ["As", "Qs"], hand: { category: "one_pair", ranks: ["Q", "A", "9", "7"] } },
    { seat: 1, cards: ["Kd", "Qc"], hand: { category: "one_pair", ranks: ["Q", "K", "9", "7"] } },
    { seat: 2, cards: ["Js", "Ts"], hand: { category: "high_card", ranks: ["Q", "J", "T", "9", "7"] } },
  ],
  pots: [
    { amount: 11_50, winners: [{ seat: 0, amount: 11_15 }] },
    { amount: 55_00, winners: [{ seat: 0, amount: 53_35 }] },
  ],
  rake: 2_00,
  rakeRule: "RAKE-07",
  rulings: [{ rule: "BET-13" }, { rule: "RAKE-07" }],
  text: null,
  downloadRule: null,
  tournament: null,
  level: 0,
};
