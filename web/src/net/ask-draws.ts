/** One's own HexaPro draws. */
import { ready } from "../model/basics";
import type { DrawTally, OwnDraw, OwnDraws, Product } from "../model/hexapro";
import type { Change } from "../model/model";
import { type Api, asking } from "./http";
import { unitOf } from "./wire-table";

interface DrawRow {
  readonly tournament: string;
  readonly product: string;
  readonly at: number;
  readonly buyIn: number;
  readonly currency: string | null;
  readonly label: "real" | "play" | "test";
  readonly draw: number;
  readonly multiplier: number;
  readonly pool: number;
  readonly firstDraw: number | null;
  readonly lastDraw: number | null;
  readonly status: string;
  readonly place: number | null;
  readonly prize: number;
  readonly returned: number;
  readonly undecidedUntil: number | null;
  readonly undecidedRule: string | null;
}

interface DrawCounts {
  readonly product: string;
  readonly rulebook: string;
  readonly rule: string;
  readonly draws: number;
  readonly chancesTotal: number;
  readonly slots: readonly { readonly multiplier: number; readonly chances: number; readonly drawn: number }[];
  readonly fits: boolean;
  readonly chanceMillionths: number;
}

interface DrawsAnswer {
  readonly rows: readonly DrawRow[];
  readonly next: string | null;
  readonly counts: readonly DrawCounts[];
}

const ROWS = 50;

export async function askDraws(api: Api, before: string | null): Promise<readonly Change[]> {
  const answer = await api.get<DrawsAnswer>(asking("/api/hexapro/draws", { limit: ROWS, before }));
  if (!answer.ok)
    return [{ to: "hexapro", change: { kind: "drawsLoaded", draws: { state: "failed", told: answer.told } } }];
  const draws = drawsOf(answer.value);
  if (before === null) return [{ to: "hexapro", change: { kind: "drawsLoaded", draws: ready(draws) } }];
  return [{ to: "hexapro", change: { kind: "drawsContinued", more: draws } }];
}

export function drawsOf({ rows, next, counts }: DrawsAnswer): OwnDraws {
  return { rows: rows.map(drawOf), tallies: counts.map(tallyOf), next };
}

const productOf = (name: string): Product => (name === "extreme" ? "extreme" : "hexapro");
const statusOf = (name: string): OwnDraw["status"] => (name === "finished" || name === "cancelled" ? name : "running");

function drawOf(row: DrawRow): OwnDraw {
  const { tournament, at, buyIn, multiplier, pool, place, prize, returned, currency, label } = row;
  return {
    tournament,
    at,
    product: productOf(row.product),
    unit: unitOf({ kind: "money", currency: currency ?? "EUR", label: label === "real" ? null : label }),
    buyIn,
    number: row.draw,
    multiplier,
    pool,
    first: row.firstDraw,
    last: row.lastDraw,
    status: statusOf(row.status),
    place,
    prize,
    returned,
    decidedBy: row.undecidedUntil,
    decidedRule: row.undecidedRule,
  };
}

const tallyOf = ({ product, chancesTotal, chanceMillionths, ...counts }: DrawCounts): DrawTally => ({
  product: productOf(product),
  rulebook: counts.rulebook,
  rule: counts.rule,
  draws: counts.draws,
  slots: counts.slots,
  fits: counts.fits,
  total: chancesTotal,
  chance: chanceMillionths,
});
