"""Whatever reaches a machine that is not meant for it is refused: nothing that is said anywhere stops a stream."""

from typing import Any, get_args

from fairdeal.bank.holds.commands import HoldCommand
from fairdeal.bank.purse.commands import PurseCommand
from fairdeal.bank.rakeback_job import RakebackCommand, RakebackJob, RakebackMachine
from fairdeal.cash.floor.commands import FloorCommand
from fairdeal.cash.player.commands import PlayerStreamCommand
from fairdeal.cash.streams import player_stream
from fairdeal.cash.table.commands import TableCommand as CashCommand
from fairdeal.casino.chat import BlockChat
from fairdeal.casino.conduct import conduct_stream
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.table.commands import GameCommand
from fairdeal.casino.table.commands import TableCommand as CasinoCommand
from fairdeal.hexapro.lobby.commands import LobbyCommand
from fairdeal.kernel import Instant, PlayerId, Rejection, StreamId, events_of, reject
from fairdeal.office.docket.commands import DocketCommand
from fairdeal.rulebook.clause import PW, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.tournament.dealer.commands import DealCommand
from fairdeal.tournament.director.commands import TournamentCommand
from fairdeal.tournament.programme.commands import ProgrammeCommand
from tests.command_samples import commands_like
from tests.server.test_every_message import Crowd
from tests.server.whole_house import WholeHouse

OWN: dict[str, frozenset[type]] = {
    "cash": frozenset(get_args(CashCommand)),
    "floor": frozenset(get_args(FloorCommand)),
    "player": frozenset(get_args(PlayerStreamCommand)),
    "purse": frozenset(get_args(PurseCommand)),
    "holds": frozenset(get_args(HoldCommand)),
    "rakeback": frozenset(get_args(RakebackCommand)),
    "tournament": frozenset(get_args(TournamentCommand)),
    "deal": frozenset(get_args(DealCommand)),
    "hexapro": frozenset(get_args(LobbyCommand)),
    "programme": frozenset(get_args(ProgrammeCommand)),
    "casino": frozenset((*get_args(CasinoCommand), *(kind for game in GAMES for kind in game.commands)))
    - {GameCommand},
    "conduct": frozenset({BlockChat}),
    "docket": frozenset(get_args(DocketCommand)),
}
NOBODY = PlayerId("nobody")


class Stranger:
    """Something no machine knows."""


def test_every_machine_refuses_what_is_not_its_own() -> None:
    house = WholeHouse()
    Crowd(house)
    registry = house.room.registry
    lobby = next(iter(house.room.tournaments.house.lobbies))
    for stream in (conduct_stream(NOBODY), StreamId(f"holds:{U27}/{NOBODY}"), player_stream(NOBODY), lobby):
        registry.actor(stream)
    assert {actor.hosted.prefix for actor in registry} == set(OWN) - {"rakeback"}, (
        "a new kind of stream is tried here too"
    )
    everything: list[Any] = [each for kinds_ in OWN.values() for kind in kinds_ for each in commands_like(kind, 1)]
    for actor in registry:
        for command in (*everything, Stranger(), None):
            if type(command) in OWN[actor.hosted.prefix]:
                continue
            supplied = actor.hosted.supply(actor.state, command)
            decision = events_of(actor.hosted.decide(actor.state, supplied, Instant(house.clock.now())))
            assert isinstance(decision, Rejection), (actor.stream, command)
            assert decision.code in ("unknown_command", "no_such_table"), (actor.stream, command, decision)
    house.close()


def test_the_monthly_job_refuses_what_is_not_its_own() -> None:
    """It has no stream in a room yet."""
    poker = published_edition(PW).poker
    assert poker is not None
    assert poker.rakeback is not None
    job: Any = RakebackMachine(poker.rakeback, poker.wallet)

    assert events_of(job.decide(RakebackJob(), Stranger(), Instant(0))) == reject("unknown_command")
