"""How cash tables, floors and players' streams are kept and run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.bank.purse.commands import EndPlay, RiskMoney, StartPlay, TakeMoneyBack
from fairdeal.bank.transfer import Transfer
from fairdeal.bank.wallet import table_wallet
from fairdeal.cash.draw import DRAW_BOUND
from fairdeal.cash.floor import commands as floor_commands
from fairdeal.cash.floor.machine import FloorMachine
from fairdeal.cash.floor.state import Floor
from fairdeal.cash.guest import Guest
from fairdeal.cash.offer import Offered, StakeId, floors, offer
from fairdeal.cash.player import commands as player_commands
from fairdeal.cash.player.machine import PlayerMachine
from fairdeal.cash.player.state import CashPlayer
from fairdeal.cash.rules import CashRules
from fairdeal.cash.settings import HouseSettings
from fairdeal.cash.table import commands as table_commands
from fairdeal.cash.table import events as table_events
from fairdeal.cash.table.evolve import evolve
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.machine import UNOPENED, TableMachine
from fairdeal.cash.table.postings import audit as table_audit
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import (
    AccountId,
    Cents,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Rounding,
    StreamId,
    TableId,
    Units,
    cents_of,
    reject,
    units_of,
)
from fairdeal.kernel.agenda import Joint, Task, Timer
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.play.connections import with_loss
from fairdeal.play.deck import locked_deck
from fairdeal.play.messages import Act, GiveTimeBack, TurnExpired
from fairdeal.play.state import Running, Turn
from fairdeal.room import tags
from fairdeal.room.bank.kinds import purse_stream
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.ports import Changes, Entropy, Kind
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import HandRecord

SALT_BYTES: Final = 16
FLOOR_SNAPSHOT_EVERY: Final = 64
"""A floor holds all its tables and players; to write all of it for every seat would cost more than the seat."""
VOID_RECORD: Final = b"\0"
"""The public part of a hand that was void: the number is used up, nothing else is left of it."""

Seal = Callable[[str, bytes], bytes]
Balances = Callable[[list[AccountId]], dict[AccountId, int]]


TABLE_EVENTS: Final = Codec("cash table events", 1, tags.CASH_TABLE)
TABLE_STATES: Final = Codec(
    "cash table", 1, {"table": CashTable}, leave_out={CashTable: ("running", "outcome", "dropped", "paused_since")}
)
FLOOR_EVENTS: Final = Codec("floor events", 1, tags.FLOOR)
FLOOR_STATES: Final = Codec("floor", 1, {"floor": Floor})
PLAYER_EVENTS: Final = Codec("player events", 1, tags.PLAYER)
PLAYER_STATES: Final = Codec("player", 1, {"player": CashPlayer}, leave_out={CashPlayer: ("pause",)})


@dataclass(frozen=True)
class CashHouse:
    """All cash stakes of the house, under every text of their rulebooks, and how the house runs them."""

    offered: Mapping[StakeId, Offered]  # under the texts in force
    rules: Mapping[StakeId, Mapping[str, CashRules]]  # under every text, by content hash
    texts: Mapping[StreamId, Mapping[str, Mapping[StakeId, Offered]]]  # by floor, then by content hash
    in_force: Mapping[StreamId, str]  # content hash by floor
    settings: HouseSettings


def cash_house(
    editions: list[Edition],
    kinds: list[MoneyKind],
    settings: HouseSettings,
    older: list[Edition] | None = None,
) -> CashHouse:
    """The stakes of these editions for these kinds of money; `older` are texts that running tables may still play by."""
    offered: dict[StakeId, Offered] = {}
    rules: dict[StakeId, dict[str, CashRules]] = {}
    texts: dict[StreamId, dict[str, Mapping[StakeId, Offered]]] = {}
    in_force: dict[StreamId, str] = {}
    for edition, current in [*((each, False) for each in older or []), *((each, True) for each in editions)]:
        for money in kinds:
            stakes = offer(edition, money)
            for floor, rows in floors(stakes).items():
                digest = next(iter(rows.values())).rules.digest
                texts.setdefault(floor, {})[digest] = rows
                if current:
                    in_force[floor] = digest
            for stake, row in stakes.items():
                rules.setdefault(stake, {})[row.rules.digest] = row.rules
                if current:
                    offered[stake] = row
    return CashHouse(offered, rules, texts, in_force, settings)


def wallet_of(rules: CashRules, player: PlayerId) -> AccountId:
    """The account a player's buy-ins at a stake come from."""
    return table_wallet(rules.wallet, rules.money, player)


