"""The facts of a table: what its machine is made with, fixed while the table is open."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairdeal.bank.accounts import Tender
from fairdeal.cash.rules import CashRules
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import TableId
from fairdeal.play.fair.state import FairFacts


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table's id, tender and settings, and the rules of each revision of the rulebook it may play under."""

    table: TableId
    tender: Tender
    rules: Mapping[str, CashRules]  # by content hash
    settings: HouseSettings
    fair: FairFacts | None = None  # deals by the players' cut

    def __post_init__(self) -> None:
        kinds = {(rules.edition, rules.stake_key, rules.seats.value) for rules in self.rules.values()}
        tenders = {Tender(rules.currency, rules.money) for rules in self.rules.values()}
        assert len(kinds) == 1, "a table plays one stake of one edition, whatever the text"
        assert tenders == {self.tender}, "a table plays for one kind of money"

    def rules_of(self, table: CashTable) -> CashRules:
        """The rules of the open hand, or of the next one: a new revision never holds in mid-hand (CASH-22)."""
        return self.rules[table.edition if table.open is None else table.open.edition]

    @property
    def stake(self) -> CashRules:
        """The rules of any one revision, for values that all revisions of the stake share."""
        return next(iter(self.rules.values()))
