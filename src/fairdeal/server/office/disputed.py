"""
What waits while a complaint is open (INT-38): from its registration the right to payment of the winnings concerned is suspended.

Where the rulebook says so, the complainant's own winnings of the hand or round are held, or the withdrawal that the complaint is about
is not paid, without anybody asking. The complaint is stored first; what should wait for it and does not is found at the next start.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from fairdeal.bank.accounts import Tender, site_wallet
from fairdeal.bank.holds.machine import term_ends
from fairdeal.bank.holds.state import HoldKind, Holds
from fairdeal.bank.house import tender_of, zone_of
from fairdeal.bank.purse.state import Stage
from fairdeal.bank.streams import holds_stream
from fairdeal.bank.wallet import table_wallet
from fairdeal.kernel import UNITS_PER_CENT, AccountId, Currency, HandId, Instant, MoneyKind, PlayerId, Units
from fairdeal.office.deeds.holds import Hold, SuspendPayout
from fairdeal.office.docket.commands import HoldDisputed
from fairdeal.room.casino.listings import LISTED, own_rounds_list, rounds_list
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.rulebook.schema.house import Complaints
from fairdeal.server.api.hand_rows import row_of
from fairdeal.server.api.own_hands import OwnHands
from fairdeal.server.api.purse import balances_of, purse_of
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse, playing_kind
from fairdeal.server.logger import structlog
from fairdeal.server.office.service import Office
from fairdeal.storage.people import ComplaintRow

DISPUTE: Final = "dispute:"
TABLE: Final = "table:"
ROUND: Final = "round:"
PAYMENT: Final = "payment:"
"""
What a complaint is about begins so; without any of them it is the id of a hand.

A dispute is what a device found wrong with a deal; below its first line is what it received.
"""

_SETTLED: Final = frozenset({"duplicate_hold", "already_settled", "payment_suspended"})
"""Refusals that say that it waits already, or waited."""
_TRIES_MAX: Final = 3
_OPEN_MAX: Final = 10_000
_log: Final = structlog.get_logger("fairdeal.office")


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for a complaint: a hold under a rulebook, or a withdrawal; neither: nothing waits."""

    edition: EditionId | None = None
    hold: str = ""
    withdrawal: str = ""


def subject_of(about: str) -> tuple[str, str]:
    """What a complaint is about: a kind, and its name."""
    kinds = {DISPUTE: "dispute", TABLE: "table", ROUND: "round", PAYMENT: "payment"}
    for prefix, what in kinds.items():
        if about.startswith(prefix):
            return what, about.removeprefix(prefix)
    return "hand", about


def rulebook_of(house: ServerHouse, row: ComplaintRow) -> Edition | None:
    """The rulebook whose term counts: that of the hand, otherwise the first with a term that this house offers; blocks."""
    with_term = [each for each in house.editions if _complaints_of(each) is not None]
    kept = house.store.hand(HandId(row.hand)) if subject_of(row.hand)[0] == "hand" else None
    if kept is not None:
        ids = {each.id for each in house.auth.acceptance.revisions if each.digest == kept.edition}
        return next((each for each in with_term if each.id in ids), None)
    return with_term[0] if with_term else None


def term_of(house: ServerHouse, edition: EditionId, since: Instant) -> Instant | None:
    """When the term of a complaint ends that was registered at an instant; None: the rulebook has no term."""
    found = next((each for each in house.editions if each.id == edition), None)
    complaints = None if found is None else _complaints_of(found)
    if found is None or found.poker is None or complaints is None:
        return None
    return term_ends(zone_of(found.poker), since, complaints.settlement_working_days.value)


def _complaints_of(edition: Edition) -> Complaints | None:
    return None if edition.poker is None else edition.poker.integrity.complaints


def waiting_for(house: ServerHouse, player: PlayerId, complaint: str) -> Waiting:
    """What waits for a complaint since it was registered."""
    for each in purse_of(house, player).withdrawals:
        if each.suspension is not None and each.suspension.case == complaint:
            return Waiting(withdrawal=each.withdrawal)
    for edition in house.editions:
        if _complaints_of(edition) is None:
            continue
        held: Holds = house.room.registry.state_of(holds_stream(edition.id, player))
        if held.find(complaint) is not None:
            return Waiting(edition.id, complaint)
    return Waiting()


