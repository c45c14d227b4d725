"""How casino tables, and what staff decided about a player's chat, are kept and run."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

from fairdeal.bank.accounts import Tender
from fairdeal.bank.purse.commands import EndPlay, RiskMoney, StartPlay
from fairdeal.bank.transfer import Transfer
from fairdeal.casino.chat import ChatBlocked, ChatRoom, Say
from fairdeal.casino.conduct import CONDUCT, Conduct, ConductMachine
from fairdeal.casino.games.blackjack.commands import BetBehind, Decide, PlaceBet
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.catalogue import GAMES
from fairdeal.casino.games.game import Game
from fairdeal.casino.shoe import SALT_BYTES
from fairdeal.casino.table import commands, events, station_events
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.postings import audit, bet_account, moved_by
from fairdeal.casino.table.rounds import escrow
from fairdeal.casino.table.state import Table
from fairdeal.kernel import (
    AccountId,
    Cents,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    StreamId,
    TableId,
    reject,
    units_of,
)
from fairdeal.kernel.agenda import Joint, Task
from fairdeal.room import tags
from fairdeal.room.bank.kinds import purse_stream
from fairdeal.room.cash.kinds import Seal
from fairdeal.room.casino.house import CASINO, CasinoHouse, table_of
from fairdeal.runtime.limits import JOINT_STREAMS_MAX
from fairdeal.runtime.ports import Changes, Entropy, Kind
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import HandRecord

SNAPSHOT_EVERY: Final = 64
"""Events; a round is a dozen or two, and a shoe makes a snapshot of kilobytes."""

FOLLOWERS_MAX: Final = JOINT_STREAMS_MAX - 2
"""So many can follow one double or split from behind: their purses are asked in the same commit."""

_SEALED: Final = b"\xc1"  # a byte that no encoded value begins with
_LABEL: Final = "casino"

Balances = Callable[[list[AccountId]], dict[AccountId, int]]


class TableCodecs(NamedTuple):
    """How events and states of casino tables are written."""

    events: Codec
    states: Codec


def table_codecs(games: Iterable[Game]) -> TableCodecs:
    """The codecs of tables at which those games are played; each brings the names of its own events and of its felt."""
    event_tags: dict[str, type] = dict(tags.CASINO_TABLE)
    felt_tags: dict[str, type] = {}
    left_out: dict[type, Collection[str]] = {ChatRoom: ("messages", "sent")}
    for game in games:
        _add(event_tags, game.event_tags)
        _add(felt_tags, game.felt_tags)
        left_out.update(game.not_kept)
    return TableCodecs(
        Codec("casino table events", 1, event_tags),
        Codec("casino table", 1, {"table": Table}, parts=felt_tags, leave_out=left_out),
    )


def _add(known: dict[str, type], more: Mapping[str, type]) -> None:
    """Add durable names; one name means one class, whichever game brings it."""
    for tag, kind in more.items():
        if known.setdefault(tag, kind) is not kind:
            raise ValueError(f"two games call something {tag!r}: {known[tag].__name__} and {kind.__name__}")


EVENTS, STATES = table_codecs(GAMES)
CONDUCT_EVENTS: Final = Codec("conduct events", 1, {"chat_blocked": ChatBlocked})
CONDUCT_STATES: Final = Codec("conduct", 1, {"conduct": Conduct})


class CasinoFacts(Protocol):
    """What a casino table must be told about people."""

    def may_stake(self, player: PlayerId, tender: Tender, amount: Cents) -> bool:
        """Whether a player's own limits let so much be staked now."""
        ...

    def is_barred(self, player: PlayerId) -> bool:
        """Whether staff closed every chat to a player."""
        ...

    def hands_elsewhere(self, player: PlayerId, table: TableId) -> int:
        """How many blackjack hands a player bets on at other tables."""
        ...


