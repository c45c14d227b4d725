"""
The lobby for all who follow it: numbers of stakes a few times a second, one's own place at once.

How a player stands to a stake is read from the floor after every decision there, and sent when it is another than before.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from fairdeal.cash.floor.events import QueueLeft, ReservationEnded, TurnedAway
from fairdeal.cash.floor.state import Floor, Pool
from fairdeal.cash.floor.view import QuestionView
from fairdeal.cash.offer import StakeId
from fairdeal.cash.streams import floor_stream, player_stream
from fairdeal.kernel import Instant, PlayerId
from fairdeal.present.explanation import told
from fairdeal.present.table import offer_shown, stake_shown
from fairdeal.protocol.base import Told
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import LobbyShown, Mine, MineChanged, Stake, StakesChanged
from fairdeal.room.room import Room
from fairdeal.server.client import Account, Client
from fairdeal.server.limits import LOBBY_PAUSE_MS, TABLES_SHOWN_MAX


class LobbyDesk:
    """Rows of all stakes for those who follow the lobby, and everybody's own place."""

    def __init__(
        self,
        room: Room,
        account: Callable[[PlayerId], Account | None],
        has_partners: Callable[[StakeId], bool] = lambda _: False,
    ) -> None:
        self._room = room
        self._has_partners = has_partners
        self._account = account
        self._followers: set[Client] = set()
        self._sent: dict[StakeId, Stake] = {}
        self._mine: dict[tuple[PlayerId, StakeId], Mine] = {}
        self._version = -1
        self._is_due = False

    # ---- following

    def follow(self, client: Client) -> None:
        """Show the lobby, and what changes in it from now on."""
        self._refresh()
        self._followers.add(client)
        now, player = self._room.clock.now(), client.player
        mine = () if player is None else tuple(self._all_mine(player))
        client.send(encode(LobbyShown(at=now, stakes=tuple(self._sent.values()), mine=mine)))
        self._plan()

    def forget(self, client: Client) -> None:
        """Show it no longer."""
        self._followers.discard(client)

    def gone(self, player: PlayerId) -> None:
        """The player's last connection is gone: what was sent last no longer matters."""
        for key in [key for key in self._mine if key[0] == player]:
            del self._mine[key]

    # ---- numbers

    def _plan(self) -> None:
        if self._followers and not self._is_due:
            self._is_due = True
            clock = self._room.clock
            clock.at(Instant(clock.now() + LOBBY_PAUSE_MS), self._publish)

    def _publish(self) -> None:
        self._is_due = False
        changed = self._refresh()
        if changed and self._followers:
            message = encode(StakesChanged(at=self._room.clock.now(), stakes=tuple(changed)))
            for client in tuple(self._followers):
                client.send(message)
        self._plan()

    def _refresh(self) -> list[Stake]:
        """Read the rows again if anything may have changed; those that have."""
        lobby = self._room.cash.lobby
        if lobby.version == self._version:
            return []
        self._version = lobby.version
        changed = []
        for row in lobby.rows(self._room.clock.now()):
            stake = stake_shown(
                self._room.cash.house.offered[row.stake],
                players=row.players,
                tables=row.tables,
                waiting=row.waiting,
                average_pot=row.average_pot,
                hands_per_hour=row.hands_per_hour,
                partners=self._has_partners(row.stake),
                open_tables=tuple(islice(self._pool(row.stake).tables, TABLES_SHOWN_MAX)),
            )
            if self._sent.get(row.stake) != stake:
                self._sent[row.stake] = stake
                changed.append(stake)
        return changed

    # ---- one's own place

    def mine(self, player: PlayerId, stake: StakeId) -> Mine:
        """How a player stands to a stake."""
        rules = self._room.cash.house.offered[stake].rules
        pool = self._pool(stake)
        kept = pool.reservations.get(player)
        offer = None
        if kept is not None:
            question = QuestionView(stake, kept.until, kept.minimum, kept.maximum, kept.amounts, kept.why)
            offer = offer_shown(question, rules)
        place = next((place for place, each in enumerate(pool.queue, 1) if each.player == player), None)
        found = self._room.registry.find(player_stream(player))
        sits = {} if found is None else found.state.tables
        seated = tuple(table for table, sitting in sits.items() if sitting.stake == stake)
        return Mine(stake=stake, position=place, offer=offer, seated=seated)

    def _pool(self, stake: StakeId) -> Pool:
        floor = self._room.registry.find(floor_stream(self._room.cash.house.offered[stake].rules))
        found: Pool = Pool() if floor is None else floor.state.pools.get(stake, Pool())
        return found

    def _all_mine(self, player: PlayerId) -> Iterable[Mine]:
        for stake in self._room.cash.house.offered:
            mine = self.mine(player, stake)
            if mine.position is not None or mine.offer is not None or mine.seated:
                self._mine[player, stake] = mine
                yield mine

    def floor_decided(self, floor: Floor, events: Iterable[Any]) -> None:
        """Tell everybody whose place changed by what a floor decided."""
        for event in events:
            stake = getattr(event, "stake", None)
            if stake is None or stake not in self._room.cash.house.offered:
                continue
            named = getattr(event, "player", None)
            pool = floor.pools.get(stake, Pool())
            waiting = {each.player for each in pool.queue}
            for player in {named, *waiting} if named is not None else waiting:
                self.tell(player, stake, _why(event) if player == named else None)

    def tell(self, player: PlayerId, stake: StakeId, why: Told | None = None) -> None:
        """Tell a player how they stand to a stake, if they are connected and it is another than before."""
        account = self._account(player)
        if account is None or not account.clients:
            return
        mine = self.mine(player, stake)
        if why is None and self._mine.get((player, stake), Mine(stake=stake)) == mine:
            return
        self._mine[player, stake] = mine
        message = encode(MineChanged(mine=mine, told=why))
        for client in tuple(account.clients):
            client.send(message)


def _why(event: Any) -> Told | None:
    """Why somebody waits no longer, where the house decided."""
    match event:
        case TurnedAway():
            return told(event)
        case ReservationEnded():
            return None if event.rule is None else Told(code="reservation_ended", rule=event.rule)
        case QueueLeft():
            return Told(code="queue_left", rule=event.rule)
    return None
