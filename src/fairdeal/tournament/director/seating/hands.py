"""Ordering hands: who is dealt in with what, where button and blinds are (MTT-29, MTT-40, MTT-46a, MTT-46b, MTT-48b)."""

from fairdeal.kernel import Duration, Instant, RuleId
from fairdeal.poker.rotation import Positions, first_positions, next_positions
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import HandOrdered, RoundBegan
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import Chair, Table
from fairdeal.tournament.orders import Game, Place, PlayHand
from fairdeal.tournament.rules import BUTTON, HEADS_UP, TournamentRules
from fairdeal.tournament.setup import TournamentSetup


def deal(draft: DirectorDraft) -> None:
    """Order a hand at every table that is between hands and may be dealt to."""
    state = draft.state
    floor = state.floor
    stands = state.clock.pause is not None or state.clock.halt is not None
    if stands or (state.hand_for_hand and floor.busy):
        return
    waiting = floor.open & ~floor.busy
    for mask in floor.sizes[:2]:
        waiting &= ~mask
    if waiting and state.hand_for_hand:
        draft.emit(RoundBegan(state.round + 1, draft.rules.poker.tournament.hand_for_hand.rule))
    for number in numbers(waiting):
        draft.emit(HandOrdered(_order(draft, state.floor.tables[number])))


def _order(draft: DirectorDraft, table: Table) -> PlayHand:
    state, rules = draft.state, draft.rules
    level = state.setup.blinds.level(state.clock.level, rules.poker.tournament.after_last_level.value)
    positions, rule = find_positions(rules, table)
    pause = state.setup.pause if table.last is not None else Duration(0)
    return PlayHand(
        table=table.number,
        number=table.hands + 1,
        game=game_of(state.setup),
        places=tuple(_place(rules, seat, chair) for seat, chair in table.seated),
        button=positions.button,
        small_blind=positions.small_blind,
        big_blind=positions.big_blind,
        level=state.clock.level,
        small_blind_chips=level.small_blind,
        big_blind_chips=level.big_blind,
        ante_chips=level.ante,
        deals_from=Instant(max(draft.now + pause, state.clock.deals_from)),
        extra_time=draft.format.extra_time(rules, state),
        final_table=state.final_table,
        round=state.round if state.hand_for_hand else None,
        rule=rule,
    )


def _place(rules: TournamentRules, seat: int, chair: Chair) -> Place:
    assert chair.stack > 0, chair
    bank = Duration(0) if rules.bank is None else rules.bank.at_start(chair.bank, chair.hands)
    return Place(seat, chair.player, chair.stack, bank, chair.away is not None)


def game_of(setup: TournamentSetup) -> Game:
    """The game that the tables of a tournament play."""
    return Game(setup.edition, setup.family, setup.product, setup.seats)


def find_positions(rules: TournamentRules, table: Table) -> tuple[Positions, RuleId]:
    """Button and blinds of the next hand, and the rule that puts them there."""
    dealt = [seat for seat, _ in table.seated]
    veterans = [seat for seat, chair in table.seated if chair.veteran]
    if table.last is None or not veterans:
        return first_positions(dealt, max(dealt)), rules.poker.tournament.first_button.rule
    blinds = rules.poker.blinds
    positions = next_positions(
        len(table.chairs),
        table.last.big_blind,
        dealt,
        veterans,
        small_blind_needs_last_big_blind=blinds.small_blind_needs_previous_big_blind.value,
        newcomer_may_get_button=blinds.newcomer_may_get_button.value,
    )
    return positions, HEADS_UP if len(dealt) == 2 else BUTTON
