"""The rules of a coin table as pure functions: sit down with a stake, toss when two sit, pay, leave before the toss."""

from dataclasses import dataclass, replace
from typing import ClassVar, get_args

from fairdeal.bank.accounts import Purpose, Tender, site_wallet
from fairdeal.bank.transfer import Reason, Transfer
from fairdeal.kernel import (
    SECOND,
    Cents,
    Currency,
    Decision,
    EventRef,
    Instant,
    MoneyKind,
    PlayerId,
    RuleId,
    Task,
    Timer,
    Verdict,
    followed,
    reject,
    units_of,
)
from fairdeal.kernel.instants import shifted

STAKE = Cents(500)
PLAYERS = 2
TENDER = Tender(Currency.EUR, MoneyKind.TEST)
RULE = RuleId("X-143")


@dataclass(frozen=True, slots=True)
class CoinTable:
    seated: tuple[PlayerId, ...] = ()
    tosses: int = 0
    toss_at: Instant | None = None
    absent: tuple[PlayerId, ...] = ()  # without a connection; lives as long as the process


@dataclass(frozen=True, slots=True)
class Sit:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Toss:
    number: int
    side: int | None = None  # chance fills it in


@dataclass(frozen=True, slots=True)
class StandUp:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class NoteAbsence:
    player: PlayerId
    absent: bool


@dataclass(frozen=True, slots=True)
class Recover:
    since: Instant


@dataclass(frozen=True, slots=True)
class SatDown:
    player: PlayerId
    toss_at: Instant | None
    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class StoodUp:
    player: PlayerId
    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Tossed:
    number: int
    players: tuple[PlayerId, ...]
    winner: PlayerId
    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TossMoved:
    to: Instant
    rule: RuleId
    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class AbsenceNoted:
    player: PlayerId
    absent: bool
    durable: ClassVar[bool] = False


Command = Sit | Toss | StandUp | NoteAbsence | Recover
Event = SatDown | StoodUp | Tossed | TossMoved | AbsenceNoted


def decide(table: CoinTable, command: Command, now: Instant) -> Decision[CoinTable, Event]:
    """What happens, or why not."""
    if type(command) not in get_args(Command):
        return reject("unknown_command")
    return followed(table, _verdict(table, command, now), evolve)


def _verdict(table: CoinTable, command: Command, now: Instant) -> Verdict[Event]:
    match command:
        case Sit(player):
            if player in table.seated or len(table.seated) == PLAYERS:
                return reject("already_seated" if player in table.seated else "table_full")
            is_full = len(table.seated) + 1 == PLAYERS
            return (SatDown(player, Instant(now + 5 * SECOND) if is_full else None),)
        case StandUp(player):
            if player not in table.seated or table.toss_at is not None:
                return reject("not_seated" if player not in table.seated else "too_late")
            return (StoodUp(player),)
        case Toss(number, side):
            if number != table.tosses + 1 or table.toss_at is None or now < table.toss_at or side is None:
                return reject("stale_timer")
            return (Tossed(number, table.seated, table.seated[side]),)
        case NoteAbsence(player, absent):
            return () if (player in table.absent) == absent else (AbsenceNoted(player, absent),)
        case Recover(since):
            return () if table.toss_at is None else (TossMoved(shifted(table.toss_at, since, now), RULE),)


def evolve(table: CoinTable, event: Event) -> CoinTable:
    """The table after the event."""
    match event:
        case SatDown(player, toss_at):
            return replace(table, seated=(*table.seated, player), toss_at=toss_at)
        case StoodUp(player):
            return replace(table, seated=tuple(each for each in table.seated if each != player))
        case Tossed(number):
            return replace(table, seated=(), tosses=number, toss_at=None)
        case TossMoved(to):
            return replace(table, toss_at=to)
        case AbsenceNoted(player, absent):
            others = tuple(each for each in table.absent if each != player)
            return replace(table, absent=(*others, player) if absent else others)


def agenda(table: CoinTable) -> frozenset[Task[Command]]:
    """The toss."""
    return frozenset() if table.toss_at is None else frozenset({Timer(table.toss_at, Toss(table.tosses + 1))})


def transfers(name: str, event: Event, ref: EventRef) -> tuple[Transfer, ...]:
    """Stakes come to the pot and go to the winner, or back."""
    pot, one = TENDER.account(Purpose.POT, f"coin-{name}"), units_of(STAKE)
    match event:
        case SatDown(player):
            return (Transfer(ref, site_wallet(TENDER, player), pot, one, Reason.BUY_IN),)
        case StoodUp(player):
            return (Transfer(ref, pot, site_wallet(TENDER, player), one, Reason.CASH_OUT),)
        case Tossed(_, players, winner):
            both = units_of(Cents(STAKE * len(players)))
            return (Transfer(ref, pot, site_wallet(TENDER, winner), both, Reason.CASH_OUT),)
        case _:
            return ()
