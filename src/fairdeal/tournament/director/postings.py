"""
What the events of a tournament mean in money, and what others must decide in the same commit.

Entries lie with the tournament: prizes, fees and bounties each in an account. Fees are the house's when it ends, because a
cancellation returns them to those who are left (CANC-53a). When a tournament is over its accounts are empty.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from fairdeal.bank.accounts import Purpose, entry_fees, prizes
from fairdeal.bank.fees import Entry as PaidEntry
from fairdeal.bank.fees import Price, earned_fees_chain, entry_chain, refund_chain
from fairdeal.bank.holds.commands import PayWinnings
from fairdeal.bank.transfer import Chain, Move, Reason, chain_of, move, moving
from fairdeal.kernel import AccountId, Cents, EventRef, PlayerId, RuleId, units_of
from fairdeal.kernel.agenda import JointCommand
from fairdeal.rulebook.schema.choices import Forfeited
from fairdeal.tournament.books import Books
from fairdeal.tournament.cancellation.plan import What
from fairdeal.tournament.cancellation.postings import cancellation_transfers, prize_rule, promotions, rule_of
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.commands import NoteAdvance, NoteWinner
from fairdeal.tournament.director.state import Extra
from fairdeal.tournament.orders import director_stream

_FORFEITED: Final = {
    Forfeited.HOUSE: (Purpose.SEIZED, Reason.SEIZURE),
    Forfeited.STATE_BUDGET: (Purpose.STATE_BUDGET, Reason.FORFEITURE),
}

_EXTRAS: Final = {Extra.RE_BUY: Reason.RE_BUY, Extra.ADD_ON: Reason.ADD_ON}

CommandToOthers = NoteWinner | NoteAdvance | PayWinnings | oc.NoteEnd


def transfers_of(event: ev.TournamentEvent, ref: EventRef) -> Chain:
    """The transfers of an event, in order; those of the prize pool are the format's (`TournamentFormat.pool_transfers`)."""
    step = _STEPS.get(type(event))
    return () if step is None else step(event, ref)


# ---- entries


def _paid(books: Books, source: AccountId | None, price: Price, bounty: Cents) -> PaidEntry | None:
    return None if source is None else PaidEntry(books.tournament, books.tender, source, price, bounty)


def _entered(event: ev.Entered, ref: EventRef) -> Chain:
    paid = _paid(event.books, event.entry.source, event.entry.price, event.entry.bounty)
    return () if paid is None else entry_chain(paid, ref)


def _unregistered(event: ev.Unregistered, ref: EventRef) -> Chain:
    back = _paid(event.books, event.to, event.entry.price, event.entry.bounty)
    return () if back is None else refund_chain(back, event.rule, ref)


def _chips_bought(event: ev.ChipsBought, ref: EventRef) -> Chain:
    paid = _paid(event.books, event.source, event.purchase.price, event.purchase.bounty)
    return () if paid is None else entry_chain(paid, ref, _EXTRAS[event.purchase.extra])


# ---- prizes


def _prize_paid(event: oc.PrizePaid, ref: EventRef) -> Chain:
    """Money to the wallet, unless a review decides where it goes; a ticket into its own account."""
    books = event.books
    moves: list[Move] = []
    if not event.held:
        moves.append(move(books.prizes, books.wallet(event.player), event.prize.money, Reason.PRIZE, event.rule))
    if event.ticket is not None:
        ticket = books.ticket(event.player, event.ticket)
        moves.append(move(books.prizes, ticket, event.prize.ticket, Reason.TICKET, event.rule))
    return chain_of(ref, moving(moves))


def _prize_forfeited(event: oc.PrizeForfeited, ref: EventRef) -> Chain:
    purpose, reason = _FORFEITED[event.goes_to]
    to = event.books.tender.account(purpose)
    return chain_of(ref, moving([move(event.books.prizes, to, event.prize.value, reason, event.rule)]))


def _bounty_won(event: oc.BountyWon | oc.BountiesKept, ref: EventRef) -> Chain:
    if event.held:
        return ()
    to = event.books.wallet(event.player)
    return chain_of(ref, moving([move(event.books.bounties, to, event.cash, Reason.BOUNTY, event.rule)]))


