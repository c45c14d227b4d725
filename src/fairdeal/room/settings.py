"""What an operator decides about a room."""

from dataclasses import dataclass, field

from fairdeal.bank.policy import BankPolicy
from fairdeal.cash.settings import HouseSettings
from fairdeal.kernel import Duration, MoneyKind, seconds
from fairdeal.room.casino.house import CasinoSettings
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.runtime.presence import PresenceSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSettings:
    """Patience, pauses and money of a room."""

    money: tuple[MoneyKind, ...] = (MoneyKind.TEST,)
    house: HouseSettings = field(default_factory=HouseSettings)
    presence: PresenceSettings = field(default_factory=PresenceSettings)
    bank: BankPolicy = field(default_factory=lambda: BankPolicy(limits_needed_for=(MoneyKind.REAL,)))
    tournaments: TournamentSettings = field(default_factory=TournamentSettings)
    casino: CasinoSettings = field(default_factory=CasinoSettings)
    tables_per_player_max: int = 12  # of cash games; no rule names it
    queue_patience: Duration = seconds(60)  # whoever waits for a seat and is gone so long waits no longer
    heartbeat: Duration = seconds(2)  # how exactly an outage is known afterwards
