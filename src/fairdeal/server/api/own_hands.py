"""
A player's hands, as that player may see them.

A record has shown cards in clear and the rest encrypted. Of the encrypted part only the player's own cards are used; hidden
cards of others never leave this module. Everything here blocks.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from fairdeal.cash.streams import table_stream
from fairdeal.kernel import HandId, Instant, MoneyKind, PlayerId, TableId, TournamentId
from fairdeal.poker.history.record import Record, from_bytes
from fairdeal.poker.history.story import Story, story_of
from fairdeal.room.cash.codecs import TABLE_STATES
from fairdeal.room.records import VOID_RECORD, from_sealed
from fairdeal.server.api.tournaments.outlines import outlines_of, tournament_of_stake
from fairdeal.storage.archive import Archive
from fairdeal.storage.port import HandRecord
from fairdeal.storage.vault import Vault, VaultError
from fairdeal.tournament.outline import TournamentOutline

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
    tournament: TournamentOutline | None = None  # where it was played, if that is listed

    @property
    def is_tournament(self) -> bool:
        """Whether it was a tournament hand, played with chips."""
        return tournament_of_stake(self.kept.stake) is not None

    def story(self) -> Story:
        """The story of the hand; it must not be void."""
        assert self.history is not None
        return story_of(self.history.replay())


class OwnHands:
    """Reads one player's hands."""

    def __init__(self, store: Archive, vault: Vault | None, player: PlayerId, usual: MoneyKind) -> None:
        """Without a vault, hands are as everybody at the table saw them."""
        self._store = store
        self._vault = vault
        self._player = player
        self._usual = usual
        self._money: dict[TableId, MoneyKind] = {}
        self._outlines: dict[TournamentId, TournamentOutline | None] = {}

    def before(
        self,
        instant: Instant,
        hand: HandId | None = None,
        wanted: Callable[[HandRecord], bool] = lambda _: True,
    ) -> Iterator[OwnHand | Instant]:
        """
        The hands before an instant, newest first; `hand` is the last one of the previous page.

        A hand that is not wanted is not opened: only its instant comes, so that whoever reads knows how far it is.
        """
        while True:
            page = self._store.hands_of(self._player, instant, _PAGE, hand)
            for at, kept in page:
                yield self._own(at, kept) if wanted(kept) else at
            if len(page) < _PAGE:
                return
            instant, hand = page[-1][0], page[-1][1].hand

    def find(self, hand: HandId) -> OwnHand | None:
        """A hand the player was dealt into, or None."""
        kept = self._store.hand(hand)
        if kept is None or self._player not in kept.players:
            return None
        return self._own(instant_in(hand), kept)

    def circumstances(self, kept: HandRecord) -> tuple[MoneyKind, TournamentOutline | None]:
        """The money a hand was played for, and the tournament it belongs to."""
        return self._money_of(kept), self._tournament_of(kept)

    def _own(self, at: Instant, kept: HandRecord) -> OwnHand:
        place = kept.players.index(self._player)
        history = None if kept.public == VOID_RECORD else self._opened(kept, place)
        return OwnHand(at, kept, self._money_of(kept), place, history, self._tournament_of(kept))

    def _opened(self, kept: HandRecord, place: int) -> Record:
        public = from_bytes(kept.public)
        if self._vault is None:
            return public
        try:
            secret = from_sealed(self._vault.open(kept.hand, kept.sealed)).cards
        except VaultError:
            return public  # sealed with a key that is no longer here: then not even one's own cards are known
        own = from_bytes(kept.public, secret).hole[place]
        return replace(public, hole=(*public.hole[:place], own, *public.hole[place + 1 :]))

    def _money_of(self, kept: HandRecord) -> MoneyKind:
        """The kind of money of a hand's table or tournament."""
        if tournament_of_stake(kept.stake) is not None:
            outline = self._tournament_of(kept)
            return self._usual if outline is None else outline.money
        if kept.table not in self._money:
            snapshot = self._store.load(table_stream(kept.table)).snapshot
            stake: str = "" if snapshot is None else TABLE_STATES.decode(snapshot).stake
            money = stake.split("/")[1] if stake.count("/") >= 2 else self._usual.value
            self._money[kept.table] = MoneyKind(money)
        return self._money[kept.table]

    def _tournament_of(self, kept: HandRecord) -> TournamentOutline | None:
        tournament = tournament_of_stake(kept.stake)
        if tournament is None:
            return None
        if tournament not in self._outlines:
            self._outlines[tournament] = outlines_of(self._store, [tournament]).get(tournament)
        return self._outlines[tournament]


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
