"""Chat at casino tables: who may write, how much, and what staff can do (CHAT-01 to CHAT-06)."""

import pytest

from fairdeal.casino.chat import (
    KEPT,
    BlockChat,
    ChatBlocked,
    MessageReported,
    Mute,
    ReportMessage,
    Said,
    Say,
    word_filter,
)
from fairdeal.casino.chat_words import BLOCKED
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.catalogue import BACCARAT, BLACKJACK, GAMES, ROULETTE
from fairdeal.casino.games.game import Game
from fairdeal.casino.table import commands as c
from fairdeal.kernel import Cents, Instant
from tests.casino.tables import ANN, BOB, CAT, DAN, Bench, edition, one
from tests.steps import step_of

RULES = edition().chat


def table(game: Game = ROULETTE) -> Bench:
    bench = Bench(game)
    bench.come("ann", "bob", "cat")
    return bench


def texts(bench: Bench, reader: str | None = None) -> list[str]:
    return [message.text for message in bench.view(reader).messages]


@pytest.mark.rule("CHAT-01")
@pytest.mark.rule("CHAT-02")
def test_a_message_reaches_everybody_at_the_table() -> None:
    bench = table()
    said = one(bench.do(Say(ANN, "  tere!  ")), Said)

    assert (said.message.player, said.message.text) == (ANN, "tere!")
    for reader in ("ann", "bob", "cat"):
        assert texts(bench, reader) == ["tere!"]
    private = bench.machine.private_changes(step_of(bench.machine, bench.table, said))
    assert set(private) == {ANN, BOB, CAT}


@pytest.mark.rule("CHAT-01")
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_message_reaches_nobody_who_is_not_at_the_table(game: Game) -> None:
    bench = table(game)
    if game is BLACKJACK:
        bench.sit("ann")
    before = bench.table
    said = one(bench.do(Say(ANN, "tere!")), Said)

    assert bench.view(None).messages == ()
    assert bench.view("dan").messages == ()
    bench.do(c.Leave(CAT))
    assert bench.view("cat").messages == ()
    assert bench.machine.public_change(step_of(bench.machine, before, said)) is None
    assert DAN not in bench.machine.private_changes(step_of(bench.machine, before, said))
    assert bench.refuse(ReportMessage(DAN, 1, "rude")) == ("not_at_table", None)


@pytest.mark.rule("BJ-69")
@pytest.mark.rule("CHAT-01")
def test_a_message_reaches_nobody_who_bets_behind() -> None:
    """Bob bets behind Ann; Cat stands at the table without a bet and reads."""
    bench = table(BLACKJACK)
    bench.sit("ann")
    number = bench.open()
    bench.do(bj.PlaceBet(ANN, number, Cents(1000)))
    bench.do(bj.BetBehind(BOB, number, 0, Cents(1000)))
    before = bench.table
    said = one(bench.do(Say(ANN, "shall I hit?")), Said)

    assert set(bench.machine.private_changes(step_of(bench.machine, before, said))) == {ANN, CAT}
    assert (texts(bench, "ann"), texts(bench, "bob"), texts(bench, "cat")) == (["shall I hit?"], [], ["shall I hit?"])
    assert bench.refuse(ReportMessage(BOB, 1, "advice")) == ("chat_for_seated_only", "BJ-69")
    bench.do(bj.WithdrawBet(BOB, number))
    assert texts(bench, "bob") == ["shall I hit?"]


@pytest.mark.rule("CHAT-01")
def test_empty_and_overlong_messages_are_refused() -> None:
    bench = table()

    assert bench.refuse(Say(ANN, "   ")) == ("text_missing", "CHAT-01")
    most = RULES.message_length_max.value
    bench.do(Say(ANN, "x" * most))
    assert bench.refuse(Say(ANN, "x" * (most + 1))) == ("message_too_long", "CHAT-01")


@pytest.mark.rule("CHAT-01")
def test_a_message_is_one_line_of_letters_people_can_see() -> None:
    bench = table()
    bench.do(Say(ANN, "tere\n\n  k\u00f5igile\u202e!"))

    assert texts(bench, "bob") == ["tere k\u00f5igile!"]
    assert bench.refuse(Say(ANN, "\u200b\u202e")) == ("text_missing", "CHAT-01")


@pytest.mark.rule("CHAT-01")
def test_nobody_floods_the_table() -> None:
    bench = table()
    for number in range(RULES.messages_max.value):
        bench.do(Say(ANN, f"message {number}"))
    assert bench.refuse(Say(ANN, "one more")) == ("too_many_messages", "CHAT-01")
    bench.do(Say(BOB, "others still may"))
    bench.now = Instant(bench.now + RULES.period_seconds.value)

    bench.do(Say(ANN, "and later she may too"))


