"""Rounds and shoes by PFP-1 at a table of the house's generator: locked, drawn with players' seeds, told, and never twice."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.catalogue import BACCARAT, BLACKJACK, ROULETTE
from fairdeal.casino.games.game import Game
from fairdeal.casino.games.layout.commands import Confirm, PlaceChip
from fairdeal.casino.games.roulette.spin import Spin, Spun
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.events import RoundSettled, RoundVoided, ShoeShuffled, TableEvent
from fairdeal.casino.table.facts import Dealing, TableFacts
from fairdeal.casino.table.fair.commands import LockChance, OpenChain, TellSecrets
from fairdeal.casino.table.fair.drawing import locked_round
from fairdeal.casino.table.fair.events import ChainOpened, ChanceLocked, ChanceProven
from fairdeal.casino.table.fair.state import CHAIN_LENGTH, DEFAULT_ROUNDS, FairTable
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.state import Phase
from fairdeal.fair import (
    AHEAD,
    DEFAULT,
    OWN,
    UNREVEALED,
    PublishedRound,
    RoundDevice,
    proof_text,
    read_proof,
    verify_log,
    verify_proof,
)
from fairdeal.kernel import Cents, Instant, Rejection, Timer
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import WINDOW, Promise
from fairdeal.room.casino.table import Sealed, _from_chain
from fairdeal.room.fair import FairPorts
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.signing import RoomKey
from tests.casino.tables import Bench, P, every, one


class FairBench(Bench):
    """A table of the house whose draws are by PFP-1, with players' devices."""

    def __init__(self, game: Game, *, dealing: Dealing = Dealing.HOUSE, seed: int = 1) -> None:
        super().__init__(game, dealing=dealing, seed=seed)
        self.facts = replace(self.facts, fair=True)
        self.machine = CasinoTable(self.facts)
        self.entropy = SystemEntropy(self.chance.randbytes)
        ports = FairPorts(RoomKey(bytes(32)), self.entropy, lambda _, data: data, lambda _, data: data)
        self.chains = ports.chains("T1")
        self.devices: dict[str, RoundDevice] = {}
        self.taken: list[int] = []

    @property
    def fair(self) -> FairTable:
        assert self.table.fair is not None
        return self.table.fair

    def supply(self, command: Any) -> Any:
        if isinstance(command, OpenChain | LockChance | TellSecrets | Spin | c.Shuffle):
            return _from_chain(self.machine, self.chains, self.table, command, self.entropy)
        return super().supply(command)

    def do(self, command: c.TableCommand) -> tuple[TableEvent, ...]:
        if isinstance(command, c.Join):
            command = replace(command, pid=self.chains.pids(1))
        happened = super().do(command)
        for event in happened:
            if isinstance(event, ChanceProven):
                for device in self.devices.values():
                    if device.place == event.proof.place:
                        device.proven(event.proof)
        return happened

    def ready(self) -> None:
        """Let the chain be opened."""
        while self.table.fair is None:
            self.tick()

    def take_part(self, *players: str) -> None:
        """Let devices promise seeds for the next places of the chain."""
        self.ready()
        for player in players:
            pid = self.fair.pid_of(P(player))
            assert pid is not None
            known = self.devices.get(player)
            if known is None or (known.pid, known.place) != (pid, self.fair.place):
                known = RoundDevice(self.fair.place, 0, pid, self.fair.anchor, self.chance.randbytes)
                self.devices[player] = known
            places = range(self.fair.used + 1, self.fair.used + 1 + AHEAD)
            self.do(PromiseSeeds(P(player), tuple(Promise(index, known.promise(index)) for index in places)))

    def reveal(self, *players: str) -> None:
        """Let devices answer the open lock."""
        lock = self.fair.lock
        assert lock is not None
        for player in players:
            own = next(each for each in lock.players if each.player == player)
            self.devices[player].locked(lock.index, locked_round(self.fair, lock).digest)
            seed = self.devices[player].answer(lock.index, own.commitment)
            assert seed is not None
            self.do(RevealSeed(P(player), lock.index, seed))
            self.devices[player].accepted(lock.index)

    def bet(self, *players: str) -> None:
        """Lay a chip for each on red, or on Player."""
        number = self.open()
        spot = "red" if self.facts.game is ROULETTE else "player"
        for player in players:
            self.do(PlaceChip(P(player), number, spot, Cents(100)))
            if self.table.phase is Phase.BETTING:
                self.do(Confirm(P(player), number))

    def lock(self) -> list[TableEvent]:
        """Let time pass until something is locked."""
        happened: list[TableEvent] = []
        while self.fair.lock is None:
            happened += self.tick()
        return happened

    def restart(self, down: int = 60_000) -> None:
        """Read the table again as it was written, and recover it."""
        sealed = Sealed(lambda _, data: data, lambda _, data: data)
        self.table = sealed.decode_state(sealed.encode_state(self.table))
        since, self.now = self.now, Instant(self.now + down)
        self.do(c.Recover(since))
        for player in tuple(self.table.guests):
            self.do(c.Reconnected(player))


