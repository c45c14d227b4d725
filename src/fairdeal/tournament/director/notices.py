"""
What an event of a tournament tells single players: what happened to them, or to everybody who plays, and by which rule.

Every kind of event that tells anybody anything has its teller in one table. Whoever is away misses the notice, but finds the same
facts in what they see of the tournament.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import Any, Final

from fairdeal.kernel import PlayerId, RuleId, Step, TournamentId
from fairdeal.kernel.values import dataclass
from fairdeal.tournament.cancellation.plan import Payout
from fairdeal.tournament.director import events as ev
from fairdeal.tournament.director import outcomes as oc
from fairdeal.tournament.director.prizes.pools import paid_places, pool_now
from fairdeal.tournament.director.state import PauseKind, Status, Table, Tournament
from fairdeal.tournament.rules import RE_BUY
from fairdeal.tournament.setup import TournamentSetup

DirectorStep = Step[Tournament | None, ev.TournamentEvent]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something a player is told: what, by which rule, with which numbers, and about whom."""

    code: str
    rule: RuleId | None
    numbers: tuple[tuple[str, int], ...] = ()
    table: int | None = None  # where the player sits now
    left: int | None = None  # where the player sat before
    players: tuple[PlayerId, ...] = ()
    other: TournamentId | None = None
    changed: tuple[str, ...] = ()  # parameters of the setup
    payout: Payout | None = None


Told = Iterator[tuple[Iterable[PlayerId], Notice]]


def notices(step: DirectorStep) -> tuple[tuple[PlayerId, Notice], ...]:
    """What a step tells single players."""
    tell = _TELLERS.get(type(step.event))
    if tell is None:
        return ()
    assert step.before is not None, "nobody is in a tournament that is not announced"
    assert step.after is not None, step.event
    told = tell(step.before, step.event, step.after)
    return tuple((player, notice) for players, notice in told for player in players)


def _notice(code: str, rule: RuleId, /, **numbers: int) -> Notice:
    return Notice(code=code, rule=rule, numbers=tuple(numbers.items()))


def _playing(state: Tournament) -> list[PlayerId]:
    return [entrant.player for entrant in state.entrants.values() if entrant.playing]


# ---- before the start


def _setup_changed(before: Tournament, event: ev.SetupChanged, after: Tournament) -> Told:
    told = _notice("setup_changed", event.rule, unregister_until=_leave_until(after))
    yield before.entrants, _with(told, changed=_changed(before.setup, after.setup))


def _changed(before: TournamentSetup, after: TournamentSetup) -> tuple[str, ...]:
    names = (field.name for field in fields(TournamentSetup))
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


def _start_delayed(before: Tournament, event: ev.StartDelayed, after: Tournament) -> Told:
    yield (
        before.entrants,
        _notice("start_delayed", event.rule, starts_at=event.to, unregister_until=_leave_until(after)),
    )


def _leave_until(state: Tournament) -> int:
    """Until when those who are registered may leave after a change; 0: they may not, because they play."""
    return (state.starts_at or 0) if state.status is Status.ANNOUNCED else 0


def _unregistered(_before: Tournament, event: ev.Unregistered, _after: Tournament) -> Told:
    if event.staff:
        yield (event.player,), _notice("unregistered_by_house", event.rule, price=event.entry.price.total)


def _entered(_before: Tournament, event: ev.Entered, _after: Tournament) -> Told:
    if event.satellite is not None:
        yield (
            (event.player,),
            _with(_notice("seat_won", event.rule, price=event.entry.price.total), other=event.satellite),
        )
    if event.spot is not None:
        yield (event.player,), _seated(event, event.spot, event.entry.chips)


def _started(before: Tournament, event: ev.Started, _after: Tournament) -> Told:
    for spot in event.spots:
        yield (spot.player,), _seated(event, spot, before.entrants[spot.player].entry.chips)


def _seated(event: ev.Entered | ev.Started, spot: ev.Spot, chips: int) -> Notice:
    return _with(_notice("seated", event.rule, table=spot.table, seat=spot.seat, chips=chips), table=spot.table)


def _with(notice: Notice, **more: Any) -> Notice:
    known = {field.name: getattr(notice, field.name) for field in fields(Notice)}
    return Notice(**{**known, **more})


# ---- tables


def _moved(before: Tournament, event: ev.Moved, after: Tournament) -> Told:
    left = before.entrants[event.player].table
    assert left is not None, event
    numbers = {
        "from": left,
        "to": event.table,
        "seat": event.seat,
        "from_players": before.floor.tables[left].size,
        "to_players": before.floor.tables[event.table].size,
        "big_blind_in": _hands_to_big_blind(after.floor.tables[event.table], event.seat),
    }
    yield (event.player,), _with(_notice("moved", event.rule, **numbers), table=event.table, left=left)


