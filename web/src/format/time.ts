import type { Duration, Instant } from "../model/basics";

/** "7:46", or "1:02:05" from an hour on. */
export function formatCountdown(ms: Duration): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const made = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, { hourCycle: "h23", ...options });
  made.set(key, known);
  return known;
}

export function formatClock(at: Instant, locale: string): string {
  return formatter(locale, { hour: "2-digit", minute: "2-digit" }).format(at);
}

export function formatClockSeconds(at: Instant, locale: string): string {
  return formatter(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(at);
}

/** A day without its year, which statements and lists do not need. */
export function formatDay(at: Instant, locale: string): string {
  return formatter(locale, { day: "numeric", month: "short" }).format(at);
}

export function formatDate(at: Instant, locale: string): string {
  return formatter(locale, { day: "numeric", month: "long", year: "numeric" }).format(at);
}

export function isSameDay(one: Instant, other: Instant): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
