/** Where things lie on the stage, in percent of it; place 0 is the viewer, then clockwise. */
export type Spot = readonly [x: number, y: number];

export interface Layout {
  readonly seats: readonly Spot[];
  readonly bets: readonly Spot[];
  readonly buttons: readonly Spot[];
}

/** Written as in the design: "x,y" parted by blanks, from the viewer on. */
function spots(text: string): readonly Spot[] {
  return text.split(" ").map((pair) => pair.split(",").map(Number) as unknown as Spot);
}

const LANDSCAPE: Readonly<Record<number, Layout>> = {
  2: { seats: spots("50,86 50,12"), bets: spots("50,68 50,21.5"), buttons: spots("40,72 60.5,17.5") },
  3: {
    seats: spots("50,86 13,33 87,33"),
    bets: spots("50,68 27,40 73,40"),
    buttons: spots("40,72 25,29 75,29"),
  },
  5: {
    seats: spots("50,86 11,62 28,14 72,14 89,62"),
    bets: spots("50,68 25.5,56 33,26 67,26 74.5,56"),
    buttons: spots("40,72 23.5,65 39.5,19.5 60.5,19.5 76.5,65"),
  },
  6: {
    seats: spots("50,86 11,67 11,27 50,12 89,27 89,67"),
    bets: spots("50,68 25.5,59 25.5,35.5 50,21.5 74.5,35.5 74.5,59"),
    buttons: spots("40,72 23,69 23,26 60.5,17.5 77,26 77,69"),
  },
  9: {
    seats: spots("50,86 15,85 8.5,59 8.5,29 31,12 69,12 91.5,29 91.5,59 85,85"),
    bets: spots("50,68 28,70 22.5,54 22.5,37 33,25 67,25 77.5,37 77.5,54 72,70"),
    buttons: spots("40,72 26,78 20.5,62.5 20.5,28 42,18 58,18 79.5,28 79.5,62.5 74,78"),
  },
};

const PORTRAIT: Readonly<Record<number, Layout>> = {
  2: { seats: spots("50,90 50,11"), bets: spots("50,72.5 50,23.8"), buttons: spots("26,77 67,17") },
  3: {
    seats: spots("50,90 14,26 86,26"),
    bets: spots("50,72.5 37.5,29 62.5,29"),
    buttons: spots("26,77 30,20.5 70,20.5"),
  },
  5: {
    seats: spots("50,90 14,62 28,11 72,11 86,62"),
    bets: spots("50,72.5 38.5,64.5 32,23.5 68,23.5 61.5,64.5"),
    buttons: spots("26,77 30,68 46,19 54,19 70,68"),
  },
  6: {
    seats: spots("50,90 14,67 14,26 50,11 86,26 86,67"),
    bets: spots("50,72.5 38.5,64.5 37.5,29 50,23.8 62.5,29 61.5,64.5"),
    buttons: spots("26,77 30,72 30,20.5 67,17 70,20.5 70,72"),
  },
  9: {
    seats: spots("50,90 14,68 14,27 14,11 38,11 62,11 86,11 86,27 86,68"),
    bets: spots("50,72.5 38,64.5 36,27.5 15,19 38,19 62,19 85,19 64,27.5 62,64.5"),
    buttons: spots("26,77 28,71 27,23 26,8 50,8 50,14 74,8 73,23 72,71"),
  },
};

