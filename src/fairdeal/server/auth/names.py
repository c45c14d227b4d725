"""What names, addresses and birthdays may be; and the keys under which equal-looking names are one."""

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
    """The key of a name or an address: what looks the same to most eyes is the same."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def checked_name(text: str, *house: str, is_staff: bool = False) -> str:
    """A player's name, cleaned; refused if it cannot be one, or reads as one of the house, whose names are `house`."""
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
    """An address for mail; whether somebody reads it is another matter."""
    email = text.strip()
    if len(email) > EMAIL_MAX or not _EMAIL.fullmatch(email):
        raise invalid("bad_email")
    return email


def checked_birthday(text: str, now: Instant, age_min: int) -> str:
    """A birthday of somebody who is old enough."""
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
    """One of the pictures there are."""
    if text not in AVATARS:
        raise invalid("no_such_avatar")
    return text


def guest_name() -> str:
    """A name for a guest who brings none."""
    return f"Guest {secrets.randbelow(_GUESTS):06}"


def another(name: str) -> str:
    """A name like it, for a guest whose name is taken."""
    return f"{name[: NAME_MAX - 5].rstrip()} {secrets.randbelow(10_000):04}"


def checked_words(text: str) -> str:
    """What somebody has to say: something, and not a book."""
    words = text.strip()
    if not 1 <= len(words) <= WORDS_MAX:
        raise invalid("bad_length", least=1, most=WORDS_MAX)
    return words
