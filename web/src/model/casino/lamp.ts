import type { Duration, Instant } from "../basics";
import { LATE_MS, secondsLeft, shareUntil } from "../table/clock";
import type { CasinoRow, CasinoTable } from "./types";

export type LampColour = "g" | "a" | "r";
/** What the word beside the lamps says. */
export type LampWord =
  | "idle"
  | "open"
  | "last"
  | "closed"
  | "spin"
  | "deal"
  | "insurance"
  | "decision"
  | "result"
  | "next"
  | "held";

/** The traffic light: one lamp is lit, seconds where a clock runs, and a word. */
export interface Lamp {
  readonly colour: LampColour;
  readonly word: LampWord;
  readonly seconds: number | null;
  /** Part of the time that is left, 1 to 0. */
  readonly share: number;
}

/** For so long after the bets closed the light says so, before it tells what comes next. */
const CALLED_MS: Duration = 1500;

/** The light of a table at an instant of the room. */
export function lampOf({ moment, felt, rules }: CasinoTable, now: Instant): Lamp {
  const left = moment.deadline === null ? null : Math.max(0, moment.deadline - now);
  const seconds = left === null ? null : secondsLeft(left);
  const lamp = (colour: LampColour, word: LampWord, total: Duration = 0): Lamp => ({
    colour,
    word,
    seconds,
    share: moment.deadline === null ? 0 : shareUntil(moment.deadline, total, now),
  });
  if (moment.hold) return { colour: "r", word: "held", seconds: null, share: 0 };
  switch (moment.phase) {
    case "idle":
      return lamp("r", "idle");
    case "betting":
      return left !== null && left <= LATE_MS
        ? lamp("a", "last", rules.limits.bettingTime)
        : lamp("g", "open", rules.limits.bettingTime);
    case "closed":
      return lamp("r", now < moment.since + CALLED_MS ? "closed" : felt.game === "roulette" ? "spin" : "deal");
    case "playing":
      if (left === null) return lamp("r", felt.game === "roulette" ? "result" : "deal");
      return felt.game === "blackjack" && felt.insurance
        ? lamp("a", "insurance", rules.limits.decisionTime ?? 0)
        : lamp(left <= LATE_MS ? "a" : "g", "decision", rules.limits.decisionTime ?? 0);
    case "decided":
      return lamp("r", "result");
    case "result":
      return lamp("r", left === null ? "result" : "next");
  }
}

/** The same in one dot for a row of the lobby. */
export function rowLamp({ phase, held, deadline }: CasinoRow, now: Instant): Pick<Lamp, "colour" | "word" | "seconds"> {
  const seconds = deadline === null ? null : secondsLeft(Math.max(0, deadline - now));
  if (held) return { colour: "a", word: "held", seconds: null };
  if (phase === "betting") return { colour: "g", word: "open", seconds };
  if (phase === "idle") return { colour: "a", word: "idle", seconds: null };
  return { colour: "r", word: phase === "result" ? "result" : "closed", seconds: null };
}
