import type { Cents } from "../../model/basics";
import { type Decisions, decisionsOf, type Slot } from "../../model/casino/blackjack";
import type { CasinoTable } from "../../model/casino/types";
import type { CasinoUi } from "../ui-state.svelte";

/** The question that is open: a round, a turn, or insurance. What was chosen for another one counts no more. */
export const askedNow = ({ felt, moment }: CasinoTable): string =>
  felt.game === "blackjack" ? `${moment.round}/${felt.turn?.number ?? 0}/${felt.insurance}` : "";

/** What is open to the reader, insurance and double for as much as was chosen: both may be smaller than the most (BJ-28, BJ-31). */
export function slotsOf(table: CasinoTable, ui: CasinoUi): Decisions | null {
  if (table.felt.game !== "blackjack") return null;
  const slots = decisionsOf(table.felt, table.own?.box ?? null, table.own?.purse ?? 0, table.rules.limits.betUnit);
  const part = partOf(table, ui);
  const less = (slot: Slot): Slot => (slot.open && part !== null ? { ...slot, adds: Math.min(slot.adds, part) } : slot);
  return { ...slots, insure: less(slots.insure), double: less(slots.double) };
}

/** What chips chose for the open question; `null`: as much as there may be. */
export const partOf = (table: CasinoTable, ui: CasinoUi): Cents | null =>
  ui.part !== null && ui.part.asked === askedNow(table) ? ui.part.amount : null;

/** Whether chips choose an amount now. */
export function isChoosing(table: CasinoTable, ui: CasinoUi): boolean {
  const slots = slotsOf(table, ui);
  return slots !== null && (slots.insure.open || slots.double.open);
}

/** Adds a chip to what insurance or double is taken for, the first one from nothing; no more than there may be. */
export function addPart(table: CasinoTable, ui: CasinoUi, chip: Cents): void {
  const before = partOf(table, ui) ?? 0;
  ui.part = null;
  const slots = slotsOf(table, ui);
  const most = Math.max(slots?.insure.open ? slots.insure.adds : 0, slots?.double.open ? slots.double.adds : 0);
  ui.part = { asked: askedNow(table), amount: Math.min(most, before + chip) };
}
