"""A real server with casino tables from a file: visitors with sockets of their own play, reload and come back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fairdeal.server.opening import RunningServer, open_server
from fairdeal.server.settings import BadSettings
from tests.server.live import dial, listening, new_guest, run, settings_in

TABLES = """
[[table]]
id = "coup"
name = "Toompea 1"
game = "baccarat"
card_time = 0
first_card_time = 0

[[table]]
id = "boxes"
game = "blackjack"
closed = true
"""


@asynccontextmanager
async def casino(folder: Path) -> AsyncIterator[RunningServer]:
    file = folder / "tables.toml"
    file.write_text(TABLES)
    async with listening(await open_server(settings_in(folder, casino=str(file)))) as opened:
        yield opened


@pytest.mark.rule("BAC-07")
@pytest.mark.rule("BAC-09")
def test_a_coup_over_real_sockets_and_a_page_that_is_loaded_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with casino(tmp_path) as opened:
            ann = await new_guest(opened, "Ann")
            watcher = await dial(opened.port)
            await watcher.ask("watch", table="coup")
            assert (await ann.wire.ask("watchCasino", on=True))["type"] == "done"
            lobby = await ann.wire.until(lambda each: each["type"] == "casinoLobby")
            assert [(row["id"], row["name"]) for row in lobby["tables"]] == [("coup", "Toompea 1")]
            assert (await ann.wire.ask("visitCasino", table="boxes"))["told"]["code"] == "table_closed"
            assert (await ann.wire.ask("visitCasino", table="coup"))["type"] == "done"
            opening = await ann.wire.until(
                lambda each: (
                    each["type"] == "casinoFrame"
                    and each["moment"] is not None
                    and each["moment"]["phase"] == "betting"
                )
            )
            number = opening["moment"]["round"]
            assert (await ann.wire.ask("placeChip", table="coup", round=number, spot="player", chip=500))[
                "type"
            ] == "done"
            assert (await ann.wire.ask("confirmBets", table="coup", round=number))["type"] == "done"
            for wire in (ann.wire, watcher):
                paid = await wire.until(
                    lambda each: (
                        each["type"] == "casinoFrame"
                        and any(change["kind"] == "roundPaid" for change in each["changes"])
                    )
                )
                assert (paid["own"] is None) == (wire is watcher)

            again = await dial(opened.port, ann.token)
            welcome = await again.until(lambda each: each["type"] == "welcome")
            assert welcome["visits"] == ["coup"]
            await again.ask("hello", protocol=welcome["protocol"])
            whole = await again.until(lambda each: each["type"] == "casinoTable")
            assert whole["table"]["own"]["payment"]["round"] == number
            assert whole["table"]["own"]["layout"]["last"] == [{"spot": "player", "amount": 500}]

    run(story())


def test_faults_of_the_file_are_named_before_the_server_opens(tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "tables.toml"
        file.write_text('[[table]]\nid = "a"\ngame = "craps"\n')
        with pytest.raises(BadSettings, match=r"tables\.toml:3: game is 'craps'"):
            await open_server(settings_in(tmp_path, casino=str(file)))
        file.write_text('[[table]]\nid = "a"\ngame = "roulette"\nmoney = "real"\n')
        with pytest.raises(BadSettings, match="real money is not switched on"):
            await open_server(settings_in(tmp_path, casino=str(file)))

    run(story())
