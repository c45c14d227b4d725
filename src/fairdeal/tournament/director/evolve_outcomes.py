"""How the events of `outcomes` change a tournament: prizes, bounties, the end, other tournaments, the house."""

from collections.abc import Callable
from typing import Any, Final

from fairdeal.kernel import Cents, Chips, PlayerId
from fairdeal.kernel.values import changed
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.state import Claim, Entrant, Finish, Status, Tournament, TournamentFunds, WonTicket

# ---- prizes


def _prize_paid(state: Tournament, event: oc.PrizePaid) -> Tournament:
    state = _prize_left(state, event)
    entrant = state.entrants[event.player]
    entrant = changed(entrant, prizes=Cents(entrant.prizes + event.prize.value))
    tickets = state.tickets
    if event.ticket is not None and event.target is not None:
        tickets = (*tickets, WonTicket(event.ticket, event.player, event.prize.ticket, event.target))
    return changed(state, entrants=state.entrants.put(event.player, entrant), tickets=tickets)


def _prize_left(state: Tournament, event: oc.PrizePaid | oc.PrizeForfeited) -> Tournament:
    pool = Cents(state.purse.pool - event.prize.value)
    return changed(state, purse=changed(state.purse, pool=pool), paid=max(state.paid, event.out))


def _bounty_won(state: Tournament, event: oc.BountyWon) -> Tournament:
    victim = state.entrants[event.victim]
    entrants = state.entrants.put(event.victim, changed(victim, head=Cents(victim.head - event.cash - event.head)))
    winner = entrants[event.player]
    winner = changed(winner, head=Cents(winner.head + event.head), bounties=Cents(winner.bounties + event.cash))
    return changed(state, entrants=entrants.put(event.player, winner), purse=_paid_heads(state.purse, event.cash))


def _paid_heads(funds: TournamentFunds, cash: Cents) -> TournamentFunds:
    return changed(funds, heads=Cents(funds.heads - cash))


def _bounties_kept(state: Tournament, event: oc.BountiesKept) -> Tournament:
    champion = state.entrants[event.player]
    champion = changed(champion, head=Cents(0), bounties=Cents(champion.bounties + event.cash))
    entrants = state.entrants.put(event.player, champion)
    return changed(state, entrants=entrants, purse=_paid_heads(state.purse, event.cash))


def _vip_claimed(state: Tournament, event: oc.VipClaimed) -> Tournament:
    return changed(state, claims=(*state.claims, Claim(event.vip, event.by)))


def _vip_paid(state: Tournament, event: oc.VipPaid) -> Tournament:
    entrants = state.entrants
    for player, share in event.shares:
        entrant = entrants[player]
        entrants = entrants.put(player, changed(entrant, bounties=Cents(entrant.bounties + share)))
    claims = tuple(claim for claim in state.claims if claim.vip != event.vip)
    return changed(state, entrants=entrants, claims=claims)


# ---- the end


def _ended(state: Tournament, status: Status) -> Tournament:
    """Nothing runs any more; tables close as their dealers go."""
    floor = state.floor
    tables = floor.tables
    for number in tuple(tables):
        table = changed(tables[number], closing=True, order=None, fallen=(), decide_until=None)
        tables = tables.put(number, table)
    floor = changed(floor, tables=tables, sizes=(0,) * len(floor.sizes), busy=0, deciding=0, fallen=0)
    clock = changed(state.clock, level_ends=None, break_due=None, pause=None, halt=None)
    return changed(
        state,
        status=status,
        registration_open=False,
        floor=floor,
        clock=clock,
        hand_for_hand=False,
        expelled=frozenset(),
    )


def _finished(state: Tournament, event: oc.Finished) -> Tournament:
    entrants, outs = state.entrants, state.outs
    for player in reversed(event.standing):
        out = len(outs) + 1
        outs = outs.put(out, player)
        entrant = entrants[player]
        finish = Finish(entrant.entry.number, out, event.rule)
        entrants = entrants.put(player, changed(entrant, finishes=(*entrant.finishes, finish), table=None, seat=None))
    funds = changed(state.purse, fees=Cents(state.purse.fees - event.fees))
    state = changed(state, entrants=entrants, outs=outs, purse=funds, remaining=0)
    return _ended(state, Status.FINISHED)


def _phase_ended(state: Tournament, event: oc.PhaseEnded) -> Tournament:
    fees = Cents(state.purse.fees - event.fees - event.fees_on)
    funds = changed(state.purse, pool=Cents(state.purse.pool - event.pool), fees=fees)
    state = changed(state, purse=funds, advancing=event.qualifiers, fees_on=event.fees_on)
    return _ended(state, Status.FINISHED)


def _phase_received(state: Tournament, event: oc.PhaseReceived) -> Tournament:
    entrants = state.entrants
    chips, new = state.chips, 0
    for player, entry in event.entries:
        known = entrants.get(player)
        new += known is None
        chips = Chips(chips + entry.chips - (0 if known is None else known.entry.chips))
        entrants = entrants.put(player, Entrant(player, (entry,)))
    staked = state.staked
    for stake in event.staked:
        staked = staked.put(stake.player, (*staked.get(stake.player, ()), *stake.payments))
    funds = changed(
        state.purse,
        pool=Cents(state.purse.pool + event.pool),
        fees=Cents(state.purse.fees + event.fees),
        supplied=Cents(state.purse.supplied + event.pool),
    )
    return changed(
        state,
        entrants=entrants,
        numbered=state.numbered + new,
        entries=state.entries + new,
        remaining=state.remaining + new,
        chips=chips,
        purse=funds,
        received=state.received | {event.source},
        staked=staked,
    )


def _advance_noted(state: Tournament, _event: oc.AdvanceNoted) -> Tournament:
    return changed(state, advancing=(), handed_over=True)


def _winner_refused(state: Tournament, _event: oc.WinnerRefused) -> Tournament:
    return state


def _ticket_answered(state: Tournament, event: oc.TicketAnswered) -> Tournament:
    return changed(state, tickets=tuple(each for each in state.tickets if each.ticket != event.ticket))


def _disqualified(state: Tournament, event: oc.Disqualified) -> Tournament:
    entrant = changed(state.entrants[event.player], disqualified=True, forfeits=event.forfeit)
    entrants = state.entrants.put(event.player, entrant)
    return changed(state, entrants=entrants, expelled=state.expelled | {PlayerId(event.player)})


def _cancelled(state: Tournament, _event: oc.Cancelled) -> Tournament:
    return _ended(changed(state, purse=TournamentFunds(supplied=state.purse.supplied)), Status.CANCELLED)


def _closed(state: Tournament, _event: oc.Closed) -> Tournament:
    return changed(state, closed=True)


def _end_reported(state: Tournament, _event: oc.EndReported) -> Tournament:
    return state


OUTCOMES: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    oc.PrizePaid: _prize_paid,
    oc.PrizeForfeited: _prize_left,
    oc.BountyWon: _bounty_won,
    oc.BountiesKept: _bounties_kept,
    oc.VipClaimed: _vip_claimed,
    oc.VipPaid: _vip_paid,
    oc.Finished: _finished,
    oc.PhaseEnded: _phase_ended,
    oc.PhaseReceived: _phase_received,
    oc.AdvanceNoted: _advance_noted,
    oc.WinnerRefused: _winner_refused,
    oc.TicketAnswered: _ticket_answered,
    oc.Disqualified: _disqualified,
    oc.Cancelled: _cancelled,
    oc.Closed: _closed,
    oc.EndReported: _end_reported,
}
