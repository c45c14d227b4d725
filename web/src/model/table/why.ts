import type { Cents, RuleId, Told } from "../basics";
import { highestBet, mySeat, totalPot } from "./read";
import type { Happening, Table, Why, WhyLine } from "./types";

/** Why the room ruled so in this case: the sum that led there, and what it comes to; `null` where nothing was counted. */
export function whyOf(table: Table, rule: RuleId): Why | null {
  if (table.why?.rule === rule) return table.why;
  if (table.hand?.options?.closedBy === rule) return raiseClosed(table, rule);
  if (table.notice?.told.rule === rule) return toldWhy(table, rule, table.notice.told);
  if (table.standing?.told.rule === rule) return { rule, lines: [], outcome: table.standing.told };
  const what = table.log.findLast((entry) => ruleOf(entry.what) === rule)?.what;
  if (what?.kind === "rake") return rakeWhy(rule, what);
  return what?.kind === "ruling" ? { rule, lines: [], outcome: what.told } : null;
}

/** The clause a line of the log rests on, when the room decided something. */
export function ruleOf(what: Happening): RuleId | null {
  if (what.kind === "ruling") return what.told.rule;
  return "rule" in what ? what.rule : null;
}

const line = (code: string, amount: Cents, more: Partial<WhyLine> = {}): WhyLine => ({
  code,
  amount,
  signed: false,
  total: false,
  numbers: {},
  names: {},
  ...more,
});

function rakeWhy(rule: RuleId, { pot, amount }: Extract<Happening, { kind: "rake" }>): Why {
  const lines = [
    line("pot", pot),
    line("rake", -amount, { signed: true }),
    line("paid_out", pot - amount, { total: true }),
  ];
  return { rule, lines, outcome: null };
}

function toldWhy(table: Table, rule: RuleId, told: Told): Why {
  return { rule, lines: linesOf(table, told), outcome: { ...told, code: told.code } };
}

function linesOf(table: Table, { code, numbers }: Told): readonly WhyLine[] {
  const faced = highestBet(table);
  const own = mySeat(table);
  if (code === "raise_too_small" && numbers.least !== undefined)
    return [
      line("bet_faced", faced),
      line("least_by", numbers.least - faced, { signed: true }),
      line("least_to", numbers.least, { total: true }),
    ];
  if (code === "cannot_check" && own)
    return [
      line("bet_faced", faced),
      line("in_front", -own.bet, { signed: true }),
      line("to_call", numbers.to_call ?? faced - own.bet, { total: true }),
    ];
  if (code === "raise_too_large" && numbers.most !== undefined && own) return mostLines(table, numbers.most, own);
  return [];
}

/** The most is all one has or, where the pot is the limit, the call and then the pot. */
function mostLines(table: Table, most: Cents, own: { bet: Cents; stack: Cents }): readonly WhyLine[] {
  if (most === own.bet + own.stack)
    return [
      line("in_front", own.bet),
      line("my_stack", own.stack, { signed: true }),
      line("most_to", most, { total: true }),
    ];
  const faced = highestBet(table);
  if (table.structure !== "pot_limit") return [line("most_to", most, { total: true })];
  const after = totalPot(table) + faced - own.bet;
  return [
    line("bet_faced", faced),
    line("pot_called", after, { signed: true }),
    line("most_to", most, { total: true }),
  ];
}

/** The bets of this round one above the other: the last was too small to open betting again. */
function raiseClosed(table: Table, rule: RuleId): Why {
  const steps = climb(table);
  const last = steps.at(-1);
  const full = Math.max(table.blinds.big, ...steps.slice(0, -1).map(({ by }) => by));
  const toCall = table.hand?.options?.toCall ?? 0;
  if (!last || last.by >= full) return { rule, lines: [line("to_call", toCall, { total: true })], outcome: null };
  const mine = steps.findLast(({ own }) => own);
  return {
    rule,
    lines: [
      ...(mine ? [line("my_raise", mine.by, { signed: true, numbers: { to: mine.to, from: mine.to - mine.by } })] : []),
      line("full_raise", full),
      line("all_in_to", last.by, { signed: true, total: true, numbers: { to: last.to }, names: { name: last.name } }),
    ],
    outcome: {
      code: "may_call_or_fold",
      rule,
      numbers: { added: last.by, needed: full, to_call: toCall },
      names: { names: "@me" },
    },
  };
}

interface Rise {
  readonly name: string;
  readonly own: boolean;
  readonly to: Cents;
  readonly by: Cents;
}

/** Every bet of this round that went above those before it. */
function climb(table: Table): readonly Rise[] {
  const from = table.log.findLastIndex(({ what }) => what.kind === "opened" || what.kind === "street");
  const rises: Rise[] = [];
  let high = 0;
  for (const { what } of table.log.slice(from + 1)) {
    if (what.kind === "posted") high = Math.max(high, what.blind === "ante" ? 0 : what.amount);
    if (what.kind !== "acted" || what.act === "fold" || what.act === "check") continue;
    if (what.act === "call" && !what.allIn) continue;
    if (what.amount > high) rises.push({ name: what.name, own: what.mine, to: what.amount, by: what.amount - high });
    high = Math.max(high, what.amount);
  }
  return rises;
}
