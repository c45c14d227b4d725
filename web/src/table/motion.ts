import type { TransitionConfig } from "svelte/transition";

/** How long chips take from a bet to the pot; the tokens say the same to style sheets. */
const CHIPS_MS = 220;

/** Bets slide towards the middle and are gone; only transform and opacity move. */
export function toMiddle(element: Element, { still }: { still: boolean }): TransitionConfig {
  const stage = element.parentElement?.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  if (still || !stage) return { duration: 0 };
  const x = (stage.left + stage.width / 2 - own.left - own.width / 2) * 0.5;
  const y = (stage.top + stage.height * 0.45 - own.top - own.height / 2) * 0.5;
  return {
    duration: CHIPS_MS,
    css: (left, gone) => `transform: translate(-50%, -50%) translate(${gone * x}px, ${gone * y}px); opacity: ${left}`,
  };
}
