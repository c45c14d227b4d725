"""Time banks of tournaments: they travel with the player where the edition says so (TIME-06, TIME-07, TIME-08)."""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Duration, RuleId
from fairdeal.rulebook.schema.choices import BankScope
from fairdeal.rulebook.schema.time import TimeBank
from fairdeal.tournament.setup import BankSetting

NO_TIME: Final = Duration(0)


@dataclass(frozen=True, slots=True)
class BankRules:
    """What a bank starts with, never falls below at a deal, gains and holds at most."""

    start: Duration
    floor: Duration
    gain: Duration
    gain_hands: int
    most: Duration
    travels: bool  # with a player who is moved
    rule: RuleId

    def at_start(self, bank: Duration, hands: int) -> Duration:
        """The bank a hand starts with, for a player who was dealt that many hands before and kept `bank` of the last."""
        if hands == 0:
            return bank
        if hands % self.gain_hands == 0:
            bank = Duration(bank + self.gain)
        return Duration(min(self.most, max(self.floor, bank)))


def bank_rules(banks: TimeBank, games: tuple[str, ...], own: BankSetting | None = None) -> BankRules | None:
    """The bank of the first of those games that has a row, with the tournament's own values; None: there is no bank."""
    row = next((row for game in games for row in banks.rows.value if row.game == game), None)
    if row is None:
        return None
    start, most = (row.start_seconds, row.seconds_max) if own is None else (own.start, own.most)
    travels = banks.scope.value is BankScope.TABLE_OR_TOURNAMENT
    rule = row.rule or banks.rows.rule
    return BankRules(start, row.floor_seconds, row.gain_seconds, row.gain_hands, most, travels, rule)
