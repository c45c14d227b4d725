import type { App } from "../../app/app.svelte";
import { laidOn } from "../../model/casino/chips";
import type { BetSpot, CasinoTable } from "../../model/casino/types";
import { heldChip, isOpen, layChip, undoChips } from "../betting";
import { amountAt } from "../say";
import { spotName } from "../spots";
import type { CasinoUi } from "../ui-state.svelte";

/** "Split 16/17, pays 17 to 1, limit 50.00. You have 2.00, not placed." */
export function fieldLabel(app: App, table: CasinoTable, spot: BetSpot): string {
  const amount = amountAt(app, table);
  const { placed, loose } = laidOn(table, spot.name);
  const called = spotName(app, spot.name);
  const name = spot.bet === "straight_up" ? app.say("rl.number", { number: called }) : called;
  const said = [
    app.say("rl.field", { name, pays: spot.pays, per: spot.per, limit: amount(table.rules.limits.betMax) }),
    placed > 0 ? app.say("rl.havePlaced", { amount: amount(placed) }) : "",
    loose > 0 ? app.say("rl.haveLoose", { amount: amount(loose) }) : "",
  ];
  const others = table.crowd.spots.find((each) => each.spot === spot.name);
  if (others && others.staked > placed)
    said.push(app.say("rl.others", { count: others.players, amount: amount(others.staked) }));
  if (table.own?.payment?.round === table.moment.round && table.moment.phase === "result") {
    const result = table.own.payment.results.find((each) => each.spot === spot.name);
    if (result) said.push(app.say("rl.became", { amount: amount(result.returned + result.won - result.staked, true) }));
  }
  return said.filter(Boolean).join(" ");
}

/** Lays the chip in the hand; what comes too late is refused by the room, with its clause. */
export function lay(app: App, table: CasinoTable, ui: CasinoUi, spot: string, chip = heldChip(table, ui)): void {
  ui.unread = table.own === null ? app.say("cz.watching") : null;
  if (table.own !== null) layChip(app, table, spot, chip);
}

/** Takes the chip that was laid last on a field off it. */
export function takeOff(app: App, table: CasinoTable, spot: string): void {
  if (isOpen(table) && laidOn(table, spot).loose > 0) undoChips(app, table, false, spot);
}
