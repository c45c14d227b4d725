"""The betting window: it opens for a while, and then no more bets."""

from fairdeal.casino.table.commands import CloseBetting, LayoutCommand, OpenBetting
from fairdeal.casino.table.events import BetsConfirmed, BettingClosed, BettingOpened, WindowLapsed
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.games import after_lapse, before_close, has_bets, somebody_plays
from fairdeal.casino.table.layout import decide_layout, everybody_confirmed
from fairdeal.casino.table.rounds import Refused, TableDraft, reopens_at
from fairdeal.casino.table.shoes import needs_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Instant, RuleId
from fairdeal.rulebook.schema.choices import BettingCloses


def may_open(facts: TableFacts, table: Table) -> bool:
    """Whether the betting can open: between rounds, with somebody there, cards in the shoe, and none left on a dealer's table."""
    between = table.phase in (Phase.IDLE, Phase.RESULT)
    tidy = table.station.picked_up or not facts.is_live
    return between and tidy and somebody_plays(facts, table) and not needs_shuffle(facts, table)


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
    boxes = before_close(facts, draft)
    if has_bets(draft.state):
        draft.emit(BettingClosed(number, now, rule, boxes))
    else:
        draft.emit(WindowLapsed(number, now, reopens_at(facts, now), rule))
        after_lapse(facts, draft)


def close_if_overdue(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """No more bets once the time is over, also where the timer's own command has not come yet."""
    table = draft.state
    if table.phase is Phase.BETTING and table.hold is None and now >= table.deadline:
        close(facts, draft, now, facts.no_more_bets)


def close_if_all_confirmed(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Some tables wait no longer once everybody has confirmed."""
    closes, table = facts.layout.betting_closes, draft.state
    waits = table.phase is not Phase.BETTING or table.hold is not None
    if closes.value is BettingCloses.ALL_CONFIRMED_OR_TIME and not waits and everybody_confirmed(table):
        close(facts, draft, now, closes.rule)


def decide_chips(facts: TableFacts, draft: TableDraft, command: LayoutCommand, now: Instant) -> Refused:
    """Chips on a layout; a confirmation may be the last the table waits for."""
    if (refused := decide_layout(facts, draft, command)) is not None:
        return refused
    if any(isinstance(event, BetsConfirmed) for event in draft.events):
        close_if_all_confirmed(facts, draft, now)
    return None
