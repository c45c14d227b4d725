"""Staff do not play: not at a table, not in an event, for no kind of money."""

from pathlib import Path
from typing import get_args

import pytest

from fairdeal.kernel import PlayerId
from fairdeal.protocol import casino_client as casino
from fairdeal.protocol import client as inbound
from fairdeal.protocol import fair_client as fair
from fairdeal.protocol import station_client as station
from fairdeal.server.auth.person import Person
from fairdeal.server.auth.roles import Role
from fairdeal.server.opening import RunningServer
from fairdeal.server.staff_play import BRINGS_INTO_PLAY, SPEAKS, staff_refused
from tests.server.live import HEADS_UP, SIX, new_guest, run, running, seat_all, settings_in

LETS_GO = {
    inbound.Act, inbound.SitOut, inbound.SitOutAtBigBlind, inbound.Leave, inbound.LeaveQueue, inbound.GiveUpSeat, inbound.Unregister,
    inbound.UnregisterAll, inbound.UnregisterHexaPro, inbound.DeclineReBuy,
    casino.LeaveCasino, casino.UndoChips, casino.LeaveBox, casino.LeaveBoxQueue,
    casino.WithdrawBet, casino.AnswerFollow, casino.DecideBox, casino.CasinoMute,
    fair.PromiseSeeds, fair.RevealSeed, fair.PromiseDraw, fair.RevealDraw, *get_args(station.StationCommand),
}  # fmt: skip


async def give_role(opened: RunningServer, player: PlayerId, **changes: object) -> None:
    opened.house.people.change_person(player, roles="support", **changes)
    await opened.house.auth.refresh(player)


def test_every_message_either_brings_into_play_or_does_not() -> None:
    """A new message must be put on one side or the other."""
    commands = set(get_args(inbound.AnyClientMessage)) - set(get_args(inbound.ConnectionMessage))

    assert commands == {*BRINGS_INTO_PLAY, *SPEAKS, *LETS_GO}
    assert len(BRINGS_INTO_PLAY) + len(SPEAKS) + len(LETS_GO) == len(commands)


@pytest.mark.parametrize("is_enrolled", [True, False])
def test_staff_speak_once_they_have_a_second_factor(is_enrolled: bool) -> None:
    sigrid = Person(PlayerId("P-1"), "Sigrid", "owl", "player", frozenset({Role.SUPPORT}), is_enrolled)

    refused = staff_refused(sigrid, inbound.Say(id="1", table="t", text="hello"))

    assert (None if refused is None else refused.code) == (None if is_enrolled else "second_factor_needed")
    assert staff_refused(None, inbound.Join(id="1", stake="s")) is None


def test_staff_are_refused_at_every_way_to_the_felt_and_players_are_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            table = await seat_all(guests, HEADS_UP, 200)
            ann = guests[0].wire
            await give_role(opened, guests[0].player, totp_on=1)

            for kind, fields in (
                ("join", {"stake": SIX}),
                ("join", {"stake": SIX, "buyIn": 400}),
                ("takeSeat", {"stake": SIX, "buyIn": 400}),
                ("register", {"tournament": "t"}),
                ("topUp", {"table": table, "amount": 100}),
                ("comeBack", {"table": table}),
            ):
                refused = await ann.ask(kind, **fields)
                assert refused["told"]["code"] == "staff_may_not_play", kind
            assert (await ann.ask("leave", table=table))["type"] == "done"
            assert (await guests[1].wire.ask("join", stake=SIX))["type"] == "done"

    run(story())
