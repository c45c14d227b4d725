import type { Instant, RuleId } from "../basics";
import { entryOffer, isMyTurn, lastAggressor, mySeat, seatAt } from "./read";
import { feltSays, isDone, isOffered, type TableTournament } from "./tournament";
import { type ActKind, type Happening, NOTICE_MS, type Notice, type Options, type Table } from "./types";

/** How many acts the line repeats. */
const RECENT_MAX = 3;

/** What the event line says, in the order of weight; words come later. */
export type Line =
  | { readonly kind: "notice"; readonly notice: Notice; readonly dismissable: boolean }
  | {
      readonly kind: "turn";
      readonly options: Options;
      readonly aggressor: {
        readonly name: string;
        readonly act: ActKind;
        readonly amount: number;
        readonly allIn: boolean;
      } | null;
    }
  | { readonly kind: "ended"; readonly happened: readonly Happening[]; readonly missing: number }
  | { readonly kind: "course"; readonly happened: readonly Happening[]; readonly toAct: string | null }
  | { readonly kind: "waiting"; readonly missing: number }
  /** How the whole tournament stands, while it keeps this table from playing or has done with me. */
  | { readonly kind: "tournament"; readonly says: TournamentLine };

export type TournamentLine =
  | "finished"
  | "ended"
  | "offer"
  | "draw"
  | "paused"
  | "break"
  | "breakDue"
  | "handForHand"
  | "final";

export function lineOf(table: Table, at: Instant): Line {
  const notice = noticeToShow(table, at);
  if (notice) return { kind: "notice", notice, dismissable: notice === table.standing };
  const options = table.hand?.options;
  if (isMyTurn(table) && options) return { kind: "turn", options, aggressor: aggression(table) };
  const says = tournamentLine(table);
  if (says) return { kind: "tournament", says };
  if (!table.hand) return { kind: "waiting", missing: table.missing };
  const end = table.hand.result ? endOf(table) : null;
  // Whoever comes after the end of a hand was not told how it ended.
  if (end)
    return end.length > 0
      ? { kind: "ended", happened: end, missing: table.missing }
      : { kind: "waiting", missing: table.missing };
  const turn = table.hand.turn;
  return { kind: "course", happened: recent(table), toAct: turn ? seatAt(table, turn.seat).name : null };
}

/** The clause on which rests what the line says of the whole tournament. */
export function ruleOfLine({ finish, ended, reBuy, draw }: TableTournament, says: TournamentLine): RuleId {
  switch (says) {
    case "finished":
      return finish?.rule ?? "MTT-44";
    case "ended":
      return ended?.kind === "cancelled" ? ended.rule : "MTT-71a";
    case "offer":
      return reBuy?.rule ?? "MTT-66";
    case "draw":
      return draw?.rule ?? "HEXA-04";
    case "paused":
      return "MTT-45";
    case "break":
      return "MTT-47a";
    case "breakDue":
      return "MTT-47b";
    case "handForHand":
      return "MTT-43";
    case "final":
      return "MTT-42a";
  }
}

/** What the tournament has to say between hands, the most urgent first. */
function tournamentLine(table: Table): TournamentLine | null {
  const { tournament } = table;
  if (!tournament) return null;
  const between = table.hand === null || table.hand.result !== null;
  if (tournament.finish) return "finished";
  if (tournament.ended) return "ended";
  if (isOffered(table)) return "offer";
  if (!between) return null;
  if (feltSays(table) === "draw") return "draw";
  if (tournament.pause?.kind === "house") return "paused";
  if (tournament.pause) return tournament.pause.until === null ? "breakDue" : "break";
  if (tournament.waiting) return "handForHand";
  return tournament.finalTable && table.hand === null ? "final" : null;
}

/** A ruling that closes raising stays as long as it does so; others for their time; then what stands is seen again. */
function noticeToShow(table: Table, at: Instant): Notice | null {
  const { notice, standing } = table;
  // How it ended for me says more than that the table closes with it.
  const isLess = notice?.told.code === "table_over" && table.tournament && isDone(table.tournament);
  if (!notice || isLess) return standing;
  const holds =
    notice.kind === "ruling" && notice.told.rule !== null && notice.told.rule === table.hand?.options?.closedBy;
  return holds || at < notice.at + NOTICE_MS ? notice : standing;
}

/** What "why?" explains: the line if something stands there, else the last ruling, then what I may not or may do. */
export function ruleInQuestion(table: Table, at: Instant): RuleId | null {
  const shown = noticeToShow(table, at);
  if (shown && shown === table.standing) return shown.told.rule;
  const line = lineOf(table, at);
  if (line.kind === "tournament" && table.tournament) return ruleOfLine(table.tournament, line.says);
  const told = table.why?.rule ?? table.notice?.told.rule ?? table.hand?.options?.closedBy;
  return told ?? entryOffer(table)?.rule ?? null;
}

function aggression(table: Table): Extract<Line, { kind: "turn" }>["aggressor"] {
  const found = lastAggressor(table);
  if (!found || found.seat === mySeat(table)) return null;
  const { seat, kind } = found;
  return { name: seat.name, act: kind, amount: seat.bet, allIn: seat.lastAct?.allIn ?? false };
}

/** What happened last in this betting round. */
function recent(table: Table): Happening[] {
  const found: Happening[] = [];
  for (const { what } of table.log.toReversed()) {
    if (what.kind === "opened" || found.length === RECENT_MAX) break;
    if (what.kind === "acted" || what.kind === "posted") found.unshift(what);
    if (what.kind === "street") {
      if (found.length === 0) found.unshift(what);
      break;
    }
  }
  return found;
}

/** The winners, and what the house took. */
function endOf(table: Table): Happening[] {
  const end = table.log.findLastIndex(({ what }) => what.kind === "opened");
  return table.log
    .slice(end + 1)
    .map(({ what }) => what)
    .filter((what) => what.kind === "won" || what.kind === "rake");
}
