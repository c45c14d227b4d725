"""An edition as one value: its header, its poker and its casino rules."""

from collections.abc import Mapping
from typing import Any, Final

from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.ruled import section
from fairdeal.rulebook.schema.cash import Banzai, Betting, BlindRules, BuyIn, Games, Ratholing, Seating, Showdown
from fairdeal.rulebook.schema.casino import Casino
from fairdeal.rulebook.schema.house import Integrity
from fairdeal.rulebook.schema.money import Fees, Rake, Rakeback, Wallet
from fairdeal.rulebook.schema.time import Connection, Failure, SitOut, TimeBank
from fairdeal.rulebook.schema.tournament import Cancellation, HexaPro, Tournament


@section
class Poker:
    """All poker rules of an edition."""

    games: Games
    seating: Seating
    blinds: BlindRules
    betting: Betting
    showdown: Showdown
    sit_out: SitOut
    time_bank: TimeBank
    connection: Connection
    failure: Failure
    buy_in: BuyIn
    rake: Rake
    fees: Fees
    wallet: Wallet
    tournament: Tournament
    cancellation: Cancellation
    integrity: Integrity
    ratholing: Ratholing | None = None
    banzai: Banzai | None = None
    rakeback: Rakeback | None = None
    hexapro: HexaPro | None = None
    hexapro_extreme: HexaPro | None = None


@section
class Edition:
    """
    One rulebook: every number, table and switch a table needs, each with the rule it comes from.

    `extends` is the published edition an operator's file builds on; its rules are that edition's rules.
    """

    id: EditionId
    title: str
    language: str
    version: str
    date: str | None
    extends: EditionId | None
    poker: Poker | None = None
    casino: Casino | None = None

    @property
    def published(self) -> EditionId:
        """The published edition whose clauses this one is read against."""
        return self.extends or self.id


PARTS: Final[Mapping[str, type[Any]]] = {"poker": Poker, "casino": Casino}
"""The tables of a rulebook file, beside its header."""
