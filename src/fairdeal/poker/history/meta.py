"""Metadata of a hand: number, table, names, time, rulebook, currency."""

import datetime
from typing import Final

from fairdeal.kernel.values import dataclass

_EPOCH: Final = datetime.datetime(1970, 1, 1)
TIME_END: Final = 253_402_300_800_000  # the year 10000

_SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£"}


@dataclass(frozen=True, slots=True)
class HandMeta:
    """Metadata of a hand; every field may be missing."""

    number: int = 0
    table: str = ""
    names: tuple[str, ...] = ()  # by place
    seats: tuple[int, ...] = ()  # by place, counted from 1
    seat_count: int = 0
    time: int = 0  # milliseconds since 1970, UTC; zero: not known
    edition: str = ""
    content_hash: str = ""  # of the edition
    currency: str = ""  # none: chips
    decimals: int = 0  # of amounts: 2 where they are cents
    tournament: int = 0  # zero: a cash game
    level: int = 0


@dataclass(frozen=True, slots=True)
class Money:
    """How amounts of a hand are written."""

    currency: str = ""
    decimals: int = 0

    @property
    def symbol(self) -> str:
        """The currency symbol before amounts."""
        return _SYMBOLS.get(self.currency, "")

    def text(self, amount: int) -> str:
        """An amount with its symbol: money has two decimals or more, chips have what they need."""
        whole, part = divmod(abs(amount), 10**self.decimals)
        digits = f"{part:0{self.decimals}}" if self.decimals else ""
        if self.currency:
            digits = digits.ljust(2, "0")
        sign = "-" if amount < 0 else ""
        return f"{sign}{self.symbol}{whole}" + (f".{digits}" if digits else "")


def money_of(meta: HandMeta) -> Money:
    """How amounts of that hand are written; a tournament is played with chips, whatever it cost."""
    return Money("" if meta.tournament else meta.currency, meta.decimals)


def utc(time: int) -> datetime.datetime:
    """An instant as UTC datetime; reads no clock."""
    return _EPOCH + datetime.timedelta(milliseconds=time)


def instant(moment: datetime.datetime) -> int:
    """The milliseconds since 1970 of a moment in UTC, zero if it was before."""
    return max(0, (moment - _EPOCH) // datetime.timedelta(milliseconds=1))
