"""kill -9 at any moment: nothing acknowledged is lost, nothing is applied twice, the books balance."""

import random
from pathlib import Path

import pytest

from tests.faults.killing import campaign, campaign_apart
from tests.faults.servers import RealServer


@pytest.mark.parametrize("options", [(), ("--short-log",)])
def test_ten_kills_on_sqlite(tmp_path: Path, options: tuple[str, ...]) -> None:
    score = campaign(f"sqlite:///{tmp_path / 'room.db'}", 10, 1, *options)

    assert score.hands > 10


def test_ten_kills_on_postgresql_half_of_them_of_the_server_too(server: RealServer) -> None:
    score = campaign(server.address, 10, 2, server=server)

    assert score.hands > 10


@pytest.mark.soak
@pytest.mark.parametrize("options", [(), ("--short-log",)])
def test_a_thousand_kills_on_sqlite(tmp_path: Path, options: tuple[str, ...]) -> None:
    score = campaign(f"sqlite:///{tmp_path / 'room.db'}", 1_000, random.SystemRandom().randrange(10**6), *options)

    assert score.kills == 1_000
    assert score.in_flight_written > 0
    assert score.in_flight_lost > 0


@pytest.mark.soak
def test_two_hundred_kills_on_postgresql(server: RealServer) -> None:
    score = campaign(server.address, 200, random.SystemRandom().randrange(10**6), server=server)

    assert score.kills == 200
    assert score.in_flight_written > 0
    assert score.in_flight_lost > 0


@pytest.mark.parametrize("options", [(), ("--short-log",)])
def test_ten_kills_of_writers_and_rooms_on_sqlite(tmp_path: Path, options: tuple[str, ...]) -> None:
    score = campaign_apart(f"sqlite:///{tmp_path / 'room.db'}", 10, 3, *options)

    assert score.hands > 10


def test_ten_kills_of_writers_and_rooms_on_postgresql(server: RealServer) -> None:
    score = campaign_apart(server.address, 10, 4)

    assert score.hands > 10


@pytest.mark.soak
@pytest.mark.parametrize("options", [(), ("--short-log",)])
def test_a_thousand_kills_of_writers_and_rooms_on_sqlite(tmp_path: Path, options: tuple[str, ...]) -> None:
    score = campaign_apart(f"sqlite:///{tmp_path / 'room.db'}", 1_000, random.SystemRandom().randrange(10**6), *options)

    assert score.kills >= 1_000
    assert score.in_flight_written > 0
    assert score.in_flight_lost > 0


@pytest.mark.soak
@pytest.mark.parametrize("is_server_killed", [False, True])
def test_two_hundred_kills_of_writers_and_rooms_on_postgresql(server: RealServer, is_server_killed: bool) -> None:
    killed = server if is_server_killed else None

    score = campaign_apart(server.address, 200, random.SystemRandom().randrange(10**6), server=killed)

    assert score.kills >= 200
    assert score.in_flight_written > 0
    assert score.in_flight_lost > 0
