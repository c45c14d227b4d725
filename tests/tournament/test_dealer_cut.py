"""A tournament's table whose players cut the decks (PFP-1): lock, seeds, deal, end, void; and who is moved there."""

from typing import Any

import pytest

from fairdeal.fair import (
    AHEAD,
    DEFAULT,
    OWN,
    RESTARTED,
    TABLE_STOPPED,
    UNREVEALED,
    Device,
    LogVerifier,
    PublishedHand,
    PublishedVoid,
    id16,
    verify_proof,
)
from fairdeal.kernel import Instant, PlayerId, RuleId
from fairdeal.play.events import HandDealt
from fairdeal.play.fair.events import HandProven, PidsGiven, VoidProven
from fairdeal.play.fair.messages import PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import FairFacts, Promise
from fairdeal.poker import Fold
from fairdeal.runtime.signing import RoomKey, is_signed
from fairdeal.tournament.dealer.commands import DealHand, RecoverDeal
from fairdeal.tournament.dealer.events import DealOpened
from fairdeal.tournament.dealer.state import durable
from fairdeal.tournament.orders import PlayHand
from tests.tournament.dealing import NOON, A, B, C, Table, an_order

FAIR = FairFacts(id16("T1/3"), RoomKey(bytes(range(32))))


class Cut(Table):
    """A dealer whose players cut the decks, with the devices of those who take part."""

    def __init__(self) -> None:
        super().__init__(fair=FAIR)
        self.devices: dict[PlayerId, Device] = {}

    def join(self, *players: PlayerId) -> None:
        """Players ask for their pids, and promise with them."""
        for player in players:
            self.do(PromiseSeeds(player, ()))
            place, log = self.state.place_of(player), self.state.fair
            assert place is not None
            assert log is not None
            pid = log.pid_of(player)
            assert pid is not None
            draw = self.chance.randbytes
            self.devices[player] = Device(FAIR.table, place.seat, pid, draw, is_signed, FAIR.signer.public)
            self.do(PromiseSeeds(player, self.promises(player)))

    def promises(self, player: PlayerId) -> tuple[Promise, ...]:
        first = self.state.opened + 1
        return tuple(Promise(hand, self.devices[player].promise(hand)) for hand in range(first, first + AHEAD))

    def lock(self) -> None:
        """Let time pass until the ordered hand is locked."""
        due = self.timers()[0]
        assert isinstance(due.command, DealHand)
        self.now = Instant(max(self.now, due.at))
        self.do(due.command)
        assert self.state.is_locked

    def reveal(self, *players: PlayerId) -> None:
        assert self.state.fair_play is not None
        locking = self.state.fair_play.locking
        assert locking is not None
        for player in players:
            seed = self.devices[player].answer(locking.hand.public(), locking.signature)
            assert seed is not None
            self.do(RevealSeed(player, locking.hand.hand, seed, self.promises(player)))

    def folds(self) -> None:
        """Everybody folds to the last."""
        while self.state.running is not None:
            self.act(self.to_act, Fold())

    @property
    def proofs(self) -> list[PublishedHand | PublishedVoid]:
        return [event.proof for event in self.events if isinstance(event, HandProven | VoidProven)]

    def flags(self) -> list[int]:
        return [each.flag for each in self.proofs[-1].seats]

    def verify(self) -> None:
        log = LogVerifier(whole=True)
        for proof in self.proofs:
            found = verify_proof(proof, signature=is_signed, room_key=FAIR.signer.public)
            assert found.passed, found.failed
            log.add(proof)
        assert log.result().passed


def ordered(number: int = 1, players: str = "abcd", at: int = 5_000, **changes: Any) -> PlayHand:
    return an_order(players=players, number=number, deals_from=Instant(NOON + at), **changes)


def test_a_hand_is_locked_cut_dealt_on_time_and_proven() -> None:
    table = Cut()
    table.do(ordered())
    table.join(A, B)
    table.lock()
    assert table.now == NOON + 3_500
    table.reveal(A, B)
    table.wait(1.5)
    assert table.state.running is not None
    assert table.state.open is not None
    assert table.state.open.opened_at == NOON + 5_000, "hands are compared by when their cards came"
    fair = table.state.running.lineup.fair
    assert fair is not None
    assert tuple(table.state.running.hand.order.deck) == fair.dealt.cards
    table.folds()

    assert table.flags() == [OWN, OWN, DEFAULT, DEFAULT]
    table.verify()


def test_where_nobody_takes_part_lock_and_deal_are_one_decision() -> None:
    table = Cut()
    table.deals(an_order())

    assert {type(event) for event in table.events} >= {DealOpened, HandDealt}
    table.folds()
    assert set(table.flags()) == {DEFAULT}
    table.verify()


def test_who_is_moved_here_asks_for_a_pid_and_who_left_has_none() -> None:
    table = Cut()
    table.do(ordered(players="abcd"))
    table.join(A, B)
    table.lock()
    table.reveal(A, B)
    table.wait(1.5)
    table.folds()
    table.do(ordered(2, players="acde", at=30_000))
    table.join(PlayerId("e"))

    log = table.state.fair
    assert log is not None
    assert log.pid_of(B) is None
    assert log.pid_of(A) is not None
    table.lock()
    table.reveal(A)
    table.wait(3)
    table.folds()
    assert sorted(table.flags()) == [UNREVEALED, OWN, DEFAULT, DEFAULT]
    table.verify()


def test_an_order_that_comes_twice_does_not_void_a_locked_hand() -> None:
    table = Cut()
    order = ordered()
    table.do(order)
    table.join(A)
    table.lock()

    assert table.do(order) == ()
    assert table.state.is_locked


@pytest.mark.rule("MTT-50")
@pytest.mark.parametrize(("alone", "reason"), [(False, RESTARTED), (True, TABLE_STOPPED)])
@pytest.mark.parametrize("dealt", [False, True])
def test_a_crash_after_the_lock_voids_the_hand_and_the_next_has_other_decks(
    dealt: bool, alone: bool, reason: int
) -> None:
    table = Cut()
    table.do(ordered())
    table.join(A, B)
    table.lock()
    if dealt:
        table.reveal(A, B)
        table.wait(1.5)
    table.state = durable(table.state)
    table.do(RecoverDeal(table.now, RuleId("MTT-50"), alone))

    (void,) = table.proofs
    assert isinstance(void, PublishedVoid)
    assert void.reason == reason
    table.do(ordered(1, at=60_000, attempt=2))
    table.wait(60)
    table.folds()
    assert [proof.hand for proof in table.proofs] == [1, 2]
    assert set(table.proofs[0].roots).isdisjoint(table.proofs[1].roots)
    table.verify()


def test_strangers_and_tables_without_a_cut_are_refused() -> None:
    table = Cut()
    table.do(ordered())
    assert table.refused(PromiseSeeds(PlayerId("stranger"), ())) == "not_seated"
    assert table.refused(RevealSeed(A, 1, bytes(32))) == "seed_not_asked"
    plain = Table()
    plain.do(ordered())
    assert plain.refused(PromiseSeeds(C, ())) == "no_cut_here"


def test_pids_are_written_before_anybody_promises() -> None:
    table = Cut()
    table.do(ordered())
    (given,) = table.do(PromiseSeeds(A, ()))

    assert isinstance(given, PidsGiven)
    assert given.durable
