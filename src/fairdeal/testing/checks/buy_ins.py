"""
Checks the amounts players sat down with (BUY-01, BUY-02, RAT-01 to RAT-07, BZ-02 to BZ-07).

Stacks that players left with, and their daily counters, are kept from the events of tables and floors alone.
"""

from collections import Counter
from collections.abc import Mapping

from fairdeal.cash.floor.events import SeatGiven
from fairdeal.cash.offer import counter_scope
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.events import Left
from fairdeal.kernel import Instant, PlayerId, RuleId, StreamId, TableId, utc_day
from fairdeal.rulebook.schema.cash import Banzai, Ratholing
from fairdeal.testing.checks.violated import fail

Owed = tuple[int, Instant]
"""A stack that a player left with, and when; returning soon, the player may have to bring it back."""


class BuyIns:
    """The stacks that players left with, and the buy-ins these allow when they return."""

    def __init__(self, stakes: Mapping[TableId, str]) -> None:
        self._stakes = stakes
        self._departures: dict[tuple[PlayerId, TableId], Owed] = {}
        self._owed: dict[tuple[PlayerId, str], list[Owed]] = {}
        self._sent: dict[tuple[PlayerId, str], list[tuple[RuleId, int]]] = {}  # stacks of players that a rule removed
        self._returns: Counter[tuple[PlayerId, str, int]] = Counter()
        self._choices: Counter[tuple[PlayerId, str, int]] = Counter()

    def left(self, table: TableId, event: Left) -> None:
        """Note the stack that a player left a table with."""
        stake = self._stakes[table]
        self._departures[event.player, table] = (event.stack, event.at)
        self._owed.setdefault((event.player, stake), []).append((event.stack, event.at))
        if event.rule is not None:
            self._sent.setdefault((event.player, stake), []).append((event.rule, event.stack))

    def given(self, rules: CashRules, event: SeatGiven, stream: StreamId) -> None:
        """Fail if the rules do not allow the buy-in with which a seat was given."""
        if event.why.code == "moved":
            brought, sent = (event.why.rule, event.buy_in), self._sent.get((event.player, event.stake), [])
            if brought not in sent:
                fail("buy-in", f"{event.player} was moved with {event.buy_in}, and sent home by {sent}", stream)
            sent.remove(brought)
            self._use(event, event.buy_in)
            return
        if rules.banzai is not None:
            allowed = self._banzai(rules, rules.banzai, event)
            if event.buy_in not in allowed:
                fail("buy-in", f"{event.player} sat down with {event.buy_in}, not one of {allowed}", stream)
            return
        low, high = int(rules.buy_in_min.value), int(rules.buy_in_max.value)
        left = self._departures.get((event.player, event.table))
        ratholing = rules.ratholing
        if ratholing is not None and left is not None and event.at - left[1] <= ratholing.window_seconds.value:
            low, high = self._returning(rules, ratholing, event, left[0])
        if not low <= event.buy_in <= high:
            fail("buy-in", f"{event.player} sat down with {event.buy_in}, not {low} to {high}", stream)

    def _returning(self, rules: CashRules, ratholing: Ratholing, event: SeatGiven, stack: int) -> tuple[int, int]:
        """The least and most a returning player may buy in for (RAT-03); counts the return afterwards (RAT-04)."""
        low, high = int(rules.buy_in_min.value), int(rules.buy_in_max.value)
        day = (event.player, counter_scope(event.stake), utc_day(event.at))
        returns = self._returns[day]
        if stack >= ratholing.counted_from_big_blinds.value * rules.big_blind:
            self._returns[day] += 1
        if rules.strict_return is not None and rules.strict_return.value:
            return max(stack, low), max(stack, high)
        if stack <= low:
            return low, high
        if stack < high:
            return stack, high
        free = max(tier.counter_at_most or 0 for tier in ratholing.tiers.value) + 1
        return (high, stack) if returns < free else (stack, stack)

    def _banzai(self, rules: CashRules, banzai: Banzai, event: SeatGiven) -> set[int]:
        start = banzai.stack_big_blinds.value * rules.big_blind
        window = banzai.return_window_seconds.value
        kept = self._owed.get((event.player, event.stake), [])
        binding = [stack for stack, at in kept if event.at - at <= window and stack > start]
        if not binding:
            return {start}
        owed = max(binding)
        self._use(event, owed)
        day = (event.player, counter_scope(event.stake), utc_day(event.at))
        if self._choices[day] < banzai.choices_per_day.value:
            self._choices[day] += 1
            return {start, owed}
        return {owed}

    def _use(self, event: SeatGiven, stack: int) -> None:
        """Forget the latest such stack a player left with: sitting down with it settles the obligation."""
        kept = self._owed.get((event.player, event.stake), [])
        latest = next((each for each in reversed(kept) if each[0] == stack), None)
        if latest is not None:
            kept.remove(latest)
