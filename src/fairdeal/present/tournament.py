"""Tournaments as messages, built from their views: rows of the lobby, numbers, prizes, and one's own entry."""

from collections.abc import Callable
from itertools import groupby

from fairdeal.bank.accounts import Tender
from fairdeal.bank.fees import Price
from fairdeal.kernel import Cents, MoneyKind, PlayerId, TournamentId
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.present.table import wallet_id
from fairdeal.protocol import tournament as wire
from fairdeal.protocol.table import Unit
from fairdeal.room.tournament import lobby
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.director.state import Pause
from fairdeal.tournament.director.view import Offer, Own, TournamentView
from fairdeal.tournament.forecast import prizes_if
from fairdeal.tournament.orders import table_id
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import Level

Names = Callable[[TournamentId], str]
"""The name of a tournament; empty where it is not announced."""
PlayerNames = Callable[[PlayerId], str]
"""The name of a player at the tables."""


def money_unit(tender: Tender) -> Unit:
    """The unit of prices and prizes."""
    if tender.money is MoneyKind.REAL:
        return Unit(currency=tender.currency.value)
    return Unit(currency=tender.currency.value, label="play" if tender.money is MoneyKind.PLAY else "test")


def price_to_wire(price: Price, bounty: Cents = Cents(0)) -> wire.EntryPrice:
    """A price, part by part; in a setup the bounty is a part of what goes to the pool."""
    return wire.EntryPrice(label=price.label, pool=price.pool - bounty, fee=price.fee, rule=price.rule, bounty=bounty)


def pause_to_wire(pause: Pause | None) -> wire.TournamentPause | None:
    """A pause that is on, or was called."""
    if pause is None:
        return None
    return wire.TournamentPause(kind=pause.kind.value, length=pause.length, until=pause.until)


def level_to_wire(number: int, level: Level) -> wire.BlindLevel:
    """Blinds and ante of a level."""
    return wire.BlindLevel(level=number, small_blind=level.small_blind, big_blind=level.big_blind, ante=level.ante)


def named(tournament: TournamentId | None, names: Names) -> wire.Named | None:
    """Another tournament by id and name."""
    return None if tournament is None else wire.Named(id=tournament, name=names(tournament))


def prize_bands(prizes: Prizes) -> tuple[wire.PrizeBand, ...]:
    """Prizes by bands of places that win the same."""
    bands: list[wire.PrizeBand] = []
    for prize, places in groupby(prizes):
        first = bands[-1].last + 1 if bands else 1
        last = first + len(tuple(places)) - 1
        bands.append(wire.PrizeBand(first=first, last=last, money=prize.money, ticket=prize.ticket))
    return tuple(bands)


# ---- rows of the lobby


def tournament_row_to_wire(
    row: lobby.TournamentRow, names: Names, players: PlayerNames, *, partners: bool = False
) -> wire.TournamentRow:
    """A tournament as a row of the tournament lobby; `partners`: practice partners come to it."""
    setup = row.setup
    satellite = setup.satellite
    return wire.TournamentRow(
        id=row.tournament,
        edition=row.rules.edition,
        name=setup.name,
        types=tuple(each.value for each in row.types),
        unit=money_unit(row.rules.tender),
        wallet=wallet_id(row.rules.poker.wallet, row.rules.tender.money),
        family=setup.family,
        seats=setup.seats,
        price=price_to_wire(setup.price, setup.bounty),
        stack=setup.stack,
        level_time=setup.blinds.level_time,
        numbers=row_numbers_to_wire(row, players),
        guarantee=setup.guarantee,
        entries_max=setup.full_at,
        registration_opens=setup.registration_opens,
        late_levels=setup.late_levels,
        re_entries=setup.re_entries,
        progressive=setup.progressive,
        re_buy=setup.re_buy is not None,
        add_on=setup.add_on is not None,
        target=None if satellite is None else named(satellite.target, names),
        ticket=0 if satellite is None else satellite.ticket,
        conditions=len(setup.conditions),
        password=bool(setup.password),
        partners=partners,
        prizes=_full_prizes(setup),
    )


