"""A live dealer's station: scans and steps; corrections are in `corrections`."""

import unicodedata
from typing import Final

from fairdeal.cards import CARD_COUNT
from fairdeal.casino.dealer import BY_THE_DEALER, PREPARATION, StepKind
from fairdeal.casino.table.commands import AskShuffle, ChangeDealer, FinishStep, Scan, ScanFailed
from fairdeal.casino.table.events import ShoeShuffled
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair.events import ScanLogOpened
from fairdeal.casino.table.rounds import Refused, TableDraft, take_card
from fairdeal.casino.table.shoes import RESHUFFLED, SHUFFLED, burn, burns_after_shuffle, shoe_of
from fairdeal.casino.table.state import Hold, HoldReason, Table
from fairdeal.casino.table.station_events import (
    CardRefused,
    CardUnread,
    DealerChanged,
    Held,
    ShuffleAsked,
    StepFinished,
)
from fairdeal.casino.table.steps import next_step
from fairdeal.fair import id16
from fairdeal.kernel import Instant, reject

SHOE_READY: Final = len(PREPARATION)

DealerCommand = Scan | ScanFailed | FinishStep | ChangeDealer | AskShuffle


def decide_station(facts: TableFacts, draft: TableDraft, command: DealerCommand, now: Instant) -> Refused:
    """Decide a command of the live dealer; refused at a table that the program deals."""
    if not facts.is_live:
        return reject("no_scanner" if isinstance(command, Scan | ScanFailed) else "no_dealer")
    match command:
        case Scan():
            return _scan(facts, draft, command, now)
        case ScanFailed():
            return _unread(facts, draft, command, now)
        case FinishStep():
            return _finish(facts, draft, command, now)
        case ChangeDealer(dealer, video):
            draft.emit(DealerChanged(dealer, now, video))
            if facts.has_shoe:
                change = facts.cards.burn_on_dealer_change
                burn(draft, change.value, now, change.rule, (dealer,))
            return None
        case AskShuffle(person, new_cards):
            if not facts.has_shoe:
                return reject("no_shoe")
            draft.emit(ShuffleAsked(person, RESHUFFLED, new_cards))
            return None


def person_key(person: str) -> str:
    """A normalised name, equal for all spellings of one person's name; empty for none."""
    return unicodedata.normalize("NFKC", " ".join(person.split())).casefold()


def check_card_due(facts: TableFacts, table: Table, number: int) -> Refused:
    """The rejection if no card of the live dealer's shoe is due now, or None."""
    if not facts.is_live:
        return reject("no_scanner")
    if table.round != number or table.shoe is None or facts.game.card_due(facts, table) is None:
        return reject("no_card_due", facts.game.dealing_rule, round=number)
    if not table.station.called:
        return reject("no_more_bets_not_called", facts.no_more_bets)
    return None


def check_card(facts: TableFacts, card: int) -> Refused:
    """The rejection if the number is not that of a card, or None."""
    return None if 0 <= card < CARD_COUNT else reject("no_such_card", facts.cards.deck_cards.rule, card=card)


def _scan(facts: TableFacts, draft: TableDraft, command: Scan, now: Instant) -> Refused:
    table, card = draft.state, command.card
    if (refused := check_card_due(facts, table, command.round) or check_card(facts, card)) is not None:
        return refused
    assert table.shoe is not None
    if not table.shoe.holds(card):
        rule = facts.cards.decks.rule
        draft.emit(CardRefused(table.round, card, table.shoe.seen[card], now, rule, command.video))
        draft.emit(Held(Hold(HoldReason.IMPOSSIBLE, now, rule)))
        return None
    take_card(facts, draft, card, now, command.video)
    return None


def _unread(facts: TableFacts, draft: TableDraft, command: ScanFailed, now: Instant) -> Refused:
    table = draft.state
    if (refused := check_card_due(facts, table, command.round)) is not None:
        return refused
    most = facts.casino.station.scan_attempts_max
    attempt = table.station.failures + 1
    draft.emit(CardUnread(table.round, attempt, now, command.video))
    if attempt >= most.value:
        draft.emit(Held(Hold(HoldReason.UNREADABLE, now, most.rule)))
    return None


def _finish(facts: TableFacts, draft: TableDraft, command: FinishStep, now: Instant) -> Refused:
    """Finish a step, if it is the one that is due."""
    step = next_step(facts, draft.state)
    if step.kind is not command.step or step.kind not in BY_THE_DEALER:
        return reject("steps_out_of_order", step.rule)
    draft.emit(StepFinished(step.kind, now, step.rule, command.video))
    if step.kind in PREPARATION:
        _prepared(facts, draft, command.key, now)
    elif step.kind is StepKind.ANNOUNCE:
        facts.game.settle(facts, draft, now)
    else:
        facts.game.step_finished(facts, draft, step.kind, now)
    return None


def _prepared(facts: TableFacts, draft: TableDraft, key: bytes | None, now: Instant) -> None:
    """Once all preparation steps are done, put the new shoe in place and burn its first cards."""
    table, cards = draft.state, facts.cards
    burns = burns_after_shuffle(facts, table)
    if table.station.prepared < SHOE_READY - (burns == 0):
        return
    rule = SHUFFLED if table.shoe is None else RESHUFFLED
    draft.emit(ShoeShuffled(shoe_of(facts, table), now, rule, in_round=table.in_round))
    if facts.logs_scans:
        assert key is not None, "the runtime draws a key"
        draft.emit(ScanLogOpened(id16(facts.table), key))
    burn(draft, burns, now, cards.burn_after_shuffle.rule)
