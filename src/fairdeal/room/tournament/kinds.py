"""How directors and dealers of tournaments are kept and run."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from fairdeal.bank.accounts import entry_fees
from fairdeal.bank.purse.commands import RiskMoney, TakeMoneyBack
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import (
    AccountId,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    StreamId,
    TournamentId,
    Units,
    units_of,
)
from fairdeal.kernel.agenda import Joint
from fairdeal.kernel.ids import CHANCE_BYTES
from fairdeal.play.connections import with_loss
from fairdeal.play.deck import locked_deck
from fairdeal.play.messages import GiveTimeBack, TurnExpired
from fairdeal.room.bank.kinds import purse_stream
from fairdeal.room.cash.kinds import SALT_BYTES, VOID_RECORD, Seal
from fairdeal.room.tournament.codecs import (
    DEALER_EVENTS,
    DEALER_STATES,
    DIRECTOR_EVENTS,
    decode_tournament,
    encode_tournament,
)
from fairdeal.room.tournament.house import TournamentFacts, TournamentHouse
from fairdeal.runtime.ports import Changes, Entropy, Kind
from fairdeal.storage.port import HandRecord
from fairdeal.tournament.books import Books
from fairdeal.tournament.dealer.commands import DealHand
from fairdeal.tournament.dealer.events import DealEnded, DealVoided
from fairdeal.tournament.dealer.machine import NEW_TABLE, DealerMachine
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.director import commands as ms
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.agenda import agenda_between
from fairdeal.tournament.director.machine import TournamentMachine
from fairdeal.tournament.director.state import Means, Tournament
from fairdeal.tournament.lots import CHANCE_BYTES as LOTS_BYTES
from fairdeal.tournament.orders import Supply, table_of_stream
from fairdeal.tournament.programme.commands import NoteFull, NoteOver
from fairdeal.tournament.programme.state import programme_stream
from fairdeal.tournament.setup import LastPhase

DIRECTOR_SNAPSHOT_EVERY: Final = 200
"""Events; a tournament of ten thousand has a snapshot of megabytes, and reads so many events in a moment."""

HEAVY: Final = 1000
"""Entries; for every so many, snapshots are written less often, so that a hand costs the same in a field of any size."""

Balances = Callable[[list[AccountId]], dict[AccountId, int]]


# ---- directors


class DirectorRunner(TournamentMachine):
    """A director as the actor runs it: it also tells purses what is staked, and the programme when it is full or over."""

    def __init__(self, tournament: TournamentId, house: TournamentHouse) -> None:
        super().__init__(tournament, house.rulebook)
        self._programme: StreamId | None = None

    def decide(self, state: Tournament | None, command: Any, now: Instant) -> tuple[Any, ...] | Rejection:
        """What happens, or why not."""
        if self._programme is None and state is not None and self.rulebook.format_of(state.setup.product).in_programme:
            rules = self.rulebook.rules_of(state.setup)
            self._programme = programme_stream(rules.edition, state.setup.money)
        return super().decide(state, command, now)

    def joins(self, event: Any) -> tuple[Joint[Any], ...]:
        """What other machines must decide in the same commit."""
        return (*super().joins(event), *self._programme_joins(event), *_purse_joins(event))

    def _programme_joins(self, event: Any) -> tuple[Joint[Any], ...]:
        if self._programme is None:
            return ()
        match event:
            case ev.Filled():
                return (Joint(self._programme, NoteFull(self.tournament)),)
            case oc.Closed():
                return (Joint(self._programme, NoteOver(self.tournament)),)
            case _:
                return ()

    def changes(self, before: Tournament | None, event: Any) -> Changes:
        """What the event shows."""
        return Changes(self.public_change(before, event), self.private_changes(before, event))


def _purse_joins(event: Any) -> tuple[Joint[Any], ...]:
    """Money that is staked, or comes back before the start, counts for the limits its player set."""
    if isinstance(event, oc.Posted) and event.books.tender.money is MoneyKind.PLAY:
        return ()
    match event:
        case ev.Entered() if event.entry.means is Means.MONEY and event.entry.price.total:
            return (_risk(event.books, event.player, units_of(event.entry.price.total)),)
        case ev.ChipsBought() if event.purchase.price.total:
            return (_risk(event.books, event.player, units_of(event.purchase.price.total)),)
        case ev.Unregistered() if event.entry.means is Means.MONEY and event.entry.price.total:
            back = TakeMoneyBack(event.books.tender, units_of(event.entry.price.total), place_of(event.books))
            return (Joint(purse_stream(event.player), back),)
        case _:
            return ()


def _risk(books: Books, player: PlayerId, amount: Units) -> Joint[Any]:
    return Joint(purse_stream(player), RiskMoney(books.tender, amount, place_of(books)))


def place_of(books: Books) -> str:
    """The tournament, as purses know it."""
    return f"tournament:{books.tournament}"


def director_kind(house: TournamentHouse, entropy: Entropy, facts: TournamentFacts) -> Kind:
    """Directors of tournaments of every format."""

    def supply(_stream: StreamId, state: Tournament | None, command: Any) -> Any:
        if state is None:
            return command
        if getattr(command, "supply", 0) is None:
            command = replace(command, supply=Supply(entropy.bytes(LOTS_BYTES), facts.held(state.setup)))
        if getattr(command, "facts", 0) is None:
            command = replace(command, facts=facts.entry(state.id, state.setup, command))
        if isinstance(command, ms.Start) and command.absent is None:
            absent = frozenset(player for player in state.entrants if not facts.is_connected(player))
            command = replace(command, absent=absent)
        return command

    def audit(stream: StreamId, state: Tournament | None, read: Balances) -> None:
        if state is None:
            return
        books = house.rules_of(state.setup).books(state.id, state.setup.product)
        fees, purse = entry_fees(books.tender, state.id), state.purse
        held = read([books.prizes, books.bounties, fees])
        wanted = {books.prizes: purse.pool, books.bounties: purse.heads, fees: purse.fees}
        # Money of a first phase may be here before the letter that brings its players.
        early = isinstance(state.setup.phase, LastPhase)
        over = {account: held.get(account, 0) - units_of(amount) for account, amount in wanted.items()}
        wrong = {account: wanted[account] for account, more in over.items() if (more < 0 if early else more != 0)}
        assert not wrong, f"{stream}: the ledger and the tournament differ: {wrong}"

    return Kind(
        name="tournament",
        machine=lambda stream: DirectorRunner(TournamentId(stream.partition(":")[2]), house),
        initial=lambda _: None,
        encode_event=DIRECTOR_EVENTS.encode,
        decode_event=DIRECTOR_EVENTS.decode,
        encode_state=encode_tournament,
        decode_state=decode_tournament,
        supply=supply,
        record=_no_record,
        amend=_never,
        audit=audit,
        snapshot_every=DIRECTOR_SNAPSHOT_EVERY,
        weight=lambda state: 1 if state is None else 1 + state.numbered // HEAVY,
        agenda_change=agenda_between,
        after_silence=GiveTimeBack,
    )


# ---- dealers


class DealerRunner(DealerMachine):
    """A dealer as the actor runs it; chips are the director's, so nothing moves in the ledger."""

    __slots__ = ()

    def joins(self, _event: Any) -> tuple[Joint[Any], ...]:
        """Nothing: reports are letters."""
        return ()

    def transfers(self, _event: Any, _ref: EventRef) -> tuple[Transfer, ...]:
        """Nothing."""
        return ()

    def changes(self, before: DealerTable, event: Any) -> Changes:
        """What the event shows."""
        private = self.private_changes(before, event)
        return Changes(
            self.public_change(before, event),
            tuple((player, change) for player, changes in private.items() for change in changes),
        )


