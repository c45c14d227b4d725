import { getContext, setContext } from "svelte";
import type { RuleId } from "../model/basics";

/** What a clause does when it is pressed: it opens in place, in another tab, or as a page. */
export type Clauses = ((rule: RuleId) => void) | "tab" | "page";

const KEY = Symbol("clauses");

export function openClauses(how: Clauses): void {
  setContext(KEY, how);
}

export function clausesHere(): Clauses {
  return getContext<Clauses | undefined>(KEY) ?? "page";
}
