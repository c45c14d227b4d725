"""The caller's tickets: what each is worth, where it was won, and what it is valid for now."""

import asyncio

from litestar import get
from litestar.params import FromQuery

from fairdeal.bank.accounts import Purpose
from fairdeal.kernel import TournamentId
from fairdeal.room.tournament.tickets import OwnTicket
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.roles import Access
from fairdeal.tournament.director.commands import TicketKind
from fairdeal.tournament.director.state import Tournament


class TournamentRef(Answer, frozen=True):
    """A tournament as others mention it."""

    id: str
    name: str
    starts_at: int | None
    status: str


class TicketAnswer(Answer, frozen=True):
    """
    One ticket, worth `worth` cents.

    An `entry` pays for its target, or, where that cannot be entered any more or there is none, for any tournament of `valid_for`. A
    `game` is a registration for one game of a HexaPro lobby and comes back by unregistering there; a `package` is for something else.
    """

    id: str
    kind: str
    worth: int
    currency: str
    label: str  # of money: real, test or play
    source: TournamentRef | None  # the satellite it was won in
    target: TournamentRef | None
    valid_for: list[TournamentRef]  # tournaments that take it now
    package: str  # what a package is called
    lobby: str | None  # the HexaPro lobby of a registration
    game: int | None


class TicketsAnswer(Answer, frozen=True):
    """All tickets of the caller that are not used."""

    tickets: list[TicketAnswer]


@get("/tickets", may=Access.PERSON)
async def read_tickets(caller: Who, tournament: FromQuery[str | None] = None) -> TicketsAnswer:
    """The caller's tickets; with a tournament, only those that pay an entry to it now."""
    store, player = caller.house.store, caller.player
    held = await asyncio.to_thread(store.accounts, Purpose.TICKET.value, f"{player}/")
    tournaments = caller.house.room.tournaments
    own = tournaments.tickets.of(player, held)
    offered = _offered(caller, tournament) if own else []
    answers = [_answer(each, list(tournaments.tickets.takers(each, offered))) for each in own]
    return TicketsAnswer([each for each in answers if tournament is None or each.valid_for])


def _offered(caller: Caller, tournament: str | None) -> list[Tournament]:
    """The tournaments of the lobby, or the one that was asked for."""
    room = caller.house.room
    rows = room.tournaments.lobby.rows(caller.house.clock.now())
    wanted = [row.tournament for row in rows if tournament in (None, row.tournament)]
    found = (room.tournaments.find(TournamentId(each)) for each in wanted)
    return [state for state in found if state is not None]


def _answer(ticket: OwnTicket, takers: list[Tournament]) -> TicketAnswer:
    return TicketAnswer(
        ticket.id,
        ticket.kind.value,
        ticket.worth,
        ticket.tender.currency.value,
        ticket.tender.money.value,
        _ref(ticket.source),
        _ref(ticket.target),
        [] if ticket.kind is not TicketKind.ENTRY else [_named(each) for each in takers],
        ticket.label,
        ticket.lobby,
        ticket.game,
    )


def _ref(state: Tournament | None) -> TournamentRef | None:
    return None if state is None else _named(state)


def _named(state: Tournament) -> TournamentRef:
    return TournamentRef(state.id, state.setup.name, state.starts_at, state.status.value)


ROUTES = [read_tickets]
