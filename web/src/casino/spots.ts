import type { App } from "../app/app.svelte";
import { listed } from "../i18n/messages";
import { meaningOf } from "../model/casino/spots";
import type { SpotBet } from "../model/casino/types";

/** A spot as people call it: "17", "Split 16/17", "2nd 12", "Red", "Hand 1". */
export function spotName(app: App, spot: string): string {
  const { kind, numbers } = meaningOf(spot);
  switch (kind) {
    case "straight":
      return numbers;
    case "split":
    case "street":
    case "corner":
    case "line":
    case "column":
    case "hand":
      return app.say(`spot.${kind}`, { numbers });
    case "dozen":
      return app.say(numbers === "1" ? "spot.dozen1" : numbers === "2" ? "spot.dozen2" : "spot.dozen3");
    default:
      return app.say(`spot.${kind}`);
  }
}

/** "16/17 and Red", or how many fields where they are many. */
export function spotNames(app: App, bets: readonly SpotBet[], most = 3): string {
  const spots = [...new Set(bets.map(({ spot }) => spot))];
  if (spots.length > most) return app.say("casino.fields", { count: spots.length });
  return listed(
    spots.map((spot) => spotName(app, spot)),
    app.voice,
  );
}
