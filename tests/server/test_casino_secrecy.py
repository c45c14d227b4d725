"""Cards come one by one on the room's clock, and no byte tells a card, a pocket or the shoe before its time."""

import re
from hashlib import shake_256
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from fairdeal.casino.table.facts import UNHURRIED
from fairdeal.fair.values import HASH_BYTES
from fairdeal.kernel import SECOND, TableId
from fairdeal.room.casino.house import one_table_of_each
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.server.client import Client
from tests.server.test_casino_desk import Visitor, until
from tests.server.whole_house import LATENCY, WholeHouse

CARD, FIRST, SPIN = UNHURRIED.card, UNHURRIED.first_card, UNHURRIED.spin
UNLIKE = re.compile(rb'"(commitment|anchor)":"[0-9a-f]{64}"')
IDS = re.compile(rb"01[0-9A-HJKMNP-TV-Z]{24}")


class Stacked(SystemEntropy):
    """A shoe in the order of the decks but for places that are exchanged by twos, the lower one first, and a pocket."""

    def __init__(self, *swaps: tuple[int, int], pocket: int = 0) -> None:
        super().__init__(lambda count: bytes(range(256)) * (count // 256 + 1))
        self._swaps = {high + 1: low for low, high in swaps}
        self._pocket = pocket
        self._next = 0

    def below(self, bound: int) -> int:
        if bound == 37:
            return self._pocket
        if bound == self._next:  # within a shuffle, which asks for one less each time
            self._next -= 1
        elif self._next == 1:  # the cut after it
            self._next = 0
            return 0
        else:
            self._next = bound - 1
        return self._swaps.get(bound, bound - 1)


class Secret(SystemEntropy):
    """The same bytes each evening but for secrets, which have 32 of them: those begin with the one that is given."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first
        self._drawn = 0

    def bytes(self, count: int) -> bytes:
        self._drawn += 1
        drawn = shake_256(self._drawn.to_bytes(4, "big")).digest(count)
        return bytes([self._first]) + drawn[1:] if count == HASH_BYTES else drawn


class Recorder:
    """A connection that notes every message with the instant at which it came; `own` is that of the player who bets."""

    def __init__(self, house: WholeHouse, own: "Recorder | None" = None) -> None:
        self._house = house
        self.own = own
        self.raw: list[tuple[int, bytes]] = []

    def send(self, message: bytes) -> None:
        self.raw.append((self._house.clock.now(), message))

    def close(self, last: bytes, *, reconnect: bool) -> None:
        raise AssertionError(last, reconnect)

    @property
    def plain(self) -> list[tuple[int, bytes]]:
        """What came, without commitments and without ids that were drawn by lot."""
        return [(at, IDS.sub(b"ID", UNLIKE.sub(b"", message))) for at, message in self.raw]

    def when(self, kind: str) -> list[int]:
        """When changes of a kind came."""
        return [at for at, change in self.changes() if change["kind"] == kind]

    def changes(self) -> list[tuple[int, dict[str, Any]]]:
        decoded = [(at, msgspec.json.decode(message)) for at, message in self.raw]
        return [(at, change) for at, each in decoded if each["type"] == "casinoFrame" for change in each["changes"]]


def evening(
    game: str, entropy: SystemEntropy, *, fair: bool = False, choices: tuple[str, ...] = ("stand",)
) -> Recorder:
    """One round with a bet of Ann, and what she and somebody who only watches were sent."""
    house = WholeHouse(one_table_of_each(pace=UNHURRIED), entropy, fair=fair)
    table = f"{game}-1"
    ann = Visitor(house, "Ann")
    watcher = Recorder(house, own=Recorder(house))
    assert watcher.own is not None
    for recorder, session in ((watcher, None), (watcher.own, ann.session)):
        client: Client = house.gateway.on_connected(recorder, session)
        house.ask(client, {"type": "watch", "table": table})
    ann.enter(table)
    if game == "blackjack":
        ann.does("takeBox", table=table, seat=0)
    number = until(house, table, "betting")
    if game == "blackjack":
        ann.does("placeBet", table=table, round=number, amount=1_000)
    else:
        ann.does("placeChip", table=table, round=number, spot="red" if game == "roulette" else "player", chip=500)
        ann.does("confirmBets", table=table, round=number)
    if game == "blackjack":
        for turn, choice in enumerate(choices, 1):
            when_asked(house, ann, table, turn)
            ann.does("decideBox", table=table, round=number, turn=turn, choice=choice)
    until(house, table, "result")
    house.wait(SECOND)
    assert house.casino(TableId(table)).round == number
    house.close()
    return watcher


def when_asked(house: WholeHouse, ann: Visitor, table: str, turn: int) -> None:
    """Wait until that decision is asked for; insurance that is offered before is not answered."""
    for _ in range(600):
        house.wait(SECOND // 10)
        asked = ann.shown(table)["felt"]["turn"]
        if asked is not None and asked["number"] == turn:
            return
    raise AssertionError(f"decision {turn} is not asked for")


def parted(one: Recorder, other: Recorder) -> int:
    """The instant of the first message in which two evenings differ, for those who watch and for the player alike."""
    if one.own is not None and other.own is not None:
        assert parted(one.own, other.own) == first_unlike(one, other)
    return first_unlike(one, other)


def first_unlike(one: Recorder, other: Recorder) -> int:
    pairs = zip(one.plain, other.plain, strict=False)
    return next(at for (at, message), (there, theirs) in pairs if (at, message) != (there, theirs))


@pytest.mark.rule("BJ-03")
@pytest.mark.rule("BJ-50")
def test_another_hole_card_changes_no_byte_before_it_is_turned_over() -> None:
    # Six cards are burnt; then Ann, the dealer, Ann, and the hole card in place 9.
    usual, other = evening("blackjack", Stacked()), evening("blackjack", Stacked((9, 40)))

    assert parted(usual, other) == usual.when("holeShown")[0] == other.when("holeShown")[0]
    assert usual.when("holeShown")[0] > usual.when("boxAsked")[0]


@pytest.mark.rule("BJ-50")
def test_another_order_of_cards_that_are_not_dealt_changes_no_byte_at_all() -> None:
    usual, other = evening("blackjack", Stacked()), evening("blackjack", Stacked((200, 300)))

    assert usual.plain == other.plain
    assert usual.own is not None
    assert other.own is not None
    assert usual.own.plain == other.own.plain
    assert [message for _, message in usual.raw] != [message for _, message in other.raw]  # their commitments


@pytest.mark.rule("BJ-48")
def test_under_an_ace_another_hole_card_changes_no_byte_by_the_look_that_is_taken_at_it() -> None:
    # An ace in place 7 is the dealer's; below it lies a four, or else a seven.
    usual, other = evening("blackjack", Stacked((7, 48))), evening("blackjack", Stacked((7, 48), (9, 20)))

    assert len(usual.when("insuranceOffered")) == len(usual.when("holeChecked")) == 1
    assert parted(usual, other) == usual.when("holeShown")[0] == other.when("holeShown")[0]
    assert usual.when("holeShown")[0] > usual.when("boxAsked")[0] >= usual.when("holeChecked")[0]


@pytest.mark.rule("BJ-34")
@pytest.mark.rule("BJ-50")
def test_another_card_of_the_second_hand_changes_no_byte_while_the_first_is_played() -> None:
    # Two threes are split; places 10 and 11 are the hands' next cards.
    split = ("split", "stand", "stand")
    usual = evening("blackjack", Stacked((8, 56)), choices=split)
    other = evening("blackjack", Stacked((8, 56), (11, 30)), choices=split)

    assert parted(usual, other) == usual.when("cardDealt")[5]
    assert usual.when("cardDealt")[5] > usual.when("boxAsked")[1] > usual.when("cardDealt")[4]


def test_another_pocket_changes_no_byte_before_the_ball_falls() -> None:
    usual, other = evening("roulette", Stacked(pocket=17)), evening("roulette", Stacked(pocket=32))

    assert parted(usual, other) == usual.when("ballFell")[0]
    assert usual.when("ballFell")[0] - usual.when("betsClosed")[0] == SPIN


def test_another_secret_of_the_wheel_changes_nothing_but_its_fingerprint_before_the_ball_falls() -> None:
    usual, other = (evening("roulette", Secret(first), fair=True) for first in (1, 2))

    assert parted(usual, other) == usual.when("ballFell")[0] == usual.when("secretTold")[0]
    pockets = [
        change["pocket"] for each in (usual, other) for _, change in each.changes() if change["kind"] == "ballFell"
    ]
    assert pockets[0] != pockets[1]
    assert any(b'"lock":{' in message for _, message in usual.raw)


@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_another_secret_of_the_shoe_changes_nothing_but_its_fingerprint_before_the_first_card(game: str) -> None:
    usual, other = (evening(game, Secret(first), fair=True) for first in (1, 2))

    assert parted(usual, other) == usual.when("cardDealt")[0]
    assert usual.when("secretTold") == [], "the key of a shoe is told when it is over"


def test_another_last_card_changes_no_byte_before_it_is_dealt() -> None:
    # Nothing is burnt: place 3 is Banker's second card.
    usual, other = evening("baccarat", Stacked()), evening("baccarat", Stacked((3, 40)))

    assert parted(usual, other) == usual.when("cardDealt")[3]


def test_cards_are_shown_one_by_one_and_a_clock_starts_when_the_last_one_is_seen() -> None:
    seen = evening("blackjack", Stacked())
    cards = seen.when("cardDealt")[:4]

    assert cards[0] - seen.when("betsClosed")[0] == FIRST
    assert [later - earlier for earlier, later in pairwise(cards)] == [CARD] * 3
    (asked,) = [(at, change) for at, change in seen.changes() if change["kind"] == "boxAsked"]
    assert asked[0] == cards[3] + CARD
    assert asked[1]["until"] == asked[0] - LATENCY + 15 * SECOND


@pytest.mark.rule("BAC-10")
def test_a_coup_is_dealt_card_by_card_and_paid_after_the_last() -> None:
    seen = evening("baccarat", Stacked())
    cards, paid = seen.when("cardDealt"), seen.when("roundPaid")[0]

    assert [later - earlier for earlier, later in pairwise(cards[:4])] == [CARD] * 3
    assert paid - cards[-1] == 2 * CARD
    assert [change["seat"] for _, change in seen.changes() if change["kind"] == "cardDealt"][:4] == [0, 1, 0, 1]
