import type { Component } from "svelte";
import type { App } from "../app/app.svelte";
import type { Section } from "../i18n/sections";
import type { RuleId } from "../model/basics";
import type { CasinoGameName, CasinoHappening, CasinoTable } from "../model/casino/types";
import type { Stroke } from "../model/keys";
import type { CasinoUi } from "./ui-state.svelte";

/** What every part of a game is given. */
export interface GameProps {
  readonly table: CasinoTable;
  readonly ui: CasinoUi;
}

/** A sentence of the event line; the emphasised part stands before or after the plain one. */
export interface GameLine {
  readonly strong?: string;
  readonly text: string;
  /** What the reader won, in the colour of gains. */
  readonly won?: string;
  readonly rule?: RuleId | null;
}

/**
 * A game as the frame of the casino shows it. The frame has the clock, the chips, chat, log, rules, the event line, refusals and holds;
 * a game adds a folder with what differs and one value of this type, and nothing else of the client knows it:
 *
 * - `Stage` fills the stage, on a desk and on a phone (`app.isPhone`); a picture of the table goes into `Video`.
 * - `Bar` stands in the dock in the place of tools, chips and "Place bet"; without it the frame's own chips are shown.
 * - `Beside` stands beside the chips of the frame on a desk.
 * - `Panel` stands on top of the drawer, above chat, log and rules.
 * - `Help` stands among the rules of the drawer: what the game publishes beside limits and notices.
 * - `line` is what the event line says in a phase, where the frame has nothing more urgent; null leaves it to the frame.
 * - `say` is a change of the game in words, for the log and for readers; null where the frame says it.
 * - `asked` is the sentence that interrupts a reader when something is asked of them; it is said once for each question.
 * - `mine` is what `I` reads aloud, and `results` what `G` does.
 * - `keys` takes a key that the frame does not; true if it meant something.
 */
export interface CasinoGame {
  readonly Stage: Component<GameProps>;
  readonly Bar?: Component<GameProps>;
  readonly Beside?: Component<GameProps>;
  readonly Panel?: Component<GameProps>;
  readonly Help?: Component<GameProps>;
  readonly line: (app: App, table: CasinoTable) => GameLine | null;
  readonly say: (app: App, table: CasinoTable, what: CasinoHappening) => string | null;
  readonly asked?: (app: App, table: CasinoTable) => string | null;
  readonly mine?: (app: App, table: CasinoTable) => string;
  readonly results?: (app: App, table: CasinoTable) => string;
  readonly keys?: (app: App, stroke: Stroke, props: GameProps) => boolean;
}

/** A game that is fetched when one of its tables is opened, with the words it says beside those of the casino. */
export interface GameEntry {
  readonly fetch: () => Promise<CasinoGame>;
  readonly words: readonly Section[];
}

/** The games this client shows; tables of others stay out of its lobby. */
export const GAMES: Readonly<Partial<Record<CasinoGameName, GameEntry>>> = {
  roulette: { fetch: async () => (await import("./roulette/game")).roulette, words: ["roulette"] },
  blackjack: { fetch: async () => (await import("./blackjack/game")).blackjack, words: ["blackjack", "cards"] },
  baccarat: { fetch: async () => (await import("./baccarat/game")).baccarat, words: ["baccarat", "cards"] },
};

export const isShown = (game: CasinoGameName): boolean => GAMES[game] !== undefined;

export async function fetchGame(app: App, name: CasinoGameName): Promise<CasinoGame> {
  const entry = GAMES[name];
  if (!entry) throw new Error(`no page shows ${name}`);
  const [game] = await Promise.all([entry.fetch(), app.language.need(...entry.words)]);
  return game;
}
