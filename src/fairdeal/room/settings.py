"""What an operator decides about a room."""

from dataclasses import dataclass, field

from fairdeal.bank.policy import BankPolicy
from fairdeal.cash.settings import HouseSettings
from fairdeal.kernel import Duration, MoneyKind, seconds
from fairdeal.room.presence import PresenceSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSettings:
    """Patience, pauses and money of a room."""

    money: tuple[MoneyKind, ...] = (MoneyKind.TEST,)
    house: HouseSettings = field(default_factory=HouseSettings)
    presence: PresenceSettings = field(default_factory=PresenceSettings)
    bank: BankPolicy = field(default_factory=lambda: BankPolicy(limits_needed_for=(MoneyKind.REAL,)))
    heartbeat: Duration = seconds(2)  # how exactly an outage is known afterwards
