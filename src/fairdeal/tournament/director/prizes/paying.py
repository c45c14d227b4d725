"""Making prizes final, which ends all sales, and paying them (MTT-31a, MTT-32b, MTT-44, MTT-60, MTT-63)."""

from fairdeal.kernel import Cents, RuleId
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import PauseCalled, PrizesFixed, ReBuysDecided, RegistrationClosed
from fairdeal.tournament.director.outcomes import PrizeForfeited, PrizePaid
from fairdeal.tournament.director.prizes.payouts import Prize, total
from fairdeal.tournament.director.prizes.pools import add_on_to_come, in_the_money, prizes_now, re_buys_open
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import PauseKind
from fairdeal.tournament.rules import PRIZES_FINAL, RE_BUY, ticket_name
from fairdeal.tournament.setup import FirstPhase


def close_at_money(draft: DirectorDraft) -> None:
    """Close registration early when payouts begin, where the edition says so."""
    closes = draft.rules.poker.tournament.late_registration_closes_at_money
    if draft.state.registration_open and closes.value and in_the_money(draft.state):
        draft.emit(RegistrationClosed(draft.now, closes.rule))


def fix_prizes(draft: DirectorDraft) -> None:
    """Make prizes final once nobody can enter or buy chips, or when payouts begin."""
    state = draft.state
    if state.prizes is not None or state.registration_open or isinstance(state.setup.phase, FirstPhase):
        return
    selling = re_buys_open(state) or add_on_to_come(state)
    if not selling or in_the_money(state):
        make_final(draft)


def make_final(draft: DirectorDraft) -> None:
    """Make prizes final; the house adds what the pool lacks, or takes what fixed prizes leave."""
    state = draft.state
    prizes = prizes_now(state)
    difference = total(prizes) - state.purse.supplied
    overlay, surplus = Cents(max(0, difference)), Cents(max(0, -difference))
    rule = draft.rules.poker.tournament.guarantee_overlay_by_house.rule if overlay else PRIZES_FINAL
    draft.emit(PrizesFixed(draft.books, prizes, overlay, surplus, rule))


def end_offers(draft: DirectorDraft) -> None:
    """End re-buys that are being decided, and turn a pause for the add-on into a break, because prizes are final."""
    state = draft.state
    for number in numbers(state.floor.deciding):
        silent = tuple(each.player for each in state.floor.tables[number].fallen if not each.decided)
        draft.emit(ReBuysDecided(number, silent, RE_BUY))
    pause = state.clock.pause
    if pause is not None and pause.kind is PauseKind.ADD_ON and pause.until is None:
        due = state.clock.break_due
        draft.emit(PauseCalled(PauseKind.BREAK, pause.length, pause.called_at, due, PRIZES_FINAL))


def pay_prizes(draft: DirectorDraft) -> None:
    """Pay everybody who is out in a paid place and has not been paid."""
    state = draft.state
    if state.prizes is None:
        return
    first = state.entries - len(state.prizes) + 1
    rule = draft.rules.poker.tournament.paid_at_elimination.rule
    for out in range(max(state.paid + 1, first), state.out + 1):
        place = state.place(out)
        _pay(draft, out, place, state.prizes[place - 1], rule)


def _pay(draft: DirectorDraft, out: int, place: int, prize: Prize, rule: RuleId) -> None:
    state = draft.state
    player = state.outs[out]
    if state.entrants[player].forfeits:
        to = draft.rules.poker.integrity.forfeited_money_goes_to
        draft.emit(PrizeForfeited(draft.books, player, out, place, prize, to.value, to.rule))
        return
    ticket = ticket_name(state.id, place) if prize.ticket else None
    target = state.setup.satellite.target if ticket and state.setup.satellite else None
    held = bool(prize.money) and draft.is_held(player)
    draft.emit(PrizePaid(draft.books, player, out, place, prize, held, rule, ticket, target))
