"""Chat at casino tables: blocks of a whole account with their reason, reports, and what staff can read of both."""

import pytest

from fairdeal.casino.chat import BlockChat, ChatBlocked, MessageReported, ReportMessage, Said, Say
from fairdeal.casino.chat_words import BLOCKED
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.table import commands as c
from fairdeal.kernel import SECOND, Cents
from fairdeal.room.casino.reports import chat_notes
from fairdeal.runtime.ports import Answer
from tests.room.casino_evenings import ANN, BACCARAT, BLACKJACK, BOB, CAT, ROULETTE, CasinoEvening


def talkative() -> CasinoEvening:
    """Ann and Bob at roulette; Ann at baccarat too."""
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, table=ROULETTE)
    evening.do(BACCARAT, c.Join(ANN))
    return evening


def block(evening: CasinoEvening, reason: str = "abuse at roulette", *, on: bool = True, staff: str = "eve") -> Answer:
    answers: list[Answer] = []
    evening.room.casino.block_chat(BlockChat(staff, ANN, reason, on), answers.append)
    evening.wait(100)
    return answers[0]


@pytest.mark.rule("CHAT-01")
def test_a_message_reaches_those_at_the_table_and_nobody_else() -> None:
    evening = talkative()
    evening.frames.clear()
    evening.do(ROULETTE, Say(ANN, "good luck"))
    said = [(table, frame.private) for table, frame in evening.frames if frame.private]

    assert [table for table, _ in said] == [ROULETTE]
    assert set(said[0][1]) == {ANN, BOB}
    assert [message.text for message in evening.view(ROULETTE, BOB).messages] == ["good luck"]
    assert evening.view(BACCARAT, ANN).messages == ()


@pytest.mark.rule("CHAT-04")
def test_staff_blocks_an_account_at_every_table_until_it_is_lifted() -> None:
    evening = talkative()
    assert block(evening) is None
    for table in (ROULETTE, BACCARAT):
        assert evening.refuse(table, Say(ANN, "why?")) == ("chat_blocked", "CHAT-04")
        own = evening.view(table, ANN).own
        assert own is not None
        assert not own.may_chat
    evening.do(ROULETTE, Say(BOB, "quiet now"))
    assert block(evening, "a month has passed", on=False, staff="dan") is None
    evening.do(BACCARAT, Say(ANN, "hello again"))

    assert len(evening.all(Said)) == 2
    history = [note.what for note in chat_notes(evening.store) if note.where == "conduct:ann"]
    assert [(event.staff, event.reason, event.on) for event in history if isinstance(event, ChatBlocked)] == [
        ("eve", "abuse at roulette", True),
        ("dan", "a month has passed", False),
    ]
    assert all(event.rule == "CHAT-04" for event in history)


@pytest.mark.rule("CHAT-04")
def test_a_block_of_an_account_survives_a_crash() -> None:
    evening = talkative()
    block(evening)
    evening.crash()
    evening.room.presence.connect(ANN, "device")
    evening.wait(SECOND)

    assert evening.refuse(ROULETTE, Say(ANN, "and now?")) == ("chat_blocked", "CHAT-04")
    assert evening.room.casino.conduct(ANN).reason == "abuse at roulette"


def test_a_block_needs_somebody_who_does_it_and_a_reason() -> None:
    evening = talkative()
    refused = [block(evening, "  "), block(evening, "x" * 501), block(evening, staff=" "), block(evening, on=False)]

    assert [answer and answer.code for answer in refused] == [
        "reason_missing",
        "reason_missing",
        "staff_missing",
        "not_blocked",
    ]
    evening.do(ROULETTE, Say(ANN, "still here"))


@pytest.mark.rule("CHAT-05")
def test_a_report_keeps_the_message_for_staff() -> None:
    evening = talkative()
    evening.do(ROULETTE, Say(ANN, "you play like a donkey"))
    evening.do(ROULETTE, ReportMessage(BOB, 1, "rude"))
    evening.do(ROULETTE, BlockChat("eve", ANN, "rude to bob"))
    evening.crash()
    notes = list(chat_notes(evening.store))

    assert [note.where for note in notes] == ["casino:roulette-1"] * 2
    report, blocked = (note.what for note in notes)
    assert isinstance(report, MessageReported)
    assert (report.by, report.message.text, report.reason) == (BOB, "you play like a donkey", "rude")
    assert isinstance(blocked, ChatBlocked)
    assert blocked.player == ANN


@pytest.mark.rule("CHAT-03")
@pytest.mark.parametrize("language", ["en", "et", "sv", "ro"])
def test_abuse_in_each_language_of_the_house_is_not_sent(language: str) -> None:
    evening = talkative()
    for word in BLOCKED[language]:
        evening.wait(60 * SECOND)
        assert evening.refuse(ROULETTE, Say(ANN, f"you {word.rstrip('*')}!")) == ("offensive_language", "CHAT-03")

    assert evening.all(Said) == []


@pytest.mark.rule("CHAT-06")
def test_who_bets_behind_does_not_chat() -> None:
    evening = CasinoEvening()
    evening.arrive(ANN, BOB, table=BLACKJACK)
    evening.do(BLACKJACK, bj.TakeSeat(ANN, 0))
    evening.wait(SECOND)
    evening.do(BLACKJACK, bj.BetBehind(BOB, evening.state(BLACKJACK).round, 0, Cents(1_000)))

    assert evening.refuse(BLACKJACK, Say(BOB, "hit!")) == ("chat_for_seated_only", "BJ-69")
    evening.frames.clear()
    evening.do(BLACKJACK, Say(ANN, "I decide"))

    assert [set(frame.private) for _, frame in evening.frames] == [{ANN}]
    read = [len(evening.view(BLACKJACK, viewer).messages) for viewer in (ANN, BOB, CAT, None)]
    assert read == [1, 0, 0, 0]
