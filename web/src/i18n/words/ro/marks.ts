import type { Words } from "../../sections";

/** Romanian: what a device found out about a deal or a draw. */
export const words: Words<"marks"> = {
  "mark.checking": "se verifică",
  "mark.checked": "verificată",
  "mark.notByYou": "netăiată de dvs.",
  "mark.uncut": "netăiată de un jucător",
  "mark.shown": "doar cărțile arătate",
  "mark.void": "anulată",
  "mark.failed": "verificare eșuată",
  "mark.spoken": "Mâna {number}, {state}",
  "mark.row": "Împărțirea: {state}",
  "drawMark.notByYou": "fără numărul dvs.",
  "drawMark.uncut": "fără numărul vreunui jucător",
  "drawMark.shown": "verificată, nu ați participat",
  "drawMark.row": "Extragerea: {state}",
};
