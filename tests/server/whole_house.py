"""A gateway before a room with every kind of table, on a clock in hand: what clients say reaches real machines at once."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, cast

import msgspec

from fairdeal.bank.accounts import Purpose
from fairdeal.bank.house import StaffId
from fairdeal.bank.purse.commands import CreditPlayer
from fairdeal.casino.games.blackjack import commands as bj
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.games.layout import commands as lay
from fairdeal.casino.table.facts import Dealing
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import SECOND, Cents, Duration, Instant, PlayerId, TableId, units_of
from fairdeal.room.bank.purse import purse_stream
from fairdeal.room.casino.house import CasinoSettings, CasinoTableSetup, casino_stream, one_table_of_each
from fairdeal.room.room import Room
from fairdeal.room.settings import RoomSettings
from fairdeal.room.wiring import open_room
from fairdeal.rulebook.clause import LC, PW, U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.entropy import SystemEntropy
from fairdeal.runtime.ports import Answer, Entropy
from fairdeal.runtime.signing import RoomKey
from fairdeal.server.auth.person import Session
from fairdeal.server.auth.roles import Role
from fairdeal.server.auth.service import Auth
from fairdeal.server.auth.sessions import Device
from fairdeal.server.client import Client
from fairdeal.server.gateway import Gateway
from fairdeal.server.house import ServerHouse
from fairdeal.server.settings import ServerSettings
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.people import open_people
from fairdeal.storage.vault import KEY_BYTES, Vault
from fairdeal.testing.clock import ManualClock
from fairdeal.testing.journal import SimJournal
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill

LATENCY = Duration(5)
RATE = 10**9  # speed is not what is tried here
CASINO = (
    *one_table_of_each(),
    *(CasinoTableSetup(table=TableId(f"{game.name}-live"), game=game, dealing=Dealing.LIVE) for game in GAMES),
)

Message = dict[str, Any]


@dataclass(slots=True)
class Wire:
    """What one connection was sent."""

    came: list[Message] = field(default_factory=list)

    def send(self, message: bytes) -> None:
        self.came.append(msgspec.json.decode(message))

    def close(self, last: bytes, *, reconnect: bool) -> None:
        raise AssertionError(f"closed: {last!r} {reconnect}")


class WholeHouse:
    """Cash games, tournaments, HexaPro and the casino behind one gateway."""

    def __init__(
        self,
        tables: tuple[CasinoTableSetup, ...] = CASINO,
        entropy: Entropy | None = None,
        latency: int = LATENCY,
        store: Any = None,
        settings: CasinoSettings | None = None,
        *,
        fair: bool = False,
    ) -> None:
        """With `fair`, what the house draws can be checked (PFP-1)."""
        self.clock = ManualClock()
        self.store = MemoryStore() if store is None else store
        casino = settings or CasinoSettings(tables=tables)
        editions = [published_edition(each) for each in (U27, PW, LC)]
        vault = Vault({1: bytes(KEY_BYTES)}, bytes)
        journal = SimJournal(self.store, self.clock, lambda: Duration(latency))
        self.room: Room = open_room(
            RoomSettings(casino=casino),
            editions,
            clock=self.clock,
            entropy=entropy or SystemEntropy(),
            journal=journal,
            seal=lambda label, secret: vault.seal(cast("Any", label), secret),
            unseal=lambda label, sealed: vault.open(cast("Any", label), sealed),
            owner="test",
            signer=RoomKey(bytes(KEY_BYTES)) if fair else None,
        )
        self.auth = Auth(open_people("memory:"), self.clock)
        self.auth.offer(editions)
        house = ServerHouse(
            room=self.room,
            store=cast("Any", self.store),
            journal=cast("Any", journal),
            clock=self.clock,
            loop=cast("Any", None),  # nothing waits
            settings=ServerSettings(messages_per_second=RATE),
            editions=editions,
            vault=vault,
            auth=self.auth,
            people=self.auth.people,
        )
        self.gateway = Gateway(house)
        self.events: list[tuple[str, Any]] = []
        self.room.registry.watches.append(self._note)
        self.room.recover()
        for setup in casino.tables:
            self.room.registry.actor(casino_stream(setup.table))
        self.said: dict[str, Message] = {}

    def _note(self, actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        self.events += [(actor.hosted.prefix, event) for event in events]

    def wait(self, duration: int = SECOND) -> None:
        self.clock.advance(duration)

    def close(self) -> None:
        self.room.close()
        self.auth.close()

    # ---- people

    def people(self, *names: str) -> list[Session]:
        """Guests who are let in, with money."""

        async def enter() -> list[Session]:
            entered = [await self.auth.guest(name, "fox", Device("test", "127.0.0.1")) for name in names]
            return [each.session for each in entered if each.session is not None]

        sessions = asyncio.run(enter())
        for session in sessions:
            self.room.open_purse(session.person.player)
        self.wait()
        for session in sessions:
            self.credit(session.person.player, 500_000)
        self.wait()
        return sessions

    def credit(self, player: PlayerId, cents: int) -> None:
        """Give somebody money, in all their wallets."""
        for wallet in self.room.registry.actor(purse_stream(player)).state.accounts:
            self.room.purse(player, CreditPlayer(wallet, units_of(Cents(cents)), StaffId("till"), "to play"))

    def staff(self, session: Session) -> Session:
        """The same person with every role."""
        return replace(session, person=replace(session.person, roles=frozenset(Role)))

    def connect(self, session: Session | None) -> tuple[Client, Wire]:
        wire = Wire()
        return self.gateway.on_connected(wire, session), wire

    # ---- what they say

    def ask(self, client: Client, message: Message) -> str:
        """Send a message under a new id; the id."""
        name = f"m{len(self.said)}"
        self.said[name] = message
        self.gateway.on_message(client, msgspec.json.encode({**message, "id": name}))
        return name

    def tell(self, table: TableId, command: Any) -> Answer:
        answers: list[Answer] = []
        self.room.table(table, command, answers.append)
        self.wait(4 * LATENCY)
        assert len(answers) == 1, command
        return answers[0]

    # ---- the tournament

    def sit_and_go(self) -> None:
        """A sit & go for two is announced."""
        plan = TournamentPlan(kind="sit_and_go", entrants=2, seats=2, seed=4, edition=published_edition(U27))
        (billed,) = bill(plan, self.clock.now(), ())
        self.room.tournaments.announce(billed.setup, MAIN)
        self.wait()

    # ---- the casino

    def casino(self, table: TableId) -> Table:
        state: Table = self.room.registry.actor(casino_stream(table)).state
        return state

    def bet_everywhere(self, player: PlayerId) -> None:
        """Bet at every table that the house deals, in rounds that take bets for some seconds more."""
        roulette, blackjack, baccarat = (TableId(f"{game.name}-1") for game in GAMES)
        for _ in range(1_000):
            tables = [self.casino(each) for each in (roulette, blackjack, baccarat)]
            if all(each.phase is Phase.BETTING and each.deadline > self.clock.now() + 3 * SECOND for each in tables):
                break
            self.wait(SECOND)
        for table, spot in ((roulette, "red"), (baccarat, "player")):
            number = self.casino(table).round
            assert self.tell(table, lay.PlaceChip(player, number, spot, Cents(500))) is None
            assert self.tell(table, lay.Confirm(player, number)) is None
        bet = bj.PlaceBet(player, self.casino(blackjack).round, Cents(1_000))
        assert self.tell(blackjack, bet) is None

    @property
    def stakes(self) -> dict[str, int]:
        """What lies in escrow at casino tables."""
        return {account: held for account, held in self.store.accounts(Purpose.BET.value).items() if held}