def dealer_kind(house: TournamentHouse, entropy: Entropy, facts: TournamentFacts, seal: Seal) -> Kind:
    """Dealers of tournaments' tables."""

    def machine(stream: StreamId) -> DealerRunner:
        tournament, table = table_of_stream(stream)
        return DealerRunner(tournament, table, house.rulebook.hand_rules_of, house.settings.dealer)

    def supply(_stream: StreamId, state: DealerTable, command: Any) -> Any:
        if isinstance(command, TurnExpired):
            return with_loss(command, state.running, facts.lost_since)
        if not isinstance(command, DealHand) or command.deck is not None:
            return command
        order = state.order
        players = () if order is None else [place.player for place in order.places]
        return replace(
            command,
            deck=entropy.deck(),
            salt=entropy.bytes(SALT_BYTES),
            chance=entropy.bytes(CHANCE_BYTES),
            missing=frozenset(player for player in players if not facts.is_connected(player)),
        )

    def record(stream: StreamId, before: DealerTable, event: Any) -> HandRecord | None:
        opened = before.open
        if opened is None or not isinstance(event, DealEnded | DealVoided):
            return None
        dealer = machine(stream)
        packed = dealer.records(before, event)
        public, secret = (VOID_RECORD, b"") if packed is None else packed
        sealed = seal(opened.hand, locked_deck(before.running) + secret)
        stake = f"tournament/{dealer.facts.tournament}"
        table = dealer.facts.table
        return HandRecord(opened.hand, table, opened.number, opened.edition, stake, opened.players, public, sealed)

    return Kind(
        name="deal",
        machine=machine,
        initial=lambda _: NEW_TABLE,
        encode_event=DEALER_EVENTS.encode,
        decode_event=DEALER_EVENTS.decode,
        encode_state=DEALER_STATES.encode,
        decode_state=DEALER_STATES.decode,
        supply=supply,
        record=record,
        amend=_never,
        after_silence=GiveTimeBack,
        after_commit=GiveTimeBack,
    )


def _no_record(_stream: StreamId, _before: Any, _event: Any) -> HandRecord | None:
    return None


def _never(_command: Any, _refusal: Rejection) -> Any | None:
    return None
