import type { CasinoNews } from "../model/casino/casino";
import type { Round } from "../model/casino/rounds";
import type { CasinoTable } from "../model/casino/types";
import type { Change } from "../model/model";
import { calm, closed, EUR, held, pirita, refused, result, rows, spin, voided, watched } from "./casino-tables";
import type { Story } from "./stories";
import { BASE } from "./time";
import { world } from "./world";

const tell = (news: CasinoNews): Change => ({ to: "casino", news });

/** A table as it stands in the middle of an evening: what was shown, with its log and what is on its line. */
const view = ({ log, notice, unread, ...table }: CasinoTable): readonly Change[] => [
  tell({ kind: "table", table: table.id, change: { kind: "shown", table } }),
  ...(notice === null
    ? []
    : [
        tell({
          kind: "table",
          table: table.id,
          change: { kind: "moved", at: notice.at, parts: {}, happened: [notice.what], told: [] },
        }),
      ]),
];

const at = (table: CasinoTable, ...more: readonly Change[]): Story => ({
  path: `/casino/${table.id}`,
  changes: [...world, ...view(table), ...more],
});

const lost: Change = {
  to: "connection",
  change: { kind: "connectionDropped", at: BASE - 6000, returnBy: null },
};
const lobby = (...more: readonly Change[]): Story => ({
  path: "/casino",
  changes: [
    ...world,
    tell({ kind: "lobbyLoaded", lobby: { state: "ready", value: { rows, asOf: BASE - 1000 } } }),
    ...more,
  ],
});

const round = (number: number, more: Partial<Round>): Round => ({
  id: `pirita-1#${number}`,
  table: "pirita-1",
  name: "Pirita 1",
  game: "roulette",
  round: number,
  closedAt: BASE - (8214 - number) * 41_000 - 12_000,
  at: BASE - (8214 - number) * 41_000,
  rule: "RLT-19",
  edition: "live-casino",
  unit: EUR,
  voided: false,
  proof: null,
  result: "17",
  bets: [
    { spot: "corner-13", staked: 500, returned: 500, won: 4000 },
    { spot: "dozen-2", staked: 3000, returned: 3000, won: 6000 },
    { spot: "red", staked: 1000, returned: 0, won: 0 },
  ],
  lost: 1000,
  returned: 3500,
  won: 10_000,
  seat: null,
  ownSeat: false,
  hands: [],
  shoe: null,
  dealer: "Kadri",
  correction: "",
  video: 3_727_400,
  ...more,
});

/** What this device found out about the last draw of a table. */
const drawChecked = (table: string): Change => ({
  to: "fair",
  change: {
    kind: "handChecked",
    check: {
      table,
      number: 12,
      hand: `round/${table}/0`,
      state: "checked",
      step: null,
      proof: "0",
      at: BASE,
    },
  },
});
/** A wheel whose draws can be checked, and its latest ones. */
const wheelChecked: readonly Change[] = [
  ...view({
    ...pirita,
    fair: {
      proven: "00".repeat(16),
      anchor: "4f4727210893cc96cae037ea9a7d7af75b0bb6a2b1ca370dcf7da0787670a3e9",
      length: 16_384,
      next: 8,
      lock: null,
      shoe: null,
    },
  }),
  tell({
    kind: "drawnLoaded",
    table: pirita.id,
    found: {
      state: "ready",
      value: [32, 0, 17, null].map((pocket, index) => ({
        name: String(index),
        kind: "round",
        number: 7 - index,
        at: BASE - index * 41_000,
        result: pocket,
        cards: 0,
        own: 5 - index,
        players: 6,
      })),
    },
  }),
  drawChecked("pirita-1"),
];

const rounds: readonly Round[] = [
  round(8214, { proof: "0" }),
  round(8213, { result: "5", bets: [{ spot: "black", staked: 1000, returned: 0, won: 0 }], dealer: "", video: null }),
  round(8210, { voided: true, result: "", rule: "X-141", bets: [{ spot: "red", staked: 500, returned: 500, won: 0 }] }),
  round(71, {
    id: "toompea-1#71",
    table: "toompea-1",
    name: "Toompea 1",
    game: "baccarat",
    result: "banker",
    rule: "BAC-20",
    bets: [{ spot: "banker", staked: 1000, returned: 1000, won: 950 }],
    hands: [
      { seat: 0, hand: 0, cards: ["As", "4h", "6d"] },
      { seat: 1, hand: 0, cards: ["Kc", "6s", "2h"] },
    ],
    shoe: 3,
  }),
];

const myRounds = (table: string | null, value: readonly Round[]): Change =>
  tell({ kind: "roundsLoaded", table, more: false, page: { state: "ready", value: { rows: value, next: null } } });

export const casinoStories: Readonly<Record<string, Story>> = {
  casino: lobby(...view(pirita)),
  "casino-none": {
    path: "/casino",
    changes: [...world, tell({ kind: "lobbyLoaded", lobby: { state: "ready", value: { rows: [], asOf: BASE } } })],
  },
  "casino-loading": { path: "/casino", changes: world },
  "roulette-bets": at(pirita),
  "roulette-placed": at(calm),
  "roulette-closed": at(closed),
  "roulette-spin": at(spin),
  "roulette-result": at(result),
  "roulette-held": at(held),
  "roulette-watching": at(watched),
  "roulette-refused": at(refused),
  "roulette-void": at(voided),
  "roulette-lost": at(pirita, lost),
  "roulette-checked": at(result, drawChecked("pirita-1")),
  "casino-gone": { path: "/casino/nowhere", changes: [...world, tell({ kind: "tableMissing", table: "nowhere" })] },
  rounds: { path: "/rounds", changes: [...world, myRounds(null, rounds)] },
  "rounds-none": { path: "/rounds", changes: [...world, myRounds(null, [])] },
  "casino-check-wheel": {
    path: "/casino/pirita-1/check",
    changes: [
      ...world,
      ...wheelChecked,
      tell({ kind: "shoesLoaded", table: pirita.id, found: { state: "ready", value: [] } }),
    ],
  },
  "casino-check": {
    path: "/casino/toompea-1/check",
    changes: [
      ...world,
      tell({
        kind: "shoesLoaded",
        table: "toompea-1",
        found: {
          state: "ready",
          value: [
            {
              number: 3,
              openedAt: BASE - 600_000,
              commitment: "9f2c51d0a6b7e3c4f8819d20b5a7c6e1d4f30c9b8a7e6d5c4b3a29180f7e6d5c",
              salt: "00112233445566778899aabbccddeeff",
              order: "000102030405",
              cards: ["2c", "3c", "4c", "5c", "6c", "7c"],
              fits: true,
            },
          ],
        },
      }),
    ],
  },
};
