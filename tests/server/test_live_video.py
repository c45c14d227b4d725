"""Pictures of live tables: a test pattern with the room's clock, a policy that allows exactly the cameras, and the demo's dealer."""

import asyncio
from pathlib import Path
from urllib.request import urlopen

from fairdeal.casino.games.catalogue import BACCARAT
from fairdeal.casino.table.commands import Join
from fairdeal.casino.table.events import RoundSettled
from fairdeal.casino.table.facts import Dealing
from fairdeal.kernel import MINUTE, SECOND, Instant, TableId
from fairdeal.room.casino.demo_dealer import NAME, RETURNS_AFTER, DemoDealer
from fairdeal.room.casino.house import CasinoTableSetup, VideoKind, VideoSource
from fairdeal.server.api.casino.pattern import pattern
from fairdeal.server.auth.roles import Role
from fairdeal.server.casino_tables import LIVE
from fairdeal.server.http.cameras import camera_sources
from fairdeal.server.http.headers import policy
from fairdeal.server.opening import open_server
from fairdeal.testing.plan import Dice
from tests.server.live import listening, run, settings_in
from tests.server.test_casino_desk import Visitor
from tests.server.test_station import Staff
from tests.server.whole_house import WholeHouse


def camera(kind: VideoKind, address: str) -> CasinoTableSetup:
    return CasinoTableSetup(table=TableId(address), game=BACCARAT, video=VideoSource(kind, address))


def test_the_policy_allows_exactly_the_cameras_of_the_tables() -> None:
    sources = camera_sources(
        [
            camera(VideoKind.HLS, "https://cam.example/vip/live.m3u8"),
            camera(VideoKind.IMAGE, "https://still.example/one.jpg"),
            camera(VideoKind.WHEP, "https://rtc.example/whep/vip"),
            camera(VideoKind.IMAGE, "/api/casino/tables/x/pattern.svg"),
            CasinoTableSetup(table=TableId("none"), game=BACCARAT),
        ]
    )
    assert sources == {
        "img-src": ("https://still.example/one.jpg",),
        "media-src": ("https://cam.example/vip/",),
        "connect-src": ("https://cam.example/vip/", "https://rtc.example/whep/"),
    }
    parts = dict(part.partition(" ")[::2] for part in policy(sources).split("; "))
    assert parts["img-src"] == "'self' data: https://still.example/one.jpg"
    assert parts["media-src"] == "'self' https://cam.example/vip/"
    assert parts["script-src"] == "'self'"
    assert "example" not in policy({})


def test_the_pattern_shows_the_clock_of_the_room_and_no_name_breaks_out_of_it() -> None:
    drawn = pattern("<script>", Instant(45_296_700), 1_234)
    assert "12:34:56.7" in drawn
    assert ">1234<" in drawn
    assert "<script>" not in drawn


def test_a_server_of_the_demo_has_a_live_table_with_a_pattern(tmp_path: Path) -> None:
    async def story() -> None:
        async with listening(await open_server(settings_in(tmp_path, bots=True))) as opened:
            at = f"http://127.0.0.1:{opened.port}/api/casino/tables"

            def look() -> tuple[str, str]:
                with urlopen(f"{at}/{LIVE}/pattern.svg") as answer:  # noqa: S310 - our own address
                    return str(answer.headers["content-type"]), answer.read().decode()

            kind, body = await asyncio.to_thread(look)
            assert kind.startswith("image/svg+xml")
            assert "Pirita live" in body
            setup = opened.house.room.casino.house.setups[LIVE]
            assert (setup.dealing, setup.video is not None) == (Dealing.LIVE, True)

    run(story())


def test_the_demos_live_table_is_dealt_while_somebody_is_there_and_left_to_people_who_take_it() -> None:
    house = WholeHouse()
    dealer = DemoDealer(house.room, Dice(1))
    dealer.start()
    house.wait(MINUTE)
    assert house.casino(TableId("roulette-live")).station.dealer == "", "nobody is dealt to"
    ann = Visitor(house, "Ann")
    ann.enter("roulette-live")
    for _ in range(200):
        state = house.casino(TableId("roulette-live"))
        if state.phase == "betting" and not state.felt.escrow():
            ann.ask("placeChip", table="roulette-live", round=state.round, spot="red", chip=500)
            ann.ask("confirmBets", table="roulette-live", round=state.round)
        house.wait(SECOND)
        if any(isinstance(event, RoundSettled) for _, event in house.events):
            break
    assert house.casino(TableId("roulette-live")).station.dealer == NAME
    assert len([event for _, event in house.events if isinstance(event, RoundSettled)]) == 1
    assert house.tell(TableId("baccarat-live"), Join(ann.player)) is None
    house.close()


def test_a_table_of_the_demo_that_a_dealer_has_left_is_dealt_by_the_program_again() -> None:
    house = WholeHouse()
    table = TableId("baccarat-live")
    DemoDealer(house.room, Dice(1), house.gateway.stations.is_left).start()
    ann, mia = Visitor(house, "Ann"), Staff(house, "Mia", Role.DEALER)
    ann.enter(table)
    mia.stand_at(table)
    house.wait(3 * MINUTE)
    assert mia.station["step"]["kind"] == "inspect", "the program leaves a person's table alone"
    house.gateway.on_disconnected(mia.client)
    house.wait(RETURNS_AFTER - 10 * SECOND)
    mia.connect()  # the page was loaded anew
    mia.does("watchStation", table=table, on=True)
    house.wait(MINUTE)
    assert house.casino(table).station.dealer == "Mia"
    house.auth.sessions.prove(mia.session.id)
    mia.does("handOver", table=table)
    house.wait(RETURNS_AFTER + 10 * SECOND)
    assert house.casino(table).station.dealer == NAME
    assert house.casino(table).shoe is not None, "it goes on where the table stands"
    mia.stand_at(table)
    house.wait(MINUTE)
    assert house.casino(table).station.dealer == "Mia"
    house.close()
