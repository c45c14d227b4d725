/** Tournament tables as the wire tells them, as the model keeps them. */
import type { Instant, PlayerId, Unit } from "../model/basics";
import type { Draw } from "../model/hexapro";
import type {
  Ended,
  Finish,
  Level,
  Pause,
  Purchase,
  PurchaseState,
  TableTournament,
  TournamentKind,
} from "../model/table/tournament";
import type { Avatar, Hand, Seat, Street, Table } from "../model/table/types";
import type * as wire from "../protocol/messages";
import { bankOf, cardsOf, gameOf, nameOf, unitOf } from "./wire-table";

const CHIPS: Unit = { kind: "chips" };
/** The clauses by which somebody sits out, by which prizes are paid, and by which chips are bought. */
const SITS_OUT = "MTT-40";
const PRIZES_PAID = "MTT-44";
const HEXAPRO_PAID = "HEXA-07";
const RE_BUYS = "MTT-66";
const ADD_ONS = "MTT-67";
const BOUNTIES = { progressive: "MTT-69", regular: "MTT-68" } as const;
const PAUSES = { break: "break", add_on: "addOn", phase_end: "phaseEnd", house: "house" } as const;

export const levelOf = ({ level, smallBlind, bigBlind, ante }: wire.BlindLevel): Level => ({
  number: level,
  small: smallBlind,
  big: bigBlind,
  ante,
});

/** Games of HexaPro are named by their product, as the house's books have it. */
export const nameOfTournament = (name: string): string =>
  name.replace(/^hexapro (?=[\d.]+$)/, "HexaPro ").replace(/^extreme (?=[\d.]+$)/, "HexaPro Extreme ");

/** What is known of a tournament beside its tables: what was announced, and what its places win. */
export interface Known {
  readonly terms: wire.TournamentTerms | null;
  readonly prizes: readonly wire.PrizeBand[];
  readonly draw: Draw | null;
}

export const NOTHING_KNOWN: Known = { terms: null, prizes: [], draw: null };

/** A whole table: first sight, or after the stream was lost. */
export function tournamentTableOf(shown: wire.TournamentTable, known: Known, editionName: string): Table {
  const me = shown.own?.seat ?? null;
  const { playing } = shown;
  const level = playing ? levelOf(playing.blinds) : levelOf(shown.numbers.blinds ?? shown.numbers.nextBlinds);
  const bounties = bountiesOf(shown.seats);
  return {
    id: shown.id,
    name: nameOfTournament(shown.name),
    stake: "",
    game: gameOf(shown.family),
    structure: "no_limit",
    edition: shown.edition,
    editionName,
    blinds: { small: level.small, big: level.big, ante: level.ante },
    unit: CHIPS,
    wallet: "",
    step: 1,
    seats: Array.from({ length: shown.size }, (_, index) => {
      const seat = shown.seats[index];
      // Between hands the tournament knows best what I have: the table may still show what its last hand began with.
      const mine = index === me && !playing && shown.entry ? { stack: shown.entry.stack } : {};
      return seat ? { ...shownSeat(seat, index, shown), ...mine } : null;
    }),
    me,
    button: playing?.button ?? null,
    hand: handOf(shown) ?? resultOf(shown),
    log: [],
    chat: shown.chat.map((line, index) => ({ id: index + 1, ...line })),
    unread: 0,
    notice: null,
    standing: null,
    why: null,
    myOptions: {
      sitOutNext: me !== null && shown.seats[me]?.sitsOutNext != null,
      sitOutRule: (me === null ? null : shown.seats[me]?.sitsOutNext) ?? null,
      sitOutBigBlind: false,
      autoTopUp: false,
    },
    mayPost: null,
    topUp: null,
    timeBank: myBank(shown, me),
    clocksPaused: shown.clocksStand ? "X-143" : null,
    nextHandAt: shown.nextHandAt,
    missing: 0,
    closing: null,
    lastHand: null,
    tournament: {
      ...standingOf(shown.numbers, shown.entry, known),
      id: shown.tournament,
      name: nameOfTournament(shown.name),
      table: shown.number + 1, // counted from 1, as people do
      bounties,
      finalTable: shown.finalTable,
      level,
      mine: null, // told right after it, with what was bought since the last hand
    },
  };
}

function myBank(shown: wire.TournamentTable, me: number | null): number | null {
  const running = bankOf(shown.playing?.hand.turn, me);
  return running ?? (me === null ? null : (shown.seats[me]?.bank ?? null));
}

