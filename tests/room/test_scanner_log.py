"""The scanner's log of live tables: chained, salted, signed, published after each round, and whole after a crash."""

import json

from fairdeal.casino.dealer import PREPARATION, StepKind
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.table import commands as c
from fairdeal.casino.table.fair.events import ScanLogOpened, ScansProven
from fairdeal.casino.table.state import Correction, CorrectionKind, Phase
from fairdeal.fair import NOTHING, PublishedScans, id16, proof_text, read_proof, verify_log, verify_proof
from fairdeal.fair.scans import face_of
from fairdeal.kernel import SECOND, Cents, TableId
from fairdeal.room.casino.house import casino_stream
from fairdeal.room.proofs import proofs_at
from fairdeal.runtime.signing import RoomKey, is_signed
from tests.fair.hands import standalone
from tests.room.casino_evenings import ANN, LIVE, CasinoEvening

_, BLACKJACK, BACCARAT = (setup.table for setup in LIVE)
KEY = RoomKey(bytes(range(32)))
VERIFY = standalone()["verify"]


def opened(table: TableId) -> CasinoEvening:
    """A table whose shoe is in place."""
    evening = CasinoEvening(LIVE, signer=KEY)
    evening.arrive(ANN, table=table)
    while (step := evening.room.casino.step(table)).kind in PREPARATION:
        evening.do(table, c.FinishStep(step.kind, video=1))
        evening.wait(100)
    return evening


def bet(evening: CasinoEvening, table: TableId, spot: str) -> int:
    """The next round, with a bet and no more bets; its number."""
    evening.bet(ANN, spot, table=table)
    evening.until(table, Phase.CLOSED)
    evening.do(table, c.FinishStep(StepKind.CALL_NO_MORE_BETS, video=2))
    return evening.state(table).round


def proofs(evening: CasinoEvening, table: TableId) -> list[PublishedScans]:
    """What was published, verified by both verifiers."""
    found = [each for each in proofs_at(evening.store, casino_stream(table)) if isinstance(each, PublishedScans)]
    for each in found:
        assert verify_proof(each, signature=is_signed, room_key=KEY.public).passed
        assert all(passed for _, passed in VERIFY(json.loads(proof_text(each)), KEY.public.hex()))
        assert read_proof(proof_text(each)) == each
    assert verify_log(found, whole=True).passed
    return found


def test_a_coup_is_published_with_a_misread_a_correction_and_time_codes_through_a_crash() -> None:
    evening = opened(BACCARAT)
    number = bet(evening, BACCARAT, "player")
    evening.do(BACCARAT, c.ScanFailed(number, video=30))
    evening.do(BACCARAT, c.Scan(number, 28, video=31))  # a nine for Player
    evening.do(BACCARAT, c.Scan(number, 1, video=32))
    evening.do(BACCARAT, c.Propose("dealer", Correction(CorrectionKind.CARD_REPLACED, 32, "slipped"), video=33))
    assert evening.all(ScansProven) == [], "nothing is published while the round goes on"
    evening.crash()
    evening.room.presence.connect(ANN, "device")
    evening.do(BACCARAT, c.Approve("supervisor"))
    for card in (33, 0):
        evening.do(BACCARAT, c.Scan(number, card, video=40))
        evening.wait(100)
    evening.do(BACCARAT, c.FinishStep(StepKind.ANNOUNCE))
    evening.wait(SECOND)

    (proof,) = proofs(evening, BACCARAT)
    assert (proof.table, proof.round, proof.before) == (id16(BACCARAT), number, NOTHING)
    told = [(each.what, each.card) for each in proof.entries]
    assert told == [("unread", 52), ("card", 28), ("card", 1), ("redealt", 32), ("card", 33), ("card", 0)]
    assert [each.video for each in proof.entries][:3] == [30, 31, 32]
    assert len({each.salt for each in proof.entries}) == len(proof.entries)
    evening.audit()


def test_rounds_follow_each_other_in_one_log_and_a_changed_one_is_caught() -> None:
    evening = opened(BACCARAT)
    for _ in range(3):
        number = bet(evening, BACCARAT, "player")
        for card in (28, 32, 33, 0):
            evening.do(BACCARAT, c.Scan(number, card))
            evening.wait(100)
        evening.do(BACCARAT, c.FinishStep(StepKind.ANNOUNCE))
        evening.do(BACCARAT, c.FinishStep(StepKind.PICK_UP))
        evening.wait(20 * SECOND)

    first, second, third = proofs(evening, BACCARAT)
    assert (second.before, third.before) == (first.after, second.after)
    assert verify_log([first, third]).failed == ("log",), "a round that is left out is noticed"
    other = first.entries[0]._replace(card=5)
    changed = PublishedScans(
        first.table, first.round, first.before, first.after, (other, *first.entries[1:]), first.signatures, first.key
    )
    assert verify_proof(changed, signature=is_signed).failed == ("entries",)


def test_a_hole_card_is_told_only_if_it_was_turned_over_and_lies_sealed_until_then() -> None:
    evening = opened(BLACKJACK)
    evening.do(BLACKJACK, bj.TakeSeat(ANN, 0))
    number = evening.until(BLACKJACK, Phase.BETTING).round
    evening.do(BLACKJACK, bj.PlaceBet(ANN, number, Cents(1_000)))
    evening.until(BLACKJACK, Phase.CLOSED)
    evening.do(BLACKJACK, c.FinishStep(StepKind.CALL_NO_MORE_BETS))
    hole = 17
    dealt = 0
    while (step := evening.room.casino.step(BLACKJACK)).kind is StepKind.SCAN:
        evening.do(BLACKJACK, c.Scan(number, 12 + dealt if step.face_up else hole, video=50 + dealt))
        evening.wait(100)
        dealt += 1
        if not step.face_up:
            break
    scans = evening.state(BLACKJACK).scans
    assert scans is not None
    assert scans.down == (len(scans.entries) - 1,)
    key = scans.key
    stored = [
        value
        for table in evening.store.tables.values()
        for row in table.values()
        for value in row
        if isinstance(value, bytes)
    ]
    salt, face = scans.entries[-1].salt, scans.entries[-1].face
    assert face == face_of(hole, salt)
    assert not any(salt in value or key in value for value in stored)
    assert not any(isinstance(change, ScanLogOpened) for _, frame in evening.frames for change in frame.public)
    evening.do(BLACKJACK, c.Propose("dealer", Correction(CorrectionKind.ROUND_VOIDED, reason="cards fell")))
    evening.do(BLACKJACK, c.Approve("supervisor"))

    (proof,) = proofs(evening, BLACKJACK)
    hidden = [each for each in proof.entries if each.card is None]
    assert [(each.salt, each.face) for each in hidden] == [(NOTHING, face)]
    assert salt.hex() not in proof_text(proof)
