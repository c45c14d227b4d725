"""A whole cash table, and the rows of the cash lobby, as messages."""

from collections.abc import Sequence
from typing import Final
from zlib import crc32

from fairdeal.bank.accounts import Purpose
from fairdeal.cash.floor.view import QuestionView
from fairdeal.cash.offer import Offered
from fairdeal.cash.rules import CashRules
from fairdeal.cash.table.view import HandView, TableView
from fairdeal.kernel import MoneyKind, TableId
from fairdeal.play.state import Outcome
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.present.fair import fair_to_wire
from fairdeal.present.seats import Faces, own_to_wire, seat_to_wire, turn_to_wire
from fairdeal.present.strength import cards_to_wire, strength_of
from fairdeal.protocol.server import Edition, Offer, Stake
from fairdeal.protocol.table import ChatLine, Hand, Own, PotWon, Result, Shown, Table, Unit
from fairdeal.rulebook.schema import edition as rulebook
from fairdeal.rulebook.schema.choices import WalletScheme
from fairdeal.rulebook.schema.money import Wallet

_TOWNS: Final = (
    "Tallinn", "Tartu", "Narva", "Pärnu", "Viljandi", "Rakvere", "Haapsalu", "Kuressaare", "Võru", "Valga",
    "Stockholm", "Uppsala", "Lund", "Visby", "Kalmar", "Luleå", "Kiruna", "Gävle", "Borås", "Umeå",
    "București", "Cluj", "Iași", "Sibiu", "Brașov", "Oradea", "Arad", "Bacău", "Galați", "Constanța",
    "Valletta", "Sliema", "Mdina", "London", "Bath", "York", "Oslo", "Bergen", "Vaasa", "Turku",
)  # fmt: skip
_FIRST_BOARD: Final = 3


def table_name(table: TableId) -> str:
    """The display name of a table: a town, with a number where towns repeat."""
    number = crc32(table.encode())
    return f"{_TOWNS[number % len(_TOWNS)]} {number // len(_TOWNS) % 90 + 10}"


def unit_of(rules: CashRules) -> Unit:
    """The unit of amounts at a stake: money of a currency, or chips."""
    if rules.money is MoneyKind.REAL:
        return Unit(currency=rules.currency.value)
    return Unit(currency=rules.currency.value, label="play" if rules.money is MoneyKind.PLAY else "test")


def wallet_id(wallet: Wallet, money: MoneyKind) -> str:
    """The id of the wallet that buy-ins and entries come from: purpose, currency, money kind."""
    purpose = Purpose.POKER if wallet.scheme.value is WalletScheme.SITE_AND_POKER else Purpose.SITE
    return f"{purpose}:{wallet.currency.value}:{money}"


def table_to_wire(
    view: TableView,
    offered: Offered,
    edition_name: str,
    pots: tuple[int, ...],
    faces: Faces,
    chat: Sequence[ChatLine] = (),
) -> Table:
    """A table as the viewer of that view sees it."""
    hand, rules = view.hand, offered.rules
    last = view.last if hand is None else hand.dealt
    return Table(
        id=view.table,
        name=table_name(view.table),
        stake=offered.id,
        label=offered.label,
        game=rules.variant.value,
        family=rules.family,
        structure=rules.structure.value,
        edition=rules.edition,
        edition_name=edition_name,
        small_blind=rules.small_blind,
        big_blind=rules.big_blind,
        unit=unit_of(rules),
        wallet=wallet_id(rules.wallet, rules.money),
        step=1,
        seats=tuple(None if seat is None else seat_to_wire(seat, faces) for seat in view.seats),
        button=None if last is None else last.button,
        hand=None if hand is None else _hand(hand, rules, pots),
        result=None if view.outcome is None else result_to_wire(view.outcome),
        next_hand_at=view.deals_at,
        missing=max(0, view.players_needed - view.players_ready),
        top_up_limit=view.top_up_limit,
        top_up_rule=rules.top_up_limit.rule,
        buy_in_min=rules.buy_in_min.value,
        may_auto_top_up=rules.auto_top_up is not None,
        clocks_stand=view.clocks_stand,
        closing=view.closing,
        own=_own(view),
        chat=tuple(chat),
        fair=fair_to_wire(view.fair),
    )


def _own(view: TableView) -> Own | None:
    if view.own is None:
        return None
    hand = view.hand
    if hand is None:
        return own_to_wire(view.own, None, 0, ())
    return own_to_wire(view.own, hand.hand, 0 if hand.turn is None else hand.turn.number, hand.board)


def _hand(hand: HandView, rules: CashRules, pots: tuple[int, ...]) -> Hand:
    return Hand(
        id=hand.hand,
        number=hand.number,
        seats=hand.dealt.seats,
        small_blind=hand.dealt.small_blind,
        big_blind=hand.dealt.big_blind,
        street=street_of(hand.board),
        board=cards_to_wire(hand.board),
        pots=pots,
        turn=turn_to_wire(hand.turn),
        commitment=hand.commitment.hex(),
        hole_cards=rules.hand.hole_cards,
    )


def street_of(board: tuple[int, ...]) -> int:
    """The street of a board: 0 before the flop, 3 on the river."""
    return max(0, len(board) - _FIRST_BOARD + 1)


def result_to_wire(outcome: Outcome) -> Result:
    """The result of the last hand, shown until the next one."""
    return Result(
        number=outcome.number,
        board=cards_to_wire(outcome.board),
        shown=tuple(
            Shown(seat=each.seat, cards=cards_to_wire(each.cards), strength=strength_of(each.rank))
            for each in outcome.shown
        ),
        pots=tuple(PotWon(amount=amount, winners=winners) for amount, winners in outcome.pots),
    )


# ---- the lobby


def edition_to_wire(edition: rulebook.Edition) -> Edition:
    """A rulebook in force."""
    return Edition(id=edition.id, name=edition.title, version=edition.version, date=edition.date)


def stake_to_wire(
    offered: Offered,
    *,
    players: int,
    tables: int,
    waiting: int,
    average_pot: int,
    hands_per_hour: int,
    partners: bool,
    open_tables: tuple[TableId, ...],
) -> Stake:
    """One stake as players choose it."""
    rules = offered.rules
    return Stake(
        id=offered.id,
        edition=rules.edition,
        family=rules.family,
        game=rules.variant.value,
        structure=rules.structure.value,
        label=offered.label,
        small=rules.stake.small,
        big=rules.stake.big,
        unit=unit_of(rules),
        wallet=wallet_id(rules.wallet, rules.money),
        seats=rules.seats.value,
        buy_in_min=rules.buy_in_min.value,
        buy_in_max=rules.buy_in_max.value,
        players=players,
        tables=tables,
        waiting=waiting,
        average_pot=average_pot or None,
        hands_per_hour=hands_per_hour or None,
        open=open_tables,
        may_post=rules.may_post,
        partners=partners,
    )


def offer_to_wire(question: QuestionView, rules: CashRules) -> Offer:
    """A reserved seat: the allowed buy-in, and why."""
    return Offer(
        until=question.until,
        min=question.minimum,
        max=question.maximum,
        usual_min=rules.buy_in_min.value,
        usual_max=rules.buy_in_max.value,
        why=explanation_to_wire(question.why),
        amounts=question.amounts,
        post=rules.big_blind if rules.may_post else None,
        auto_top_up=rules.auto_top_up is not None,
    )
