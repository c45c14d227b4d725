"""How a lobby answers commands: registrations, the draw, results, and the deadline of undecided games."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, get_args

from fairdeal.hexapro.lobby import drawing
from fairdeal.hexapro.lobby.commands import (
    CloseLobby,
    LobbyCommand,
    OpenLobby,
    PromiseDrawSeed,
    RaiseAlert,
    Register,
    RevealDrawSeed,
    Settle,
    StartGame,
    Unregister,
    VoidGame,
)
from fairdeal.hexapro.lobby.events import (
    AlertRaised,
    GameEnded,
    GameStarted,
    GameVoided,
    LobbyClosed,
    LobbyEvent,
    LobbyOpened,
    Registered,
    SettlementOrdered,
    Unregistered,
)
from fairdeal.hexapro.lobby.state import Filling, Lobby, Running, game_numbered, game_running
from fairdeal.hexapro.rules import HexaRules
from fairdeal.hexapro.settings import LobbySettings
from fairdeal.kernel import (
    DAY,
    Instant,
    PlayerId,
    Rejection,
    TournamentId,
    Verdict,
    make_id,
    reject,
)
from fairdeal.tournament.director.house import refuse_unsigned
from fairdeal.tournament.director.outcomes import NoteEnd
from fairdeal.tournament.rules import HOUSE_POWERS

Decided = Verdict[LobbyEvent]
_COMMANDS: Final = frozenset(get_args(LobbyCommand))


@dataclass(frozen=True, slots=True)
class House:
    """What a lobby decides by: the rules in force and the operator's settings."""

    rules: HexaRules
    settings: LobbySettings

    def due(self, game: Running) -> Instant:
        """The instant before which a game must be decided (HEXA-17)."""
        return Instant(game.started_at + self.rules.undecided_days_max.value * DAY)


def decide(house: House, lobby: Lobby, command: LobbyCommand, now: Instant) -> Decided:
    """The events of a command, or why it is refused."""
    return _decide(house, lobby, command, now) if type(command) in _COMMANDS else reject("unknown_command")


def _decide(house: House, lobby: Lobby, command: LobbyCommand, now: Instant) -> Decided:
    match command:
        case Register() | Unregister() | PromiseDrawSeed() | RevealDrawSeed():
            return _of_player(house, lobby, command, now)
        case StartGame():
            return _start(house, lobby, command, now)
        case NoteEnd():
            return _note_end(house, lobby, command, now)
        case RaiseAlert(tournament=tournament):
            return _unless_decided(lobby, tournament, lambda game: _alert(house, game))
        case Settle(tournament=tournament):
            return _unless_decided(lobby, tournament, lambda game: _settle(house, game))
        case VoidGame():
            return _void(house, lobby, command)
        case CloseLobby():
            return _close(house, lobby, command)
        case OpenLobby():
            return _open(lobby, command)


def _of_player(
    house: House, lobby: Lobby, command: Register | Unregister | PromiseDrawSeed | RevealDrawSeed, now: Instant
) -> Decided:
    match command:
        case Register():
            return _register(house, lobby, command, now)
        case Unregister():
            return _unregister(house, lobby, command)
        case PromiseDrawSeed():
            return drawing.promise(lobby, command)
        case RevealDrawSeed():
            return drawing.reveal(house.rules.stream, lobby, command)


# ---- registration


def _register(house: House, lobby: Lobby, command: Register, now: Instant) -> Decided:
    refusal = _check_register(house, lobby, command)
    if refusal is not None:
        return refusal
    games = _games_for(lobby, command.player, command.games)
    seats = house.rules.seats.value
    filled = tuple(game.number for game in games if len(game.waiting) + 1 == seats)
    numbers = tuple(game.number for game in games)
    rule = house.rules.registration
    registered = Registered(command.player, numbers, filled, house.rules.buy_in.value, now, rule)
    return (registered, *drawing.entered(lobby, command, numbers))


def _check_register(house: House, lobby: Lobby, command: Register) -> Rejection | None:
    rules, most = house.rules, house.settings.registrations_max
    if lobby.closed:
        return reject("lobby_closed")
    if command.refused is not None:
        return command.refused
    if not 1 <= command.games <= most:
        return reject("bad_number_of_games", rules.registration, least=1, most=most)
    waiting = len(lobby.registrations(command.player))
    if waiting + command.games > most:
        return reject("too_many_registrations", rules.registration, waiting=waiting, most=most)
    cost = command.games * rules.buy_in.value
    if command.cost != cost:
        return reject("cost_changed", rules.registration, cost=cost)
    return None


def _games_for(lobby: Lobby, player: PlayerId, count: int) -> list[Filling]:
    """The oldest games with a free seat where the player is not yet, and new ones as far as those do not reach."""
    games = [game for game in lobby.filling if game.filled_at is None and player not in game.players][:count]
    missing = count - len(games)
    return games + [Filling(lobby.games_opened + 1 + number, ()) for number in range(missing)]


