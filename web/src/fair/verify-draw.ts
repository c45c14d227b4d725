/** Verifying a published casino round, shoe or HexaPro draw from what was published alone. */
import { type Bytes, hex, NOTHING, same } from "./bytes";
import { chainBack, drawCommitment, hexaProNumber, roundStream, seedsOf } from "./casino";
import { CARDS, isRightSeed } from "./pfp1";
import { POCKETS, type PublishedDraw, SHOE_CARDS } from "./published-rounds";
import type { Check } from "./verify";

/** Every check of a draw; `pinned` is what the house published beforehand, as this device kept it. */
export function verifyDraw(draw: PublishedDraw, pinned: Bytes | null): readonly Check[] {
  const { kind, place, number, fixed, players, secret } = draw;
  const found = kind === "draw" ? drawCommitment(place, secret) : chainBack(secret, number);
  const seeds = seedsOf(players);
  const pids = new Set(players.map(({ pid }) => hex(pid)));
  // With what the house fixed beforehand in the place of the first root, and nothing in that of the second.
  const areRight = players.every((each) => isRightSeed(place, number, [fixed, NOTHING], each));
  return [
    { name: "secret", passed: same(found, fixed) },
    ...(pinned ? [{ name: "pinned", passed: same(pinned, fixed) } as const] : []),
    { name: "seeds", passed: areRight && pids.size === players.length },
    { name: "mix", passed: same(seeds, draw.seeds) },
    ...resultOf(draw, seeds),
  ];
}

function resultOf(draw: PublishedDraw, seeds: Bytes): readonly Check[] {
  if (draw.kind === "shoe") {
    const order = shoeOf(draw, seeds);
    return [{ name: "cards", passed: draw.cards.every((card, at) => card === order[at]) }];
  }
  return draw.result === null ? [] : [{ name: "result", passed: drawnBy(draw, seeds) === draw.result }];
}

/** The pocket or the number that follows from the secret and the seeds. */
export function drawnBy({ kind, place, number, secret }: PublishedDraw, seeds: Bytes): number {
  return kind === "draw"
    ? hexaProNumber(secret, place, seeds)
    : roundStream(secret, place, number, seeds).uniform(POCKETS);
}

/** The cards of a whole shoe in the order in which they are taken. */
export const shoeOf = ({ secret, place, number }: PublishedDraw, seeds: Bytes): readonly number[] =>
  roundStream(secret, place, number, seeds)
    .shuffle(SHOE_CARDS)
    .map((card) => card % CARDS);

/** Whether nothing was drawn: the lock came to nothing. */
export const isVoidDraw = ({ kind, result, cards }: PublishedDraw): boolean =>
  kind === "shoe" ? cards.length === 0 : result === null;
