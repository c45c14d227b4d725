"""Casino tables, their rows and their parts, as messages."""

from collections.abc import Iterable
from typing import Any, Final, cast

from fairdeal.bank.accounts import Purpose, Tender
from fairdeal.casino.chat import ChatMessage
from fairdeal.casino.games.baccarat.display import BaccaratDisplay
from fairdeal.casino.games.blackjack.felt import BoxesFelt
from fairdeal.casino.games.layout.felt import LayoutFelt
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.state import Correction, CorrectionKind, Phase, Table
from fairdeal.casino.table.view import ShoeView, TableView
from fairdeal.kernel import MoneyKind, PlayerId, TableId
from fairdeal.present.casino_felt import card_to_wire, cells_to_wire, red_numbers, spots_to_wire
from fairdeal.present.explanation import explanation_to_wire
from fairdeal.present.seats import Faces
from fairdeal.protocol.casino import (
    CasinoCorrection,
    CasinoCrowd,
    CasinoHold,
    CasinoLimits,
    CasinoLine,
    CasinoMoment,
    CasinoRow,
    CasinoRules,
    CasinoShoe,
    SpotCrowd,
    VideoFeed,
)
from fairdeal.protocol.table import Unit
from fairdeal.room.casino.house import CasinoTableSetup
from fairdeal.room.casino.lobby import CasinoRow as Row
from fairdeal.rulebook.schema.casino import Limits

_TIMED: Final = (Phase.BETTING, Phase.RESULT)
_LIMITS: Final = ("bet_min", "bet_max", "round_max", "bet_unit", "chips")
_TIMES: Final = {"betting_time": "betting_seconds", "pause_time": "pause_seconds", "decision_time": "decision_seconds"}


def unit_of_tender(tender: Tender) -> Unit:
    """The unit of amounts at a table: money of a currency, and whether it is worth something."""
    if tender.money is MoneyKind.REAL:
        return Unit(currency=tender.currency.value)
    return Unit(currency=tender.currency.value, label="play" if tender.money is MoneyKind.PLAY else "test")


def wallet_of(tender: Tender) -> str:
    """The id of the wallet that bets come from."""
    return f"{Purpose.SITE}:{tender.currency.value}:{tender.money}"


def round_id(table: TableId, number: int) -> str:
    """The name of a round in the history and in complaints; empty before the first."""
    return f"{table}#{number}" if number else ""


# ---- the lobby


def row_to_wire(row: Row, name: str) -> CasinoRow:
    """A table as a row of the lobby."""
    display = row.display
    roads = display.roads if isinstance(display, BaccaratDisplay) else None
    return CasinoRow(
        id=row.table,
        name=name,
        game=row.game,
        live=row.live,
        dealer=row.dealer,
        unit=unit_of_tender(Tender(row.currency, row.money)),
        wallet=wallet_of(Tender(row.currency, row.money)),
        bet_min=row.bet_min,
        bet_max=row.bet_max,
        round_max=row.round_max,
        phase=cast("Any", row.phase.value),
        deadline=row.deadline if row.phase in _TIMED else None,
        held=row.held,
        players=row.players,
        seats=display.seats,
        free_seats=display.free_seats,
        waiting=display.waiting,
        results=display.results,
        bead=() if roads is None else cells_to_wire(roads.bead_plate),
        counts={} if roads is None else dict(roads.counts),
    )


# ---- what does not change


def rules_to_wire(setup: CasinoTableSetup, facts: TableFacts, view: TableView) -> CasinoRules:
    """What does not change while a table is open."""
    video = setup.video
    return CasinoRules(
        game=facts.game.name,
        live=facts.is_live,
        unit=unit_of_tender(facts.tender),
        wallet=wallet_of(facts.tender),
        edition=facts.edition,
        limits=_limits(facts.limits),
        notices=tuple(map(explanation_to_wire, view.notices)),
        spots=spots_to_wire(facts),
        red=red_numbers(facts),
        seats=facts.game.display(view_state(facts), 0).seats,
        video=None
        if video is None
        else VideoFeed(kind=cast("Any", video.kind.value), address=video.address, clock_at=video.clock_at),
    )


def view_state(facts: TableFacts) -> Table:
    """An empty table of that kind, to ask how many seats it has."""
    return Table(facts.game.new_felt(facts))


