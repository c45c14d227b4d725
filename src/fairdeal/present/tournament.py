"""Tournaments and HexaPro lobbies as messages, built from their views."""

from itertools import groupby

from fairdeal.bank.accounts import Tender
from fairdeal.bank.fees import Price
from fairdeal.hexapro.lobby.state import Draw
from fairdeal.hexapro.lobby.view import LobbyView, OwnGame
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import MoneyKind, TournamentId
from fairdeal.protocol.table import Unit
from fairdeal.protocol.tournament import (
    AddOnTerms,
    BlindLevel,
    Bounties,
    EntryPrice,
    HexaProDraw,
    HexaProGame,
    HexaProLobby,
    HexaProOdds,
    HexaProRow,
    OwnEntry,
    PrizeBand,
    ReBuyTerms,
    Tournament,
    TournamentPause,
    TournamentRow,
)
from fairdeal.room.tournament import lobby
from fairdeal.tournament.director.prizes.payouts import Prizes
from fairdeal.tournament.director.state import Pause
from fairdeal.tournament.director.view import Own, TournamentView
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import AddOn, ReBuy, TournamentSetup
from fairdeal.tournament.structure import Level


def money_unit(tender: Tender) -> Unit:
    """The unit of prices and prizes."""
    if tender.money is MoneyKind.REAL:
        return Unit(currency=tender.currency.value)
    return Unit(currency=tender.currency.value, label="play" if tender.money is MoneyKind.PLAY else "test")


def tournament_row_to_wire(row: lobby.TournamentRow, tender: Tender, *, partners: bool = False) -> TournamentRow:
    """A tournament as a row of the tournament lobby; `partners`: practice partners come to it."""
    summary = row.summary
    return TournamentRow(
        id=row.tournament,
        edition=row.edition,
        name=row.name,
        types=tuple(each.value for each in row.types),
        unit=money_unit(tender),
        family=row.family,
        seats=row.seats,
        price=_price(row.price),
        status=summary.status.value,
        starts_at=summary.starts_at,
        registration_open=summary.registration_open,
        entries=summary.entries,
        remaining=summary.remaining,
        tables=summary.tables,
        level=summary.level,
        level_ends=summary.level_ends,
        break_due=summary.break_due,
        pause=_pause(summary.pause),
        pool=summary.pool,
        prizes_final=summary.prizes_final,
        paid_places=summary.paid_places,
        average_stack=summary.average_stack,
        hand_for_hand=summary.hand_for_hand,
        final_table=summary.final_table,
        partners=partners,
    )


def tournament_to_wire(tournament: TournamentId, view: TournamentView, rules: TournamentRules) -> Tournament:
    """A tournament as the viewer of that view sees it."""
    setup = view.setup
    choice = setup.multi_buy_in
    return Tournament(
        id=tournament,
        edition=rules.edition,
        edition_hash=setup.edition,
        name=setup.name,
        types=tuple(each.value for each in view.types),
        unit=money_unit(rules.tender),
        family=setup.family,
        seats=setup.seats,
        price=_price(setup.price),
        status=view.status.value,
        starts_at=view.starts_at,
        registration_open=view.registration_open,
        late_levels=setup.late_levels,
        re_entries=setup.re_entries,
        entries_min=setup.entries_min,
        entries_max=setup.full_at,
        entries=view.entries,
        remaining=view.remaining,
        tables=view.tables,
        stack=setup.stack,
        average_stack=view.average_stack,
        level=view.level,
        level_time=setup.blinds.level_time,
        level_ends=view.level_ends,
        blinds=None if view.blinds is None else _blinds(view.level, view.blinds),
        next_blinds=_next_blinds(view, rules),
        break_due=view.break_due,
        pause=_pause(view.pause),
        guarantee=setup.guarantee,
        pool=view.pool,
        prizes=prize_bands(view.prizes),
        prizes_final=view.prizes_final,
        paid_places=len(view.prizes),
        hand_for_hand=view.hand_for_hand,
        final_table=view.final_table,
        buy_in_min=None if choice is None else choice.least,
        buy_in_max=None if choice is None else choice.most,
        re_buy=None if setup.re_buy is None else _re_buy(setup.re_buy),
        add_on=None if setup.add_on is None else _add_on(setup.add_on),
        bounties=_bounties(setup),
        own=None if view.own is None else _own(view.own),
    )


