"""A dealer by program over a real socket: signs in with the second factor, deals, misreads, and hands over."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from fairdeal.bots.live_dealer import AutomaticDealer, ShowCard
from fairdeal.casino.dealer import StepKind
from fairdeal.kernel import TableId
from fairdeal.server.auth.roles import Role
from fairdeal.server.opening import RunningServer, open_server
from fairdeal.testing.casino.station import NotLetIn, RunningHouse, SimulatedStation, totp
from fairdeal.testing.plan import Dice
from tests.server.dealers import PASSWORD, employ, live_tables
from tests.server.live import Guest, listening, new_guest, run, settings_in

TABLE = "baccarat-live"


async def signed_in(opened: RunningServer, name: str, *roles: Role) -> RunningHouse:
    account = await employ(opened, name, *roles)
    house = RunningHouse(f"http://127.0.0.1:{opened.port}")
    await asyncio.to_thread(house.sign_in, name, PASSWORD, lambda: totp(account.secret))
    return house


async def bet_in_every_round(guest: Guest) -> None:
    """Bet as soon as bets are open; all have confirmed then, so that no time is lost (BAC-09)."""
    await guest.wire.ask("visitCasino", table=TABLE)
    seen = 0
    while True:
        opening = await guest.wire.until(
            lambda each: each["type"] == "casinoFrame" and (each["moment"] or {}).get("phase") == "betting", seen
        )
        seen = guest.wire.came.index(opening) + 1
        number = opening["moment"]["round"]
        await guest.wire.ask("placeChip", table=TABLE, round=number, spot="player", chip=500)
        await guest.wire.ask("confirmBets", table=TABLE, round=number)


@pytest.mark.rule("BAC-01")
def test_a_program_deals_a_live_coup_over_the_same_socket_as_people(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_in(tmp_path, casino=live_tables(tmp_path, "baccarat"))
        async with listening(await open_server(settings)) as opened:
            house = await signed_in(opened, "Robo", Role.DEALER)
            ann = await new_guest(opened, "Ann")
            betting = asyncio.ensure_future(bet_in_every_round(ann))
            dealer = AutomaticDealer(Dice(7), misreads=0.2)
            dealt = await SimulatedStation(house, TABLE, dealer, 0).run(rounds=1)
            betting.cancel()
            assert dealt == 1
            frames = [each for each in ann.wire.came if each["type"] == "casinoFrame"]
            cards = [change for each in frames for change in each["changes"] if change["kind"] == "cardDealt"]
            assert len(cards) >= 4
            assert {each["moment"]["dealer"] for each in frames if each["moment"] is not None} >= {"Robo"}

    run(story())


def test_who_is_no_dealer_deals_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_in(tmp_path, casino=live_tables(tmp_path, "baccarat"))
        async with listening(await open_server(settings)) as opened:
            house = await signed_in(opened, "Clerk", Role.SUPPORT)
            with pytest.raises(NotLetIn, match="staff_only"):
                await SimulatedStation(house, TABLE, AutomaticDealer(Dice(7)), 0).run(rounds=1)
            with pytest.raises(NotLetIn, match="refused"):
                await asyncio.to_thread(RunningHouse(house.url).sign_in, "Clerk", "wrong", str)

    run(story())


def test_a_dealer_whose_server_goes_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_in(tmp_path, casino=live_tables(tmp_path, "baccarat"))
        async with listening(await open_server(settings)) as opened:
            house = await signed_in(opened, "Robo", Role.DEALER)
            station = SimulatedStation(house, TABLE, AutomaticDealer(Dice(7)), 0)
            dealing = asyncio.ensure_future(station.run(rounds=None))
            while opened.gateway.stations.is_left(TableId(TABLE)):
                await asyncio.sleep(0)
        with pytest.raises(NotLetIn, match="the server is gone, after 0 rounds"):
            await dealing

    run(story())


def test_a_dealer_whose_code_was_used_waits_for_the_next_one(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_in(tmp_path, casino=live_tables(tmp_path, "baccarat"))
        async with listening(await open_server(settings)) as opened:
            account = await employ(opened, "Robo", Role.DEALER)
            codes = iter((account.code(opened, -1), account.code(opened)))  # the first switched the second factor on
            waited: list[float] = []
            house = RunningHouse(f"http://127.0.0.1:{opened.port}", waited.append)
            await asyncio.to_thread(house.sign_in, "Robo", PASSWORD, lambda: next(codes))
            assert [0 < seconds <= 30 for seconds in waited] == [True]
            assert house.cookie

    run(story())


def test_the_same_seed_deals_the_same_cards_and_no_card_too_often() -> None:
    def cards(seed: int) -> list[int]:
        dealer = AutomaticDealer(Dice(seed))
        deeds = [dealer.act(StepKind.SCAN) for _ in range(416)]
        return [deed.card for deed in deeds if isinstance(deed, ShowCard)]

    assert cards(3) == cards(3) != cards(4)
    assert set(Counter(cards(3)).values()) == {8}
