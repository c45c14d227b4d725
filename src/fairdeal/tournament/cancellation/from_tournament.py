"""A running tournament as the case its cancellation is decided from."""

from collections.abc import Iterator
from dataclasses import replace

from fairdeal.kernel import Cents, Chips, PlayerId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.tournament.cancellation.case import Case, Entrant, Funds
from fairdeal.tournament.director import state as director
from fairdeal.tournament.director.commands import Cause
from fairdeal.tournament.director.prizes.payouts import total
from fairdeal.tournament.director.prizes.pools import pool_now
from fairdeal.tournament.director.state import Status, Tournament
from fairdeal.tournament.formats.format import TournamentFormat
from fairdeal.tournament.setup import LastPhase, types_of
from fairdeal.tournament.stakes import payments_of


def cancellation_case(
    format_: TournamentFormat, tournament: Tournament, cause: Cause, absence: Ruled[bool] | None = None
) -> Case:
    """
    The cancellation case of a tournament as it is now; `absence`: whether who was never there forfeits the entry (MTT-40).

    Stacks are those the last finished hand left: hands being played count for nothing (MTT-50, CANC-62). While prizes are
    provisional players can still enter, so nobody is in the money.
    """
    setup, funds = tournament.setup, tournament.purse
    never_there = _never_there(tournament)
    return Case(
        tournament=tournament.id,
        entrants=tuple(
            replace(each, forfeits=absence.rule) if absence and absence.value and each.player in never_there else each
            for each in _entrants(format_, tournament)
        ),
        funds=Funds(funds.pool, funds.fees, funds.heads),
        started=tournament.status is Status.RUNNING,
        supplied=funds.supplied,
        prizes=tournament.prizes or (),
        added=_added(tournament),
        freeroll=TournamentType.FREEROLL in types_of(setup),
        final_table=tournament.final_table,
        published=setup.on_failure,
        cause=cause,
    )


def _never_there(tournament: Tournament) -> frozenset[PlayerId]:
    """
    Who is left and has not been there since taking the seat.

    Whoever came from a first phase was there then, and who went away later may still come back.
    """
    started = tournament.started_at
    if started is None or isinstance(tournament.setup.phase, LastPhase):
        return frozenset()
    chairs = (chair for table in tournament.floor.tables.values() for _, chair in table.seated)
    return frozenset(
        chair.player
        for chair in chairs
        if chair.away is not None
        and chair.away.until_connected
        and chair.away.since <= max(started, tournament.entrants[chair.player].entry.at)
    )


def _entrants(format_: TournamentFormat, tournament: Tournament) -> Iterator[Entrant]:
    """Everybody in the order of entering; then those who paid in a first phase and did not survive it."""
    for each in sorted(tournament.entrants.values(), key=lambda entrant: entrant.entries[0].number):
        yield _entrant(format_, tournament, each)
    for player in sorted(tournament.staked.keys() - tournament.entrants.keys()):
        yield Entrant(player=player, payments=tournament.staked[player], out_before=True)


def _entrant(format_: TournamentFormat, tournament: Tournament, entrant: director.Entrant) -> Entrant:
    paid_before = tournament.staked.get(entrant.player, ())
    return Entrant(
        player=entrant.player,
        payments=(*paid_before, *map(format_.refundable, payments_of(entrant))),
        chips=_chips(tournament, entrant) if entrant.playing and not entrant.disqualified else None,
        received=Cents(entrant.prizes + entrant.bounties),
        bounty=entrant.head,
    )


def _chips(tournament: Tournament, entrant: director.Entrant) -> Chips:
    """The stack, with chips that wait for the end of a hand; 0 for a player who may still buy again."""
    if entrant.table is None or entrant.seat is None:
        return entrant.entry.chips  # nobody sits before the start
    chair = tournament.table_of(entrant).chairs[entrant.seat]
    return Chips(0) if chair is None else Chips(chair.stack + chair.bought)


def _added(tournament: Tournament) -> Cents:
    """What the house adds to the pool beyond what players supplied; before prizes are final, as the lobby promises it."""
    supplied = tournament.purse.supplied
    whole = pool_now(tournament.setup, supplied) if tournament.prizes is None else total(tournament.prizes)
    return Cents(max(0, whole - supplied))
