"""
Players' decisions in a blackjack round: insurance, and the acts of the hand to act.

The same options draw the buttons and judge the click. Those who follow from behind are charged together with the seated player,
as far as their money goes.
"""

from typing import Final, NamedTuple

from fairdeal.casino.games.blackjack.commands import (
    Choice,
    CloseInsurance,
    Decide,
    DecisionExpired,
    Insure,
    PlayCommand,
)
from fairdeal.casino.games.blackjack.events import Decided, InsuranceAnswered
from fairdeal.casino.games.blackjack.felt import boxes_of
from fairdeal.casino.games.blackjack.play import (
    OFFERED,
    advance,
    check_hole,
    everybody_answered,
    hand_number,
    is_asked,
    may_insure,
    round_of,
    seen_round,
    stand,
    unanswered,
)
from fairdeal.casino.games.blackjack.rules import DOUBLE, HIT, INSURANCE, PLAYING, SPLIT, STAND, Hand, Round
from fairdeal.casino.games.blackjack.stakes import above_round, room_in_round
from fairdeal.casino.games.blackjack.wagers import insurance_max, share_of_double
from fairdeal.casino.paytables import NOTHING
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.rounds import Refused, TableDraft, check_guest
from fairdeal.casino.table.state import Phase, Table
from fairdeal.kernel import Cents, Instant, PlayerId, Rejection, RuleId, reject

LOCKED: Final = RuleId("BJ-26")
TIMING: Final = RuleId("BJ-29")
DECISIONS: Final = RuleId("BJ-45")
SEATED_DECIDES: Final = RuleId("BJ-67")

ACTS: Final = {Choice.STAND: STAND, Choice.HIT: HIT, Choice.DOUBLE: DOUBLE, Choice.SPLIT: SPLIT}


def decide_play(facts: TableFacts, draft: TableDraft, command: PlayCommand, now: Instant) -> Refused:
    """Decide a command about insurance or a hand, or the end of its time."""
    match command:
        case Insure():
            return check_guest(draft.state, command.player) or _insure(facts, draft, command, now)
        case CloseInsurance(number):
            _close_insurance(facts, draft, number, now)
            return None
        case Decide():
            return check_guest(draft.state, command.player) or _decide(facts, draft, command, now)
        case DecisionExpired(number, turn):
            table = draft.state
            if asks(facts, table) and (table.round, boxes_of(table).turn) == (number, turn) and now >= table.deadline:
                stand_now(facts, draft, now)
            return None


# ---- insurance


def insurance_is_open(facts: TableFacts, table: Table) -> bool:
    """Whether bets can be insured now."""
    return table.phase is Phase.PLAYING and is_asked(facts, table) and seen_round(facts, table).stage == INSURANCE


def _insure(facts: TableFacts, draft: TableDraft, command: Insure, now: Instant) -> Refused:
    table, rules = draft.state, facts.casino.blackjack
    if table.round != command.round or not insurance_is_open(facts, table):
        return reject("no_insurance", TIMING)
    if not may_insure(facts, table, command.player):
        return reject("no_bet", OFFERED)
    if command.player in boxes_of(table).insured:
        return reject("bet_locked", LOCKED)
    most = insurance_max(rules, boxes_of(table).wagers[command.player].original)
    if not 0 <= command.amount <= most:
        return reject("insurance_too_large", rules.insurance_max_percent.rule, amount=command.amount, most=most)
    if (refused := above_round(facts, table, command.player, command.amount)) is not None:
        return refused
    unit = rules.limits.bet_unit
    if command.amount % unit.value:
        return reject("not_a_multiple", unit.rule, amount=command.amount, unit=unit.value)
    draft.emit(InsuranceAnswered(command.player, table.round, command.amount, OFFERED))
    if everybody_answered(facts, draft.state) and not facts.is_live:
        check_hole(facts, draft, now)
    return None


def _close_insurance(facts: TableFacts, draft: TableDraft, number: int, now: Instant) -> None:
    """Close the insurance; players who have not answered are not insured."""
    table = draft.state
    if table.round != number or now < table.deadline or not insurance_is_open(facts, table):
        return
    for player in unanswered(facts, table):
        draft.emit(InsuranceAnswered(player, table.round, NOTHING, facts.casino.blackjack.no_answer.rule))
    if not facts.is_live:
        check_hole(facts, draft, now)


# ---- turns


def asks(facts: TableFacts, table: Table) -> bool:
    """Whether the table waits for the decision of a hand."""
    return _asking(facts, table) is not None


def _asking(facts: TableFacts, table: Table) -> Round | None:
    """The round, for reading only, if it waits for the decision of a hand; otherwise None."""
    if table.phase is not Phase.PLAYING or not is_asked(facts, table):
        return None
    played = seen_round(facts, table)
    return played if played.stage == PLAYING and not played.wants_card else None


def stand_now(facts: TableFacts, draft: TableDraft, now: Instant) -> None:
    """Stand for the hand to act, and continue the round."""
    played = round_of(facts, draft.state)
    stand(facts, draft, played, now)
    advance(facts, draft, now, played)


