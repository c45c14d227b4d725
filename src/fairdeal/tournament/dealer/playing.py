"""A hand of a tournament: dealt when it is due, played by the players or for them, reported (MTT-40, MTT-48)."""

from typing import Final

from fairdeal.kernel import Draft, HandId, Instant, Rejection, RuleId, Verdict, make_id, reject
from fairdeal.kernel.values import changed
from fairdeal.play import connections, playing
from fairdeal.play.deck import deck_commitment
from fairdeal.play.events import ClocksPaused, ConnectionBack, ConnectionLost, Played
from fairdeal.play.messages import Act, Disconnected, GiveTimeBack, PauseClocks, Reconnected, ResumeClocks, TurnExpired
from fairdeal.play.state import Dropped, Lineup, dropped_since
from fairdeal.tournament.dealer.commands import DealHand
from fairdeal.tournament.dealer.events import DealEnded, DealEvent, DealOpened, RollCalled
from fairdeal.tournament.dealer.evolve import evolve
from fairdeal.tournament.dealer.facts import DealDraft, DealerFacts
from fairdeal.tournament.dealer.hands import hand_order, in_order_of_play, report_of
from fairdeal.tournament.dealer.state import DealerTable, OpenDeal
from fairdeal.tournament.orders import PlayHand

_OUTAGE: Final = RuleId("X-143")


# ---- dealing


def deal_at(table: DealerTable) -> Instant | None:
    """The instant at which the ordered hand is dealt; None: there is none, or it is being played."""
    order = table.due
    return None if order is None else Instant(max(order.deals_from, table.deals_from))


def deal_hand(facts: DealerFacts, table: DealerTable, command: DealHand, now: Instant) -> Verdict[DealEvent]:
    """
    Deal the ordered hand to everybody, also those who are away or not connected (MTT-48d).

    Checks in this order: the order, clocks, time.
    """
    order, due = table.due, deal_at(table)
    if order is None or due is None or (order.number, order.attempt) != (command.number, command.attempt):
        return reject("stale_hand")
    rules = facts.rules_of(order)
    if table.paused_since is not None:
        return reject("clocks_paused", rules.downtime_shifts_periods.rule)
    if now < due:
        return reject("too_early", due=due)
    assert command.deck is not None, "the runtime fills the slots"
    assert command.salt is not None
    assert command.chance is not None
    draft: DealDraft = Draft(table, evolve)
    dropped = _roll(table, order, command.missing, now)
    if dropped != table.dropped:
        draft.emit(RollCalled(dropped))
    places = in_order_of_play(order)
    opened = OpenDeal(
        HandId(make_id(now, command.chance)),
        table.opened + 1,
        order.number,
        order.attempt,
        now,
        tuple(place.player for place in places),
        deck_commitment(command.deck, command.salt),
        order.game.edition,
    )
    draft.emit(DealOpened(opened, order.rule))
    lineup = Lineup(opened.hand, tuple(place.seat for place in places), opened.players, command.salt)
    banks = tuple(place.bank for place in places)
    engine = hand_order(rules.poker, order, command.deck)
    draft.emit(playing.deal(rules, lineup, engine, banks, dropped, now))
    finish_turns(facts, draft, now)
    return draft


def _roll(table: DealerTable, order: PlayHand, missing: frozenset[str] | None, now: Instant) -> Dropped:
    """Who of the hand's players is not connected, and since when, as far as that was told."""
    if missing is None:
        return table.dropped
    lost = [place.player for place in order.places if place.player in missing]
    return tuple((player, dropped_since(table.dropped, player) or now) for player in lost)


# ---- deciding


def act(facts: DealerFacts, table: DealerTable, command: Act, now: Instant) -> Verdict[DealEvent]:
    """A player's own decision in a hand."""
    if table.place_of(command.player) is None:
        return reject("not_seated")
    if table.running is None:
        return reject("stale_hand")
    return _with_consequences(facts, table, playing.act(facts.rules(table), table, command, now), now)


def turn_expired(facts: DealerFacts, table: DealerTable, command: TurnExpired, now: Instant) -> Verdict[DealEvent]:
    """
    Check for a player whose time is over, or fold where checking is impossible (MTT-48c).

    A connection lost before the time was over is noted first, and may give more of it (MTT-48b).
    """
    if table.running is None:
        return reject("stale_hand")
    rules = facts.rules(table)
    lost = connections.lost_in_time(rules, table, command, now)
    draft: DealDraft = Draft(table, evolve)
    if lost is not None:
        draft.emit(lost)
    played = playing.turn_expired(rules, draft.state, command, now, rules.timeout.rule)
    if isinstance(played, Rejection):
        return played if lost is None else draft  # the loss has given more time
    draft.emit(played)
    finish_turns(facts, draft, now)
    return draft


