"""A bot at a table of the room sees the decision that the engine has, and nothing else."""

from functools import partial

import pytest

from fairdeal.bots.betting import betting_of
from fairdeal.bots.decide import decide
from fairdeal.bots.seat import SeatEyes
from fairdeal.bots.spot import spot_of_hand
from fairdeal.bots.style import STYLES
from fairdeal.kernel import MINUTE, PlayerId
from fairdeal.play.changes import YourTurn
from fairdeal.play.messages import Act
from fairdeal.poker import CALL, FOLD, Call, Check, Fold, RaiseTo
from fairdeal.rulebook.clause import PW, U27, EditionId
from fairdeal.runtime.broadcast import Frame
from tests.room.evenings import Evening

PLAYERS = tuple("abcdef")


@pytest.mark.parametrize(("edition", "family"), [(U27, "texas"), (U27, "omaha"), (PW, "texas-fixed")])
def test_what_a_seat_is_shown_makes_the_same_decision_as_the_hand_itself(edition: EditionId, family: str) -> None:
    evening = Evening(edition, family)
    evening.awake = False
    evening.arrive(*PLAYERS)
    eyes = {player: SeatEyes() for player in PLAYERS}
    checked = 0

    def see(player: str, frame: Frame) -> None:
        eyes[player].hear(frame.public)
        for change in frame.private.get(PlayerId(player), ()):
            if isinstance(change, YourTurn):
                evening.clock.soon(partial(act, player, change))

    def act(player: str, turn: YourTurn) -> None:
        nonlocal checked
        found = evening.room.view(evening.table_id, PlayerId(player))
        assert found is not None
        assert evening.table.running is not None
        hand = evening.table.running.hand
        spot = eyes[player].spot(found[2], evening.rules.hand)
        assert spot == spot_of_hand(hand, betting_of(hand))
        checked += 1
        chosen = decide(spot, STYLES[checked % len(STYLES)], checked * 0.618 % 1)
        choice = Fold() if chosen == FOLD else RaiseTo(chosen) if chosen > 0 else Call() if spot.to_call else Check()
        assert chosen != CALL or choice in (Call(), Check())
        evening.tell(Act(PlayerId(player), turn.hand, turn.turn, choice))

    for player in PLAYERS:
        evening.room.watch(evening.table_id, ("eyes", player), partial(see, player))
    evening.wait(3 * MINUTE)

    assert checked > 60
    assert [answer for answer in evening.answers if answer is not None] == []


def test_there_is_no_decision_for_whoever_is_not_to_act() -> None:
    evening = Evening(U27)
    evening.arrive(*PLAYERS)
    evening.awake = False
    evening.wait(MINUTE // 10)

    found = {player: evening.room.view(evening.table_id, PlayerId(player)) for player in PLAYERS}
    spots = [SeatEyes().spot(view[2], evening.rules.hand) for view in found.values() if view is not None]
    spectator = evening.room.view(evening.table_id, None)

    assert len(spots) == 6
    assert sum(spot is not None for spot in spots) == 1
    assert spectator is not None
    assert SeatEyes().spot(spectator[2], evening.rules.hand) is None
