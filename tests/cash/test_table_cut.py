"""A cash table whose players cut the decks (PFP-1): lock, seeds, deal, end, void; and what waits for whom."""

from typing import Any

import pytest

from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table.commands import Leave, Recover, Seat, StartHand
from fairdeal.cash.table.events import HandEnded, HandOpened, HandVoided
from fairdeal.cash.table.state import durable
from fairdeal.fair import (
    CALLED_OFF,
    DEFAULT,
    NOTHING,
    OWN,
    RESTARTED,
    TABLE_STOPPED,
    UNREVEALED,
    LogVerifier,
    PublishedHand,
    PublishedVoid,
    verify_proof,
)
from fairdeal.kernel import SECOND, Cents, Duration, Instant, PlayerId, Rejection, events_of
from fairdeal.play.events import HandDealt
from fairdeal.play.fair.events import HandLocked, HandProven, PidsGiven, SeedsAwaited, VoidProven
from fairdeal.play.fair.messages import DealLocked, PromiseSeeds, RevealSeed
from fairdeal.play.fair.state import Promise
from fairdeal.play.messages import GiveTimeBack, PauseClocks, ResumeClocks
from fairdeal.room.cash.codecs import TABLE_EVENTS, TABLE_STATES
from fairdeal.rulebook.clause import U27
from fairdeal.runtime.signing import is_signed
from fairdeal.testing.cash import Story, open_table
from fairdeal.testing.devices import Devices, fair_facts

A, B, C = PlayerId("a"), PlayerId("b"), PlayerId("c")
WINDOW = 1_500


def three(**more: Any) -> tuple[Story, Devices]:
    """Three players who sit down at a table whose decks they cut; nobody has promised anything yet."""
    story = open_table(U27, fair=fair_facts(), **more)
    story.draw = 0
    story.tell("a, b and c sit with 10.00")
    return story, Devices(story)


def lock(story: Story) -> None:
    """Let time pass until a hand is locked."""
    while not story.is_locked:
        due = story._next_timer()
        assert due is not None, "nothing will be locked"
        story.wait(max(0, due[0] - story.now))


def proofs(story: Story) -> list[PublishedHand | PublishedVoid]:
    return [event.proof for event in story.kept if isinstance(event, HandProven | VoidProven)]


def flags(proof: PublishedHand | PublishedVoid) -> list[int]:
    return [each.flag for each in sorted(proof.seats)]


def assert_proven(story: Story) -> None:
    """Every proof passes every check, and together they are the whole log of the table."""
    log = LogVerifier(whole=True)
    for proof in proofs(story):
        found = verify_proof(proof, signature=is_signed, room_key=fair_facts().signer.public)
        assert found.passed, found.failed
        log.add(proof)
    assert log.result().passed, log.result().failed


def test_a_hand_is_locked_cut_and_proven() -> None:
    story, devices = three()
    devices.sit("a", "b", "c")
    lock(story)
    devices.reveal("a", "b", "c")
    story.deal().tell("check down")

    (proof,) = proofs(story)
    assert isinstance(proof, PublishedHand)
    assert flags(proof) == [OWN] * 3
    assert_proven(story)
    kinds = [type(event) for event in story.events if not isinstance(event, PidsGiven)]
    order = [kinds.index(kind) for kind in (HandOpened, HandLocked, SeedsAwaited, HandDealt, HandEnded, HandProven)]
    assert order == sorted(order)


def test_cards_are_those_of_the_cut() -> None:
    story, devices = three()
    devices.sit("a")
    lock(story)
    devices.reveal("a")
    story.deal().tell("check down")
    dealt, (proof,) = story.last(HandDealt), proofs(story)

    assert isinstance(proof, PublishedHand)
    assert dealt.lineup.fair is not None
    assert tuple(dealt.hand.order.deck) == dealt.lineup.fair.dealt.cards
    opened = {each.k: each.card for each in proof.openings}
    assert [opened[k] for k in range(6, 11)] == list(dealt.lineup.fair.dealt.cards[6:11])


def test_seeds_are_revealed_within_the_pause_and_cards_come_when_they_always_came() -> None:
    plain = open_table(U27).tell("a, b and c sit with 10.00")
    plain.deal()
    story, devices = three()
    devices.sit("a", "b", "c")
    lock(story)

    assert story.now == plain.now - WINDOW
    devices.reveal("a", "b", "c")
    assert story.is_locked, "cards wait until they are due"
    story.deal()
    assert story.now == plain.now