def proof_of(events: Any) -> PublishedRound:
    proof = one(events, ChanceProven).proof
    assert read_proof(proof_text(proof)) == proof
    assert verify_proof(proof, anchor=proof.fixed).passed
    return proof


def flags(proof: PublishedRound) -> list[int]:
    return sorted(each.flag for each in proof.players)


@pytest.fixture
def wheel() -> FairBench:
    bench = FairBench(ROULETTE)
    bench.come("ann", "bob", "cid")
    bench.ready()
    return bench


def test_a_pocket_follows_from_the_chain_and_the_seeds_of_those_who_bet(wheel: FairBench) -> None:
    wheel.take_part("ann", "bob", "cid")
    anchor = wheel.fair.anchor
    wheel.bet("ann", "bob")
    locked = one(wheel.lock(), ChanceLocked).lock
    assert {each.player for each in locked.players} == {"ann", "bob"}, "who only watches is not among the seeds"
    wheel.reveal("bob", "ann")
    happened = wheel.tick()
    proof = proof_of(happened)
    assert flags(proof) == [OWN, OWN]
    assert (proof.fixed, proof.number) == (anchor, 1)
    assert proof.result == one(happened, Spun).pocket == one(happened, RoundSettled).result
    assert wheel.fair.lock is None


def test_rounds_use_the_chain_in_order_and_prove_together(wheel: FairBench) -> None:
    proofs = []
    for number in range(1, 9):
        wheel.take_part("ann", "bob")
        wheel.bet("ann", "bob")
        wheel.lock()
        wheel.reveal("ann", "bob")
        proofs.append(proof_of(wheel.tick()))
        assert proofs[-1].number == number
    assert verify_log(proofs, whole=True).passed
    assert wheel.fair.counts.own == 16
    assert not verify_log([proofs[1], proofs[0]]).passed


def test_nobody_who_takes_part_means_no_wait(wheel: FairBench) -> None:
    wheel.bet("ann")
    closes = wheel.table.deadline
    proof = proof_of(wheel.until(Phase.RESULT))
    assert flags(proof) == [DEFAULT]
    assert wheel.now <= closes, "a table where nobody takes part is as quick as ever"
    assert wheel.fair.counts.uncut == 1


def test_who_withholds_a_seed_delays_one_round_and_has_the_default_for_a_thousand(wheel: FairBench) -> None:
    wheel.take_part("ann", "bob")
    wheel.bet("ann", "bob")
    wheel.lock()
    locked_at = wheel.now
    wheel.reveal("ann")
    proof = proof_of(wheel.tick())
    assert wheel.now == locked_at + WINDOW
    assert flags(proof) == [UNREVEALED, OWN]
    wheel.take_part("ann", "bob")
    wheel.bet("ann", "bob")
    lock = one(wheel.lock(), ChanceLocked).lock
    assert lock.awaited == {"ann"}, "bob promises again and has the default all the same"
    wheel.reveal("ann")
    before = wheel.now
    assert flags(proof_of(wheel.tick())) == [OWN, DEFAULT]
    assert wheel.now == before
    assert wheel.fair.barred_until(P("bob")) == 1 + DEFAULT_ROUNDS


