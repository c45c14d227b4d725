"""Players' purses as the room runs them."""

from collections.abc import Sequence
from typing import Final

from fairdeal.bank import streams
from fairdeal.bank.accounts import Tender
from fairdeal.bank.bars import check_bars
from fairdeal.bank.fx import Terms
from fairdeal.bank.policy import BankPolicy
from fairdeal.bank.purse import events
from fairdeal.bank.purse.commands import PurseCommand
from fairdeal.bank.purse.events import PurseEvent
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import (
    AccountId,
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    Rejection,
    Step,
    StreamId,
    Units,
)
from fairdeal.kernel.agenda import Task
from fairdeal.room.bank.listings import payment_listings
from fairdeal.room.codecs import Coded
from fairdeal.runtime.actor import Actor
from fairdeal.runtime.hosted import Host, Hosted
from fairdeal.storage.codec import Codec
from fairdeal.storage.port import Listing

PURSES: Final = streams.PURSES
purse_stream: Final = streams.purse_stream

PURSE_EVENTS: Final = Codec(
    "purse events",
    1,
    {
        "opened": events.PurseOpened,
        "deposit_asked": events.DepositAsked,
        "deposit_dropped": events.DepositDropped,
        "deposit_received": events.DepositReceived,
        "deposit_refused": events.DepositRefused,
        "deposit_charged_back": events.DepositChargedBack,
        "claim_settled": events.ClaimSettled,
        "withdrawal_asked": events.WithdrawalAsked,
        "withdrawal_approved": events.WithdrawalApproved,
        "withdrawal_returned": events.WithdrawalReturned,
        "withdrawal_sent": events.WithdrawalSent,
        "withdrawal_suspended": events.WithdrawalSuspended,
        "withdrawal_resumed": events.WithdrawalResumed,
        "credited": events.PlayerCredited,
        "ticket_given": events.TicketGiven,
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
        "barred": events.PlayerBarred,
        "bar_lifted": events.BarLifted,
        "limit_imposed": events.LimitImposed,
        "claim_raised": events.ClaimRaised,
    },
)
PURSE_STATES: Final = Codec("purse", 1, {"purse": Purse})
_CODED: Final = Coded[Purse, PurseEvent](PURSE_EVENTS, PURSE_STATES)


class HostedPurse(Hosted[Purse, PurseCommand, PurseEvent]):
    """One player's purse; decides joint commands of tables and sends none, and has no watchers."""

    prefix = PURSES
    is_personal = True

    def __init__(self, stream: StreamId, machine: PurseMachine) -> None:
        super().__init__(stream)
        self.machine = machine

    @property
    def durable(self) -> Coded[Purse, PurseEvent]:
        """The codec for the events and states of this stream."""
        return _CODED

    def open(self) -> Purse:
        """The opening state: a purse without accounts."""
        return Purse()

    def decide(self, state: Purse, command: PurseCommand, now: Instant) -> Decision[Purse, PurseEvent]:
        """The steps that the command causes now, or the rejection."""
        return self.machine.decide(state, command, now)

    def evolve(self, state: Purse, event: PurseEvent) -> Purse:
        """The purse after the event."""
        return self.machine.evolve(state, event)

    def agenda(self, state: Purse) -> frozenset[Task[object]]:
        """The tasks the purse waits for."""
        return self.machine.agenda(state)

    def transfers(self, event: PurseEvent, ref: EventRef) -> tuple[Transfer, ...]:
        """The ledger transfers that the event causes."""
        return self.machine.transfers(event, ref)

    def opens(self, event: PurseEvent) -> tuple[AccountId, ...]:
        """The accounts to open when the event opens a purse."""
        return self.machine.opens(event)

    def listings(self, steps: Sequence[Step[Purse, PurseEvent]], _version: int, now: Instant) -> tuple[Listing, ...]:
        """Payments, where the desk finds them."""
        return payment_listings(steps, now)

    def view(self, state: Purse, viewer: PlayerId | None) -> object:
        """The purse for its player, None for other players."""
        return self.machine.view(state, viewer)


def purse_host(policy: BankPolicy, terms: Terms | None = None) -> Host:
    """The host of all purses under a policy; `terms` are those of the edition with two wallets, if there is one."""
    machine = PurseMachine(policy, terms)
    return lambda stream: HostedPurse(stream, machine)


def play_refused(purse: Actor, money: MoneyKind, now: Instant, place: str) -> Rejection | None:
    """
    The rejection if the player of a purse may not play for that kind of money at that place, or None.

    Play money knows no limits and exclusions of the player's own; a bar of the house holds for all money.
    """
    barred = check_bars(purse.state.bars, now, place)
    if barred is not None or money is MoneyKind.PLAY:
        return barred
    return rules_of(purse).may_play(purse.state, money, now)


def deposit_refused(purse: Actor, tender: Tender, amount: Units, now: Instant) -> Rejection | None:
    """The rejection if the player of a purse may not deposit that amount, or None."""
    return rules_of(purse).may_deposit(purse.state, tender, amount, now)


def rules_of(purse: Actor) -> PurseMachine:
    """The machine of a purse, which knows its rules."""
    assert isinstance(purse.hosted, HostedPurse), f"{purse.stream} is no purse"
    return purse.hosted.machine
