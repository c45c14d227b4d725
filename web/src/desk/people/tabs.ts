/** Parts of a player's page besides the overview, by their addresses. */
export const PLAYER_TABS = ["statement", "hands", "tournaments", "rounds", "sessions"] as const;
export type PlayerTab = (typeof PLAYER_TABS)[number];

export function isPlayerTab(name: string | null): name is PlayerTab {
  return PLAYER_TABS.some((each) => each === name);
}
