import type { App } from "../app/app.svelte";
import { listed } from "../i18n/messages";
import { wordTold } from "../i18n/told";
import type { TournamentNotice } from "../model/tournament/changes";
import { clock, count, money, place } from "./text";

/** What can be changed after registering, by the names the room gives its parameters. */
const CHANGED: Readonly<Record<string, "start" | "blinds" | "prizes" | "price" | "registration" | "entries">> = {
  starts_at: "start",
  blinds: "blinds",
  stack: "blinds",
  payouts: "prizes",
  prizes: "prizes",
  guarantee: "prizes",
  added: "prizes",
  price: "price",
  registration_opens: "registration",
  unregister_before: "registration",
  late_levels: "registration",
  re_entries: "registration",
  entries_min: "entries",
  entries_max: "entries",
};

/** The clause by which a late entry is seated. */
const SEAT_DRAWN = "MTT-28a";

/** A notice in a sentence, with the name of the tournament. */
export function noticeText(app: App, notice: TournamentNotice): string {
  const { name, told, unit, other } = notice;
  const number = (key: string): number => told.numbers[key] ?? 0;
  const amount = (key: string): string => money(app, number(key), unit);
  switch (told.code) {
    case "seated":
      // A seat that was drawn by itself comes after the start.
      return app.say(told.rule === SEAT_DRAWN ? "tn.notice.seatedLate" : "tn.notice.seated", {
        name,
        table: count(app, number("table") + 1),
        seat: count(app, number("seat") + 1),
        chips: count(app, number("chips")),
      });
    case "setup_changed":
      return `${app.say("tn.notice.changed", { name, what: changed(app, notice.changed) })} ${leaving(app, number("unregister_until"))}`;
    case "start_delayed":
      return `${app.say("tn.notice.delayed", { name, time: clock(app, number("starts_at")) })} ${leaving(app, number("unregister_until"))}`;
    case "cancelled":
      return app.say("tn.notice.cancelled", { name, amount: amount("amount") });
    case "unregistered_by_house":
      return app.say("tn.notice.unregistered", { name, amount: amount("price") });
    case "disqualified":
      return app.say("tn.notice.disqualified", { name });
    case "ticket_won":
      return app.say("tn.notice.ticketWon", {
        name,
        place: place(app, number("place")),
        amount: amount("ticket"),
        other: other?.name ?? "",
      });
    case "seat_won":
      return app.say("tn.notice.seatWon", { name, other: other?.name ?? "" });
    case "ticket_kept":
      return app.say("tn.notice.ticketKept", { name, amount: amount("ticket") });
    case "prize_held":
      return app.say("tn.notice.held", { name, amount: amount("prize") });
    case "prize_forfeited":
      return app.say("tn.notice.forfeited", { name, amount: amount("prize") });
    case "phase_survived":
      return app.say("tn.notice.phase", { name, other: other?.name ?? "", chips: count(app, number("chips")) });
    case "phase_joined":
      return app.say("tn.notice.phaseJoined", { name, other: other?.name ?? "", chips: count(app, number("chips")) });
    case "game_voided":
    case "game_unregistered":
      return app.say("tn.notice.game", { name, amount: amount("price") });
    default:
      return wordTold(told, app.voice, app.speaker({ unit, blinds: { small: 1, big: 2, ante: 0 } }).figures);
  }
}

function changed(app: App, names: readonly string[]): string {
  const known = new Set(names.map((each) => CHANGED[each] ?? "other"));
  return listed(
    [...known].map((each) => app.say(`tn.notice.what.${each}`)),
    app.voice,
  );
}

/** Whoever does not want what it has become may leave, where that is still possible. */
const leaving = (app: App, until: number): string =>
  until === 0 ? app.say("tn.noWayBack") : app.say("tn.said.until", { time: clock(app, until) });