# ---- tables


class TableRunner:
    """A cash table as the actor runs it: its machine is known once the stream says which stake it is."""

    def __init__(self, table: TableId, house: CashHouse) -> None:
        self._table = table
        self._house = house
        self._machine: TableMachine | None = None

    def of(self, stake: str) -> TableMachine:
        """The machine, made when the stake is known."""
        if self._machine is None:
            rules = self._house.rules[StakeId(stake)]
            first = next(iter(rules.values()))
            tender = Tender(first.currency, first.money)
            self._machine = TableMachine(self._table, tender, rules, self._house.settings)
        return self._machine

    def decide(self, state: CashTable, command: Any, now: Instant) -> tuple[Any, ...] | Rejection:
        """What happens, or why not."""
        machine = self._machine
        if machine is None:
            stake = command.stake if isinstance(command, table_commands.OpenTable) else state.stake
            if not stake:
                return reject("no_such_table")
            machine = self.of(stake)
        return machine.decide(state, command, now)

    def evolve(self, state: CashTable, event: Any) -> CashTable:
        """The table after the event."""
        return evolve(state, event)

    def agenda(self, state: CashTable) -> frozenset[Task[Any]]:
        """What the table waits for."""
        return self.of(state.stake).agenda(state) if state.stake else frozenset()

    def joins(self, event: Any) -> tuple[Joint[Any], ...]:
        """What floor, player and purse must decide in the same commit."""
        assert self._machine is not None
        return (*self._machine.joins(event), *_purse_joins(self._machine.facts, event))

    def transfers(self, event: Any, ref: EventRef) -> tuple[Transfer, ...]:
        """What the event means in money."""
        assert self._machine is not None
        return self._machine.transfers(event, ref)

    def view(self, state: CashTable, viewer: PlayerId | None) -> Any:
        """The table as one viewer sees it; nothing of one that was never opened."""
        return self.of(state.stake).view(state, viewer) if state.stake else None

    def changes(self, before: CashTable, event: Any) -> Changes:
        """What the event shows."""
        machine = self._machine
        assert machine is not None
        public, private = machine.public_change(before, event), machine.private_changes(before, event)
        if not private:
            return Changes(public)
        return Changes(public, tuple([(player, change) for player, some in private.items() for change in some]))


class TurnPassed(NamedTuple):
    """The change of a table's agenda when only the turn is another."""

    added: tuple[Task[Any], ...]
    removed: tuple[Task[Any], ...]


def table_agenda_change(before: CashTable, after: CashTable) -> TurnPassed | None:
    """What one act changes, which is the clock of the turn; None where more may be another."""
    was, now = before.running, after.running
    if was is None or now is None or was.turn is None or now.turn is None:
        return None
    if before.chairs is not after.chairs or before.paused_since is not None or after.paused_since is not None:
        return None
    if before.edition != after.edition:
        return None
    return TurnPassed((_turn_timer(now, now.turn),), (_turn_timer(was, was.turn),))


def _turn_timer(running: Running, turn: Turn) -> Timer[Any]:
    return Timer(turn.deadline, TurnExpired(running.lineup.hand, turn.number))


