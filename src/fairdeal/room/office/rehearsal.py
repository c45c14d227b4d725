"""Dry runs: what a deed would do, decided by the real machines and not written."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from fairdeal.bank.accounts import parse_account
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, EventRef, PlayerId, Rejection, reject
from fairdeal.office.deed import Deed, Order
from fairdeal.office.figures import Balance, Figures, Happening
from fairdeal.room.office.concerned import concerned
from fairdeal.runtime.actor import StreamDecision
from fairdeal.runtime.ports import Journal
from fairdeal.runtime.registry import Registry
from fairdeal.runtime.units import is_durable

_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


class Rehearsals:
    """Dry runs on the actors of a room."""

    def __init__(self, registry: Registry, journal: Journal) -> None:
        self._registry = registry
        self._journal = journal
        self.prepare: Callable[[Deed], Rejection | None] = lambda _: None
        """Called with every deed first: what has to be known before machines can decide it, or why it cannot be."""
        self.anew: Callable[[Deed], Deed] = lambda deed: deed
        """Called with a deed that was signed and waited: the same deed with what wallets hold by then."""

    def figures(self, deed: Deed, order: Order) -> Figures | Rejection:
        """Everything a deed would do now, or why it would be refused."""
        wrong = deed.fault() or self.prepare(deed)
        if wrong is not None:
            return wrong
        parts = self._registry.rehearse(deed.commands(order))
        if isinstance(parts, Rejection):
            return parts
        transfers = _transfers(parts)
        balances = self._balances(transfers)
        if isinstance(balances, Rejection):
            return balances
        what = f"{deed.kind} {deed!r} {order.clause}"
        return Figures(order.request, what, _happenings(parts), transfers, balances, _concerned(parts))

    def _balances(self, transfers: Sequence[Transfer]) -> tuple[Balance, ...] | Rejection:
        """What every account concerned holds before and after; a rejection if one would be overdrawn."""
        names = list(dict.fromkeys(name for each in transfers for name in (each.debit, each.credit)))
        before: dict[AccountId, int] = self._journal.balances(names) if names else {}
        after = {name: before.get(name, 0) for name in names}
        for each in transfers:
            after[each.debit] -= each.amount
            after[each.credit] += each.amount
            parsed = parse_account(each.debit)
            if after[each.debit] < 0 and (parsed is None or not parsed.may_owe):
                return reject(
                    "insufficient_funds", each.rule, balance=before.get(each.debit, 0), short=-after[each.debit]
                )
        return tuple(Balance(name, before.get(name, 0), after[name]) for name in names)


def _transfers(parts: Sequence[StreamDecision]) -> tuple[Transfer, ...]:
    found: list[Transfer] = []
    for part in parts:
        version = part.actor.version
        for step in part.steps:
            if is_durable(step.event):
                version += 1
                found += part.actor.hosted.transfers(step.event, EventRef(part.actor.stream, version))
    return tuple(found)


def _happenings(parts: Sequence[StreamDecision]) -> tuple[Happening, ...]:
    return tuple(
        Happening(part.actor.stream, _name(step.event), getattr(step.event, "rule", None), _player_of(step.event))
        for part in parts
        for step in part.steps
    )


def _concerned(parts: Sequence[StreamDecision]) -> tuple[PlayerId, ...]:
    return tuple(dict.fromkeys(player for part in parts for step in part.steps for player in concerned(step)))


def _name(event: object) -> str:
    return _CAPITAL.sub("_", type(event).__name__).lower()


def _player_of(event: object) -> str | None:
    found = getattr(event, "player", None)
    return found if isinstance(found, str) else None
