"""
Tickets of players: what each is worth, what it is valid for now, and which tournaments take it.

A ticket is an account that holds its worth; what it is for is told by whoever issued it, found by the ticket's name. Nothing here
decides: directors ask for one ticket before they take it, players are shown all of theirs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from fairdeal.bank.accounts import Purpose, Tender, parse_account
from fairdeal.hexapro.lobby.postings import is_registration, registration_of
from fairdeal.kernel import AccountId, Cents, PlayerId, Rounding, StreamId, TournamentId, Units, cents_of
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.runtime.hosted import Balances
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director.state import Tournament
from fairdeal.tournament.setup import TournamentSetup

Find = Callable[[TournamentId], Tournament | None]


@dataclass(frozen=True, slots=True)
class OwnTicket:
    """A player's ticket, with the tournaments it has to do with."""

    id: str
    tender: Tender
    worth: Cents
    kind: ms.TicketKind
    source: Tournament | None = None  # the satellite that issued it
    target: Tournament | None = None  # None: any tournament at that price, if it is an entry
    label: str = ""  # of a package
    lobby: StreamId | None = None  # of a registration
    game: int | None = None


class Tickets:
    """Reads tickets of players from the ledger."""

    def __init__(self, house: TournamentHouse, find: Find, balances: Balances) -> None:
        self._house = house
        self._find = find
        self._balances = balances

    def one(self, setup: TournamentSetup, player: PlayerId, ticket: str) -> ms.Ticket | None:
        """The ticket as a director wants it, with what it is valid for there; None if the player does not have it."""
        account = self._house.rules_of(setup).ticket(player, ticket)
        worth = cents_of(Units(self._balances([account]).get(account, 0)), Rounding.DOWN)
        if worth == 0:
            return None
        kind, target = self._meant_for(setup, ticket)
        return ms.Ticket(ticket, Cents(worth), target, kind)

    def _meant_for(self, setup: TournamentSetup, ticket: str) -> tuple[ms.TicketKind, TournamentId | None]:
        """
        The kind of a ticket and the tournament it is valid for, as its issuer tells.

        A registration is valid for its game. A ticket from a satellite is valid for the target, and once that can no longer be entered
        for any tournament of the same rulebook at that price, like a ticket that no satellite issued.
        """
        if is_registration(ticket):
            return ms.TicketKind.GAME, None
        source = self._find(_issuer(ticket))
        satellite = None if source is None else source.setup.satellite
        if source is None or satellite is None:
            return ms.TicketKind.ENTRY, None
        if satellite.target is None:
            return ms.TicketKind.PACKAGE, None
        target = self._find(satellite.target)
        is_over = target is not None and not target.registration_open  # a target that is not found is not announced yet
        is_free = is_over and self._house.same_rulebook(source.setup.edition, setup.edition)
        return ms.TicketKind.ENTRY, None if is_free else satellite.target

    def of(self, player: PlayerId, held: Mapping[AccountId, int]) -> list[OwnTicket]:
        """The player's tickets among these accounts with their balances, by name; used ones are left out."""
        found = []
        for account, units in sorted(held.items()):
            parsed = parse_account(account)
            worth = cents_of(Units(units), Rounding.DOWN)
            if parsed is None or parsed.purpose is not Purpose.TICKET or worth == 0:
                continue
            owner, _, ticket = parsed.holder.partition("/")
            if owner == player:
                found.append(self._own(ticket, parsed.tender, Cents(worth)))
        return found

    def _own(self, ticket: str, tender: Tender, worth: Cents) -> OwnTicket:
        registration = registration_of(ticket, tender.money)
        if registration is not None:
            lobby, game = registration
            return OwnTicket(ticket, tender, worth, ms.TicketKind.GAME, lobby=lobby, game=game)
        source = self._find(_issuer(ticket))
        satellite = None if source is None else source.setup.satellite
        if satellite is None:
            return OwnTicket(ticket, tender, worth, ms.TicketKind.ENTRY)
        if satellite.target is None:
            return OwnTicket(ticket, tender, worth, ms.TicketKind.PACKAGE, source, label=satellite.label)
        return OwnTicket(ticket, tender, worth, ms.TicketKind.ENTRY, source, self._find(satellite.target))

    def takers(self, ticket: OwnTicket, offered: Iterable[Tournament]) -> Iterator[Tournament]:
        """Those of the tournaments that the ticket pays an entry to now."""
        for state in offered:
            rules = self._house.rules_of(state.setup)
            if not state.registration_open or state.setup.price.total != ticket.worth or rules.tender != ticket.tender:
                continue
            kind, target = self._meant_for(state.setup, ticket.id)
            meant = ms.Ticket(ticket.id, ticket.worth, target, kind)
            if self._house.rulebook.format_of(state.setup.product).takes(meant, state):
                yield state


def _issuer(ticket: str) -> TournamentId:
    return TournamentId(ticket.rpartition(".")[0])