def _purse_joins(facts: TableFacts, event: Any) -> tuple[Joint[Any], ...]:
    """Money put at risk and taken back counts for the limits its player set."""
    if facts.tender.money is MoneyKind.PLAY:
        return ()
    place = f"cash:{facts.table}"
    match event:
        case table_events.SatDown():
            risk = RiskMoney(facts.tender, units_of(event.buy_in), place)
            purse = purse_stream(event.player)
            return Joint(purse, StartPlay(place, facts.tender.money)), Joint(purse, risk)
        case table_events.ToppedUp():
            return (Joint(purse_stream(event.player), RiskMoney(facts.tender, units_of(event.amount), place)),)
        case table_events.TopUpReturned():
            return (Joint(purse_stream(event.player), TakeMoneyBack(facts.tender, units_of(event.amount), place)),)
        case table_events.Left():
            back = Units(units_of(event.stack) + units_of(event.pending))
            purse = purse_stream(event.player)
            return Joint(purse, TakeMoneyBack(facts.tender, back, place)), Joint(purse, EndPlay(place))
        case _:
            return ()


def _supplied(house: CashHouse, entropy: Entropy, balances: Balances, state: CashTable, command: Any) -> Any:
    """A command to a table with what only chance and the wallet can tell."""
    match command:
        case table_commands.StartHand(deck=None):
            return replace(
                command,
                deck=entropy.deck(),
                salt=entropy.bytes(SALT_BYTES),
                chance=entropy.bytes(CHANCE_BYTES),
                draw=entropy.below(DRAW_BOUND),
            )
        case table_commands.Seat(draw=None):
            return replace(command, draw=entropy.below(DRAW_BOUND))
        case table_commands.Refill(available=None):
            rules = house.rules[StakeId(state.stake)][state.edition]
            wallet = wallet_of(rules, command.player)
            held = Units(balances([wallet]).get(wallet, 0))
            return replace(command, available=cents_of(held, Rounding.DOWN))
        case _:
            return command


def table_kind(
    house: CashHouse,
    entropy: Entropy,
    balances: Balances,
    seal: Seal,
    lost_since: Callable[[PlayerId], Instant | None],
) -> Kind:
    """Cash tables; `lost_since` knows who has no connection before tables are told."""

    def supply(_stream: StreamId, state: CashTable, command: Any) -> Any:
        if type(command) is Act:  # by far the most frequent
            return command
        if type(command) is TurnExpired:
            return with_loss(command, state.running, lost_since)
        return _supplied(house, entropy, balances, state, command)

    def record(stream: StreamId, before: CashTable, event: Any) -> HandRecord | None:
        return _record(house, seal, stream, before, event)

    def accounts(stream: StreamId, state: CashTable) -> list[AccountId]:
        facts = TableRunner(TableId(stream.partition(":")[2]), house).of(state.stake).facts
        chairs = [
            facts.tender.account(purpose, f"{facts.table}/{chair.player}")
            for chair in state.chairs
            if chair is not None
            for purpose in (Purpose.SEAT, Purpose.PENDING)
        ]
        return [*chairs, facts.tender.account(Purpose.POT, facts.table)]

    def audit(stream: StreamId, state: CashTable, read: Balances) -> None:
        facts = TableRunner(TableId(stream.partition(":")[2]), house).of(state.stake).facts
        wrong = table_audit(facts, state, read(accounts(stream, state)))
        assert not wrong, f"{stream}: the ledger and the chairs differ: {wrong}"

    def amend(command: Any, _refusal: Rejection) -> Any | None:
        # An auto top-up that the purse or the ledger refuses moves nothing; it does not wait for another answer.
        return replace(command, available=Cents(0)) if isinstance(command, table_commands.Refill) else None

    return Kind(
        name="cash",
        machine=lambda stream: TableRunner(TableId(stream.partition(":")[2]), house),
        initial=lambda _: UNOPENED,
        encode_event=TABLE_EVENTS.encode,
        decode_event=TABLE_EVENTS.decode,
        encode_state=TABLE_STATES.encode,
        decode_state=TABLE_STATES.decode,
        supply=supply,
        record=record,
        amend=amend,
        audit=audit,
        after_silence=GiveTimeBack,
        after_commit=partial(GiveTimeBack, hand_only=True),
        accounts=accounts,
        agenda_change=table_agenda_change,
    )


