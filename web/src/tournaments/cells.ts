import type { App } from "../app/app.svelte";
import { formatCountdown } from "../format/time";
import type { Instant } from "../model/basics";
import type { BlindLevel, StandingRow, TournamentPage } from "../model/tournament/page";
import { stateOf } from "../model/tournament/state";
import { bigBlindOf, levelAt, partOver, toTheMoney } from "../model/tournament/times";
import { bigBlinds, clock, count, guaranteeNote, inTime, money, place, span } from "./text";

/** A cell: what it is, its number, and a note under it. */
export interface Cell {
  readonly head: string;
  readonly main: string;
  readonly note: string;
}

export interface Clock extends Cell {
  /** How much of it is over, from 0 to 1; `null`: there is nothing to run out. */
  readonly over: number | null;
}

export const pageState = ({ terms, numbers }: TournamentPage, now: Instant) =>
  stateOf({ opensAt: terms.opensAt, numbers }, now);

const blindsText = (app: App, level: BlindLevel | null): string =>
  level === null ? app.say("common.dash") : `${count(app, level.smallBlind)} / ${count(app, level.bigBlind)}`;

const anteText = (app: App, level: BlindLevel | null): string =>
  level === null || level.ante === 0 ? app.say("tn.noAnte") : app.say("tn.ante", { amount: count(app, level.ante) });

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" · ");

/** The clock at the left of the strip. */
export function clockOf(app: App, page: TournamentPage, now: Instant): Clock {
  const { terms, numbers } = page;
  switch (pageState(page, now)) {
    case "announced":
    case "registering": {
      if (numbers.startsAt === null) {
        const max = terms.entriesMax ?? terms.seats;
        const main = app.say("tn.ofSeats", { count: count(app, numbers.entries), max });
        return { head: app.say("tn.clock.whenFull"), main, note: "", over: numbers.entries / max };
      }
      const opened = terms.opensAt ?? numbers.startsAt - 3_600_000;
      const over = partOver(numbers.startsAt - opened, numbers.startsAt, now);
      return { head: app.say("tn.clock.startsIn"), main: formatCountdown(numbers.startsAt - now), note: "", over };
    }
    case "late":
    case "running": {
      const head = app.say("tn.clock.levelEnds", { count: numbers.level });
      if (numbers.levelEnds === null) return { head, main: app.say("common.dash"), note: "", over: null };
      const over = partOver(terms.levelTime, numbers.levelEnds, now);
      return { head, main: formatCountdown(numbers.levelEnds - now), note: "", over };
    }
    case "break": {
      const { pause } = numbers;
      if (pause?.until == null) {
        const house = pause?.kind === "house";
        const note = app.say(house ? "tn.clock.houseNote" : "tn.breakDue");
        return {
          head: app.say("tn.state.break"),
          main: app.say(house ? "tn.clock.paused" : "tn.clock.due"),
          note,
          over: null,
        };
      }
      const over = partOver(pause.length, pause.until, now);
      return { head: app.say("tn.clock.breakEnds"), main: formatCountdown(pause.until - now), note: "", over };
    }
    case "finished":
      return {
        head: app.say("tn.state.finished"),
        main: numbers.startsAt === null ? app.say("tn.level", { count: numbers.level }) : clock(app, numbers.startsAt),
        note: numbers.startsAt === null ? "" : app.say("tn.clock.begun", { count: numbers.level }),
        over: null,
      };
    case "cancelled":
      return {
        head: app.say("tn.state.cancelled"),
        main: numbers.cancelled ? clock(app, numbers.cancelled.at) : app.say("common.dash"),
        note:
          numbers.level > 0 ? app.say("tn.clock.inLevel", { count: numbers.level }) : app.say("tn.clock.beforeStart"),
        over: null,
      };
  }
}

/** The three cells beside the clock: level, next, break; afterwards what became of it. */
export function stripOf(app: App, page: TournamentPage, now: Instant): readonly Cell[] {
  switch (pageState(page, now)) {
    case "announced":
    case "registering":
      return [firstLevel(app, page), lateCell(app, page), firstBreak(app, page)];
    case "late":
    case "running":
      return [levelCell(app, page, false), nextLevel(app, page), nextBreak(app, page, now)];
    case "break":
      return [levelCell(app, page, true), nextLevel(app, page), nextBreak(app, page, now)];
    case "finished":
      return [lastLevel(app, page), ...podium(app, page)];
    case "cancelled":
      return cancelledCells(app, page);
  }
}

function firstLevel(app: App, { terms, numbers }: TournamentPage): Cell {
  const level = levelAt(terms, 1);
  const head =
    numbers.startsAt === null
      ? app.say("tn.cell.levelNumber", { count: 1 })
      : app.say("tn.cell.levelAt", { count: 1, time: clock(app, numbers.startsAt) });
  const note = joined(anteText(app, level), app.say("tn.chips", { count: terms.stack }));
  return { head, main: blindsText(app, level), note };
}

