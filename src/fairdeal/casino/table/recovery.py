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
"""Instead of a person: the failure did it."""


def recover(facts: TableFacts, draft: TableDraft, command: Recover, now: Instant) -> None:
    """
    The first decision after a failure.

    Nothing dealt or spun: the round is void and bets go back. Otherwise it goes on from the durable shoe and the decisions
    already taken; the agenda, or the dealer's station, knows what comes next.
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
    """The room stood still: nobody's betting or deciding is over before they had their time (X-143); a held table waits anyway."""
    stood = Duration(now - command.since)
    if draft.state.hold is None and stood > 0 and draft.state.deadline >= command.since:
        draft.emit(TimeGivenBack(now, stood, OUTAGE))


def _drop_correction(draft: TableDraft, now: Instant) -> None:
    """What people were putting right goes with the round; what a supervisor looks at stays held."""
    if draft.state.station.proposal is not None:
        draft.emit(CorrectionDismissed(NOBODY, now))
    hold = draft.state.hold
    if hold is not None and hold.reason is not HoldReason.IRREGULARITY:
        draft.emit(Released(now, Duration(now - hold.since), NOBODY))