def prize_bands(prizes: Prizes) -> tuple[PrizeBand, ...]:
    """Prizes by bands of places that win the same."""
    bands: list[PrizeBand] = []
    for prize, places in groupby(prizes):
        first = bands[-1].last + 1 if bands else 1
        last = first + len(tuple(places)) - 1
        bands.append(PrizeBand(first=first, last=last, money=prize.money, ticket=prize.ticket))
    return tuple(bands)


def _price(price: Price) -> EntryPrice:
    return EntryPrice(label=price.label, pool=price.pool, fee=price.fee, rule=price.rule)


def _pause(pause: Pause | None) -> TournamentPause | None:
    if pause is None:
        return None
    return TournamentPause(kind=pause.kind.value, length=pause.length, until=pause.until)


def _blinds(number: int, level: Level) -> BlindLevel:
    return BlindLevel(level=number, small_blind=level.small_blind, big_blind=level.big_blind, ante=level.ante)


def _next_blinds(view: TournamentView, rules: TournamentRules) -> BlindLevel:
    number = view.level + 1
    return _blinds(number, view.setup.blinds.level(number, rules.poker.tournament.after_last_level.value))


def _re_buy(terms: ReBuy) -> ReBuyTerms:
    return ReBuyTerms(
        price=_price(terms.price),
        chips=terms.chips,
        until_level=terms.until_level,
        below=terms.below,
        times=terms.times,
    )


def _add_on(terms: AddOn) -> AddOnTerms:
    return AddOnTerms(price=_price(terms.price), chips=terms.chips, after_level=terms.after_level)


def _bounties(setup: TournamentSetup) -> Bounties | None:
    if not setup.bounty and not setup.vips:
        return None
    vips = {str(player): int(prize) for player, prize in setup.vips}
    return Bounties(head=setup.bounty, progressive=setup.progressive, vips=vips)


def _own(own: Own) -> OwnEntry:
    return OwnEntry(
        entries=own.entries,
        table=own.table,
        seat=own.seat,
        stack=own.stack,
        sits_out=None if own.away is None else own.away.rule,
        place=own.place,
        prizes=own.prizes,
        bounty=own.bounty,
        bounties=own.bounties,
        may_buy_until=own.may_buy_until,
    )


# ---- HexaPro


def hexapro_row_to_wire(row: lobby.HexaProRow, rules: HexaRules, *, partners: bool = False) -> HexaProRow:
    """A HexaPro lobby as a row of the tournament lobby; `partners`: practice partners join whoever waits."""
    return HexaProRow(
        id=row.lobby,
        edition=rules.edition,
        product=rules.product.value,
        unit=money_unit(rules.director.tender),
        buy_in=rules.buy_in.value,
        seats=rules.seats.value,
        taken=row.taken,
        running=row.running,
        closed=row.closed,
        partners=partners,
    )


def hexapro_lobby_to_wire(view: LobbyView, rules: HexaRules) -> HexaProLobby:
    """A lobby of HexaPro as the viewer of that view sees it."""
    drawn = dict(view.drawn)
    row = lobby.HexaProRow(rules.stream, view.taken, view.games_running, view.closed)
    return HexaProLobby(
        row=hexapro_row_to_wire(row, rules),
        odds=tuple(
            HexaProOdds(
                multiplier=each.multiplier,
                chances=each.chances,
                first_draw=each.first_draw,
                last_draw=each.last_draw,
                pool=each.pool,
                prizes=each.prizes,
                drawn=drawn[each.multiplier],
            )
            for each in view.odds.rows
        ),
        chances=view.odds.chances,
        rule=view.odds.rule,
        latest=tuple(hexapro_draw_to_wire(each) for each in view.latest),
        own=tuple(_game(each) for each in view.own),
    )


def hexapro_draw_to_wire(draw: Draw) -> HexaProDraw:
    """A drawn multiplier."""
    return HexaProDraw(
        game=draw.number, draw=draw.draw, multiplier=draw.multiplier, edition_hash=draw.edition, at=draw.at
    )


def _game(game: OwnGame) -> HexaProGame:
    return HexaProGame(game=game.number, tournament=game.tournament, multiplier=game.multiplier)
