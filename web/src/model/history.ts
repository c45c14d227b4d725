import type { Cents, Instant, Loadable, RuleId, Unit } from "./basics";
import { LOADING, within } from "./basics";
import type { Card } from "./cards";
import type { HandRecord } from "./table/replay";

export const PERIODS = ["today", "week", "month", "all"] as const;
export type HistoryPeriod = (typeof PERIODS)[number];

export interface HandRow {
  readonly id: string;
  readonly number: number;
  readonly table: string;
  readonly at: Instant;
  readonly stake: string;
  /** Chips in a tournament, or money of a table. */
  readonly tournament: { readonly id: string; readonly name: string } | null;
  readonly level: number;
  readonly hole: readonly Card[];
  readonly board: readonly Card[];
  readonly result: Cents;
  readonly big: Cents;
  readonly rulings: readonly RuleId[];
}

/** The sum after so many hands. */
export interface PlotPoint {
  readonly hands: number;
  readonly result: Cents;
  readonly beforeRake: Cents;
}

export interface Session {
  readonly unit: Unit;
  readonly result: Cents;
  readonly hands: number;
  /** Tenths of a big blind won in a hundred hands. */
  readonly tenthsPer100: number;
  readonly rake: Cents;
  readonly points: readonly PlotPoint[];
  readonly rows: readonly HandRow[];
  /** Where the hands can be had in one file, or the clause that keeps them back. */
  readonly file: string | null;
  readonly keptBack: RuleId | null;
}

export interface History {
  readonly period: HistoryPeriod;
  /** Only its hands, whenever they were played. */
  readonly tournament: string | null;
  readonly session: Loadable<Session>;
  readonly open: Loadable<HandRecord> | null;
}

export type HistoryChange =
  | { readonly kind: "periodChosen"; readonly period: HistoryPeriod }
  | { readonly kind: "tournamentChosen"; readonly tournament: string | null }
  | {
      readonly kind: "historyLoaded";
      readonly period: HistoryPeriod;
      readonly tournament: string | null;
      readonly session: Loadable<Session>;
    }
  | { readonly kind: "handPlayed"; readonly row: HandRow }
  | { readonly kind: "handOpenedForReplay"; readonly record: Loadable<HandRecord> };

export function reduceHistory(history: History, change: HistoryChange): History {
  switch (change.kind) {
    case "periodChosen":
      return change.period === history.period ? history : { ...history, period: change.period, session: LOADING };
    case "tournamentChosen":
      return change.tournament === history.tournament
        ? history
        : { ...history, tournament: change.tournament, session: LOADING };
    case "historyLoaded":
      // An answer for what is no longer wanted came too late.
      return change.period === history.period && change.tournament === history.tournament
        ? { ...history, session: change.session }
        : history;
    case "handPlayed":
      return {
        ...history,
        session: within(history.session, (session) => ({ ...session, rows: [change.row, ...session.rows] })),
      };
    case "handOpenedForReplay":
      return { ...history, open: change.record };
  }
}

export interface HandFilters {
  /** Only hands that lost more than so many big blinds. */
  readonly lostOverBigBlinds: number | null;
  readonly rulingsOnly: boolean;
}

export function visibleHands(rows: readonly HandRow[], filters: HandFilters): readonly HandRow[] {
  const { lostOverBigBlinds: lost, rulingsOnly } = filters;
  return rows.filter(
    (row) => (lost === null || row.result < -lost * row.big) && (!rulingsOnly || row.rulings.length > 0),
  );
}
