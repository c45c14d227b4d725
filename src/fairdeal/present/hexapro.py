"""HexaPro lobbies and draws as messages."""

from fairdeal.fair import DEFAULT, NOTHING, OWN, PublishedRound, proof_text
from fairdeal.hexapro.lobby.drawing import game16
from fairdeal.hexapro.lobby.state import Draw, Filling
from fairdeal.hexapro.lobby.view import LobbyView
from fairdeal.hexapro.rules import HexaRules
from fairdeal.kernel import Instant, PlayerId, StreamId, TableId, TournamentId
from fairdeal.present.table import wallet_id
from fairdeal.present.tournament import level_to_wire, money_unit
from fairdeal.protocol import hexapro as wire
from fairdeal.protocol.server import HexaProLocked, HexaProPart
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
        wallet=wallet_id(rules.director.poker.wallet, rules.director.tender.money),
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
        fair=fair_games_to_wire(view),
    )


def fair_games_to_wire(view: LobbyView) -> tuple[wire.HexaProFair, ...]:
    """The games that fill, with what their secrets are committed by."""
    return tuple(
        wire.HexaProFair(game=each.number, proven=each.game.hex(), commitment=each.commitment.hex())
        for each in view.fair
    )


def part_to_wire(lobby: StreamId, game: Filling, player: PlayerId, now: Instant) -> HexaProPart | None:
    """A player's part in the draw of a game that is not locked; None: it is drawn without."""
    fair = game.fair
    part = None if fair is None else next((each for each in fair.parts if each.player == player), None)
    if part is None:
        return None
    return HexaProPart(
        at=now,
        lobby=lobby,
        game=_fair_game(lobby, game),
        seat=part.place,
        pid=part.pid.hex(),
        promised=bool(part.commitment),
    )


def locked_draw_to_wire(lobby: StreamId, game: Filling, now: Instant) -> HexaProLocked | None:
    """The locked draw of a game, for its players; None: it is not locked."""
    if game.fair is None or game.fair.until is None:
        return None
    players = tuple(
        wire.HexaProSeat(
            seat=part.place,
            pid=part.pid.hex(),
            flag=OWN if part.commitment else DEFAULT,
            commitment=(part.commitment or NOTHING).hex(),
        )
        for part in game.fair.parts
    )
    return HexaProLocked(at=now, lobby=lobby, game=_fair_game(lobby, game), players=players, until=game.fair.until)


def _fair_game(lobby: StreamId, game: Filling) -> wire.HexaProFair:
    assert game.fair is not None
    proven, commitment = game16(lobby, game.number).hex(), game.fair.commitment.hex()
    return wire.HexaProFair(game=game.number, proven=proven, commitment=commitment)


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
    rules: HexaRules,
    draw: Draw,
    tournament: TournamentId,
    table: TableId,
    deals_at: Instant | None,
    proof: PublishedRound | None = None,
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
        proof=None if proof is None else proof_text(proof),
    )
