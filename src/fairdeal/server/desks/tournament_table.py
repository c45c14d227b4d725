"""One tournament table and its followers."""

from dataclasses import replace
from typing import Protocol

import msgspec

from fairdeal.kernel import PlayerId, TournamentId
from fairdeal.present.seats import Faces
from fairdeal.present.tournament_table import EventFacts, TournamentTablePresenter, tournament_table_to_wire
from fairdeal.protocol.server import TournamentTableShown
from fairdeal.protocol.tournament_table import TournamentChange
from fairdeal.runtime.actor import Actor
from fairdeal.server.desks.table import Desk, Find
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.dealer.view import DealerView


class EventDesk(Protocol):
    """What a table's desk asks about its tournament."""

    def facts(self, tournament: TournamentId, viewer: PlayerId | None) -> EventFacts:
        """What a table shows of the tournament it belongs to."""
        ...

    def head(self, tournament: TournamentId, player: PlayerId) -> int:
        """The bounty on a player's head."""
        ...


class TournamentTableDesk(Desk):
    """The desk of a tournament table; the players of its current order are seated."""

    frame_type = "tournamentFrame"

    def __init__(
        self, actor: Actor, tournament: TournamentId, hole_cards: int, faces: Faces, find: Find, event: EventDesk
    ) -> None:
        self.tournament = tournament
        self._hole_cards = hole_cards
        self._faces = faces
        self._event = event
        super().__init__(actor, find)

    def _head_of(self, player: PlayerId) -> int:
        return self._event.head(self.tournament, player)

    def _new_presenter(self) -> TournamentTablePresenter:
        return TournamentTablePresenter(self._actor.state, self._hole_cards, self._faces, self._head_of)

    def _whole(self, viewer: PlayerId | None) -> TournamentTableShown:
        view = self._actor.hosted.view(self._actor.state, viewer)
        pots = () if self._presenter.tracked is None else self._presenter.tracked.pots
        return self._message(view, viewer, pots, after_hands_only=False)

    def _between_hands(self) -> TournamentTableShown:
        state: DealerTable = replace(self._actor.state, open=None, running=None, outcome=None)
        view = replace(self._actor.hosted.view(state, None), deals_at=None)
        return self._message(view, None, (), after_hands_only=True)

    def _message(
        self, view: DealerView, viewer: PlayerId | None, pots: tuple[int, ...], *, after_hands_only: bool
    ) -> TournamentTableShown:
        facts = self._event.facts(self.tournament, viewer)
        chat = tuple(self._chat)
        shown = tournament_table_to_wire(view, facts, self._hole_cards, pots, self._faces, self._head_of, chat)
        if after_hands_only:
            shown = msgspec.structs.replace(shown, after_hands_only=True)
        feed = self._actor.feed
        return TournamentTableShown(epoch=feed.epoch, number=feed.number, table=shown)

    def _players(self) -> frozenset[PlayerId]:
        order = self._actor.state.order
        return frozenset() if order is None else frozenset(place.player for place in order.places)

    def _waiting(self) -> list[TournamentChange]:
        """Nothing: the next hand is shown with its order."""
        return []
