"""Everything is put together here, by constructors; a simulation differs in the ports it brings, and in nothing else."""

from typing import Any

from fairdeal.bank.accounts import Tender
from fairdeal.bank.fx import terms_of
from fairdeal.cash.guest import Guest
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import Cents, Instant, PlayerId, TableId, TournamentId
from fairdeal.room.bank.kinds import holds_kind, purse_kind
from fairdeal.room.cash.kinds import Seal, cash_house, floor_kind, player_kind, table_kind
from fairdeal.room.casino.house import BadCasino, casino_house
from fairdeal.room.casino.kinds import casino_kind, conduct_kind
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.tournament.house import TournamentHouse
from fairdeal.room.tournament.kinds import dealer_kind, director_kind
from fairdeal.room.tournament.lobby_kinds import lobby_kind, programme_kind
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.gate import Gate
from fairdeal.runtime.ports import Clock, Entropy, Journal
from fairdeal.runtime.registry import Registry
from fairdeal.tournament.director.commands import EntryFacts
from fairdeal.tournament.setup import TournamentSetup

SHARD = "room"


def open_room(
    settings: RoomSettings,
    editions: list[Edition],
    *,
    clock: Clock,
    entropy: Entropy,
    journal: Journal,
    seal: Seal,
    owner: str,
    older: list[Edition] | None = None,
    unseal: Seal | None = None,
) -> Room:
    """
    A room on a journal, with the right to write taken from whoever had it; call `recover` before anybody comes in.

    `older` are texts of rulebooks that tables may still play by. `unseal` opens what `seal` sealed: only casino tables, whose
    rounds go on after a failure, need it.
    """
    # Until this process has recovered, the outage goes on: whoever starts after it must count from the same instant.
    last_seen = journal.last_seen(SHARD) or clock.now()
    lease = journal.claim(SHARD, owner, last_seen)
    house = cash_house(editions, list(settings.money), settings.house, older)
    tournaments = TournamentHouse(editions, list(settings.money), settings.tournaments, older)
    casino = casino_house(editions, settings.money, settings.casino, older or ())
    terms = next((found for each in editions if each.poker and (found := terms_of(each.poker)) is not None), None)
    gate = Gate(journal)
    rooms: list[Room] = []

    def guest(player: PlayerId, stake: StakeId) -> Guest:
        return rooms[0].guest(player, stake)

    facts = _Facts(rooms)
    kinds = [
        table_kind(house, entropy, gate.balances, seal, facts.lost_since),
        floor_kind(house, entropy, guest),
        player_kind(house),
        purse_kind(settings.bank, terms),
        holds_kind(editions),
        director_kind(tournaments, entropy, facts),
        dealer_kind(tournaments, entropy, facts, seal),
        lobby_kind(tournaments, entropy, gate.balances),
        programme_kind(entropy),
        casino_kind(casino, entropy, gate.balances, facts, seal, unseal or _cannot_unseal),
        conduct_kind(),
    ]
    registry = Registry(kinds, clock, gate, lease)
    rooms.append(Room(settings, house, tournaments, casino, clock, gate, registry, down_since=last_seen))
    return rooms[0]


def _cannot_unseal(_label: str, _sealed: bytes) -> bytes:
    raise BadCasino("no_unseal", "a casino table cannot be read again without the keys it was sealed with")


class _Facts:
    """What directors and casino tables must be told, by the room they belong to; it is made after them."""

    def __init__(self, rooms: list[Room]) -> None:
        self._rooms = rooms

    def entry(self, tournament: TournamentId, setup: TournamentSetup, command: Any) -> EntryFacts:
        return self._rooms[0].tournaments.entry(tournament, setup, command)

    def held(self, setup: TournamentSetup) -> frozenset[PlayerId]:
        return self._rooms[0].tournaments.held(setup)

    def is_connected(self, player: PlayerId) -> bool:
        return self._rooms[0].presence.is_connected(player)

    def lost_since(self, player: PlayerId) -> Instant | None:
        return self._rooms[0].presence.lost_since(player)

    def may_stake(self, player: PlayerId, tender: Tender, amount: Cents) -> bool:
        return self._rooms[0].casino.may_stake(player, tender, amount)

    def hands_elsewhere(self, player: PlayerId, table: TableId) -> int:
        return self._rooms[0].casino.hands_elsewhere(player, table)

    def is_barred(self, player: PlayerId) -> bool:
        return self._rooms[0].casino.is_barred(player)