def _unregister(house: House, lobby: Lobby, command: Unregister) -> Decided:
    rule = house.rules.refund_in_same_means.rule
    wanted = lobby.registrations(command.player) if command.number is None else (command.number,)
    found = [game for number in wanted if (game := game_numbered(lobby, number)) is not None]
    games = [game for game in found if command.player in game.players]
    if not games:
        return reject("not_registered", rule)
    open_games = tuple(game.number for game in games if game.filled_at is None)
    if not open_games:
        return reject("game_is_full", rule)
    return (Unregistered(command.player, open_games, house.rules.buy_in.value, rule),)


# ---- the draw


def _start(house: House, lobby: Lobby, command: StartGame, now: Instant) -> Decided:
    """Draw and start in one commit, so that no restart can draw a game twice."""
    game = game_numbered(lobby, command.number)
    if game is None or game.filled_at is None:
        return reject("stale_game")
    assert command.chance is not None, "the runtime supplies chance"
    if game.fair is not None:
        return _draw_fairly(house, game, command, now)
    assert command.draw is not None, "the runtime supplies chance"
    return (_started(house, game, command.draw, command.chance, now),)


def _draw_fairly(house: House, game: Filling, command: StartGame, now: Instant) -> Decided:
    """Lock a full game, and draw it once every promised seed is there or their time is over; an early timer changes nothing."""
    fair = game.fair
    assert fair is not None
    assert command.secret is not None, "the runtime supplies the secret that it sealed"
    assert command.chance is not None
    locking: tuple[LobbyEvent, ...] = ()
    if fair.until is None:
        locking = drawing.lock(game, fair, now)
        if not locking or fair.awaited:
            return locking
    elif now < drawing.goes_on_at(game):
        return ()
    elif again := drawing.wait_again(game, now):
        return again
    number, proven = drawing.draw(house.rules.stream, game, command.secret)
    return (*locking, proven, _started(house, game, number, command.chance, now))


def _started(house: House, game: Filling, draw: int, chance: bytes, now: Instant) -> GameStarted:
    rules = house.rules
    slot = rules.wheel.spin(draw)
    return GameStarted(
        number=game.number,
        tournament=TournamentId(make_id(now, chance)),
        players=game.players,
        draw=draw,
        multiplier=slot.multiplier,
        pool=rules.plan(slot.multiplier).pool.value,
        buy_in=rules.buy_in.value,
        edition=rules.digest,
        at=now,
        rule=rules.wheel.rule,
    )


# ---- results and deadlines


def _note_end(house: House, lobby: Lobby, command: NoteEnd, now: Instant) -> Decided:
    game = game_running(lobby, command.tournament)
    if game is None:
        return ()  # told before
    ended = GameEnded(
        number=game.number,
        tournament=game.tournament,
        multiplier=game.multiplier,
        buy_in=house.rules.buy_in.value,
        finishes=command.finishes,
        cancelled=command.cancelled,
        at=now,
        rule=house.rules.settlement if command.cancelled else house.rules.crediting,
    )
    return (ended,)


def _unless_decided(lobby: Lobby, tournament: TournamentId, then: Callable[[Running], Decided]) -> Decided:
    game = game_running(lobby, tournament)
    return reject("stale_game") if game is None else then(game)


def _alert(house: House, game: Running) -> Decided:
    if game.alerted:
        return ()
    return (AlertRaised(game.tournament, house.due(game), house.rules.undecided_days_max.rule),)


def _settle(house: House, game: Running) -> Decided:
    return () if game.settling else (SettlementOrdered(game.tournament, house.rules.settlement),)


# ---- the house


def _void(house: House, lobby: Lobby, command: VoidGame) -> Decided:
    """A full game that cannot be drawn is cancelled before its start; whoever is in one that fills can leave."""
    game, rule = game_numbered(lobby, command.number), house.rules.refund_before_start.rule
    refusal = refuse_unsigned(command.staff, command.reason)
    if refusal is not None:
        return refusal
    if game is None:
        return reject("stale_game")
    if game.filled_at is None:
        return reject("game_not_full", rule)
    assert command.paid is not None, "the runtime fills the slot"
    voided = GameVoided(
        number=game.number,
        players=game.players,
        refunded=tuple(player for player in game.players if player in command.paid),
        buy_in=house.rules.buy_in.value,
        staff=command.staff,
        reason=command.reason,
        rule=rule,
    )
    if game.fair is None or game.fair.until is None or command.secret is None:
        return (voided,)
    return drawing.give_up(house.rules.stream, game, command.secret), voided


def _close(house: House, lobby: Lobby, command: CloseLobby) -> Decided:
    """Games that are full are played; the others are cancelled before their start."""
    refusal = refuse_unsigned(command.staff, command.reason)
    if refusal is not None:
        return refusal
    if lobby.closed:
        return reject("lobby_already_closed")
    refunded = tuple(
        (game.number, player) for game in lobby.filling if game.filled_at is None for player in game.players
    )
    rules = house.rules
    rule = rules.refund_before_start.rule
    return (LobbyClosed(command.staff, command.reason, refunded, rules.buy_in.value, rule),)


def _open(lobby: Lobby, command: OpenLobby) -> Decided:
    refusal = refuse_unsigned(command.staff, command.reason)
    if refusal is not None:
        return refusal
    if not lobby.closed:
        return reject("lobby_already_open")
    return (LobbyOpened(command.staff, command.reason, HOUSE_POWERS),)
