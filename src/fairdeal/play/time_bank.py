"""Time banks: what they start with, gain, and hold at most (TIME-06, TIME-07, TIME-08, HEXA-18)."""

from dataclasses import dataclass

from fairdeal.kernel import Duration, RuleId
from fairdeal.rulebook.schema.choices import BankScope
from fairdeal.rulebook.schema.time import TimeBank, TimeBankRow


@dataclass(frozen=True, slots=True)
class BankRules:
    """The sizes of a time bank: at the start, its minimum at a deal, its gain, and its maximum."""

    start: Duration
    floor: Duration
    gain: Duration
    gain_hands: int
    most: Duration
    travels: bool  # with a player who is moved to another table of a tournament
    rule: RuleId

    def after_hand(self, left: Duration, hands: int) -> Duration:
        """The time bank for the next hand, when `left` remained after the player's `hands`th hand."""
        gained = left + self.gain if hands % self.gain_hands == 0 else left
        return Duration(min(self.most, max(self.floor, gained)))

    def at_start(self, bank: Duration, hands: int) -> Duration:
        """The time bank at a deal, for a player who was dealt `hands` hands before and has `bank` left of the last."""
        return self.after_hand(bank, hands) if hands else bank


def bank_of(banks: TimeBank, row: TimeBankRow) -> BankRules:
    """The time bank that one row of an edition describes."""
    return BankRules(
        row.start_seconds,
        row.floor_seconds,
        row.gain_seconds,
        row.gain_hands,
        row.seconds_max,
        banks.scope.value is BankScope.TABLE_OR_TOURNAMENT,
        row.rule or banks.rows.rule,
    )


def bank_for(banks: TimeBank, games: tuple[str, ...]) -> BankRules | None:
    """The time bank of the first of those games that has a row; None: the edition gives them none."""
    row = next((row for game in games for row in banks.rows.value if row.game == game), None)
    return None if row is None else bank_of(banks, row)
