import type { App } from "../../app/app.svelte";
import type { Stroke } from "../../model/keys";
import type { GameProps } from "../games";

/** `T` types a bet; the layout itself takes its keys while it has the focus. */
export function keys(_: App, stroke: Stroke, { table }: GameProps): boolean {
  if (stroke.key.toLowerCase() !== "t") return false;
  const field = document.getElementById(`type-${table.id}`);
  field?.focus();
  return field !== null;
}
