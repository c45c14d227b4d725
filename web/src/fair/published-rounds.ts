/** What is published of a casino round, a shoe or HexaPro's draw, read strictly: a field more or less, or of another kind, is no proof. */
import { BadProof, type Bytes, ID_BYTES, unhex } from "./bytes";
import { fields, number, row } from "./fields";
import { CARDS, DEFAULT, type SeatSeed } from "./pfp1";
import { PROTOCOL } from "./published";

export const DRAW_KINDS = ["round", "shoe", "draw"] as const;
/** A round of a wheel, a shoe of cards, the multiplier of a HexaPro game. */
export type DrawKind = (typeof DRAW_KINDS)[number];

export const POCKETS = 37;
export const SHOE_CARDS = 8 * CARDS;
export const HEXAPRO_NUMBERS = 100_000;
export const CHAIN_MAX = 2 ** 20;
const PLAYERS_MAX = 3_000;

/** A draw as it was published; nothing of it has been checked but its form. */
export interface PublishedDraw {
  readonly kind: DrawKind;
  /** 16 bytes that stand for the table's chain, or for the game. */
  readonly place: Bytes;
  /** The place in the chain; 0 for a HexaPro game. */
  readonly number: number;
  /** What the house published beforehand: the anchor of its chain, or the hash of the game's secret. */
  readonly fixed: Bytes;
  readonly players: readonly SeatSeed[];
  readonly seeds: Bytes;
  readonly secret: Bytes;
  /** Pocket or number; `null`: nothing was drawn, or it is a shoe. */
  readonly result: number | null;
  /** Those of a shoe that were taken, burnt ones among them. */
  readonly cards: readonly number[];
}

const SHARED = ["protocol", "kind", "players", "seeds", "secret"];
const FIELDS: Readonly<Record<DrawKind, readonly string[]>> = {
  round: [...SHARED, "table", "round", "anchor", "result"],
  shoe: [...SHARED, "table", "round", "anchor", "cards"],
  draw: [...SHARED, "game", "commitment", "result"],
};
const PLAYER = ["pid", "flag", "commitment", "seed"];

const isKind = (kind: unknown): kind is DrawKind => DRAW_KINDS.some((each) => each === kind);

/** Whether something published is one of these, and not a hand. */
export const isDraw = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "kind" in value && isKind(value.kind);

/** A draw from the object that was published; throws `BadProof` for anything that is not exactly one. */
export function readDraw(value: unknown): PublishedDraw {
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : null;
  if (!isKind(kind)) throw new BadProof("other_kind");
  const found = fields(value, FIELDS[kind]);
  if (found.protocol !== PROTOCOL) throw new BadProof("other_protocol");
  const isGame = kind === "draw";
  const place = isGame ? 0 : number(found.round, CHAIN_MAX);
  // The anchor of a chain is published, and never drawn from.
  if (!isGame && place === 0) throw new BadProof("bad_number");
  const highest = (isGame ? HEXAPRO_NUMBERS : POCKETS) - 1;
  return {
    kind,
    place: unhex(isGame ? found.game : found.table, ID_BYTES),
    number: place,
    fixed: unhex(isGame ? found.commitment : found.anchor),
    players: row(found.players, PLAYERS_MAX).map((each) => playerOf(each, isGame)),
    seeds: unhex(found.seeds),
    secret: unhex(found.secret),
    result: kind === "shoe" || found.result === null ? null : number(found.result, highest),
    cards: kind === "shoe" ? row(found.cards, SHOE_CARDS).map((card) => number(card, CARDS - 1)) : [],
  };
}

function playerOf(value: unknown, seated: boolean): SeatSeed {
  const found = fields(value, seated ? [...PLAYER, "seat"] : PLAYER);
  return {
    seat: seated ? number(found.seat, 255) : 0,
    pid: unhex(found.pid, ID_BYTES),
    flag: number(found.flag, DEFAULT),
    commitment: unhex(found.commitment),
    seed: unhex(found.seed),
  };
}
