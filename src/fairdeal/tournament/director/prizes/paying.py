"""Making prizes final, which ends all sales, and paying them (MTT-31a, MTT-32b, MTT-44, MTT-60, MTT-63)."""

from fairdeal.kernel import Cents, RuleId
from fairdeal.tournament.director.draft import Work
from fairdeal.tournament.director.events import PauseCalled, PrizesFixed, ReBuysDecided, RegistrationClosed
from fairdeal.tournament.director.outcomes import PrizeForfeited, PrizePaid
from fairdeal.tournament.director.prizes.payouts import Prize, total
from fairdeal.tournament.director.prizes.pools import add_on_to_come, in_the_money, prizes_now, re_buys_open
from fairdeal.tournament.director.seating.floor import numbers
from fairdeal.tournament.director.state import PauseKind
from fairdeal.tournament.rules import PRIZES_FINAL, RE_BUY, ticket_name
from fairdeal.tournament.setup import FirstPhase


def close_at_money(work: Work) -> None:
    """Registration closes early when payouts begin."""
    closes = work.rules.poker.tournament.late_registration_closes_at_money
    if work.state.registration_open and closes.value and in_the_money(work.state):
        work.emit(RegistrationClosed(work.now, closes.rule))


def fix_prizes(work: Work) -> None:
    """Prizes are final once nobody can enter or buy chips; when payouts begin, nobody can buy any more."""
    state = work.state
    if state.prizes is not None or state.registration_open or isinstance(state.setup.phase, FirstPhase):
        return
    selling = re_buys_open(state) or add_on_to_come(state)
    if not selling or in_the_money(state):
        make_final(work)


def make_final(work: Work) -> None:
    """The house adds what the pool lacks, or takes what fixed prizes leave."""
    state = work.state
    prizes = prizes_now(state)
    difference = total(prizes) - state.purse.supplied
    overlay, surplus = Cents(max(0, difference)), Cents(max(0, -difference))
    rule = work.rules.poker.tournament.guarantee_overlay_by_house.rule if overlay else PRIZES_FINAL
    work.emit(PrizesFixed(work.books, prizes, overlay, surplus, rule))


def end_offers(work: Work) -> None:
    """Prizes are final: who still decides about a re-buy gets none, and a pause called for the add-on is only a break."""
    state = work.state
    for number in numbers(state.floor.deciding):
        silent = tuple(each.player for each in state.floor.tables[number].fallen if not each.decided)
        work.emit(ReBuysDecided(number, silent, RE_BUY))
    pause = state.clock.pause
    if pause is not None and pause.kind is PauseKind.ADD_ON and pause.until is None:
        due = state.clock.break_due
        work.emit(PauseCalled(PauseKind.BREAK, pause.length, pause.called_at, due, PRIZES_FINAL))


def pay_prizes(work: Work) -> None:
    """Pay everybody who is out in a paid place and has not been paid."""
    state = work.state
    if state.prizes is None:
        return
    first = state.entries - len(state.prizes) + 1
    rule = work.rules.poker.tournament.paid_at_elimination.rule
    for out in range(max(state.paid + 1, first), state.out + 1):
        place = state.place(out)
        _pay(work, out, place, state.prizes[place - 1], rule)


def _pay(work: Work, out: int, place: int, prize: Prize, rule: RuleId) -> None:
    state = work.state
    player = state.outs[out]
    if state.entrants[player].forfeits:
        to = work.rules.poker.integrity.forfeited_money_goes_to
        work.emit(PrizeForfeited(work.books, player, out, place, prize, to.value, to.rule))
        return
    ticket = ticket_name(state.id, place) if prize.ticket else None
    target = state.setup.satellite.target if ticket and state.setup.satellite else None
    held = bool(prize.money) and work.is_held(player)
    work.emit(PrizePaid(work.books, player, out, place, prize, held, rule, ticket, target))
