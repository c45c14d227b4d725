/** English: what a device found out about a deal or a draw. */
export const words = {
  "mark.checking": "checking",
  "mark.checked": "checked",
  "mark.notByYou": "not cut by you",
  "mark.uncut": "not cut by a player",
  "mark.shown": "shown cards only",
  "mark.void": "void",
  "mark.failed": "check failed",
  "mark.spoken": "Hand {number}, {state}",
  "mark.row": "Deal: {state}",
  "drawMark.notByYou": "without your number",
  "drawMark.uncut": "no player’s number",
  "drawMark.shown": "checked, you took no part",
  "drawMark.row": "Draw: {state}",
} as const;
