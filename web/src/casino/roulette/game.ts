import type { CasinoGame } from "../games";
import { keys } from "./keys";
import Stage from "./Stage.svelte";
import { line, mine, results, say } from "./say";
import TypeBet from "./TypeBet.svelte";
import "./words";
import "./roulette.css";

/** Roulette: the wheel, the layout with its fields, and what came before. */
export const roulette: CasinoGame = { Stage, Beside: TypeBet, line, say, mine, results, keys };
