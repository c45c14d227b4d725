"""Validation of names, e-mail addresses and birthdays; and the normalised keys that make look-alike names equal."""

import re
import secrets
import unicodedata
from typing import Final

from fairdeal.kernel import UTC, Date, Instant, add_months, local_date, parse_date
from fairdeal.server.auth.person import AVATARS
from fairdeal.server.auth.refused import invalid
from fairdeal.server.auth.reserved import is_readable, is_reserved

NAME_MIN: Final = 3
NAME_MAX: Final = 20
EMAIL_MAX: Final = 254
WORDS_MAX: Final = 2_000

_NAME: Final = re.compile(r"\w(?:[\w .'-]*[\w.])?")
_EMAIL: Final = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[^\s@<>()\[\],;:\\\"]+\.[^\s@<>()\[\],;:\\\".]+")
_GUESTS: Final = 1_000_000


def key_of(text: str) -> str:
    """The normalised key of a name or e-mail address; look-alikes have the same key."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def checked_name(text: str, *house: str, is_staff: bool = False) -> str:
    """A valid player name; raises `Refused` if it is malformed or reserved (`house` are the operator's names)."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not NAME_MIN <= len(name) <= NAME_MAX:
        raise invalid("bad_name_length", least=NAME_MIN, most=NAME_MAX)
    if not _NAME.fullmatch(name):
        raise invalid("bad_name")
    if not is_readable(name):
        raise invalid("name_misleads")
    if not is_staff and is_reserved(name, house):
        raise invalid("name_reserved")
    return name


def checked_email(text: str) -> str:
    """A well-formed e-mail address; raises `Refused`."""
    email = text.strip()
    if len(email) > EMAIL_MAX or not _EMAIL.fullmatch(email):
        raise invalid("bad_email")
    return email


def checked_birthday(text: str, now: Instant, age_min: int) -> str:
    """A birthday of a person of at least `age_min`; raises `Refused`."""
    born = parse_date(text)
    if born is None:
        raise invalid("bad_birthday")
    today = local_date(UTC, now)
    if _years_later(born, age_min) > today:
        raise invalid("too_young", least=age_min)
    return str(born)


def _years_later(born: Date, years: int) -> Date:
    return add_months(born, 12 * years)


def checked_avatar(text: str) -> str:
    """A known avatar; raises `Refused`."""
    if text not in AVATARS:
        raise invalid("no_such_avatar")
    return text


def guest_name() -> str:
    """A random name for a guest."""
    return f"Guest {secrets.randbelow(_GUESTS):06}"


def another(name: str) -> str:
    """A similar name, for a guest whose name is taken."""
    return f"{name[: NAME_MAX - 5].rstrip()} {secrets.randbelow(10_000):04}"


def checked_words(text: str) -> str:
    """The text of a complaint: not empty, and not too long; raises `Refused`."""
    words = text.strip()
    if not 1 <= len(words) <= WORDS_MAX:
        raise invalid("bad_text_length", least=1, most=WORDS_MAX)
    return words
