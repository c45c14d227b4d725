"""kill -9 for a casino in full play: rounds without a card or spin are void, all others go on, and no cent is lost."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fairdeal.bank.accounts import Purpose, site_wallet
from fairdeal.bank.ledger import trial_balance
from fairdeal.casino.table.events import RoundSettled, RoundVoided
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import MINUTE, SECOND, Instant, StreamId, units_of
from fairdeal.room.casino.house import casino_stream
from fairdeal.runtime.actor import Actor
from fairdeal.storage.archive import Archive
from fairdeal.storage.opening import open_store
from fairdeal.storage.verify.check import check
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal
from tests.room.busy_casino import BLACKJACK, FUNDS, PEOPLE, TABLES, TENDER, casino_room

pytestmark = pytest.mark.usefixtures("no_secret_is_logged")
OUTAGE = 95 * SECOND


def play_and_kill(address: str, rounds: int) -> None:
    """Let a casino play so many rounds, then kill it while a blackjack hand is being played."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.room.busy_casino", address], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        settled, phase, failed = line.split()
        assert failed == "0", "a table stopped"
        if int(settled) >= rounds and phase == Phase.PLAYING.value:
            break
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.rule("BJ-18")
@pytest.mark.parametrize("rounds", [5, pytest.param(60, marks=pytest.mark.soak)])
def test_a_killed_casino_voids_what_was_not_dealt_and_plays_on_what_was(tmp_path: Path, rounds: int) -> None:
    address = f"sqlite:///{tmp_path / 'casino.db'}"
    play_and_kill(address, rounds)
    store = open_store(address)
    clock = ManualClock(int(max(store.load(casino_stream(setup.table)).at for setup in TABLES) + OUTAGE))
    room = casino_room(clock, SimJournal(store, clock), "after")
    before: dict[StreamId, Table] = {
        casino_stream(setup.table): room.registry.actor(casino_stream(setup.table)).state for setup in TABLES
    }
    events: list[tuple[StreamId, Any]] = []

    def note(actor: Actor, happened: tuple[Any, ...], _now: Instant) -> None:
        events.extend((actor.stream, event) for event in happened)

    room.registry.watches.append(note)
    room.recover(Instant(clock.now() - OUTAGE))
    clock.advance(SECOND)

    in_play = {stream for stream, table in before.items() if table.phase in (Phase.PLAYING, Phase.DECIDED)}
    voided = {stream for stream, event in events if isinstance(event, RoundVoided)}
    undealt = {stream for stream, table in before.items() if table.phase in (Phase.BETTING, Phase.CLOSED)}
    assert voided == {stream for stream in undealt if escrow(before[stream])}
    assert casino_stream(BLACKJACK) in in_play | undealt, "the kill met no round"
    clock.advance(2 * MINUTE)  # nobody came back: hands stand, and are paid
    settled = [stream for stream, event in events if isinstance(event, RoundSettled)]
    assert set(settled) == in_play
    assert len(settled) == len(in_play), "a round was paid twice"
    assert_whole(store)
    assert room.fail_stop_report() == []
    store.close()


def assert_whole(store: Archive) -> None:
    """Everything is in order, and everything players have less is with the house."""
    assert check(store) == []
    balances = {account: held for each in Purpose for account, held in store.accounts(each.value).items()}
    assert not any(trial_balance(balances).values())
    assert not any(store.accounts(Purpose.BET.value).values())
    wallets = [site_wallet(TENDER, player) for people in PEOPLE.values() for player in people]
    lost = len(wallets) * units_of(FUNDS) - sum(store.balances(wallets).values())
    assert lost == sum(store.accounts(Purpose.BANKROLL.value).values())