def test_who_never_answers_delays_nothing_and_has_the_default_after_two_hands() -> None:
    story, devices = three()
    devices.sit("a", "b")
    counted = []
    for _ in range(4):
        lock(story)
        due = story.now + WINDOW
        devices.reveal("a")
        story.deal()
        assert story.now == due
        story.tell("fold round")
        counted.append(flags(proofs(story)[-1])[story.table.seat_of(B)])

    assert counted == [UNREVEALED, UNREVEALED, DEFAULT, DEFAULT]
    assert devices.promise("b") is None
    lock(story)
    devices.reveal("a", "b")
    story.deal().tell("fold round")
    assert flags(proofs(story)[-1])[story.table.seat_of(B)] == OWN
    assert_proven(story)


def test_where_nobody_takes_part_a_hand_is_opened_and_dealt_in_one_decision() -> None:
    story, _ = three()
    story.deal()

    assert not story.is_locked
    assert story.table.running is not None
    story.tell("fold round")
    assert flags(proofs(story)[0]) == [DEFAULT] * 3
    assert_proven(story)


def test_a_short_pause_makes_everybody_wait_for_seeds_only_as_long_as_the_window() -> None:
    quick = HouseSettings(pause_after_hand=Duration(0), pause_after_showdown=Duration(0))
    story, devices = three(settings=quick)
    devices.sit("a", "b")
    lock(story)
    devices.reveal("a", "b")
    story.deal().tell("fold round")
    ended = story.now
    lock(story)
    assert story.now == ended
    devices.reveal("a")
    story.deal()
    assert story.now == ended + WINDOW
    story.tell("fold round")
    ended = story.now
    lock(story)
    devices.reveal("a", "b")
    assert not story.is_locked, "dealt with the last seed"
    assert story.now == ended


@pytest.mark.parametrize("wrong", [bytes(32), b"short"])
def test_a_seed_that_was_not_promised_is_refused_and_the_right_one_still_counts(wrong: bytes) -> None:
    story, devices = three()
    devices.sit("a")
    lock(story)

    assert story.refuses(RevealSeed(A, 1, wrong)).code == "wrong_seed"
    devices.reveal("a")
    assert devices.tell("a") is None, "told again, nothing changes"
    story.deal().tell("fold round")
    assert OWN in flags(proofs(story)[0])


@pytest.mark.parametrize(("player", "hand"), [(B, 1), (A, 2), (PlayerId("nobody"), 1)])
def test_a_seed_that_nobody_asked_for_is_refused(player: PlayerId, hand: int) -> None:
    story, devices = three()
    devices.sit("a")
    lock(story)

    code = story.refuses(RevealSeed(player, hand, bytes(32))).code
    assert code == ("not_seated" if player == "nobody" else "seed_not_asked")


def test_a_table_that_deals_without_a_cut_takes_no_part_of_players() -> None:
    story = open_table(U27).tell("a, b and c sit with 10.00")

    assert story.refuses(PromiseSeeds(A, (Promise(1, bytes(32)),))).code == "no_cut_here"


def test_a_promise_at_the_last_moment_counts_from_the_hand_after() -> None:
    story, devices = three()
    due = story.machine.view(story.table, None).deals_at
    assert due is not None
    story.wait(due - story.now - 100)
    devices.sit("a")
    story.deal()

    assert story.now == due
    story.tell("fold round")
    lock(story)
    devices.reveal("a")
    story.deal().tell("fold round")
    assert [OWN in flags(proof) for proof in proofs(story)] == [False, True]


def test_a_commitment_that_is_none_is_refused() -> None:
    story, _ = three()

    assert story.refuses(PromiseSeeds(A, (Promise(1, b"short"),))).code == "bad_commitment"


def test_another_device_of_a_player_displaces_no_promise_that_stands() -> None:
    story, devices = three()
    devices.sit("a")
    first = devices.devices["a"].promise(1)

    assert story.refuses(PromiseSeeds(A, (Promise(1, bytes(32)),))).code == "promised_already"
    lock(story)
    assert [each.commitment for each in devices.locked().lock.seats if each.flag == OWN] == [first]
    later = (Promise(2, bytes(32)), Promise(4, bytes([1]) * 32))
    seed = devices.devices["a"].answer(devices.locked().lock, devices.locked().signature)
    assert seed is not None
    assert story.do(RevealSeed(A, 1, seed, later)) is None
    view = story.machine.view(story.table, A).fair
    assert view is not None
    assert Promise(2, devices.devices["a"].promise(2)) in view.promised, "what was promised before stands"
    assert later[1] in view.promised