def _decide(facts: TableFacts, draft: TableDraft, command: Decide, now: Instant) -> Refused:
    table = draft.state
    felt, played = boxes_of(table), _asking(facts, table)
    if played is None or (table.round, felt.turn) != (command.round, command.turn):
        return reject("stale_turn", DECISIONS)
    hand = played.hands[played.turn]
    if not felt.sits_at(command.player, hand.seat):
        behind = command.player in felt.wagers and felt.seat_of(command.player) < 0
        return reject("not_your_turn", SEATED_DECIDES if behind else DECISIONS, seat=hand.seat)
    act, number = ACTS[command.choice], hand_number(played, hand)
    if act not in played.options():
        return _why_not(facts, played, hand, act)
    added = _additional_bets(facts, table, command, hand.seat, number) if act in (DOUBLE, SPLIT) else Added()
    if isinstance(added, Rejection):
        return added
    draft.emit(
        Decided(table.round, command.turn, hand.seat, number, act, now, added.extras, added.short, None, added.capped)
    )
    played = played.copy()
    played.act(act)
    advance(facts, draft, now, played)
    return None


def options_of(facts: TableFacts, table: Table, player: PlayerId) -> tuple[int, ...]:
    """The acts the player may choose now, without those above the round's maximum; empty if it is not the player's turn."""
    played = _asking(facts, table)
    if played is None:
        return ()
    hand = played.hands[played.turn]
    if not boxes_of(table).sits_at(player, hand.seat):
        return ()
    room = room_in_round(facts, table, player)
    stake = boxes_of(table).wagers[player].stakes[hand_number(played, hand)]
    needed = {DOUBLE: facts.limits.bet_unit.value, SPLIT: stake}
    return tuple(act for act in played.options() if needed.get(act, NOTHING) <= room)


def _why_not(facts: TableFacts, played: Round, hand: Hand, act: int) -> Refused:
    """The rejection if the hand to act may not do that, or None."""
    rules = facts.casino.blackjack
    if act == DOUBLE:
        return reject("cannot_double", rules.double_allowed.rule)
    kinds = played.rules.split_kinds
    pair = len(hand.cards) == 2 and kinds[hand.cards[0]] == kinds[hand.cards[1]]
    return reject("cannot_split", rules.splits_max.rule if pair else rules.split_by.rule)


class Added(NamedTuple):
    """Additional bets of the seated player and followers, and the followers without enough money or room in the round."""

    extras: tuple[tuple[PlayerId, Cents], ...] = ()
    short: tuple[PlayerId, ...] = ()
    capped: tuple[PlayerId, ...] = ()


def _additional_bets(facts: TableFacts, table: Table, command: Decide, seat: int, number: int) -> Added | Rejection:
    """The additional bets of a double or split: the seated player's, and the followers' as far as their money goes."""
    staked = boxes_of(table).wagers[command.player].stakes[number]
    split = command.choice is Choice.SPLIT
    extra = staked if split or command.amount is None else command.amount
    refused = _check_extra(facts, extra, staked) or above_round(facts, table, command.player, extra)
    if refused is not None:
        return refused
    following = [
        (player, amount)
        for player in followers(table, seat)
        if (amount := _share(facts, table, player, number, extra=extra, staked=staked))
    ]
    if following and command.funds is None:
        return reject("balances_missing")
    behind = _charged(facts, table, following, dict(command.funds or ()))
    return behind._replace(extras=((command.player, extra), *behind.extras))


def _charged(
    facts: TableFacts, table: Table, following: list[tuple[PlayerId, Cents]], funds: dict[PlayerId, Cents]
) -> Added:
    """The followers who are charged with their amounts, and those who are not, by reason."""
    charged, short, capped = [], [], []
    for player, amount in following:
        if above_round(facts, table, player, amount) is not None:
            capped.append(player)
        elif amount > funds.get(player, NOTHING):
            short.append(player)
        else:
            charged.append((player, amount))
    switch = facts.casino.blackjack.bet_behind.short_funds_do_not_double
    assert switch.value or not short, "no edition says what else happens when a follower's money is short"
    return Added(tuple(charged), tuple(short), tuple(capped))


def _check_extra(facts: TableFacts, extra: Cents, staked: Cents) -> Refused:
    rules = facts.casino.blackjack
    if not 0 < extra <= staked:
        return reject("double_too_large", rules.double_allowed.rule, amount=extra, most=staked)
    unit = rules.limits.bet_unit
    if extra % unit.value:
        return reject("not_a_multiple", unit.rule, amount=extra, unit=unit.value)
    return None


def _share(facts: TableFacts, table: Table, player: PlayerId, number: int, *, extra: Cents, staked: Cents) -> Cents:
    """What a follower adds when the seated player adds `extra` to `staked`."""
    behind = boxes_of(table).wagers[player].stakes[number]
    return share_of_double(facts.casino.blackjack, extra=extra, stake=staked, behind=behind)


def followers(table: Table, seat: int) -> list[PlayerId]:
    """The players who bet behind the seat and follow its doubles and splits."""
    felt = boxes_of(table)
    return [
        player
        for player, wager in felt.wagers.items()
        if wager.seat == seat and felt.follows.get(player) and not felt.sits_at(player, seat)
    ]
