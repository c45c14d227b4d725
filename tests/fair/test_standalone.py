"""The standalone verifier: two hundred lines for any Python from 3.6 on, which say what is wrong in words."""

import ast
import json
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from fairdeal.fair import end_hand, proof_text
from fairdeal.testing.plan import Dice
from tests.fair.hands import KEY, STANDALONE, random_hand, random_lots, random_shown, signed, standalone
from tests.fair.test_page import proofs
from tests.fair.test_verify import places, with_change

OLDEST = (3, 6)


@cache
def interpreters() -> list[str]:
    """The interpreter of these tests, and others that are installed beside it."""
    beside = Path(sys.base_prefix).parent.glob("*/bin/python3")
    return [sys.executable, *sorted(str(each) for each in beside if each.resolve() != Path(sys.executable).resolve())]


def verify(*arguments: str, text: str = "", interpreter: str = sys.executable) -> tuple[int, str]:
    """The exit code and what is told, with nothing but the standard library."""
    program = [interpreter, "-I", "-S", str(STANDALONE), *arguments]
    result = subprocess.run(program, input=text, capture_output=True, text=True, check=False, encoding="utf-8")
    assert not result.stderr, result.stderr[-1000:]
    return result.returncode, result.stdout


def test_it_is_read_in_one_sitting_and_by_old_interpreters() -> None:
    text = STANDALONE.read_text("utf-8")

    assert len(text.splitlines()) <= 200
    ast.parse(text, feature_version=OLDEST)


@pytest.mark.parametrize("interpreter", interpreters())
def test_every_interpreter_that_is_here_says_the_same(interpreter: str) -> None:
    found = proofs()
    honest = "\n".join([found[0], *found[7:18]])
    wrong = honest.replace(KEY.public.hex(), "ab" * 32)

    assert verify("--quiet", "--key", KEY.public.hex(), "-", text=honest, interpreter=interpreter) == (
        0,
        "12 proofs, 0 failed\n",
    )
    assert verify("-", text=wrong, interpreter=interpreter) == verify("-", text=wrong)
    assert verify("-", text=wrong, interpreter=interpreter)[0] == 1


def test_whatever_fails_is_said_in_words() -> None:
    """Of every kind of proof every ninth value is changed; a check without a sentence would end the program with an error."""
    program, texts = standalone(), proofs()
    failed = {"decks", "numbers", "follows"}
    for found in map(json.loads, (texts[0], texts[6], texts[7], texts[10], texts[13], texts[16], texts[18])):
        for path in places(found)[::9]:
            with suppress(KeyError, IndexError, TypeError, ValueError):  # a form that cannot be
                checks = program["verify"](with_change(found, path), "00" * 32)
                failed |= {name for name, passed in checks if not passed}

    assert {"lock", "seeds", "cut", "deal", "cards", "unused_deck", "end", "log", "signatures", "pinned"} <= failed
    assert failed <= program["SAYS"].keys()


def test_a_byte_that_was_changed_is_named_and_what_is_no_proof_too(tmp_path: Path) -> None:
    dice = Dice(5)
    dealt = random_hand(dice)
    line = proof_text(signed(end_hand(dealt, random_shown(dice, dealt) or dealt.board())))
    salt = json.loads(line)["openings"][0]["salt"]
    code, told = verify("-", text=line.replace(salt, ("1" if salt[0] == "0" else "0") + salt[1:]))
    assert code == 1
    assert "FAILED: cards\n    cards: one was not in the locked deck where the cut took it\n" in told
    for text in ("", "garbage", line.replace('"hole"', '"hull"'), proof_text(random_lots(dice, 2))[:-1]):
        code, told = verify("-", text=text)
        assert code == 2
        assert told.startswith("line 1 is no proof as it is published: ")
    code, told = verify(str(tmp_path / "nothing.jsonl"))
    assert (code, told.split(":")[0]) == (2, "nothing can be read")