def finish_turns(facts: DealerFacts, draft: DealDraft, now: Instant) -> None:
    """Decide for every player in turn who has no time, until one has time or the hand is over; then end the hand."""
    while draft.state.running is not None:
        played = _at_once(facts, draft.state, now)
        if played is None:
            break
        draft.emit(played)
    running = draft.state.running
    if running is not None and running.turn is None:
        draft.emit(_ended(facts, draft.state, now))


def _at_once(facts: DealerFacts, table: DealerTable, now: Instant) -> Played | None:
    """
    What is done for the player whose turn it is without waiting, or nothing.

    Who sits out folds (X-66); who is not connected and has no time is checked if that is possible (X-67).
    """
    turn = None if table.running is None else table.running.turn
    if turn is None:
        return None
    rules = facts.rules(table)
    if turn.seat in table.away:
        return playing.fold_for(rules, table, now, rules.folds_away)
    if not turn.has_time and table.paused_since is None:
        return playing.decide_for(rules, table, now, rules.at_once)
    return None


def _with_consequences(
    facts: DealerFacts, table: DealerTable, played: Played | Rejection, now: Instant
) -> Verdict[DealEvent]:
    if isinstance(played, Rejection):
        return played
    if played.turn is not None and played.turn.seat not in table.away and played.turn.has_time:
        return (played,)
    draft: DealDraft = Draft(table, evolve)
    draft.emit(played)
    finish_turns(facts, draft, now)
    return draft


def _ended(facts: DealerFacts, table: DealerTable, now: Instant) -> DealEnded:
    opened, running, order = table.open, table.running, table.order
    assert opened is not None
    assert running is not None
    assert order is not None
    result = running.hand.result
    assert result is not None, "only a finished hand ends"
    seats = running.lineup.seats
    banks = dict(zip(seats, running.banks, strict=True))
    away = {seat: rule for seat, rule in zip(seats, running.forced_sit_outs, strict=True) if rule is not None}
    report = report_of(order, opened.hand, opened.opened_at, result, banks, away)
    looks = facts.settings.pause_after_showdown if result.shown else 0
    return DealEnded(report, opened.number, now, Instant(now + looks))


# ---- connections


def disconnect(facts: DealerFacts, table: DealerTable, command: Disconnected, now: Instant) -> Verdict[DealEvent]:
    """A player disconnected; where extra time is granted, the player's turn gets it (MTT-48b)."""
    if table.closed or dropped_since(table.dropped, command.player) is not None:
        return ()
    if table.running is None:
        return (ConnectionLost(command.player, now if command.at is None else command.at),)
    return (connections.lose(facts.rules(table), table, command.player, command.at, now),)


def reconnect(facts: DealerFacts, table: DealerTable, command: Reconnected, now: Instant) -> Verdict[DealEvent]:
    """A player reconnected."""
    if dropped_since(table.dropped, command.player) is None:
        return ()
    if table.running is None:
        return (ConnectionBack(command.player, now),)
    return (connections.come_back(facts.rules(table), table, command.player, now),)


def pause_clocks(facts: DealerFacts, table: DealerTable, _command: PauseClocks, now: Instant) -> Verdict[DealEvent]:
    """Stop all clocks of the table."""
    if table.paused_since is not None or table.closed:
        return ()
    return (ClocksPaused(now, _outage(facts, table)),)


def resume_clocks(facts: DealerFacts, table: DealerTable, _command: ResumeClocks, now: Instant) -> Verdict[DealEvent]:
    """Let all clocks run on from where they stopped."""
    if table.paused_since is None:
        return ()
    return (connections.resume(_outage(facts, table), table, now),)


def give_time_back(facts: DealerFacts, table: DealerTable, command: GiveTimeBack, now: Instant) -> Verdict[DealEvent]:
    """Return the time during which the room stood still to the player in turn, as after a pause."""
    running = table.running
    if running is None or running.turn is None or table.paused_since is not None or command.since >= now:
        return ()
    shifts = facts.rules(table).downtime_shifts_periods
    if not shifts.value:
        return ()
    stood = changed(table, paused_since=command.since)
    return ClocksPaused(command.since, shifts.rule), connections.resume(shifts.rule, stood, now)


def _outage(facts: DealerFacts, table: DealerTable) -> RuleId:
    return _OUTAGE if table.order is None else facts.rules(table).downtime_shifts_periods.rule