function lateCell(app: App, { terms, numbers }: TournamentPage): Cell {
  const head = app.say("tn.state.late");
  if (terms.lateLevels === 0) return { head, main: app.say("tn.cell.none"), note: app.say("tn.untilStart") };
  const levels = app.say("tn.cell.levels", { count: terms.lateLevels });
  const until =
    numbers.registrationEnds === null ? "" : app.say("tn.until", { time: clock(app, numbers.registrationEnds) });
  const note = app.say(terms.reEntries > 0 ? "tn.cell.reEntry" : "tn.cell.noReEntry");
  return { head, main: until ? `${levels}, ${until}` : levels, note };
}

function firstBreak(app: App, { terms, numbers }: TournamentPage): Cell {
  const head = app.say("tn.cell.firstBreak");
  if (!terms.breaks) return { head, main: app.say("tn.cell.none"), note: "" };
  const main =
    numbers.breakDue === null
      ? app.say("tn.cell.minute", { minute: terms.breaks.minute })
      : clock(app, numbers.breakDue);
  return { head, main, note: app.say("tn.cell.everyHour", { time: span(app, terms.breaks.length) }) };
}

function levelCell(app: App, { terms, numbers }: TournamentPage, over: boolean): Cell {
  const head = app.say(over ? "tn.cell.levelOver" : "tn.cell.levelNumber", { count: numbers.level });
  const since =
    numbers.levelEnds === null || over
      ? ""
      : app.say("tn.cell.since", { time: clock(app, numbers.levelEnds - terms.levelTime) });
  return { head, main: blindsText(app, numbers.blinds), note: joined(anteText(app, numbers.blinds), since) };
}

function nextLevel(app: App, { numbers }: TournamentPage): Cell {
  const { nextBlinds, pause, levelEnds } = numbers;
  const at = pause?.until ?? levelEnds;
  const time = at === null ? "" : app.say("tn.cell.at", { time: clock(app, at) });
  return {
    head: app.say("tn.cell.nextLevel", { count: nextBlinds.level }),
    main: blindsText(app, nextBlinds),
    note: joined(anteText(app, nextBlinds), time),
  };
}

function nextBreak(app: App, { numbers, terms }: TournamentPage, now: Instant): Cell {
  const head = app.say(numbers.pause === null ? "tn.state.break" : "tn.cell.nextBreak");
  if (numbers.breakDue === null)
    return {
      head,
      main: terms.breaks ? app.say("tn.cell.minute", { minute: terms.breaks.minute }) : app.say("tn.cell.none"),
      note: "",
    };
  return { head, main: clock(app, numbers.breakDue), note: inTime(app, numbers.breakDue - now) };
}

function lastLevel(app: App, { numbers }: TournamentPage): Cell {
  const head = app.say("tn.cell.lastLevel", { count: numbers.level });
  return { head, main: blindsText(app, numbers.blinds), note: anteText(app, numbers.blinds) };
}

/** Winner and second, as far as the list of players tells them. */
function podium(app: App, { players, prizes, terms }: TournamentPage): readonly Cell[] {
  const named = (wanted: number): Cell => {
    const row: StandingRow | undefined = players?.rows.find((each) => each.place === wanted);
    const paid = row ? row.prize + row.bounties : (prizes.find(({ first }) => first === wanted)?.money ?? 0);
    return {
      head: app.say(wanted === 1 ? "tn.cell.winner" : "tn.cell.second"),
      main: row?.name ?? app.say("common.dash"),
      note: terms.bounties
        ? app.say("tn.cell.withBounties", { amount: money(app, paid, terms.unit) })
        : money(app, paid, terms.unit),
    };
  };
  return [named(1), named(2)];
}

function cancelledCells(app: App, { numbers: { cancelled, remaining, paidPlaces } }: TournamentPage): readonly Cell[] {
  if (!cancelled) return [];
  const started = cancelled.stage !== "before_start";
  return [
    {
      head: app.say("tn.cell.why"),
      main: app.say(`tn.cause.${cancelled.cause}`),
      note: app.say("tn.cell.byRule", { rule: cancelled.rule }),
    },
    {
      head: app.say("tn.cell.counted"),
      main: app.say(started ? "tn.cell.beforeHand" : "tn.cell.nothingPlayed"),
      note: app.say(started ? "tn.cell.startCounts" : "tn.clock.beforeStart"),
    },
    {
      head: app.say("tn.cell.inMoney"),
      main: started
        ? app.say("tn.cell.leftPaid", { left: remaining, paid: paidPlaces })
        : app.say("tn.cell.notStarted"),
      note: app.say("tn.cell.soRule", { stage: app.say(`tn.stage.${cancelled.stage}`), rule: cancelled.settledBy }),
    },
  ];
}

