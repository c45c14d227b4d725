"""
The ledger accounts of a tournament.

Every event that moves money carries them, so that what an event means in money follows from the event alone.
"""

from dataclasses import dataclass
from typing import Protocol

from fairdeal.bank import accounts
from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.kernel import AccountId, PlayerId, StreamId, TournamentId
from fairdeal.rulebook.clause import EditionId


class Accounts(Protocol):
    """What is needed to name the accounts of players and of the house."""

    @property
    def edition(self) -> EditionId:
        """The rulebook, by which the house's income is booked."""
        ...

    @property
    def tender(self) -> Tender:
        """The currency, and whether it is real, test or play money."""
        ...

    def wallet(self, player: PlayerId) -> AccountId:
        """The wallet that pays a player's entries and receives the prizes."""
        ...


def ticket_account(tender: Tender, player: PlayerId, ticket: str) -> AccountId:
    """The account of a player's ticket; it holds what the ticket is worth."""
    return tender.account(Purpose.TICKET, f"{player}/{ticket}")


@dataclass(frozen=True, slots=True)
class Books:
    """The accounts of one tournament."""

    tournament: TournamentId
    edition: EditionId
    tender: Tender
    purse: Purpose  # which of a player's wallets pays entries and gets prizes
    product: str

    def wallet(self, player: PlayerId) -> AccountId:
        """The wallet that pays a player's entries and receives the prizes."""
        return self.tender.account(self.purse, player)

    def ticket(self, player: PlayerId, ticket: str) -> AccountId:
        """The account of a player's ticket."""
        return ticket_account(self.tender, player, ticket)

    def holds(self, player: PlayerId) -> StreamId:
        """The stream of what is kept back from a player under this edition."""
        return StreamId(f"holds:{self.edition}/{player}")

    @property
    def prizes(self) -> AccountId:
        """The account of the prize pool."""
        return accounts.prizes(self.tender, self.tournament)

    @property
    def bounties(self) -> AccountId:
        """The account of the bounties that nobody has won yet."""
        return accounts.bounties(self.tender, self.tournament)

    @property
    def fees(self) -> AccountId:
        """The account of the house's fees from tournaments of this product."""
        return accounts.fees(self.tender, self.edition, self.product)
