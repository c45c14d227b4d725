import type { App } from "../app/app.svelte";
import { formatCount } from "../format/amount";
import type { CasinoOwnFair, CasinoShoeSeeds } from "../protocol/messages";

/** Whose numbers the shoe on the table was shuffled with, and whether mine is among them. */
export function seedsOfShoe(
  app: App,
  { players, own }: CasinoShoeSeeds,
  mine: CasinoOwnFair | null | undefined,
): string {
  const count = (value: number) => formatCount(value, app.voice.locale);
  return app.say(mine?.among ? "casino.among" : "casino.notAmong", { own: count(own), count: count(players) });
}
