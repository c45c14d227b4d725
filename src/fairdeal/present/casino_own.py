"""What only one player sees of a casino table, and what concerns only one, as messages."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from fairdeal.casino.chat import ChatBlocked
from fairdeal.casino.games.blackjack import events as boxes
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.games.blackjack.play import OFFERED
from fairdeal.casino.games.blackjack.view import OwnBoxes
from fairdeal.casino.games.game import SettledBet
from fairdeal.casino.games.layout.events import BetsConfirmed
from fairdeal.casino.games.layout.felt import Bets
from fairdeal.casino.games.layout.game import OwnChips
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Table
from fairdeal.casino.table.view import OwnView
from fairdeal.kernel import PlayerId, RuleId, rule_on
from fairdeal.present.casino import muted_by
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.protocol.base import Explanation
from fairdeal.protocol.casino import BetResult, CasinoOwn, OwnBox, OwnLayout, OwnPayment, SpotBet
from fairdeal.protocol.casino_fair import CasinoOwnFair

FOLLOWED: Final = RuleId("BJ-71")


def own_to_wire(
    facts: TableFacts, table: Table, player: PlayerId, own: OwnView, purse: int, fair: CasinoOwnFair | None
) -> CasinoOwn:
    """A player's own part of a table; `purse` is what is in the wallet, in cents, and `fair` the part in its draws."""
    paid = own.payment
    payment = None
    if paid is not None:
        results = results_to_wire(facts.game.settled_bets(facts, table, player))
        seat = _seat_of_result(table, player)
        payment = OwnPayment(
            round=table.round, lost=paid.lost, returned=paid.returned, won=paid.won, results=results, seat=seat
        )
    return CasinoOwn(
        purse=purse,
        staked=own.staked,
        payment=payment,
        may_chat=own.may_chat,
        layout=_layout(own) if isinstance(own, OwnChips) else None,
        box=_box(table, player, own) if isinstance(own, OwnBoxes) else None,
        muted=muted_by(table, player) if table.chat.muted else (),
        fair=fair,
    )


def _seat_of_result(table: Table, player: PlayerId) -> int | None:
    """The seat whose hands the bets of the last round were on; None where there are no hands."""
    wager = table.felt.played.get(player) if isinstance(table.felt, BoxesFelt) else None
    return None if wager is None else wager.seat


def results_to_wire(bets: Iterable[SettledBet]) -> tuple[BetResult, ...]:
    """What became of each bet."""
    return tuple(
        BetResult(spot=each.spot, staked=each.staked, returned=each.paid.returned, won=each.paid.won) for each in bets
    )


def _layout(own: OwnChips) -> OwnLayout:
    return OwnLayout(
        staged=_bets(own.staged), staged_total=own.staged_total, bets=_bets(own.bets), last=_bets(own.last)
    )


def _bets(bets: Bets) -> tuple[SpotBet, ...]:
    return tuple(SpotBet(spot=spot, amount=amount) for spot, amount in bets)


def _box(table: Table, player: PlayerId, own: OwnBoxes) -> OwnBox:
    assert isinstance(table.felt, BoxesFelt), table.felt
    seat, wager = table.felt.seat_of(player), own.wager
    return OwnBox(
        seat=None if seat < 0 else seat,
        bet_seat=None if wager is None else wager.seat,
        stakes=() if wager is None else wager.stakes,
        doubles=() if wager is None else wager.doubles,
        insurance=0 if wager is None else wager.insurance,
        options=cast("Any", own.options),
        insurance_max=own.insurance_max,
        asks_follow=own.asks_follow,
        follows=own.follows,
        queue_place=own.queue_place,
    )


# ---- what is told to one player


def told_to(player: PlayerId, changes: Iterable[object]) -> tuple[Explanation, ...]:
    """What happened to a player's own bets by a rule, in the order in which it happened."""
    return tuple(each for change in changes for each in _told(player, change))


def _told(player: PlayerId, change: object) -> Iterator[Explanation]:
    match change:
        case boxes.BetReturned(rule=rule) if rule is not None:
            yield explanation_to_wire(rule_on("bet_returned", rule, amount=change.amount))
        case boxes.InsuranceAnswered(amount=0, rule=rule) if rule != OFFERED:
            yield explanation_to_wire(rule_on("not_insured_in_time", rule))
        case boxes.Decided():
            yield from _followed(player, change)
        case BetsConfirmed(kept=kept) if kept:
            amount = sum(each for _, each in kept)
            yield explanation_to_wire(rule_on("chips_kept_back", change.rule, amount=amount))
        case ChatBlocked():
            code = "chat_was_blocked" if change.on else "chat_was_opened"
            yield explanation_to_wire(rule_on(code, change.rule))
        case _:
            return


def _followed(player: PlayerId, decided: boxes.Decided) -> Iterator[Explanation]:
    for follower, amount in decided.extras:
        if follower == player:
            yield explanation_to_wire(rule_on("bet_raised", FOLLOWED, amount=amount))
    if player in decided.short:
        yield explanation_to_wire(rule_on("follow_not_covered", FOLLOWED))
    if player in decided.capped:
        yield explanation_to_wire(rule_on("follow_above_maximum", FOLLOWED))
