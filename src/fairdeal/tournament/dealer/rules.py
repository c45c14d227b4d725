"""
The rules of a tournament's hands, taken from their edition.

A player who is not connected has the decision time, and the extra time that the director's order grants; some editions fold at
once from the next hand on (X-67).
"""

from dataclasses import dataclass
from typing import Final

from fairdeal.kernel import Duration, RuleId
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.ruled import Ruled
from fairdeal.rulebook.schema.choices import AutomaticDecision, Disconnected, SitOutEnd
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.tournament.rules import rollback_rule

_NO_TIME: Final = Duration(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerRules:
    """The values of an edition that one kind of hand is played by."""

    edition: EditionId
    poker: Poker
    # Clocks; see `play.rules`.
    decision_time: Ruled[Duration]
    reconnect_extra: Ruled[Duration]
    return_time: Ruled[Duration]
    allowances_per_hand: Ruled[int]
    bank_runs_while_disconnected: Ruled[bool]
    lost_without_time: bool
    # What the house does for players.
    timeout: Ruled[AutomaticDecision]
    at_once: RuleId  # a player who is not connected and has no time
    folds_away: RuleId  # a player who sits out
    sits_out_after_automatic_decision: Ruled[bool]
    sits_out_after_connected_timeout: Ruled[bool]
    forced_sit_out_ends_by: Ruled[SitOutEnd]
    # Failures of the server.
    rollback: RuleId
    downtime_shifts_periods: Ruled[bool]
    wait_for_players: Ruled[Duration]


def dealer_rules(edition: Edition, extra_time: Duration, *, final_table: bool) -> DealerRules:
    """The rules of hands in a tournament, with that much extra time for a player who is not connected."""
    poker = edition.poker
    assert poker is not None, "tournaments are announced only where there is poker"
    tournament, lost = poker.tournament, poker.tournament.disconnected
    return DealerRules(
        edition=edition.id,
        poker=poker,
        decision_time=poker.connection.decision_seconds,
        reconnect_extra=Ruled(extra_time, tournament.extra_time_seconds.rule if extra_time else lost.rule),
        return_time=Ruled(_NO_TIME, lost.rule),
        allowances_per_hand=poker.connection.allowances_per_hand,
        bank_runs_while_disconnected=poker.time_bank.runs_while_disconnected,
        lost_without_time=lost.value is Disconnected.AT_ONCE_FROM_NEXT_HAND and not final_table,
        timeout=tournament.timeout,
        at_once=lost.rule,
        folds_away=tournament.sitting_out_is_dealt_in.rule,
        sits_out_after_automatic_decision=Ruled(value=False, rule=tournament.timeout.rule),
        sits_out_after_connected_timeout=Ruled(value=False, rule=tournament.timeout.rule),
        forced_sit_out_ends_by=poker.sit_out.imposed_ends_by,
        rollback=rollback_rule(poker),
        downtime_shifts_periods=poker.failure.downtime_shifts_periods,
        wait_for_players=poker.failure.wait_for_players_seconds,
    )
