import type { App } from "../../app/app.svelte";
import { multiplierText } from "../../format/multiplier";
import { formatOrdinal } from "../../format/ordinal";
import { formatClock, formatCountdown } from "../../format/time";
import type { Cents } from "../../model/basics";
import { bandOf, paidPlaces } from "../../model/hexapro";
import { secondsLeft } from "../../model/table/clock";
import { mySeat } from "../../model/table/read";
import { type Level, levelThatCounts, type TableTournament } from "../../model/table/tournament";
import type { Table } from "../../model/table/types";

/** One number outside the felt, and what it is called. */
export interface Cell {
  readonly name: string;
  readonly value: string;
  readonly look: "plain" | "time" | "quiet" | "mine";
}

export const chips = (app: App, value: number): string => app.amount(value, { kind: "chips" });
/** Money always carries its sign, so that nobody takes it for chips. */
export const money = (app: App, { unit }: TableTournament, value: Cents): string =>
  app.amount(value, unit, { named: true });
export const placeName = (app: App, place: number): string => formatOrdinal(place, app.voice.language);

/** "1 000 / 2 000 · 250". */
export function blindsText(app: App, { small, big, ante }: Level, anteless = false): string {
  const blinds = `${chips(app, small)} / ${chips(app, big)}`;
  if (ante > 0) return `${blinds} · ${chips(app, ante)}`;
  return anteless ? `${blinds} · ${app.say("tourney.noAnte")}` : blinds;
}

/** What is left of the level, or of the pause; time that stands is a dash. */
export function clockText(app: App, { pause, levelEnds }: TableTournament): string {
  const until = pause ? pause.until : levelEnds;
  return until === null ? app.say("common.dash") : formatCountdown(until - app.roomSecond);
}

/** Level and time, blinds, and what comes next. */
export function clockCells(app: App, tournament: TableTournament): readonly Cell[] {
  const { level, next, pause } = tournament;
  const time = clockText(app, tournament);
  if (pause?.until && next)
    return [
      { name: app.say("tourney.break"), value: time, look: "time" },
      { name: app.say("tourney.levelWillBe", { number: next.number }), value: blindsText(app, next), look: "plain" },
      {
        name: app.say("tourney.goesOn"),
        value: app.say("tourney.goesOnAt", {
          number: next.number,
          time: formatClock(pause.until, app.voice.locale),
        }),
        look: "quiet",
      },
    ];
  const anteless = (next?.ante ?? 0) > 0;
  return [
    {
      name: pause
        ? app.say(pause.kind === "house" ? "tourney.paused" : "tourney.breakDue")
        : app.say("tourney.level", { number: level?.number ?? 1 }),
      value: time,
      look: "time",
    },
    ...(level
      ? [
          {
            name: app.say(anteless || level.ante > 0 ? "tourney.blindsAnte" : "tourney.blinds"),
            value: blindsText(app, level, anteless),
            look: "plain" as const,
          },
        ]
      : []),
    ...(next ? [{ name: app.say("tourney.next"), value: blindsText(app, next), look: "quiet" as const }] : []),
  ];
}

/** My place, what is paid, and the average; in HexaPro what is played for. */
export function standingCells(app: App, table: Table, tournament: TableTournament, drawing = false): readonly Cell[] {
  if (tournament.draw) return drawing ? undrawnCells(app) : drawCells(app, tournament);
  const { finish, entries, remaining } = tournament;
  if (finish)
    return [
      { name: app.say("tourney.you"), value: placeName(app, finish.place), look: "mine" },
      {
        name: app.say("tourney.left"),
        value: app.say("tourney.leftOf", { left: remaining, count: entries }),
        look: "plain",
      },
      averageCell(app, tournament),
    ];
  return [...placeCell(app, table, tournament), paidCell(app, tournament), averageCell(app, tournament)];
}

function placeCell(app: App, table: Table, { place, remaining }: TableTournament): readonly Cell[] {
  if (place === null || !mySeat(table)) return [];
  const value = app.say("tourney.placeOf", { place: placeName(app, place), count: remaining });
  return [{ name: app.say("tourney.place"), value, look: "mine" }];
}

