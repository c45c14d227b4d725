import type { BetResult, BlackjackFelt, Box, BoxHand, OwnBox, SpotCrowd } from "../../protocol/messages";
import type { Cents, RuleId } from "../basics";

/** What a hand may do in its turn. */
export type Choice = OwnBox["options"][number];
export type Outcome = NonNullable<BoxHand["outcome"]>;

/** Bets behind a seat, in sum. */
export interface Behind {
  readonly players: number;
  readonly staked: Cents;
}

// ---- where everything stands

/** Where a seat stands: its middle in percent of the width, and how far from below (desk) or from above (phone) in pixels. */
export interface SeatPlace {
  readonly x: number;
  readonly bottom: number;
  readonly top: number;
}

/** Seat 1 is on the right: cards are dealt from the dealer's left, clockwise (BJ-43). */
const PLACES: readonly SeatPlace[] = [
  { x: 92.6, bottom: 196, top: 128 },
  { x: 80, bottom: 96, top: 154 },
  { x: 65.3, bottom: 30, top: 170 },
  { x: 50, bottom: 10, top: 176 },
  { x: 34.7, bottom: 30, top: 170 },
  { x: 20, bottom: 96, top: 154 },
  { x: 7.4, bottom: 196, top: 128 },
];
/** On the phone seats stand evenly. */
const STEP = 14.2;

/** The places of a table's seats; a table with fewer seats leaves out the outermost. */
export function seatPlaces(count: number, phone: boolean): readonly SeatPlace[] {
  const out = Math.max(0, PLACES.length - count);
  const shown = PLACES.slice(Math.floor(out / 2), PLACES.length - Math.ceil(out / 2));
  if (!phone) return shown;
  return shown.map((place) => ({ ...place, x: 50 + STEP * (PLACES.length - 1 - 2 * PLACES.indexOf(place)) * 0.5 }));
}

// ---- hands

/** What stands beside a hand's total. */
export type HandMark = "blackjack" | "bust" | "soft" | "next" | null;

export function handMark(hand: BoxHand, waits: boolean): HandMark {
  if (hand.ended === "blackjack") return "blackjack";
  if (hand.ended === "bust") return "bust";
  if (waits) return "next";
  // A finished hand counts what it counts; that an ace could count one matters only before.
  return hand.soft && hand.ended === "" && hand.total < 21 ? "soft" : null;
}

/** Whether a hand waits for another of the same seat, which plays first (BJ-34). */
export function handWaits(felt: BlackjackFelt, seat: number, hand: number): boolean {
  const box = felt.seats[seat];
  if (!box || box.hands.length < 2 || box.hands[hand]?.ended !== "" || hand === 0) return false;
  const first = box.hands[hand - 1];
  return first !== undefined && first.ended === "" && felt.turn?.seat === seat && felt.turn.hand < hand;
}

/** How a seat stands to the round. */
export type SeatState =
  | { readonly is: "free" }
  | { readonly is: "choosing" }
  | { readonly is: "sent" }
  | { readonly is: "out" }
  | { readonly is: "waits" }
  | { readonly is: "turn"; readonly hand: number; readonly hands: number }
  | { readonly is: "done"; readonly why: string }
  | { readonly is: "result"; readonly outcome: Outcome | "mixed"; readonly won: Cents | null };

export type Phase = "idle" | "betting" | "closed" | "playing" | "decided" | "result";

export function seatState(felt: BlackjackFelt, seat: number, phase: Phase, won: Cents | null): SeatState {
  const box = felt.seats[seat];
  if (!box) return { is: "free" };
  if (box.hands.length === 0 || phase === "betting" || phase === "idle") return bets(box, phase);
  const outcomes = box.hands.map((hand) => hand.outcome);
  const [first] = outcomes;
  if (first && outcomes.every((each) => each !== null))
    return { is: "result", outcome: outcomes.every((each) => each === first) ? first : "mixed", won };
  if (felt.turn?.seat === seat) return { is: "turn", hand: felt.turn.hand, hands: box.hands.length };
  const last = box.hands.at(-1);
  return last && last.ended !== "" ? { is: "done", why: last.ended } : { is: "waits" };
}

function bets(box: Box, phase: Phase): SeatState {
  if (box.bet > 0) return { is: "sent" };
  return { is: phase === "betting" ? "choosing" : "out" };
}

/** What the own seat's hands brought in sum, staked money taken off. */
export function netOf(results: readonly BetResult[]): Cents {
  return results.reduce((sum, { staked, returned, won }) => sum + returned + won - staked, 0);
}

// ---- decisions

/** A button in its place: what it would do and add, or why it does nothing. */
export interface Slot {
  readonly open: boolean;
  /** What it adds to the bet, or 0. */
  readonly adds: Cents;
  /** The clause by which it is off, where one says so. */
  readonly rule: RuleId | null;
  /** The purse does not cover it. */
  readonly poor: boolean;
}

/** The decisions, each in its place for ever: insurance yes over no, split, double, stand, hit. */
export interface Decisions {
  readonly insure: Slot;
  readonly decline: Slot;
  readonly split: Slot;
  readonly double: Slot;
  readonly stand: Slot;
  readonly hit: Slot;
}

const OFF: Slot = { open: false, adds: 0, rule: null, poor: false };
const OPEN: Slot = { ...OFF, open: true };
const off = (rule: RuleId | null): Slot => ({ ...OFF, rule });

