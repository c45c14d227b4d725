"""What happens at a casino table, for everybody, as messages."""

from collections.abc import Callable
from typing import Any, Final, cast

from fairdeal.cards import NAMES
from fairdeal.casino.games.blackjack import events as boxes
from fairdeal.casino.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND
from fairdeal.casino.games.roulette.spin import Spun
from fairdeal.casino.table import events, station_events
from fairdeal.casino.table.changes import ShoeShown
from fairdeal.casino.table.facts import TableFacts
from fairdeal.casino.table.fair.events import ChanceProven
from fairdeal.casino.table.state import CorrectionKind
from fairdeal.present.casino import correction_to_wire
from fairdeal.present.casino_fair import secret_to_wire
from fairdeal.present.casino_felt import card_to_wire, colour_of
from fairdeal.present.seats import Faces
from fairdeal.protocol import casino_changes as wire

_CHOICES: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}


def change_to_wire(facts: TableFacts, change: object, faces: Faces) -> wire.CasinoChange | None:
    """A public change as a message; None if the parts of the table tell it all."""
    make = _PLAIN.get(type(change))
    if make is not None:
        return make(change)
    match change:
        case Spun():
            colour = colour_of(facts, change.pocket)
            return wire.BallFell(pocket=change.pocket, colour=colour, video=change.video)
        case events.RoundSettled():
            result = facts.game.result_of(change.result)
            return wire.RoundPaid(round=change.round, result=result, rule=change.rule)
        case boxes.SeatTaken():
            name = faces(change.player).name
            return wire.BoxTaken(seat=change.seat, player=change.player, name=name, rule=change.rule)
        case boxes.BetPlaced() if change.player:
            return wire.BoxBet(seat=change.seat, amount=change.amount)
        case _:
            return None


def is_crowd(change: object) -> bool:
    """Whether a public change concerns only the sum of what others bet, which is told a few times a second."""
    return isinstance(change, boxes.BetPlaced | boxes.BetReturned) and not change.player


def _corrected(change: station_events.Corrected) -> wire.RoundCorrected:
    told = correction_to_wire(change.correction)
    was = None
    if change.replaced >= 0:
        is_pocket = change.correction.kind is CorrectionKind.POCKET_REPLACED
        was = str(change.replaced) if is_pocket else card_to_wire(change.replaced)
    return wire.RoundCorrected(what=told.what, rule=change.rule, card=told.card, pocket=told.pocket, was=was)


def _card(change: events.CardDealt) -> wire.CardDealt:
    card = card_to_wire(change.card) if change.face_up else None
    return wire.CardDealt(seat=change.seat, hand=change.hand, card=card, video=change.video)


def _decided(change: boxes.Decided) -> wire.BoxDecided:
    choice = cast("Any", _CHOICES[change.act])
    return wire.BoxDecided(seat=change.seat, hand=change.hand, choice=choice, rule=change.rule)


_PLAIN: Final[dict[type[Any], Callable[[Any], wire.CasinoChange]]] = {
    events.BettingOpened: lambda each: wire.BetsOpened(round=each.round, until=each.closes_at, rule=each.rule),
    events.BettingClosed: lambda each: wire.BetsClosed(round=each.round, rule=each.rule),
    events.WindowLapsed: lambda each: wire.BetsLapsed(again_at=each.reopens_at, rule=each.rule),
    ShoeShown: lambda each: wire.ShoeShuffled(number=each.number, cards=each.cards, commitment=each.commitment),
    events.Burned: lambda each: wire.CardsBurned(count=each.count, rule=each.rule),
    events.CardDealt: _card,
    events.OutcomeKnown: lambda _: wire.OutcomeKnown(),
    events.RoundVoided: lambda each: wire.RoundVoid(round=each.round, rule=each.rule),
    station_events.Held: lambda each: wire.TableHeld(reason=each.hold.reason.value, rule=each.hold.rule),
    station_events.Released: lambda _: wire.TableReleased(),
    station_events.DealerChanged: lambda each: wire.DealerChanged(dealer=each.dealer),
    station_events.Corrected: _corrected,
    station_events.Recovered: lambda each: wire.ClocksShifted(stood=each.stood, rule=each.rule, recovered=True),
    station_events.TimeGivenBack: lambda each: wire.ClocksShifted(stood=each.stood, rule=each.rule),
    ChanceProven: secret_to_wire,
    boxes.SeatLeft: lambda each: wire.BoxLeft(seat=each.seat, rule=each.rule),
    boxes.InsuranceOffered: lambda each: wire.InsuranceOffered(until=each.until, rule=each.rule),
    boxes.HoleChecked: lambda each: wire.HoleChecked(blackjack=each.blackjack, rule=each.rule),
    boxes.TurnBegan: lambda each: wire.BoxAsked(
        turn=each.turn, seat=each.seat, hand=each.hand, until=each.until, rule=each.rule
    ),
    boxes.Decided: _decided,
    boxes.HandEnded: lambda each: wire.BoxEnded(seat=each.seat, hand=each.hand, why=each.why, rule=each.rule),
    boxes.HoleShown: lambda each: wire.HoleShown(card=NAMES[each.card], rule=each.rule),
}
