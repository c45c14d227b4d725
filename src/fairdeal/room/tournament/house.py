"""What all tournaments of a room have in common, and the facts that directors ask the room for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from fairdeal.hexapro.format import hexapro_formats
from fairdeal.hexapro.lobby.machine import LobbyMachine
from fairdeal.hexapro.rules import Product, hexapro_rules, lobby_stream
from fairdeal.hexapro.settings import USUAL, LobbySettings
from fairdeal.kernel import Instant, MoneyKind, PlayerId, StreamId, TournamentId
from fairdeal.poker import NoSuchGame
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.schema.tournament import HexaPro
from fairdeal.tournament.dealer.facts import DealerSettings
from fairdeal.tournament.director.commands import EntryFacts, Register, SeatWinner
from fairdeal.tournament.formats.rulebook import TournamentRulebook
from fairdeal.tournament.programme.schedule import Schedule
from fairdeal.tournament.setup import TournamentSetup


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSettings:
    """The operator's settings for tournaments, as far as no rule sets them."""

    dealer: DealerSettings = field(default_factory=DealerSettings)
    lobby: LobbySettings = USUAL
    schedule: Callable[[Edition, MoneyKind], Schedule | None] = (
        lambda _edition, _money: None  # what is announced; None keeps the schedule published last
    )
    meets: Callable[[PlayerId, str], bool] = lambda _player, _condition: (
        False
    )  # entry conditions players fulfil (MTT-38b)


class TournamentHouse:
    """What all tournaments of a room have in common: rulebook revisions, lobbies, settings."""

    def __init__(
        self,
        editions: list[Edition],
        kinds: list[MoneyKind],
        settings: TournamentSettings,
        earlier_revisions: list[Edition] | None = None,
    ) -> None:
        """`earlier_revisions` are those that running tournaments may still be played by."""
        self.settings = settings
        self.money = tuple(kinds)
        self.editions = {edition.id: edition for edition in editions if edition.poker is not None}
        revisions = [*(earlier_revisions or []), *editions]
        self._revisions = {content_hash(edition): edition for edition in revisions if edition.poker is not None}
        self.rulebook = TournamentRulebook(self.edition_of, hexapro_formats())
        self.rules_of = self.rulebook.rules_of
        self.lobbies = Lobbies(self.editions.values(), kinds, settings.lobby)

    def put_in_force(self, edition: Edition) -> None:
        """Announce tournaments, and open HexaPro games, by a revision from now on; those that are announced keep theirs."""
        self._revisions[content_hash(edition)] = edition
        self.editions[edition.id] = edition
        self.lobbies.put_in_force(edition)

    def edition_of(self, digest: str) -> Edition:
        """The revision with that content hash; raises `NoSuchGame` if the room does not have it."""
        found = self._revisions.get(digest)
        if found is None:
            raise NoSuchGame("unknown_rulebook", "no text of a rulebook has that hash")
        return found

    def same_rulebook(self, one: str, other: str) -> bool:
        """Whether two content hashes are revisions of one rulebook; also True if the room does not have one of them."""
        revisions = [self._revisions.get(digest) for digest in (one, other)]
        return None in revisions or len({each.id for each in revisions if each is not None}) == 1


class Lobbies(Mapping[StreamId, LobbyMachine]):
    """
    The HexaPro lobbies of a room by stream.

    The machine of each, with its wheel and prizes, is made when it is first asked for, so that a room opens faster.
    """

    def __init__(self, editions: Iterable[Edition], kinds: list[MoneyKind], settings: LobbySettings) -> None:
        self._settings = settings
        self._offered = {
            lobby_stream(edition.id, product, buy_in, money): (edition, product, buy_in, money)
            for edition in editions
            for product, game in _products(edition)
            for buy_in in game.buy_ins.value
            for money in kinds
        }
        self._made: dict[StreamId, LobbyMachine] = {}

    def put_in_force(self, edition: Edition) -> None:
        """Open games by a revision from now on; what a lobby offers is the same in both."""
        for stream, (before, product, buy_in, money) in self._offered.items():
            if before.id == edition.id:
                self._offered[stream] = edition, product, buy_in, money
                self._made.pop(stream, None)

    def __getitem__(self, stream: StreamId) -> LobbyMachine:
        if stream not in self._made:
            self._made[stream] = LobbyMachine(hexapro_rules(*self._offered[stream]), self._settings)
        return self._made[stream]

    def __contains__(self, stream: object) -> bool:
        return stream in self._offered

    def __iter__(self) -> Iterator[StreamId]:
        return iter(self._offered)

    def __len__(self) -> int:
        return len(self._offered)

    @property
    def made(self) -> int:
        """How many lobby machines have been made so far."""
        return len(self._made)


def _products(edition: Edition) -> list[tuple[Product, HexaPro]]:
    poker = edition.poker
    assert poker is not None
    products = ((Product.HEXAPRO, poker.hexapro), (Product.EXTREME, poker.hexapro_extreme))
    return [(product, game) for product, game in products if game is not None]


class TournamentFacts(Protocol):
    """What the room knows of players and a director does not."""

    def entry(self, tournament: TournamentId, setup: TournamentSetup, command: Register | SeatWinner) -> EntryFacts:
        """The facts about a player who wants to enter."""
        ...

    def held(self, setup: TournamentSetup) -> frozenset[PlayerId]:
        """Players whose winnings are on hold because of a review."""
        ...

    def is_connected(self, player: PlayerId) -> bool:
        """Whether a player is connected."""
        ...

    def disconnected_since(self, player: PlayerId) -> Instant | None:
        """Since when a player is disconnected, even within the grace; None if connected."""
        ...
