import type { CasinoGame } from "../games";
import Beside from "./Beside.svelte";
import Help from "./Help.svelte";
import { pressKey } from "./keys";
import Stage from "./Stage.svelte";
import { lineText, sayChange, speakMine, speakResults } from "./sentences";
import "./words";

/** Baccarat: chips on Player, Tie and Banker, one coup, and the roads of the shoe. */
export const baccarat: CasinoGame = {
  Stage,
  Beside,
  Help,
  line: lineText,
  say: sayChange,
  mine: speakMine,
  results: speakResults,
  keys: pressKey,
};
