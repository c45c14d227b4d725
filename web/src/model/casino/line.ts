import type { Duration, Instant, RuleId } from "../basics";
import type { CasinoHappening, CasinoNotice, CasinoTable } from "./types";

/** How long a refusal stands on the line. */
const REFUSAL_MS: Duration = 8000;
const RULING_MS: Duration = 8000;
/** A ruling on what was before gives way to a question that is asked now: its time runs. */
const ASKED_MS: Duration = 3000;

/** What the event line is about, before the words: the first of these that is true. */
export type CasinoLineSays =
  | { readonly kind: "held" }
  | { readonly kind: "notice"; readonly notice: CasinoNotice; readonly dismissable: boolean }
  | { readonly kind: "phase" };

export function lineOf(table: CasinoTable, now: Instant): CasinoLineSays {
  if (table.moment.hold) return { kind: "held" };
  const { notice } = table;
  if (!notice) return { kind: "phase" };
  const dismissable = notice.kind === "info";
  const { box } = table.own ?? {};
  const asked = (box?.options.length ?? 0) > 0 || (box?.insuranceMax ?? 0) > 0;
  const life = notice.kind === "refusal" ? REFUSAL_MS : asked ? ASKED_MS : RULING_MS;
  return dismissable || now < notice.at + life ? { kind: "notice", notice, dismissable } : { kind: "phase" };
}

/** The clause of something that happened, where it has one. */
export function ruleOf(what: CasinoHappening): RuleId | null {
  if (what.kind === "told" || what.kind === "refused") return what.told.rule;
  return "rule" in what ? (what.rule ?? null) : null;
}

/** The clause that "why?" is about: of what stands on the line, or of what was ruled last. */
export function ruleInQuestion(table: CasinoTable, now: Instant): RuleId | null {
  const says = lineOf(table, now);
  if (says.kind === "held") return table.moment.hold?.rule ?? null;
  if (says.kind === "notice") return ruleOf(says.notice.what);
  return table.log.map(({ what }) => ruleOf(what)).findLast((rule) => rule !== null) ?? null;
}
