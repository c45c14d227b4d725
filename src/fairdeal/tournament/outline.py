"""
Tournaments as lists keep them: an outline of each, and the part that each player had in it.

They are made of a state and never read by a machine: what counts stands in the tournament's stream. They are stored, so fields are
only added, with a default.
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Cents, Currency, Instant, MoneyKind, PlayerId, TournamentId
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.tournament.director.prizes.pools import paid_places, pool_now
from fairdeal.tournament.director.state import Entrant, Extra, Status, Tournament
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import Satellite, types_of

_NOTHING: Final = Cents(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOutline:
    """What a list says of a tournament: its name and terms, and once it is over how it ended."""

    id: TournamentId
    name: str
    edition: str  # content hash of the rulebook it is played under
    rulebook: EditionId
    money: MoneyKind
    currency: Currency
    product: str
    family: str
    types: tuple[TournamentType, ...]
    seats: int
    price: Cents
    guarantee: Cents
    satellite: Satellite | None
    status: Status
    starts_at: Instant | None
    ended_at: Instant | None = None
    entries: int = 0
    players: int = 0
    pool: Cents = _NOTHING
    paid_places: int = 0
    winner: PlayerId | None = None  # None too where several won alike, as in a satellite
    settled_at: int | None = None  # the version of the event by which it was cancelled

    @property
    def is_over(self) -> bool:
        """Whether the tournament was played to its end or cancelled."""
        return self.status in (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Participation:
    """One player's part in a tournament: what was paid, and once it is over what came of it."""

    tournament: TournamentId
    entered_at: Instant
    entries: int
    re_buys: int = 0
    add_ons: int = 0
    paid: Cents = _NOTHING  # for entries, re-buys and add-ons, tickets at their worth
    place: int | None = None  # None: not over, or left in a tournament that was cancelled or went on in another phase
    prize: Cents = _NOTHING  # tickets at their worth
    bounties: Cents = _NOTHING
    returned: Cents = _NOTHING  # by a cancellation
    ended_at: Instant | None = None
    is_cancelled: bool = False


def outline_of(
    state: Tournament, rules: TournamentRules, ended_at: Instant | None = None, settled_at: int | None = None
) -> TournamentOutline:
    """The outline of a tournament as it is now."""
    setup = state.setup
    return TournamentOutline(
        id=state.id,
        name=setup.name,
        edition=setup.edition,
        rulebook=rules.edition,
        money=setup.money,
        currency=rules.tender.currency,
        product=setup.product,
        family=setup.family,
        types=types_of(setup),
        seats=setup.seats,
        price=setup.price.total,
        guarantee=setup.guarantee,
        satellite=setup.satellite,
        status=state.status,
        starts_at=state.starts_at,
        ended_at=ended_at,
        entries=state.entries,
        players=len(state.entrants),
        pool=pool_now(setup, state.purse.supplied),
        paid_places=paid_places(state) if state.entries else 0,
        winner=state.winner,
        settled_at=settled_at,
    )


def place_of(state: Tournament, entrant: Entrant) -> int | None:
    """The place of a player's last entry, if it has ended."""
    return state.place(entrant.finishes[-1].out) if entrant.finishes and not entrant.playing else None


def participation_of(
    state: Tournament, entrant: Entrant, ended_at: Instant | None, returned: dict[PlayerId, Cents]
) -> Participation:
    """The part of a player in a tournament as it is now; `returned` is what its cancellation pays to each player."""
    spent = [*(each.price.total for each in entrant.entries), *(each.price.total for each in entrant.purchases)]
    return Participation(
        tournament=state.id,
        entered_at=entrant.entries[0].at,
        entries=len(entrant.entries),
        re_buys=sum(each.extra is Extra.RE_BUY for each in entrant.purchases),
        add_ons=sum(each.extra is Extra.ADD_ON for each in entrant.purchases),
        paid=Cents(sum(spent)),
        place=place_of(state, entrant) if state.over else None,
        prize=entrant.prizes,
        bounties=entrant.bounties,
        returned=returned.get(entrant.player, _NOTHING),
        ended_at=ended_at,
        is_cancelled=state.status is Status.CANCELLED,
    )
