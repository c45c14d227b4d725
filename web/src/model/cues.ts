import type { SoundGroup } from "./settings";
import type { TableChange } from "./table/changes";
import { isMyTurn } from "./table/read";
import type { Table } from "./table/types";

export type Cue = "turn" | "bank" | "late" | "cards" | "check" | "chips" | "fold" | "win" | "ruling" | "goesOn";

export const CUE_GROUPS: Readonly<Record<Cue, SoundGroup>> = {
  turn: "mine",
  bank: "mine",
  late: "mine",
  win: "mine",
  cards: "table",
  check: "table",
  chips: "table",
  fold: "table",
  ruling: "notices",
  goesOn: "notices",
};

/** What a change at a table sounds like to its viewer; chat and other players' wins have no sound. */
export function cueFor(before: Table, change: TableChange, after: Table): Cue | null {
  switch (change.kind) {
    case "turn":
      return isMyTurn(after) && !isSameTurn(before, after) ? "turn" : null;
    case "dealt":
    case "board":
      return "cards";
    case "posted":
      return "chips";
    case "acted":
      return change.act === "check" ? "check" : change.act === "fold" ? "fold" : "chips";
    case "awarded":
      return change.winners.some(({ seat }) => seat === after.me) ? "win" : null;
    case "tournament":
      return before.tournament?.pause && after.tournament?.pause === null ? "goesOn" : null;
    case "ruled":
    case "refused":
    case "handVoided":
    case "closing":
      return "ruling";
    default:
      return null;
  }
}

/** A turn that is only told anew (after a reconnection, with a longer clock) does not sound again. */
function isSameTurn(before: Table, after: Table): boolean {
  return before.hand?.id === after.hand?.id && before.hand?.turn?.number === after.hand?.turn?.number;
}