def test_a_crash_after_the_lock_voids_the_round_and_tells_its_secret(wheel: FairBench) -> None:
    wheel.take_part("ann", "bob")
    wheel.bet("ann", "bob")
    wheel.lock()
    wheel.reveal("ann")
    wheel.restart()
    assert one(wheel.history, RoundVoided).round == 1
    told = one(wheel.tick(), ChanceProven)
    assert (told.void, told.restarted, told.proof.result) == (True, True, None)
    assert wheel.fair.counts.restarts == 1
    wheel.take_part("ann", "bob")
    wheel.bet("ann", "bob")
    assert one(wheel.lock(), ChanceLocked).lock.index == 2, "a place of the chain is used once"
    wheel.reveal("ann", "bob")
    second = proof_of(wheel.tick())
    assert verify_log([told.proof, second], whole=True).passed


def test_a_crash_before_the_lock_uses_up_nothing(wheel: FairBench) -> None:
    wheel.bet("ann")
    wheel.close()
    wheel.restart()
    assert wheel.fair.used == 0
    wheel.bet("ann")
    assert proof_of(wheel.until(Phase.RESULT)).number == 1


def test_what_is_not_asked_for_changes_nothing(wheel: FairBench) -> None:
    wheel.take_part("ann")
    device = wheel.devices["ann"]
    assert wheel.send(RevealSeed(P("ann"), 1, bytes(32))) == Rejection("seed_not_asked")
    assert wheel.send(PromiseSeeds(P("dan"), ())) == Rejection("not_at_table")
    assert wheel.send(PromiseSeeds(P("ann"), (Promise(1, bytes(3)),))) == Rejection("bad_commitment")
    wheel.do(PromiseSeeds(P("ann"), (Promise(99, bytes(32)),)))
    wheel.bet("ann", "bob")
    wheel.lock()
    assert wheel.send(RevealSeed(P("bob"), 1, bytes(32))) == Rejection("seed_not_asked")
    assert wheel.send(RevealSeed(P("ann"), 1, bytes(32))) == Rejection("wrong_seed")
    assert wheel.refuse(Spin(wheel.table.round, 37, secret=bytes(32)))[0] == "no_spin_due", "seeds are awaited"
    assert wheel.do(TellSecrets(1, (1,), (bytes(32),))) == (), "the secret of an open lock is not told"
    wheel.do(PromiseSeeds(P("ann"), (Promise(1, bytes(32)),)))
    seed = device.answer(1, device.promise(1))
    assert seed is not None
    wheel.do(RevealSeed(P("ann"), 1, seed))
    assert flags(proof_of(wheel.tick())) == [OWN, DEFAULT], "a promise after the lock changes nothing"


def test_a_chain_that_is_used_up_is_followed_by_another() -> None:
    wheel = FairBench(ROULETTE)
    wheel.come("ann")
    wheel.ready()
    wheel.table = replace(wheel.table, fair=replace(wheel.fair, used=CHAIN_LENGTH - 3))
    wheel.bet("ann")
    first = proof_of(wheel.until(Phase.RESULT))
    assert first.number == CHAIN_LENGTH - 2
    wheel.bet("ann")
    opened = every(wheel.history, ChainOpened)
    assert [each.chain for each in opened] == [1, 2]
    assert opened[0].place != opened[1].place
    second = proof_of(wheel.until(Phase.RESULT))
    assert (second.number, second.place, second.fixed) == (1, opened[1].place, opened[1].anchor)
    assert verify_log([first, second]).passed


def test_a_live_dealers_table_has_no_chain() -> None:
    live = FairBench(ROULETTE, dealing=Dealing.LIVE)
    live.come("ann")
    assert not live.facts.is_fair
    assert live.table.fair is None
    assert live.send(PromiseSeeds(P("ann"), ())) == Rejection("seed_not_asked")


