"""Hands of a game: extra time for who is not connected, then sitting out; everybody is dealt in (HEXA-13, HEXA-15, HEXA-16)."""

from typing import Any

import pytest

from fairdeal.hexapro.format import hexapro_formats
from fairdeal.kernel import RuleId, seconds
from fairdeal.play.events import Played
from fairdeal.play.messages import Disconnected
from fairdeal.poker import CALL, FOLD, Call, Check
from tests.tournament.dealing import UNIBET, A, B, C, Table, an_order, with_away
from tests.tournament.directing import U27

GAME: dict[str, Any] = {"product": "hexapro", "players": "abc", "extra_time": seconds(20), "final_table": True}


def game_table() -> Table:
    return Table(formats=hexapro_formats())


@pytest.mark.rule("HEXA-15")
@pytest.mark.parametrize("edition", UNIBET)
def test_gives_extra_time_and_then_the_player_sits_out(edition: str) -> None:
    table = game_table()
    table.missing = frozenset({C})
    table.deals(an_order(edition, **GAME))
    assert (table.to_act, table.clock) == (C, 30)
    table.wait(30)
    assert table.running.hand.acts == [FOLD]
    table.play_out()

    assert {left.seat: left.away for left in table.report.left} == {0: None, 1: None, 2: RuleId("HEXA-15")}


@pytest.mark.rule("HEXA-15")
def test_checks_where_that_is_possible() -> None:
    table = game_table().deals(an_order(U27, **GAME))
    table.passes()
    table.passes()
    assert table.to_act == B
    table.do(Disconnected(B))
    table.expires()

    assert (table.running.hand.acts[-1], table.running.hand.street, table.running.hand.is_live(1)) == (CALL, 1, True)
    assert table.last(Played).forced_sit_out == "HEXA-15"


@pytest.mark.rule("HEXA-13")
@pytest.mark.rule("HEXA-16")
@pytest.mark.parametrize("edition", UNIBET)
def test_deals_in_and_charges_whoever_sits_out(edition: str) -> None:
    table = game_table().deals(with_away(an_order(edition, **GAME), 2))
    assert (table.running.hand.acts, table.to_act) == ([FOLD], A)
    assert table.last(Played).rule == "HEXA-16"
    table.act(A, Call())
    table.act(B, Check())
    assert table.running.hand.street == 1
