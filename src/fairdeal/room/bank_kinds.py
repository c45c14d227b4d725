"""How the bank's machines are kept and run: a player's purse."""

from typing import Any

from fairdeal.bank import purse_events as events
from fairdeal.bank.fx import Terms
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse import PurseMachine
from fairdeal.bank.purse_state import Purse
from fairdeal.kernel import AccountId, PlayerId, Rejection, StreamId
from fairdeal.kernel.agenda import Joint
from fairdeal.room.ports import Changes, Kind
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


def purse_stream(player: PlayerId) -> StreamId:
    """The stream of a player's purse."""
    return StreamId(f"purse:{player}")


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


def _no_record(_stream: StreamId, _before: Any, _event: Any) -> HandRecord | None:
    return None


def _never(_command: Any, _refusal: Rejection) -> Any | None:
    return None


def _opens(event: Any) -> tuple[AccountId, ...]:
    return event.accounts if isinstance(event, events.PurseOpened) else ()