async def register(house: ServerHouse, player: PlayerId, about: str, words: str) -> ComplaintRow:
    """Store a complaint, and let what it is about wait for its answer; raises `Refused`."""
    row = await house.auth.complain(player, about, words)
    await hold_disputed(house, row)
    return row


async def hold_disputed(house: ServerHouse, row: ComplaintRow) -> None:
    """Let what a complaint is about wait, if its rulebook says so; what waits already stays as it is."""
    for _ in range(_TRIES_MAX):
        command = await asyncio.to_thread(_command, house, row)
        if command is None:
            return
        try:
            await Office(house, PlayerId(row.person)).send(command)
        except Refused as why:
            if why.code == "insufficient_funds":
                continue  # it was brought to a table meanwhile; what is left is held
            if why.code not in _SETTLED:
                _log.error("a disputed payment could not be held", complaint=row.id, why=why.code)
        return


async def hold_all_disputed(house: ServerHouse) -> None:
    """Let everything wait that an open complaint is about: after a start, because complaints are stored first."""
    rows = await asyncio.to_thread(lambda: house.people.complaints(answered=False, limit=_OPEN_MAX))
    for row in rows:
        await hold_disputed(house, row)


def _command(house: ServerHouse, row: ComplaintRow) -> HoldDisputed | None:
    """What has to wait for a complaint; None: nothing. Blocks."""
    edition = rulebook_of(house, row)
    complaints = None if edition is None else _complaints_of(edition)
    if edition is None or complaints is None or not complaints.payment_is_held.value:
        return None
    until = term_of(house, edition.id, Instant(row.at))
    if until is None or until <= house.clock.now():
        return None
    deed = _deed(house, row, edition, until)
    return None if deed is None else HoldDisputed(row.id, deed, edition.id, complaints.payment_is_held.rule, row.words)


def _deed(house: ServerHouse, row: ComplaintRow, edition: Edition, until: Instant) -> Hold | SuspendPayout | None:
    what, name = subject_of(row.hand)
    player = PlayerId(row.person)
    if what == "payment":
        payment = purse_of(house, player).find_withdrawal(name)
        if payment is None or payment.stage is not Stage.ASKED:
            return None
        return SuspendPayout(player, name, tender_of(payment.account).money, until)
    won = _won_in_hand(house, player, name, edition) if what == "hand" else None
    won = _won_in_round(house, player, name) if what == "round" else won
    if won is None:
        return None
    account, amount = won
    held = balances_of(house, [account])[account]
    amount = Units(min(amount, held - held % UNITS_PER_CENT))
    is_paid_out = tender_of(account).money is not MoneyKind.PLAY
    return Hold(player, account, amount, HoldKind.COMPLAINT) if amount > 0 and is_paid_out else None


def _won_in_hand(house: ServerHouse, player: PlayerId, hand: str, edition: Edition) -> tuple[AccountId, Units] | None:
    """The wallet and what a hand brought a player; None where it brought chips, or nothing."""
    own = OwnHands(house.store, house.vault, player, playing_kind(house)).find(HandId(hand))
    if own is None or own.is_tournament or edition.poker is None:
        return None
    return table_wallet(edition.poker.wallet, own.money, player), Units(row_of(own).result * UNITS_PER_CENT)


def _won_in_round(house: ServerHouse, player: PlayerId, name: str) -> tuple[AccountId, Units] | None:
    """The wallet and what a round of the casino brought a player; None where there was no such round."""
    own = house.store.listings(own_rounds_list(player), [name]).get(name)
    if own is None:
        return None
    mine = LISTED.decode(own.body)
    row = house.store.listings(rounds_list(mine.table), [name]).get(name)
    if row is None:
        return None
    kept = LISTED.decode(row.body)
    tender = Tender(Currency(kept.currency), MoneyKind(kept.money))
    return site_wallet(tender, player), Units((mine.won - mine.lost) * UNITS_PER_CENT)
