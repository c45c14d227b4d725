"""What follows a hand: stacks, missed blinds, pending top-ups, and players who leave."""

from dataclasses import replace

from fairdeal.cash.buy_in import refill_amount
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.events import (
    BlindMissed,
    HandEnded,
    HandVoided,
    Left,
    SatIn,
    TableClosed,
    TableEvent,
    TopUpApplied,
    TopUpReturned,
)
from fairdeal.cash.table.facts import TableFacts
from fairdeal.cash.table.state import CashTable, Chair, Entry, SitOut
from fairdeal.fair import CALLED_OFF
from fairdeal.kernel import Cents, Draft, Duration, Instant, RuleId
from fairdeal.play.fair.dealing import prove, prove_void
from fairdeal.play.fair.events import HandProven, VoidProven
from fairdeal.poker.order import HandResult

TableDraft = Draft[CashTable, TableEvent]


def end_hand(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """End the running hand: emit its result and everything that waited for it (sit-outs, top-ups, departures)."""
    table = draft.state
    assert table.open is not None
    missed, rule = table.open.missed, facts.rules_of(table).missed_blind.rule
    running = table.running
    assert running is not None
    draft.emit(_ended(facts, table, now))
    if (deal := running.lineup.fair) is not None:
        assert facts.fair is not None
        draft.emit(HandProven(prove(facts.fair, deal, running.hand)))
    for seat in missed:
        if draft.state.chair_at(seat).entry is not Entry.WAITING:
            draft.emit(BlindMissed(seat, rule))
    settle(facts, draft, now)


def void_hand(
    facts: TableFacts,
    draft: TableDraft,
    now: Instant,
    rule: RuleId,
    staff: str = "",
    reason: str = "",
    *,
    why: int = CALLED_OFF,
) -> None:
    """
    Void the open hand: stacks stay as at its start, its number is used up, and requested sit-outs take effect.

    `why` is what the published proof says of a hand that was locked; its decks are burnt.
    """
    open_hand = draft.state.open
    assert open_hand is not None
    deals_from = Instant(now + facts.settings.pause_after_hand)
    sits_out = tuple(
        (seat, chair.player, replace(chair.sits_out_next, since=now))
        for seat, chair in enumerate(draft.state.chairs)
        if chair is not None and chair.sits_out_next is not None
    )
    lock = None if draft.state.fair is None else draft.state.fair.lock
    draft.emit(HandVoided(open_hand.hand, open_hand.number, now, deals_from, sits_out, rule, staff, reason))
    if lock is not None and facts.fair is not None:
        draft.emit(VoidProven(prove_void(facts.fair, lock, why)))


def settle(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Between hands: apply pending top-ups, let players who asked to leave go, close a closing table."""
    closing = draft.state.closing
    rules = facts.rules_of(draft.state)
    for seat, chair in enumerate(draft.state.chairs):
        if chair is None:
            continue
        if chair.leaves or closing is not None:
            draft.emit(gone(chair, seat, now, chair.leave_rule if chair.leaves else closing))
        elif chair.pending_top_up > 0:
            _apply_top_up(rules, draft, seat, chair, now)
    if closing is not None:
        draft.emit(TableClosed(closing))


def gone(chair: Chair, seat: int, now: Instant, rule: RuleId | None) -> Left:
    """The event of a player who leaves with stack and pending top-up."""
    return Left(seat, chair.player, now, chair.stack, chair.pending_top_up, rule)


def _ended(facts: TableFacts, table: CashTable, now: Instant) -> HandEnded:
    open_hand, running = table.open, table.running
    assert open_hand is not None
    assert running is not None
    result = running.hand.result
    assert result is not None, "only a finished hand ends"
    assert sum(result.stacks) + result.rake == sum(open_hand.stacks), "chips cannot appear or vanish"
    rules = facts.rules_of(table)
    seats = open_hand.dealt.seats
    chairs = [table.chair_at(seat) for seat in seats]
    settings = facts.settings
    pause = settings.pause_after_showdown if result.shown else settings.pause_after_hand
    after = dict(zip(seats, result.stacks, strict=True))
    return HandEnded(
        hand=open_hand.hand,
        number=open_hand.number,
        at=now,
        edition=open_hand.edition,
        dealt=open_hand.dealt,
        players=tuple([chair.player for chair in chairs]),
        before=open_hand.stacks,
        after=tuple([Cents(stack) for stack in result.stacks]),
        rake=Cents(result.rake),
        rake_rule=_rake_rule(rules, result),
        contributed=tuple([Cents(paid) for paid in result.contributed]),
        banks=tuple([_bank(rules, left, chair) for left, chair in zip(running.banks, chairs, strict=True)]),
        sits_out=tuple(
            [
                _sits_out(rules, chair, forced, stack, now)
                for chair, forced, stack in zip(chairs, running.forced_sit_outs, result.stacks, strict=True)
            ]
        ),
        refills=_refills(facts, table, after),
        deals_from=Instant(now + pause),
    )


def _bank(rules: CashRules, left: Duration, chair: Chair) -> Duration:
    return left if rules.bank is None else rules.bank.after_hand(left, chair.hands_dealt + 1)


def _sits_out(rules: CashRules, chair: Chair, forced: RuleId | None, stack: int, now: Instant) -> SitOut | None:
    """The sit-out a player starts after the hand, if any: asked for, forced by the hand, or because no chips are left."""
    if chair.leaves:
        return None
    if chair.sits_out_next is not None:
        return replace(chair.sits_out_next, since=now)
    rule = rules.table_stakes.rule if forced is None and stack == 0 else forced
    return None if rule is None else SitOut(now, rule, imposed=True)


def _refills(facts: TableFacts, table: CashTable, after: dict[int, int]) -> tuple[int, ...]:
    rules = facts.rules[table.edition]
    if rules.auto_top_up is None or table.closing is not None:
        return ()
    return tuple(
        seat
        for seat, chair in enumerate(table.chairs)
        if chair is not None
        and chair.auto_top_up
        and not chair.leaves
        and _wants_refill(rules, chair, Cents(after.get(seat, chair.stack) + chair.pending_top_up))
    )


def _rake_rule(rules: CashRules, result: HandResult) -> RuleId:
    pot = sum(pot.amount for pot in result.pots)
    return RuleId(rules.hand.rake.decided_by(pot, len(result.stacks), flop=len(result.board) > 0))


def _wants_refill(rules: CashRules, chair: Chair, stack: Cents) -> bool:
    """Whether auto top-up would add something, whatever the wallet has."""
    return refill_amount(rules, stack=stack, initial=chair.initial_buy_in, available=chair.initial_buy_in) > 0


def _apply_top_up(rules: CashRules, draft: TableDraft, seat: int, chair: Chair, now: Instant) -> None:
    """Add a pending top-up as far as the limit allows; the rest goes back to the wallet."""
    waiting = chair.pending_top_up
    limit = rules.top_up_limit
    room = max(0, limit.value - chair.stack)
    applied = min(waiting, room)
    if rules.banzai is not None and applied < room:
        applied = 0  # a stack that would not be whole stays as it is (BZ-03)
    if applied > 0:
        draft.emit(TopUpApplied(seat, chair.player, Cents(applied)))
        bring_back(rules, draft, seat, now)
    if applied < waiting:
        draft.emit(TopUpReturned(seat, chair.player, Cents(waiting - applied), limit.rule))


def bring_back(rules: CashRules, draft: TableDraft, seat: int, now: Instant) -> None:
    """End the sit-out of a player who sat out only because no chips were left."""
    chair = draft.state.chair_at(seat)
    if chair.sit_out is not None and chair.sit_out.rule == rules.table_stakes.rule:
        draft.emit(SatIn(seat, chair.player, now, chair.entry is Entry.POSTING, rules.table_stakes.rule))