def _hands_to_big_blind(table: Table, seat: int) -> int:
    """In how many hands the big blind reaches a seat if nobody else goes or comes; 0 at a new table, where nobody can tell."""
    last = table.order or table.last
    if last is None:
        return 0
    size = len(table.chairs)
    order = [(last.big_blind + step) % size for step in range(1, size + 1)]
    return sum(table.chairs[each] is not None for each in order[: order.index(seat) + 1])


def _final_table(_before: Tournament, event: ev.FinalTableReached, after: Tournament) -> Told:
    if after.floor.opened > 1:  # where there never was another table, nobody has reached anything
        yield _playing(after), _notice("final_table", event.rule, remaining=after.remaining)


def _hand_for_hand(before: Tournament, event: ev.HandForHandBegan | ev.HandForHandEnded, after: Tournament) -> Told:
    code = "hand_for_hand_began" if isinstance(event, ev.HandForHandBegan) else "hand_for_hand_ended"
    yield _playing(before), _notice(code, event.rule, remaining=after.remaining, paid=paid_places(after))


def _re_buy_offered(before: Tournament, event: ev.HandRecorded, _after: Tournament) -> Told:
    terms, until = before.setup.re_buy, event.decide_until
    if terms is not None and until is not None:
        deciding = [each.player for each in event.fallen if not each.decided]
        price = terms.price.total
        yield deciding, _notice("re_buy_offered", RE_BUY, until=until, chips=terms.chips, price=price)


def _chips_bought(_before: Tournament, event: ev.ChipsBought, after: Tournament) -> Told:
    """Whoever sits with a player sees at once what the player bought, not only with the next hand."""
    buyer = after.entrants[event.player]
    table = after.table_of(buyer)
    assert buyer.seat is not None, event
    chair = table.chairs[buyer.seat]
    assert chair is not None, event
    others = [each.player for _, each in table.seated if each.player != event.player]
    waits = int(chair.bought > 0)
    told = _notice("chips_bought", event.rule, seat=buyer.seat, chips=event.purchase.chips, waits=waits)
    yield others, _with(told, table=table.number, players=(event.player,))


# ---- clocks


def _pause_called(before: Tournament, event: ev.PauseCalled, _after: Tournament) -> Told:
    if event.kind is PauseKind.BREAK and before.clock.pause is None:
        yield _playing(before), _notice("break_called", event.rule, length=event.length)


def _pause_began(before: Tournament, event: ev.PauseBegan, _after: Tournament) -> Told:
    pause, add_on = before.clock.pause, before.setup.add_on
    if pause is not None and pause.kind is PauseKind.ADD_ON and add_on is not None:
        price = add_on.price.total
        yield _playing(before), _notice("add_on_began", event.rule, until=event.until, chips=add_on.chips, price=price)
    else:
        yield _playing(before), _notice("break_began", event.rule, until=event.until)


def _pause_ended(before: Tournament, event: ev.PauseEnded, after: Tournament) -> Told:
    yield _playing(before), _notice("break_ended", event.rule, level=after.clock.level)


def _registration_closed(_before: Tournament, event: ev.RegistrationClosed, after: Tournament) -> Told:
    if after.setup.late_levels:
        pool = pool_now(after.setup, after.purse.supplied)
        told = _notice("registration_closed", event.rule, entries=after.entries, pool=pool, paid=paid_places(after))
        yield _playing(after), told


def _halted(before: Tournament, event: ev.Halted, _after: Tournament) -> Told:
    yield _playing(before), _notice("paused", event.rule)


def _resumed(before: Tournament, event: ev.Resumed, _after: Tournament) -> Told:
    yield _playing(before), _notice("resumed", event.rule, deals_from=event.deals_from)


def _chips_adjusted(_before: Tournament, event: ev.ChipsAdjusted, after: Tournament) -> Told:
    """Those concerned learn of their stacks; where the sum of all chips changed, everybody who plays learns that."""
    for change in event.changes:
        stack = after.chair_of(after.entrants[change.player]).stack
        yield (change.player,), _notice("chips_adjusted", event.rule, change=change.chips, stack=stack)
    if event.added:
        yield _playing(after), _notice("chips_in_play_changed", event.rule, change=event.added, amount=after.chips)


def _shifted(before: Tournament, event: ev.PeriodsShifted, _after: Tournament) -> Told:
    yield _playing(before), _notice("clocks_shifted", event.rule, by=event.by)


# ---- outcomes


def _eliminated(before: Tournament, event: ev.Eliminated, _after: Tournament) -> Told:
    numbers = {"place": before.place(event.out), "entries": before.entries}
    told = _notice("eliminated", event.rule, **numbers, provisional=int(before.registration_open))
    yield (event.player,), _with(told, players=event.by)


