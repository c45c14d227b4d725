"""
Checks the rounds and the money of a simulated casino, from committed events alone.

Every bet is settled or returned once; what a round takes and returns is exactly what was bet; a void round returns everything,
insurance included; nobody bets more in a round than the table allows, or on two hands at once (BJ-55); a crash before the first
card or spin makes a round void, after a later one it goes on (X-141). Nothing is shown before it is durable.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.bank.ledger import trial_balance
from fairdeal.casino.games.blackjack import events as be
from fairdeal.casino.games.layout.events import BetsConfirmed
from fairdeal.casino.games.roulette.spin import Spun
from fairdeal.casino.table import events as ev
from fairdeal.casino.table import station_events as se
from fairdeal.casino.table.postings import bet_account
from fairdeal.casino.table.state import CorrectionKind, Payment
from fairdeal.kernel import PlayerId, StreamId, units_of
from fairdeal.kernel.money import Cents
from fairdeal.room.casino.house import CASINO, table_of
from fairdeal.runtime.broadcast import Frame
from fairdeal.storage.memory import MemoryStore
from fairdeal.storage.port import Committed, Outcome, Unit

SHOWN_ONCE_DURABLE: Final = (ev.CardDealt, Spun, ev.RoundSettled, ev.RoundVoided, be.Decided, be.HoleShown)


class Broken(Exception):
    """Raised when a check of the simulated casino fails."""


@dataclass(slots=True)
class RoundBook:
    """Bets and payments of the current round of one table, by player and in cents."""

    number: int = 0
    staked: dict[PlayerId, int] = field(default_factory=lambda: defaultdict(int))
    paid_in: dict[PlayerId, int] = field(default_factory=lambda: defaultdict(int))  # less withdrawn bets
    paid_out: dict[PlayerId, int] = field(default_factory=lambda: defaultdict(int))
    hands: dict[PlayerId, int] = field(default_factory=dict)  # the blackjack seat that a player bet on
    dealt: bool = False
    ended: int = 0  # the last round that was settled or void
    awaits: str = ""  # what must become of the round after a crash: "void", "goes on"
    may_void: bool = False  # staff approved it, or the shoe was too small


class CasinoBooks:
    """The checks of one casino simulation; raises `Broken` if something does not hold."""

    def __init__(
        self,
        store: MemoryStore,
        decode: Callable[[bytes], Any],
        tender: Tender,
        round_max: Mapping[StreamId, Cents] | None = None,
    ) -> None:
        """`round_max` is the most one player may bet in one round of a table."""
        self._store = store
        self._decode = decode
        self._tender = tender
        self._round_max = round_max or {}
        self.rounds: dict[StreamId, RoundBook] = defaultdict(RoundBook)
        self.events: Counter[str] = Counter()
        self.voided_by_crash = 0
        self.went_on = 0
        self._durable: Counter[tuple[StreamId, str]] = Counter()
        self._shown: Counter[tuple[StreamId, str]] = Counter()
        self.on_event: Callable[[object], None] = lambda _: None

    @property
    def settled(self) -> int:
        """How many rounds were played to their end."""
        return self.events["RoundSettled"]

    # ---- what was written and shown

    def written(self, units: Sequence[Unit], outcomes: Sequence[Outcome]) -> None:
        """Check the events of a committed group."""
        for unit, outcome in zip(units, outcomes, strict=True):
            if not isinstance(outcome, Committed):
                continue
            for append in unit.appends:
                if append.stream.startswith(f"{CASINO}:"):
                    for data in append.events:
                        event = self._decode(data)
                        self._note(append.stream, event)
                        self.on_event(event)

    def shown(self, stream: StreamId, frame: Frame) -> None:
        """Check that everything a frame shows was committed before."""
        for change in frame.public:
            if isinstance(change, SHOWN_ONCE_DURABLE):
                key = stream, type(change).__name__
                self._shown[key] += 1
                if self._shown[key] > self._durable[key]:
                    raise Broken(f"{stream}: {change} was shown before it was durable")

    # ---- crashes

    def crashed(self) -> None:
        """Note after a crash whether each round must become void or go on."""
        for book in self.rounds.values():
            if any(book.staked.values()):
                book.awaits = "goes on" if book.dealt else "void"

    def recovered(self) -> None:
        """Check that recovery has made void every round that had to be."""
        for stream, book in self.rounds.items():
            if book.awaits == "void":
                raise Broken(f"{stream}: round {book.number} should be void")

    # ---- events

    def _note(self, stream: StreamId, event: Any) -> None:
        name = type(event).__name__
        self.events[name] += 1
        self._durable[stream, name] += 1
        book = self.rounds[stream]
        match event:
            case ev.BettingOpened():
                if event.round != book.ended + 1 or any(book.staked.values()):
                    raise Broken(f"{stream}: round {event.round} opened after {book.ended}, staked {dict(book.staked)}")
                book.number, book.dealt, book.may_void = event.round, False, False
            case ev.CardDealt() | Spun():
                book.dealt = True
            case se.Corrected():
                book.may_void |= event.correction.kind is CorrectionKind.ROUND_VOIDED
            case ev.RoundSettled() | ev.RoundVoided():
                self._end(stream, book, event)
            case be.HoleChecked():
                _take(book, event.payments)
            case _:
                for player, amount in _stakes(event):
                    book.staked[player] += amount
                    book.paid_in[player] += amount
                    self._check_most(stream, book, player)
                if isinstance(event, be.BetPlaced):
                    self._check_one_hand(stream, book, event)

    def _check_one_hand(self, stream: StreamId, book: RoundBook, event: be.BetPlaced) -> None:
        book.hands[event.player] = event.seat
        elsewhere = [where for where, each in self.rounds.items() if where != stream and event.player in each.hands]
        if any(self.rounds[where].staked[event.player] for where in elsewhere):
            raise Broken(f"{stream}: {event.player} bets on a hand, and on another at {elsewhere}")

    def _check_most(self, stream: StreamId, book: RoundBook, player: PlayerId) -> None:
        most = self._round_max.get(stream)
        if most is not None and book.paid_in[player] > most:
            raise Broken(f"{stream}: {player} staked {book.paid_in[player]} in round {book.number}, the most is {most}")

    def _end(self, stream: StreamId, book: RoundBook, event: ev.RoundSettled | ev.RoundVoided) -> None:
        void = isinstance(event, ev.RoundVoided)
        if event.round != book.number or event.round <= book.ended:
            raise Broken(f"{stream}: round {event.round} ended twice, or another was played")
        _take(book, event.payments)
        left = {player: amount for player, amount in book.staked.items() if amount}
        if left:
            raise Broken(f"{stream}: round {event.round} ended and {left} is still staked")
        if void and (wrong := [player for player, paid in book.paid_in.items() if paid != book.paid_out[player]]):
            raise Broken(f"{stream}: void round {event.round} moved money between {wrong} and the house")
        self._after_crash(stream, book, event)
        for each in (book.staked, book.paid_in, book.paid_out, book.hands):
            each.clear()
        book.ended = event.round

    def _after_crash(self, stream: StreamId, book: RoundBook, event: ev.RoundSettled | ev.RoundVoided) -> None:
        void = isinstance(event, ev.RoundVoided)
        by_failure = void and event.rule == "X-141" and not book.may_void
        if by_failure and book.awaits != "void":
            raise Broken(f"{stream}: round {event.round} was void without need")
        if book.awaits == "void" and not void:
            raise Broken(f"{stream}: round {event.round} was played although nothing was dealt before the crash")
        self.voided_by_crash += book.awaits == "void"
        self.went_on += book.awaits == "goes on"
        book.awaits = ""

    # ---- money

    def check_money(self) -> None:
        """Check that all accounts add up to zero, and that bet accounts hold the bets of the current rounds."""
        difference = self.difference()
        if difference:
            raise Broken(f"the ledger differs by {difference}")
        held = {account: amount for account, amount in self._store.accounts(Purpose.BET.value).items() if amount}
        expected = {
            bet_account(self._tender, table_of(stream), player): units_of(Cents(amount))
            for stream, book in self.rounds.items()
            for player, amount in book.staked.items()
            if amount
        }
        if held != expected:
            raise Broken(f"bet accounts hold {held}, staked is {expected}")

    def difference(self) -> int:
        """By how much the accounts of each tender miss zero, added up over all tenders; 0 if the ledger balances."""
        balances = {account: amount for each in Purpose for account, amount in self._store.accounts(each.value).items()}
        return sum(abs(total) for total in trial_balance(balances).values())


def _stakes(event: Any) -> Iterable[tuple[PlayerId, int]]:
    """By player, the amount that an event adds to the bets; negative for a returned bet."""
    match event:
        case BetsConfirmed():
            return [(event.player, sum(amount for _, amount in event.bets))]
        case be.BetPlaced() | be.InsuranceAnswered():
            return [(event.player, event.amount)]
        case be.BetReturned():
            return [(event.player, -event.amount)]
        case be.Decided():
            return event.extras
        case _:
            return ()


def _take(book: RoundBook, payments: Iterable[Payment]) -> None:
    for each in payments:
        book.staked[each.player] -= each.lost + each.returned
        book.paid_out[each.player] += each.returned + each.won + each.given_back