def _record(house: CashHouse, seal: Seal, stream: StreamId, before: CashTable, event: Any) -> HandRecord | None:
    table = TableId(stream.partition(":")[2])
    if before.open is None or not isinstance(event, table_events.HandEnded | table_events.HandVoided):
        return None
    opened = before.open
    rules = house.rules[StakeId(before.stake)][opened.edition]
    players = tuple(before.chair_at(seat).player for seat in opened.dealt.seats)
    public, secret = VOID_RECORD, b""
    if isinstance(event, table_events.HandEnded):
        packed = TableRunner(table, house).of(before.stake).records(before, event)
        assert packed is not None, "a hand that ends was being played"
        public, secret = packed
    sealed = seal(opened.hand, locked_deck(before.running) + secret)
    return HandRecord(opened.hand, table, opened.number, opened.edition, rules.stake_key, players, public, sealed)


# ---- floors


class FloorRunner(FloorMachine):
    """A floor as the actor runs it; the lobby is a read model of its own, nobody watches the floor itself."""

    def changes(self, _before: Floor, _event: Any) -> Changes:
        """Those concerned hear of it through the lobby."""
        return Changes()


def floor_kind(
    house: CashHouse,
    entropy: Entropy,
    guest: Callable[[PlayerId, StakeId], Guest],
) -> Kind:
    """Floors; `guest` finds the facts about a player who wants a seat."""

    def supply(_stream: StreamId, _state: Floor, command: Any) -> Any:
        if getattr(command, "draw", 0) is None:
            command = replace(command, draw=entropy.below(DRAW_BOUND))
        if getattr(command, "guest", 0) is None:
            command = replace(command, guest=guest(command.player, command.stake))
        return command

    def amend(command: Any, refusal: Rejection) -> Any | None:
        if isinstance(command, floor_commands.ServeQueue):
            return floor_commands.TurnAway(command.stake, command.player, refusal)
        return None

    return Kind(
        name="floor",
        machine=lambda stream: FloorRunner(house.texts[stream], house.settings),
        initial=lambda stream: Floor(house.in_force[stream]),
        encode_event=FLOOR_EVENTS.encode,
        decode_event=FLOOR_EVENTS.decode,
        encode_state=FLOOR_STATES.encode,
        decode_state=FLOOR_STATES.decode,
        supply=supply,
        record=_no_record,
        amend=amend,
        snapshot_every=FLOOR_SNAPSHOT_EVERY,
        after_silence=floor_commands.Recover,
    )


# ---- players


class PlayerRunner(PlayerMachine):
    """A player's stream as the actor runs it."""

    def changes(self, _before: CashPlayer, _event: Any) -> Changes:
        """Nothing to show: tables show what happens there."""
        return Changes()


def player_kind(house: CashHouse) -> Kind:
    """Players' streams."""
    machine = PlayerRunner(house.offered)
    return Kind(
        name="player",
        machine=lambda _: machine,
        initial=lambda stream: CashPlayer(PlayerId(stream.partition(":")[2])),
        encode_event=PLAYER_EVENTS.encode,
        decode_event=PLAYER_EVENTS.decode,
        encode_state=PLAYER_STATES.encode,
        decode_state=PLAYER_STATES.decode,
        supply=lambda _stream, _state, command: command,
        record=_no_record,
        amend=_never,
        after_silence=player_commands.Recover,
    )


def _no_record(_stream: StreamId, _before: Any, _event: Any) -> HandRecord | None:
    return None


def _never(_command: Any, _refusal: Rejection) -> Any | None:
    return None
