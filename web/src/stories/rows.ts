import type { Edition, Family, Lobby, Mine, SeatOffer, StakeRow } from "../model/lobby";
import { BASE } from "./time";

export const editions: readonly Edition[] = [
  { id: "unibet-2.7", name: "Unibet 2.7", short: "2.7", date: "2023-07-30" },
  { id: "unibet-2.6", name: "Unibet 2.6", short: "2.6", date: "2023-05-31" },
  { id: "unibet-2.2", name: "Unibet 2.2", short: "2.2", date: null },
  { id: "publicwin", name: "PublicWin", short: "PublicWin", date: null },
];

export const offer: SeatOffer = {
  until: BASE + 24_000,
  buyIn: {
    usualMin: 2500,
    usualMax: 5000,
    min: 5000,
    max: 7140,
    start: 6000,
    reasons: [
      { code: "returned_too_soon", rule: "RAT-03", numbers: { minutes: 12, left: 7140, window: 30, from: 5000 } },
      { code: "returns_counted", rule: "RAT-05", numbers: { nth: 3, allowed: 5 } },
    ],
    post: 50,
    autoTopUp: false,
    amounts: [],
  },
};

type Numbers = readonly [players: number, tables: number, waiting: number, pot: number | null, hands: number | null];

function row(
  family: Family,
  label: string,
  small: number,
  big: number,
  counts: Numbers,
  buyIn: readonly [number, number],
  mine: Mine = { kind: "none" },
): StakeRow {
  const [players, tables, waiting, averagePot, handsPerHour] = counts;
  return {
    id: `u27/${family}/${label}/${big}`,
    edition: "unibet-2.7",
    family,
    structure: family === "omaha" ? "pot_limit" : "no_limit",
    label,
    small,
    big,
    unit: { kind: "money", currency: "EUR" },
    seats: family === "banzai" ? 5 : 6,
    players,
    tables,
    waiting,
    averagePot,
    handsPerHour,
    buyInMin: buyIn[0],
    buyInMax: buyIn[1],
    wallet: "poker",
    open: tables > 0 ? ["oslo-1"] : [],
    mayPost: true,
    partners: false,
    mine,
  };
}

const unibet: readonly StakeRow[] = [
  row("texas", "NL4", 2, 4, [38, 8, 0, 46, 81], [200, 400]),
  row("texas", "NL10", 5, 10, [64, 12, 0, 138, 76], [500, 1000]),
  row("texas", "NL25", 15, 25, [41, 8, 0, 331, 73], [1250, 2500]),
  row("texas", "NL50", 25, 50, [29, 5, 0, 712, 70], [2500, 5000], { kind: "offered", offer }),
  row("texas", "NL100", 50, 100, [12, 2, 1, 1480, 68], [5000, 10_000], { kind: "queued", position: 1 }),
  row("texas", "NL200", 100, 200, [6, 1, 3, 3265, 66], [10_000, 20_000]),
  row("texas", "NL400", 200, 400, [0, 0, 1, null, null], [20_000, 40_000]),
  row("deepstack", "NL100", 5, 10, [11, 2, 0, 304, 84], [10, 10_000]),
  row("banzai", "NL1", 5, 10, [14, 3, 0, 31, 78], [100, 100]),
  row("banzai", "NL5", 25, 50, [9, 2, 0, 162, 75], [500, 500]),
  row("omaha", "PL25", 10, 25, [17, 3, 0, 540, 101], [1250, 2500], { kind: "seated", table: "oslo-1" }),
];

const others: readonly StakeRow[] = ["unibet-2.6", "unibet-2.2", "publicwin"].flatMap((edition) =>
  unibet
    .slice(0, 4)
    .map((each) => ({ ...each, id: `${edition}/${each.label}`, edition, mine: { kind: "none" } as const })),
);

export const lobby: Lobby = { rows: [...unibet, ...others], asOf: BASE - 1_000 };
