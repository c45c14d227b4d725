"""
Reserved names, and names that imitate others.

A name is compared as it looks: characters of other alphabets, digits and pairs of letters that look like a Latin letter become that
letter. What then reads as a staff title is reserved. A name uses one alphabet, and not a foreign one in which every letter looks
Latin.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

ANYWHERE: Final = (
    "admin", "administrator", "administraator", "dealer", "diiler", "delare", "fairdeal", "croupier", "krupjee",
    "crupier", "moderator", "moderaator", "staff", "support", "tugi", "klienditugi", "kundtjanst", "suport",
    "helpdesk", "sysadmin", "webmaster", "админ", "администратор", "дилер", "крупье", "модератор", "поддержка",
)  # fmt: skip
"""Words that no player's name may contain: staff titles in the supported languages, and in Russian."""
ALONE: Final = (
    "auditor", "bank", "bot", "casino", "cashier", "cassier", "floor", "host", "house", "kasiir", "kasino", "kassa",
    "kassor", "kazino", "mod", "official", "operator", "owner", "personal", "root", "security", "system",
    "thehouse", "turva", "касса", "казино", "система",
)  # fmt: skip
"""Words that may be part of a name, but not the whole of it."""

_INVISIBLE: Final = frozenset("\u115f\u1160\u3164\uffa0")
"""Characters that Unicode calls letters but that are invisible."""
_LATIN: Final = "LATIN"
_ALPHABETS: Final = frozenset({"CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "DEVANAGARI", "THAI"})
"""Alphabets allowed in names; rare ones have too many letters that look Latin."""
_EAST_ASIAN: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "KATAKANA-HIRAGANA"})
_SMALL_CAPITAL: Final = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])$")
_BETWEEN: Final = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")

# Letters of Cyrillic and Greek, in the case in which they look like a Latin one.
_LOOK_ALIKES: Final = dict(
    zip(
        "АВЕЅІЈКМНОРСТХУԌԚԜаеѕіјорсхуһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορτυχϲϳ",
        "ABESIJKMHOPCTXYGQWaesijopcxyhdqwABEZHIKMNOPTYXaivoptuxcj",
        strict=True,
    )
)
_LATIN_ALIKES: Final = str.maketrans(
    {"0": "o", "1": "i", "l": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "ı": "i", "ł": "i", "ø": "o"}
    | {"đ": "d", "ð": "d", "þ": "p", "ɡ": "g", "ɑ": "a", "ɩ": "i"}
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("ci", "d"))


def as_seen(text: str) -> str:
    """A text as it looks, for comparison only: lower-case Latin look-alikes, without separators."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text))
    seen = "".join(_latin(letter) for letter in plain if letter.isalnum()).casefold().translate(_LATIN_ALIKES)
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    return seen


def is_reserved(name: str, house: Iterable[str] = ()) -> bool:
    """Whether a name reads as a staff title or as one of the operator's names."""
    wholes = _readings(name)
    if wholes & (_ALONE | frozenset(as_seen(each) for each in house)):
        return True
    words = wholes.union(*(_readings(word) for word in _BETWEEN.split(name)))
    return bool(words & _OFFICES) or any(_holds_office(whole) for whole in wholes)


def _readings(word: str) -> frozenset[str]:
    """A word as it looks, with and without digits at its end."""
    return frozenset({as_seen(word), as_seen(word.rstrip("0123456789"))})


def _holds_office(whole: str) -> bool:
    """Whether a one-word name contains a staff title: long ones anywhere, short ones at either end."""
    return any(office in whole for office in _LONG) or whole.startswith(_AT_ENDS) or whole.endswith(_AT_ENDS)


def is_readable(name: str) -> bool:
    """Whether a name is distinguishable: visible letters of one alphabet that do not all look Latin."""
    if any(letter in _INVISIBLE for letter in name) or unicodedata.normalize("NFKC", name) != name:
        return False
    letters = [letter for letter in name if letter.isalpha()]
    scripts = {_script(letter) for letter in letters}
    if scripts <= {_LATIN}:
        return not any(_SMALL_CAPITAL.match(unicodedata.name(letter)) for letter in letters)
    if scripts <= _EAST_ASIAN:
        return True
    return len(scripts) == 1 and scripts <= _ALPHABETS and not all(letter in _LOOK_ALIKES for letter in letters)


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _latin(letter: str) -> str:
    found = _SMALL_CAPITAL.match(unicodedata.name(letter, ""))
    return found[1] if found else _LOOK_ALIKES.get(letter, letter)


_LONG_MIN: Final = 7  # shorter offices are parts of honest words: Stafford, badminton
_ALONE: Final = frozenset(as_seen(cased) for word in ALONE for cased in (word, word.upper(), word.title()))
# In another case a Cyrillic letter looks like another Latin one, or like none.
_OFFICES: Final = frozenset(as_seen(cased) for word in ANYWHERE for cased in (word, word.upper(), word.title()))
_LONG: Final = frozenset(word for word in _OFFICES if len(word) >= _LONG_MIN)
_AT_ENDS: Final = (as_seen("admin"), as_seen("dealer"))
