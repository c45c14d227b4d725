const CALM = "/favicon.svg";
const TURN = "/favicon-turn.svg";

/** The tab shows whether a table waits for the player. */
export function showTurn(waits: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = waits ? TURN : CALM;
}
