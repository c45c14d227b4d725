import type { App } from "../app/app.svelte";
import { currencySign, formatAmount, formatCount } from "../format/amount";
import { formatOrdinal } from "../format/ordinal";
import { formatClock, formatDay, isSameDay } from "../format/time";
import type { Cents, Duration, Instant, Unit } from "../model/basics";
import type { Price, TournamentRow } from "../model/tournament/rows";
import { type Action, stateOf } from "../model/tournament/state";

const MINUTE = 60_000;

/** Money always carries its sign here: a bare number is chips. */
export const money = (app: App, value: Cents, unit: Unit): string => app.amount(value, unit, { named: true });

export const count = (app: App, value: number): string => formatCount(value, app.voice.locale);

/** A stack in big blinds, whatever amounts are shown in. */
export function bigBlinds(app: App, chips: number, big: number): string {
  return formatAmount(chips, { locale: app.voice.locale, unit: { kind: "chips" }, bigBlind: big });
}

/** The rulebooks that rows are played by. */
export function editionNames(app: App, rows: readonly Pick<TournamentRow, "edition">[]): string {
  const played = app.room.model.editions.filter(({ id }) => rows.some(({ edition }) => edition === id));
  return played.map(({ name }) => name).join(" · ");
}

export const place = (app: App, value: number): string => formatOrdinal(value, app.voice.language);

/** The time of day, with the day where it is another one. */
export function clock(app: App, at: Instant): string {
  const time = formatClock(at, app.voice.locale);
  return isSameDay(at, app.clock.second) ? time : `${formatDay(at, app.voice.locale)} ${time}`;
}

/** How long it still is, in the two largest units: "1 h 19", "19 min", "45 s". */
export function span(app: App, ms: Duration): string {
  if (ms < MINUTE) return app.say("common.shortSeconds", { count: Math.max(0, Math.ceil(ms / 1000)) });
  const minutes = Math.ceil(ms / MINUTE);
  if (minutes < 60) return app.say("tn.minutes", { count: minutes });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 24) return app.say("common.days", { count: Math.floor(hours / 24) });
  return app.say("tn.hours", { hours, minutes: String(rest).padStart(2, "0") });
}

export const inTime = (app: App, ms: Duration): string => app.say("tn.in", { time: span(app, ms) });

/** "9.00 + 9.00 + 2.00", the fee last; nothing for what costs nothing. */
export function parts(app: App, { pool, bounty, fee, total }: Price, unit: Unit): string {
  if (total === 0) return app.say("tn.noFee");
  const shown = bounty > 0 ? [pool, bounty, fee] : [pool, fee];
  return shown.map((part) => app.amount(part, unit)).join(" + ");
}

/** What a guaranteed pool is: the guarantee and what was paid in so far, or more than the guarantee. */
export function guaranteeNote(
  app: App,
  { numbers: { pool, paidIn }, guarantee, unit }: Pick<TournamentRow, "guarantee" | "unit"> & Pooled,
): string {
  if (pool > guarantee) return app.say("tn.guarantee", { amount: app.amount(guarantee, unit) });
  return paidIn > 0 ? app.say("tn.guaranteePaidIn", { amount: app.amount(paidIn, unit) }) : app.say("tn.guaranteed");
}

interface Pooled {
  readonly numbers: { readonly pool: Cents; readonly paidIn: Cents };
}

/** What stands under the word of a tournament's state. */
export function stateNote(app: App, row: TournamentRow, now: Instant): string {
  const { numbers, mine } = row;
  const out = mine.kind === "out" ? ` · ${app.say("tn.youAreOut")}` : "";
  switch (stateOf(row, now)) {
    case "announced":
      return app.say("tn.opens", { time: clock(app, row.opensAt ?? now) });
    case "registering":
      if (mine.kind === "registered") return app.say("tn.youAreIn");
      return row.lateLevels > 0
        ? app.say("tn.lateLevels", { count: row.lateLevels })
        : app.say(numbers.startsAt === null ? "tn.untilFull" : "tn.untilStart");
    case "late":
      return numbers.registrationEnds === null
        ? app.say("tn.level", { count: numbers.level }) + out
        : app.say("tn.until", { time: clock(app, numbers.registrationEnds) }) + out;
    case "break":
      return breakNote(app, row) + out;
    case "running":
      return runningNote(app, row);
    case "finished":
      if (mine.kind === "out" && mine.place !== null) return app.say("tn.youWere", { place: place(app, mine.place) });
      return numbers.winner === null ? "" : app.say("tn.wonBy", { name: numbers.winner });
    case "cancelled":
      return mine.kind === "none" ? "" : app.say("tn.youWereIn");
  }
}

function breakNote(app: App, { numbers: { pause, registrationOpen, registrationEnds } }: TournamentRow): string {
  if (pause?.kind === "house") return app.say("tn.pausedByHouse");
  if (pause?.until == null) return app.say("tn.breakDue");
  const until = app.say("tn.until", { time: clock(app, pause.until) });
  if (!registrationOpen || registrationEnds === null) return until;
  return `${until} · ${app.say("tn.entryTo", { time: clock(app, registrationEnds) })}`;
}

function runningNote(app: App, { numbers }: TournamentRow): string {
  if (numbers.handForHand) return app.say("tn.handForHand");
  if (numbers.finalTable) return app.say("tn.finalTable");
  return `${app.say("tn.level", { count: numbers.level })} · ${app.say("tn.paid", { count: numbers.paidPlaces })}`;
}

/** The words of the button that never moves. */
export function actionLabel(app: App, { kind }: Action, row: Pick<TournamentRow, "opensAt">, wallet: string): string {
  switch (kind) {
    case "opens":
      return app.say("tn.do.opens", { time: clock(app, row.opensAt ?? 0) });
    case "poor":
      return app.say("tn.do.poor", { amount: wallet });
    case "tooLate":
      return app.say("tn.do.unregister");
    default:
      return app.say(`tn.do.${kind}`);
  }
}

/** The sign of what amounts count, for the head of a column. */
export const currencyOf = (unit: Unit): string => (unit.kind === "money" ? currencySign(unit.currency) : "");

/** "7th – 9th", or one place. */
export function places(app: App, first: number, last: number): string {
  return first === last ? place(app, first) : `${place(app, first)} – ${place(app, last)}`;
}

/** Parts of a whole with two decimals. */
export function percent(app: App, part: number, whole: number): string {
  if (whole === 0) return app.say("common.dash");
  const format = new Intl.NumberFormat(app.voice.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${format.format((part * 100) / whole)} %`;
}