/** The same seats on a phone whose browser shows its bars: opponents are single lines. */
const SHORT: Readonly<Record<number, Layout>> = {
  2: { seats: spots("50,90 50,9"), bets: spots("44,71.5 50,21"), buttons: spots("24,71 67,9") },
  3: {
    seats: spots("50,90 15,20.5 85,20.5"),
    bets: spots("44,71.5 35,23 65,23"),
    buttons: spots("24,71 33,15 67,15"),
  },
  5: {
    seats: spots("50,90 15,63 30,9 70,9 85,63"),
    bets: spots("44,71.5 39,63.5 33,20 67,20 61,63.5"),
    buttons: spots("24,71 33,68 47,13 53,13 67,68"),
  },
  6: {
    seats: spots("50,90 15,63 15,20.5 50,9 85,20.5 85,63"),
    bets: spots("44,71.5 39,63.5 34.5,22 50,22 65.5,22 61,63.5"),
    buttons: spots("24,71 33,68 33,15 67,9 67,15 67,68"),
  },
  9: {
    seats: spots("50,90 13,63 13,26 13,8 38,8 62,8 87,8 87,26 87,63"),
    bets: spots("44,71.5 36,63.5 31,24 13,16 38,16 62,16 87,16 69,24 64,63.5"),
    buttons: spots("24,71 27,68 27,20 26,6 50,6 50,11 74,6 73,20 73,68"),
  },
};

/** At a tournament's table clock and standing have the upper corners: the seats of a full table stand below them. */
const EVENT: Readonly<Record<number, Layout>> = {
  ...LANDSCAPE,
  9: {
    seats: spots("50,86 15,85 8.5,60 8.5,32 42,17.5 58,17.5 91.5,32 91.5,60 85,85"),
    bets: spots("50,68 28,70 22.5,54.5 22.5,39 38,28 62,28 77.5,39 77.5,54.5 72,70"),
    buttons: spots("40,72 26,78 20.5,62.5 20.5,30 31.5,20 68.5,20 79.5,30 79.5,62.5 74,78"),
  },
};
const PORTRAIT_EVENT: Readonly<Record<number, Layout>> = {
  ...PORTRAIT,
  9: {
    seats: spots("50,90 14,69 14,33.5 14,17.5 38,17.5 62,17.5 86,17.5 86,33.5 86,69"),
    bets: spots("50,72.5 38,65.5 36,30 14,25 38,25 62,25 86,25 64,30 62,65.5"),
    buttons: spots("26,78 28,72 28,36 25.5,12.5 50,13 50,22 74.5,12.5 72,36 72,72"),
  },
};
const SHORT_EVENT: Readonly<Record<number, Layout>> = {
  ...SHORT,
  9: {
    seats: spots("50,90 13,69 13,38 13,20.4 38,20.4 62,20.4 87,20.4 87,38 87,69"),
    bets: spots("44,71.5 36,70 32,40.5 13,27.2 38,28 62,28 87,27.2 68,40.5 64,70"),
    buttons: spots("27,76 27,72 27,33 25.5,16 50,16 50,25 74.5,16 73,33 73,72"),
  },
};

export type Shape = "landscape" | "portrait" | "short";
const SHAPES: Readonly<Record<Shape, Readonly<Record<number, Layout>>>> = {
  landscape: LANDSCAPE,
  portrait: PORTRAIT,
  short: SHORT,
};
const EVENT_SHAPES: Readonly<Record<Shape, Readonly<Record<number, Layout>>>> = {
  landscape: EVENT,
  portrait: PORTRAIT_EVENT,
  short: SHORT_EVENT,
};
const COUNTS = [2, 3, 5, 6, 9] as const;

/** The layout for a number of seats; one that is not drawn takes the next larger, without the seats it does not have. */
export function layoutFor(count: number, shape: Shape, event = false): Layout {
  const drawn = COUNTS.find((each) => each >= count) ?? 9;
  const layout = (event ? EVENT_SHAPES : SHAPES)[shape][drawn] as Layout;
  if (drawn === count) return layout;
  if (count > drawn) throw new Error(`no table has ${count} seats`);
  const kept = Array.from({ length: count }, (_, place) => Math.round((place * drawn) / count));
  const pick = (spots: readonly Spot[]) => kept.map((place) => spots[place] as Spot);
  return { seats: pick(layout.seats), bets: pick(layout.bets), buttons: pick(layout.buttons) };
}
