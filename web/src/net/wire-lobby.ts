/** The lobby as the wire tells it, as the model keeps it. */
import type { Edition, Family, Mine, StakeRow } from "../model/lobby";
import type { Structure } from "../model/table/types";
import type * as wire from "../protocol/messages";
import { unitOf } from "./wire-table";

const FAMILIES: readonly Family[] = ["banzai", "deepstack", "shortstack", "omaha"];

/** Families of an edition have names of their own; "texas-deepstack" is shown with all deep stacks. */
function familyOf(name: string): Family {
  return FAMILIES.find((family) => name.includes(family)) ?? "texas";
}

export function editionOf({ id, name, version, date }: wire.Edition): Edition {
  // Not every rulebook has a number.
  return { id, name, short: /^\d/.test(version) ? version : name, date };
}

export function rowOf(stake: wire.Stake, mine: Mine): StakeRow {
  const { id, edition, label, small, big, seats, players, tables, waiting } = stake;
  const { averagePot, handsPerHour, buyInMin, buyInMax, wallet, open, mayPost, partners } = stake;
  return {
    id,
    edition,
    family: familyOf(stake.family),
    structure: stake.structure as Structure,
    label,
    small,
    big,
    unit: unitOf(stake.unit),
    seats,
    players,
    tables,
    waiting,
    averagePot,
    handsPerHour,
    buyInMin,
    buyInMax,
    wallet,
    open,
    mayPost,
    partners,
    mine,
  };
}

/** A kept seat comes before a place in the queue, and that before a table one already sits at. */
export function mineOf({ offer, position, seated }: wire.Mine): Mine {
  if (offer) {
    const { until, min, max, usualMin, usualMax, why, post, autoTopUp, amounts } = offer;
    const start = amounts[0] ?? max;
    const usual = min === usualMin && max === usualMax;
    const reasons = usual ? [] : [why];
    const buyIn = { usualMin, usualMax, min, max, start, reasons, post, autoTopUp, amounts };
    return { kind: "offered", offer: { until, buyIn } };
  }
  if (position !== null) return { kind: "queued", position };
  const table = seated[0];
  return table === undefined ? { kind: "none" } : { kind: "seated", table };
}
