import type { DeskPart } from "../model/route";
import { DESK_PAGES } from "./pages";

/** Whether a key is meant for a field that is typed in. */
export function isTyped({ target }: Event): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** `G` and then a letter go to a page; no single key does anything but move. */
export class GoKeys {
  #asked = false;

  /** The part that is gone to, or null. */
  press(key: string): DeskPart | null {
    const asked = this.#asked;
    this.#asked = key === "g";
    if (!asked) return null;
    const found = Object.entries(DESK_PAGES).find(([, page]) => page.nav?.key === key);
    return found ? (found[0] as DeskPart) : null;
  }
}
