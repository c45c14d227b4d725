"""How the bank's machines are kept and run: a player's purse, and what is kept back from a player."""

from collections.abc import Iterable
from typing import Any

from fairdeal.bank.accounts import Tender
from fairdeal.bank.fx import Terms
from fairdeal.bank.holds import events as hold_events
from fairdeal.bank.holds.machine import HoldsMachine
from fairdeal.bank.holds.state import Holds
from fairdeal.bank.house import zone_of
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse import events
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.bank.purse.state import Purse
from fairdeal.kernel import AccountId, Instant, MoneyKind, PlayerId, Rejection, StreamId, Units
from fairdeal.kernel.agenda import Joint
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.ports import Changes, Kind
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import HandRecord

PURSE_EVENTS = Codec(
    "purse events",
    1,
    {
        "opened": events.PurseOpened,
        "deposit_asked": events.DepositAsked,
        "deposit_dropped": events.DepositDropped,
        "deposit_received": events.DepositReceived,
        "withdrawal_asked": events.WithdrawalAsked,
        "withdrawal_approved": events.WithdrawalApproved,
        "withdrawal_returned": events.WithdrawalReturned,
        "withdrawal_sent": events.WithdrawalSent,
        "credited": events.PlayerCredited,
        "debited": events.PlayerDebited,
        "refilled": events.WalletRefilled,
        "moved_to_poker": events.MovedToPoker,
        "moved_to_site": events.MovedToSite,
        "limit_changed": events.LimitChanged,
        "put_at_risk": events.PutAtRisk,
        "taken_back": events.TakenBack,
        "play_started": events.PlayStarted,
        "play_ended": events.PlayEnded,
        "play_time_used_up": events.PlayTimeUsedUp,
        "excluded": events.PlayerExcluded,
        "closed": events.AccountClosed,
    },
)
PURSE_STATES = Codec("purse", 1, {"purse": Purse})
HOLD_EVENTS = Codec(
    "hold events",
    1,
    {
        "placed": hold_events.HoldPlaced,
        "winnings_paid": hold_events.WinningsPaid,
        "winnings_withheld": hold_events.WinningsWithheld,
        "extended": hold_events.HoldExtended,
        "released": hold_events.HoldReleased,
        "forfeited": hold_events.HoldForfeited,
        "lapsed": hold_events.HoldLapsed,
    },
)
HOLD_STATES = Codec("holds", 1, {"holds": Holds})


def purse_stream(player: PlayerId) -> StreamId:
    """The stream of a player's purse."""
    return StreamId(f"purse:{player}")


def play_refused(purse: Actor, money: MoneyKind, now: Instant) -> Rejection | None:
    """Why the player of a purse may not play for that money, or None; play money is for everybody."""
    return None if money is MoneyKind.PLAY else _rules_of(purse).may_play(purse.state, money, now)


def deposit_refused(purse: Actor, tender: Tender, amount: Units, now: Instant) -> Rejection | None:
    """Why the player of a purse may not pay in so much, or None."""
    return _rules_of(purse).may_deposit(purse.state, tender, amount, now)


def _rules_of(purse: Actor) -> PurseMachine:
    machine: Any = purse.machine
    assert isinstance(machine, PurseMachine), f"{purse.stream} is no purse"
    return machine


class _PurseRunner(PurseMachine):
    """The purse as the actor runs it; nobody watches a purse, its player asks for it."""

    def joins(self, _event: Any) -> tuple[Joint[Any], ...]:
        """Nothing: tables ask the purse, it asks nobody."""
        return ()

    def changes(self, _before: Any, _event: Any) -> Changes:
        """Nothing to show."""
        return Changes()


def purse_kind(policy: BankPolicy, terms: Terms | None = None) -> Kind:
    """Players' purses under a policy; `terms` are those of the edition with two wallets, if there is one."""
    machine = _PurseRunner(policy, terms)
    return Kind(
        name="purse",
        machine=lambda _: machine,
        initial=lambda _: Purse(),
        encode_event=PURSE_EVENTS.encode,
        decode_event=PURSE_EVENTS.decode,
        encode_state=PURSE_STATES.encode,
        decode_state=PURSE_STATES.decode,
        supply=lambda _stream, _state, command: command,
        record=_no_record,
        amend=_never,
        opens=_opens,
    )


class HoldsRunner(HoldsMachine):
    """A player's holds as the actor runs them."""

    def joins(self, _event: Any) -> tuple[Joint[Any], ...]:
        """Nothing: tournaments ask, holds answer."""
        return ()

    def changes(self, _before: Holds, _event: Any) -> Changes:
        """Nobody watches: the player and the desk ask."""
        return Changes()


def holds_kind(editions: Iterable[Edition]) -> Kind:
    """What is kept back from players, by edition."""
    rooms = {edition.id: edition.poker for edition in editions if edition.poker is not None}

    def machine(stream: StreamId) -> HoldsRunner:
        edition, _, player = stream.partition(":")[2].partition("/")
        poker = rooms[EditionId(edition)]
        return HoldsRunner(PlayerId(player), poker.integrity, zone_of(poker))

    return Kind(
        name="holds",
        machine=machine,
        initial=lambda _: Holds(),
        encode_event=HOLD_EVENTS.encode,
        decode_event=HOLD_EVENTS.decode,
        encode_state=HOLD_STATES.encode,
        decode_state=HOLD_STATES.decode,
        supply=lambda _stream, _state, command: command,
        record=_no_record,
        amend=_never,
    )


def _no_record(_stream: StreamId, _before: Any, _event: Any) -> HandRecord | None:
    return None


def _never(_command: Any, _refusal: Rejection) -> Any | None:
    return None


def _opens(event: Any) -> tuple[AccountId, ...]:
    return event.accounts if isinstance(event, events.PurseOpened) else ()
