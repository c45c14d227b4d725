"""One dealer with a clock in hand: orders are given, hands are played move by move, reports are read."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from fairdeal.fair import make_decks
from fairdeal.kernel import SECOND, Chips, Duration, Instant, PlayerId, Rejection, RuleId, TournamentId, events_of
from fairdeal.kernel.agenda import Message, Timer
from fairdeal.play.fair.messages import PromiseSeeds
from fairdeal.play.fair.state import FairFacts
from fairdeal.play.messages import Act, TurnExpired
from fairdeal.play.state import Running, Turn
from fairdeal.poker import Call, Check, Choice, Fold
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.tournament.dealer.commands import DealHand
from fairdeal.tournament.dealer.events import DealEvent
from fairdeal.tournament.dealer.machine import NEW_TABLE, DealerMachine
from fairdeal.tournament.dealer.state import DealerTable
from fairdeal.tournament.formats.format import TournamentFormat
from fairdeal.tournament.formats.rulebook import TournamentRulebook
from fairdeal.tournament.orders import Game, HandPlayed, Left, Place, PlayHand
from tests.tournament.directing import NO_FORMATS, PW, U22, U26, U27, digest_of, edition_of

T = TournamentId("T1")
NOON = Instant(12 * 3_600_000)
A, B, C, D = (PlayerId(name) for name in "abcd")
UNIBET = (U22, U26, U27)
EDITIONS = (U22, U26, U27, PW)
RULE = RuleId("MTT-46a")

Wanted = TypeVar("Wanted")


def edition_with(digest: str) -> Edition:
    return next(edition_of(name) for name in EDITIONS if digest_of(name) == digest)


def game(edition: str = U27, product: str = "multi_table", variant: int = 0) -> Game:
    poker = edition_of(edition).poker
    assert poker is not None
    return Game(digest_of(edition), poker.games.families.value[variant].id, product, 6)


def an_order(edition: str = U27, players: str = "abcd", number: int = 1, **changes: Any) -> PlayHand:
    """Seats 0, 1, 2 … with 1,000 chips each; the last has the button, blinds are 10/20 and ten seconds in every bank."""
    count = len(players)
    values: dict[str, Any] = {
        "table": 3,
        "number": number,
        "game": game(edition, changes.pop("product", "multi_table")),
        "places": tuple(
            Place(seat, PlayerId(name), Chips(1000), Duration(10 * SECOND)) for seat, name in enumerate(players)
        ),
        "button": count - 1,
        "small_blind": 0 if count > 2 else 1,
        "big_blind": 1 if count > 2 else 0,
        "level": 1,
        "small_blind_chips": Chips(10),
        "big_blind_chips": Chips(20),
        "ante_chips": Chips(0),
        "deals_from": NOON,
        "rule": RULE,
    }
    return PlayHand(**{**values, **changes})


def with_away(order: PlayHand, *seats: int) -> PlayHand:
    return replace(order, places=tuple(replace(place, away=place.seat in seats) for place in order.places))


def with_stacks(order: PlayHand, stacks: Mapping[int, int]) -> PlayHand:
    places = tuple(replace(place, stack=Chips(stacks.get(place.seat, place.stack))) for place in order.places)
    return replace(order, places=places)


class Table:
    """A dealer's machine at work."""

    def __init__(
        self, seed: int = 1, formats: Mapping[str, TournamentFormat] = NO_FORMATS, fair: FairFacts | None = None
    ) -> None:
        self.machine = DealerMachine(T, 3, TournamentRulebook(edition_with, formats).hand_rules_of, fair=fair)
        self.state: DealerTable = NEW_TABLE
        self.now = NOON
        self.events: list[DealEvent] = []
        self.chance = random.Random(seed)  # noqa: S311
        self.missing: frozenset[PlayerId] = frozenset()
        self.deck: tuple[int, ...] | None = None

    def tell(self, command: Any) -> Rejection | None:
        """Decide and adopt, or hear why not."""
        fair = self.machine.facts.fair
        if isinstance(command, PromiseSeeds) and fair is not None:
            command = replace(command, pid=self.chance.randbytes(16))
        elif isinstance(command, DealHand) and fair is not None:
            keys = self.chance.randbytes(32), self.chance.randbytes(32)
            command = replace(
                command,
                chance=self.chance.randbytes(10),
                missing=self.missing,
                decks=make_decks(fair.table, self.state.opened + 1, keys),
                pids=self.chance.randbytes(160),
            )
        elif isinstance(command, DealHand) and command.deck is None:
            deck = self.deck or tuple(self.chance.sample(range(52), 52))
            command = replace(
                command,
                deck=deck,
                salt=self.chance.randbytes(16),
                chance=self.chance.randbytes(10),
                missing=self.missing,
            )
        decision = events_of(self.machine.decide(self.state, command, self.now))
        if isinstance(decision, Rejection):
            return decision
        for event in decision:
            self.state = self.machine.evolve(self.state, event)
            self.events.append(event)
        return None

    def do(self, command: Any) -> tuple[DealEvent, ...]:
        """Decide and adopt; the events."""
        count = len(self.events)
        refusal = self.tell(command)
        assert refusal is None, refusal
        return tuple(self.events[count:])

    def refused(self, command: Any) -> str:
        """The code of the refusal."""
        before = self.state
        refusal = self.tell(command)
        assert refusal is not None, "it was accepted"
        assert self.state is before
        return refusal.code

    # ---- time

    def timers(self) -> list[Timer[Any]]:
        tasks = self.machine.agenda(self.state)
        return sorted((task for task in tasks if isinstance(task, Timer)), key=lambda timer: timer.at)

    def letters(self) -> list[Any]:
        """What is on its way to the director."""
        tasks = self.machine.agenda(self.state)
        assert all(task.to == f"tournament:{T}" for task in tasks if isinstance(task, Message))
        return [task.command for task in tasks if isinstance(task, Message)]

    def wait(self, seconds: float) -> None:
        """Let time pass; timers that fall due are told."""
        end = Instant(self.now + round(seconds * SECOND))
        while (timers := self.timers()) and timers[0].at <= end:
            self.now = max(self.now, timers[0].at)
            self.tell(timers[0].command)
        self.now = end

    def deals(self, order: PlayHand) -> "Table":
        """Take an order and deal it when it is due."""
        self.do(order)
        due = self.timers()[0]
        assert isinstance(due.command, DealHand)
        self.now = max(self.now, due.at)
        self.do(due.command)
        return self

    # ---- playing

    @property
    def running(self) -> Running:
        assert self.state.running is not None
        return self.state.running

    @property
    def turn(self) -> Turn:
        assert self.running.turn is not None
        return self.running.turn

    @property
    def to_act(self) -> PlayerId:
        return self.running.lineup.players[self.running.hand.turn]

    @property
    def clock(self) -> float:
        """Seconds until the house decides."""
        return (self.turn.deadline - self.now) / SECOND

    def act(self, player: PlayerId, choice: Choice) -> tuple[DealEvent, ...]:
        assert self.to_act == player, f"it is {self.to_act}'s turn"
        return self.do(Act(player, self.running.lineup.hand, self.turn.number, choice))

    def passes(self) -> tuple[DealEvent, ...]:
        """Whoever's turn it is checks or calls."""
        options = self.running.hand.options()
        return self.act(self.to_act, Check() if options.can_check else Call())

    def play_out(self) -> HandPlayed:
        """Everybody checks or folds; the report."""
        while self.state.running is not None:
            options = self.running.hand.options()
            self.act(self.to_act, Check() if options.can_check else Fold())
        return self.report

    def expires(self) -> tuple[DealEvent, ...]:
        """The time of the turn is over."""
        self.now = self.turn.deadline
        return self.do(TurnExpired(self.running.lineup.hand, self.turn.number))

    # ---- looking

    @property
    def report(self) -> HandPlayed:
        assert isinstance(self.state.report, HandPlayed)
        return self.state.report

    def left(self, seat: int) -> Left:
        return next(left for left in self.report.left if left.seat == seat)

    def last(self, kind: type[Wanted]) -> Wanted:
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def of(self, kind: type[Wanted]) -> list[Wanted]:
        return [event for event in self.events if isinstance(event, kind)]