class Sealed:
    """Events and states as they are kept: what nobody may see is encrypted, everything else is readable."""

    def __init__(self, seal: Seal, unseal: Seal, games: Iterable[Game] = GAMES) -> None:
        self._seal = seal
        self._unseal = unseal
        self._events, self._states = table_codecs(games)

    def encode_event(self, event: Any) -> bytes:
        """An event as bytes."""
        data = self._events.encode(event)
        return _SEALED + self._seal(_LABEL, data) if _is_secret(event) else data

    def decode_event(self, data: bytes) -> Any:
        """The event again."""
        return self._events.decode(self._opened(data))

    def encode_state(self, table: Table) -> bytes:
        """A table as bytes; one with cards holds the order of its shoe and perhaps a card face down."""
        data = self._states.encode(table)
        return data if table.shoe is None else _SEALED + self._seal(_LABEL, data)

    def decode_state(self, data: bytes) -> Any:
        """The table again."""
        return self._states.decode(self._opened(data))

    def _opened(self, data: bytes) -> bytes:
        return self._unseal(_LABEL, data[1:]) if is_sealed(data) else data


def is_sealed(data: bytes) -> bool:
    """Whether an event or a state is kept encrypted."""
    return data.startswith(_SEALED)


def _is_secret(event: Any) -> bool:
    match event:
        case events.ShoeShuffled():
            return True
        case events.CardDealt() | station_events.Corrected():
            return not event.face_up
        case _:
            return False


class CasinoRunner:
    """A casino table as the actor runs it: its machine, and what the purses of its players must agree to."""

    def __init__(self, machine: CasinoTable, facts: CasinoFacts, *, closed: bool = False) -> None:
        self._machine = machine
        self._facts = facts
        self._closed = closed
        self._tender = machine.facts.tender
        self._place = f"{CASINO}:{machine.facts.table}"
        self.evolve = machine.evolve

    def decide(self, state: Table, command: Any, now: Instant) -> tuple[Any, ...] | Rejection:
        """What happens, or why not."""
        if self._closed and isinstance(command, commands.Join) and command.player not in state.guests:
            return reject("table_closed")
        return self._machine.decide(state, command, now)

    def agenda(self, state: Table) -> frozenset[Task[Any]]:
        """What the table waits for."""
        return self._machine.agenda(state)

    def transfers(self, event: Any, ref: EventRef) -> tuple[Transfer, ...]:
        """What the event means in money."""
        return self._machine.transfers(event, ref)

    def joins(self, event: Any) -> tuple[Joint[Any], ...]:
        """A visit, and every stake, counts for the limits its player set; play money does not."""
        if self._tender.money is MoneyKind.PLAY:
            return ()
        match event:
            case events.Joined(player):
                return (Joint(purse_stream(player), StartPlay(self._place, self._tender.money)),)
            case events.Left(player):
                return (Joint(purse_stream(player), EndPlay(self._place)),)
        moved = moved_by(self._machine.facts, event)
        return () if moved is None else tuple(self._risk(player, amount) for player, amount in moved.staked if amount)

    def _risk(self, player: PlayerId, amount: Cents) -> Joint[Any]:
        return Joint(purse_stream(player), RiskMoney(self._tender, units_of(amount), self._place))

    def view(self, state: Table, viewer: PlayerId | None) -> Any:
        """The table as one viewer sees it."""
        view = self._machine.view(state, viewer)
        if viewer is None or view.own is None or not view.own.may_chat or not self._facts.is_barred(viewer):
            return view
        return replace(view, own=replace(view.own, may_chat=False))

    def changes(self, before: Table, event: Any) -> Changes:
        """What the event shows."""
        private = self._machine.private_changes(before, event)
        return Changes(
            self._machine.public_change(before, event),
            tuple((player, change) for player, changes in private.items() for change in changes),
        )


