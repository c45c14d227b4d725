import { formatAmount } from "../format/amount";
import { formatClock, formatDay, isSameDay } from "../format/time";
import type { Voice } from "../i18n/messages";
import type { Cents, Instant } from "../model/basics";

const NO_BREAK = "\u00a0";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An amount with the currency's letters behind it, where they are wanted. */
export function moneyText(
  cents: Cents,
  currency: string | undefined,
  voice: Voice,
  { signed = false }: { signed?: boolean } = {},
): string {
  const unit = { kind: "money", currency: "EUR" } as const;
  const text = formatAmount(cents, { locale: voice.locale, unit, signed });
  return currency === undefined ? text : `${text}${NO_BREAK}${currency}`;
}

/** When something was or will be: the clock of today, otherwise the day too. */
export function whenText(at: Instant, now: Instant, voice: Voice): string {
  const clock = formatClock(at, voice.locale);
  return isSameDay(at, now) ? clock : `${formatDay(at, voice.locale)} ${clock}`;
}

/** How urgent a deadline is, and the words for it: plain, amber within the hour, coral when it is over. */
export interface Due {
  readonly look: "plain" | "soon" | "late";
  readonly text: string;
}

export function dueText(until: Instant, now: Instant, voice: Voice): Due {
  const left = until - now;
  if (left <= 0) return { look: "late", text: voice.say("desk.due.late") };
  if (left > HOUR) return { look: "plain", text: voice.say("desk.due.by", { time: whenText(until, now, voice) }) };
  return { look: "soon", text: voice.say("desk.due.left", { count: Math.ceil(left / MINUTE) }) };
}

/** The words of a key that ends with a name of the room's; a newer room may have more of them, which are shown as they are. */
export function named(key: string, voice: Voice): string {
  if (voice.knows(key)) return (voice.say as (key: string) => string)(key);
  return key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
}
