import type { Cents, Duration, EditionId, Instant, Loadable, RuleId, Unit } from "./basics";
import { LOADING, within } from "./basics";

export type Product = "hexapro" | "extreme";

/** One multiplier, in hundredths of a buy-in: the numbers that mean it, and what then is played for and how. */
export interface Band {
  readonly multiplier: number;
  readonly chances: number;
  readonly first: number;
  readonly last: number;
  readonly pool: Cents;
  readonly prizes: readonly Cents[];
  readonly stack: number;
  readonly level: Duration;
  /** Time bank at the start; `null`: the game has none of its own. */
  readonly bank: Duration | null;
}

/** The draw of one game: its bands, and the number that decided. */
export interface Draw {
  readonly bands: readonly Band[];
  /** How many numbers there are. */
  readonly total: number;
  readonly number: number;
  readonly multiplier: number;
  readonly at: Instant;
  readonly rule: RuleId;
}

/** One lobby: what can be drawn there, and how often each multiplier was drawn so far, in the order of the bands. */
export interface HexaLobby {
  readonly id: string;
  readonly bands: readonly Band[];
  readonly total: number;
  readonly rule: RuleId;
  readonly drawn: readonly number[];
}

/** A game of mine with its draw, as I find it again. */
export interface OwnDraw {
  readonly tournament: string;
  readonly at: Instant;
  readonly product: Product;
  readonly unit: Unit;
  readonly buyIn: Cents;
  readonly number: number;
  readonly multiplier: number;
  readonly pool: Cents;
  /** The numbers that meant it; `null` where the rulebook of that time is not known any more. */
  readonly first: number | null;
  readonly last: number | null;
  readonly status: "running" | "finished" | "cancelled";
  readonly place: number | null;
  readonly prize: Cents;
  readonly returned: Cents;
  /** A game that is not finished must be decided by then, by that clause. */
  readonly decidedBy: Instant | null;
  readonly decidedRule: RuleId | null;
}

/** How often each multiplier was drawn in my games under one rulebook, beside its published chances. */
export interface DrawTally {
  readonly product: Product;
  readonly rulebook: EditionId;
  readonly rule: RuleId;
  readonly draws: number;
  readonly total: number;
  readonly slots: readonly { readonly multiplier: number; readonly chances: number; readonly drawn: number }[];
  /** Whether the counts are such as a fair wheel gives in 99 of 100 cases. */
  readonly fits: boolean;
  /** In how many of a million cases a fair wheel is at least so far off. */
  readonly chance: number;
}

export interface OwnDraws {
  readonly rows: readonly OwnDraw[];
  readonly tallies: readonly DrawTally[];
  /** Where the next page begins. */
  readonly next: string | null;
}

/** One turn of the hand and its rest: how long the draw is shown turning. */
export const DRAW_MS = 2400;
/** A draw that happened longer ago is no news: it is stated, not turned. */
export const DRAW_FRESH_MS = 5000;
/** The turns before the hand stops. */
export const DRAW_TURNS = 3;
/** Bands shorter than one in a hundred cannot be told apart on a ring: they are one line together. */
const DRAWN_APART = 100;

export const bandOf = ({ bands, multiplier }: Draw): Band | undefined =>
  bands.find((band) => band.multiplier === multiplier);

/** Where a number lies on the ring, in degrees from the top, clockwise: 0 is at the top. */
export const angleOf = (number: number, total: number): number => (number / total) * 360;

/** A band of the ring, from where to where in degrees. */
export interface Arc {
  readonly multipliers: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** The bands as arcs, each as long as its chance; those too short to be seen are one line at their place. */
export function arcsOf(bands: readonly Band[], total: number): readonly Arc[] {
  const arcs: Arc[] = [];
  let rare: Band[] = [];
  const close = () => {
    const [first, last] = [rare[0], rare.at(-1)];
    if (first && last)
      arcs.push({
        multipliers: rare.map(({ multiplier }) => multiplier),
        from: angleOf(first.first, total),
        to: angleOf(last.last + 1, total),
      });
    rare = [];
  };
  for (const band of bands.toSorted((one, other) => one.first - other.first)) {
    if (band.chances * DRAWN_APART < total) {
      rare.push(band);
      continue;
    }
    close();
    arcs.push({
      multipliers: [band.multiplier],
      from: angleOf(band.first, total),
      to: angleOf(band.last + 1, total),
    });
  }
  close();
  return arcs;
}

/** Whether an arc is only a line. */
export const isHairline = ({ from, to }: Arc): boolean => to - from < 360 / DRAWN_APART;

/** Whether a draw is still news at that moment, so that the hand turns. */
export const isFresh = (draw: Draw, at: Instant): boolean => at < draw.at + DRAW_FRESH_MS;

/** Everything but the winner's share, where more than one place is paid. */
export const paidPlaces = ({ prizes }: Band): number => prizes.filter((prize) => prize > 0).length;

/** What of all buy-ins stays with the room on average, in parts of a million: published with the chances. */
export function keptByRoom(bands: readonly Band[], total: number, seats: number): number {
  const paid = bands.reduce((sum, { chances, multiplier }) => sum + chances * multiplier, 0);
  const taken = total * seats * 100;
  return taken === 0 ? 0 : Math.round(((taken - paid) * 1_000_000) / taken);
}

/** How often a multiplier is to be expected in that many draws, in tenths. */
export const expectedTenths = (chances: number, draws: number, total: number): number =>
  total === 0 ? 0 : Math.round((draws * chances * 10) / total);

/** What is known of HexaPro beside the lobby's rows. */
export interface HexaPro {
  readonly lobbies: Readonly<Record<string, HexaLobby>>;
  readonly draws: Loadable<OwnDraws>;
}

export const NO_HEXAPRO: HexaPro = { lobbies: {}, draws: LOADING };

export type HexaChange =
  | { readonly kind: "hexaLobby"; readonly lobby: HexaLobby }
  | { readonly kind: "hexaCounts"; readonly lobby: string; readonly drawn: readonly number[] }
  | { readonly kind: "drawsLoaded"; readonly draws: Loadable<OwnDraws> }
  | { readonly kind: "drawsContinued"; readonly more: OwnDraws };

export function reduceHexa(hexa: HexaPro, change: HexaChange): HexaPro {
  switch (change.kind) {
    case "hexaLobby":
      return { ...hexa, lobbies: { ...hexa.lobbies, [change.lobby.id]: change.lobby } };
    case "hexaCounts": {
      const known = hexa.lobbies[change.lobby];
      return known
        ? { ...hexa, lobbies: { ...hexa.lobbies, [change.lobby]: { ...known, drawn: change.drawn } } }
        : hexa;
    }
    case "drawsLoaded":
      return { ...hexa, draws: change.draws };
    case "drawsContinued":
      return {
        ...hexa,
        draws: within(hexa.draws, (known) => ({ ...change.more, rows: [...known.rows, ...change.more.rows] })),
      };
  }
}