const bountiesOf = (seats: Readonly<Record<number, wire.TournamentSeat>>): Readonly<Record<PlayerId, number>> =>
  Object.fromEntries(
    Object.values(seats)
      .filter(({ bounty }) => bounty > 0)
      .map(({ player, bounty }) => [player, bounty]),
  );

/** A seat as the order of a hand, or the end of one, names it. */
export function seatOf(seat: wire.TournamentSeat): Seat {
  const { player, name, stack, bet, bot } = seat;
  return {
    player,
    name,
    avatar: seat.avatar as Avatar,
    stack,
    bet,
    cards: [],
    folded: false,
    lastAct: null,
    entry: "in",
    away: seat.away ? { until: null, rule: SITS_OUT } : null,
    lost: seat.connected ? null : { until: null, total: 0 },
    pendingTopUp: 0,
    won: 0,
    shown: null,
    bot,
  };
}

function shownSeat(seat: wire.TournamentSeat, index: number, { own, playing, result }: wire.TournamentTable): Seat {
  const mine = own?.seat === index;
  const hand = playing?.hand;
  const dealt = hand?.seats.includes(index) ?? false;
  const shown = hand ? undefined : result?.shown.find((each) => each.seat === index);
  const backs = seat.hasCards ? Array.from({ length: hand?.holeCards ?? 0 }, () => null) : [];
  return {
    ...seatOf(seat),
    cards: shown ? cardsOf(shown.cards) : mine && own.cards.length > 0 ? cardsOf(own.cards) : backs,
    folded: dealt && !seat.hasCards,
    shown: shown ? nameOf(shown.strength) : null,
  };
}

function handOf({ playing, own }: wire.TournamentTable): Hand | null {
  if (!playing) return null;
  const { hand } = playing;
  return {
    id: hand.id,
    number: hand.number,
    street: hand.street as Street,
    board: cardsOf(hand.board),
    pots: hand.pots,
    turn: hand.turn,
    options: own?.options ?? null,
    strength: nameOf(own?.strength ?? null),
    result: null,
  };
}

function resultOf({ result }: wire.TournamentTable): Hand | null {
  if (!result) return null;
  const board = cardsOf(result.board);
  return {
    id: "",
    number: result.number,
    street: Math.max(0, board.length - 2) as Street,
    board,
    pots: result.pots.map(({ amount }) => amount),
    turn: null,
    options: null,
    strength: null,
    result: {
      winners: [],
      best: [],
      pot: result.pots.reduce((sum, { amount }) => sum + amount, 0),
      rake: 0,
      rakeRule: null,
    },
  };
}

// ---- what the whole tournament tells

type Standing = Omit<TableTournament, "id" | "name" | "table" | "bounties" | "finalTable" | "level" | "ladder">;

/** How the tournament stands, and I in it. */
export function standingOf(
  numbers: wire.TournamentNumbers,
  own: wire.OwnEntry | null,
  known: Known,
): Standing & Pick<TableTournament, "ladder"> {
  const { terms, draw } = known;
  return {
    kind: kindOf(known),
    unit: terms ? unitOf(terms.unit) : { kind: "money", currency: "EUR" },
    wallet: terms?.wallet ?? "",
    price: terms ? terms.price.pool + terms.price.fee + terms.price.bounty : 0,
    hexapro: terms?.hexapro ?? null,
    levelEnds: numbers.levelEnds,
    next: levelOf(numbers.nextBlinds),
    pause: pauseOf(numbers),
    entries: numbers.entries,
    remaining: numbers.remaining,
    average: numbers.averageStack,
    paid: numbers.paidPlaces,
    outNow: numbers.prizesFinal && numbers.nextPrize > 0 ? numbers.nextPrize : null,
    handForHand: numbers.handForHand,
    waiting: numbers.handForHand && numbers.busy > 0 ? { playing: numbers.busy, tables: numbers.tables } : null,
    bountyRule: terms?.bounties ? (terms.bounties.progressive ? BOUNTIES.progressive : BOUNTIES.regular) : null,
    ladder: [],
    prizes: known.prizes.map(({ first, last, money, ticket }) => ({ first, last, money, ticket })),
    draw,
    ...entryOf(numbers, own, known),
  };
}

type Entry = Pick<
  TableTournament,
  "mine" | "place" | "finish" | "ended" | "offerUntil" | "offerTotal" | "reBuy" | "reBuyLevel" | "addOn"
>;

