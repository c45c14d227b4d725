"""
A tournament table as messages: the whole table, and its changes.

Changes of the hand itself are in `hand`. Hands are numbered as the director orders them: one that was void
and is played anew has the same number.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.cash.table.state import Dealt
from fairdeal.kernel import PlayerId
from fairdeal.play import changes as play
from fairdeal.play.fair import changes as fair
from fairdeal.present import fair as fair_to_wire
from fairdeal.present.hand import HandPresenter, TrackedHand, track_new_hand, track_running_hand
from fairdeal.present.seats import Faces, options_to_wire, turn_to_wire
from fairdeal.present.strength import cards_to_wire, strength_with
from fairdeal.present.table import result_to_wire, street_of
from fairdeal.protocol import table as common
from fairdeal.protocol import tournament_table as wire
from fairdeal.protocol.tournament import BlindLevel, OwnEntry, TournamentNumbers
from fairdeal.rulebook.schema.choices import Variant
from fairdeal.rulebook.schema.edition import Poker
from fairdeal.tournament.dealer import changes as deal
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.dealer.view import BlindsView, DealerView, HandView, SeatView, blinds_view
from fairdeal.tournament.orders import table_id

Heads = Callable[[PlayerId], int]
"""The bounty on a player's head; 0 where there are none."""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What a table shows of its tournament, besides what its dealer knows."""

    name: str
    edition: str
    family: str
    size: int
    numbers: TournamentNumbers
    entry: OwnEntry | None  # of the viewer


def hole_cards_of(poker: Poker, family: str) -> int:
    """The number of hole cards of a game."""
    game = next(row for row in poker.games.families.value if row.id == family)
    found = poker.games.hole_cards_holdem if game.variant is Variant.HOLDEM else poker.games.hole_cards_omaha
    return found.value


# ---- the whole table


def tournament_table_to_wire(
    view: DealerView,
    event: EventFacts,
    hole_cards: int,
    pots: tuple[int, ...],
    faces: Faces,
    heads: Heads,
    chat: Sequence[common.ChatLine] = (),
) -> wire.TournamentTable:
    """A table as the viewer of that view sees it; `pots` are the collected ones."""
    return wire.TournamentTable(
        id=table_id(view.tournament, view.table),
        tournament=view.tournament,
        name=event.name,
        edition=event.edition,
        family=event.family,
        number=view.table,
        size=event.size,
        numbers=event.numbers,
        entry=event.entry,
        seats=_seats(view.seats, faces, heads),
        playing=None if view.hand is None else _hand(view.hand, hole_cards, pots),
        result=None if view.outcome is None else result_to_wire(view.outcome),
        next_hand_at=view.deals_at,
        final_table=view.final_table,
        clocks_stand=view.clocks_stand,
        closed=view.closed,
        own=_own(view),
        chat=tuple(chat),
        fair=fair_to_wire.fair_to_wire(view.fair),
    )


def _seats(views: Iterable[SeatView], faces: Faces, heads: Heads) -> dict[int, wire.TournamentSeat]:
    return {view.seat: _seat(view, faces, heads) for view in views}


def _seat(view: SeatView, faces: Faces, heads: Heads) -> wire.TournamentSeat:
    face = faces(view.player)
    return wire.TournamentSeat(
        player=view.player,
        name=face.name,
        avatar=face.avatar,
        stack=view.stack,
        bet=view.bet,
        bank=view.bank,
        has_cards=view.has_cards,
        all_in=view.all_in,
        away=view.away,
        sits_out_next=view.sits_out_next,
        connected=view.connected,
        bounty=heads(view.player),
        bot=face.bot,
    )


def _hand(view: HandView, hole_cards: int, pots: tuple[int, ...]) -> wire.TournamentHand:
    hand = common.Hand(
        id=view.hand,
        number=view.number,
        seats=view.seats,
        small_blind=view.blinds.small_blind,
        big_blind=view.blinds.big_blind,
        street=street_of(view.board),
        board=cards_to_wire(view.board),
        pots=pots,
        turn=turn_to_wire(view.turn),
        commitment=view.commitment.hex(),
        hole_cards=hole_cards,
    )
    return wire.TournamentHand(hand=hand, button=view.blinds.button, blinds=_level(view.blinds), round=view.round)


def _level(view: BlindsView) -> BlindLevel:
    return BlindLevel(
        level=view.level,
        small_blind=view.small_blind_chips,
        big_blind=view.big_blind_chips,
        ante=view.ante_chips,
    )


def _own(view: DealerView) -> wire.TournamentOwn | None:
    own, hand = view.own, view.hand
    if own is None:
        return None
    if hand is None:
        return wire.TournamentOwn(seat=own.seat)
    turn, options = hand.turn, own.options
    return wire.TournamentOwn(
        seat=own.seat,
        cards=cards_to_wire(own.cards),
        strength=strength_with(own.cards, hand.board),
        options=None if options is None or turn is None else options_to_wire(hand.hand, turn.number, options),
    )


# ---- what happens


