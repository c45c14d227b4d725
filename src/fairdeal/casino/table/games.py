"""What differs between the games, where the rest of the table needs to know."""

from fairdeal.casino.table.boxes import drop_bets_without_hand
from fairdeal.casino.table.drawing import advance_layout, due_in_coup, settle_layout
from fairdeal.casino.table.facts import Game, TableFacts
from fairdeal.casino.table.play import advance, deal, due_in_round, round_of, settle_boxes
from fairdeal.casino.table.rounds import Place, TableDraft, escrow, give_card, void_round
from fairdeal.casino.table.seats import note_passed_seats, tidy_seats
from fairdeal.casino.table.state import Table
from fairdeal.kernel import Instant, RuleId


def somebody_plays(facts: TableFacts, table: Table) -> bool:
    """Whether there is anybody to open the betting for: connected, and at blackjack seated or waiting for a seat."""
    if facts.game is not Game.BLACKJACK:
        return any(table.guests.values())
    felt = table.boxes
    return any(player is not None and table.guests.get(player) for player in (*felt.seats, *felt.queue))


def has_bets(table: Table) -> bool:
    """Whether anything is staked."""
    return bool(escrow(table))


def before_close(facts: TableFacts, draft: TableDraft) -> tuple[int, ...]:
    """Give back what cannot be played; the seats that are dealt to, in order."""
    if facts.game is not Game.BLACKJACK:
        return ()
    drop_bets_without_hand(draft)
    note_passed_seats(draft)
    felt = draft.state.boxes
    return tuple(seat for seat, player in enumerate(felt.seats) if player in felt.wagers)


def after_lapse(facts: TableFacts, draft: TableDraft) -> None:
    """Nobody bet: seats that let too many rounds pass go to whoever waits."""
    if facts.game is Game.BLACKJACK:
        tidy_seats(facts, draft)


def card_due(facts: TableFacts, table: Table) -> Place | None:
    """Where the next card goes, or nothing when none is due."""
    if facts.game is Game.BLACKJACK:
        return due_in_round(facts, table)
    return due_in_coup(facts, table)


def take_card(facts: TableFacts, draft: TableDraft, card: int, now: Instant, video: int | None) -> None:
    """A card came out of a dealer's shoe; it goes where it is due, and the round goes on."""
    if facts.game is Game.BLACKJACK:
        deal(facts, draft, round_of(facts, draft.state), card, now, video)
    else:
        place = due_in_coup(facts, draft.state)
        assert place is not None
        give_card(draft, place, card, now, video)
    go_on(facts, draft, now)


def go_on(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Play as far as it goes without anybody."""
    if facts.game is Game.BLACKJACK:
        advance(facts, draft, now)
    else:
        advance_layout(facts, draft, now)


def settle(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Collect losing bets and pay winning ones."""
    if facts.game is Game.BLACKJACK:
        settle_boxes(facts, draft, now)
    else:
        settle_layout(facts, draft, now)


def void(facts: TableFacts, draft: TableDraft, now: Instant, rule: RuleId) -> None:
    """Give all bets back and end the round."""
    void_round(facts, draft, now, rule)
    if facts.game is Game.BLACKJACK:
        tidy_seats(facts, draft)
