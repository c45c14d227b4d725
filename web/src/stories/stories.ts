import type { Told } from "../model/basics";
import type { Change } from "../model/model";
import type { TableChange } from "../model/table/changes";
import { reduceTable } from "../model/table/reduce";
import type { Table } from "../model/table/types";
import { casinoStories } from "./casino";
import { cardStories } from "./casino-cards";
import { deskStories } from "./desk";
import { deskHouseStories } from "./desk-house";
import { deskPlayStories } from "./desk-play";
import { hexaproStories } from "./hexapro";
import { reality } from "./money";
import { gone } from "./past";
import { stationStories } from "./stations";
import { crowded, newcomer, oslo, waiting } from "./tables";
import { tallinnStart, toAct, toClosed, toEnd, toPre } from "./tallinn";
import { BASE } from "./time";
import { pageStories } from "./tournament-pages";
import { atSitAndGos, atTournaments, nothingAnnounced, tooLate } from "./tournaments";
import { tournamentStories } from "./tourneys";
import { fourTables, world } from "./world";

export interface Story {
  /** Where it begins. */
  readonly path: string;
  readonly changes: readonly Change[];
  /** Changes that come one after the other, for watching. */
  readonly later?: readonly Change[];
  /** What pages of data answer, by how their address begins. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const view = (table: Table): Change => ({ to: "table", table: table.id, change: { kind: "viewed", table } });
const at = (table: Table, change: TableChange): Change => ({ to: "table", table: table.id, change });
const tallinnAt = (changes: readonly TableChange[]): Table => changes.reduce(reduceTable, tallinnStart);

const atTallinn = (changes: readonly TableChange[], more: readonly Change[] = []): Story => ({
  path: "/table/tallinn-3",
  changes: [...world, view(tallinnAt(changes)), view(oslo), ...more],
});

const told = (code: string, rule: string | null, numbers: Told["numbers"] = {}, names: Told["names"] = {}): Told => ({
  code,
  rule,
  numbers,
  names,
});
const failed = { state: "failed", told: told("no_connection", null) } as const;
const sized = (count: number): Story => ({ path: `/table/seats-${count}`, changes: [...world, view(crowded(count))] });
const plain = (path: string, ...changes: readonly Change[]): Story => ({
  path,
  changes: [...world, view(oslo), ...changes],
});

/** What this device found out about the last hand. */
const checkedAt = (table: string, state: "checked" | "failed"): Change => ({
  to: "fair",
  change: {
    kind: "handChecked",
    check: { table, number: 18_203, hand: "proof-1", state, step: null, proof: "proof-1", at: BASE },
  },
});

export const stories: Readonly<Record<string, Story>> = {
  act: atTallinn(toAct),
  pre: atTallinn(toPre),
  closed: atTallinn(toClosed),
  end: atTallinn(toEnd),
  live: {
    path: "/table/tallinn-3",
    changes: [...world, view(tallinnStart)],
    later: toEnd.map((change) => at(tallinnStart, change)),
  },
  lost: atTallinn(toAct, [
    { to: "connection", change: { kind: "connectionDropped", at: BASE - 6_000, returnBy: BASE + 24_000 } },
  ]),
  back: atTallinn(toPre, [
    { to: "connection", change: { kind: "connectionDropped", at: BASE - 6_000, returnBy: null } },
    { to: "connection", change: { kind: "connected", clock: { offset: 0, roundTrip: 0 }, at: BASE } },
  ]),
  "rolled-back": atTallinn(toAct, [
    at(tallinnStart, {
      kind: "handVoided",
      stacks: [6135, 4810, 5000, 230, 2140, 10_275],
      told: told("hand_voided", "TIME-16", { number: 18_204, stack: 6135 }),
      at: BASE,
    }),
  ]),
  refused: atTallinn(toAct, [
    at(tallinnStart, {
      kind: "refused",
      told: told("too_late", "BET-01", { to: 960, amount: 420 }, { name: "d0ina" }),
      at: BASE,
      why: null,
    }),
  ]),
  away: atTallinn(toEnd, [
    at(tallinnStart, { kind: "satOut", seat: 0, away: { until: BASE + 500_000, rule: "TIME-01" } }),
  ]),
  newcomer: { path: "/table/narva-2", changes: [...world, view(newcomer)] },
  waiting: { path: "/table/parnu-1", changes: [...world, view(waiting)] },
  "seats-2": sized(2),
  "seats-3": sized(3),
  "seats-5": sized(5),
  "seats-6": sized(6),
  "seats-9": sized(9),
  omaha: { path: "/table/oslo-1", changes: [...world, view(oslo)] },
  tiles: { path: "/tables", changes: [...world, ...fourTables] },
  "no-tables": { path: "/tables", changes: world },
  lobby: plain("/"),
  "lobby-loading": { path: "/", changes: world.slice(0, -1) },
  "lobby-failed": {
    path: "/",
    changes: [...world.slice(0, -1), { to: "lobby", change: { kind: "lobbyLoaded", lobby: failed } }],
  },
  "sit-and-go": plain("/lobby/sit-and-go", ...atSitAndGos),
  tournaments: plain("/lobby/tournaments", ...atTournaments),
  "tournaments-none": plain("/lobby/tournaments", ...nothingAnnounced),
  "tournaments-too-late": plain("/lobby/tournaments", ...tooLate),
  "tournaments-loading": plain("/lobby/tournaments"),
  ...Object.fromEntries(
    Object.entries(pageStories).map(([name, { path, changes }]) => [name, plain(path, ...changes)]),
  ),
  cashier: plain("/cashier"),
  "cashier-failed": plain("/cashier", { to: "money", change: { kind: "statementLoaded", statement: failed } }),
  history: plain("/history/h-18204"),
  "history-list": plain("/history"),
  "history-tournament": plain("/history?tournament=t-sunday"),
  "history-tournament-hand": plain("/history/t-18204?tournament=t-sunday"),
  fair: plain("/fair"),
  proof: plain("/fair/proof-1"),
  "proof-absent": plain("/fair/proof-0"),
  "proof-uncut": plain("/fair/proof-2"),
  "proof-withheld": plain("/fair/withheld-0"),
  "proof-void": plain("/fair/proof-3"),
  "proof-failed": plain("/fair/failed-1"),
  "draw-round": plain("/fair/round/pirita-1/1"),
  "draw-shoe": plain("/fair/round/kadriorg/2"),
  "draw-void": plain("/fair/round/pirita-1/3"),
  "draw-hexapro": plain("/fair/draw/4"),
  "draw-failed": plain("/fair/round/pirita-1/lied-0"),
  lots: plain("/fair/lots/t-sunday"),
  "lots-none": plain("/fair/lots/none"),
  "lots-failed": plain("/fair/lots/lied"),
  "lots-first": plain("/fair/lots/t-sunday/07213a2ac1a1016bb89094b0f204046b-1"),
  "lots-one": plain("/fair/lots/t-sunday/07213a2ac1a1016bb89094b0f204046b-3"),
  "lots-one-failed": plain("/fair/lots/lied/07213a2ac1a1016bb89094b0f204046b-2"),
  scans: plain("/fair/scans/kadriorg"),
  "scans-one": plain("/fair/scans/kadriorg/2"),
  checked: atTallinn(toAct, [checkedAt("tallinn-3", "checked")]),
  past: plain("/lobby/past"),
  "past-tournament": plain("/tournament/t-sunday", gone("t-sunday")),
  "past-cancelled": plain("/tournament/t-fallen", gone("t-fallen")),
  reality: plain("/cashier", { to: "account", change: { kind: "realityKnown", reality } }),
  tickets: plain("/cashier/tickets"),
  rules: plain("/rules/BET-13?q=reopen"),
  "rules-start": plain("/rules"),
  "rules-compare": plain("/rules/compare/unibet-2.6/unibet-2.7"),
  glossary: plain("/rules/glossary"),
  operator: plain("/rules/operator"),
  login: { path: "/login", changes: world.slice(0, 3) },
  "login-refused": {
    path: "/login",
    changes: [
      ...world.slice(0, 3),
      { to: "account", change: { kind: "entranceRefused", told: told("bad_credentials", null) } },
    ],
  },
  "second-factor": {
    path: "/login",
    changes: [...world.slice(0, 3), { to: "account", change: { kind: "secondFactorWanted" } }],
  },
  register: { path: "/register", changes: world.slice(0, 3) },
  account: plain("/account/profile"),
  limits: plain("/account/limits"),
  security: plain("/account/security", {
    to: "account",
    change: {
      kind: "enrolmentStarted",
      enrolment: {
        secret: "JBSWY3DPEHPK3PXP",
        address: "otpauth://totp/Fairdeal:Helve?secret=JBSWY3DPEHPK3PXP",
        square: "/favicon.svg",
      },
    },
  }),
  sessions: plain("/account/sessions"),
  ...tournamentStories,
  ...stationStories,
  ...deskStories,
  ...deskPlayStories,
  ...deskHouseStories,
  ...hexaproStories,
  ...casinoStories,
  ...cardStories,
  settings: plain("/settings"),
  nowhere: plain("/no/such/page"),
};