class TournamentTablePresenter(HandPresenter[wire.TournamentChange, wire.TournamentOwnChange]):
    """Presents the frames of one tournament table, in order."""

    def __init__(self, table: DealerTable, hole_cards: int, faces: Faces, heads: Heads) -> None:
        order = table.order
        self._faces = faces
        self._heads = heads
        self._hole_cards = hole_cards
        self._places = {} if order is None else {place.player: place.seat for place in order.places}
        self._blinds = None if order is None else blinds_view(order)
        super().__init__(self._tracked_hand_of(table))

    def _tracked_hand_of(self, table: DealerTable) -> TrackedHand | None:
        """Start tracking the open hand; one that was interrupted has no order and is about to be void."""
        opened = table.open
        if opened is None or self._blinds is None:
            return None
        return track_running_hand(opened.hand, self._dealt(opened.players), table.running)

    def _dealt(self, players: tuple[PlayerId, ...]) -> Dealt:
        blinds = self._blinds
        assert blinds is not None, "a hand is opened after its order"
        seats = tuple(self._places[player] for player in players)
        return Dealt(seats, blinds.button, blinds.small_blind, blinds.big_blind)

    def _public(self, change: object) -> Iterable[wire.TournamentChange]:
        return _TO_WIRE[type(change)](self, change)

    def _own(self, player: PlayerId, change: object) -> wire.TournamentOwnChange:
        if isinstance(change, fair.OwnFairChange):
            return fair_to_wire.own_to_wire(change)
        return self._own_hand(player, change)

    def _next_hand(self, change: deal.NextHand) -> Iterator[wire.TournamentChange]:
        blinds = self._blinds = change.blinds
        self._places = {seat.player: seat.seat for seat in change.seats}
        yield wire.NextHand(
            number=change.number,
            seats=_seats(change.seats, self._faces, self._heads),
            button=blinds.button,
            small_blind=blinds.small_blind,
            big_blind=blinds.big_blind,
            blinds=_level(blinds),
            deals_at=change.deals_at,
            final_table=change.final_table,
            rule=blinds.rule,
            round=change.round,
        )

    def _deal_started(self, change: deal.DealStarted) -> Iterator[wire.TournamentChange]:
        opened = change.open
        dealt = self._dealt(opened.players)
        self.tracked = track_new_hand(opened.hand, dealt)
        yield common.HandOpened(
            hand=opened.hand,
            number=opened.order,
            button=dealt.button,
            small_blind=dealt.small_blind,
            big_blind=dealt.big_blind,
            seats=dealt.seats,
            hole_cards=self._hole_cards,
            commitment=opened.commitment.hex(),
            rule=change.rule,
        )

    def _hand_locked(self, change: fair.LockShown) -> Iterator[wire.TournamentChange]:
        yield fair_to_wire.locked_to_wire(change)

    def _deal_cut(self, change: deal.DealCut) -> Iterator[wire.TournamentChange]:
        yield fair_to_wire.cut_to_wire(change.cut)
        yield from self._deal_started(change.started)
        yield from self._cards_dealt(change.cards)

    def _proven(self, change: fair.ProofShown | fair.VoidShown) -> Iterator[wire.TournamentChange]:
        yield fair_to_wire.proof_to_wire(change)

    def _away_changed(self, change: deal.AwayChanged) -> Iterator[wire.TournamentChange]:
        yield wire.AwayChanged(seats=change.away, rule=change.rule)

    def _deal_finished(self, change: deal.DealFinished) -> Iterator[wire.TournamentChange]:
        hand = None if self.tracked is None else self.tracked.hand
        self.tracked = None
        yield wire.DealEnded(number=change.number, hand=hand, seats=_seats(change.seats, self._faces, self._heads))

    def _deal_cancelled(self, change: deal.DealCancelled) -> Iterator[wire.TournamentChange]:
        self.tracked = None
        yield wire.DealVoided(number=change.number, rule=change.rule, reason=change.reason)

    def _table_gone(self, change: deal.TableGone) -> Iterator[wire.TournamentChange]:
        self.tracked = None
        yield wire.TableShut(rule=change.rule)


_TO_WIRE: Final[dict[type, Callable[[TournamentTablePresenter, Any], Iterable[wire.TournamentChange]]]] = {
    deal.NextHand: TournamentTablePresenter._next_hand,
    deal.DealStarted: TournamentTablePresenter._deal_started,
    deal.AwayChanged: TournamentTablePresenter._away_changed,
    deal.DealFinished: TournamentTablePresenter._deal_finished,
    deal.DealCancelled: TournamentTablePresenter._deal_cancelled,
    deal.TableGone: TournamentTablePresenter._table_gone,
    play.CardsDealt: TournamentTablePresenter._cards_dealt,
    play.ActShown: TournamentTablePresenter._act_shown,
    play.ConnectionChanged: TournamentTablePresenter._connection,
    play.ClocksChanged: TournamentTablePresenter._clocks,
    deal.DealCut: TournamentTablePresenter._deal_cut,
    fair.LockShown: TournamentTablePresenter._hand_locked,
    fair.ProofShown: TournamentTablePresenter._proven,
    fair.VoidShown: TournamentTablePresenter._proven,
}
