"""Writing a finished hand as the fields of a PHH file, and reading metadata from such fields."""

import datetime
import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from fairdeal.cards import NAMES
from fairdeal.poker.hand import Hand
from fairdeal.poker.history.meta import TIME_END, HandMeta, Money, instant, utc
from fairdeal.poker.history.phh import (
    EDITION_FIELD,
    HASH_FIELD,
    IN_ORDER_FIELD,
    RAKE_FIELD,
    TOURNAMENT_FIELD,
    VARIANTS,
    blind_places,
)
from fairdeal.poker.history.settle import BadHistory
from fairdeal.poker.history.story import Move, MoveKind, Story, story_of
from fairdeal.poker.order import HandOrder
from fairdeal.poker.rules import FIXED_LIMIT

_CODES: Final = {game: code for code, game in VARIANTS.items()}
_LARGE: Final = 1 << 53
_LEVEL_MAX: Final = 3_999
_HASH: Final = re.compile(r"(?:[0-9a-f]{2}){1,64}")


def fields_of(hand: Hand, meta: HandMeta, *, known: Collection[int] | None = None) -> dict[str, Any]:
    """
    The fields of a finished hand.

    `known` are the places whose hidden cards are included; None means everybody's. A raise above what anybody else has (BET-16)
    is written as the call it amounts to.
    """
    story = story_of(hand)
    told = set(range(hand.count) if known is None else known) | {shown.place for shown in story.shown}
    rules, order, decimals = hand.rules, hand.order, meta.decimals
    variant = _CODES.get((rules.hole_cards, rules.structure))
    if variant is None or (rules.structure == FIXED_LIMIT and rules.low_rounds != 2):
        raise BadHistory("unsupported_variant", "PHH has no code for this game")
    antes = list(order.antes) or [0] * hand.count
    fields: dict[str, Any] = {
        "variant": variant,
        "ante_trimming_status": not rules.antes_are_dead,
        "antes": _amounts(antes[::-1] if hand.count == 2 else antes, decimals),
        "blinds_or_straddles": _amounts(_blinds(order), decimals),
    }
    bets = {"min_bet": rules.big_blind}
    if rules.structure == FIXED_LIMIT:
        bets = {"small_bet": rules.small_bet, "big_bet": rules.big_bet}
    fields |= {name: _amount(bet, decimals) for name, bet in bets.items()}
    fields["starting_stacks"] = _amounts(list(order.stacks), decimals)
    fields["actions"] = list(_actions(story, told, decimals))
    fields["finishing_stacks"] = _amounts(list(story.result.stacks), decimals)
    fields["winnings"] = _amounts(story.collected, decimals)
    if story.result.rake:
        fields[RAKE_FIELD] = _amount(story.result.rake, decimals)
    if rules.show_in_order:
        fields[IN_ORDER_FIELD] = True
    return fields | dict(_meta_fields(meta))


def _amount(amount: int, decimals: int) -> int | Decimal:
    return Decimal(amount).scaleb(-decimals) if decimals else amount


def _amounts(amounts: list[int], decimals: int) -> list[int | Decimal]:
    return [_amount(amount, decimals) for amount in amounts]


def _blinds(order: HandOrder) -> list[int]:
    """Blinds by place, late posts below zero; heads-up the button's comes first."""
    blinds = [0] * len(order.stacks)
    for number, place in enumerate(order.late_posts):
        blinds[place] = -(order.late_amounts[number] if order.late_amounts else order.rules.big_blind)
    if order.small_blind_at >= 0:
        blinds[order.small_blind_at] = order.small_blind
    blinds[order.big_blind_at] = order.rules.big_blind
    small_at = order.small_blind_at if order.small_blind else -1
    if blind_places(blinds) != (small_at, order.big_blind_at):
        raise BadHistory("unsupported_blinds", "PHH cannot say which of two equal blinds is the big one")
    return blinds[::-1] if len(blinds) == 2 else blinds