def _finished(before: Tournament, event: oc.Finished, _after: Tournament) -> Told:
    for place, player in enumerate(event.standing, 1):
        yield (player,), _notice("won", event.rule, place=place, entries=before.entries)


def _prize_paid(_before: Tournament, event: oc.PrizePaid, _after: Tournament) -> Told:
    prize = event.prize
    if prize.ticket:
        told = _notice("ticket_won", event.rule, place=event.place, ticket=prize.ticket, prize=prize.money)
        yield (event.player,), _with(told, other=event.target)
    else:
        code = "prize_held" if event.held else "prize_paid"
        yield (event.player,), _notice(code, event.rule, place=event.place, prize=prize.value)


def _prize_forfeited(_before: Tournament, event: oc.PrizeForfeited, _after: Tournament) -> Told:
    yield (event.player,), _notice("prize_forfeited", event.rule, place=event.place, prize=event.prize.value)


def _bounty_won(_before: Tournament, event: oc.BountyWon, _after: Tournament) -> Told:
    told = _notice("bounty_held" if event.held else "bounty_won", event.rule, cash=event.cash, head=event.head)
    yield (event.player,), _with(told, players=(event.victim,))


def _bounties_kept(_before: Tournament, event: oc.BountiesKept, _after: Tournament) -> Told:
    yield (event.player,), _notice("bounties_kept", event.rule, cash=event.cash)


def _vip_paid(_before: Tournament, event: oc.VipPaid, _after: Tournament) -> Told:
    for player, cash in event.shares:
        code = "bounty_held" if player in event.held else "vip_won"
        yield (player,), _with(_notice(code, event.rule, cash=cash, head=0), players=(event.vip,))


def _disqualified(_before: Tournament, event: oc.Disqualified, _after: Tournament) -> Told:
    yield (event.player,), _notice("disqualified", event.rule, forfeit=int(event.forfeit))


def _cancelled(before: Tournament, event: oc.Cancelled, _after: Tournament) -> Told:
    paid = {payout.player: payout for payout in event.plan.payouts}
    for player in before.entrants:
        payout = paid.get(player)
        amount = 0 if payout is None else payout.amount
        parts = 0 if payout is None else len(payout.parts)
        told = _notice("cancelled", event.plan.rule, amount=amount, parts=parts)
        yield (player,), _with(told, payout=payout)


def _phase_ended(_before: Tournament, event: oc.PhaseEnded, _after: Tournament) -> Told:
    for each in event.qualifiers:
        yield (each.player,), _with(_notice("phase_survived", event.rule, chips=each.chips), other=event.next)


def _phase_received(_before: Tournament, event: oc.PhaseReceived, _after: Tournament) -> Told:
    for player, entry in event.entries:
        yield (player,), _with(_notice("phase_joined", event.rule, chips=entry.chips), other=event.source)


def _winner_refused(_before: Tournament, event: oc.WinnerRefused, _after: Tournament) -> Told:
    yield (event.player,), _with(_notice("ticket_kept", event.rule), other=event.satellite)


_TELLERS: Final[dict[type, Callable[[Tournament, Any, Tournament], Told]]] = {
    ev.SetupChanged: _setup_changed,
    ev.StartDelayed: _start_delayed,
    ev.Unregistered: _unregistered,
    ev.Entered: _entered,
    ev.Started: _started,
    ev.Moved: _moved,
    ev.FinalTableReached: _final_table,
    ev.HandForHandBegan: _hand_for_hand,
    ev.HandForHandEnded: _hand_for_hand,
    ev.HandRecorded: _re_buy_offered,
    ev.ChipsBought: _chips_bought,
    ev.PauseCalled: _pause_called,
    ev.PauseBegan: _pause_began,
    ev.PauseEnded: _pause_ended,
    ev.RegistrationClosed: _registration_closed,
    ev.Halted: _halted,
    ev.Resumed: _resumed,
    ev.ChipsAdjusted: _chips_adjusted,
    ev.PeriodsShifted: _shifted,
    ev.Eliminated: _eliminated,
    oc.Finished: _finished,
    oc.PrizePaid: _prize_paid,
    oc.PrizeForfeited: _prize_forfeited,
    oc.BountyWon: _bounty_won,
    oc.BountiesKept: _bounties_kept,
    oc.VipPaid: _vip_paid,
    oc.Disqualified: _disqualified,
    oc.Cancelled: _cancelled,
    oc.PhaseEnded: _phase_ended,
    oc.PhaseReceived: _phase_received,
    oc.WinnerRefused: _winner_refused,
}
"""Who tells what of each kind of event; the others tell nobody anything."""
