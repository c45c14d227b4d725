import type { BetSpot } from "./types";

/**
 * The roulette layout: where each field lies, for pointers in the units of the drawing and for keys in half cells. Rows of three stand
 * upright, the largest number on top; streets and lines are laid in the lane above.
 */
export interface Field {
  readonly spot: BetSpot;
  /** Where its chips lie. */
  readonly x: number;
  readonly y: number;
  /** What a pointer has to hit. */
  readonly hit: Box;
  /** Half cells it takes: from and to, both counted. */
  readonly at: Span;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Span {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const DESK = {
  width: 1072,
  height: 306,
  zero: 68,
  cell: 77,
  row: 62,
  lane: 28,
  side: 80,
  box: 46,
  near: 12,
} as const;
export const PHONE = { width: 374, height: 396, lane: 50, cell: 108, row: 88, peep: 22, near: 22 } as const;

const ROW = 3;
const COLUMNS = 12;
const LAST_HALF = 2 * COLUMNS + 1;
const BOXES: readonly string[] = ["low", "even", "red", "black", "odd", "high"];

/** Column of a number from the left, from 0; and its place in the row, 0 on top. */
const columnOf = (number: number): number => Math.floor((number - 1) / ROW);
const placeOf = (number: number): number => (ROW - (number % ROW)) % ROW;

/** Half cells of a field: odd in the middle of a number, even on a line; 0 is the lane, and left of the first column the zero. */
function spanOf({ name, numbers }: BetSpot): Span {
  const at = (x: number, y: number): Span => ({ left: x, right: x, top: y, bottom: y });
  const [kind = "", number = ""] = name.split("-");
  const low = numbers[0] ?? 0;
  const least = numbers.find((each) => each > 0) ?? 0;
  const joinsZero = low === 0 && numbers.length > 1;
  if (joinsZero) return at(0, joinedAt(numbers));
  switch (kind) {
    case "straight":
      return low === 0 ? { left: -1, right: -1, top: 0, bottom: 5 } : at(2 * columnOf(low) + 1, 2 * placeOf(low) + 1);
    case "split": {
      const high = numbers[1] ?? low;
      return high === low + 1
        ? at(2 * columnOf(low) + 1, 2 * placeOf(low))
        : at(2 * columnOf(low) + 2, 2 * placeOf(low) + 1);
    }
    case "corner":
      return at(2 * columnOf(low) + 2, 2 * placeOf(low));
    case "street":
      return at(2 * columnOf(least) + 1, 0);
    case "line":
      return at(2 * columnOf(least) + 2, 0);
    case "column":
      return at(LAST_HALF, 2 * placeOf(Number(number)) + 1);
    case "dozen": {
      const left = 8 * (Number(number) - 1) + 1;
      return { left, right: left + 7, top: 7, bottom: 7 };
    }
    default: {
      const left = 4 * BOXES.indexOf(kind) + 1;
      return { left, right: left + 3, top: 9, bottom: 9 };
    }
  }
}

/** Where a field lies that joins the zero, in editions that have such. */
function joinedAt(numbers: readonly number[]): number {
  const others = numbers.filter((each) => each > 0);
  if (others.length === ROW) return 0;
  const places = others.map((each) => 2 * placeOf(each) + 1);
  return (Math.min(...places) + Math.max(...places)) / 2;
}

/** The layout of a desk, field by field in the order in which they are drawn. */
export function deskFields(spots: readonly BetSpot[]): readonly Field[] {
  return drawn(
    spots.map((spot) => {
      const at = spanOf(spot);
      return { spot, at, ...deskPlace(spot, at) };
    }),
  );
}

/** What lies on the edge of others is drawn over them, and so is hit first. */
function drawn(fields: readonly Field[]): readonly Field[] {
  const isEdge = ({ at }: Field) => at.left % 2 === 0 || (at.top % 2 === 0 && at.top > 0);
  return [...fields.filter((field) => !isEdge(field)), ...fields.filter(isEdge)];
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function deskPlace(spot: BetSpot, at: Span): Pick<Field, "x" | "y" | "hit"> {
  const { zero, cell, row, lane, side, box, near } = DESK;
  const wide = (hit: Box, dx = 0): Pick<Field, "x" | "y" | "hit"> => ({ ...middle(hit), x: middle(hit).x + dx, hit });
  if (at.left === -1) {
    const hit = { x: 0, y: lane, width: zero, height: ROW * row };
    return { hit, x: zero - 20, y: lane + 2 * row + 3 };
  }
  if (at.top >= 7) {
    const y = lane + ROW * row + (at.top === 7 ? 0 : box);
    const count = (at.right - at.left + 1) / 2;
    const hit = { x: zero + ((at.left - 1) / 2) * cell, y, width: count * cell, height: box };
    return wide(hit, spot.name.startsWith("dozen") ? 84 : 54);
  }
  if (at.left === LAST_HALF) {
    const hit = { x: zero + COLUMNS * cell, y: lane + ((at.top - 1) / 2) * row, width: side, height: row };
    return { ...wide(hit), y: hit.y + row - 14 };
  }
  const centre = { x: zero + (at.left / 2) * cell, y: at.top === 0 ? lane / 2 : lane + (at.top / 2) * row };
  const onLine = at.left % 2 === 0;
  const between = at.top % 2 === 0 && at.top > 0;
  // A number takes its whole cell, a street its lane: what lies on their edges is drawn over them.
  const width = onLine ? 2 * near : between ? cell - 2 * near : cell;
  const height = at.top === 0 ? lane : between ? 2 * near : onLine ? row - 2 * near : row;
  return { ...beside(centre, spot, 24, 15), hit: around(centre, width, height) };
}

const around = ({ x, y }: { x: number; y: number }, width: number, height: number): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** Chips on a number lie beside it, so that it can be read. */
const beside = ({ x, y }: { x: number; y: number }, { name }: BetSpot, dx: number, dy: number) =>
  name.startsWith("straight") ? { x: x + dx, y: y + dy } : { x, y };

export const SECTORS = ["1–12", "13–24", "25–36"] as const;

/** The fields of a third of the numbers as a phone shows them, turned: rows of three lie across. */
export function sectorFields(spots: readonly BetSpot[], sector: number): readonly Field[] {
  const first = 4 * sector;
  const fields = spots.flatMap((spot) => {
    const at = spanOf(spot);
    if (at.left < 0 || at.top >= 7 || at.left === LAST_HALF) return [];
    const from = at.left / 2 - first;
    // What lies on the edge of a sector is laid from both sides.
    if (from < 0 || from > 4) return [];
    return [{ spot, at, ...phonePlace(spot, at, from) }];
  });
  return drawn(fields);
}

function phonePlace(spot: BetSpot, at: Span, from: number): Pick<Field, "x" | "y" | "hit"> {
  const { lane, cell, row, peep, near } = PHONE;
  const across = at.top === 0 ? lane / 2 : lane + ROW * cell - (at.top / 2) * cell;
  const centre = { x: across, y: peep + from * row };
  const onLine = at.left % 2 === 0;
  const between = at.top % 2 === 0 && at.top > 0;
  const width = at.top === 0 ? lane : between ? 2 * near : onLine ? cell - 2 * near : cell;
  const height = onLine ? 2 * near : between ? row - 2 * near : row;
  return { ...beside(centre, spot, 34, 26), hit: around(centre, width, height) };
}

/** The field at a half cell. */
export const fieldAt = (fields: readonly Field[], x: number, y: number): Field | undefined =>
  fields.find(({ at }) => at.left <= x && x <= at.right && at.top <= y && y <= at.bottom);

/** Where the keys are: a half cell, so that a way back leads where one came from. */
export interface Cursor {
  readonly x: number;
  readonly y: number;
}

export const START: Cursor = { x: 1, y: 1 };

/** One step of half a cell; past what is not there to the next field, and nowhere at the edge. */
export function step(fields: readonly Field[], cursor: Cursor, dx: number, dy: number): Cursor {
  const here = fieldAt(fields, cursor.x, cursor.y);
  let x = here && dx !== 0 ? (dx > 0 ? here.at.right : here.at.left) : cursor.x;
  let y = here && dy !== 0 ? (dy > 0 ? here.at.bottom : here.at.top) : cursor.y;
  for (;;) {
    x += dx;
    y += dy;
    if (x < -1 || x > LAST_HALF || y < 0 || y > 9) return cursor;
    if (fieldAt(fields, x, y)) return { x, y };
  }
}

/** What the numbers of a field are told by on a phone's map and tabs: the sector it is laid from, 3 for zero and boxes. */
export function sectorOf(spot: BetSpot): number {
  const at = spanOf(spot);
  if (at.left < 0 || at.top >= 7 || at.left === LAST_HALF) return 3;
  return Math.min(2, Math.floor((at.left - 1) / 8));
}
