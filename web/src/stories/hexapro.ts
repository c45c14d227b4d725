import type { DrawTally, OwnDraw } from "../model/hexapro";
import type { Change } from "../model/model";
import type { HexaProRow, MyGame } from "../model/tournament/rows";
import type { Story } from "./stories";
import { oslo } from "./tables";
import { BASE } from "./time";
import { bandsAt } from "./tourneys";
import { world } from "./world";

const EUR = { kind: "money", currency: "EUR" } as const;
const DAY = 86_400_000;

const stake = (product: HexaProRow["product"], buyIn: number, taken: number, running: number): HexaProRow => ({
  id: `${product}/${buyIn}`,
  edition: "unibet-2.7",
  product,
  unit: EUR,
  wallet: "poker",
  buyIn,
  seats: 3,
  taken: taken > 0 ? [taken] : [],
  running,
  closed: false,
  mostGames: 4,
});

const rows: readonly HexaProRow[] = [
  stake("hexapro", 100, 2, 9),
  stake("hexapro", 200, 1, 6),
  stake("hexapro", 500, 2, 7),
  stake("hexapro", 1000, 0, 3),
  stake("hexapro", 2500, 1, 2),
  stake("hexapro", 5000, 0, 1),
  { ...stake("hexapro", 10_000, 0, 0), closed: true },
  stake("extreme", 20, 1, 4),
  stake("extreme", 100, 0, 2),
];

const games: readonly MyGame[] = [
  { lobby: "hexapro/500", game: 18, tournament: "t-hexa", multiplier: 300 },
  { lobby: "hexapro/500", game: 19, tournament: null, multiplier: null },
];

const odds: Change = {
  to: "hexapro",
  change: {
    kind: "hexaLobby",
    lobby: {
      id: "hexapro/100",
      bands: bandsAt(100),
      total: 100_000,
      rule: "HEXA-04",
      drawn: [0, 0, 1, 21, 63, 118, 270],
    },
  },
};

const loaded = (hexapro: readonly HexaProRow[], mine: readonly MyGame[]): readonly Change[] => [
  {
    to: "tournaments",
    change: { kind: "tournamentsLoaded", lobby: { state: "ready", value: { rows: [], hexapro, asOf: BASE - 1000 } } },
  },
  { to: "tournaments", change: { kind: "mineKnown", mine: [], games: mine } },
];

const draw = (index: number, more: Partial<OwnDraw>): OwnDraw => ({
  tournament: `t-${index}`,
  at: BASE - index * 3_700_000,
  product: "hexapro",
  unit: EUR,
  buyIn: 500,
  number: 60_000 + index * 3331,
  multiplier: 150,
  pool: 750,
  first: 43_706,
  last: 99_999,
  status: "finished",
  place: 2,
  prize: 0,
  returned: 0,
  decidedBy: null,
  decidedRule: null,
  ...more,
});

const draws: readonly OwnDraw[] = [
  draw(1, { status: "running", place: null, decidedBy: BASE + 88 * DAY, decidedRule: "HEXA-17" }),
  draw(2, { number: 31_480, multiplier: 300, pool: 1500, first: 18_706, last: 43_705, place: 1, prize: 1500 }),
  draw(3, {}),
  draw(4, { number: 9001, multiplier: 500, pool: 2500, first: 4706, last: 18_705, place: 3 }),
  draw(5, { place: 1, prize: 750 }),
  draw(6, { status: "cancelled", place: null, returned: 500 }),
];

const tally: DrawTally = {
  product: "hexapro",
  rulebook: "unibet-2.7",
  rule: "HEXA-04",
  draws: 46,
  total: 100_000,
  slots: bandsAt(500).map(({ multiplier, chances }, index) => ({
    multiplier,
    chances,
    drawn: [0, 0, 0, 3, 7, 12, 24][index] ?? 0,
  })),
  fits: true,
  chance: 720_000,
};

const at = (path: string, ...changes: readonly Change[]): Story => ({
  path,
  changes: [...world, { to: "table", table: oslo.id, change: { kind: "viewed", table: oslo } }, ...changes],
});

/** The lobby of HexaPro, and one's own draws. */
export const hexaproStories: Readonly<Record<string, Story>> = {
  "hexa-lobby": at("/lobby/hexapro", ...loaded(rows, games), odds),
  "hexa-none": at("/lobby/hexapro", ...loaded([], [])),
  "hexa-draws": at("/hexapro/draws", {
    to: "hexapro",
    change: {
      kind: "drawsLoaded",
      draws: { state: "ready", value: { rows: draws, tallies: [tally], next: "1.t-6" } },
    },
  }),
  "hexa-draws-none": at("/hexapro/draws", {
    to: "hexapro",
    change: { kind: "drawsLoaded", draws: { state: "ready", value: { rows: [], tallies: [], next: null } } },
  }),
};
