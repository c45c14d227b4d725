import type { Words } from "../../sections";

/** Estonian: what a device found out about a deal or a draw. */
export const words: Words<"marks"> = {
  "mark.checking": "kontrollin",
  "mark.checked": "kontrollitud",
  "mark.notByYou": "sina ei tõstnud",
  "mark.uncut": "ükski mängija ei tõstnud",
  "mark.shown": "ainult näidatud kaardid",
  "mark.void": "tühine",
  "mark.failed": "kontroll ebaõnnestus",
  "mark.spoken": "Käsi {number}, {state}",
  "mark.row": "Jagamine: {state}",
  "drawMark.notByYou": "sinu arvuta",
  "drawMark.uncut": "ühegi mängija arvuta",
  "drawMark.shown": "kontrollitud, sina ei osalenud",
  "drawMark.row": "Loos: {state}",
};
