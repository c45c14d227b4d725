import type { Cents, Duration, Instant } from "../basics";
import type { BlindLevel, TournamentNumbers, TournamentTerms } from "./page";
import type { PrizeBand } from "./rows";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The big blind that stacks are counted in: of the level that is played, in a break of the one that comes next. */
export function bigBlindOf({
  blinds,
  nextBlinds,
  pause,
}: Pick<TournamentNumbers, "blinds" | "nextBlinds" | "pause">): number {
  return (pause === null ? (blinds ?? nextBlinds) : nextBlinds).bigBlind;
}

/** The blinds of a level; beyond the last one as the tournament says, as far as that can be told. */
export function levelAt({ levels }: Pick<TournamentTerms, "levels">, number: number): BlindLevel | null {
  return levels.find(({ level }) => level === number) ?? levels.at(-1) ?? null;
}

/** When a level begins, and the break that falls into it. */
export interface LevelTime {
  readonly starts: Instant;
  readonly pause: { readonly from: Instant; readonly until: Instant } | null;
}

type Clocked = Pick<TournamentTerms, "levels" | "levelTime" | "breaks">;
type Running = Pick<TournamentNumbers, "startsAt" | "level" | "levelEnds">;

/**
 * When levels begin that have not begun yet, by their number: by the clock, as if every break began on its minute. Those that are over
 * are not told.
 */
export function levelTimes(terms: Clocked, { startsAt, level, levelEnds }: Running): ReadonlyMap<number, LevelTime> {
  const times = new Map<number, LevelTime>();
  const from = level > 0 ? levelEnds : startsAt;
  if (from === null) return times;
  let at: Instant = from;
  for (const { level: number } of terms.levels) {
    if (number <= level) continue;
    const ends = at + terms.levelTime;
    const due = terms.breaks && (number > 1 || terms.breaks.inFirstLevel) ? nextBreak(at, terms.breaks.minute) : null;
    const pause = due !== null && terms.breaks && due < ends ? { from: due, until: due + terms.breaks.length } : null;
    times.set(number, { starts: at, pause });
    at = ends + (pause && terms.breaks ? terms.breaks.length : 0);
  }
  return times;
}

/** The next time a minute of the hour comes. */
function nextBreak(from: Instant, minute: number): Instant {
  const hour = Math.floor(from / HOUR) * HOUR;
  const due = hour + minute * MINUTE;
  return due > from ? due : due + HOUR;
}

/** How much of a level or of a break is over, from 0 to 1. */
export function partOver(length: Duration, ends: Instant | null, now: Instant): number {
  if (ends === null || length <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - (ends - now) / length));
}

export const prizeOf = (prizes: readonly PrizeBand[], place: number): PrizeBand | null =>
  prizes.find(({ first, last }) => first <= place && place <= last) ?? null;

/** What all places of a band win together. */
export const togetherOf = ({ first, last, money }: PrizeBand): Cents => (last - first + 1) * money;

/** The last place that is paid, and its prize. */
export const lastPaid = (prizes: readonly PrizeBand[]): PrizeBand | null => prizes.at(-1) ?? null;

/** How many must still go out before everybody left is paid. */
export const toTheMoney = ({ remaining, paidPlaces }: Pick<TournamentNumbers, "remaining" | "paidPlaces">): number =>
  Math.max(0, remaining - paidPlaces);
