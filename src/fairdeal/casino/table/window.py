"""The betting window: when it opens and closes."""

from fairdeal.casino.table.commands import CloseBetting, OpenBetting
from fairdeal.casino.table.events import BettingClosed, BettingOpened, WindowLapsed
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, has_bets, reopens_at
from fairdeal.casino.table.shoes import needs_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, RuleId


def may_open(facts: TableFacts, table: Table) -> bool:
    """Whether the betting can open: between rounds, with players, a ready shoe, and no cards left on a live table."""
    between = table.phase in (Phase.IDLE, Phase.RESULT)
    tidy = table.station.picked_up or not facts.is_live
    return between and tidy and facts.game.has_players(facts, table) and not needs_shuffle(facts, table)


def open_betting(facts: TableFacts, draft: TableDraft, command: OpenBetting, now: Instant) -> Refused:
    """Open the betting of the next round; a late timer changes nothing."""
    table = draft.state
    if command.round == table.round + 1 and may_open(facts, table) and now >= table.deadline:
        seconds = facts.limits.betting_seconds
        draft.emit(BettingOpened(command.round, now, Instant(now + seconds.value), facts.edition, seconds.rule))
    return None


def close_betting(facts: TableFacts, draft: TableDraft, command: CloseBetting, now: Instant) -> Refused:
    """Close the betting when its time is over; a late or early timer changes nothing."""
    table = draft.state
    if table.phase is Phase.BETTING and table.round == command.round and now >= table.deadline:
        close(facts, draft, now, facts.no_more_bets)
    return None


def close(facts: TableFacts, draft: TableDraft, now: Instant, rule: RuleId) -> None:
    """Close the betting; without any bet the round is not played."""
    number = draft.state.round
    boxes = facts.game.before_close(facts, draft)
    if has_bets(draft.state):
        draft.emit(BettingClosed(number, now, rule, boxes))
    else:
        draft.emit(WindowLapsed(number, now, reopens_at(facts, now), rule))
        facts.game.between_rounds(facts, draft)


def close_if_overdue(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Close the betting if its time is over but the timer's command has not come yet."""
    table = draft.state
    if table.phase is Phase.BETTING and table.hold is None and now >= table.deadline:
        close(facts, draft, now, facts.no_more_bets)
