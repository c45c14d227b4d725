"""Commands sent twice, and people who speak too fast."""

from fairdeal.server.answers import Answers
from fairdeal.server.limits import ANSWER_HEARERS_MAX, ANSWERS_KEPT_MAX
from fairdeal.server.rate_limit import TokenBucket


def test_a_command_sent_again_before_its_answer_is_answered_twice() -> None:
    answers, heard = Answers(), list[bytes]()

    assert answers.begin("a", heard.append)
    assert not answers.begin("a", heard.append)
    assert heard == []
    answers.finish("a", b"done")
    assert heard == [b"done", b"done"]
    assert not answers.begin("a", heard.append)
    assert heard == [b"done"] * 3


def test_a_command_sent_again_and_again_is_not_answered_without_end() -> None:
    answers, heard = Answers(), list[bytes]()
    for _ in range(10 * ANSWER_HEARERS_MAX):
        answers.begin("a", heard.append)
    answers.finish("a", b"done")

    assert heard == [b"done"] * ANSWER_HEARERS_MAX


def test_old_answers_are_forgotten() -> None:
    answers, heard = Answers(), list[bytes]()
    for number in range(ANSWERS_KEPT_MAX + 1):
        answers.begin(str(number), heard.append)
        answers.finish(str(number), b"done")

    assert answers.begin("0", heard.append)
    assert not answers.begin(str(ANSWERS_KEPT_MAX), heard.append)


def test_a_bucket_gives_so_many_at_once_and_so_many_a_second() -> None:
    bucket = TokenBucket(10, 3)

    assert [bucket.take(1000) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(1100)
    assert not bucket.take(1150)
    assert bucket.take(1200)
