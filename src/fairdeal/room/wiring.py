"""Everything is put together here, by constructors; a simulation differs in the ports it brings, and in nothing else."""

from fairdeal.bank.fx import terms_of
from fairdeal.cash.guest import Guest
from fairdeal.cash.offer import StakeId
from fairdeal.kernel import PlayerId
from fairdeal.room.bank_kinds import purse_kind
from fairdeal.room.cash_kinds import Seal, cash_house, floor_kind, player_kind, table_kind
from fairdeal.room.ports import Clock, Entropy, Journal
from fairdeal.room.registry import Registry
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.rulebook.schema.edition import Edition

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
) -> Room:
    """
    A room on a journal, with the right to write taken from whoever had it; call `recover` before anybody comes in.

    `older` are texts of rulebooks that tables may still play by.
    """
    last_seen = journal.last_seen(SHARD)
    lease = journal.claim(SHARD, owner, clock.now())
    house = cash_house(editions, list(settings.money), settings.house, older)
    terms = next((found for each in editions if each.poker and (found := terms_of(each.poker)) is not None), None)
    rooms: list[Room] = []

    def guest(player: PlayerId, stake: StakeId) -> Guest:
        return rooms[0].guest(player, stake)

    kinds = [
        table_kind(house, entropy, journal.balances, seal),
        floor_kind(house, entropy, guest),
        player_kind(house),
        purse_kind(settings.bank, terms),
    ]
    registry = Registry(kinds, clock, journal, lease)
    rooms.append(Room(settings, house, clock, journal, registry, down_since=last_seen or clock.now()))
    return rooms[0]
