import type { App } from "../../app/app.svelte";
import type { Cents } from "../../model/basics";
import { stakedBy } from "../../model/casino/blackjack";
import type { CasinoTable } from "../../model/casino/types";
import { isOpen } from "../betting";
import { addBet } from "./play";

export { isOpen };

/** Remembers the bet that went into a round, on an own hand or behind: the room keeps it for no longer than the round. */
export function keepBet(app: App, table: CasinoTable): void {
  const bet = table.own?.box?.stakes[0] ?? 0;
  if (bet > 0 && table.moment.phase !== "betting" && bet !== app.memory.lastBet(table.id))
    app.memory.keepBet(table.id, bet);
}

const stake = (table: CasinoTable): Cents => stakedBy(table.own?.box ?? null);
const room = (table: CasinoTable): Cents =>
  Math.min(table.rules.limits.betMax, table.rules.limits.roundMax, stake(table) + (table.own?.purse ?? 0)) -
  stake(table);

/** Whether as much again may be added to my bet. */
export const canDouble = (table: CasinoTable): boolean => stake(table) > 0 && stake(table) <= room(table);
export const doubleBet = (app: App, table: CasinoTable): void => addBet(app, table, stake(table));

/** The last bet once more: only where nothing lies yet, on the own hand or behind the one I bet on. */
export function canAgain(app: App, table: CasinoTable): boolean {
  const last = app.memory.lastBet(table.id);
  return stake(table) === 0 && table.own?.box?.seat != null && last > 0 && last <= room(table);
}
export const again = (app: App, table: CasinoTable): void => addBet(app, table, app.memory.lastBet(table.id));
