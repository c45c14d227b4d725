"""Two evenings that differ only in cards nobody showed: every byte sent to others is the same."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal.kernel import HOUR, Duration
from fairdeal.runtime import loop, registry
from fairdeal.runtime.entropy import SystemEntropy
from tests.server.live import (
    HEADS_UP,
    QUICK,
    Guest,
    changes_of,
    dial,
    new_guest,
    options_in,
    run,
    running,
    seat_all,
    settings_in,
)


class Stacked(SystemEntropy):
    """Chance of which only the cards that stay hidden differ: the loser's second card and everything behind the board."""

    def __init__(self, hidden: int) -> None:
        super().__init__(lambda count: bytes(range(256)) * (count // 256 + 1))
        self._hidden = hidden

    def deck(self) -> tuple[int, ...]:
        cards = list(range(52))
        other = 40 + self._hidden
        cards[0], cards[other] = cards[other], cards[0]
        return tuple(cards)


SLOW_START = replace(QUICK, pause_before_first_hand=Duration(700))  # so that the watcher is there when it begins
UNLIKE = re.compile(rb'"commitment":"[0-9a-f]{64}"')
CLOCKS = re.compile(rb'"(started|thinksUntil|nextHandAt|at|now|until)":\d{13}')
IDS = re.compile(rb"01[0-9A-HJKMNP-TV-Z]{24}")


async def evening(folder: Path, hidden: int) -> tuple[list[bytes], list[bytes], str]:
    """A hand that ends by a fold; what the winner and a watcher were sent, and the folder's cards."""
    async with running(settings_in(folder, fair_dealing=False), SLOW_START, Stacked(hidden)) as opened:
        guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
        table = await seat_all(guests, HEADS_UP, 200)
        watcher = await dial(opened.port)
        await watcher.ask("watch", table=table)
        dealt = {guest: _cards(await _dealt(guest)) for guest in guests}
        odd = next(guest for guest in guests if _is_first(guest))
        (other,) = [guest for guest in guests if guest is not odd]
        for guest, choice in ((other, "call"), (odd, "check"), (odd, "fold")):
            await _act(guest, table, choice)
        for wire in (other.wire, watcher):
            await wire.until(lambda each: bool(changes_of([each], "handEnded")))
        end = next(place for place, each in enumerate(other.wire.came) if changes_of([each], "handEnded"))
        mine = dealt[odd]
        return _plain(other.wire.raw[1 : end + 1]), _plain(watcher.raw[1:]), mine


def _is_first(guest: Guest) -> bool:
    """Whether the guest's cards are those that differ: place 0 is the big blind with two players."""
    opened = changes_of(guest.wire.came, "handOpened")[0]
    shown = next(each for each in guest.wire.came if each["type"] == "table")
    return bool(opened["seats"][0] == shown["table"]["own"]["seat"])


async def _dealt(guest: Guest) -> dict[str, object]:
    frame = await guest.wire.until(lambda each: any(change["kind"] == "dealt" for change in each.get("own", ())))
    found: dict[str, object] = next(change for change in frame["own"] if change["kind"] == "dealt")
    return found


def _cards(dealt: dict[str, object]) -> str:
    return str(dealt["cards"])


async def _act(guest: Guest, table: str, choice: str) -> None:
    message = await guest.wire.until(lambda each: options_in(each) is not None, guest.place)
    guest.place = guest.wire.came.index(message) + 1
    options = options_in(message)
    assert options is not None
    turn = options["turn"]
    answer = await guest.wire.ask(
        "act", id=f"turn-{turn}", table=table, hand=options["hand"], turn=turn, choice={"kind": choice}
    )
    assert answer["type"] == "done", answer


def _plain(raw: list[bytes]) -> list[bytes]:
    """Bytes without the clock, without ids made of it, and without the lock of the deck, which differs because the deck does."""
    names: dict[bytes, bytes] = {}

    def named(found: re.Match[bytes]) -> bytes:
        return names.setdefault(found[0], b"id%d" % len(names))

    return [IDS.sub(named, CLOCKS.sub(rb'"\1":0', UNLIKE.sub(b"", each))) for each in raw if b'"frame"' in each[:16]]


@pytest.mark.rule("CASH-15")
def test_hidden_cards_change_no_byte_that_others_get(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (
        loop,
        registry,
    ):  # a busy machine stands still here and there, and says so; that is not what is compared
        monkeypatch.setattr(module, "LATE", HOUR)

    async def story() -> None:
        told = []
        for hidden in (0, 1, 2):
            folder = tmp_path / str(hidden)
            folder.mkdir()
            told.append(await evening(folder, hidden))
        (winner, watcher, cards), *others = told
        assert len({cards, *(each[2] for each in others)}) == 3, "the evenings differ in the cards that stay hidden"
        assert len(winner) >= 4
        assert len(watcher) >= 4
        for other_winner, other_watcher, _ in others:
            assert other_winner == winner
            assert other_watcher == watcher

    run(story())