def casino_kind(
    house: CasinoHouse, entropy: Entropy, balances: Balances, facts: CasinoFacts, seal: Seal, unseal: Seal
) -> Kind:
    """Casino tables."""
    played = (machine.facts.game for machine in house.machines.values())
    sealed = Sealed(seal, unseal, dict.fromkeys((*GAMES, *played)))

    def runner(stream: StreamId) -> CasinoRunner:
        return CasinoRunner(house.machine(stream), facts, closed=house.setups[table_of(stream)].closed)

    def supply(stream: StreamId, state: Table, command: Any) -> Any:
        return _supplied(house.machine(stream), state, command, entropy, balances, facts)

    def check(stream: StreamId, state: Table, read: Balances) -> None:
        known = house.machine(stream).facts
        people = escrow(state).keys() | state.guests.keys()
        wrong = audit(known, state, read(sorted(bet_account(known.tender, known.table, player) for player in people)))
        assert not wrong, f"{stream}: the ledger and the bets differ: {wrong}"

    def amend(command: Any, _refusal: Rejection) -> Any | None:
        # Somebody who follows may have spent the money meanwhile: asked once more, they are not among those who follow.
        once = isinstance(command, Decide) and command.funds is None
        return replace(command, funds=()) if once else None

    return Kind(
        name=CASINO,
        machine=runner,
        initial=lambda stream: house.machine(stream).initial,
        encode_event=sealed.encode_event,
        decode_event=sealed.decode_event,
        encode_state=sealed.encode_state,
        decode_state=sealed.decode_state,
        supply=supply,
        record=_no_record,
        amend=amend,
        audit=check,
        snapshot_every=SNAPSHOT_EVERY,
        after_silence=commands.GiveTimeBack,
        after_commit=commands.GiveTimeBack,
    )


def _supplied(
    machine: CasinoTable, state: Table, command: Any, entropy: Entropy, balances: Balances, facts: CasinoFacts
) -> Any:
    """The command with chance and facts; at a house table nobody but the house brings chance."""
    match command:
        case commands.Shuffle() if not machine.facts.is_live:
            order = shuffled(entropy, command.cards)
            cut = entropy.below(len(order)) if order else 0
            return replace(command, order=order, cut=cut, salt=entropy.bytes(SALT_BYTES))
        case Decide():
            return _with_funds(machine, state, command, balances, facts)
        case PlaceBet() | BetBehind():
            # Asked anew if the purse is busy with a bet of the same account at another table, so that only one of both is taken.
            return replace(command, elsewhere=facts.hands_elsewhere(command.player, machine.facts.table))
        case Say():
            return replace(command, barred=facts.is_barred(command.player))
        case _:
            return machine.with_chance(command, entropy.below)


def shuffled(entropy: Entropy, cards: bytes) -> bytes:
    """The cards in an order of which each is equally likely (Fisher and Yates)."""
    order = bytearray(cards)
    below = entropy.below
    for last in range(len(order) - 1, 0, -1):
        place = below(last + 1)
        order[last], order[place] = order[place], order[last]
    return bytes(order)


def _with_funds(machine: CasinoTable, state: Table, command: Decide, balances: Balances, facts: CasinoFacts) -> Any:
    wallets = machine.wallets_needed(state, command)
    if not wallets:
        return command
    held = balances(list(wallets.values()))
    for place, (player, wallet) in enumerate(wallets.items()):
        stake = boxes_of(state).wagers[player].original
        if place >= FOLLOWERS_MAX or not facts.may_stake(player, machine.facts.tender, stake):
            held[wallet] = 0
    return machine.with_funds(state, command, held)


class ConductRunner(ConductMachine):
    """A player's conduct as the actor runs it."""

    def joins(self, _event: Any) -> tuple[Joint[Any], ...]:
        """Nothing: tables ask, conduct answers."""
        return ()

    def changes(self, _before: Conduct, _event: Any) -> Changes:
        """Nobody watches."""
        return Changes()


def conduct_kind() -> Kind:
    """What staff decided about players' chat."""
    machine = ConductRunner()
    return Kind(
        name=CONDUCT,
        machine=lambda _: machine,
        initial=lambda _: Conduct(),
        encode_event=CONDUCT_EVENTS.encode,
        decode_event=CONDUCT_EVENTS.decode,
        encode_state=CONDUCT_STATES.encode,
        decode_state=CONDUCT_STATES.decode,
        supply=lambda _stream, _state, command: command,
        record=_no_record,
        amend=lambda _command, _refusal: None,
    )


def _no_record(_stream: StreamId, _before: Any, _event: Any) -> HandRecord | None:
    return None
