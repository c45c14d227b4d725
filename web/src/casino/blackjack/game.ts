import type { CasinoGame } from "../games";
import Bar from "./Bar.svelte";
import Help from "./Help.svelte";
import { pressKey } from "./keys";
import Panel from "./Panel.svelte";
import Stage from "./Stage.svelte";
import { lineText, sayChange, speakAsked, speakMine } from "./sentences";
import "./words";

/** Blackjack with bets behind. */
export const blackjack: CasinoGame = {
  Stage,
  Bar,
  Panel,
  Help,
  line: lineText,
  say: sayChange,
  asked: speakAsked,
  mine: speakMine,
  keys: pressKey,
};
