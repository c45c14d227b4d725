import type { Parts } from "../model/casino/reduce";
import { type CasinoRow, isCasinoGame, type ShownTable } from "../model/casino/types";
import type * as wire from "../protocol/messages";
import { toldOf, unitOf } from "./wire-table";

/** A whole table; null: a game that this page does not know. */
export function casinoTableOf(table: wire.CasinoTable): ShownTable | null {
  const { game, unit, notices, ...rules } = table.rules;
  if (!isCasinoGame(game)) return null;
  return { ...table, rules: { ...rules, game, unit: unitOf(unit), notices: notices.map(toldOf) } };
}

/** The parts of a frame that are another now. */
export function partsOf(frame: wire.CasinoFrame): Parts {
  const { moment, felt, board, shoe, crowd, fair, own } = frame;
  return {
    ...(moment && { moment }),
    ...(felt && { felt }),
    ...(board && { board }),
    ...(shoe && { shoe }),
    ...(crowd && { crowd }),
    ...(fair && { fair }),
    ...(own && { own }),
  };
}

/** Rows of games that this page knows. */
export const rowsOf = (rows: readonly wire.CasinoRow[]): readonly CasinoRow[] =>
  rows.flatMap(({ game, unit, ...row }) => (isCasinoGame(game) ? [{ ...row, game, unit: unitOf(unit) }] : []));
