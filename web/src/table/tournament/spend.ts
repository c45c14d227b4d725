import type { App } from "../../app/app.svelte";
import type { Instant } from "../../model/basics";
import { isForSale, type MoneySlot, pressSlot, purchaseAt } from "../../model/table/purchase";
import type { Table } from "../../model/table/types";
import type { TableUi } from "../ui-state.svelte";
import { chips, money } from "./cells";

/** A press on a rectangle that costs money, by hand or by key: it asks once more in the same place before it pays. */
export function pressMoney(app: App, table: Table, ui: TableUi, slot: MoneySlot, at: Instant): void {
  const { tournament } = table;
  if (!tournament) return;
  const { asking, buys } = pressSlot(ui.asking, table, slot, at, ui.saleSince);
  const purchase = purchaseAt(table, slot);
  if (asking && asking !== ui.asking && purchase)
    app.live.interrupt(
      app.say("speak.asked", { amount: money(app, tournament, purchase.price), chips: chips(app, purchase.chips) }),
    );
  ui.asking = asking;
  if (buys) app.room.send({ kind: slot, table: table.id, tournament: tournament.id });
}

/** What the key of buying is about: the re-buy, or the add-on where only that is sold. */
export function soldNow(table: Table): MoneySlot | null {
  return (["reBuy", "addOn"] as const).find((slot) => isForSale(table, slot)) ?? null;
}

/** Nothing is bought after all. */
export function stopAsking(app: App, ui: TableUi): boolean {
  if (ui.asking === null) return false;
  ui.asking = null;
  app.live.interrupt(app.say("speak.notBought"));
  return true;
}
