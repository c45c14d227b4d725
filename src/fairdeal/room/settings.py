"""The operator's settings for a room."""

from dataclasses import dataclass, field

from fairdeal.bank.policy import BankPolicy
from fairdeal.cash.settings import HouseSettings
from fairdeal.kernel import Duration, MoneyKind, seconds
from fairdeal.room.casino.house import CasinoSettings
from fairdeal.room.tournament.house import TournamentSettings
from fairdeal.runtime.presence import PresenceSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomSettings:
    """An operator's settings for all games of a room: money, limits, waiting times."""

    money: tuple[MoneyKind, ...] = (MoneyKind.TEST,)
    house: HouseSettings = field(default_factory=HouseSettings)
    presence: PresenceSettings = field(default_factory=PresenceSettings)
    bank: BankPolicy = field(default_factory=lambda: BankPolicy(limits_needed_for=(MoneyKind.REAL,)))
    tournaments: TournamentSettings = field(default_factory=TournamentSettings)
    casino: CasinoSettings = field(default_factory=CasinoSettings)
    closed_stakes: tuple[str, ...] = ()  # that are not offered at present, `*` for any part of an id
    tables_per_player_max: int = 12  # of cash games; set by no rule
    queue_patience: Duration = seconds(60)  # disconnected for this long, a player is taken off waiting lists
    heartbeat: Duration = seconds(2)  # between renewals; the start of an outage is known this exactly
