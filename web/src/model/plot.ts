import type { Cents } from "./basics";
import type { PlotPoint } from "./history";

/** A plot ready to be drawn: paths in a box of the given size, and its axes. */
export interface Plot {
  readonly result: string;
  readonly beforeRake: string;
  readonly area: string;
  readonly last: { readonly x: number; readonly y: number };
  readonly rows: readonly { readonly value: Cents; readonly y: number }[];
  readonly columns: readonly { readonly hands: number; readonly x: number }[];
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const ROWS_WANTED = 4;
const COLUMNS_WANTED = 4;

/** A round step (1, 2 or 5 times a power of ten) that divides a span into about so many parts. */
export function niceStep(span: number, parts: number): number {
  const rough = Math.max(span, 1) / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  return factor * power;
}

export function plotOf(points: readonly PlotPoint[], box: Box): Plot | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const values = points.flatMap((point) => [point.result, point.beforeRake]);
  const step = Math.max(100, niceStep(Math.max(0, ...values) - Math.min(0, ...values), ROWS_WANTED));
  const low = Math.floor(Math.min(0, ...values) / step) * step;
  const high = Math.ceil(Math.max(0, ...values) / step) * step;
  const x = (hands: number) => box.left + ((box.right - box.left) * (hands - first.hands)) / (last.hands - first.hands);
  const y = (value: Cents) => box.bottom - ((box.bottom - box.top) * (value - low)) / Math.max(1, high - low);
  const path = (value: (point: PlotPoint) => Cents) =>
    points
      .map((point, index) => `${index ? "L" : "M"}${x(point.hands).toFixed(1)} ${y(value(point)).toFixed(1)}`)
      .join("");
  const result = path((point) => point.result);
  const every = niceStep(last.hands, COLUMNS_WANTED);
  return {
    result,
    beforeRake: path((point) => point.beforeRake),
    area: `${result}L${box.right} ${y(0).toFixed(1)}L${box.left} ${y(0).toFixed(1)}Z`,
    last: { x: x(last.hands), y: y(last.result) },
    rows: steps(low, high, step).map((value) => ({ value, y: y(value) })),
    columns: steps(0, last.hands, every).map((hands) => ({ hands, x: x(hands) })),
  };
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
}
