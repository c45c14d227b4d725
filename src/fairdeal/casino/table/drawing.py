"""The rounds of roulette and baccarat: a spin or a coup, and what it brings."""

from fairdeal.casino.games.baccarat import NOBODY, Coup, Spot
from fairdeal.casino.table.commands import Spin
from fairdeal.casino.table.events import RoundSettled, Spun
from fairdeal.casino.table.facts import Game, TableFacts
from fairdeal.casino.table.rounds import (
    Place,
    Refused,
    TableDraft,
    give_card,
    outcome_known,
    payment,
    reopens_at,
    shoe_is_empty,
    void_round,
)
from fairdeal.casino.table.shoes import RESHUFFLED, cards_to_shuffle
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Cents, Instant, reject

SPOTS = tuple(Spot)


def spin(facts: TableFacts, draft: TableDraft, command: Spin, now: Instant) -> Refused:
    """The ball fell; a live dealer has said "no more bets" before."""
    table, rules = draft.state, facts.casino.roulette
    if facts.game is not Game.ROULETTE:
        return reject("no_wheel")
    if table.phase is not Phase.CLOSED or table.round != command.round:
        return reject("no_spin_due", rules.pockets.rule)
    if facts.is_live and not table.station.called:
        return reject("call_no_more_bets_first", facts.no_more_bets)
    if command.pocket is None:
        return reject("no_chance")
    if not 0 <= command.pocket < rules.pockets.value:
        return reject("no_such_pocket", rules.pockets.rule, most=rules.pockets.value - 1)
    draft.emit(Spun(table.round, command.pocket, now, command.video))
    advance_layout(facts, draft, now)
    return None


def coup_of(facts: TableFacts, table: Table) -> Coup:
    """The coup as far as it is dealt."""
    return Coup(facts.coups, table.layout.drawn)


def due_in_coup(facts: TableFacts, table: Table) -> Place | None:
    """Which hand gets the next card."""
    if facts.game is not Game.BACCARAT or table.phase not in (Phase.CLOSED, Phase.PLAYING):
        return None
    coup = coup_of(facts, table)
    return None if coup.due == NOBODY else Place(coup.due, 0, face_up=True)


def advance_layout(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Go on as far as it goes: the house deals by itself, and settles when everything is out."""
    if due_in_coup(facts, draft.state) is not None and (facts.is_live or not _deal_coup(facts, draft, now)):
        return
    if facts.is_live:
        outcome_known(draft, now)
    else:
        settle_layout(facts, draft, now)


def _deal_coup(facts: TableFacts, draft: TableDraft, now: Instant) -> bool:
    """Deal what is left of the coup from the house's shoe; false where it has run out, and the discards have to be shuffled."""
    coup = coup_of(facts, draft.state)
    while coup.due != NOBODY:
        shoe = draft.state.shoe
        assert shoe is not None
        if shoe_is_empty(draft.state):
            if not cards_to_shuffle(facts, draft.state):
                void_round(facts, draft, now, RESHUFFLED)  # a shoe too small for a coup
            return False
        card = shoe.next_card
        give_card(draft, Place(coup.due, 0, face_up=True), card, now)
        coup.take(card)
    return True


def settle_layout(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Collect and pay."""
    table = draft.state
    bets = table.layout.bets.items()
    if facts.game is Game.ROULETTE:
        result = table.layout.drawn[0]
        rule = facts.casino.roulette.pays.rule
        paid = [(player, each, facts.wheel.settle(each, result)) for player, each in bets]
    else:
        outcome = coup_of(facts, table).outcome
        result = SPOTS.index(outcome)
        rule = facts.casino.baccarat.player_pays.rule
        paid = [(player, each, facts.coups.settle(each, outcome)) for player, each in bets]
    payments = tuple(
        payment(player, Cents(sum(amount for _, amount in each)), brought) for player, each, brought in paid
    )
    draft.emit(RoundSettled(table.round, now, reopens_at(facts, now), payments, rule, result))
