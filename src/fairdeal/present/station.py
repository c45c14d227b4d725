"""The station of a live table, as messages."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from fairdeal.casino.dealer import Step, StepKind
from fairdeal.casino.games.roulette.view import RouletteView
from fairdeal.casino.table.commands import Approve
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.machine import CasinoTable
from fairdeal.casino.table.rounds import has_bets
from fairdeal.casino.table.state import CorrectionKind, Phase, Proposal, Table
from fairdeal.kernel import Instant, Rejection
from fairdeal.present.casino import correction_to_wire, crowd_to_wire, lines_to_wire, shoe_to_wire, unit_of_tender
from fairdeal.present.casino_felt import card_to_wire, felt_to_wire, red_numbers
from fairdeal.present.seats import Faces
from fairdeal.protocol.casino import BaccaratFelt, BlackjackFelt, CasinoFelt, RouletteFelt, VideoFeed
from fairdeal.protocol.station import (
    ScannerKeys,
    StationBlocked,
    StationHold,
    StationPlace,
    StationProposal,
    StationRead,
    StationRow,
    StationStep,
    StationView,
)
from fairdeal.room.casino.house import CasinoTableSetup, VideoSource
from fairdeal.room.casino.scanner import Scanner

_SOMEBODY_ELSE: Final = "somebody else"
_DEALER: Final = -1
_FORESEEN: Final = 2
"""How many cards after the next one a dealer is told of."""
_TIMED: Final = (Phase.BETTING, Phase.RESULT)


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a station is shown: what they may say, whether they deal there, and whether they are the pit boss."""

    name: str
    deals: bool
    pit: bool
    may: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StationParts:
    """What stations are made of, besides the table itself."""

    setup: CasinoTableSetup
    machine: CasinoTable
    scanner: Scanner
    faces: Faces


class _Hand(NamedTuple):
    """A hand on the felt: where it lies, its cards as everybody sees them, and what they count."""

    seat: int
    hand: int
    cards: tuple[str | None, ...]
    total: int


def row_to_wire(setup: CasinoTableSetup, table: Table, *, mine: bool, free: bool, manned: bool) -> StationRow:
    """A live table in the list of stations."""
    return StationRow(
        id=setup.table,
        name=setup.name,
        game=setup.game.name,
        dealer=table.station.dealer,
        phase=cast("Any", table.phase.value),
        players=sum(table.guests.values()),
        held=table.hold is not None,
        pit_called=table.station.pit_called or None,
        mine=mine,
        free=free,
        manned=manned,
    )


def video_to_wire(video: VideoSource | None) -> VideoFeed | None:
    """The camera of a table."""
    if video is None:
        return None
    return VideoFeed(kind=cast("Any", video.kind.value), address=video.address, clock_at=video.clock_at)


def station_to_wire(parts: StationParts, table: Table, reader: Reader, reads: Iterable[StationRead]) -> StationView:
    """The station as one reader sees it; what is proposed is told only to those who can decide on it."""
    facts = parts.machine.facts_of(table)
    view = parts.machine.view(table, None)
    felt = felt_to_wire(facts, view.felt, parts.faces)
    knows = reader.deals or reader.pit
    station = table.station
    return StationView(
        id=parts.setup.table,
        name=parts.setup.name,
        game=facts.game.name,
        unit=unit_of_tender(facts.tender),
        phase=cast("Any", table.phase.value),
        round=table.round,
        dealer=station.dealer,
        dealer_since=station.dealer_since or None,
        relief_at=_relief(parts.setup, table),
        mine=reader.deals,
        pit=reader.pit,
        step=_step(facts, table, parts.machine.step(table), felt),
        deadline=table.deadline if table.hold is None and table.phase in _TIMED else None,
        closed_at=table.closed_at or None,
        hold=_hold(table),
        proposal=_proposal(parts, table, reader, felt) if knows and station.proposal is not None else None,
        failures=station.failures,
        failures_max=facts.casino.station.scan_attempts_max.value,
        reads=tuple(reads) if knows else (),
        can_correct=cast("Any", tuple(kind.value for kind in _correctable(facts, table))),
        may=reader.may,
        pit_called=station.pit_called or None,
        corrections=station.corrections,
        announcement=None if table.announcement is None else correction_to_wire(table.announcement),
        felt=felt,
        crowd=crowd_to_wire(table),
        shoe=shoe_to_wire(facts, view.shoe, table),
        shuffle_asked=table.shuffle_asked,
        pockets=facts.casino.roulette.pockets.value if isinstance(view.felt, RouletteView) else 0,
        red=red_numbers(facts),
        chat=lines_to_wire(table.chat.messages, parts.faces),
        blocked=tuple(StationBlocked(player=each, name=parts.faces(each).name) for each in sorted(table.chat.blocked)),
        scanner=ScannerKeys(prefix=parts.scanner.prefix, suffix=parts.scanner.suffix, gap=parts.scanner.gap),
        video=video_to_wire(parts.setup.video),
    )


def _relief(setup: CasinoTableSetup, table: Table) -> int | None:
    """When whoever deals is to be relieved, where the operator has set a time for it."""
    since = table.station.dealer_since
    return since + setup.dealer_time if since and setup.dealer_time is not None else None


