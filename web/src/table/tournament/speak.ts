import type { App } from "../../app/app.svelte";
import { formatCount } from "../../format/amount";
import { multiplierText } from "../../format/multiplier";
import { listed } from "../../i18n/messages";
import { bandOf, type Draw, paidPlaces } from "../../model/hexapro";
import { secondsLeft } from "../../model/table/clock";
import { mySeat } from "../../model/table/read";
import type { Finish, Level, TableTournament } from "../../model/table/tournament";
import type { Table } from "../../model/table/types";
import { chips, money, placeName } from "./cells";

const MINUTE = 60_000;

/** How a tournament ended for me, in one sentence. */
export function finishText(app: App, tournament: TableTournament, finish: Finish): string {
  const place = placeName(app, finish.place);
  const amount = money(app, tournament, finish.prize);
  if (finish.prize === 0) return app.say("tourney.lineFinish", { place });
  if (finish.held) return app.say("tourney.lineHeld", { place, amount });
  if (finish.ticket > 0) return ticketText(app, tournament, finish);
  if (tournament.draw && finish.place === 1) return app.say("tourney.lineWon", { amount });
  return app.say("tourney.linePrize", { place, amount });
}

/** An entry that was won is no money; what was won besides is. */
function ticketText(app: App, tournament: TableTournament, { place, prize, ticket }: Finish): string {
  const words = { place: placeName(app, place), ticket: money(app, tournament, ticket) };
  if (prize === ticket) return app.say("tourney.lineTicket", words);
  return app.say("tourney.lineTicketAnd", { ...words, amount: money(app, tournament, prize - ticket) });
}

/** How a tournament ended without a place for me. */
export function endedText(app: App, tournament: TableTournament): string {
  const { ended } = tournament;
  if (ended?.kind !== "cancelled") return app.say("tourney.linePhase");
  return app.say("tourney.lineCancelled", { amount: money(app, tournament, ended.amount) });
}

/** The draw in one sentence: that it turns, or what was drawn and what is then played for. */
export function drawnText(app: App, tournament: TableTournament, draw: Draw, turning: boolean): string {
  const { locale } = app.voice;
  const band = bandOf(draw);
  if (turning || !band) return app.say("tourney.lineDraw", { most: formatCount(draw.total - 1, locale) });
  const words = {
    number: formatCount(draw.number, locale),
    times: multiplierText(draw.multiplier, locale),
    amount: money(app, tournament, band.pool),
  };
  if (paidPlaces(band) === 1)
    return app.say("tourney.lineDrawnAll", {
      ...words,
      level: app.say("tourney.minutes", { count: band.level / MINUTE }),
    });
  return app.say("tourney.lineDrawnShared", { ...words, prizes: shares(app, tournament, band.prizes) });
}

const shares = (app: App, { unit }: TableTournament, prizes: readonly number[]): string =>
  listed(
    prizes.map((prize) => app.amount(prize, unit)),
    app.voice,
  );

/** The same for ears, once, when it is known: the turning is never described. */
export function speakDraw(app: App, tournament: TableTournament, draw: Draw, dealsIn: number | null): string {
  const band = bandOf(draw);
  if (!band) return "";
  const { locale } = app.voice;
  const split =
    paidPlaces(band) === 1
      ? app.say("speak.winnerAll")
      : app.say("speak.shared", { prizes: shares(app, tournament, band.prizes) });
  const said = app.say("speak.drawn", {
    number: formatCount(draw.number, locale),
    times: multiplierText(draw.multiplier, locale),
    amount: money(app, tournament, band.pool),
    split,
    level: app.say("tourney.minutes", { count: band.level / MINUTE }),
  });
  return dealsIn === null ? said : `${said} ${app.say("tourney.restFirst", { seconds: secondsLeft(dealsIn) })}`;
}

/** My finish, for ears. */
export function speakFinish(app: App, tournament: TableTournament, finish: Finish): string {
  const said = [app.say("speak.finish", { place: placeName(app, finish.place), count: finish.of })];
  const paid = finish.prize - finish.ticket;
  if (finish.ticket > 0) said.push(app.say("speak.ticket", { amount: money(app, tournament, finish.ticket) }));
  if (paid > 0) said.push(app.say("speak.prize", { amount: money(app, tournament, paid) }));
  if (finish.bountyMoney > 0)
    said.push(app.say("speak.bounties", { amount: money(app, tournament, finish.bountyMoney) }));
  return said.join(" ");
}

/** Blinds and ante in words. */
export function blindsWords(app: App, { small, big, ante }: Level): string {
  const words = { small: chips(app, small), big: chips(app, big) };
  return ante > 0 ? app.say("speak.blindsAnte", { ...words, ante: chips(app, ante) }) : app.say("speak.blinds", words);
}

function timeWords(app: App, ms: number): string {
  const seconds = secondsLeft(ms);
  const rest = app.say("common.seconds", { count: seconds % 60 });
  if (seconds < 60) return rest;
  const minutes = app.say("tourney.minutes", { count: Math.floor(seconds / 60) });
  return seconds % 60 === 0 ? minutes : `${minutes} ${rest}`;
}

/** Key T: time, level, what comes next, my place, and how many are left and paid. */
export function speakClock(app: App, table: Table, tournament: TableTournament): string {
  const { pause, levelEnds, level, next, place, remaining, paid } = tournament;
  const said: string[] = [];
  const upcoming = next ? blindsWords(app, next) : "";
  if (pause?.until && next)
    said.push(
      app.say("speak.clockBreak", {
        time: timeWords(app, pause.until - app.roomSecond),
        number: next.number,
        next: upcoming,
      }),
    );
  else if (level)
    said.push(
      app.say("speak.clock", {
        number: level.number,
        time: levelEnds === null ? app.say("common.dash") : timeWords(app, levelEnds - app.roomSecond),
        next: upcoming,
      }),
    );
  if (place !== null && mySeat(table))
    said.push(app.say("speak.standing", { place: placeName(app, place), count: remaining }));
  else said.push(app.say("speak.left", { left: remaining }));
  if (!tournament.draw) said.push(app.say("speak.paid", { count: paid }));
  return said.join(" ");
}
