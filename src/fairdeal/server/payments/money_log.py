"""Logs every payment, correction, limit and exclusion in one line with a code, and counts them; never what is staked at tables."""

from collections import Counter
from typing import Final

from fairdeal.bank.formats import amount_text
from fairdeal.bank.house import tender_of
from fairdeal.bank.purse import events
from fairdeal.bank.purse.events import PurseEvent
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import Instant
from fairdeal.room.cash.practice.partners import PREFIX
from fairdeal.room.room import Room
from fairdeal.runtime.actor import Actor
from fairdeal.server.logger import structlog

CODES: Final[dict[type, str]] = {
    events.DepositAsked: "deposit_asked",
    events.DepositDropped: "deposit_dropped",
    events.DepositReceived: "deposit_paid",
    events.DepositRefused: "deposit_refused",
    events.DepositChargedBack: "deposit_charged_back",
    events.ClaimSettled: "claim_settled",
    events.WithdrawalAsked: "withdrawal_asked",
    events.WithdrawalApproved: "withdrawal_approved",
    events.WithdrawalReturned: "withdrawal_returned",
    events.WithdrawalSent: "withdrawal_paid",
    events.PlayerCredited: "credited",
    events.PlayerDebited: "debited",
    events.LimitChanged: "limit_changed",
    events.PlayerExcluded: "excluded",
    events.AccountClosed: "account_closed",
}
"""The code of each event that is logged."""

_NAMED: Final = ("deposit", "withdrawal", "reference", "provider", "staff", "because")
_log: Final = structlog.get_logger("fairdeal.money")


class MoneyLog:
    """Watches the purses of a room; `counts` are the events since the start, by code."""

    def __init__(self, room: Room) -> None:
        self.counts: Counter[str] = Counter(dict.fromkeys(CODES.values(), 0))
        room.registry.watches_of_written.append(self._watch)

    def _watch(self, actor: Actor, happened: tuple[object, ...], _now: Instant) -> None:
        if not isinstance(actor.state, Purse) or actor.state.player.startswith(PREFIX):
            return
        for event in happened:
            code = CODES.get(type(event))
            if code is not None:
                self.counts[code] += 1
                _log.info("money", code=code, player=actor.state.player, **_told(event))  # type: ignore[arg-type]


def _told(event: PurseEvent) -> dict[str, str]:
    """What a line says besides its code: the amount, and whatever names the payment and who decided."""
    found = {name: str(value) for name in _NAMED if (value := getattr(event, name, None))}
    amount = getattr(event, "amount", None)
    if amount is not None:
        account = getattr(event, "account", None) or getattr(event, "kept", None)
        tender = getattr(event, "tender", None) or (None if account is None else tender_of(account))
        money = "" if tender is None else f" {tender.currency.value} {tender.money.value}"
        found["amount"] = f"{amount_text(amount)}{money}"
    return found
