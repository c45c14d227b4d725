import { getContext, setContext } from "svelte";
import type { Cents, RuleId, TableId } from "../model/basics";
import type { CasinoLine } from "../model/casino/types";

export const DRAWER_TABS = ["chat", "log", "rules"] as const;
export type DrawerTab = (typeof DRAWER_TABS)[number];

/** What is open around one casino table, and the chip in the hand; nothing of it is the room's business. */
export class CasinoUi {
  tab = $state<DrawerTab>("chat");
  /** Where the window is narrow the drawer lies over the stage. */
  drawerOpen = $state(false);
  menuOpen = $state(false);
  /** The clause that is being read. */
  why = $state<RuleId | null>(null);
  /** The chip in the hand; null: the smallest of the table. */
  chip = $state<Cents | null>(null);
  /** A smaller amount than the most, chosen for the question that is open. */
  part = $state.raw<{ readonly asked: string; readonly amount: Cents } | null>(null);
  /** A message that is being reported. */
  reported = $state.raw<CasinoLine | null>(null);
  /** What the line says about something that was typed here and is no bet. */
  unread = $state<string | null>(null);

  /** Closes the topmost thing that is open; false: nothing was. */
  close(): boolean {
    if (this.menuOpen) this.menuOpen = false;
    else if (this.why !== null) this.why = null;
    else if (this.drawerOpen) this.drawerOpen = false;
    else return false;
    return true;
  }

  /** Opens a clause, or closes it again. */
  explain(rule: RuleId | null): void {
    this.why = this.why === rule ? null : rule;
  }

  /** Opens the drawer where it was left. */
  open(): void {
    this.show(this.tab);
  }

  show(tab: DrawerTab): void {
    this.tab = tab;
    this.drawerOpen = true;
    this.menuOpen = false;
    this.why = null;
  }
}

/** What is open around each casino table, shared by its page and the bar above it. */
export class CasinoUis {
  readonly #known = new Map<TableId, CasinoUi>();

  of(id: TableId): CasinoUi {
    const known = this.#known.get(id) ?? new CasinoUi();
    this.#known.set(id, known);
    return known;
  }
}

const KEY = Symbol("casino-uis");

export function provideCasinoUis(): CasinoUis {
  return setContext(KEY, new CasinoUis());
}

export function useCasinoUis(): CasinoUis {
  return getContext<CasinoUis>(KEY);
}