def _actions(story: Story, told: Collection[int], decimals: int) -> Iterator[str]:
    hand = story.hand
    for place in range(hand.count):
        cards = hand.hole(place) if place in told else [-1] * hand.rules.hole_cards
        yield f"d dh p{place + 1} {_cards(cards)}"
    out = 0
    for street in story.streets:
        if street.number:
            yield f"d db {_cards(street.board[out:])}"
            out = len(street.board)
        yield from (_action(move, decimals) for move in street.moves)
        if street.number == story.last_bets:  # nobody is left to bet: hands are shown before the rest of the board
            yield from (f"p{shown.place + 1} sm {_cards(shown.cards)}" for shown in story.shown)
            yield from (f"p{place + 1} sm" for place in story.mucked)


def _action(move: Move, decimals: int) -> str:
    if move.kind is MoveKind.FOLD:
        return f"p{move.place + 1} f"
    if move.kind in (MoveKind.CHECK, MoveKind.CALL):
        return f"p{move.place + 1} cc"
    amount = Money(decimals=decimals).text(move.to)
    if move.uncallable:  # other programs know no such raise; what nobody can call comes back, so it is a call
        return f"p{move.place + 1} cc # raises to {amount}, which nobody left can call"
    return f"p{move.place + 1} cbr {amount}"


def _cards(cards: "list[int] | tuple[int, ...]") -> str:
    return "".join(NAMES[card] if card >= 0 else "??" for card in cards)


# ---- what is beside the hand


def _meta_fields(meta: HandMeta) -> Iterator[tuple[str, Any]]:
    """The fields of known metadata."""
    given = {
        "hand": meta.number,
        "level": meta.level,
        "seats": list(meta.seats),
        "seat_count": meta.seat_count,
        "table": meta.table,
        "players": list(meta.names),
        "currency": meta.currency,
        EDITION_FIELD: meta.edition,
        HASH_FIELD: meta.content_hash,
        TOURNAMENT_FIELD: meta.tournament,
    }
    yield from ((name, value) for name, value in given.items() if value)
    if meta.time:
        moment = utc(meta.time)
        yield from (("time", moment.time()), ("time_zone_abbreviation", "UTC"))
        yield from (("day", moment.day), ("month", moment.month), ("year", moment.year))


def meta_of(fields: Mapping[str, Any], decimals: int, count: int) -> HandMeta:
    """Read metadata from the fields of a file; invalid values are left out."""
    seats = fields.get("seats")
    names = fields.get("players")
    return HandMeta(
        number=_number(fields.get("hand")),
        table=_text(fields.get("table")),
        names=tuple(map(_text, names)) if isinstance(names, list) and len(names) == count else (),
        seats=tuple(map(_number, seats)) if isinstance(seats, list) and len(seats) == count else (),
        seat_count=_number(fields.get("seat_count"), most=100),
        time=_time(fields),
        edition=_text(fields.get(EDITION_FIELD)),
        content_hash=_hash(fields.get(HASH_FIELD)),
        currency=_text(fields.get("currency")),
        decimals=decimals,
        tournament=_number(fields.get(TOURNAMENT_FIELD)),
        level=_number(fields.get("level"), most=_LEVEL_MAX),
    )


def _number(value: object, most: int = _LARGE) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
        value = int(value)
    return value if type(value) is int and 0 < value <= most else 0


def _text(value: object) -> str:
    if type(value) is int:
        return str(value) if abs(value) <= _LARGE else ""
    return value[:200] if isinstance(value, str) else ""


def _hash(value: object) -> str:
    return value if isinstance(value, str) and _HASH.fullmatch(value) else ""


def _time(fields: Mapping[str, Any]) -> int:
    """The instant in the fields; local times are taken for UTC."""
    time = fields.get("time")
    year, month, day = (fields.get(name) for name in ("year", "month", "day"))
    if type(year) is not int or type(month) is not int or type(day) is not int:
        return 0
    if not isinstance(time, datetime.time):
        time = datetime.time()
    try:
        moment = datetime.datetime.combine(datetime.date(year, month, day), time.replace(tzinfo=None))
    except (ValueError, OverflowError):
        return 0
    found = instant(moment)
    return found if found < TIME_END else 0
