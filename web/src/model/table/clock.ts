import type { Duration, Instant } from "../basics";
import type { Table, Turn } from "./types";

/** How the viewer's clock stands to the room's: what to add, and how long a message and its answer take. */
export interface RoomClock {
  readonly offset: Duration;
  readonly roundTrip: Duration;
}

export type ClockPhase = "decision" | "bank" | "late";

export interface Remaining {
  readonly phase: ClockPhase;
  readonly ms: Duration;
  /** Part of the running time that is left, 1 to 0. */
  readonly share: number;
}

/** In the last five seconds the ring changes colour, once. */
export const LATE_MS = 5000;

/** The room's time as it will be when an act sent now arrives: rings are never late. */
export function roomTime(now: Instant, clock: RoomClock): Instant {
  return now + clock.offset + clock.roundTrip / 2;
}

/** What is left of a decision: first its own time, then the time bank; `at` is room time. */
export function remaining(turn: Turn, at: Instant): Remaining {
  const bank = turn.bankRuns ? turn.bank : 0;
  const thinking = Math.max(0, turn.thinksUntil - at);
  const left = Math.max(0, turn.thinksUntil + bank - at);
  const inBank = thinking === 0 && bank > 0;
  const total = inBank ? bank : turn.thinksUntil - turn.started;
  const ms = inBank ? left : thinking;
  const late = left <= LATE_MS;
  return { phase: late ? "late" : inBank ? "bank" : "decision", ms, share: total > 0 ? Math.min(1, ms / total) : 0 };
}

/** What is left until an instant, as part of a whole. */
export function shareUntil(until: Instant, total: Duration, at: Instant): number {
  return total > 0 ? Math.min(1, Math.max(0, (until - at) / total)) : 0;
}

/** Seconds as people count them down: the last one is 1, and then it is over. */
export function secondsLeft(ms: Duration): number {
  return Math.max(0, Math.ceil(ms / 1000));
}

/** My time bank as it stands: it shrinks while it runs in my turn. */
export function myTimeBank(table: Table, at: Instant): Duration | null {
  const turn = table.hand?.turn;
  if (table.timeBank === null || !turn || turn.seat !== table.me || !turn.bankRuns) return table.timeBank;
  return at < turn.thinksUntil ? turn.bank : Math.max(0, turn.thinksUntil + turn.bank - at);
}
