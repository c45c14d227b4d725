import type { HandRow, Session } from "../model/history";
import type { HandRecord } from "../model/table/replay";
import { tallinnStart, toEnd } from "./tallinn";
import { BASE } from "./time";

const MINUTE = 60_000;

export const record: HandRecord = {
  id: "h-18204",
  number: 18_204,
  at: BASE,
  edition: "unibet-2.7",
  start: {
    ...tallinnStart,
    seats: tallinnStart.seats.map((seat) => (seat?.away ? { ...seat, away: { ...seat.away, until: null } } : seat)),
  },
  changes: toEnd,
  text: "Fairdeal hand #18204: Hold'em No Limit (0.25/0.50 EUR)",
  keptBack: null,
  tournament: null,
};

function hand(
  ago: number,
  stake: string,
  hole: string,
  board: string,
  result: number,
  rulings: readonly string[] = [],
): HandRow {
  const cards = (text: string) => text.split(" ").filter(Boolean) as HandRow["hole"][number][];
  return {
    table: "tallinn-3",
    id: ago === 0 ? record.id : `h-${18_204 - ago}`,
    number: 18_204 - ago,
    at: BASE - ago * MINUTE,
    stake,
    tournament: null,
    level: 0,
    hole: cards(hole),
    board: cards(board),
    result,
    big: 50,
    rulings,
  };
}

/** A walk that ends where the mock-up's does; the same on every machine. */
function walk(): Session["points"] {
  let seed = 7;
  let sum = 0;
  const points = Array.from({ length: 161 }, (_, index) => {
    seed = (seed * 16_807) % 2_147_483_647;
    sum += index === 0 ? 0 : (seed % 2_001) - 960;
    return { hands: index * 8, sum };
  });
  const last = points.at(-1)?.sum ?? 0;
  return points.map(({ hands, sum: at }, index) => {
    const result = Math.round(at + ((8635 - last) * index) / 160);
    return { hands, result, beforeRake: result + Math.round((6720 * index) / 160) };
  });
}

export const session: Session = {
  unit: { kind: "money", currency: "EUR" },
  result: 8635,
  hands: 1284,
  tenthsPer100: 134,
  rake: 6720,
  points: walk(),
  file: null,
  keptBack: "INT-16",
  rows: [
    hand(0, "NL50", "As Qs", "Qh 9s 4d 7c 2h", 4310, ["BET-13", "TIME-11"]),
    hand(2, "NL50", "Td 3c", "", -50),
    hand(3, "NL50", "Kh Kd", "8s 5h 2c", 625),
    hand(5, "PL25", "Ah Jh Tc 9c", "Jd 7h 2h", -1140),
    hand(6, "NL50", "7s 6s", "As 9d 3s", -150),
    hand(8, "NL50", "Qc Jc", "Tc 4c 2d Ac", 1875),
    hand(9, "NL50", "9h 4d", "", 0),
    hand(11, "NL5", "Js Jd", "Jh 6c 6s 2d Kc", 504),
    hand(13, "NL50", "Ac 8c", "Kc 5d 3c 9h 9s", -775),
    hand(14, "NL50", "5s 5h", "Qd Th 3h", -150),
  ],
};

export const empty: Session = { ...session, result: 0, hands: 0, tenthsPer100: 0, rake: 0, points: [], rows: [] };