def _step(facts: TableFacts, table: Table, step: Step, felt: CasinoFelt) -> StationStep:
    is_scan = step.kind is StepKind.SCAN
    first = facts.game.first_deal(facts, table) if is_scan else ()
    card = sum(1 for each in table.felt.dealt if each >= 0) + 1 if is_scan else 0
    following = first[card : card + _FORESEEN] if card <= len(first) else ()
    box = felt.seats[step.seat] if isinstance(felt, BlackjackFelt) and step.seat >= 0 else None
    return StationStep(
        kind=cast("Any", step.kind.value),
        rule=step.rule,
        seat=step.seat,
        hand=step.hand,
        face_up=step.face_up,
        count=step.count,
        until=step.until,
        name="" if box is None else box.name,
        card=card,
        cards=len(first) if card <= len(first) else 0,
        following=tuple(StationPlace(seat=place.seat, face_up=place.face_up) for place in following),
    )


def _hold(table: Table) -> StationHold | None:
    hold = table.hold
    if hold is None:
        return None
    reason = cast("Any", hold.reason.value)
    return StationHold(reason=reason, since=hold.since, rule=hold.rule, person=hold.person, words=hold.words)


# ---- what can be put right


def _correctable(facts: TableFacts, table: Table) -> Iterable[CorrectionKind]:
    """What could be proposed now, whatever the card or pocket."""
    if table.station.proposal is not None:
        return
    if facts.has_shoe and table.station.called and facts.game.card_due(facts, table) is not None:
        yield CorrectionKind.CARD_ENTERED
    if facts.has_shoe and table.station.correctable:
        yield CorrectionKind.CARD_REPLACED
    if facts.game.check_pocket(facts, table, 0) is None:
        yield CorrectionKind.POCKET_REPLACED
    if has_bets(table):
        yield CorrectionKind.ROUND_VOIDED
    if table.shoe is not None:
        yield CorrectionKind.CARDS_BURNED


def _proposal(parts: StationParts, table: Table, reader: Reader, felt: CasinoFelt) -> StationProposal:
    """What is proposed, and what would change if another person approved it now."""
    proposal = table.station.proposal
    assert proposal is not None
    correction, facts = proposal.correction, parts.machine.facts_of(table)
    is_pocket = correction.kind is CorrectionKind.POCKET_REPLACED
    is_card = correction.kind in (CorrectionKind.CARD_ENTERED, CorrectionKind.CARD_REPLACED)
    found = StationProposal(
        number=table.station.corrections + 1,
        what=cast("Any", correction.kind.value),
        reason=correction.reason,
        people=proposal.people,
        mine=reader.name in proposal.people,
        card=card_to_wire(correction.value) if is_card else None,
        pocket=correction.value if is_pocket else None,
        was_pocket=felt.pocket if is_pocket and isinstance(felt, RouletteFelt) else None,
        burned=facts.cards.burn_after_error.value if correction.kind is CorrectionKind.CARDS_BURNED else 0,
    )
    return _with_effect(found, felt, _felt_after(parts, table, proposal)) if is_card else found


def _felt_after(parts: StationParts, table: Table, _proposal: Proposal) -> CasinoFelt:
    """The felt as everybody would see it if the proposal were approved; decided by the machine, and kept by nobody."""
    now = Instant(table.since if table.hold is None else table.hold.since)
    steps = parts.machine.decide(table, Approve(_SOMEBODY_ELSE), now)
    after = table if isinstance(steps, Rejection) or not steps else steps[-1].after
    return felt_to_wire(parts.machine.facts_of(after), parts.machine.view(after, None).felt, parts.faces)


def _with_effect(found: StationProposal, before: CasinoFelt, after: CasinoFelt) -> StationProposal:
    """The proposal with the hand that it changes; a card that lies face down changes none that can be seen."""
    known = {(each.seat, each.hand): each for each in _hands(before)}
    for each in _hands(after):
        was = known.get((each.seat, each.hand))
        cards = () if was is None else was.cards
        if cards != each.cards:
            replaced = cards[-1] if was is not None and len(cards) == len(each.cards) else None
            return StationProposal(
                **{name: getattr(found, name) for name in found.__struct_fields__ if name not in _EFFECT},
                was_card=replaced,
                seat=each.seat,
                hand=each.hand,
                total=0 if was is None else was.total,
                total_after=each.total,
            )
    return found


_EFFECT: Final = frozenset({"was_card", "seat", "hand", "total", "total_after"})


def _hands(felt: CasinoFelt) -> tuple[_Hand, ...]:
    """The hands that lie on a felt."""
    match felt:
        case BaccaratFelt():
            return _Hand(0, 0, felt.player, felt.player_total), _Hand(1, 0, felt.banker, felt.banker_total)
        case BlackjackFelt():
            boxes = (
                _Hand(seat, number, hand.cards, hand.total)
                for seat, box in enumerate(felt.seats)
                if box is not None
                for number, hand in enumerate(box.hands)
            )
            return (*boxes, _Hand(_DEALER, 0, felt.dealer, felt.dealer_total))
    return ()