/** How I stand in it. */
function entryOf(numbers: wire.TournamentNumbers, own: wire.OwnEntry | null, known: Known): Entry {
  const { terms } = known;
  return {
    mine:
      own && own.table !== null && own.seat !== null
        ? { table: own.table, seat: own.seat + 1, stack: own.stack }
        : null,
    place: own?.rank ?? null,
    finish: own && finishOf(own, numbers, known),
    ended: own && endedOf(own, numbers),
    offerUntil: own?.mayBuyUntil ?? null,
    offerTotal: terms?.reBuy?.window ?? 0,
    reBuy: terms?.reBuy && own?.reBuy ? purchaseOf(terms.reBuy, RE_BUYS, reBuyState(own.reBuy)) : null,
    reBuyLevel: terms?.reBuy?.untilLevel ?? null,
    addOn:
      terms?.addOn && own?.addOn
        ? purchaseOf(terms.addOn, ADD_ONS, addOnState(own.addOn, terms.addOn.afterLevel, numbers))
        : null,
  };
}

function kindOf({ terms, draw }: Known): TournamentKind {
  if (draw || terms?.hexapro) return terms?.hexapro?.includes("extreme") ? "extreme" : "hexapro";
  return terms?.sitAndGo ? "sitAndGo" : "tournament";
}

/** A pause of the house stands before any other: nobody knows when it ends. */
function pauseOf({ pause, haltedAt }: wire.TournamentNumbers): Pause | null {
  if (haltedAt !== null) return { kind: "house", until: null };
  return pause && { kind: PAUSES[pause.kind], until: pause.until };
}

/** An entry that ended: out of chips, or left when everything was over. */
function finishOf(
  own: wire.OwnEntry,
  { entries, status }: wire.TournamentNumbers,
  { terms, prizes }: Known,
): Finish | null {
  const { place } = own;
  // Whoever entered again after going out is in it still, and still was when it was cancelled.
  if (place === null || own.payout !== null || (own.table !== null && status === "running")) return null;
  const won = prizes.find(({ first, last }) => first <= place && place <= last);
  return {
    place,
    of: terms?.hexapro ? terms.seats : entries,
    prize: own.prizes,
    ticket: Math.min(own.prizes, won?.ticket ?? 0),
    bountyMoney: own.bounties,
    held: own.held,
    rule: terms?.hexapro ? HEXAPRO_PAID : PRIZES_PAID,
    placeRule: own.placeRule,
  };
}

function endedOf(own: wire.OwnEntry, { status, cancelled }: wire.TournamentNumbers): Ended | null {
  if (cancelled && own.payout) return { kind: "cancelled", amount: own.payout.amount, rule: cancelled.settledBy };
  return status === "finished" && own.place === null ? { kind: "phase" } : null;
}

function purchaseOf(
  { price, chips }: Pick<wire.ReBuyTerms, "price" | "chips">,
  rule: string,
  state: PurchaseState,
): Purchase {
  const { pool, fee, bounty } = price;
  return { chips, price: pool + fee + bounty, pool: pool + bounty, fee, rule, state };
}

function reBuyState({ possible, why }: wire.Extra): PurchaseState {
  if (possible) return { kind: "open" };
  switch (why?.code) {
    case "too_many_chips":
      return { kind: "below", chips: why.numbers.below ?? 0 };
    case "re_buys_used_up":
      return { kind: "taken" };
    default:
      return { kind: "over" };
  }
}

function addOnState(
  { possible, taken }: wire.Extra,
  after: number,
  { level, pause }: wire.TournamentNumbers,
): PurchaseState {
  if (possible) return { kind: "open" };
  if (taken > 0) return { kind: "taken" };
  return level <= after && pause?.kind !== "add_on" ? { kind: "after", level: after } : { kind: "over" };
}

/** The draw of one of my games. */
export function drawOf({ draw, odds, chances, rule }: wire.HexaProDrawn): Draw {
  return {
    bands: odds.map(bandOf),
    total: chances,
    number: draw.draw,
    multiplier: draw.multiplier,
    at: draw.at as Instant,
    rule,
  };
}

export const bandOf = (odds: wire.HexaProOdds): Draw["bands"][number] => ({
  multiplier: odds.multiplier,
  chances: odds.chances,
  first: odds.firstDraw,
  last: odds.lastDraw,
  pool: odds.pool,
  prizes: odds.prizes,
  stack: odds.stack,
  level: odds.levelTime,
  bank: odds.bank > 0 ? odds.bank : null,
});