def _vip_paid(event: oc.VipPaid, ref: EventRef) -> Chain:
    books = event.books
    source = promotions(books)
    shares = [(to, share) for to, share in event.shares if to not in event.held]
    moves = (move(source, books.wallet(to), share, Reason.BOUNTY, event.rule) for to, share in shares)
    return chain_of(ref, moving(moves))


# ---- the end


def _fees_earned(event: oc.Finished | oc.PhaseEnded, ref: EventRef) -> Chain:
    books = event.books
    return earned_fees_chain(books.tender, books.tournament, books.edition, books.product, event.fees, event.rule, ref)


def _phase_ended(event: oc.PhaseEnded, ref: EventRef) -> Chain:
    """Pool and fees go on to the next phase: nothing of them is anybody's yet."""
    tender, here = event.books.tender, event.books.tournament
    earned = _fees_earned(event, ref)
    pool = move(event.books.prizes, prizes(tender, event.next), event.pool, Reason.PRIZE, event.rule)
    fees = move(entry_fees(tender, here), entry_fees(tender, event.next), event.fees_on, Reason.FEE, event.rule)
    return (*earned, *chain_of(ref.leg(ref.leg_number + len(earned)), moving([pool, fees])))


def _cancelled(event: oc.Cancelled, ref: EventRef) -> Chain:
    return cancellation_transfers(event.plan, event.books, event.books.product, ref, event.held)


_STEPS: Final[dict[type, Callable[[Any, EventRef], Chain]]] = {
    ev.Entered: _entered,
    ev.Unregistered: _unregistered,
    ev.ChipsBought: _chips_bought,
    oc.PrizePaid: _prize_paid,
    oc.PrizeForfeited: _prize_forfeited,
    oc.BountyWon: _bounty_won,
    oc.BountiesKept: _bounty_won,
    oc.VipPaid: _vip_paid,
    oc.Finished: _fees_earned,
    oc.PhaseEnded: _phase_ended,
    oc.Cancelled: _cancelled,
}


# ---- what others must decide in the same commit


def joint_commands_of(event: ev.TournamentEvent) -> tuple[JointCommand[CommandToOthers], ...]:
    """Commands for winnings under review, for tournaments that wait for an answer, and for whoever is told of the end."""
    match event:
        case oc.PrizePaid(held=True, prize=prize):
            return (_winnings(event.books, event.player, event.books.prizes, prize.money, event.rule),)
        case oc.BountyWon(held=True) | oc.BountiesKept(held=True):
            cash = event.cash
            return (_winnings(event.books, event.player, event.books.bounties, cash, event.rule),) if cash else ()
        case oc.VipPaid(held=held, books=books):
            source = promotions(books)
            return tuple(_winnings(books, to, source, won, event.rule) for to, won in event.shares if to in held)
        case oc.Cancelled():
            return tuple(_held_payouts(event))
        case ev.Entered(satellite=str() as satellite, ticket=str() as ticket):
            return (JointCommand(director_stream(satellite), NoteWinner(ticket, seated=True)),)
        case oc.WinnerRefused(satellite=satellite, ticket=ticket):
            return (JointCommand(director_stream(satellite), NoteWinner(ticket, seated=False)),)
        case oc.PhaseReceived(source=source):
            return (JointCommand(director_stream(source), NoteAdvance()),)
        case oc.EndReported(lobby=lobby, end=end):
            return (JointCommand(lobby, end),)
        case _:
            return ()


def _held_payouts(event: oc.Cancelled) -> Iterator[JointCommand[CommandToOthers]]:
    """What a review keeps back of a cancelled tournament: winnings, never what the player had paid (X-70)."""
    books, plan = event.books, event.plan
    for payout in plan.payouts:
        if payout.player not in event.held:
            continue
        if payout.prize:
            yield _winnings(books, payout.player, books.prizes, payout.prize, prize_rule(payout, plan))
        if payout.won_bounty:
            rule = rule_of(payout, What.BOUNTY, plan)
            yield _winnings(books, payout.player, books.bounties, payout.won_bounty, rule)


def _winnings(
    books: Books, player: PlayerId, source: AccountId, amount: Cents, rule: RuleId
) -> JointCommand[CommandToOthers]:
    return JointCommand(books.holds(player), PayWinnings(source, books.wallet(player), units_of(amount), rule))
