"""Runs a machine of the bank against a real ledger, as the runtime would, and audits after every step."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo

from fairdeal.bank.ledger import Book, overdrawn, trial_balance
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, EventRef, Instant, Rejection, StreamId, Units, Zone
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.loader import published_edition
from fairdeal.rulebook.schema.edition import Poker
from fairdeal.zones import database_zone

State = TypeVar("State")


def zone(name: str) -> Zone:
    """A zone that there is."""
    found = database_zone(name)
    assert found is not None, name
    return found


BUCHAREST = zone("Europe/Bucharest")


def at(text: str, zone: str = "UTC") -> Instant:
    """The instant at which a zone's clocks show "2026-11-15 12:00"."""
    return Instant(round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000))


def poker_of(edition: EditionId) -> Poker:
    poker = published_edition(edition).poker
    assert poker is not None
    return poker


def units(text: str) -> Units:
    """An amount such as "107.5204" in units."""
    whole, _, part = text.partition(".")
    return Units(int(whole) * 10_000 + int(part.ljust(4, "0")))


class Till(Generic[State]):
    """A machine, its state and its stream; the book may be shared with other machines."""

    def __init__(self, machine: Any, state: State, stream: str, book: Book | None = None) -> None:
        self.machine = machine
        self.first = self.state = state
        self.stream = StreamId(stream)
        self.book = Book({}) if book is None else book
        self.events: list[Any] = []
        self.posted: list[Transfer] = []

    def ask(self, command: Any, now: Instant) -> tuple[Any, ...] | Rejection:
        """Decide and commit, or say who refused: the rules or the ledger; then nothing has changed."""
        before = self.state
        steps = self.machine.decide(before, command, now)
        assert self.state is before
        if isinstance(steps, Rejection):
            return steps
        after, chain = before, []
        for version, (_, event, led_to) in enumerate(steps, len(self.events) + 1):
            chain += self.machine.transfers(event, EventRef(self.stream, version))
            after = self.machine.evolve(after, event)
            assert after == led_to, event
            for account in self.machine.opens(event) if hasattr(self.machine, "opens") else ():
                assert self.book.open(account) is None
        refusal = self.book.post(chain)
        if refusal is not None:
            return refusal
        decision = tuple(step.event for step in steps)
        self.state = after
        self.events += decision
        self.posted += chain
        self.audit()
        return decision

    def does(self, command: Any, now: Instant) -> Any:
        """The events of a command that must be accepted; a single event by itself."""
        decision = self.ask(command, now)
        assert not isinstance(decision, Rejection), decision
        return decision[0] if len(decision) == 1 else decision

    def refuses(self, command: Any, now: Instant) -> Rejection:
        """The refusal of a command that must be refused."""
        before = (self.state, dict(self.book.balances))
        decision = self.ask(command, now)
        assert isinstance(decision, Rejection), decision
        assert (self.state, self.book.balances) == before
        return decision

    def audit(self) -> None:
        assert not any(trial_balance(self.book.balances).values())
        assert not overdrawn(self.book.balances)
        assert len({str(transfer.ref) for transfer in self.posted}) == len(self.posted)

    def balance(self, account: AccountId) -> int:
        return self.book.balances.get(account, 0)

    def timers(self) -> list[tuple[Instant, Any]]:
        """What the state waits for, by time."""
        tasks = self.machine.agenda(self.state)
        return sorted(((task.at, task.command) for task in tasks if hasattr(task, "at")), key=lambda each: each[0])

    def replayed(self) -> State:
        """The state that its events alone lead to."""
        state = self.first
        for event in self.events:
            state = self.machine.evolve(state, event)
        return state


def numbers(rejection: Rejection) -> Mapping[str, int]:
    return dict(rejection.numbers)


def open_book(balances: Mapping[AccountId, int], world: AccountId) -> Book:
    """A book in which those accounts were filled from outside."""
    return Book({**balances, world: -sum(balances.values())})


def codes(rejections: Sequence[Rejection]) -> list[str]:
    return [each.code for each in rejections]