@pytest.mark.rule("CHAT-06")
@pytest.mark.rule("RLT-21")
@pytest.mark.rule("BAC-21")
@pytest.mark.parametrize("game", [ROULETTE, BACCARAT])
def test_players_at_roulette_and_baccarat_may_chat(game: Game) -> None:
    bench = table(game)
    bench.do(Say(ANN, "hello"))
    bench.do(c.Leave(ANN))

    assert bench.refuse(Say(ANN, "goodbye")) == ("not_at_table", None)


@pytest.mark.rule("CHAT-06")
def test_at_blackjack_the_seated_may_chat() -> None:
    bench = table(BLACKJACK)
    bench.sit("ann")

    bench.do(Say(ANN, "hello"))
    assert bench.refuse(Say(BOB, "hello")) == ("chat_for_seated_only", "CHAT-06")
    assert bench.own("ann").may_chat
    assert not bench.own("bob").may_chat


@pytest.mark.rule("CHAT-03")
@pytest.mark.parametrize(
    "text",
    [
        "you BITCH",
        "fuck.",
        "f\u00fcck you",
        "what a b1tch",
        "tr\u00f5\u00f5\u00f5, sa lits",
        "t\u00fcra",
        "j\u00e4vla spel",
        "din fitta!",
        "c\u0103cat",
        "du-te la muie",
    ],
)
def test_offensive_words_are_not_sent(text: str) -> None:
    bench = table()

    assert bench.refuse(Say(ANN, text)) == ("offensive_language", "CHAT-03")
    assert texts(bench, "bob") == []


@pytest.mark.parametrize(
    "text",
    [
        "o tur\u0103 bun\u0103",
        "svart och vitt",
        "litsents",
        "a nice curve",
        "in the future",
        "hor\u0103",
        "shall we hit?",
        "kukkus mulle v\u00e4lja",
    ],
)
def test_honest_words_of_all_languages_pass(text: str) -> None:
    table().do(Say(ANN, text))


def test_the_list_speaks_four_languages_and_can_be_replaced() -> None:
    assert set(BLOCKED) == {"en", "et", "sv", "ro"}
    assert word_filter([["roulette*"]])("Roulettes are fun")
    assert not word_filter([])("bitch")


@pytest.mark.rule("CHAT-04")
def test_staff_blocks_with_a_reason_that_is_kept() -> None:
    bench = table()
    assert bench.refuse(BlockChat("mari", ANN, "  ")) == ("reason_missing", "CHAT-04")
    blocked = one(bench.do(BlockChat("mari", ANN, "insults")), ChatBlocked)

    assert blocked.durable
    assert (blocked.staff, blocked.reason, blocked.rule, blocked.at) == ("mari", "insults", "CHAT-04", bench.now)
    assert bench.refuse(Say(ANN, "why?")) == ("chat_blocked", "CHAT-04")
    assert not bench.own("ann").may_chat
    bench.do(BlockChat("mari", ANN, "apologised", on=False))
    bench.do(Say(ANN, "sorry"))


@pytest.mark.rule("CHAT-05")
def test_a_report_keeps_the_message() -> None:
    bench = table()
    bench.do(Say(ANN, "something unpleasant"))
    reported = one(bench.do(ReportMessage(BOB, 1, "rude")), MessageReported)

    assert reported.durable
    assert (reported.message.text, reported.by, reported.rule) == ("something unpleasant", BOB, "CHAT-05")
    assert bench.refuse(ReportMessage(BOB, 7, "rude")) == ("no_such_message", "CHAT-05")
    assert bench.refuse(ReportMessage(ANN, 1, "rude")) == ("own_message", "CHAT-05")


def test_muting_concerns_one_reader_only() -> None:
    bench = table()
    bench.do(Mute(BOB, ANN))
    said = one(bench.do(Say(ANN, "hello")), Said)

    assert texts(bench, "bob") == []
    assert texts(bench, "cat") == ["hello"]
    assert set(bench.machine.private_changes(step_of(bench.machine, bench.table, said))) == {ANN, CAT}
    bench.do(Mute(BOB, ANN, on=False))
    assert texts(bench, "bob") == ["hello"]
    assert bench.refuse(Mute(BOB, BOB)) == ("own_message", "CHAT-05")


def test_only_the_latest_messages_are_kept() -> None:
    bench = table()
    for number in range(KEPT + 5):
        bench.now = Instant(bench.now + RULES.period_seconds.value)
        bench.do(Say(ANN, f"{number}"))

    assert len(texts(bench, "bob")) == KEPT
    assert texts(bench, "bob")[-1] == f"{KEPT + 4}"
