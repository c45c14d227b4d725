"""
The engine's own record of a finished hand: everything to replay it, chip for chip and card for card, in a few dozen bytes.

Cards that were not shown are in a separate secret part, which can be encrypted or discarded; the public part alone replays to the
same result. Nothing is stored that replaying restores.

Layout of version 1 (numbers are varints, see `packing`)::

    version  game  table  big blind  places  small blind  [bets]  [rake]  stacks  [antes]  [late posts]  acts  [mucked]
    board  shown  cards of those  [meta]

`game` and `table` are bytes of flags that say which parts in brackets are there. Acts: 0 folds, 1 checks or calls, n + 1 raises to n.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from fairdeal.cards import CARD_COUNT
from fairdeal.kernel.values import dataclass
from fairdeal.poker.events import HandEvent
from fairdeal.poker.hand import Hand
from fairdeal.poker.history.meta import HandMeta
from fairdeal.poker.history.packing import BadRecord, Packer, Unpacker
from fairdeal.poker.history.record_parts import (
    pack_meta,
    pack_rake,
    unpack_meta,
    unpack_rake,
)
from fairdeal.poker.history.settle import BadHistory, rehearsed, settled
from fairdeal.poker.order import HandOrder
from fairdeal.poker.rules import HOLDEM, NO_RAKE, OMAHA, HandRules

VERSION: Final = 1
UNKNOWN: Final = -1
_UNKNOWN_BYTE: Final = 0xFF

# Flags of the game byte; the two lowest bits are the betting structure.
_OMAHA: Final = 4
_IN_ORDER: Final = 8
_DEAD_ANTES: Final = 16
_FOREIGN: Final = 32
_RAKE: Final = 64
_META: Final = 128
# Flags of the table byte; the four lowest bits count the players.
_ANTES: Final = 16
_LATE: Final = 32
_LATE_AMOUNTS: Final = 64
_BETS: Final = 128

_USUAL: Final = HandRules(1)
_USUAL_BETS: Final = (_USUAL.small_bet, _USUAL.big_bet, _USUAL.low_rounds, _USUAL.bets_max)
_BOARDS: Final = (0, 3, 4, 5)
_NO_META: Final = HandMeta()

Cards = tuple[int, ...]


class Packed(NamedTuple):
    """A record as bytes: the public part, and the cards that were not shown."""

    public: bytes
    secret: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """A finished hand; `hole` has None where the secret part is missing."""

    rules: HandRules
    stacks: tuple[int, ...]
    big_blind_at: int
    small_blind_at: int
    small_blind: int
    late_posts: tuple[int, ...]
    late_amounts: tuple[int, ...]
    antes: tuple[int, ...]
    acts: tuple[int, ...]
    mucked: int
    board: Cards
    shown: tuple[int, ...]  # places whose cards are public, in order of places
    hole: tuple[Cards | None, ...]
    meta: HandMeta = _NO_META

    def order(self) -> HandOrder:
        """The order of the hand; undealt or secret cards are replaced by arbitrary stand-ins."""
        known = {card for hole in self.hole if hole is not None for card in hole} | set(self.board)
        rest = iter([card for card in range(CARD_COUNT) if card not in known])
        number = self.rules.hole_cards
        missing = [UNKNOWN] * number
        foreign = self.rules.foreign
        hands = [hole or (missing if foreign else [next(rest) for _ in range(number)]) for hole in self.hole]
        fill = [UNKNOWN if foreign else next(rest) for _ in range(5 - len(self.board))]
        return HandOrder(
            self.rules,
            self.stacks,
            [hand[card] for card in range(number) for hand in hands] + [*self.board, *fill],
            big_blind_at=self.big_blind_at,
            small_blind_at=self.small_blind_at,
            small_blind=self.small_blind,
            late_posts=self.late_posts,
            late_amounts=self.late_amounts,
            antes=self.antes,
        )

    def replay(self, listener: Callable[[HandEvent], None] | None = None) -> Hand:
        """
        Replay the hand; raises `BadRecord` if it is impossible.

        A listener gets stand-ins for cards whose secret part is missing.
        """
        order = self.order()
        try:
            betting = rehearsed(order, self.acts)
            assert betting.result is not None
            contenders = tuple(place for place in betting.result.shown if not self.mucked >> place & 1)
            if contenders != self.shown or len(betting.result.board) != len(self.board):
                raise BadRecord("inconsistent", "the cards do not fit the betting")
            return settled(order, betting, self.mucked, listener)
        except BadHistory as bad:
            raise BadRecord(bad.code, str(bad)) from None


def record_of(hand: Hand, meta: HandMeta = _NO_META) -> Record:
    """The record of a finished hand."""
    result = hand.result
    if result is None:
        raise BadRecord("unfinished", "only finished hands are recorded")
    order = hand.order
    return Record(
        order.rules,
        tuple(order.stacks),
        order.big_blind_at,
        order.small_blind_at,
        order.small_blind,
        tuple(order.late_posts),
        tuple(order.late_amounts),
        tuple(order.antes),
        tuple(hand.acts),
        hand.mucked,
        tuple(result.board),
        tuple(sorted(result.shown)),
        tuple([tuple(hand.hole(place)) for place in range(hand.count)]),
        meta,
    )


# ---- to bytes


def to_bytes(record: Record) -> Packed:
    """Encode a record, with cards that were not shown in a separate part."""
    _check_whole(record)
    public = Packer()
    public.byte(VERSION)
    _pack_head(public, record)
    _pack_chips(public, record)
    public.number(len(record.acts))
    public.numbers([act + 1 for act in record.acts])
    if record.rules.foreign:
        public.number(record.mucked)
    public.byte(len(record.board))
    public.cards(record.board)
    public.number(sum([1 << place for place in record.shown]))
    for place in record.shown:
        public.cards(record.hole[place] or ())
    if record.meta != _NO_META:
        pack_meta(public, record.meta, len(record.stacks))
    secret = Packer()
    secret.byte(VERSION)
    for place, hole in enumerate(record.hole):
        if place not in record.shown:
            secret.cards(hole or ())
    return Packed(bytes(public.packed), bytes(secret.packed))


def _check_whole(record: Record) -> None:
    """Refuse a record that would not read back the same."""
    if None in record.hole:
        raise BadRecord("hidden_cards_missing", "a record without its secret part cannot be written whole")
    if record.mucked and not record.rules.foreign:
        raise BadRecord("bad_game", "nobody mucks here (SHOW-01)")
    count = len(record.stacks)
    if len(record.hole) != count or len(record.antes) not in (0, count):
        raise BadRecord("bad_game", "cards and antes are those of all players")
    if len(record.late_amounts) not in (0, len(record.late_posts)):
        raise BadRecord("bad_game", "late posts and their amounts do not fit")


def _pack_head(public: Packer, record: Record) -> None:
    rules = record.rules
    bets = (rules.small_bet, rules.big_bet, rules.low_rounds, rules.bets_max)
    if not 2 <= len(record.stacks) <= 10 or rules.structure > 2 or rules.hole_cards not in (HOLDEM, OMAHA):
        raise BadRecord("bad_game", "this is not a hand of hold'em or Omaha for 2 to 10 players")
    game = (
        _OMAHA * (rules.hole_cards == OMAHA)
        | _IN_ORDER * rules.show_in_order
        | _DEAD_ANTES * rules.antes_are_dead
        | _FOREIGN * rules.foreign
        | _RAKE * (rules.rake != NO_RAKE)
        | _META * (record.meta != _NO_META)
    )
    table = (
        _ANTES * bool(record.antes)
        | _LATE * bool(record.late_posts)
        | _LATE_AMOUNTS * bool(record.late_amounts)
        | _BETS * (bets != _USUAL_BETS)
    )
    public.byte(rules.structure | game)
    public.byte(len(record.stacks) | table)
    public.number(rules.big_blind)
    public.byte(record.big_blind_at << 4 | record.small_blind_at + 1)
    public.number(record.small_blind)
    if bets != _USUAL_BETS:
        public.numbers(bets)
    if rules.rake != NO_RAKE:
        pack_rake(public, rules.rake)


def _pack_chips(public: Packer, record: Record) -> None:
    public.numbers((*record.stacks, *record.antes))
    if record.late_posts:
        public.numbers((len(record.late_posts), *record.late_posts, *record.late_amounts))


# ---- from bytes


def from_bytes(public: bytes, secret: bytes | None = None) -> Record:
    """Decode a record; without the secret part the cards that were not shown are missing."""
    reader = Unpacker(public)
    if (version := reader.byte()) != VERSION:
        raise BadRecord("unknown_version", f"version {version} of the record is not known here")
    game, table = reader.byte(), reader.byte()
    count = table & 15
    if not 2 <= count <= 10 or game & 3 > 2:
        raise BadRecord("bad_game", "this is not a hand of hold'em or Omaha for 2 to 10 players")
    record = _unpack_chips(reader, game, table)
    acts = tuple(reader.number() - 1 for _ in range(reader.count()))
    mucked = reader.number(1 << count) if game & _FOREIGN else 0
    if (dealt := reader.byte()) not in _BOARDS:
        raise BadRecord("bad_board", f"a board of {dealt} cards")
    foreign = bool(game & _FOREIGN)
    board = _unpack_cards(reader, dealt, foreign=foreign)
    mask = reader.number(1 << count)
    shown = tuple(place for place in range(count) if mask >> place & 1)
    number = record.rules.hole_cards
    hole: list[Cards | None] = [None] * count
    for place in shown:
        hole[place] = _unpack_cards(reader, number, foreign=foreign)
    meta = unpack_meta(reader, count) if game & _META else _NO_META
    if game & _META and meta == _NO_META:
        raise BadRecord("bad_meta", "the record says it has a meta part, but that is empty")
    reader.end()
    if secret is not None:
        _open(hole, secret, number, foreign=foreign)
    found = replace(record, acts=acts, mucked=mucked, board=board, shown=shown, hole=tuple(hole), meta=meta)
    if not foreign:
        _check_cards(found)
    return found


def _unpack_chips(reader: Unpacker, game: int, table: int) -> Record:
    """Rules, blinds and stacks; acts and cards are still missing."""
    count = table & 15
    big_blind, places, small_blind = reader.number(), reader.byte(), reader.number()
    bets = _USUAL_BETS
    if table & _BETS:
        bets = reader.number(), reader.number(), reader.number(), reader.number()
    rake = unpack_rake(reader) if game & _RAKE else NO_RAKE
    if (table & _BETS and bets == _USUAL_BETS) or (game & _RAKE and rake == NO_RAKE):
        raise BadRecord("bad_flags", "the record spells out what is usual")
    stacks = tuple(reader.number() for _ in range(count))
    antes = tuple(reader.number() for _ in range(count)) if table & _ANTES else ()
    late = reader.number(count + 1) if table & _LATE else 0
    posts = tuple(reader.number(count) for _ in range(late))
    amounts = tuple(reader.number() for _ in range(late)) if table & _LATE_AMOUNTS else ()
    if bool(table & _LATE) != bool(posts) or bool(table & _LATE_AMOUNTS) != bool(amounts):
        raise BadRecord("bad_flags", "the record says that there are late posts, but there are none")
    small_bet, big_bet, low_rounds, bets_max = bets
    rules = HandRules(
        big_blind,
        OMAHA if game & _OMAHA else HOLDEM,
        game & 3,
        small_bet=small_bet,
        big_bet=big_bet,
        low_rounds=low_rounds,
        bets_max=bets_max,
        show_in_order=bool(game & _IN_ORDER),
        antes_are_dead=bool(game & _DEAD_ANTES),
        foreign=bool(game & _FOREIGN),
        rake=rake,
    )
    nothing: tuple[Cards | None, ...] = ()
    return Record(
        rules, stacks, places >> 4, (places & 15) - 1, small_blind, posts, amounts, antes, (), 0, (), (), nothing
    )


def _unpack_cards(reader: Unpacker, count: int, *, foreign: bool) -> Cards:
    cards = tuple(UNKNOWN if card == _UNKNOWN_BYTE else card for card in reader.take(count))
    if any(card >= CARD_COUNT or (card == UNKNOWN and not foreign) for card in cards):
        raise BadRecord("bad_card", "a byte is not a card")
    return cards


def _open(hole: list[Cards | None], secret: bytes, number: int, *, foreign: bool) -> None:
    """Fill in the cards of the secret part."""
    reader = Unpacker(secret)
    if (version := reader.byte()) != VERSION:
        raise BadRecord("unknown_version", f"version {version} of the secret part is not known here")
    for place, cards in enumerate(hole):
        if cards is None:
            hole[place] = _unpack_cards(reader, number, foreign=foreign)
    reader.end()


def _check_cards(record: Record) -> None:
    cards = [*record.board, *(card for hole in record.hole if hole is not None for card in hole)]
    if len(set(cards)) != len(cards):
        raise BadRecord("duplicate_card", "a card is there twice")
