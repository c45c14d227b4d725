import type { Cents, Instant, RuleId } from "../basics";
import { mayLeave, type RowNumbers, type TournamentRow } from "./rows";

/** What a tournament is in, as everybody is told: by a shape and a word. */
export const TOURNAMENT_STATES = [
  "announced",
  "registering",
  "late",
  "running",
  "break",
  "finished",
  "cancelled",
] as const;
export type TournamentState = (typeof TOURNAMENT_STATES)[number];

type Timed = Pick<TournamentRow, "opensAt"> & {
  readonly numbers: Pick<RowNumbers, "status" | "registrationOpen" | "pause">;
};

export function stateOf(
  { opensAt, numbers: { status, registrationOpen, pause } }: Timed,
  now: Instant,
): TournamentState {
  if (status === "finished" || status === "cancelled") return status;
  if (status === "announced") return opensAt !== null && now < opensAt ? "announced" : "registering";
  if (pause !== null && pause.kind !== "phase_end") return "break";
  return registrationOpen ? "late" : "running";
}

type Entered = Pick<TournamentRow, "opensAt" | "entriesMax"> & {
  readonly numbers: Pick<RowNumbers, "status" | "registrationOpen" | "entries">;
};

/** Whether somebody may enter now, early or late. */
export function isEntryOpen({ opensAt, entriesMax, numbers }: Entered, now: Instant): boolean {
  if (numbers.status !== "announced" && numbers.status !== "running") return false;
  if (!numbers.registrationOpen || (opensAt !== null && now < opensAt)) return false;
  return entriesMax === null || numbers.entries < entriesMax;
}

/** What the button of a tournament does; its place and size are the same for all. */
export type ActionKind =
  | "register"
  | "unregister"
  | "late"
  | "reEnter"
  | "play"
  | "watch"
  | "results"
  | "got"
  | "opens"
  | "full"
  | "poor"
  | "asked"
  | "tooLate";

export interface Action {
  readonly kind: ActionKind;
  readonly look: "go" | "pri" | "ghost" | "" | "off";
  /** The clause of what cannot be done. */
  readonly rule: RuleId | null;
}

const action = (kind: ActionKind, look: Action["look"], rule: RuleId | null = null): Action => ({ kind, look, rule });

/** What a button needs to know of a tournament. */
export type Enterable = Entered & {
  readonly price: Pick<TournamentRow["price"], "total">;
  readonly mine: TournamentRow["mine"];
};

/** What the button of a tournament says, and how loud; `wallet` is what it could be paid from, `null` where that is not known. */
export function actionOf(row: Enterable, now: Instant, wallet: Cents | null): Action {
  const { mine, numbers } = row;
  if (mine.kind === "asked") return action("asked", "off");
  if (numbers.status === "finished") return action("results", "");
  if (numbers.status === "cancelled") return action(mine.kind === "none" ? "results" : "got", "");
  if (mine.kind === "seated") return action("play", "pri");
  if (mine.kind === "registered") {
    return mayLeave(mine, now) ? action("unregister", "ghost") : action("tooLate", "off", "MTT-36");
  }
  const open = isEntryOpen(row, now);
  if (mine.kind === "out") return mine.mayReEnter && open ? action("reEnter", "pri") : action("watch", "");
  if (!open) return closed(row, now);
  if (wallet !== null && row.price.total > wallet) return action("poor", "off");
  return action(numbers.status === "running" ? "late" : "register", "go");
}

function closed({ opensAt, numbers }: Enterable, now: Instant): Action {
  if (opensAt !== null && now < opensAt) return action("opens", "off", "MTT-34a");
  return numbers.status === "announced" ? action("full", "off") : action("watch", "");
}
