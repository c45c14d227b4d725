"""What players paid into a tournament, payment by payment, as a refund would return it."""

from collections.abc import Iterator

from fairdeal.kernel import Cents
from fairdeal.tournament.director.state import Entrant, Means, Payment, Stake, Tournament


def payments_of(entrant: Entrant) -> Iterator[Payment]:
    """A player's paid entries, re-buys and add-ons; whoever came from a first phase paid there."""
    for entry in entrant.entries:
        if entry.means is not Means.PHASE:
            pool = Cents(entry.price.pool - entry.bounty)
            yield Payment(pool=pool, fee=entry.price.fee, bounty=entry.bounty, means=entry.means, source=entry.source)
    for bought in entrant.purchases:
        pool = Cents(bought.price.pool - bought.bounty)
        yield Payment(pool=pool, fee=bought.price.fee, bounty=bought.bounty)


def stakes_of(state: Tournament) -> tuple[Stake, ...]:
    """What each player paid, in the order of entering."""
    entrants = sorted(state.entrants.values(), key=lambda entrant: entrant.entries[0].number)
    return tuple(Stake(entrant.player, tuple(payments_of(entrant))) for entrant in entrants)
