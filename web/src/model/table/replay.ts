import type { EditionId, Instant, RuleId } from "../basics";
import type { TableChange } from "./changes";
import { reduceTable } from "./reduce";
import type { Street, Table } from "./types";

/** A hand as it is kept: the table before it, and all that happened, as the viewer may see it. */
export interface HandRecord {
  readonly id: string;
  readonly number: number;
  readonly at: Instant;
  readonly edition: EditionId;
  readonly start: Table;
  readonly changes: readonly TableChange[];
  /** As hand-tracking tools read it; `null` where there is none to be had. */
  readonly text: string | null;
  /** The clause by which the room does not hand it out. */
  readonly keptBack: RuleId | null;
  /** Where it was played, if that was no cash table. */
  readonly tournament: { readonly id: string; readonly name: string; readonly level: number } | null;
}

/** What the replayer stops at; cards to the viewer and clocks are not steps of their own. */
const STEPS: ReadonlySet<TableChange["kind"]> = new Set([
  "handOpened",
  "posted",
  "acted",
  "board",
  "ruled",
  "shown",
  "awarded",
  "handVoided",
  "connectionLost",
  "connectionBack",
]);

export interface Step {
  readonly table: Table;
  readonly change: TableChange;
  readonly street: Street;
}

/** The table after every step of a hand. */
export function stepsOf(record: HandRecord): readonly Step[] {
  const steps: Step[] = [];
  let table = record.start;
  for (const change of record.changes) {
    table = reduceTable(table, change);
    const last = steps.at(-1);
    if (STEPS.has(change.kind)) steps.push({ table, change, street: table.hand?.street ?? 0 });
    else if (last) steps[steps.length - 1] = { ...last, table };
  }
  return steps;
}

/** The part of the time line that a street takes: the first step and the one after its last. */
export function streetsOf(steps: readonly Step[]): readonly { street: Street; from: number; to: number }[] {
  const streets: { street: Street; from: number; to: number }[] = [];
  steps.forEach(({ street }, index) => {
    const last = streets.at(-1);
    if (last && last.street === street) last.to = index + 1;
    else streets.push({ street, from: index, to: index + 1 });
  });
  return streets;
}

/** The clause a step was ruled by, if it was. */
export function rulingAt({ change }: Step): RuleId | null {
  switch (change.kind) {
    case "ruled":
    case "handVoided":
      return change.told.rule;
    case "connectionLost":
      return change.rule;
    case "acted":
      return change.rule ?? null;
    default:
      return null;
  }
}
