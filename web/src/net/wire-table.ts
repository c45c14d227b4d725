/** Tables as the wire tells them, as the model keeps them. */
import type { Told, Unit } from "../model/basics";
import type { Card, HandName } from "../model/cards";
import type { Chair } from "../model/table/changes";
import { isBust, mySeat } from "../model/table/read";
import type { Avatar, Game, Hand, Seat, Street, Structure, Table, TopUpOffer } from "../model/table/types";
import type * as wire from "../protocol/messages";

/** The clause by which clocks stand, where only that they do is told. */
const CLOCKS_STAND = "X-143";
/** The clauses by which a newcomer, and a player who missed a blind, may post one. */
const NEWCOMER_POSTS = "CASH-16";
const MISSED_POSTS = "CASH-17";
const GAMES: Readonly<Record<string, Game>> = { holdem: "texas", omaha: "omaha" };

/** What nobody told otherwise counts as this. */
export const gameOf = (name: string): Game => GAMES[name] ?? "texas";
export const cardsOf = (cards: readonly string[]): readonly Card[] => cards as readonly Card[];
export const nameOf = (strength: wire.Strength | null): HandName | null => strength as HandName | null;
export const toldOf = (told: wire.Told): Told => told;

export function unitOf({ kind, currency, label }: wire.Unit): Unit {
  if (kind === "chips") return { kind };
  const money = { kind, currency: currency === "RON" ? "RON" : "EUR" } as const;
  return label === null ? money : { ...money, label };
}

/** The numbers of a seat that may change without a word. */
export function chairOf(seat: wire.Seat, known: Seat | null = null): Chair {
  const lost = known?.lost ?? { until: null, total: 0 };
  return {
    stack: seat.stack,
    bet: seat.bet,
    pendingTopUp: seat.pending,
    entry: seat.entry,
    away: seat.away,
    lost: seat.connected ? null : lost,
  };
}

/** A whole table: first sight, or after the stream was lost. */
export function tableOf(shown: wire.Table): Table {
  const me = shown.own?.seat ?? null;
  const seats = shown.seats.map((seat, index) => (seat ? seatOf(seat, index, shown) : null));
  const table: Table = {
    id: shown.id,
    name: shown.name,
    stake: shown.label,
    game: gameOf(shown.game),
    structure: shown.structure as Structure,
    edition: shown.edition,
    editionName: shown.editionName,
    blinds: { small: shown.smallBlind, big: shown.bigBlind, ante: 0 },
    unit: unitOf(shown.unit),
    wallet: shown.wallet,
    step: shown.step,
    seats,
    me,
    button: shown.button,
    hand: handOf(shown) ?? resultOf(shown),
    log: [],
    chat: shown.chat.map((line, index) => ({ id: index + 1, ...line })),
    unread: 0,
    notice: null,
    standing: null,
    why: null,
    myOptions: {
      sitOutNext: (me === null ? null : shown.seats[me])?.sitsOutNext ?? false,
      sitOutBigBlind: shown.own?.sitsOutAtBigBlind ?? false,
      autoTopUp: shown.own?.autoTopUp ?? false,
    },
    mayPost: shown.own ? mayPostOf(shown.own) : null,
    topUp: null,
    timeBank: null,
    clocksPaused: shown.clocksStand ? CLOCKS_STAND : null,
    nextHandAt: shown.nextHandAt,
    missing: shown.missing,
    closing: shown.closing,
    lastHand: shown.lastHand,
    tournament: null,
  };
  return { ...table, topUp: me === null ? null : firstTopUp(shown, table), timeBank: bankOf(shown.hand?.turn, me) };
}

/** By which clause I may post a blind, where I may. */
export function mayPostOf({ mayPost, missedBlind }: wire.Own): string | null {
  return mayPost ? (missedBlind ? MISSED_POSTS : NEWCOMER_POSTS) : null;
}

function seatOf(seat: wire.Seat, index: number, { own, hand, result }: wire.Table): Seat {
  const { player, name, bot } = seat;
  const mine = own?.seat === index;
  const dealt = hand?.seats.includes(index) ?? false;
  const shown = hand ? undefined : result?.shown.find((each) => each.seat === index);
  const backs = seat.hasCards ? Array.from({ length: hand?.holeCards ?? 0 }, () => null) : [];
  return {
    ...chairOf(seat),
    player,
    name,
    avatar: seat.avatar as Avatar,
    bot,
    cards: shown ? cardsOf(shown.cards) : mine && own.cards.length > 0 ? cardsOf(own.cards) : backs,
    folded: dealt && !seat.hasCards,
    lastAct: null,
    won: 0,
    shown: shown ? nameOf(shown.strength) : null,
  };
}

function handOf({ hand, own }: wire.Table): Hand | null {
  if (!hand) return null;
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

/** What the last hand left on the table; who got how much of it was told when it happened. */
function resultOf({ result, lastHand }: wire.Table): Hand | null {
  if (!result) return null;
  const pot = result.pots.reduce((sum, { amount }) => sum + amount, 0);
  const board = cardsOf(result.board);
  return {
    id: lastHand ?? "",
    number: result.number,
    street: Math.max(0, board.length - 2) as Street,
    board,
    pots: result.pots.map(({ amount }) => amount),
    turn: null,
    options: null,
    strength: null,
    result: { winners: [], best: [], pot, rake: 0, rakeRule: null },
  };
}

function firstTopUp(shown: wire.Table, table: Table): TopUpOffer {
  const { topUpLimit: target, topUpRule: rule, mayAutoTopUp: auto, family, buyInMin } = shown;
  const exact = family.includes("banzai");
  return topUpFor({ target, exact, auto, rule, enter: buyInMin ?? 0, min: 0, max: 0 }, table);
}

/** What may still be added to my stack. */
export function topUpFor(offer: TopUpOffer, table: Table): TopUpOffer {
  const seat = mySeat(table);
  const max = seat ? Math.max(0, offer.target - seat.stack - seat.pendingTopUp) : 0;
  const least = isBust(table) ? Math.max(table.step, offer.enter ?? 0) : table.step;
  return { ...offer, max, min: offer.exact ? max : Math.min(max, least) };
}

/** My time bank, which is told with my turn. */
export function bankOf(turn: wire.Turn | null | undefined, me: number | null): number | null {
  return turn && turn.seat === me && turn.bankRuns ? turn.bank : null;
}
