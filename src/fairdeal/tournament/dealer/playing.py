"""A hand of a tournament: dealt when it is due, played by the players or for them, reported (MTT-40, MTT-48)."""

from collections.abc import Sequence
from typing import Final

from fairdeal.kernel import Draft, HandId, Instant, Rejection, RuleId, Verdict, make_id, reject
from fairdeal.kernel.values import changed
from fairdeal.play import connections, playing
from fairdeal.play.deck import deck_commitment
from fairdeal.play.events import ClocksPaused, ConnectionBack, ConnectionLost, Played
from fairdeal.play.fair.dealing import cut, lock, missing_pids, prove, takes_part
from fairdeal.play.fair.events import HandProven
from fairdeal.play.fair.state import IDLE, FairDeal, FairFacts, FairLog
from fairdeal.play.messages import Act, Disconnected, GiveTimeBack, PauseClocks, Reconnected, ResumeClocks, TurnExpired
from fairdeal.play.state import Dropped, Lineup, Running, dropped_since
from fairdeal.tournament.dealer.commands import DealHand
from fairdeal.tournament.dealer.events import DealEnded, DealEvent, DealOpened, RollCalled
from fairdeal.tournament.dealer.evolve import evolve
from fairdeal.tournament.dealer.facts import DealDraft, DealerFacts
from fairdeal.tournament.dealer.hands import hand_order, hole_cards_of, in_order_of_play, report_of
from fairdeal.tournament.dealer.state import DealerTable, OpenDeal
from fairdeal.tournament.orders import PlayHand

_OUTAGE: Final = RuleId("X-143")


# ---- dealing


def deal_at(table: DealerTable) -> Instant | None:
    """The instant at which the ordered hand is dealt; None: there is none, or it is being played."""
    order = table.due
    if order is None:
        return None
    due = Instant(max(order.deals_from, table.deals_from))
    return Instant(max(due, table.waits_until)) if _is_missing_somebody(table, order) else due


def deal_hand(facts: DealerFacts, table: DealerTable, command: DealHand, now: Instant) -> Verdict[DealEvent]:
    """
    Deal the ordered hand to everybody, also those who are away or not connected (MTT-48d).

    Shortly after an outage it waits for those who are not back yet (X-143). Checks in this order: the order, clocks, time.
    """
    order, due = table.due, deal_at(table)
    if order is None or due is None or (order.number, order.attempt) != (command.number, command.attempt):
        return reject("stale_hand")
    rules = facts.rules_of(order)
    if table.paused_since is not None:
        return reject("clocks_paused", rules.downtime_shifts_periods.rule)
    opens = opens_at(facts, table)
    assert opens is not None, "a hand that is due is opened"
    if now < opens:
        return reject("too_early", due=opens)
    assert command.chance is not None, "the runtime fills the slots"
    draft: DealDraft = Draft(table, evolve)
    dropped = _roll(table, order, command.missing, now)
    if dropped != table.dropped:
        draft.emit(RollCalled(dropped))
    if now < draft.state.waits_until and dropped:
        return draft
    hand = HandId(make_id(now, command.chance))
    if facts.fair is not None:
        _lock(facts, facts.fair, draft, command, hand, now)
        return draft
    assert command.deck is not None
    assert command.salt is not None
    draft.emit(DealOpened(_open(table, order, hand, deck_commitment(command.deck, command.salt), now), order.rule))
    _deal(facts, draft, command.deck, command.salt, None, now)
    return draft


def _is_missing_somebody(table: DealerTable, order: PlayHand) -> bool:
    return bool(table.dropped) and any(dropped_since(table.dropped, place.player) is not None for place in order.places)


def opens_at(facts: DealerFacts, table: DealerTable) -> Instant | None:
    """When the ordered hand is opened: when it is due, or earlier, so that its players can reveal seeds until then."""
    due, order = deal_at(table), table.order
    if due is None or order is None or facts.fair is None or table.fair_play is None:
        return due
    early = takes_part(table.fair_play, [place.player for place in order.places], table.opened + 1)
    return Instant(due - facts.fair.window) if early else due


