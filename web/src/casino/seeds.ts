import type { App } from "../app/app.svelte";
import { formatCount } from "../format/amount";
import type { CasinoShoeSeeds } from "../protocol/messages";

/** Whose numbers the shoe on the table was shuffled with, and whether mine is among them. */
export function seedsOfShoe(app: App, { players }: CasinoShoeSeeds, pid: string | undefined): string {
  const own = players.filter(({ flag }) => flag === 1);
  const [among, count] = [
    own.some((each) => each.pid === pid),
    (value: number) => formatCount(value, app.voice.locale),
  ];
  return app.say(among ? "casino.among" : "casino.notAmong", { own: count(own.length), count: count(players.length) });
}
