"""Buying chips in a running tournament: re-buys with their three limits, and the add-on (MTT-66, MTT-67)."""

from fairdeal.kernel import Instant, PlayerId, Rejection, reject
from fairdeal.tournament.director.commands import BuyAgain, DeclineReBuy, EndReBuyTime, TakeAddOn
from fairdeal.tournament.director.consequences import settle_and_deal
from fairdeal.tournament.director.draft import DirectorDraft
from fairdeal.tournament.director.events import ChipsBought, ReBuysDecided
from fairdeal.tournament.director.prizes.bounties import win_head
from fairdeal.tournament.director.state import (
    NOTHING,
    Entrant,
    Extra,
    Fallen,
    PauseKind,
    Purchase,
    Status,
    Table,
    Tournament,
)
from fairdeal.tournament.rules import ADD_ON
from fairdeal.tournament.rules import RE_BUY as RE_BUY_RULE


def may_buy_again(state: Tournament, entrant: Entrant, stack: int, now: Instant) -> Rejection | None:
    """Why a player with that stack may not re-buy, or None; checked in the order period, chip count, number."""
    re_buy, clock = state.setup.re_buy, state.clock
    if re_buy is None:
        return reject("re_buy_not_offered", RE_BUY_RULE)
    ended = clock.level == re_buy.until_level and clock.level_ends is not None and now >= clock.level_ends
    if clock.level > re_buy.until_level or ended or state.prizes is not None:
        return reject("re_buy_closed", RE_BUY_RULE, until_level=re_buy.until_level)
    if re_buy.below is not None and stack >= re_buy.below:
        return reject("too_many_chips", RE_BUY_RULE, below=re_buy.below)
    if re_buy.times is not None and entrant.re_buys >= re_buy.times:
        return reject("re_buys_used_up", RE_BUY_RULE, times=re_buy.times)
    return None


def buy_again(draft: DirectorDraft, command: BuyAgain) -> Rejection | None:
    """A re-buy, by a player without chips or with few enough; during a hand the chips arrive at its end."""
    found = seated(draft.state, command.player)
    if isinstance(found, Rejection):
        return found
    entrant, table = found
    fallen = _undecided(table, command.player)
    if fallen is None:
        refusal = _check_not_fallen(draft, entrant, table)
        if refusal is not None:
            return refusal
    elif table.decide_until is None or draft.time >= table.decide_until:
        return reject("re_buy_closed", RE_BUY_RULE)
    re_buy = draft.state.setup.re_buy
    assert re_buy is not None, "checked"
    if fallen is not None and re_buy.bounty:
        win_head(draft, command.player, fallen.by)
    bought = Purchase(Extra.RE_BUY, entrant.entry.number, re_buy.price, re_buy.bounty, re_buy.chips)
    draft.emit(ChipsBought(draft.books, command.player, bought, draft.rules.wallet(command.player), RE_BUY_RULE))
    settle_and_deal(draft)
    return None


def _check_not_fallen(draft: DirectorDraft, entrant: Entrant, table: Table) -> Rejection | None:
    assert entrant.seat is not None, entrant
    chair = table.chairs[entrant.seat]
    assert chair is not None, entrant
    if any(each.player == entrant.player for each in table.fallen):
        return reject("re_buy_closed", RE_BUY_RULE)
    return may_buy_again(draft.state, entrant, chair.stack + chair.bought, draft.time)


def decline(draft: DirectorDraft, command: DeclineReBuy) -> Rejection | None:
    """A player without chips declines the re-buy."""
    found = seated(draft.state, command.player)
    if isinstance(found, Rejection):
        return found
    _, table = found
    if _undecided(table, command.player) is None:
        return reject("nothing_to_decide", RE_BUY_RULE)
    draft.emit(ReBuysDecided(table.number, (command.player,), RE_BUY_RULE))
    settle_and_deal(draft)
    return None


def end_re_buy_time(draft: DirectorDraft, command: EndReBuyTime) -> Rejection | None:
    """The time to decide about re-buys is over; players who did not decide buy nothing."""
    table = draft.state.floor.tables.get(command.table)
    stands = draft.state.clock.halt is not None
    if table is None or table.hands != command.number or table.decide_until is None or stands:
        return reject("stale_timer", RE_BUY_RULE)
    if draft.now < table.decide_until:
        return reject("too_early", RE_BUY_RULE, due=table.decide_until)
    silent = tuple(each.player for each in table.fallen if not each.decided)
    draft.emit(ReBuysDecided(table.number, silent, RE_BUY_RULE))
    settle_and_deal(draft)
    return None


def may_take_add_on(state: Tournament, entrant: Entrant, now: Instant) -> Rejection | None:
    """Why a player may not take the add-on now, or None."""
    pause, add_on = state.clock.pause, state.setup.add_on
    if add_on is None:
        return reject("add_on_not_offered", ADD_ON)
    offered = pause is not None and pause.kind is PauseKind.ADD_ON and state.prizes is None
    if pause is None or pause.until is None or not offered or now >= pause.until:
        return reject("add_on_not_open", ADD_ON)
    if any(each.extra is Extra.ADD_ON and each.entry == entrant.entry.number for each in entrant.purchases):
        return reject("add_on_taken", ADD_ON)
    return None


def take_add_on(draft: DirectorDraft, command: TakeAddOn) -> Rejection | None:
    """Sell the add-on: once to each player, while it is offered and prizes are not final."""
    found = seated(draft.state, command.player)
    if isinstance(found, Rejection):
        return found
    entrant, _ = found
    refusal = may_take_add_on(draft.state, entrant, draft.time)
    if refusal is not None:
        return refusal
    add_on = draft.state.setup.add_on
    assert add_on is not None, "checked"
    bought = Purchase(Extra.ADD_ON, entrant.entry.number, add_on.price, NOTHING, add_on.chips)
    draft.emit(ChipsBought(draft.books, command.player, bought, draft.rules.wallet(command.player), ADD_ON))
    return None


def seated(state: Tournament, player: PlayerId) -> tuple[Entrant, Table] | Rejection:
    """A player who has a seat in a running tournament, with the table."""
    entrant = state.entrants.get(player)
    if state.status is not Status.RUNNING or entrant is None or entrant.table is None or entrant.disqualified:
        return reject("not_playing")
    return entrant, state.table_of(entrant)


def _undecided(table: Table, player: PlayerId) -> Fallen | None:
    return next((each for each in table.fallen if each.player == player and not each.decided), None)
