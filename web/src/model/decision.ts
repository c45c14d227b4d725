import type { Instant, RuleId } from "./basics";

/** Something the house decided: what kind of deed, by which clause, why in the words of its staff, and about what. */
export interface Decision {
  readonly id: string;
  readonly kind: string;
  readonly rule: RuleId | null;
  readonly reason: string;
  /** The table or tournament by name; empty where it is about the reader alone. */
  readonly about: string;
  readonly at: Instant;
}
