import type { App } from "../../app/app.svelte";
import type { Cents, TableId } from "../../model/basics";
import { stakedBy } from "../../model/casino/blackjack";
import type { CasinoTable } from "../../model/casino/types";
import { isOpen } from "../betting";
import { addBet } from "./play";

export { isOpen };

/** What was bet last at a table, on an own hand or behind: the room keeps it for no longer than the round. */
class LastBet {
  readonly #known = new Map<TableId, Cents>();

  /** Remembers the bet that went into a round. */
  keep(table: CasinoTable): void {
    const bet = table.own?.box?.stakes[0] ?? 0;
    if (bet > 0 && table.moment.phase !== "betting") this.#known.set(table.id, bet);
  }

  of(table: CasinoTable): Cents {
    return this.#known.get(table.id) ?? 0;
  }
}
export const lastBet = new LastBet();

const stake = (table: CasinoTable): Cents => stakedBy(table.own?.box ?? null);
const room = (table: CasinoTable): Cents =>
  Math.min(table.rules.limits.betMax, table.rules.limits.roundMax, stake(table) + (table.own?.purse ?? 0)) -
  stake(table);

/** Whether as much again may be added to my bet. */
export const canDouble = (table: CasinoTable): boolean => stake(table) > 0 && stake(table) <= room(table);
export const doubleBet = (app: App, table: CasinoTable): void => addBet(app, table, stake(table));

/** The last bet once more: only where nothing lies yet, on the own hand or behind the one I bet on. */
export const canAgain = (table: CasinoTable): boolean =>
  stake(table) === 0 && table.own?.box?.seat != null && lastBet.of(table) > 0 && lastBet.of(table) <= room(table);
export const again = (app: App, table: CasinoTable): void => addBet(app, table, lastBet.of(table));
