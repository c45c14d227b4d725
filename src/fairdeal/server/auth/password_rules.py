"""
Password rules: long, and not easily guessed. No other rules: those make passwords worse.

Refused are passwords of a list made from published leaks (`tools/common_passwords.py`), such a word with some digits behind it, the
same few letters again and again, and the account's own name or address. Nothing is sent to other services.
"""

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

from fairdeal.server.auth.passwords import PASSWORD_MAX, PASSWORD_MIN
from fairdeal.server.auth.refused import invalid

_LIST: Final = "common_passwords.txt"
_TRIMMINGS_MAX: Final = 6  # digits and signs around a common word that make it no better
_PERIOD_MAX: Final = 5  # "abcabcabcabc"
_LETTERS_MIN: Final = 4  # different ones
_PART_MIN: Final = 5  # of a longer name; "room" of "Our room" is a word like others
_REST_MIN: Final = 8  # what must be there besides the own name
_TRIMMINGS: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_RUNS: Final = ("01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm")


def checked_password(text: str, *own: str) -> str:
    """A valid password; raises `Refused`. `own` are names of the owner and the operator that it may not consist of."""
    if not PASSWORD_MIN <= len(text) <= PASSWORD_MAX:
        raise invalid("bad_password_length", least=PASSWORD_MIN, most=PASSWORD_MAX)
    folded = _folded(text)
    if is_common(folded):
        raise invalid("password_common")
    if len(set(folded)) < _LETTERS_MIN or any(_is_mostly(folded, _folded(name)) for name in own):
        raise invalid("password_too_easy")
    return text


def is_common(text: str) -> bool:
    """Whether a password, in lower case, is a common one."""
    known = _common()
    if text in known or _is_run(text):
        return True
    word = _TRIMMINGS.sub("", text)
    if word in known and len(text) - len(word) <= _TRIMMINGS_MAX:
        return True
    period = _period(text)
    return period < len(text) and (period <= _PERIOD_MAX or text[:period] in known)


def _is_run(text: str) -> bool:
    """Whether it is a run of the alphabet, the keyboard or the digits, forwards or backwards."""
    return any(text in run or text[::-1] in run for run in _RUNS)


def _period(text: str) -> int:
    """The length of the shortest piece whose repetition makes the text; its own length if it has no period."""
    return (text + text).find(text, 1)


def _is_mostly(text: str, name: str) -> bool:
    """Whether too little is left after removing the name, or the parts of an address."""
    parts = [name, *(part for part in re.split(r"[@\s]", name) if len(part) >= _PART_MIN)]
    return any(part and part in text and len(text.replace(part, "")) < _REST_MIN for part in parts)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@cache
def _common() -> frozenset[str]:
    return frozenset((files(__package__) / _LIST).read_text("utf-8").split())