def _open(table: DealerTable, order: PlayHand, hand: HandId, commitment: bytes, at: Instant) -> OpenDeal:
    players = tuple(place.player for place in in_order_of_play(order))
    return OpenDeal(hand, table.opened + 1, order.number, order.attempt, at, players, commitment, order.game.edition)


def _lock(facts: DealerFacts, fair: FairFacts, draft: DealDraft, command: DealHand, hand: HandId, now: Instant) -> None:
    """Open and lock the ordered hand by two decks; where nobody's seed is awaited, it is dealt at once."""
    assert command.decks is not None, "the runtime makes the decks"
    table = draft.state
    order, due = table.order, deal_at(table)
    assert order is not None
    assert due is not None
    places = [(place.seat, place.player) for place in in_order_of_play(order)]
    given = missing_pids(table.fair or FairLog(), [player for _, player in places], command.pids)
    if given is not None:
        draft.emit(given)
    locked, awaited = lock(
        fair,
        draft.state.fair or FairLog(),
        table.fair_play or IDLE,
        table.opened + 1,
        hole_cards_of(facts.rules_of(order).poker, order),
        places,
        command.decks,
        order.rule,
        due,
        now,
    )
    # Hands at other tables are compared by when their cards came.
    at = Instant(max(now, due))
    draft.emit(DealOpened(_open(table, order, hand, locked.lock.lock, at), order.rule))
    draft.emit(locked, awaited)
    if now >= due and awaited.is_complete:
        deal_locked_hand(facts, draft, now)


def deal_locked_hand(facts: DealerFacts, draft: DealDraft, now: Instant) -> None:
    """Deal the locked hand by the seeds that are there."""
    assert facts.fair is not None, "only a table that deals by the players' cut locks hands"
    assert draft.state.fair_play is not None
    fair = cut(facts.fair, draft.state.fair_play)
    _deal(facts, draft, fair.dealt.cards, b"", fair, now)


def _deal(
    facts: DealerFacts, draft: DealDraft, deck: Sequence[int], salt: bytes, fair: FairDeal | None, now: Instant
) -> None:
    """Deal the open hand."""
    table = draft.state
    order, opened = table.order, table.open
    assert order is not None
    assert opened is not None
    rules, places = facts.rules_of(order), in_order_of_play(order)
    lineup = Lineup(opened.hand, tuple(place.seat for place in places), opened.players, salt, fair)
    banks = tuple(place.bank for place in places)
    engine = hand_order(rules.poker, order, deck)
    draft.emit(playing.deal(rules, lineup, engine, banks, table.dropped, now))
    finish_turns(facts, draft, now)


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
        proven = _proven(facts, running)
        draft.emit(_ended(facts, draft.state, b"" if proven is None else proven.proof.after, now))
        if proven is not None:
            draft.emit(proven)


def _proven(facts: DealerFacts, running: Running) -> HandProven | None:
    """What is published of a hand that is over, where players cut the decks."""
    deal = running.lineup.fair
    if deal is None:
        return None
    assert facts.fair is not None
    return HandProven(prove(facts.fair, deal, running.hand))


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


def _ended(facts: DealerFacts, table: DealerTable, log: bytes, now: Instant) -> DealEnded:
    opened, running, order = table.open, table.running, table.order
    assert opened is not None
    assert running is not None
    assert order is not None
    result = running.hand.result
    assert result is not None, "only a finished hand ends"
    seats = running.lineup.seats
    banks = dict(zip(seats, running.banks, strict=True))
    away = {seat: rule for seat, rule in zip(seats, running.forced_sit_outs, strict=True) if rule is not None}
    report = report_of(order, opened.hand, opened.opened_at, result, banks, away, log)
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
    has_turn = (running is not None and running.turn is not None) or table.is_locked
    if not has_turn or table.paused_since is not None or command.since >= now:
        return ()
    shifts = facts.rules(table).downtime_shifts_periods
    if not shifts.value:
        return ()
    stood = changed(table, paused_since=command.since)
    return ClocksPaused(command.since, shifts.rule), connections.resume(shifts.rule, stood, now)


def _outage(facts: DealerFacts, table: DealerTable) -> RuleId:
    return _OUTAGE if table.order is None else facts.rules(table).downtime_shifts_periods.rule
