"""The casino tables that a server offers: the desk's paper, otherwise the operator's file, otherwise the demo's."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from fairdeal.casino.games.catalogue import ROULETTE
from fairdeal.casino.table.facts import UNHURRIED, Dealing
from fairdeal.kernel import MoneyKind, TableId
from fairdeal.room.casino.house import (
    BadCasino,
    CasinoSettings,
    CasinoTableSetup,
    VideoKind,
    VideoSource,
    casino_house,
    one_table_of_each,
)
from fairdeal.room.casino.table_file import BadTables, parse_tables
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.settings import BadSettings

LIVE: Final = TableId("roulette-live")
"""The demo's live table."""


def casino_settings(
    file: str, editions: Sequence[Edition], money: Sequence[MoneyKind], *, has_partners: bool
) -> CasinoSettings:
    """
    The tables of the operator's file; without one, a table of each game for money that is worth nothing.

    The demo's tables are closed where no practice partners play, so that a room where they were played still opens. Raises
    `BadSettings` with every fault.
    """
    settings = _from_file(Path(file)) if file else CasinoSettings(tables=_demo(editions, money, is_open=has_partners))
    return _checked(settings, editions, money)


def with_paper(
    settings: CasinoSettings, paper: str, editions: Sequence[Edition], money: Sequence[MoneyKind]
) -> CasinoSettings:
    """The same settings with the tables that the desk has put in force; raises `BadSettings`."""
    tables = _parsed(paper, "the casino tables put in force at the desk").tables
    return _checked(replace(settings, tables=tables), editions, money)


def _checked(settings: CasinoSettings, editions: Sequence[Edition], money: Sequence[MoneyKind]) -> CasinoSettings:
    try:
        casino_house(editions, money, settings)
    except BadCasino as bad:
        raise BadSettings(f"the casino cannot be opened: {bad}") from None
    return settings


def _from_file(file: Path) -> CasinoSettings:
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file} cannot be read as casino tables: {error}") from None
    return _parsed(text, str(file))


def _parsed(text: str, source: str) -> CasinoSettings:
    try:
        return parse_tables(text, source)
    except BadTables as bad:
        raise BadSettings("the casino tables have faults:\n" + "\n".join(bad.faults)) from None


def _demo(editions: Sequence[Edition], money: Sequence[MoneyKind], *, is_open: bool) -> tuple[CasinoTableSetup, ...]:
    worthless = [kind for kind in money if kind is not MoneyKind.REAL]
    if not worthless or not any(edition.casino is not None for edition in editions):
        return ()
    titles = {"roulette": "Pirita", "blackjack": "Kadriorg", "baccarat": "Toompea"}
    own = tuple(
        replace(setup, title=titles.get(setup.game.name, ""), closed=not is_open)
        for setup in one_table_of_each(worthless[0], UNHURRIED)
    )
    return (*own, _live(worthless[0], is_open=is_open))


def _live(money: MoneyKind, *, is_open: bool) -> CasinoTableSetup:
    """A live table with a test pattern in the place of its camera; a program deals there until a dealer takes it."""
    video = VideoSource(VideoKind.IMAGE, f"/api/casino/tables/{LIVE}/pattern.svg")
    return CasinoTableSetup(
        table=LIVE,
        game=ROULETTE,
        dealing=Dealing.LIVE,
        money=money,
        title="Pirita live",
        closed=not is_open,
        video=video,
    )
