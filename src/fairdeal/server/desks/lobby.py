"""
The cash lobby for its followers: rows of stakes a few times a second, one's own position at once.

A player's relation to a stake is read from the floor after every decision there, and sent when it changed.
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
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.present.table import offer_to_wire, stake_to_wire
from fairdeal.protocol.base import Explanation
from fairdeal.protocol.codec import encode
from fairdeal.protocol.server import LobbyShown, Mine, MineChanged, Stake, StakesChanged
from fairdeal.room.room import Room
from fairdeal.server.client import Account, Client
from fairdeal.server.limits import LOBBY_PAUSE_MS, TABLES_SHOWN_MAX


class LobbyDesk:
    """Sends rows of stakes to followers of the lobby, and each player's own position."""

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
        """Send the lobby, and its changes from now on."""
        self._refresh()
        self._followers.add(client)
        now, player = self._room.clock.now(), client.player
        mine = () if player is None else tuple(self._all_mine(player))
        client.send(encode(LobbyShown(at=now, stakes=tuple(self._sent.values()), mine=mine)))
        self._plan()

    def forget(self, client: Client) -> None:
        """Stop sending the lobby to a client."""
        self._followers.discard(client)

    def forget_player(self, player: PlayerId) -> None:
        """Forget what was sent to a player whose last connection is gone."""
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
        if self._sent.keys() != self._room.cash.house.offered.keys():
            self._show_anew()
        elif changed and self._followers:
            message = encode(StakesChanged(at=self._room.clock.now(), stakes=tuple(changed)))
            for client in tuple(self._followers):
                client.send(message)
        self._plan()

    def _show_anew(self) -> None:
        """Send the whole lobby: a stake is not offered any more."""
        offered = self._room.cash.house.offered
        self._sent = {stake: row for stake, row in self._sent.items() if stake in offered}
        for client in tuple(self._followers):
            self.follow(client)

    def _refresh(self) -> list[Stake]:
        """Read the rows again if anything may have changed; return the changed ones."""
        lobby = self._room.cash.lobby
        if lobby.version == self._version:
            return []
        self._version = lobby.version
        changed = []
        for row in lobby.rows(self._room.clock.now()):
            stake = stake_to_wire(
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
        """A player's relation to a stake: waiting position, reserved seat, or seats."""
        rules = self._room.cash.house.rules_of(stake)  # its tables may still close
        pool = self._pool(stake)
        kept = pool.reservations.get(player)
        offer = None
        if kept is not None:
            question = QuestionView(stake, kept.until, kept.minimum, kept.maximum, kept.amounts, kept.why)
            offer = offer_to_wire(question, rules)
        place = next((place for place, each in enumerate(pool.queue, 1) if each.player == player), None)
        found = self._room.registry.find(player_stream(player))
        sits = {} if found is None else found.state.tables
        seated = tuple(table for table, sitting in sits.items() if sitting.stake == stake)
        return Mine(stake=stake, position=place, offer=offer, seated=seated)

    def _pool(self, stake: StakeId) -> Pool:
        floor = self._room.registry.find(floor_stream(self._room.cash.house.rules_of(stake)))
        found: Pool = Pool() if floor is None else floor.state.pools.get(stake, Pool())
        return found

    def _all_mine(self, player: PlayerId) -> Iterable[Mine]:
        for stake in self._room.cash.house.offered:
            mine = self.mine(player, stake)
            if mine.position is not None or mine.offer is not None or mine.seated:
                self._mine[player, stake] = mine
                yield mine

    def floor_decided(self, floor: Floor, events: Iterable[Any]) -> None:
        """Send their position to everybody affected by a decision of a floor."""
        for event in events:
            stake = getattr(event, "stake", None)
            if stake is None or stake not in self._room.cash.house.rules:
                continue
            named = getattr(event, "player", None)
            pool = floor.pools.get(stake, Pool())
            waiting = {each.player for each in pool.queue}
            for player in {named, *waiting} if named is not None else waiting:
                self.send_mine(player, stake, _why(event) if player == named else None)

    def send_mine(self, player: PlayerId, stake: StakeId, why: Explanation | None = None) -> None:
        """Send a player their relation to a stake, if connected and changed."""
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


def _why(event: Any) -> Explanation | None:
    """Why a rule ended a reservation or a wait, or None."""
    match event:
        case TurnedAway():
            return explanation_to_wire(event)
        case ReservationEnded():
            return None if event.rule is None else Explanation(code="reservation_ended", rule=event.rule)
        case QueueLeft():
            return Explanation(code="queue_left", rule=event.rule)
    return None
