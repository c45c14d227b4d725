import type { Words } from "../../sections";

/** Swedish: what a device found out about a deal or a draw. */
export const words: Words<"marks"> = {
  "mark.checking": "kontrolleras",
  "mark.checked": "kontrollerad",
  "mark.notByYou": "inte kuperad av dig",
  "mark.uncut": "inte kuperad av en spelare",
  "mark.shown": "bara visade kort",
  "mark.void": "ogiltig",
  "mark.failed": "kontrollen misslyckades",
  "mark.spoken": "Hand {number}: {state}",
  "mark.row": "Given: {state}",
  "drawMark.notByYou": "utan ditt tal",
  "drawMark.uncut": "inget spelartal",
  "drawMark.shown": "kontrollerad, du deltog inte",
  "drawMark.row": "Dragning: {state}",
};
