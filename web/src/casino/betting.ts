import type { App } from "../app/app.svelte";
import type { Cents } from "../model/basics";
import type { CasinoTable } from "../model/casino/types";
import type { CasinoUi } from "./ui-state.svelte";

/** Whether the reader may lay chips now. */
export const isOpen = ({ moment, own }: CasinoTable): boolean =>
  own !== null && moment.phase === "betting" && moment.hold === null;

/** Everything here names the round it was meant for: what comes too late meets the room's own check. */
const round = (table: CasinoTable) => table.moment.round;

export function layChip(app: App, table: CasinoTable, spot: string, chip: Cents): void {
  app.room.send({
    kind: "casino",
    table: table.id,
    saying: { type: "placeChip", round: round(table), spot, chip },
  });
}

/** Takes back what was laid last, on one spot or anywhere, or everything. */
export function undoChips(app: App, table: CasinoTable, everything = false, spot: string | null = null): void {
  app.room.send({
    kind: "casino",
    table: table.id,
    saying: { type: "undoChips", round: round(table), everything, spot },
  });
}

export function doubleChips(app: App, table: CasinoTable): void {
  app.room.send({ kind: "casino", table: table.id, saying: { type: "doubleChips", round: round(table) } });
}

export function repeatLast(app: App, table: CasinoTable): void {
  app.room.send({ kind: "casino", table: table.id, saying: { type: "repeatLastBet", round: round(table) } });
}

export function placeBet(app: App, table: CasinoTable): void {
  app.room.send({ kind: "casino", table: table.id, saying: { type: "confirmBets", round: round(table) } });
}

/** The chip in the hand. */
export function heldChip({ rules: { limits, game } }: CasinoTable, ui: CasinoUi): Cents {
  if (ui.chip !== null) return ui.chip;
  // Where a chip is a bet at once, the first that is offered is one that may be bet.
  const least = game === "blackjack" ? limits.betMin : 0;
  return limits.chips.find((chip) => chip >= least) ?? limits.chips[0] ?? 0;
}
