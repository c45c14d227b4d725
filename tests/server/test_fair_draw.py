"""The draw of a HexaPro game over the real gateway: two players take part, one does not, and everybody can check the number."""

import secrets
from pathlib import Path
from typing import Any

from fairdeal.fair import DEFAULT, OWN, PublishedRound, RoundDevice, proof_text, read_proof, verify_proof
from fairdeal.rulebook.clause import U27
from fairdeal.server.opening import RunningServer
from tests.server.live import Guest, new_guest, run, running, settings_in
from tests.server.test_fair_table import ask

Message = dict[str, Any]


def device_of(part: Message) -> RoundDevice:
    game = part["game"]
    place, fixed = bytes.fromhex(game["proven"]), bytes.fromhex(game["commitment"])
    return RoundDevice(place, part["seat"], bytes.fromhex(part["pid"]), fixed, secrets.token_bytes, "my own text")


async def enter(guest: Guest, lobby: Message, *, fair: bool) -> RoundDevice:
    entered = await guest.wire.ask("registerHexaPro", lobby=lobby["id"], games=1, cost=lobby["buyIn"], fair=fair)
    assert entered["type"] == "done"
    part = await guest.wire.until(lambda each: each["type"] == "hexaproPart")
    device = device_of(part)
    if fair:
        promised = device.promise(0).hex()
        answer = await guest.wire.ask("promiseDraw", lobby=lobby["id"], game=part["game"]["game"], commitment=promised)
        assert answer["type"] == "done"
    return device


async def lobby_of(opened: RunningServer) -> tuple[Guest, Message]:
    ann = await new_guest(opened, "Ann")
    await ann.wire.ask("watchTournaments", on=True)
    shown = await ann.wire.until(lambda each: each["type"] == "tournaments")
    return ann, next(each for each in shown["hexapro"] if each["edition"] == U27 and each["unit"]["label"] == "test")


def test_a_games_number_is_drawn_with_its_players_seeds(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path)) as opened:
            ann, lobby = await lobby_of(opened)
            bob, cid = [await new_guest(opened, name) for name in ("Bob", "Cid")]
            await bob.wire.ask("watchHexaPro", lobby=lobby["id"], on=True)
            devices = {ann: await enter(ann, lobby, fair=True)}
            published = await bob.wire.until(lambda each: each["type"] == "hexaproNumbers" and bool(each["fair"]))
            assert published["fair"][0]["commitment"] == devices[ann].fixed.hex(), "told before anybody else registers"
            devices[cid] = await enter(cid, lobby, fair=False)
            devices[bob] = await enter(bob, lobby, fair=True)
            for guest in (ann, bob):
                locked = await guest.wire.until(lambda each: each["type"] == "hexaproLocked")
                own = next(each for each in locked["players"] if each["pid"] == devices[guest].pid.hex())
                seed = devices[guest].answer(0, bytes.fromhex(own["commitment"]))
                assert seed is not None
                answer = await guest.wire.ask("revealDraw", lobby=lobby["id"], game=1, seed=seed.hex())
                assert answer["type"] == "done"
                devices[guest].accepted(0)
            proofs: dict[str, PublishedRound] = {}
            for guest, device in devices.items():
                drawn = (await guest.wire.until(lambda each: each["type"] == "hexaproDrawn"))["drawn"]
                proof = read_proof(drawn["proof"])
                assert isinstance(proof, PublishedRound)
                assert proof.result == drawn["draw"]["draw"]
                device.proven(proof)
                asked = await ask(opened, f"/hexapro/draws/{drawn['tournament']}/proof", guest)
                assert read_proof(asked) == proof
                proofs[proof_text(proof)] = proof
            (proof,) = proofs.values()
            assert sorted(each.flag for each in proof.players) == [OWN, OWN, DEFAULT]
            assert verify_proof(proof, anchor=devices[cid].fixed).passed

    run(story())