/** The seven cells under the strip: the same places in every state. */
export function cellsOf(app: App, page: TournamentPage, now: Instant): readonly Cell[] {
  const { terms, numbers } = page;
  const state = pageState(page, now);
  const before = state === "announced" || state === "registering";
  const cancelledEarly = state === "cancelled" && numbers.level === 0;
  if (state === "finished") return [...finishedCells(app, page), ...moneyCells(app, page), ownCell(app, page)];
  const stack = (chips: number): string => bigBlinds(app, chips, bigBlindOf(numbers));
  const sizes =
    before || cancelledEarly ? { average: terms.stack, largest: terms.stack, smallest: terms.stack } : stacks(page);
  const first: Cell =
    before || cancelledEarly
      ? {
          head: app.say("tn.cell.registered"),
          main: count(app, numbers.entries),
          note:
            terms.entriesMax === null ? app.say("tn.cell.unlimited") : app.say("tn.most", { count: terms.entriesMax }),
        }
      : {
          head: app.say("tn.cell.remaining"),
          main: app.say("tn.ofSeats", { count: count(app, numbers.remaining), max: numbers.entries }),
          note: app.say("tn.cell.tables", { count: numbers.tables }),
        };
  return [
    first,
    { head: app.say("tn.cell.average"), main: count(app, sizes.average), note: stack(sizes.average) },
    { head: app.say("tn.cell.largest"), main: count(app, sizes.largest), note: stack(sizes.largest) },
    { head: app.say("tn.cell.smallest"), main: count(app, sizes.smallest), note: stack(sizes.smallest) },
    ...(state === "cancelled" ? paidBack(app, page) : moneyCells(app, page)),
    ownCell(app, page),
  ];
}

const stacks = ({ numbers }: TournamentPage) => ({
  average: numbers.averageStack,
  largest: numbers.largestStack,
  smallest: numbers.smallestStack,
});

function finishedCells(app: App, { numbers, terms }: TournamentPage): readonly Cell[] {
  return [
    {
      head: app.say("tn.col.entries"),
      main: count(app, numbers.entries),
      note: app.say("tn.cell.atLeast", { count: terms.entriesMin }),
    },
    { head: app.say("tn.cell.reBuys"), main: count(app, numbers.reBuys), note: "" },
    { head: app.say("tn.cell.addOns"), main: count(app, numbers.addOns), note: "" },
    {
      head: app.say("tn.cell.levelsPlayed"),
      main: count(app, numbers.level),
      note: app.say("tn.levelsOf", { time: span(app, terms.levelTime) }),
    },
  ];
}

function moneyCells(app: App, { terms, numbers }: TournamentPage): readonly Cell[] {
  const guaranteed = terms.guarantee > 0 && numbers.pool <= terms.guarantee;
  const poolNote = guaranteed
    ? guaranteeNote(app, { numbers, guarantee: terms.guarantee, unit: terms.unit })
    : numbers.prizesFinal
      ? app.say("tn.cell.final")
      : app.say("tn.provisional");
  const out = toTheMoney(numbers);
  const running = numbers.status === "running" && numbers.prizesFinal;
  const paidNote =
    numbers.status === "finished"
      ? app.say("tn.cell.allPaid")
      : running
        ? paidText(app, out)
        : app.say("tn.provisional");
  return [
    { head: app.say("tn.part.pool"), main: money(app, numbers.pool, terms.unit), note: poolNote },
    { head: app.say("tn.cell.placesPaid"), main: count(app, numbers.paidPlaces), note: paidNote },
  ];
}

const paidText = (app: App, out: number): string =>
  out > 0 ? app.say("tn.cell.toGo", { count: out }) : app.say("tn.cell.allInMoney");

function paidBack(app: App, { terms, numbers: { cancelled } }: TournamentPage): readonly Cell[] {
  return [
    {
      head: app.say("tn.cell.paidOut"),
      main: money(app, cancelled?.total ?? 0, terms.unit),
      note: app.say("tn.cell.toAll"),
    },
    {
      head: app.say("tn.cell.settledBy"),
      main: cancelled?.settledBy ?? app.say("common.dash"),
      note: app.say("tn.cell.partByPart"),
    },
  ];
}

function ownCell(app: App, { terms, numbers, own }: TournamentPage): Cell {
  const head = app.say(numbers.status === "cancelled" ? "tn.cell.youGot" : "tn.cell.you");
  if (!own) {
    const enter = app.say("tn.cell.toEnter", { amount: money(app, terms.price.total, terms.unit) });
    return { head, main: app.say("tn.cell.notIn"), note: numbers.status === "announced" ? enter : "" };
  }
  if (numbers.status === "cancelled")
    return {
      head,
      main: money(app, own.payout?.amount ?? 0, terms.unit),
      note: own.payout?.held ? app.say("tn.held") : "",
    };
  if (own.stack > 0 && own.rank !== null)
    return {
      head,
      main: place(app, own.rank),
      note: joined(count(app, own.stack), bigBlinds(app, own.stack, bigBlindOf(numbers))),
    };
  if (own.place !== null)
    return { head, main: place(app, own.place), note: money(app, own.prizes + own.bounties, terms.unit) };
  return { head, main: app.say("tn.cell.in"), note: app.say("tn.chips", { count: terms.stack }) };
}
