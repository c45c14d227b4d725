"""A sit and go over the real gateway: players cut the decks of its table, and every hand is proven to them."""

import asyncio
import json
import secrets
from pathlib import Path
from urllib.error import HTTPError

import pytest

from fairdeal.fair import OWN, LogVerifier, PublishedLots, SocketDevice, read_proof, verify_proof
from fairdeal.kernel import HOUR, Instant
from fairdeal.room.proofs import room_keys
from fairdeal.rulebook.clause import U27
from fairdeal.rulebook.loader import published_edition
from fairdeal.runtime.ports import Answer
from fairdeal.runtime.signing import is_signed
from fairdeal.server.opening import RunningServer
from fairdeal.testing.tournaments.plan import MAIN, TournamentPlan, bill
from fairdeal.tournament.orders import director_stream
from tests.server.live import Guest, new_guest, run, running, settings_in, tournament_options
from tests.server.test_fair_table import ask

TABLE = f"{MAIN}/0"
HANDS = 4


async def announce(opened: RunningServer) -> None:
    room = opened.house.room
    plan = TournamentPlan(kind="sit_and_go", entrants=2, seats=2, seed=4, edition=published_edition(U27))
    (billed,) = bill(plan, Instant(room.clock.now() + HOUR), ())
    answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    room.tournaments.announce(billed.setup, MAIN, answered.set_result)
    assert await answered is None


async def play(guest: Guest, device: SocketDevice) -> None:
    """Take part, and check or fold whenever asked, until some hands are proven."""
    place, wire = 0, guest.wire
    while len(device.proofs) < HANDS:
        message = await wire.until(lambda _: True, place)
        place += 1
        if message["type"] == "ownEntry" and message["entry"]["table"] and not device._table:
            wire.say("watch", table=TABLE)
        if message["type"] not in ("tournamentTable", "tournamentFrame"):
            continue
        device.take(message)
        options = tournament_options(message)
        if options is not None:
            kind = "check" if options["toCall"] == 0 else "fold"
            wire.say("act", table=TABLE, hand=options["hand"], turn=options["turn"], choice={"kind": kind})


async def check_lots(opened: RunningServer) -> None:
    """Everybody can read the chain that seats were drawn from, and check them; of an unknown tournament there is nothing."""
    (chain,) = json.loads(await ask(opened, f"/tournaments/{MAIN}/lots"))["chains"]
    (line,) = (await ask(opened, f"/tournaments/{MAIN}/lots.jsonl")).splitlines()
    lots = read_proof(line)
    assert isinstance(lots, PublishedLots)
    assert (lots.tournament.hex(), lots.number) == (chain["tournament"], 1)
    assert [(each.what, each.of) for each in lots.draws] == [("entrants", 2), ("seats", 2)]
    assert verify_proof(lots, anchor=bytes.fromhex(chain["anchor"])).passed
    with pytest.raises(HTTPError, match="404"):
        await ask(opened, "/tournaments/NOBODY/lots")


def test_hands_of_a_sit_and_go_are_cut_by_both_and_proven(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            await announce(opened)
            key = room_keys(opened.house.vault).public
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            devices = [SocketDevice(guest.wire.say, is_signed, secrets.token_bytes, key) for guest in guests]
            for guest in guests:
                assert (await guest.wire.ask("watchTournament", tournament=MAIN, on=True))["type"] == "done"
                assert (await guest.wire.ask("register", tournament=MAIN))["type"] == "done"
            await asyncio.gather(*(play(guest, device) for guest, device in zip(guests, devices, strict=True)))
            for device in devices:
                assert device.disputes == []
                log = LogVerifier()
                for proof in device.proofs:
                    found = verify_proof(proof, signature=is_signed, room_key=key)
                    assert found.passed, found.failed
                    log.add(proof)
                assert log.result().passed
            assert {each.flag for each in devices[0].proofs[-1].seats} == {OWN}
            await check_lots(opened)
            (shown,) = [each for each in json.loads(await ask(opened, "/fair"))["tables"] if each["table"] == TABLE]
            director = opened.house.room.registry.find(director_stream(MAIN))
            assert director is not None
            assert (shown["name"], shown["number"]) == (director.state.setup.name, 1)

    run(story())
