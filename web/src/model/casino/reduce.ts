import type { Instant, Told } from "../basics";
import { isBehind } from "./blackjack";
import type {
  CasinoBoard,
  CasinoCrowd,
  CasinoEntry,
  CasinoFair,
  CasinoFelt,
  CasinoHappening,
  CasinoLine,
  CasinoMoment,
  CasinoNotice,
  CasinoOwn,
  CasinoShoe,
  CasinoTable,
  ShownTable,
} from "./types";

/** The parts of a table that are another now; what is left out is as before. */
export interface Parts {
  readonly moment?: CasinoMoment;
  readonly felt?: CasinoFelt;
  readonly board?: CasinoBoard;
  readonly shoe?: CasinoShoe;
  readonly crowd?: CasinoCrowd;
  readonly fair?: CasinoFair;
  readonly own?: CasinoOwn | null;
}

/** Everything that can happen to a table that is followed. */
export type CasinoTableChange =
  | { readonly kind: "shown"; readonly table: ShownTable }
  | {
      readonly kind: "moved";
      readonly at: Instant;
      readonly parts: Parts;
      readonly happened: readonly CasinoHappening[];
      readonly told: readonly Told[];
    }
  | { readonly kind: "said"; readonly line: CasinoLine; readonly mine: boolean }
  /** Staff took a message away. */
  | { readonly kind: "unsaid"; readonly number: number }
  | { readonly kind: "chatRead" }
  | { readonly kind: "refused"; readonly told: Told; readonly at: Instant }
  | { readonly kind: "dismissed" };

const LOG_MAX = 200;
const CHAT_MAX = 100;

export function opened(shown: ShownTable): CasinoTable {
  return { ...shown, log: [], notice: null, unread: 0 };
}

export function reduceTable(table: CasinoTable, change: CasinoTableChange): CasinoTable {
  switch (change.kind) {
    case "shown":
      return shownAgain(table, change.table);
    case "moved":
      return moved(table, change);
    case "said":
      return {
        ...table,
        chat: [...table.chat, change.line].slice(-CHAT_MAX),
        unread: change.mine ? table.unread : table.unread + 1,
      };
    case "unsaid":
      return { ...table, chat: table.chat.filter(({ number }) => number !== change.number) };
    case "chatRead":
      return { ...table, unread: 0 };
    case "refused": {
      const what = { kind: "refused", told: change.told } as const;
      return { ...logged(table, [what], change.at), notice: { kind: "refusal", what, at: change.at } };
    }
    case "dismissed":
      return { ...table, notice: null };
  }
}

/** A table shown anew keeps its log; a notice stays as long as the round it is about, or until it is read. */
function shownAgain(table: CasinoTable, shown: ShownTable): CasinoTable {
  const same = shown.moment.round === table.moment.round;
  const notice = same || table.notice?.kind === "info" ? table.notice : null;
  return { ...shown, log: table.log, notice, unread: table.unread };
}

function moved(table: CasinoTable, change: Extract<CasinoTableChange, { kind: "moved" }>): CasinoTable {
  const { parts, at } = change;
  const next: CasinoTable = {
    ...table,
    ...parts,
    own: parts.own === undefined ? table.own : parts.own,
  };
  // Who bets behind another player gets no chat, and keeps none in sight (BJ-69).
  const silent = isBehind(next.own?.box ?? null);
  const mine = ownNews(table, next, change.happened);
  const told = change.told.map((each) => ({ kind: "told", told: each }) as const);
  const happened = [...change.happened, ...mine, ...told];
  const notice = happened.reduce<CasinoNotice | null>(
    (standing, what) => noticeOf(what, at) ?? (ends(standing, what) ? null : standing),
    table.notice,
  );
  return { ...logged(silent ? { ...next, chat: [], unread: 0 } : next, happened, at), notice };
}

/** What a step meant for the reader's own bets, read with the table as it was. */
function ownNews(
  before: CasinoTable,
  after: CasinoTable,
  happened: readonly CasinoHappening[],
): readonly CasinoHappening[] {
  const news: CasinoHappening[] = [];
  const [old, now] = [before.own, after.own];
  const closed = happened.find((what) => what.kind === "betsClosed" || what.kind === "betsLapsed");
  const loose = old?.layout?.staged ?? [];
  if (closed && "rule" in closed && loose.length > 0 && now?.layout)
    news.push({ kind: "chipsReturned", amount: sumOf(loose), bets: loose, rule: closed.rule });
  const open = before.moment.phase === "betting" && after.moment.phase === "betting";
  const bets = now?.layout?.bets ?? [];
  const added = sumOf(bets) - sumOf(old?.layout?.bets ?? []);
  if (open && before.moment.round === after.moment.round && added > 0)
    news.push({ kind: "placed", added, total: sumOf(bets), fields: bets.length });
  const voided = happened.find((what) => what.kind === "roundVoid");
  if (voided?.kind === "roundVoid" && old && old.staked > 0)
    news.push({ kind: "betsBack", amount: old.staked, rule: voided.rule });
  const payment = now?.payment ?? null;
  if (payment && payment.round !== old?.payment?.round) news.push({ kind: "paid", payment });
  return news;
}

const sumOf = (bets: readonly { readonly amount: number }[]): number =>
  bets.reduce((sum, { amount }) => sum + amount, 0);

/** What is worth standing on the line whatever the phase says. */
function noticeOf(what: CasinoHappening, at: Instant): CasinoNotice | null {
  switch (what.kind) {
    case "chipsReturned":
    case "roundCorrected":
    case "told":
      return { kind: "ruling", what, at };
    case "roundVoid":
    case "betsBack":
      return { kind: "info", what, at };
    case "clocksShifted":
      return what.recovered ? { kind: "info", what, at } : null;
    default:
      return null;
  }
}

/** What makes a notice old: the next result, or the next closing of the bets. */
function ends(standing: CasinoNotice | null, what: CasinoHappening): boolean {
  if (standing === null) return false;
  const later = what.kind === "betsClosed" || what.kind === "roundPaid" || what.kind === "ballFell";
  return later || (what.kind === "placed" && standing.kind === "refusal");
}

/** What is told of a step but stands nowhere: sums of the others, a seat's bet. */
const UNLOGGED: ReadonlySet<CasinoHappening["kind"]> = new Set(["outcomeKnown", "secretTold"]);

function logged(table: CasinoTable, happened: readonly CasinoHappening[], at: Instant): CasinoTable {
  let id = table.log.at(-1)?.id ?? 0;
  const entries = happened
    .filter(({ kind }) => !UNLOGGED.has(kind))
    .map((what): CasinoEntry => {
      id += 1;
      return { id, at, round: table.moment.round, what };
    });
  return entries.length === 0 ? table : { ...table, log: [...table.log, ...entries].slice(-LOG_MAX) };
}
