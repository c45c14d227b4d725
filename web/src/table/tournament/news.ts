import type { App } from "../../app/app.svelte";
import { keyLabel } from "../../model/keys";
import { secondsLeft } from "../../model/table/clock";
import { isOffered } from "../../model/table/tournament";
import type { Table } from "../../model/table/types";
import { chips, money } from "./cells";
import { endedText, speakDraw, speakFinish } from "./speak";

/** What of a tournament interrupts whoever listens: the draw, an offer that ends, and my finish; each once. */
export function speakNews(app: App, before: Table | null, table: Table): string {
  const { tournament } = table;
  const known = before?.tournament;
  if (!tournament) return "";
  if (tournament.finish && !known?.finish) return speakFinish(app, tournament, tournament.finish);
  if (tournament.ended && !known?.ended) return endedText(app, tournament);
  if (tournament.draw && !known?.draw && table.lastHand === null) {
    const dealsIn = table.nextHandAt === null ? null : table.nextHandAt - app.roomSecond;
    return speakDraw(app, tournament, tournament.draw, dealsIn);
  }
  if (isOffered(table) && !(before && isOffered(before))) return speakOffer(app, table);
  return "";
}

function speakOffer(app: App, { tournament }: Table): string {
  if (!tournament?.reBuy || tournament.offerUntil === null) return "";
  return app.say("speak.offer", {
    chips: chips(app, tournament.reBuy.chips),
    amount: money(app, tournament, tournament.reBuy.price),
    seconds: app.say("common.seconds", { count: secondsLeft(tournament.offerUntil - app.roomSecond) }),
    key: keyLabel(app.settings.value.keys.buyChips),
  });
}
