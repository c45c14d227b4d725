import type { App } from "../app/app.svelte";
import { formatCountdown } from "../format/time";
import { hasRoom, type StakeRow } from "../model/lobby";

export interface JoinLabel {
  readonly text: string;
  readonly kind: "go" | "pri" | "ghost" | "";
  /** What stands before the button: my place in the queue. */
  readonly before: string | null;
  readonly off: boolean;
}

/** What the button of a stake says, and how loud. */
export function joinLabel(app: App, row: StakeRow): JoinLabel {
  const { mine } = row;
  const label = (text: string, kind: JoinLabel["kind"], before: string | null = null): JoinLabel => ({
    text,
    kind,
    before,
    off: false,
  });
  switch (mine.kind) {
    case "asked":
      return { text: app.say("lobby.asking"), kind: "", before: null, off: true };
    case "queued":
      return label(app.say("lobby.leaveQueue"), "ghost", app.say("lobby.position", { count: mine.position }));
    case "offered":
      return label(app.say("lobby.takeSeat", { time: formatCountdown(mine.offer.until - app.roomSecond) }), "pri");
    case "seated":
      return label(app.say("lobby.openTable"), "pri");
    case "none":
      return hasRoom(row) ? label(app.say("lobby.play"), "go") : label(app.say("lobby.joinQueue"), "");
  }
}

/** "25.00 – 50.00", one amount, or "up to". */
export function buyInText(app: App, row: StakeRow): string {
  const amount = (value: number) => app.amount(value, row.unit);
  if (row.buyInMin === row.buyInMax) return amount(row.buyInMax);
  if (row.buyInMin <= row.big) return app.say("lobby.upTo", { max: amount(row.buyInMax) });
  return app.say("lobby.range", { min: amount(row.buyInMin), max: amount(row.buyInMax) });
}