def test_a_shoe_is_locked_with_everybody_present_and_told_when_it_is_over() -> None:
    table = FairBench(BACCARAT)
    table.come("ann", "bob")
    table.take_part("ann", "bob")
    lock = one(table.lock(), ChanceLocked).lock
    assert (lock.kind, {each.player for each in lock.players}) == ("shoe", {"ann", "bob"})
    table.reveal("ann", "bob")
    first = one(table.until(Phase.BETTING), ShoeShuffled).shoe
    table.come("cid")  # comes later, and is not among the seeds of this shoe
    assert len(table.fair.shoes[0].seeds) == 2
    while not every(table.history, ChanceProven):
        table.bet("ann")
        table.until(Phase.RESULT)
        table.tick()
    proof = proof_of(table.history)
    assert proof.kind == "shoe"
    assert flags(proof) == [OWN, OWN]
    assert table.table.shoe is not None
    assert bytes(proof.cards) == first.order[: len(proof.cards)]
    assert len(proof.cards) >= first.cut_at
    assert Counter(first.order) == Counter(list(range(52)) * 8)


def test_a_crash_while_a_shoe_is_locked_burns_its_place_in_the_chain() -> None:
    table = FairBench(BLACKJACK)
    table.come("ann", "bob")
    table.do(bj.TakeSeat(P("ann"), 0))
    table.take_part("ann", "bob")
    table.lock()
    table.reveal("ann")
    table.restart()
    told = one(table.until(Phase.BETTING), ChanceProven)
    assert (told.void, told.proof.kind, told.proof.cards) == (True, "shoe", ())
    assert every(table.history, ChanceLocked)[-1].lock.index == 2
    assert table.fair.shoes[0].index == 2


def test_discards_within_a_round_are_shuffled_by_the_same_protocol() -> None:
    """A shoe of discards holds of each card the first so many decks, in the order of a whole one."""
    table = FairBench(BACCARAT)
    table.come("ann")
    table.bet("ann")
    shoe = table.table.shoe
    assert shoe is not None
    left = shoe.size - 2  # two cards are left
    table.table = replace(table.table, shoe=replace(shoe, out=left), round_out=left)
    happened = table.until(Phase.RESULT)
    second = one(happened, ShoeShuffled)
    assert second.in_round
    assert Counter(second.shoe.order) == Counter(shoe.order[: shoe.size - 2])
    told: list[TableEvent] = []
    while len(every(told, ChanceProven)) < 2:
        told += table.tick()
    proofs = [each.proof for each in every(told, ChanceProven)]
    assert all(verify_proof(proof, anchor=table.fair.anchor).passed for proof in proofs)
    assert bytes(proofs[0].cards) == shoe.order
    drawn = list(second.shoe.order[: len(proofs[1].cards)])
    assert not Counter(drawn[:1]) - Counter(proofs[1].cards), "what was dealt is among what the proof tells"


def test_secrets_are_in_no_printed_command_and_no_event_before_they_are_told(wheel: FairBench) -> None:
    wheel.take_part("ann")
    wheel.bet("ann")
    wheel.lock()
    secret = wheel.chains.secret(wheel.fair, 1)
    assert secret not in repr(wheel.history).encode()
    assert repr(secret)[2:-1] not in repr(wheel.history)
    assert "secret" not in repr(Spin(1, 37, secret=secret))
    assert "secret" not in repr(c.Shuffle(1, b"", secret=secret))
    assert repr(secret)[2:-1] not in repr(TellSecrets(1, (1,), (secret,)))
    later = [wheel.chains.secret(wheel.fair, index) for index in (2, 3, 200)]
    wheel.reveal("ann")
    wheel.tick()
    assert repr(secret)[2:-1] in repr(wheel.history)
    assert not any(repr(each)[2:-1] in repr(wheel.history) for each in later)


def test_timers_of_the_chain_that_come_twice_change_nothing(wheel: FairBench) -> None:
    timer = Timer(wheel.now, OpenChain(1))
    assert wheel.do(wheel.supply(timer.command)) == ()
    wheel.bet("ann")
    wheel.lock()
    assert wheel.do(wheel.supply(LockChance(1))) == ()
    assert wheel.do(wheel.supply(LockChance(2))) == ()


def test_facts_that_the_protocol_does_not_know_are_not_drawn_by_it() -> None:
    facts = TableFacts(*(getattr(FairBench(BACCARAT).facts, name) for name in ("table", "tender", "casino", "game")))
    assert not facts.is_fair
    assert replace(facts, fair=True).is_fair
