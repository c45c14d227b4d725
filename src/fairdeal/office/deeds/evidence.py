"""Deeds about what is sealed: cards that nobody showed are opened by two people of two roles, for a named case."""

from dataclasses import dataclass
from typing import ClassVar, Final

from fairdeal.kernel import HandId, PlayerId, Rejection, RuleId, reject
from fairdeal.office.deed import Commands, Deed, Order, rules
from fairdeal.office.roles import Role, Roles

_SEES: Final[Roles] = frozenset({Role.SECURITY, Role.AUDITOR})


@dataclass(frozen=True, slots=True)
class Unseal(Deed):
    """Open the deck of a hand that is over, for a complaint, a dispute or a case; everybody who was dealt in is told."""

    kind: ClassVar[str] = "unseal"
    clauses: ClassVar[tuple[RuleId, ...]] = rules("INT-12", "INT-14", "INT-22", "INT-38", "CANC-58")
    asks: ClassVar[Roles] = _SEES
    signs: ClassVar[Roles] = _SEES
    of_two_roles: ClassVar[bool] = True
    final: ClassVar[bool] = True

    hand: HandId
    case: str
    dealt_in: tuple[PlayerId, ...]

    def players(self) -> tuple[PlayerId, ...]:
        """Everybody whose cards are seen."""
        return self.dealt_in

    def fault(self) -> Rejection | None:
        """No case, or nobody whose cards they were."""
        if not self.case.strip():
            return reject("case_missing")
        return None if self.dealt_in else reject("no_such_hand")

    def commands(self, _order: Order) -> Commands:
        """None: the record lets the two open it with their shares of the key."""
        return ()


DEEDS: Final[tuple[type[Deed], ...]] = (Unseal,)
