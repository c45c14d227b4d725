"""
A player's hands, as that player may see them.

A record has shown cards in clear and the rest encrypted. Of the encrypted part only the player's own cards are used; hidden
cards of others never leave this module. Everything here blocks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.cash.streams import table_stream
from fairdeal.kernel import HandId, Instant, MoneyKind, PlayerId, TableId
from fairdeal.poker.history.record import Record, from_bytes
from fairdeal.poker.history.story import Story, story_of
from fairdeal.room.cash.codecs import TABLE_STATES
from fairdeal.room.records import VOID_RECORD, from_sealed
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import HandRecord
from fairdeal.storage.vault import Vault, VaultError

TOURNAMENT: Final = "tournament/"
_PAGE: Final = 200
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_INSTANT_LETTERS: Final = 10


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A hand with the place of its viewer; a void hand has no history."""

    at: Instant
    kept: HandRecord
    money: MoneyKind
    place: int
    history: Record | None

    @property
    def is_tournament(self) -> bool:
        """Whether it was a tournament hand, played with chips."""
        return self.kept.stake.startswith(TOURNAMENT)

    def story(self) -> Story:
        """The story of the hand; it must not be void."""
        assert self.history is not None
        return story_of(self.history.replay())


class OwnHands:
    """Reads one player's hands."""

    def __init__(self, store: Archive, vault: Vault, player: PlayerId, usual: MoneyKind) -> None:
        self._store = store
        self._vault = vault
        self._player = player
        self._usual = usual
        self._money: dict[TableId, MoneyKind] = {}

    def before(self, instant: Instant, hand: HandId | None = None) -> Iterator[OwnHand]:
        """The hands before an instant, newest first; `hand` is the last one of the previous page."""
        while True:
            page = self._store.hands_of(self._player, instant, _PAGE, hand)
            for at, kept in page:
                yield self._own(at, kept)
            if len(page) < _PAGE:
                return
            instant, hand = page[-1][0], page[-1][1].hand

    def find(self, hand: HandId) -> OwnHand | None:
        """A hand the player was dealt into, or None."""
        kept = self._store.hand(hand)
        if kept is None or self._player not in kept.players:
            return None
        return self._own(instant_in(hand), kept)

    def _own(self, at: Instant, kept: HandRecord) -> OwnHand:
        place = kept.players.index(self._player)
        history = None if kept.public == VOID_RECORD else self._opened(kept, place)
        return OwnHand(at, kept, self._money_of(kept), place, history)

    def _opened(self, kept: HandRecord, place: int) -> Record:
        public = from_bytes(kept.public)
        try:
            secret = from_sealed(self._vault.open(kept.hand, kept.sealed)).cards
        except VaultError:
            return public  # sealed with a key that is no longer here: then not even one's own cards are known
        own = from_bytes(kept.public, secret).hole[place]
        return replace(public, hole=(*public.hole[:place], own, *public.hole[place + 1 :]))

    def _money_of(self, kept: HandRecord) -> MoneyKind:
        """The kind of money of a hand's table, from its stake."""
        if kept.stake.startswith(TOURNAMENT):
            return self._usual
        if kept.table not in self._money:
            snapshot = self._store.load(table_stream(kept.table)).snapshot
            stake: str = "" if snapshot is None else TABLE_STATES.decode(snapshot).stake
            money = stake.split("/")[1] if stake.count("/") >= 2 else self._usual.value
            self._money[kept.table] = MoneyKind(money)
        return self._money[kept.table]


def instant_in(hand: HandId) -> Instant:
    """When a hand was opened: the first characters of its id are the instant in base 32."""
    number = 0
    for letter in hand[:_INSTANT_LETTERS]:
        number = number * 32 + max(0, _LETTERS.find(letter))
    return Instant(number)


def own_rake(story: Story, place: int) -> int:
    """The rake of a player: that of the pots they won, shared among the winners."""
    return sum(
        award.pot.rake // len(award.shares)
        for award in story.awards
        if any(winner == place for winner, _ in award.shares)
    )
