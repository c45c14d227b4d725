"""The casino tables of a running room by their paper, and settings written as one."""

from collections.abc import Callable, Iterator

from fairdeal.casino.table.facts import UNHURRIED
from fairdeal.kernel import MINUTE, Cents
from fairdeal.office.papers import PaperEffect, PaperFault, fault_of
from fairdeal.room.casino.game import CasinoGame
from fairdeal.room.casino.house import BadCasino, CasinoHouse, CasinoSettings, CasinoTableSetup, VideoSource
from fairdeal.room.casino.table_file import BadTables, parse_tables

Made = Callable[[CasinoSettings], CasinoHouse]
_OTHER_TABLE = "is another table: give it an id of its own, and close this one"


class CasinoPaper:
    """Reads papers of casino tables; `make` makes the tables of settings by the rulebook in force, and raises `BadCasino`."""

    def __init__(self, casino: CasinoGame, make: Made) -> None:
        self._casino = casino
        self._make = make

    def begins(self) -> str:
        """The tables as the room was opened with them."""
        return tables_text(self._casino.house.settings)

    def faults(self, text: str) -> tuple[PaperFault, ...]:
        """What is wrong with a text, also beside the tables that are played now."""
        try:
            found = parse_tables(text)
            self._make(found)
        except BadTables as bad:
            return tuple(fault_of(each, text) for each in bad.faults)
        except BadCasino as bad:
            return (PaperFault(0, str(bad)),)
        return tuple(PaperFault(0, problem) for problem in self._conflicts(found))

    def _conflicts(self, found: CasinoSettings) -> Iterator[str]:
        house = self._casino.house
        after = {setup.table: setup for setup in found.tables}
        for table, before in house.setups.items():
            setup = after.get(table)
            if setup is None:
                yield f"table {table} is missing: write closed = true to close it"
            elif _kind(setup) != _kind(before):
                yield f"table {table} with another game, dealer or money {_OTHER_TABLE}"
        if found.scanner != house.settings.scanner:
            yield "the scanner of live tables changes with the operator's file, at a start"

    def effect(self, text: str) -> PaperEffect:
        """Tables that would open, close and change."""
        setups = self._casino.house.setups
        after = parse_tables(text).tables
        was_open = {table for table, setup in setups.items() if not setup.closed}
        return PaperEffect(
            tuple(each.name for each in after if not each.closed and each.table not in was_open),
            tuple(each.name for each in after if each.closed and each.table in was_open),
            tuple(
                each.name for each in after if not each.closed and each.table in was_open and each != setups[each.table]
            ),
        )

    def take_up(self, text: str) -> None:
        """Open, close and change tables."""
        self._casino.put_in_force(self._make(parse_tables(text)))


def _kind(setup: CasinoTableSetup) -> tuple[object, ...]:
    """What a table cannot change: what was bet there is kept by it."""
    return setup.game.name, setup.dealing, setup.tender


def tables_text(settings: CasinoSettings) -> str:
    """Settings as a paper; a scanner of one's own is not written, it stands in the operator's file."""
    return "\n".join("\n".join(_lines(setup)) + "\n" for setup in settings.tables) or "# There are no casino tables.\n"


def _lines(setup: CasinoTableSetup) -> Iterator[str]:
    yield "[[table]]"
    yield f'id = "{setup.table}"'
    if setup.title:
        yield f'name = "{setup.title}"'
    yield f'game = "{setup.game.name}"'
    yield f'dealer = "{setup.dealing}"'
    yield f'currency = "{setup.currency}"'
    yield f'money = "{setup.money}"'
    for name, amount in (("bet_min", setup.bet_min), ("bet_max", setup.bet_max), ("round_max", setup.round_max)):
        if amount is not None:
            yield f"{name} = {_amount(amount)}"
    if setup.dealer_hits_soft_17 is not None:
        yield f"dealer_hits_soft_17 = {str(setup.dealer_hits_soft_17).lower()}"
    if setup.pace != UNHURRIED:
        pace = setup.pace
        yield f"card_time = {pace.card}\nfirst_card_time = {pace.first_card}\nspin_time = {pace.spin}"
    if setup.video is not None:
        yield f"video = {_video(setup.video)}"
    if setup.dealer_time is not None:
        yield f"dealer_minutes = {setup.dealer_time // MINUTE}"
    if setup.closed:
        yield "closed = true"


def _amount(amount: Cents) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def _video(video: VideoSource) -> str:
    return f'{{ kind = "{video.kind}", address = "{video.address}", clock_at = {video.clock_at} }}'
