import { untrack } from "svelte";
import type { TableId } from "../model/basics";

/** Where what concerns no table is said. */
export const PAGE: TableId = "";

/** What screen readers are told: politely, a region a table, or at once when it is my turn. */
export class LiveRegions {
  #polite = $state.raw<Readonly<Record<TableId, string>>>({});
  #assertive = $state("");

  polite(table: TableId): string {
    return this.#polite[table] ?? "";
  }

  get assertive(): string {
    return this.#assertive;
  }

  // Whoever speaks inside an effect must not come to depend on what was said before.
  say(table: TableId, text: string): void {
    const before = untrack(() => this.#polite);
    if (text !== "") this.#polite = { ...before, [table]: again(before[table] ?? "", text) };
  }

  /** What was said at once is past: whoever reads the page later finds nothing of it. */
  calm(): void {
    this.#assertive = "";
  }

  interrupt(text: string): void {
    if (text !== "")
      this.#assertive = again(
        untrack(() => this.#assertive),
        text,
      );
  }
}

/** The same text twice would not be a change, and would not be read. */
function again(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}
