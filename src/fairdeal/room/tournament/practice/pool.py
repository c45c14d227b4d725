"""The practice partners of tournaments: a bounded number of players, whose names are used again and again."""

from collections import deque
from collections.abc import Callable, Container, Iterator
from typing import Final

from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.bots.chance import chance_of
from fairdeal.bots.style import STYLES, Style
from fairdeal.kernel import AccountId, Cents, Instant, PlayerId, units_of
from fairdeal.room.cash.practice.partners import NAMES, PREFIX
from fairdeal.room.room import Room
from fairdeal.storage.port import PASSING

DEVICE: Final = "practice"
STAFF: Final = StaffId("practice")

_INITIALS: Final = "abcdefghijklmnoprstuv"
_PRICES_KEPT: Final = 5
_PRICES_GIVEN: Final = 40


class Partner:
    """One practice partner: its name, its style, and where it is entered."""

    __slots__ = ("_asked", "_seed", "engaged", "has_come", "number", "player", "style")

    def __init__(self, number: int, player: PlayerId, seed: int) -> None:
        self._asked = 0
        self._seed = seed
        self.number = number
        self.player = player
        self.style: Style = STYLES[number % len(STYLES)]
        self.engaged: set[str] = set()  # tournaments and lobbies it is entered in, or on the way to
        self.has_come = False

    def chance(self) -> float:
        """The next pseudo-random number from 0 to below 1."""
        self._asked += 1
        return chance_of(self._seed, self.number, self._asked)


class Pool:
    """All partners of a room, at most `most`; whoever has rested longest plays next."""

    def __init__(self, room: Room, most: int, seed: int) -> None:
        self._room = room
        self._most = most
        self._seed = seed
        self._partners: dict[PlayerId, Partner] = {}
        self._resting: deque[Partner] = deque()

    def __iter__(self) -> Iterator[Partner]:
        return iter(tuple(self._partners.values()))

    def __len__(self) -> int:
        return len(self._partners)

    def find(self, player: PlayerId) -> Partner | None:
        """The partner of that name; one of an earlier process is known by it. None: a person."""
        if not player.startswith(PREFIX):
            return None
        found = self._partners.get(player)
        return self._add(player) if found is None else found

    def take(self, place: str, unless: Container[PlayerId] = ()) -> Partner | None:
        """A partner that is free and not among those, from now on engaged at that place; None if there is none."""
        found = self._rested(unless)
        if found is None and len(self._partners) < self._most:
            found = self._new()
        if found is not None:
            found.engaged.add(place)
        return found

    def engage(self, partner: Partner, place: str) -> None:
        """Note that a partner is entered somewhere, and let it in."""
        partner.engaged.add(place)
        self.connect(partner)

    def release(self, partner: Partner, place: str) -> None:
        """Note that a partner is no longer entered somewhere; without any other place it rests."""
        if place in partner.engaged:
            partner.engaged.discard(place)
            if not partner.engaged:
                self._resting.append(partner)

    def connect(self, partner: Partner) -> None:
        """Let a partner in, once."""
        if not partner.has_come:
            partner.has_come = True
            self._room.presence.connect(partner.player, DEVICE)

    def later(self, partner: Partner, least: int, most: int, call: Callable[[], None]) -> None:
        """Call back after a time of the partner's choice, between `least` and `most` milliseconds."""
        wait = least + int(partner.chance() * (most - least))
        self._room.clock.at(Instant(self._room.clock.now() + wait), call)

    def prepare(self, partner: Partner, wallet: AccountId, price: Cents, then: Callable[[], None]) -> None:
        """Let a partner in with money for some entries at a price, then call `then`, even if that failed."""
        if partner.has_come:
            self.fill_purse(partner, wallet, price, then)
            return
        self.connect(partner)
        self._room.open_purse(partner.player, lambda _: self.fill_purse(partner, wallet, price, then))

    def fill_purse(
        self, partner: Partner, wallet: AccountId, price: Cents, then: Callable[[], None] = lambda: None
    ) -> None:
        """Credit a partner's wallet if it has too little for some entries at a price, then call `then`."""
        try:
            held = self._room.journal.balances([wallet]).get(wallet, 0)
        except PASSING:
            held = 0
        if held >= _PRICES_KEPT * units_of(price):
            then()
            return
        amount = units_of(Cents(price * _PRICES_GIVEN))
        self._room.purse(partner.player, CreditPlayer(wallet, amount, STAFF, "practice"), lambda _: then())

    # ---- names

    def _rested(self, unless: Container[PlayerId]) -> Partner | None:
        for _ in range(len(self._resting)):
            found = self._resting.popleft()
            if found.engaged:  # a satellite may have sent it on meanwhile
                continue
            if found.player not in unless:
                return found
            self._resting.append(found)
        return None

    def _new(self) -> Partner:
        number = len(self._partners)
        while (player := partner_name(number)) in self._partners:
            number += 1
        return self._add(player)

    def _add(self, player: PlayerId) -> Partner:
        partner = Partner(len(self._partners), player, self._seed)
        self._partners[player] = partner
        return partner


def partner_name(number: int) -> PlayerId:
    """The name of a partner of tournaments: a first name and an initial, and beyond a thousand of them a number."""
    first = NAMES[number % len(NAMES)]
    turn, initial = divmod(number // len(NAMES), len(_INITIALS))
    return PlayerId(f"{PREFIX}{first}-{_INITIALS[initial]}" + (f"{turn + 1}" if turn else ""))