def _limits(limits: Limits) -> CasinoLimits:
    ruled = {name: getattr(limits, name) for name in _LIMITS}
    ruled |= {name: getattr(limits, source) for name, source in _TIMES.items()}
    values: dict[str, Any] = {name: None if each is None else each.value for name, each in ruled.items()}
    clauses = {_camel(name): str(each.rule) for name, each in ruled.items() if each is not None}
    return CasinoLimits(**values, clauses=clauses)


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


# ---- the parts that change


def moment_to_wire(facts: TableFacts, table: Table, *, asks: bool) -> CasinoMoment:
    """Where a table stands; `asks` says whether a clock of a decision or of insurance runs."""
    timed = table.hold is None and (table.phase in _TIMED or (asks and table.phase is Phase.PLAYING))
    hold = table.hold
    return CasinoMoment(
        phase=cast("Any", table.phase.value),
        round=table.round,
        round_id=round_id(facts.table, table.round),
        since=table.since,
        deadline=table.deadline if timed else None,
        dealer=table.station.dealer,
        hold=None
        if hold is None
        else CasinoHold(reason=cast("Any", hold.reason.value), since=hold.since, rule=hold.rule),
        correction=None if table.announcement is None else correction_to_wire(table.announcement),
    )


def correction_to_wire(correction: Correction) -> CasinoCorrection:
    """What was put right."""
    kind, value = correction.kind, correction.value
    is_pocket = kind is CorrectionKind.POCKET_REPLACED
    is_card = kind in (CorrectionKind.CARD_ENTERED, CorrectionKind.CARD_REPLACED)
    return CasinoCorrection(
        what=cast("Any", kind.value),
        card=card_to_wire(value) if is_card else None,
        pocket=value if is_pocket and value >= 0 else None,
    )


def shoe_to_wire(facts: TableFacts, view: ShoeView | None, table: Table) -> CasinoShoe | None:
    """The shoe, with the numbers of those that can be checked."""
    rules = facts.game.shoe(facts.casino)
    if view is None or table.shoe is None or rules is None:
        return None
    opened = [number for number, order, _ in view.spent if order]
    if view.last_order:
        opened.append(view.last_number)
    return CasinoShoe(
        number=view.number,
        cards=table.shoe.size,
        out=table.shoe.out,
        cut_at=table.shoe.cut_at,
        decks=table.shoe.decks,
        commitment=view.commitment,
        opened=tuple(sorted(opened)),
        burnt=rules.burn_after_shuffle.value,
    )


def crowd_to_wire(table: Table) -> CasinoCrowd:
    """Those at the table in sum, without names; at blackjack the bets behind each seat."""
    felt = table.felt
    spots: dict[str, list[int]] = {}
    if isinstance(felt, LayoutFelt):
        for bets in felt.bets.values():
            for spot, amount in bets:
                _count(spots, spot, amount)
    elif isinstance(felt, BoxesFelt):
        for player, wager in felt.shown.items():
            if not felt.sits_at(player, wager.seat):
                _count(spots, str(wager.seat), wager.on_hands)
    staked = felt.escrow()
    return CasinoCrowd(
        guests=sum(table.guests.values()),
        bettors=len(staked),
        staked=sum(staked.values()),
        spots=tuple(SpotCrowd(spot=spot, players=each[0], staked=each[1]) for spot, each in sorted(spots.items())),
    )


def _count(spots: dict[str, list[int]], spot: str, amount: int) -> None:
    found = spots.setdefault(spot, [0, 0])
    found[0] += 1
    found[1] += amount


# ---- chat


def line_to_wire(message: ChatMessage, faces: Faces) -> CasinoLine:
    """A chat message with the name of its author."""
    name = faces(message.player).name
    return CasinoLine(number=message.number, player=message.player, name=name, text=message.text, at=message.at)


def muted_by(table: Table, reader: PlayerId) -> tuple[str, ...]:
    """The players whose messages a reader has muted."""
    return tuple(sorted(other for who, other in table.chat.muted if who == reader))


def lines_to_wire(messages: Iterable[ChatMessage], faces: Faces) -> tuple[CasinoLine, ...]:
    """Chat messages, the oldest first."""
    return tuple(line_to_wire(message, faces) for message in messages)
