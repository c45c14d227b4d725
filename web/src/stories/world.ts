import type { Change } from "../model/model";
import { reduceTable } from "../model/table/reduce";
import { cashier, statement, wallets } from "./money";
import { profile } from "./people";
import { editions, lobby } from "./rows";
import { banzai, constanta, oslo } from "./tables";
import { tallinnStart, toAct } from "./tallinn";

const ready = <T>(value: T) => ({ state: "ready", value }) as const;

export const tallinn = toAct.reduce(reduceTable, tallinnStart);

/** Everything a player of these stories has: wallets, a lobby, four tables. */
export const world: readonly Change[] = [
  { to: "connection", change: { kind: "connected", clock: { offset: 0, roundTrip: 0 }, at: 0 } },
  {
    to: "account",
    change: {
      kind: "askingKnown",
      asking: {
        nameMin: 3,
        nameMax: 20,
        passwordMin: 10,
        passwordMax: 200,
        ageMin: 18,
        limits: true,
        currency: "EUR",
        realityMinutes: 0,
      },
    },
  },
  { to: "editions", editions },
  {
    to: "account",
    change: {
      kind: "personKnown",
      person: { kind: "player", name: "Helve", avatar: "fox", secondFactor: false, roles: [] },
    },
  },
  { to: "account", change: { kind: "profileLoaded", profile: ready(profile) } },
  { to: "money", change: { kind: "walletsLoaded", wallets: ready(wallets) } },
  { to: "money", change: { kind: "statementLoaded", statement: ready(statement) } },
  { to: "money", change: { kind: "cashierLoaded", cashier: ready(cashier) } },
  { to: "lobby", change: { kind: "lobbyLoaded", lobby: ready(lobby) } },
];

export const fourTables: readonly Change[] = [tallinn, oslo, banzai, constanta].map((table) => ({
  to: "table",
  table: table.id,
  change: { kind: "viewed", table },
}));
