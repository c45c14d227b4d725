"""
What tournaments wrote once is read for ever.

The golden files hold one event of every kind as a program wrote it, a line each: the codec and the bytes. Lines are added when
there are new kinds, and never changed.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairdeal.hexapro.lobby.events import LobbyEvent
from fairdeal.kernel import HOUR, MINUTE, Instant
from fairdeal.room.tournament.codecs import (
    DEALER_EVENTS,
    DEALER_STATES,
    DIRECTOR,
    DIRECTOR_EVENTS,
    LOBBY_EVENTS,
    LOBBY_STATES,
    PROGRAMME_EVENTS,
    PROGRAMME_STATES,
)
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.storage.codec import Codec
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.testing.tournaments.simulation import TournamentRun
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.director.events import TournamentEvent
from fairdeal.tournament.programme.events import ProgrammeEvent

CODECS: dict[str, Codec] = {
    "tournament": DIRECTOR_EVENTS,
    "deal": DEALER_EVENTS,
    "hexapro": LOBBY_EVENTS,
    "programme": PROGRAMME_EVENTS,
}
UNIONS: dict[str, Any] = {
    "tournament": TournamentEvent,
    "deal": DealEvent,
    "hexapro": LobbyEvent,
    "programme": ProgrammeEvent,
}
KEPT = ("opened", "ended", "open", "report", "deals_from", "closed")  # the rest lives only as long as a hand
GOLDEN = Path(__file__).parent / "golden" / "tournament-events-1.hex"


def golden() -> list[tuple[str, bytes]]:
    rows = (line.split() for line in GOLDEN.read_text("ascii").splitlines())
    return [(name, bytes.fromhex(data)) for name, data in rows]


@pytest.mark.parametrize("name", sorted(CODECS))
def test_every_kind_of_event_has_a_golden_line(name: str) -> None:
    known = {type(CODECS[name].decode(data)) for codec, data in golden() if codec == name}

    assert known == {kind for kind in UNIONS[name].__args__ if getattr(kind, "durable", True)}


def test_events_that_were_written_once_are_read_and_written_the_same() -> None:
    """Fields that came later are written too, with the value that means what the event meant before them."""
    for name, data in golden():
        event = CODECS[name].decode(data)
        again = CODECS[name].encode(event)
        assert holds(msgspec.msgpack.decode(again), msgspec.msgpack.decode(data)), event
        assert CODECS[name].decode(again) == event


def holds(now: Any, then: Any) -> bool:
    """Whether everything that was written then is written now, in the same place and with the same value."""
    if isinstance(then, dict):
        return then.keys() <= now.keys() and all(holds(now[key], value) for key, value in then.items())
    if isinstance(then, list):
        return len(now) == len(then) and all(map(holds, now, then))
    return bool(now == then)


def test_states_come_back_as_they_were() -> None:
    run = TournamentRun(
        TournamentPlan(kind="progressive_bounty", entrants=12, seed=3, edition=published_edition(U27), seats=4)
    )
    states: dict[str, list[Any]] = {"tournament": [], "deal": [], "programme": []}

    def note(actor: Any, _events: Any, _now: Any) -> None:
        if actor.hosted.prefix in states and actor.state is not None:
            states[actor.hosted.prefix].append(actor.state)

    room = run.begin()
    room.registry.watches.append(note)
    (billed,) = bill(run.plan, run.clock.now(), run.people.players)
    room.tournaments.announce(billed.setup, MAIN)
    run.people.enter(billed, Instant(run.clock.now() + MINUTE))
    run.advance(3 * HOUR)

    for state in states["tournament"]:
        assert DIRECTOR.decode_state(DIRECTOR.encode_state(state)) == state
    for state in states["deal"]:
        found = DEALER_STATES.decode(DEALER_STATES.encode(state))
        assert [getattr(found, name) for name in KEPT] == [getattr(state, name) for name in KEPT]
    for state in states["programme"]:
        assert PROGRAMME_STATES.decode(PROGRAMME_STATES.encode(state)) == state
    assert states["tournament"][-1].closed


def test_the_state_of_a_lobby_comes_back_as_it_was() -> None:
    run = TournamentRun(TournamentPlan(kind="hexapro", entrants=6, seed=3, edition=published_edition(U27)))
    run.run()
    assert run.room is not None
    state = run.room.registry.actor(run.hexapro().stream).state

    assert state.games_opened == 2
    assert LOBBY_STATES.decode(LOBBY_STATES.encode(state)) == state
