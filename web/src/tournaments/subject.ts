import type { Tournaments } from "../model/tournament/changes";
import type { TournamentPage } from "../model/tournament/page";
import { type Standing, standingOf } from "../model/tournament/rows";

/** A tournament as its button and its dialogue need it, from its page. */
export function subjectOf(all: Tournaments, { terms, numbers }: TournamentPage) {
  const mine: Standing = all.asked.includes(terms.id)
    ? { kind: "asked" }
    : standingOf(all.mine.find(({ tournament }) => tournament === terms.id));
  const { id, name, unit, wallet, price, types, stack, hasPassword, opensAt, entriesMax } = terms;
  return { id, name, unit, wallet, price, types, stack, hasPassword, opensAt, entriesMax, numbers, mine };
}
