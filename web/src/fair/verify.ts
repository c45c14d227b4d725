/** Verifying a published hand from what was published alone; every check has a name, and none is left out because another failed. */
import { type Bytes, hex, NOTHING, same } from "./bytes";
import {
  BOARD_CARDS,
  type Cut,
  cutBy,
  DEFAULT,
  dealDigest,
  deckOf,
  endDigest,
  isClockwise,
  isRightSeed,
  lockDigest,
  logAfter,
  mixOf,
  type Opening,
  OWN,
  rootOfOpening,
  seatOfCard,
  voidDigest,
} from "./pfp1";
import type { Published, PublishedHand, PublishedVoid } from "./published";
import type { VerifySignature } from "./signatures";

/** What a check is called, in every verifier and in disputes. */
export const CHECKS = [
  "order",
  "lock",
  "order_in_time",
  "seeds",
  "cut",
  "deal",
  "unused_deck",
  "cards",
  "cards_seen",
  "secret",
  "mix",
  "result",
  "end",
  "void",
  "log",
  "signatures",
  "pinned",
  "numbers",
  "heads",
  "draws",
  "entries",
] as const;
export type CheckName = (typeof CHECKS)[number];

export interface Check {
  readonly name: CheckName;
  readonly passed: boolean;
}

/** A card that was opened: whether it fits the locked deck and the cut, and whether to its owner alone. */
export interface OpenedCard {
  readonly k: number;
  readonly card: number;
  readonly fits: boolean;
  readonly own: boolean;
  /** The fingerprint that its proof leads to. */
  readonly root: string;
}

export interface Verified {
  readonly checks: readonly Check[];
  readonly passed: boolean;
  /** The first check that failed. */
  readonly failed: CheckName | null;
  readonly opened: readonly OpenedCard[];
  /** How the cut that follows from decks and seeds takes the cards; `null` for a void hand. */
  readonly cut: Cut | null;
  /** The cards of the deck that was not played, by place. */
  readonly unused: readonly number[];
}

export async function verify(
  proof: Published,
  signature: VerifySignature,
  roomKey: Bytes | null = null,
): Promise<Verified> {
  const found = proof.kind === "hand" ? ofHand(proof) : ofVoid(proof);
  const signed = proof.kind === "hand" ? [proof.lock, proof.deal, proof.end] : [proof.lock, proof.void];
  const right = await Promise.all(
    signed.map((message, at) => signature(proof.key, message, proof.signatures[at] as Bytes)),
  );
  const checks = [...found.checks, { name: "signatures", passed: right.every(Boolean) } as const];
  if (roomKey) checks.push({ name: "pinned", passed: same(proof.key, roomKey) });
  return { ...found, ...told(checks) };
}

/** A verification with one more check. */
export const withChecks = (verified: Verified, ...more: readonly Check[]): Verified => ({
  ...verified,
  ...told([...verified.checks, ...more]),
});

const told = (checks: readonly Check[]): Pick<Verified, "checks" | "passed" | "failed"> => ({
  checks,
  passed: checks.every(({ passed }) => passed),
  failed: checks.find(({ passed }) => !passed)?.name ?? null,
});

type Found = Pick<Verified, "checks" | "opened" | "cut" | "unused">;

function ofHand(hand: PublishedHand): Found {
  const { table, hand: number, roots, seats } = hand;
  const mix = mixOf(table, number, roots, seats);
  const cut = cutBy(mix);
  const unused = deckOf(table, number, 1 - hand.deck, hand.unusedKey);
  const forAll = openedToAll(hand);
  const opened = hand.openings.map((each) => openedCard(hand, cut, each, forAll));
  const checks: Check[] = [
    ...locked(hand),
    { name: "seeds", passed: seats.every((each) => isRightSeed(table, number, roots, each)) },
    { name: "cut", passed: same(mix, hand.mix) && cut.deck === hand.deck },
    { name: "deal", passed: same(hand.deal, dealDigest(table, number, hand.lock, seats, hand.mix)) },
    { name: "unused_deck", passed: same(unused.root, roots[hand.deck === 0 ? 1 : 0]) },
    { name: "cards", passed: opened.every(({ fits }) => fits) && areDifferent(hand.openings) },
    { name: "end", passed: forAll !== null },
    { name: "log", passed: goesOn(hand, logAfter(hand.before, hand.lock, hand.deal, hand.end)) },
  ];
  return { checks, opened, cut, unused: unused.cards };
}

function ofVoid(hand: PublishedVoid): Found {
  const fixed = hand.seats.every(
    ({ flag, commitment }) => flag === OWN || (flag === DEFAULT && same(commitment, NOTHING)),
  );
  const made = voidDigest(hand.table, hand.hand, hand.lock, hand.reason);
  const checks: Check[] = [
    ...locked(hand),
    { name: "seeds", passed: fixed },
    { name: "void", passed: same(made, hand.void) },
    { name: "log", passed: goesOn(hand, logAfter(hand.before, hand.lock, hand.void)) },
  ];
  return { checks, opened: [], cut: null, unused: [] };
}

function locked(hand: Published): Check[] {
  const seats = hand.seats.map(({ seat }) => seat);
  const sorted = hand.order.toSorted((one, other) => one - other);
  const pids = new Set(hand.seats.map(({ pid }) => hex(pid)));
  const inTurn = seats.length === sorted.length && seats.every((seat, at) => seat === sorted[at]);
  const lock = lockDigest(hand.table, hand.hand, hand.roots, hand.hole, hand.seats, hand.order, hand.before);
  return [
    { name: "order", passed: inTurn && isClockwise(hand.order) && pids.size === seats.length },
    { name: "lock", passed: same(lock, hand.lock) && !same(hand.roots[0], hand.roots[1]) },
  ];
}

function openedCard(hand: PublishedHand, cut: Cut, each: Opening, forAll: readonly Opening[] | null): OpenedCard {
  const root = rootOfOpening(hand.table, hand.hand, hand.deck, each);
  const dealt = hand.order.length * hand.hole + BOARD_CARDS;
  const there = each.k < dealt && each.i === cut.places[each.k];
  const fits = there && same(root, hand.roots[hand.deck === 0 ? 0 : 1]);
  return { k: each.k, card: each.card, fits, own: forAll !== null && !forAll.includes(each), root: hex(root) };
}

const areDifferent = (openings: readonly Opening[]): boolean =>
  openings.every(({ k }, at) => at === 0 || (openings[at - 1]?.k ?? -1) < k) &&
  new Set(openings.map(({ card }) => card)).size === openings.length;

/** The openings that the end names; `null`: neither all of them, nor all but the hole cards of one seat. */
function openedToAll(hand: PublishedHand): readonly Opening[] | null {
  for (const own of [null, ...hand.order]) {
    const rest = hand.openings.filter(({ k }) => own === null || seatOfCard(k, hand.order, hand.hole) !== own);
    if (same(endDigest(hand.table, hand.hand, hand.deal, hand.unusedKey, rest), hand.end)) return rest;
  }
  return null;
}

const goesOn = (hand: Published, after: Bytes): boolean =>
  same(after, hand.after) && (hand.hand !== 1 || same(hand.before, NOTHING));
