"""Tables of the published editions, for tests."""

from fairdeal.kernel import Cents
from fairdeal.poker import TableRules, rules_for
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.ruled import Blinds

POKER = (U22, U26, U27, PW)
UNIBET = (U22, U26, U27)


def table(edition: EditionId, family: str = "texas", small: int = 5, big: int = 10) -> TableRules:
    """A table of an edition; the stake in cents."""
    return rules_for(published_edition(edition), family, Blinds(Cents(small), Cents(big)))
