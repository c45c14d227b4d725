import type { App } from "../../app/app.svelte";
import type { Stroke } from "../../model/keys";
import type { GameProps } from "../games";
import { again, canAgain, canDouble, doubleBet, isOpen } from "./bets";
import { addPart, isChoosing, partOf, slotsOf } from "./part";
import { decide, insure, withdraw } from "./play";

/** Keys of blackjack: decisions of the lit hand, insurance, and chips; `true` if the key meant something. */
export function pressKey(app: App, stroke: Stroke, { table, ui }: GameProps): boolean {
  const { felt, own, rules } = table;
  if (felt.game !== "blackjack" || !own || stroke.repeat || app.room.model.connection.state !== "open") return false;
  const slots = slotsOf(table, ui);
  if (!slots) return false;
  const open = isOpen(table);
  const choosing = isChoosing(table, ui);
  const acts: Readonly<Record<string, readonly [boolean, () => void]>> = {
    h: [slots.hit.open, () => decide(app, table, "hit", null)],
    s: [slots.stand.open, () => decide(app, table, "stand", null)],
    d: [slots.double.open, () => decide(app, table, "double", slots.double.adds)],
    p: [slots.split.open, () => decide(app, table, "split", null)],
    y: [slots.insure.open, () => insure(app, table, slots.insure.adds)],
    n: [slots.decline.open, () => insure(app, table, 0)],
    z: choosing
      ? [partOf(table, ui) !== null, () => (ui.part = null)]
      : [open && (own.box?.stakes[0] ?? 0) > 0, () => withdraw(app, table)],
    x: [open && canDouble(table), () => doubleBet(app, table)],
    l: [open && canAgain(app, table), () => again(app, table)],
  };
  const found = acts[stroke.key.toLowerCase()];
  if (found) {
    if (found[0] && table.moment.hold === null) found[1]();
    return true;
  }
  const chip = /^[1-9]$/.test(stroke.key) ? rules.limits.chips[Number(stroke.key) - 1] : undefined;
  if (chip !== undefined) ui.chip = chip;
  if (chip !== undefined && choosing) addPart(table, ui, chip);
  return chip !== undefined;
}