function paidCell(app: App, tournament: TableTournament): Cell {
  const { remaining, paid, outNow } = tournament;
  const level = reBuysThrough(tournament);
  if (level !== null)
    return {
      name: app.say("tourney.reBuysUntil"),
      value: app.say("tourney.reBuysThrough", { number: level }),
      look: "plain",
    };
  if (remaining <= paid && outNow !== null)
    return { name: app.say("tourney.outNow"), value: money(app, tournament, outNow), look: "plain" };
  return { name: app.say("tourney.paid"), value: app.say("tourney.places", { count: paid }), look: "plain" };
}

function averageCell(app: App, tournament: TableTournament): Cell {
  const counts = levelThatCounts(tournament);
  const average = chips(app, tournament.average);
  const inBlinds = counts ? ` · ${bigBlinds(app, tournament.average, counts.big)}` : "";
  return { name: app.say("tourney.average"), value: average + inBlinds, look: "quiet" };
}

/** Chips in big blinds, whatever the reader chose for amounts. */
export function bigBlinds(app: App, value: number, big: number): string {
  return app.speaker({ unit: { kind: "chips" }, blinds: { small: 0, big, ante: 0 } }).figures.bigBlinds(value);
}

function drawCells(app: App, tournament: TableTournament): readonly Cell[] {
  const { draw } = tournament;
  const band = draw && bandOf(draw);
  if (!band) return [];
  const all = paidPlaces(band) === 1;
  const shared = band.prizes.map((prize) => app.amount(prize, tournament.unit)).join(" · ");
  return [
    { name: app.say("tourney.prizePool"), value: money(app, tournament, band.pool), look: "mine" },
    {
      name: all ? app.say("tourney.winner") : [1, 2, 3].map((place) => placeName(app, place)).join(" · "),
      value: all ? app.say("tourney.winnerAll") : shared,
      look: "plain",
    },
    ...(band.bank === null
      ? []
      : [
          {
            name: app.say("tourney.timeBank"),
            value: app.say("common.shortSeconds", { count: secondsLeft(band.bank) }),
            look: "quiet" as const,
          },
        ]),
  ];
}

/** The same places while the draw turns. */
function undrawnCells(app: App): readonly Cell[] {
  const value = app.say("common.dash");
  return [
    { name: app.say("tourney.prizePool"), value, look: "mine" },
    { name: app.say("tourney.winner"), value, look: "plain" },
    { name: app.say("tourney.timeBank"), value, look: "quiet" },
  ];
}

/** The line above the standing: table and seat, rulebook, hand. */
export function whereText(app: App, table: Table, { finalTable, table: number, kind }: TableTournament): string {
  if (kind === "hexapro" || kind === "extreme") return table.editionName;
  const seat = table.me;
  const where = finalTable
    ? app.say("tourney.final")
    : seat === null
      ? app.say("tourney.table", { table: number })
      : app.say("tourney.tableSeat", { table: number, seat: seat + 1 });
  return `${where} · ${table.editionName}`;
}

/** What stands under the place in the phone's corner, where no name stands above it. */
export function besideText(app: App, tournament: TableTournament): string {
  const { draw, finish, entries, remaining, paid, outNow } = tournament;
  if (draw) return drawShort(app, tournament);
  if (finish) return app.say("tourney.leftOf", { left: remaining, count: entries });
  const level = reBuysThrough(tournament);
  if (level !== null) return app.say("tourney.reBuysShort", { number: level });
  if (remaining <= paid && outNow !== null)
    return app.say("tourney.outNowShort", { amount: money(app, tournament, outNow) });
  return app.say("tourney.paidShort", { count: paid });
}

/** The level that ends the re-buys, while there are any. */
const reBuysThrough = ({ reBuy, reBuyLevel }: TableTournament): number | null =>
  reBuy && reBuy.state.kind !== "over" ? reBuyLevel : null;

/** "3x, winner takes all" under the pool in the phone's corner. */
function drawShort(app: App, tournament: TableTournament): string {
  const { draw } = tournament;
  const band = draw && bandOf(draw);
  if (!band) return "";
  const times = multiplierText(band.multiplier, app.voice.locale);
  return paidPlaces(band) === 1 ? app.say("tourney.timesAll", { times }) : app.say("tourney.timesShared", { times });
}
