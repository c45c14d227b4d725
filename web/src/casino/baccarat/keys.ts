import type { App } from "../../app/app.svelte";
import type { Spot } from "../../model/casino/baccarat";
import type { Stroke } from "../../model/keys";
import { heldChip, isOpen, layChip } from "../betting";
import type { GameProps } from "../games";

const SPOT_KEYS: Readonly<Record<string, Spot>> = { p: "player", t: "tie", b: "banker" };

/** P, T and B lay the chosen chip; `true` if the key meant something. */
export function pressKey(app: App, stroke: Stroke, { table, ui }: GameProps): boolean {
  const spot = SPOT_KEYS[stroke.key.toLowerCase()];
  if (!spot) return false;
  if (!stroke.repeat && isOpen(table)) layChip(app, table, spot, heldChip(table, ui));
  return true;
}
