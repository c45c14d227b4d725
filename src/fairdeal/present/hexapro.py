"""HexaPro lobbies and draws as messages."""

from fairdeal.hexapro.lobby.state import Draw
from fairdeal.hexapro.lobby.view import LobbyView
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import Instant, TableId, TournamentId
from fairdeal.present.tournament import level_to_wire, money_unit
from fairdeal.protocol import hexapro as wire
from fairdeal.room.tournament import lobby
from fairdeal.tournament.structure import Level


def hexapro_row_to_wire(
    row: lobby.HexaProRow, rules: HexaRules, most_games: int, *, partners: bool = False
) -> wire.HexaProRow:
    """A HexaPro lobby as a row of the tournament lobby; `partners`: practice partners join whoever waits."""
    return wire.HexaProRow(
        id=row.lobby,
        edition=rules.edition,
        product=rules.product.value,
        unit=money_unit(rules.director.tender),
        buy_in=rules.buy_in.value,
        seats=rules.seats.value,
        taken=row.taken,
        running=row.running,
        closed=row.closed,
        most_games=most_games,
        partners=partners,
    )


def hexapro_lobby_to_wire(view: LobbyView, rules: HexaRules, row: wire.HexaProRow) -> wire.HexaProLobby:
    """A lobby of HexaPro as everybody sees it."""
    levels = rules.plans[0].levels.value
    return wire.HexaProLobby(
        row=row,
        odds=odds_to_wire(rules),
        chances=rules.wheel.total,
        rule=rules.wheel.rule,
        levels=tuple(
            level_to_wire(number, Level(level.small_blind, level.big_blind, level.ante))
            for number, level in enumerate(levels, 1)
        ),
        drawn=drawn_to_wire(view),
        latest=tuple(hexapro_draw_to_wire(each) for each in view.latest),
    )


def drawn_to_wire(view: LobbyView) -> tuple[int, ...]:
    """How often each multiplier was drawn, in the order of the odds."""
    return tuple(count for _, count in view.drawn)


def odds_to_wire(rules: HexaRules) -> tuple[wire.HexaProOdds, ...]:
    """The published odds, with how a game of each multiplier is played and paid."""
    return tuple(
        wire.HexaProOdds(
            multiplier=slot.multiplier,
            chances=slot.chances,
            first_draw=slot.first,
            last_draw=slot.last,
            pool=plan.pool.value,
            prizes=plan.prizes.value,
            stack=plan.stack.value,
            level_time=plan.level_time.value,
            bank=0 if plan.bank is None else plan.bank.value.start_seconds,
        )
        for slot, plan in zip(rules.wheel.slots, rules.plans, strict=True)
    )


def hexapro_draw_to_wire(draw: Draw) -> wire.HexaProDraw:
    """A drawn multiplier."""
    return wire.HexaProDraw(
        game=draw.number, draw=draw.draw, multiplier=draw.multiplier, edition_hash=draw.edition, at=draw.at
    )


def own_draw_to_wire(
    rules: HexaRules, draw: Draw, tournament: TournamentId, table: TableId, deals_at: Instant | None
) -> wire.HexaProDrawn:
    """The draw of a game, for one of its players."""
    odds = odds_to_wire(rules)
    return wire.HexaProDrawn(
        lobby=rules.stream,
        tournament=tournament,
        table=table,
        unit=money_unit(rules.director.tender),
        buy_in=rules.buy_in.value,
        draw=hexapro_draw_to_wire(draw),
        slot=next(at for at, row in enumerate(odds) if row.multiplier == draw.multiplier),
        odds=odds,
        chances=rules.wheel.total,
        rule=rules.wheel.rule,
        deals_at=deals_at,
    )
