"""Nobody sees a card they have not earned: views, changes, durable events (CASH-15)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.cash.table.changes import (
    HandCancelled,
    HandFinished,
    HandStarted,
    OwnChanged,
    SeatChanged,
    SeatLeft,
    TableChanged,
)
from fairdeal.cash.table.commands import StartHand
from fairdeal.cash.table.events import HandOpened, HandVoided, PeriodsShifted, TableClosing, TableEvent
from fairdeal.cash.table.state import CashTable
from fairdeal.kernel import SECOND, Instant, PlayerId, RuleId
from fairdeal.play.changes import ActShown, CardsDealt, ClocksChanged, ConnectionChanged, OwnCards, YourTurn
from fairdeal.play.events import ClocksPaused, ClocksResumed, HandDealt, Played
from fairdeal.play.messages import Act, PauseClocks, ResumeClocks
from fairdeal.poker import Call, Check, Choice, Fold, RaiseTo
from fairdeal.poker.events import HandShown, HoleCardsDealt
from fairdeal.rulebook.clause import PW, U22, U26, U27, EditionId
from fairdeal.testing.cash import Story, open_table
from tests.steps import step_of

POKER = (U22, U26, U27, PW)
every_edition = pytest.mark.parametrize("edition", POKER)
A, B, C = (PlayerId(name) for name in "abc")


def told(story: Story, viewer: PlayerId | None, choices: list[Choice], deck: tuple[int, ...]) -> list[Any]:
    """Everything one viewer is sent while a hand with that deck is played, and everything that is kept of it."""
    seen: list[Any] = []
    story.now = Instant(story.now + 10 * SECOND)
    for choice in (None, *choices):
        before, count = story.table, len(story.events)
        if choice is None:
            story.asks(StartHand(1, deck, b"salt", bytes(10), 0))
        else:
            story.asks(Act(PlayerId(story.to_act), story.open.hand, story.turn.number, choice))
        for event in story.events[count:]:
            seen.append(_without_lock(story.machine.public_change(step_of(story.machine, before, event))))
            seen.append(
                story.machine.private_changes(step_of(story.machine, before, event)).get(viewer) if viewer else None
            )
            seen.append(_kept(event))
            before = story.machine.evolve(before, event)
        seen.append(_without_lock(story.machine.view(story.table, viewer)))
    return seen


def _without_lock(shown: Any) -> Any:
    """The salted hash of the deck differs with the deck, and tells nothing."""
    if isinstance(shown, HandStarted):
        return replace(shown, open=replace(shown.open, commitment=b""))
    if getattr(shown, "hand", None) is not None and hasattr(shown.hand, "commitment"):
        return replace(shown, hand=replace(shown.hand, commitment=b""))
    return shown


def _kept(event: TableEvent) -> Any:
    if not event.durable:
        return None
    return replace(event, open=replace(event.open, commitment=b"")) if isinstance(event, HandOpened) else event


def three(edition: EditionId) -> Story:
    story = open_table(edition).tell("a, b and c sit with 10.00")
    story.draw = 0
    return story


# With three players a deck is dealt b, c, a, b, c, a, board: the button is on a.
CARDS = {B: (0, 3), C: (1, 4), A: (2, 5)}
BOARD = range(6, 11)
STORIES: dict[str, tuple[list[Choice], set[PlayerId | None], list[int]]] = {
    # What is played, who shows, and how much of the board is out.
    "everybody folds": ([Fold(), Fold()], set(), []),
    "c folds, a and b show": (
        [Call(), Call(), Check(), Check(), Fold(), Check(), *[Check()] * 4],
        {A, B},
        [0, 1, 2, 3, 4],
    ),
    "folded on the flop": ([Call(), Call(), Check(), RaiseTo(20), Fold(), Fold()], set(), [0, 1, 2]),
}


@every_edition
@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("viewer", [A, B, C, None])
@pytest.mark.rule("CASH-15")
def test_cards_one_has_not_seen_make_no_difference_to_what_one_is_sent(
    edition: EditionId, name: str, viewer: PlayerId | None
) -> None:
    """The same hand with other hidden cards: views, changes and durable events are the same to the last field."""
    choices, shows, board = STORIES[name]
    known = {place for who in {*shows, viewer} if who is not None for place in CARDS[who]} | {
        6 + card for card in board
    }
    chance = random.Random(7)  # noqa: S311
    deck = chance.sample(range(52), 52)
    hidden = [place for place in range(52) if place not in known]
    first = told(three(edition), viewer, choices, tuple(deck))
    for _ in range(3):
        cards = [deck[place] for place in hidden]
        chance.shuffle(cards)
        other = deck[:]
        for place, card in zip(hidden, cards, strict=True):
            other[place] = card
        assert other != deck
        assert told(three(edition), viewer, choices, tuple(other)) == first


@every_edition
@pytest.mark.rule("CASH-15")
def test_players_see_their_own_cards_and_everybody_sees_the_board(edition: EditionId) -> None:
    story = three(edition).tell("cards a=AsKd b=7h7c; board QhJh2c3d4s; deal; to the flop")

    views = {viewer: story.machine.view(story.table, viewer) for viewer in (A, B, None)}

    assert [view.hand.board for view in views.values()] == [tuple(story.running.hand.board)] * 3  # type: ignore[union-attr]
    assert len(views[None].hand.board) == 3  # type: ignore[union-attr]
    assert views[None].own is None
    assert views[A].own.cards == tuple(story.running.hand.hole(2))  # type: ignore[union-attr]
    assert views[B].own.cards == tuple(story.running.hand.hole(0))  # type: ignore[union-attr]
    assert views[A].seats == views[None].seats


@every_edition
@pytest.mark.rule("CASH-15")
def test_hole_cards_are_sent_to_their_owner_and_to_nobody_else(edition: EditionId) -> None:
    story = three(edition)
    before: CashTable = story.table
    story.deal()
    dealt = story.last(HandDealt)
    opened = story.machine.evolve(before, story.last(HandOpened))

    public = story.machine.public_change(step_of(story.machine, opened, dealt))
    private = story.machine.private_changes(step_of(story.machine, opened, dealt))

    assert isinstance(public, CardsDealt)
    assert not any(isinstance(each, HoleCardsDealt) for each in public.told)
    assert any(isinstance(each, HoleCardsDealt) for each in dealt.told)
    for player in (A, B, C):
        cards = private[player][0]
        assert isinstance(cards, OwnCards)
        assert cards.cards == story.own(player).cards
    turn = private[A][1]
    assert isinstance(turn, YourTurn)
    assert turn.options.to_call == 10
    assert len(private[B]) == 1


@every_edition
def test_a_change_names_the_rule_and_the_next_turn(edition: EditionId) -> None:
    story = three(edition).deal()
    before = story.table
    story.wait(story.left)
    played = story.last(Played)

    shown = story.machine.public_change(step_of(story.machine, before, played))

    assert isinstance(shown, ActShown)
    assert (shown.seat, shown.rule, shown.sits_out) == (0, "TIME-12", "TIME-14")
    assert shown.turn == story.turn
    seat = story.machine.view(story.table, None).seats[0]
    assert seat is not None
    assert seat.sits_out_next
    assert story.machine.private_changes(step_of(story.machine, before, played)) == {
        B: (YourTurn(story.open.hand, 1, story.running.hand.options()),)
    }


@every_edition
def test_the_showdown_stays_on_the_table_until_the_next_hand(edition: EditionId) -> None:
    story = three(edition).tell("deal; a calls; b folds; check down")
    outcome = story.machine.view(story.table, None).outcome
    assert outcome is not None
    assert {shown.seat for shown in outcome.shown} == {0, 2}
    shown = [each for each in story.last(Played).told if isinstance(each, HandShown)]
    assert {each.cards for each in shown} == {each.cards for each in outcome.shown}

    story.deal()

    assert story.machine.view(story.table, None).outcome is None


@every_edition
def test_chairs_hands_and_connections_have_their_changes(edition: EditionId) -> None:
    story = open_table(edition)
    shown: dict[str, Any] = {}
    private: dict[str, Any] = {}

    def tell(text: str) -> None:
        before, count = story.table, len(story.events)
        story.tell(text)
        for event in story.events[count:]:
            shown[type(event).__name__] = story.machine.public_change(step_of(story.machine, before, event))
            private[type(event).__name__] = story.machine.private_changes(step_of(story.machine, before, event))
            before = story.machine.evolve(before, event)

    tell("a sits with 10.00")
    assert isinstance(shown["SatDown"], SeatChanged)
    assert (shown["SatDown"].seat.player, shown["SatDown"].rule) == ("a", "CASH-02")
    assert isinstance(private["SatDown"][A][0], OwnChanged)
    tell("b sits with 9.00; c sits with 10.00")
    story.draw = 0
    tell("deal")
    assert isinstance(shown["HandOpened"], HandStarted)
    tell("b drops; b returns")
    assert shown["ConnectionLost"] == ConnectionChanged(1, connected=False, turn=None, rule=None)
    assert shown["ConnectionBack"] == ConnectionChanged(1, connected=True, turn=None, rule=None)
    tell("a sits out; b tops up 1.00")
    assert (shown["SatOut"].rule, shown["SatOut"].seat.sits_out_next) == ("TIME-01", True)
    assert shown["ToppedUp"].seat.pending == 100
    tell("a raises to 0.30; b folds; c leaves")
    assert isinstance(shown["HandEnded"], HandFinished)
    assert [seat.stack for seat in shown["HandEnded"].seats] == [1015, 895, 990]
    assert shown["HandEnded"].seats[0].sits_out == "TIME-01"
    assert shown["Left"] == SeatLeft(2, None)


@every_edition
def test_the_house_says_when_clocks_stand_and_what_becomes_of_the_table(edition: EditionId) -> None:
    story = three(edition).deal()
    before, turn = story.table, story.turn
    story.asks(PauseClocks())
    paused = story.machine.public_change(step_of(story.machine, before, story.last(ClocksPaused)))
    assert paused == ClocksChanged(stand=True, turn=turn, rule=RuleId("X-143"))
    assert story.machine.view(story.table, None).clocks_stand

    before = story.table
    story.asks(ResumeClocks())
    resumed = story.machine.public_change(step_of(story.machine, before, story.last(ClocksResumed)))
    assert isinstance(resumed, ClocksChanged)
    assert not resumed.stand

    before = story.table
    story.void("CASH-20")
    voided = story.machine.public_change(step_of(story.machine, before, story.last(HandVoided)))
    assert isinstance(voided, HandCancelled)
    assert (voided.rule, voided.reason, [seat.stack for seat in voided.seats]) == (
        "CASH-20",
        "camera failed",
        [1000] * 3,
    )

    before = story.table
    story.closes()
    closing = story.machine.public_change(step_of(story.machine, before, story.last(TableClosing)))
    assert isinstance(closing, TableChanged)
    assert (closing.closing, closing.rule, closing.closed) == ("CASH-12", "CASH-12", False)


@every_edition
def test_after_a_pause_everybody_is_told_how_much_longer_sit_outs_may_last(edition: EditionId) -> None:
    story = three(edition).tell("b sits out")
    story.asks(PauseClocks())
    story.now = Instant(story.now + 60 * SECOND)
    before = story.table

    story.asks(ResumeClocks())

    change = story.machine.public_change(step_of(story.machine, before, story.last(PeriodsShifted)))
    assert isinstance(change, TableChanged)
    assert change.seats == (story.machine.view(story.table, None).seats[1],)


@every_edition
def test_the_view_says_what_the_table_waits_for(edition: EditionId) -> None:
    story = open_table(edition).tell("a sits with 10.00")
    view = story.machine.view(story.table, A)
    assert (view.players_ready, view.players_needed, view.deals_at) == (1, 2 if edition == PW else 3, None)
    assert view.top_up_limit == 1000

    story.tell("b and c sit with 10.00")

    assert story.machine.view(story.table, A).deals_at == story.now + 3 * SECOND
    story.tell("b sits out")
    seat = story.machine.view(story.table, None).seats[1]
    assert seat is not None
    assert (seat.sits_out, seat.removal_at) == ("TIME-01", story.now + story.rules.sit_out_max.value + 1)
