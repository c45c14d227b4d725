"""Bounds of what one connection, one player and all of them may have; and a page that names them all."""

import ast
import re
from pathlib import Path

import pytest
from picows import WSHandshakeError

from fairdeal.server import limits
from fairdeal.server.limits import SOCKETS_PER_PLAYER_MAX
from tests.server.live import dial, new_guest, run, running, settings_in
from tests.server.test_socket import duel

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs/limits.md"


def test_a_player_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            guest = await new_guest(opened, "Ann")
            for _ in range(SOCKETS_PER_PLAYER_MAX - 1):
                await dial(opened.port, guest.token)
            with pytest.raises(WSHandshakeError, match="429"):
                await dial(opened.port, guest.token)
            assert opened.gateway.connected == SOCKETS_PER_PLAYER_MAX

    run(story())


def test_all_sockets_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.server.socket.SOCKETS_MAX", 2)

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            for _ in range(2):
                await dial(opened.port)
            with pytest.raises(WSHandshakeError, match="503"):
                await dial(opened.port)

    run(story())


@pytest.mark.interpreted
def test_a_connection_follows_so_many_tables_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with duel(tmp_path) as at:
            monkeypatch.setattr("fairdeal.server.desks.registry.TABLES_FOLLOWED_MAX", 0)
            wire = await dial(at.opened.port)
            refused = await wire.ask("watch", table=at.table)
            assert refused["told"]["code"] == "too_many_tables"
            # Coming back with a position is no way around it.
            position = {"table": at.table, "epoch": 1, "number": 1}
            await wire.ask("hello", positions=[position])
            assert not [each for each in wire.came if each["type"] == "table"]

    run(story())


@pytest.mark.interpreted
def test_players_who_are_gone_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.server.gateway.ACCOUNTS_KEPT_MAX", 1)

    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            for name in ("Ann", "Bob", "Cid", "Dan"):
                guest = await new_guest(opened, name)
                guest.wire.leave()
                await guest.wire.closed()
            last = await new_guest(opened, "Eve")
            assert len(opened.gateway._accounts) <= 3
            assert last.player in opened.gateway._accounts

    run(story())


def test_the_page_of_limits_names_every_limit_and_tests_that_exist() -> None:
    page = PAGE.read_text("utf-8")
    named = set(re.findall(r"`([A-Z][A-Z_]+)`", page))
    here = {name for name in vars(limits) if name.isupper()}
    tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)

    assert here - named == set()
    assert len(tests) > 20
    for file, name in tests:
        tree = ast.parse((PROJECT / file).read_text("utf-8"))
        assert any(getattr(each, "name", "") == name for each in tree.body), f"{file}::{name}"
