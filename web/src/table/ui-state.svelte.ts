import type { RuleId } from "../model/basics";
import type { Asking } from "../model/table/purchase";
import type { Bound } from "../model/table/sizing";

export type DrawerTab = "log" | "event" | "chat" | "notes";
export type TableDialog = "topUp" | "leave" | "report";

/** What is open around one table; nothing of it is the room's business. */
export class TableUi {
  tab = $state<DrawerTab>("log");
  /** On the phone the drawer is a sheet over the stage. */
  drawerOpen = $state(false);
  menuOpen = $state(false);
  whyOpen = $state(false);
  /** A clause that was pressed in the log or on the line; without one "why?" is about what the room ruled last. */
  asked = $state<RuleId | null>(null);
  dialog = $state<TableDialog | null>(null);
  /** What the line says about an amount that was typed and clamped. */
  clamped = $state<{ readonly bound: Bound; readonly amount: number } | null>(null);
  /** What the line says about a text that is no amount; it stays in the field. */
  unread = $state<{ readonly text: string; readonly wrong: string } | null>(null);
  /** The rectangle that asks whether to pay, and since when. */
  asking = $state.raw<Asking | null>(null);
  /** Since when the rectangles mean what they mean. */
  saleSince = $state(0);
  /** The draw of the prize pool turns. */
  turning = $state(false);
  drawSeen = false;
  /** Whom a report is about, when it began at a message. */
  reported = $state<string | null>(null);

  /** Closes the topmost thing that is open. */
  close(): void {
    if (this.menuOpen) this.menuOpen = false;
    else if (this.whyOpen) this.whyOpen = false;
    else this.drawerOpen = false;
  }

  /** Opens why, or closes it; about a clause, or about what the room ruled last. */
  explain(rule: RuleId | null = null): void {
    this.whyOpen = !(this.whyOpen && this.asked === rule);
    this.asked = rule;
  }

  /** Opens the drawer where it was left. */
  open(): void {
    this.show(this.tab);
  }

  show(tab: DrawerTab): void {
    this.tab = tab;
    this.drawerOpen = true;
    this.menuOpen = false;
    this.whyOpen = false;
  }

  openDialog(dialog: TableDialog): void {
    this.dialog = dialog;
    this.menuOpen = false;
  }
}

/** How large a table is drawn: alone on a desk, in a tile, on a phone. */
export type TableSize = "l" | "m" | "s";