@pytest.mark.rule("TIME-16")
@pytest.mark.parametrize("dealt", [False, True])
@pytest.mark.parametrize(("alone", "reason"), [(False, RESTARTED), (True, TABLE_STOPPED)])
def test_a_crash_after_the_lock_voids_the_hand_and_the_log_goes_on(dealt: bool, alone: bool, reason: int) -> None:
    story, devices = three()
    devices.sit("a", "b")
    lock(story)
    if dealt:
        devices.reveal("a", "b")
        story.deal()
    locked = story.last(HandLocked).lock
    story.forget()
    story.asks(Recover(story.now, alone=alone))

    (void,) = proofs(story)
    assert isinstance(void, PublishedVoid)
    assert (void.reason, void.lock, void.before) == (reason, locked.lock, NOTHING)
    assert story.table.fair_play is None, "no deck is left that could be dealt again"
    story.tell("a returns; b returns; c returns").deal().tell("fold round")
    assert [proof.hand for proof in proofs(story)] == [1, 2]
    assert set(proofs(story)[0].roots).isdisjoint(proofs(story)[1].roots)
    assert_proven(story)
    assert story.replayed() == durable(story.table)


def test_staff_call_off_a_locked_hand() -> None:
    story, devices = three()
    devices.sit("a", "b")
    lock(story)
    story.void()

    assert [each.reason for each in proofs(story) if isinstance(each, PublishedVoid)] == [CALLED_OFF]
    assert story.last(HandVoided).staff == "desk"
    lock(story)
    devices.reveal("a", "b")
    story.deal().tell("fold round")
    assert flags(proofs(story)[-1]).count(OWN) == 2, "the spare promises count"
    assert_proven(story)


def test_who_leaves_between_lock_and_deal_is_dealt_in_and_folds() -> None:
    story, devices = three()
    devices.sit("a", "b")
    lock(story)
    story.asks(Leave(B))
    devices.reveal("a")
    story.deal()
    if story.plays:
        story.tell("fold round")

    assert not story.is_seated("b")
    assert UNREVEALED in flags(proofs(story)[0])
    assert_proven(story)
    assert story.table.fair is not None
    assert story.table.fair.pid_of(B) is None


def test_a_pid_is_new_at_each_sitting() -> None:
    story, _ = three()
    assert story.table.fair is not None
    before = story.table.fair.pid_of(A)
    story.tell("a leaves")
    story.asks(Seat(A, Cents(1_000)))

    assert story.table.fair is not None
    assert before is not None
    assert story.table.fair.pid_of(A) not in (None, before)


def test_time_to_reveal_stands_while_clocks_stand() -> None:
    story, devices = three()
    devices.sit("a", "b")
    lock(story)
    assert story.table.fair_play is not None
    assert story.table.fair_play.locking is not None
    until = story.table.fair_play.locking.until
    story.asks(PauseClocks())
    story.now = Instant(story.now + 20 * SECOND)
    assert story.refuses(DealLocked(1)).code == "clocks_paused"
    story.asks(ResumeClocks())

    assert story.table.fair_play.locking.until == until + 20 * SECOND
    story.now = Instant(story.now + 3 * SECOND)
    story.asks(GiveTimeBack(Instant(story.now - 3 * SECOND)))
    assert story.table.fair_play.locking.until == until + 23 * SECOND
    assert story.refuses(DealLocked(1)).code == "too_early"
    assert story.refuses(DealLocked(7)).code == "stale_hand"


def test_nothing_that_is_written_opens_a_card_of_the_played_deck() -> None:
    story, devices = three()
    devices.sit("a", "b")
    lock(story)
    devices.reveal("a", "b")
    story.deal()
    fair = story.running.lineup.fair
    assert fair is not None
    story.tell("to the turn; fold round")
    written = b"".join(map(TABLE_EVENTS.encode, story.kept)) + TABLE_STATES.encode(story.table)
    played, shown = fair.dealt.played, {each.salt for each in proofs(story)[0].openings}  # type: ignore[union-attr]

    assert played.key not in written
    assert fair.dealt.unused.key in written, "the deck that was not played is open"
    hidden = [salt for salt in played.salts if salt not in shown]
    assert len(hidden) == 48
    assert not any(salt in written for salt in hidden)


def test_a_hand_cannot_be_opened_before_its_lock_is_due() -> None:
    story, devices = three()
    devices.sit("a")
    refused = events_of(story.machine.decide(story.table, story._supplied(StartHand(1)), story.now))

    assert isinstance(refused, Rejection)
    assert refused.code == "too_early"
