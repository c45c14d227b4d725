/** What a spot stands for, by its name: the kind of bet, and the numbers it is told by. */
export interface SpotMeaning {
  readonly kind: SpotKind;
  /** "16/17", "13–18", "2": numbers as a layout writes them; empty where the kind says it all. */
  readonly numbers: string;
}

const KINDS = [
  "straight",
  "split",
  "street",
  "corner",
  "line",
  "column",
  "dozen",
  "red",
  "black",
  "even",
  "odd",
  "low",
  "high",
  "player",
  "banker",
  "tie",
  "insurance",
  "hand",
] as const;
export type SpotKind = (typeof KINDS)[number];

const ROW = 3;

/** The meaning of a spot of any game; a hand of a seat is named by its number, counted from 0. */
export function meaningOf(name: string): SpotMeaning {
  const [kind = "", ...rest] = name.split("-");
  const [first = 0, second] = rest.map(Number);
  if (/^\d+$/.test(name)) return { kind: "hand", numbers: String(Number(name) + 1) };
  const known = KINDS.find((each) => each === kind) ?? "straight";
  switch (known) {
    case "split":
      return { kind: known, numbers: `${first}/${second ?? first}` };
    case "street":
      return {
        kind: known,
        numbers: second === undefined ? `${first}–${first + ROW - 1}` : `${first}·${second}·${second + 1}`,
      };
    case "corner":
      return {
        kind: known,
        numbers: (first === 0 ? [0, 1, 2, 3] : [first, first + 1, first + ROW, first + ROW + 1]).join("·"),
      };
    case "line":
      return { kind: known, numbers: `${first}–${first + 2 * ROW - 1}` };
    case "straight":
    case "column":
    case "dozen":
      return { kind: known, numbers: rest.length > 0 ? String(first) : name };
    default:
      return { kind: known, numbers: "" };
  }
}
