/** The kinds of bets, as the room names them, from the inside of the layout to the outside. */
export const BETS = ["straight_up", "split", "street", "corner", "line", "column", "dozen", "even_money"] as const;
export type Bet = (typeof BETS)[number];
export const isBet = (bet: string): bet is Bet => (BETS as readonly string[]).includes(bet);
