"""Transfers: what moves, from where to where, and because of which event."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from fairdeal.kernel import AccountId, Cents, EventRef, RuleId, Units, units_of
from fairdeal.kernel.values import dataclass


class Reason(StrEnum):
    """Why money moved; stored with every transfer, so values never change."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    GRANT = "grant"  # play or test money handed out
    EXCHANGE = "exchange"
    BUY_IN = "buy_in"
    TOP_UP = "top_up"
    CASH_OUT = "cash_out"
    HAND = "hand"
    RAKE = "rake"
    RAKEBACK_EARNED = "rakeback_earned"
    RAKEBACK = "rakeback"
    BONUS = "bonus"
    ENTRY = "entry"
    RE_BUY = "re_buy"
    ADD_ON = "add_on"
    FEE = "fee"
    REFUND = "refund"
    PRIZE = "prize"
    BOUNTY = "bounty"
    TICKET = "ticket"
    OVERLAY = "overlay"
    BET = "bet"
    WIN = "win"
    HOLD = "hold"
    RELEASE = "release"
    SEIZURE = "seizure"
    FORFEITURE = "forfeiture"
    UNRESOLVED = "unresolved"
    CHARITY = "charity"
    ROUNDING = "rounding"
    CORRECTION = "correction"
    REVERSAL = "reversal"
    CHARGE_BACK = "charge_back"  # a payment that its provider took back
    CLAIM = "claim"  # a player pays what is owed after one


@dataclass(frozen=True, slots=True)
class Transfer:
    """
    An amount that leaves one account and enters another of the same tender.

    `rule` is the clause that moves it, or that refuses it when the money is not there.
    """

    ref: EventRef
    debit: AccountId
    credit: AccountId
    amount: Units
    reason: Reason
    rule: RuleId | None = None
    reverses: EventRef | None = None


Chain = tuple[Transfer, ...]
"""Transfers that happen together or not at all, in this order."""


class Move(NamedTuple):
    """What a posting wants to move, before an event gives it a reference; see `chain_of`."""

    debit: AccountId
    credit: AccountId
    amount: Units
    reason: Reason
    rule: RuleId | None = None


def move(debit: AccountId, credit: AccountId, amount: Cents, reason: Reason, rule: RuleId | None = None) -> Move:
    """A move of whole cents."""
    return Move(debit, credit, units_of(amount), reason, rule)


def moving(moves: Iterable[Move]) -> Iterator[Move]:
    """The moves whose amount is not zero; negative ones are left to the ledger, which refuses them."""
    return (each for each in moves if each.amount)


def chain_of(ref: EventRef, moves: Iterable[Move]) -> Chain:
    """The moves as transfers of one event, their legs numbered from `ref` on."""
    return tuple([Transfer(ref.leg(leg), *each) for leg, each in enumerate(moves, ref.leg_number)])


def reversal(chain: Sequence[Transfer], ref: EventRef) -> Chain:
    """The chain that undoes another, last transfer first; the ledger is corrected this way and never edited."""
    return tuple(
        Transfer(ref.leg(leg), each.credit, each.debit, each.amount, Reason.REVERSAL, each.rule, each.ref)
        for leg, each in enumerate(reversed(chain))
    )
