/** A kept hand as the replayer plays it: the table before it, and everything that happened. */
import { type Card, type HandName, RANKS } from "../model/cards";
import type { TableChange } from "../model/table/changes";
import type { HandRecord } from "../model/table/replay";
import type { ActKind, Avatar, BlindKind, Seat, Street, Structure, Table } from "../model/table/types";
import { cardsOf, gameOf, unitOf } from "./wire-table";

interface SeatAmount {
  readonly seat: number;
  readonly amount: number;
}

/** What the room keeps of a hand, as far as its reader may see it. */
export interface HandDetail {
  readonly id: string;
  readonly number: number;
  readonly table: string;
  readonly at: number;
  readonly edition: string;
  readonly stake: string;
  readonly game: string;
  readonly structure: string;
  readonly currency: string | null;
  readonly label: "real" | "play" | "test";
  readonly blinds: { readonly small: number; readonly big: number; readonly ante: number };
  readonly seatCount: number;
  readonly button: number;
  readonly void: boolean;
  readonly players: readonly {
    readonly seat: number;
    readonly player: string;
    readonly name: string;
    readonly avatar: string;
    readonly me: boolean;
    readonly stack: number;
    readonly cards: readonly string[] | null;
  }[];
  readonly posts: readonly (SeatAmount & { readonly kind: BlindKind })[];
  readonly streets: readonly {
    readonly street: number;
    readonly board: readonly string[];
    readonly pot: number;
    readonly moves: readonly {
      readonly seat: number;
      readonly act: ActKind;
      readonly to: number;
      readonly allIn: boolean;
      readonly rule?: string | null;
    }[];
  }[];
  readonly returned: SeatAmount | null;
  readonly shown: readonly {
    readonly seat: number;
    readonly cards: readonly string[];
    readonly hand: unknown;
    readonly best?: readonly string[];
  }[];
  readonly pots: readonly { readonly amount: number; readonly winners: readonly SeatAmount[] }[];
  readonly rake: number;
  readonly rakeRule: string | null;
  readonly rulings: readonly { readonly rule: string }[];
  readonly text: string | null;
  readonly downloadRule?: string | null;
  readonly tournament?: { readonly id: string; readonly name: string } | null;
  readonly level?: number;
}

export function recordOf(detail: HandDetail): HandRecord {
  const { id, number, at, edition } = detail;
  return {
    id,
    number,
    at,
    edition,
    start: startOf(detail),
    changes: courseOf(detail),
    text: detail.text,
    keptBack: detail.downloadRule ?? null,
    tournament: detail.tournament ? { ...detail.tournament, level: detail.level ?? 0 } : null,
  };
}

/** "texas/0.05-0.10" is told by its blinds. */
export const stakeName = (stake: string): string => stake.split("/").at(-1)?.replace("-", "/") ?? stake;

function startOf(detail: HandDetail): Table {
  const seats: (Seat | null)[] = Array.from({ length: detail.seatCount }, () => null);
  for (const player of detail.players) seats[player.seat] = seatOf(player);
  return {
    id: detail.table,
    name: detail.tournament?.name ?? stakeName(detail.stake),
    stake: stakeName(detail.stake),
    game: gameOf(detail.game),
    structure: detail.structure as Structure,
    edition: detail.edition,
    editionName: detail.edition,
    blinds: detail.blinds,
    unit: unitOf({
      kind: detail.currency === null ? "chips" : "money",
      currency: detail.currency,
      label: detail.label === "real" ? null : detail.label,
    }),
    wallet: "",
    step: 1,
    seats,
    me: detail.players.find(({ me }) => me)?.seat ?? null,
    button: detail.button,
    hand: null,
    log: [],
    chat: [],
    unread: 0,
    notice: null,
    standing: null,
    why: null,
    myOptions: { sitOutNext: false, sitOutBigBlind: false, autoTopUp: false },
    mayPost: null,
    topUp: null,
    timeBank: null,
    clocksPaused: null,
    nextHandAt: null,
    missing: 0,
    closing: null,
    lastHand: null,
    tournament: null,
  };
}

function seatOf({ player, name, avatar, stack }: HandDetail["players"][number]): Seat {
  return {
    player,
    name,
    avatar: avatar as Avatar,
    stack,
    bet: 0,
    cards: [],
    folded: false,
    lastAct: null,
    entry: "in",
    away: null,
    lost: null,
    pendingTopUp: 0,
    won: 0,
    shown: null,
    bot: false,
  };
}

function courseOf(detail: HandDetail): readonly TableChange[] {
  const mine = detail.players.find(({ me }) => me)?.cards ?? null;
  return [
    opening(detail, mine?.length ?? 2),
    ...detail.posts.map(({ seat, kind, amount }): TableChange => ({ kind: "posted", seat, blind: kind, amount })),
    ...(mine ? [{ kind: "dealt", cards: cardsOf(mine), strength: null } as const] : []),
    ...detail.streets.flatMap(streetChanges),
    ...ending(detail),
  ];
}

/** The first after the button is first in the order of play. */
function opening({ id, number, button, seatCount, players }: HandDetail, holeCards: number): TableChange {
  const after = (seat: number) => (seat - button - 1 + seatCount) % seatCount;
  const seats = players.map(({ seat }) => seat).toSorted((one, other) => after(one) - after(other));
  return { kind: "handOpened", hand: id, number, button, seats, holeCards };
}

function streetChanges({ street, board, pot, moves }: HandDetail["streets"][number]): readonly TableChange[] {
  const dealt: TableChange = {
    kind: "board",
    street: street as Street,
    board: cardsOf(board),
    pots: [pot],
    strength: null,
  };
  const acted = moves.map(
    ({ seat, act, to, allIn, rule }): TableChange => ({
      kind: "acted",
      seat,
      act,
      bet: to,
      allIn,
      ...(rule ? { rule } : {}),
    }),
  );
  return street === 0 ? acted : [dealt, ...acted];
}

function ending(detail: HandDetail): readonly TableChange[] {
  const { returned, shown, pots, rake, rakeRule, number } = detail;
  if (detail.void) {
    const stacks = Array.from(
      { length: detail.seatCount },
      (_, seat) => detail.players.find((player) => player.seat === seat)?.stack ?? null,
    );
    const told = { code: "hand_voided_seen", rule: detail.rulings[0]?.rule ?? null, numbers: { number } };
    return [{ kind: "handVoided", stacks, told, at: detail.at }];
  }
  return [
    ...(returned ? [{ kind: "uncalled", ...returned } as const] : []),
    ...shown.map(
      ({ seat, cards, hand }): TableChange => ({ kind: "shown", seat, cards: cardsOf(cards), hand: handName(hand) }),
    ),
    {
      kind: "awarded",
      winners: pots.flatMap(({ winners }) => winners),
      best: bestOf(detail),
      pot: pots.reduce((sum, { amount }) => sum + amount, 0),
      rake,
      rakeRule,
    },
  ];
}

/** The five cards that won, where they were shown. */
function bestOf({ shown, pots }: HandDetail): readonly Card[] {
  const winners = new Set(pots.flatMap(({ winners }) => winners).map(({ seat }) => seat));
  return cardsOf(shown.find(({ seat }) => winners.has(seat))?.best ?? []);
}

/** A hand's name, where it was told in the form the model knows. */
function handName(hand: unknown): HandName | null {
  if (typeof hand !== "object" || hand === null) return null;
  const { category, ranks } = hand as Partial<HandName>;
  const known = Array.isArray(ranks) && ranks.every((rank) => RANKS.includes(rank));
  return category && known ? { category, ranks } : null;
}
