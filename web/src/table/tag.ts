import { formatOrdinal } from "../format/ordinal";
import { formatCountdown } from "../format/time";
import { asLabel, handName } from "../i18n/cards";
import type { Speaker } from "../i18n/sentences";
import type { Instant } from "../model/basics";
import type { ClockPhase } from "../model/table/clock";
import { isAllIn } from "../model/table/read";
import type { Seat, Table } from "../model/table/types";

export interface Tag {
  readonly text: string;
  readonly tone: "" | "ok" | "bad" | "bank" | "mute";
}

/** Letters of a hand's name for which a phone's plate has room. */
const PHONE_NAME = 22;

/** The word above a plate: the most urgent thing about the seat, or its last act of this street. */
export function tagOf(
  table: Table,
  index: number,
  seat: Seat,
  { voice, amount }: Speaker,
  phase: ClockPhase | null,
  at: Instant,
  onPhone = false,
): Tag | null {
  const finish = index === table.me ? table.tournament?.finish : null;
  if (finish) return { text: formatOrdinal(finish.place, voice.language), tone: finish.place === 1 ? "ok" : "mute" };
  if (seat.won > 0) return { text: voice.say("seat.wins", { amount: amount(seat.won) }), tone: "ok" };
  // Who sits out is not waited for: that the connection is lost as well matters only while its time runs.
  if (seat.lost && !(seat.away && seat.lost.until === null)) return { text: voice.say("seat.lost"), tone: "bad" };
  if (seat.away) {
    const { until } = seat.away;
    const text =
      until === null ? voice.say("seat.away") : voice.say("seat.awayFor", { time: formatCountdown(until - at) });
    return { text, tone: "mute" };
  }
  if (seat.shown && index !== table.me) {
    const name = asLabel(handName({ ...seat.shown, ranks: deciding(seat) }, voice), voice);
    return { text: onPhone ? kindOf(name) : name, tone: "mute" };
  }
  if (phase === "bank" || (phase === "late" && isBankRunning(table)))
    return { text: voice.say("seat.timeBank"), tone: "bank" };
  if (phase !== null) return null;
  if (seat.folded) return { text: voice.say("seat.fold"), tone: "mute" };
  if (seat.lastAct && !isAllIn(seat)) return { text: voice.say(`seat.${seat.lastAct.act}`), tone: "" };
  if (seat.cards.length === 0 && seat.entry !== "in") {
    return { text: voice.say(seat.entry === "waiting" ? "seat.waits" : "seat.posts"), tone: "mute" };
  }
  return null;
}

/** A long name without what its open cards say themselves: "Two pair, jacks and tens" is "Two pair". */
function kindOf(name: string): string {
  return name.length > PHONE_NAME ? (name.split(/[,:] /)[0] ?? name) : name;
}

/** A plate has no room for kickers. */
function deciding(seat: Seat): readonly NonNullable<Seat["shown"]>["ranks"][number][] {
  const shown = seat.shown;
  if (!shown) return [];
  const kept = { one_pair: 1, three_of_a_kind: 1, four_of_a_kind: 1, two_pair: 2 } as Partial<Record<string, number>>;
  return shown.ranks.slice(0, kept[shown.category] ?? shown.ranks.length);
}

function isBankRunning(table: Table): boolean {
  const turn = table.hand?.turn;
  return !!turn && turn.bankRuns && turn.bank > 0;
}
