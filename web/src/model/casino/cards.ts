import type { Card } from "../cards";

/** Cards of a casino table come as text, in the letters of all cards here. */
export const asCard = (text: string): Card => text as Card;