const ONLY_SEATED: RuleId = "BJ-67";
const SPLIT_VALUES: RuleId = "BJ-33";
const ONE_SPLIT: RuleId = "BJ-36";
const DOUBLE_TWO: RuleId = "BJ-31";

/** Whether I am the one the table waits for. */
export const isMyBoxTurn = (own: OwnBox | null): boolean => (own?.options.length ?? 0) > 0;

/** Whether my bet is behind another player's hand. */
export const isBehind = (own: OwnBox | null): boolean => own !== null && own.seat === null && own.betSeat !== null;

/** What I staked on the hands of a seat, without insurance. */
export function stakedBy(own: OwnBox | null): Cents {
  return own === null ? 0 : [...own.stakes, ...own.doubles].reduce((sum, each) => sum + each, 0);
}

export function decisionsOf(felt: BlackjackFelt, own: OwnBox | null, purse: Cents, unit: Cents): Decisions {
  const insurance = insuranceOf(own, purse, unit);
  const closed = own !== null && isBehind(own) ? off(ONLY_SEATED) : OFF;
  const { turn } = felt;
  if (own === null || turn === null || !isMyBoxTurn(own))
    return { ...insurance, split: closed, double: closed, stand: closed, hit: closed };
  const hand = felt.seats[turn.seat]?.hands[turn.hand];
  const stake = own.stakes[turn.hand] ?? 0;
  const split = felt.seats[turn.seat]?.hands.length !== 1;
  return {
    ...insurance,
    split: own.options.includes("split")
      ? priced(stake, stake, purse)
      : off(split ? ONE_SPLIT : hand && isPair(hand) ? null : SPLIT_VALUES),
    double: own.options.includes("double")
      ? priced(Math.min(stake, wholeUnits(purse, unit)), stake, purse)
      : off(hand && hand.cards.length === 2 ? null : DOUBLE_TWO),
    stand: own.options.includes("stand") ? OPEN : OFF,
    hit: own.options.includes("hit") ? OPEN : OFF,
  };
}

/** A double may add less than the bet (BJ-31); what cannot be paid at all is off. */
function priced(adds: Cents, stake: Cents, purse: Cents): Slot {
  const poor = adds <= 0 || adds > purse;
  return { open: !poor, adds: poor ? stake : adds, rule: null, poor };
}

const wholeUnits = (amount: Cents, unit: Cents): Cents => Math.floor(amount / unit) * unit;

function insuranceOf(own: OwnBox | null, purse: Cents, unit: Cents): Pick<Decisions, "insure" | "decline"> {
  const most = own?.insuranceMax ?? 0;
  if (most === 0) return { insure: OFF, decline: OFF };
  const adds = Math.min(most, wholeUnits(purse, unit));
  return { insure: adds > 0 ? { ...OPEN, adds } : { ...OFF, adds: most, poor: true }, decline: OPEN };
}

/** Two cards of one value may be split, ten and king as well (BJ-33). */
export function isPair(hand: BoxHand): boolean {
  const [one, other] = hand.cards;
  return hand.cards.length === 2 && one !== undefined && other !== undefined && pipsOf(one) === pipsOf(other);
}

/** What a card counts; an ace one (BJ-11). */
export function pipsOf(card: string): number {
  const rank = card[0] ?? "";
  if (rank === "A") return 1;
  return "TJQK".includes(rank) ? 10 : Number(rank);
}

// ---- bets

/** What pressing a place would do while bets are open. */
export type Press =
  | { readonly does: "sit"; readonly seat: number }
  | { readonly does: "queue" }
  | { readonly does: "bet"; readonly amount: Cents }
  | { readonly does: "behind"; readonly seat: number; readonly amount: Cents }
  /** Why it does nothing. */
  | { readonly does: "nothing"; readonly rule: RuleId | null };

/** A plate of a seat: an empty one is taken, the own one is bet on. */
export function pressOfSeat(felt: BlackjackFelt, own: OwnBox | null, seat: number, phase: Phase, chip: Cents): Press {
  if (!felt.seats[seat]) {
    if (own?.seat != null) return { does: "nothing", rule: "BJ-55" };
    if (own?.betSeat != null) return { does: "nothing", rule: "BJ-63" };
    return { does: "sit", seat };
  }
  if (own?.seat === seat)
    return phase === "betting" ? { does: "bet", amount: chip } : { does: "nothing", rule: "BJ-17" };
  return pressOfBehind(felt, own, seat, phase, chip);
}

/** The place for bets behind a seat. */
export function pressOfBehind(felt: BlackjackFelt, own: OwnBox | null, seat: number, phase: Phase, chip: Cents): Press {
  if (own?.seat != null) return { does: "nothing", rule: "BJ-63" };
  if (!felt.seats[seat]) return { does: "nothing", rule: "BJ-61" };
  if (phase !== "betting") return { does: "nothing", rule: "BJ-64" };
  if (own?.betSeat != null && own.betSeat !== seat) return { does: "nothing", rule: "BJ-55" };
  return { does: "behind", seat, amount: chip };
}

/** Bets behind each seat, by its number. */
export function behindOf(crowd: readonly SpotCrowd[], seat: number): Behind {
  const found = crowd.find(({ spot }) => spot === String(seat));
  return { players: found?.players ?? 0, staked: found?.staked ?? 0 };
}

/** Free seats by their number from 1, as people count. */
export const freeSeats = (felt: BlackjackFelt): readonly number[] =>
  felt.seats.flatMap((box, seat) => (box === null ? [seat + 1] : []));
