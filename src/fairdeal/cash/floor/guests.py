"""How a floor decides about players who ask for a seat, wait for one, or choose an amount."""

from dataclasses import replace
from typing import Final

from fairdeal.cash.draw import Lot
from fairdeal.cash.floor.commands import ConfirmBuyIn, Join, LapseReservation, LeaveQueue, ServeQueue, TurnAway
from fairdeal.cash.floor.events import FloorEvent, QueueJoined, QueueLeft, ReservationEnded, TurnedAway
from fairdeal.cash.floor.house import House
from fairdeal.cash.floor.pools import next_to_seat, tables_for
from fairdeal.cash.floor.seating import (
    QUEUE,
    Drawn,
    Refusal,
    draw_table,
    is_waiting,
    limits_for,
    refusal_of,
    seat_or_ask,
    table_limit,
    take_kept_seat,
    wallet_short,
)
from fairdeal.cash.floor.state import Floor, Pool, Waiting
from fairdeal.cash.guest import Guest
from fairdeal.cash.offer import Offered
from fairdeal.kernel import Instant, PlayerId, Rejection, RuleId, Verdict, reject

LEAVING: Final = RuleId("CASH-11")
FAMILIES: Final = RuleId("CASH-07")


def join(house: House, floor: Floor, command: Join, now: Instant) -> Verdict[FloorEvent]:
    """Seat a player at once if there is a seat that nobody on the waiting list could take; otherwise add them to the list."""
    offered = house.offered(floor, command.stake)
    if offered is None:
        return reject(Refusal.NO_SUCH_STAKE, FAMILIES)
    guest = _facts(command.guest, command.player)
    pool = floor.pools.get(command.stake, Pool())
    refused = refusal_of(offered.rules, guest, bot=command.bot, post=command.post)
    if refused is None and is_waiting(pool, command.player):
        refused = reject(Refusal.ALREADY_WAITING, QUEUE)
    refused = refused or table_limit(offered.rules, guest)
    if refused is not None:
        return refused
    wish = Waiting(command.player, now, command.buy_in, command.post, command.choice, command.bot)
    behind = replace(pool, queue=(*pool.queue, wish))
    if next_to_seat(behind) is not wish:
        return wallet_short(limits_for(offered.rules, wish, guest, None, now), guest) or (_queued(offered, wish),)
    drawn = draw_table(offered.rules, wish, guest, tables_for(behind, wish.player), _lot(command.draw), now)
    return _seated(house, offered, wish, guest, drawn, now)


def serve(house: House, floor: Floor, command: ServeQueue, now: Instant) -> Verdict[FloorEvent]:
    """Give the next player on the waiting list a seat, reserve one and ask for an amount, or take them off the list."""
    offered = house.offered(floor, command.stake)
    pool = floor.pools.get(command.stake, Pool())
    wish = next_to_seat(pool)
    if offered is None or wish is None or (wish.player, wish.since) != (command.player, command.since):
        return reject("stale_timer", QUEUE)
    guest = _facts(command.guest, command.player)
    refused = refusal_of(offered.rules, guest, bot=wish.bot, post=wish.post) or table_limit(offered.rules, guest)
    if refused is not None:
        return (_turned_away(offered, wish.player, refused),)
    drawn = draw_table(offered.rules, wish, guest, tables_for(pool, wish.player), _lot(command.draw), now)
    if isinstance(drawn, Rejection):
        return (_turned_away(offered, wish.player, drawn),)
    return _seated(house, offered, wish, guest, drawn, now)


def confirm(house: House, floor: Floor, command: ConfirmBuyIn, now: Instant) -> Verdict[FloorEvent]:
    """Give a player the reserved seat with the chosen amount, or say why not."""
    offered = house.offered(floor, command.stake)
    if offered is None:
        return reject(Refusal.NO_SUCH_STAKE, FAMILIES)
    guest = _facts(command.guest, command.player)
    kept = floor.pools.get(command.stake, Pool()).reservations.get(command.player)
    refused = refusal_of(offered.rules, guest, bot=kept is not None and kept.bot, post=command.post)
    if refused is not None:
        return refused
    if kept is None or now >= kept.until:
        return reject(Refusal.NO_RESERVATION, offered.rules.table_stakes.rule)
    taken = table_limit(offered.rules, guest) or take_kept_seat(offered, command, kept, guest, now)
    return taken if isinstance(taken, Rejection) else (taken,)


def leave_queue(_house: House, floor: Floor, command: LeaveQueue, _now: Instant) -> Verdict[FloorEvent]:
    """Take a player off the waiting list, or release the reserved seat; always possible."""
    pool = floor.pools.get(command.stake, Pool())
    if (kept := pool.reservations.get(command.player)) is not None:
        return (ReservationEnded(command.stake, command.player, kept.table, None),)
    if is_waiting(pool, command.player):
        return (QueueLeft(command.stake, command.player, LEAVING),)
    return reject("not_waiting", LEAVING)


def lapse(_house: House, floor: Floor, command: LapseReservation, now: Instant) -> Verdict[FloorEvent]:
    """Release a reserved seat for which no amount was chosen in time."""
    kept = floor.pools.get(command.stake, Pool()).reservations.get(command.player)
    if kept is None or kept.until != command.until or now < kept.until:
        return reject("stale_timer")
    return (ReservationEnded(command.stake, command.player, kept.table, kept.why.rule),)


def turn_away(house: House, floor: Floor, command: TurnAway, _now: Instant) -> Verdict[FloorEvent]:
    """Take a player off the waiting list whose seat could not be committed."""
    offered = house.offered(floor, command.stake)
    pool = floor.pools.get(command.stake, Pool())
    if offered is None or all(waiting.player != command.player for waiting in pool.queue):
        return ()
    return (_turned_away(offered, command.player, command.refusal),)


def _seated(
    house: House, offered: Offered, wish: Waiting, guest: Guest, drawn: Drawn | Rejection, now: Instant
) -> Verdict[FloorEvent]:
    if isinstance(drawn, Rejection):
        return drawn
    return (seat_or_ask(offered, wish, guest, drawn, now, house.settings.reservation),)


def _queued(offered: Offered, wish: Waiting) -> QueueJoined:
    return QueueJoined(
        offered.id, wish.player, wish.since, wish.buy_in, wish.post, wish.choice, wish.bot, wish.carried, QUEUE
    )


def _turned_away(offered: Offered, player: PlayerId, refusal: Rejection) -> TurnedAway:
    return TurnedAway(offered.id, player, refusal.code, refusal.rule or QUEUE, refusal.numbers)


def _facts(guest: Guest | None, player: PlayerId) -> Guest:
    assert guest is not None, "the runtime fills in the guest"
    assert guest.player == player, (guest.player, player)
    return guest


def _lot(draw: int | None) -> Lot:
    assert draw is not None, "the runtime fills in the draw"
    return Lot(draw)