def _full_prizes(setup: TournamentSetup) -> tuple[wire.PrizeBand, ...]:
    """What a sit & go pays; a tournament with a start time has its prizes on its page, because they change with every entry."""
    return () if not setup.sit_and_go or setup.full_at is None else prize_bands(prizes_if(setup, setup.full_at)[1])


def row_numbers_to_wire(row: lobby.TournamentRow, players: PlayerNames) -> wire.RowNumbers:
    """What changes often in a row."""
    summary, deadlines = row.summary, row.deadlines
    return wire.RowNumbers(
        status=summary.status.value,
        starts_at=summary.starts_at,
        registration_open=summary.registration_open,
        registration_ends=deadlines.registration_ends,
        may_unregister=deadlines.may_unregister,
        unregister_until=deadlines.unregister_until,
        entries=summary.entries,
        remaining=summary.remaining,
        tables=summary.tables,
        level=summary.level,
        level_ends=summary.level_ends,
        break_due=summary.break_due,
        pause=pause_to_wire(summary.pause),
        pool=summary.pool,
        prizes_final=summary.prizes_final,
        paid_places=summary.paid_places,
        average_stack=summary.average_stack,
        hand_for_hand=summary.hand_for_hand,
        final_table=summary.final_table,
        halted_at=summary.halted_at,
        paid_in=summary.paid_in,
        re_buys=summary.re_buys,
        winner=None if summary.winner is None else players(summary.winner),
    )


# ---- one tournament


def numbers_to_wire(view: TournamentView, cancelled: wire.Cancellation | None = None) -> wire.TournamentNumbers:
    """What changes often in a tournament."""
    return wire.TournamentNumbers(
        status=view.status.value,
        starts_at=view.starts_at,
        registration_open=view.registration_open,
        registration_ends=view.registration_ends,
        may_unregister=view.may_unregister,
        unregister_until=view.unregister_until,
        entries=view.entries,
        remaining=view.remaining,
        tables=view.tables,
        busy=view.busy,
        level=view.level,
        level_ends=view.level_ends,
        blinds=None if view.blinds is None else level_to_wire(view.level, view.blinds),
        next_blinds=level_to_wire(view.level + 1, view.next_blinds),
        break_due=view.break_due,
        pause=pause_to_wire(view.pause),
        pool=view.pool,
        prizes_final=view.prizes_final,
        paid_places=len(view.prizes),
        next_prize=view.next_prize,
        average_stack=view.average_stack,
        largest_stack=view.largest_stack,
        smallest_stack=view.smallest_stack,
        hand_for_hand=view.hand_for_hand,
        final_table=view.final_table,
        halted_at=view.halted_at,
        paid_in=view.paid_in,
        re_buys=view.re_buys,
        add_ons=view.add_ons,
        cancelled=cancelled,
    )


def own_to_wire(
    tournament: TournamentId, own: Own, *, held: bool = False, payout: wire.PayoutRow | None = None
) -> wire.OwnEntry:
    """A player's own entry; `held`: a review keeps back what they win."""
    return wire.OwnEntry(
        entries=own.entries,
        table=None if own.table is None else table_id(tournament, own.table),
        seat=own.seat,
        stack=own.stack,
        rank=own.rank,
        sits_out=None if own.away is None else own.away.rule,
        place=own.place,
        place_rule=own.place_rule,
        prizes=own.prizes,
        bounty=own.bounty,
        bounties=own.bounties,
        may_buy_until=own.may_buy_until,
        re_buy=None if own.re_buy is None else _extra(own.re_buy),
        add_on=None if own.add_on is None else _extra(own.add_on),
        may_unregister=own.may_unregister,
        unregister_until=own.unregister_until,
        may_re_enter=own.may_re_enter,
        changed=own.changed,
        disqualified=own.disqualified,
        held=held,
        payout=payout,
    )


def _extra(offer: Offer) -> wire.Extra:
    why = None if offer.refused is None else explanation_to_wire(offer.refused)
    return wire.Extra(possible=why is None, why=why, taken=offer.taken, left=offer.left)
