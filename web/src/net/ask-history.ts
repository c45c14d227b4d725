/** Hands that were played, and one of them step by step. */
import { ready } from "../model/basics";
import type { Card } from "../model/cards";
import type { HandRow, HistoryPeriod, PlotPoint, Session } from "../model/history";
import type { Change } from "../model/model";
import type { HandRecord } from "../model/table/replay";
import type { Command } from "./commands";
import { type HandDetail, recordOf, stakeName } from "./hand-record";
import { type Api, asking } from "./http";
import { unitOf } from "./wire-table";

type HistoryCommand = Extract<Command, { kind: "readHistory" | "readHand" | "complain" }>;

interface HandsAnswer {
  readonly rows: readonly (Omit<HandRow, "hole" | "board"> & {
    readonly hole: readonly string[];
    readonly board: readonly string[];
  })[];
  readonly downloads?: boolean;
  readonly downloadRule?: string | null;
}

interface ResultsAnswer {
  readonly hands: number;
  readonly result: number;
  readonly rake: number;
  readonly tenthsPer100: number;
  readonly currency: string | null;
  readonly label: "real" | "play" | "test";
  readonly points: readonly PlotPoint[];
}

const DAY = 86_400_000;
const DAYS: Readonly<Record<HistoryPeriod, number | null>> = { today: 1, week: 7, month: 31, all: null };
const ROWS_MAX = 200;
const TOURNAMENT_ROWS_MAX = 500;
const UNKNOWN = { code: "unknown", rule: null, numbers: {} } as const;

export async function askHistory(api: Api, command: HistoryCommand): Promise<readonly Change[]> {
  switch (command.kind) {
    case "readHistory":
      return readHistory(api, command.period, command.tournament);
    case "readHand":
      return readHand(api, command.hand);
    case "complain": {
      const answer = await api.post(`/api/hands/${encodeURIComponent(command.hand)}/complaint`, { text: command.text });
      const told = answer.ok ? { code: "complaint_kept", rule: null, numbers: {} } : answer.told;
      return [{ to: "noticed", notice: { id: `complaint:${command.hand}`, kind: "told", told } }];
    }
  }
}

async function readHistory(api: Api, period: HistoryPeriod, tournament: string | null): Promise<readonly Change[]> {
  return tournament === null ? readPeriod(api, period) : readTournament(api, period, tournament);
}

async function readPeriod(api: Api, period: HistoryPeriod): Promise<readonly Change[]> {
  const since = sinceOf(period, Date.now());
  const [hands, results] = await Promise.all([
    api.get<HandsAnswer>(asking("/api/hands", { since, limit: ROWS_MAX })),
    api.get<ResultsAnswer>(asking("/api/results", { since })),
  ]);
  const failed = hands.ok ? (results.ok ? null : results.told) : hands.told;
  if (!hands.ok || !results.ok) return [historyLoaded(period, null, { state: "failed", told: failed ?? UNKNOWN })];
  const { currency, label, ...sums } = results.value;
  const unit = unitOf({ kind: "money", currency, label: label === "real" ? null : label });
  const file = hands.value.downloads ? asking("/api/hands.txt", { since }) : null;
  const keptBack = hands.value.downloadRule ?? null;
  return [historyLoaded(period, null, ready({ ...sums, unit, rows: rowsOf(hands.value), file, keptBack }))];
}

/** The hands of one tournament, from the first to the last, in chips. */
async function readTournament(api: Api, period: HistoryPeriod, tournament: string): Promise<readonly Change[]> {
  const hands = await api.get<HandsAnswer>(asking("/api/hands", { tournament, limit: TOURNAMENT_ROWS_MAX }));
  if (!hands.ok) return [historyLoaded(period, tournament, { state: "failed", told: hands.told })];
  const rows = rowsOf(hands.value);
  const file = hands.value.downloads ? asking("/api/hands.txt", { tournament }) : null;
  const session: Session = {
    unit: { kind: "chips" },
    hands: rows.length,
    result: rows.reduce((sum, { result }) => sum + result, 0),
    rake: 0,
    tenthsPer100: 0,
    points: [],
    rows,
    file,
    keptBack: hands.value.downloadRule ?? null,
  };
  return [historyLoaded(period, tournament, ready(session))];
}

const rowsOf = ({ rows }: HandsAnswer): readonly HandRow[] =>
  rows.map((row) => ({
    ...row,
    stake: stakeName(row.stake),
    hole: row.hole as readonly Card[],
    board: row.board as readonly Card[],
  }));

/** Today begins at midnight of the reader. */
function sinceOf(period: HistoryPeriod, now: number): number | null {
  const days = DAYS[period];
  if (days === null) return null;
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  return midnight - (days - 1) * DAY;
}

type Loaded = Extract<Extract<Change, { to: "history" }>["change"], { kind: "historyLoaded" }>;
const historyLoaded = (period: HistoryPeriod, tournament: string | null, session: Loaded["session"]): Change => ({
  to: "history",
  change: { kind: "historyLoaded", period, tournament, session },
});

async function readHand(api: Api, hand: string): Promise<readonly Change[]> {
  const answer = await api.get<HandDetail>(`/api/hands/${encodeURIComponent(hand)}`);
  const record = answer.ok
    ? ready<HandRecord>(recordOf(answer.value))
    : ({ state: "failed", told: answer.told } as const);
  return [{ to: "history", change: { kind: "handOpenedForReplay", record } }];
}
