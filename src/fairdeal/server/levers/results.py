"""What an act of the house did, or would do: events with their rules, money that moves, and the plan of a cancellation."""

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import UNITS_PER_CENT, EventRef, PlayerId, StreamId
from fairdeal.runtime.hosted import Hosted
from fairdeal.tournament.cancellation.plan import Payout, Plan
from fairdeal.tournament.cancellation.text import table_lines

_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


class Answer(msgspec.Struct, frozen=True, rename="camel"):
    """Base of what an act tells; field names are camelCase."""


class PartAnswer(Answer, frozen=True):
    """One part of a payout in cents: what it is, and the rule that gives it."""

    what: str
    amount: int
    rule: str


class TicketAnswer(Answer, frozen=True):
    """An entry paid with a ticket: the ticket comes back, or it is lost."""

    worth: int
    returned: bool
    rule: str


class PayoutAnswer(Answer, frozen=True):
    """Everything one player gets from a cancelled tournament, part by part."""

    player: str
    amount: int
    parts: list[PartAnswer]
    tickets: list[TicketAnswer]
    received_before: int
    forfeited: str | None  # the rule by which nothing comes back


class PlanAnswer(Answer, frozen=True):
    """Who gets what from a cancelled tournament; `lines` is the same for people to read."""

    tournament: str
    stage: str
    outcome: str
    rule: str
    total: int
    payouts: list[PayoutAnswer]
    house: dict[str, int]  # what is left of pool, fees and bounties; below zero the house adds it
    lines: list[str]


class EventAnswer(Answer, frozen=True):
    """Something that happens by an act, and its rule."""

    event: str
    rule: str | None
    player: str | None = None


class MoneyAnswer(Answer, frozen=True):
    """Cents that go from one account to another."""

    source: str
    target: str
    amount: int


class ActAnswer(Answer, frozen=True):
    """What an act did; `done` is False after a dry run, which did nothing."""

    done: bool
    about: str  # the tournament or lobby
    rule: str | None = None
    events: list[EventAnswer] = msgspec.field(default_factory=list)
    money: list[MoneyAnswer] = msgspec.field(default_factory=list)
    plan: PlanAnswer | None = None
    figures: str | None = None  # of a dry run at the desk: what is signed
    takes_effect: int = 0  # when, of what was signed and waits


def plan_answer(plan: Plan, name_of: Callable[[PlayerId], str]) -> PlanAnswer:
    """A plan of a cancellation as an answer; people read names."""
    left = plan.left
    return PlanAnswer(
        plan.tournament,
        plan.stage.value,
        plan.outcome.value,
        plan.rule,
        plan.total,
        [_payout(payout) for payout in plan.payouts],
        {"pool": left.pool, "fees": left.fees, "bounties": left.bounties},
        list(table_lines(plan, name_of)),
    )


def _payout(payout: Payout) -> PayoutAnswer:
    return PayoutAnswer(
        payout.player,
        payout.amount,
        [PartAnswer(part.what.value, part.amount, part.rule) for part in payout.parts],
        [TicketAnswer(fate.payment.price, fate.returned, fate.rule) for fate in payout.tickets],
        payout.deducted,
        payout.forfeited,
    )


def event_answers(events: tuple[Any, ...]) -> list[EventAnswer]:
    """Events with their rules, and whom they are about."""
    return [EventAnswer(_name(event), getattr(event, "rule", None), getattr(event, "player", None)) for event in events]


def money_answers(hosted: Hosted[Any, Any, Any], stream: StreamId, events: tuple[Any, ...]) -> list[MoneyAnswer]:
    """The money that events move, as they would be booked."""
    found: list[Transfer] = []
    for number, event in enumerate(events, 1):
        found += hosted.transfers(event, EventRef(stream, number))
    return [MoneyAnswer(each.debit, each.credit, each.amount // UNITS_PER_CENT) for each in found]


def _name(event: object) -> str:
    """The name of an event as words: "lobby_closed"."""
    return _CAPITAL.sub("_", type(event).__name__).lower()
