"""What a failure does to a round (X-141), and to its clocks (X-143)."""

from typing import Final

from fairdeal.casino.table.commands import GiveTimeBack, Recover
from fairdeal.casino.table.events import WindowLapsed
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import TableDraft, has_bets, reopens_at, void_round
from fairdeal.casino.table.state import HoldReason, Phase
from fairdeal.casino.table.station_events import CorrectionDismissed, Recovered, Released, TimeGivenBack
from fairdeal.kernel import Duration, Instant, RuleId
from fairdeal.rulebook.schema.choices import RoundFailure

OUTAGE: Final = RuleId("X-143")
NOBODY: Final = ""
"""Used instead of a person's name where the failure itself is the cause."""


def recover(facts: TableFacts, draft: TableDraft, command: Recover, now: Instant) -> None:
    """
    Recover a table after a failure.

    A round of which nothing was dealt or spun is voided and its bets returned. Any other goes on from the stored shoe and decisions;
    the agenda or the dealer's station has the next step.
    """
    failure = facts.casino.failure
    assert failure.value is RoundFailure.VOID_UNLESS_DEALT
    table = draft.state
    draft.emit(Recovered(now, Duration(max(now - command.down_since, 0)), failure.rule))
    if table.phase not in (Phase.BETTING, Phase.CLOSED):
        return
    _drop_correction(draft, now)
    if has_bets(table):
        void_round(facts, draft, now, failure.rule)
    else:
        draft.emit(WindowLapsed(table.round, now, reopens_at(facts, now), failure.rule))


def give_time_back(draft: TableDraft, command: GiveTimeBack, now: Instant) -> None:
    """Shift the table's deadline by the time the room stood still (X-143); a held table has none that runs."""
    stood = Duration(now - command.since)
    if draft.state.hold is None and stood > 0 and draft.state.deadline >= command.since:
        draft.emit(TimeGivenBack(now, stood, OUTAGE))


def _drop_correction(draft: TableDraft, now: Instant) -> None:
    """Drop a correction under way, which ends with the voided round; a hold by a supervisor stays."""
    if draft.state.station.proposal is not None:
        draft.emit(CorrectionDismissed(NOBODY, now))
    hold = draft.state.hold
    if hold is not None and hold.reason is not HoldReason.IRREGULARITY:
        draft.emit(Released(now, Duration(now - hold.since), NOBODY))
