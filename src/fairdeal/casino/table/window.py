"""The betting window: it opens for a while, and then no more bets."""

from fairdeal.casino.table.commands import CloseBetting, OpenBetting
from fairdeal.casino.table.events import BettingClosed, BettingOpened, WindowLapsed
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, has_bets, reopens_at
from fairdeal.casino.table.shoes import needs_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, RuleId


def may_open(facts: TableFacts, table: Table) -> bool:
    """Whether the betting can open: between rounds, with somebody there, cards in the shoe, and none left on a dealer's table."""
    between = table.phase in (Phase.IDLE, Phase.RESULT)
    tidy = table.station.picked_up or not facts.is_live
    return between and tidy and facts.game.somebody_plays(facts, table) and not needs_shuffle(facts, table)


def open_betting(facts: TableFacts, draft: TableDraft, command: OpenBetting, now: Instant) -> Refused:
    """Take bets on the next round; a timer that comes late changes nothing."""
    table = draft.state
    if command.round == table.round + 1 and may_open(facts, table) and now >= table.deadline:
        seconds = facts.limits.betting_seconds
        draft.emit(BettingOpened(command.round, now, Instant(now + seconds.value), facts.edition, seconds.rule))
    return None


def close_betting(facts: TableFacts, draft: TableDraft, command: CloseBetting, now: Instant) -> Refused:
    """The time is over; a timer that comes late or early changes nothing."""
    table = draft.state
    if table.phase is Phase.BETTING and table.round == command.round and now >= table.deadline:
        close(facts, draft, now, facts.no_more_bets)
    return None


def close(facts: TableFacts, draft: TableDraft, now: Instant, rule: RuleId) -> None:
    """No more bets; without any the round does not take place."""
    number = draft.state.round
    boxes = facts.game.before_close(facts, draft)
    if has_bets(draft.state):
        draft.emit(BettingClosed(number, now, rule, boxes))
    else:
        draft.emit(WindowLapsed(number, now, reopens_at(facts, now), rule))
        facts.game.between_rounds(facts, draft)


def close_if_overdue(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """No more bets once the time is over, also where the timer's own command has not come yet."""
    table = draft.state
    if table.phase is Phase.BETTING and table.hold is None and now >= table.deadline:
        close(facts, draft, now, facts.no_more_bets)
