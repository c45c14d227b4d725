"""A wheel of the house over the real gateway: two players take part, one says nothing, and everybody can check every pocket."""

import asyncio
import json
import secrets
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fairdeal.casino.games.catalogue import ROULETTE
from fairdeal.fair import OWN, UNREVEALED, PublishedRound, RoundDevice, read_proof, verify_log, verify_proof
from fairdeal.kernel import Duration, TableId
from fairdeal.room.casino.house import CasinoSettings, CasinoTableSetup
from fairdeal.room.settings import RoomSettings
from fairdeal.server.opening import RunningServer, open_server
from tests.server.live import Guest, listening, new_guest, run, settings_in
from tests.server.test_fair_table import ask

TABLE = "wheel"


@dataclass
class Visitor:
    """Somebody at a wheel, with a device that reads what comes."""

    opened: RunningServer
    guest: Guest
    answers: bool = True
    device: RoundDevice | None = None
    promised: int = 0
    proofs: list[PublishedRound] = field(default_factory=list)
    revealed: dict[str, int] = field(default_factory=dict)
    place: int = 0

    async def next(self) -> dict[str, Any]:
        """Take the next message of the table's chain."""
        message = await self.guest.wire.until(lambda _: True, self.place)
        self.place += 1
        if message["type"] == "done" and message["id"] in self.revealed:
            assert self.device is not None
            self.device.accepted(self.revealed.pop(message["id"]))
        table = message["table"] if message["type"] == "casinoTable" else message
        own = table.get("own") if isinstance(table, dict) else None
        fair = table.get("fair") if isinstance(table, dict) else None
        for change in message.get("changes", ()):
            if change["kind"] == "secretTold":
                await self._check(change)
        if fair is not None:
            self.fair = fair
        if own is not None and own.get("fair") is not None:
            self.pid, self.locked = own["fair"]["pid"], own["fair"]["locked"]
        self._take_part()
        return message

    async def _check(self, told: dict[str, Any]) -> None:
        """Read what is published of a draw whose secret was told, and hold it to that."""
        text = await ask(self.opened, f"/casino/tables/{TABLE}/proofs/{told['proven']}-{told['index']}")
        proof = read_proof(text)
        assert isinstance(proof, PublishedRound)
        assert (proof.seeds.hex(), proof.secret.hex(), len(proof.players)) == (
            told["seeds"],
            told["secret"],
            told["players"],
        )
        self.proofs.append(proof)
        if self.device is not None:
            self.device.proven(proof)

    fair: dict[str, Any] | None = None
    pid: str = ""
    locked: str | None = None

    def _take_part(self) -> None:
        fair, wire = self.fair, self.guest.wire
        if fair is None or not self.pid:
            return
        if self.device is None:
            place, anchor = bytes.fromhex(fair["proven"]), bytes.fromhex(fair["anchor"])
            self.device = RoundDevice(place, 0, bytes.fromhex(self.pid), anchor, secrets.token_bytes)
        if fair["next"] > self.promised:
            self.promised = fair["next"]
            promises = [
                {"hand": at, "commitment": self.device.promise(at).hex()}
                for at in range(self.promised, self.promised + 3)
            ]
            wire.say("promiseSeeds", table=TABLE, promises=promises)
        lock = fair["lock"]
        if lock is None or not self.answers or lock["index"] in self.revealed.values():
            return
        self.device.locked(lock["index"], bytes.fromhex(lock["digest"]))
        seed = None if self.locked is None else self.device.answer(lock["index"], bytes.fromhex(self.locked))
        if seed is not None:
            sent = wire.say("revealSeed", table=TABLE, hand=lock["index"], seed=seed.hex())
            self.revealed[sent] = lock["index"]


async def play(visitor: Visitor, rounds: int) -> None:
    """Bet on red in every round until so many are proven."""
    wire, bet = visitor.guest.wire, 0
    moment: dict[str, Any] = {"phase": "", "round": 0}
    while len(visitor.proofs) < rounds:
        message = await visitor.next()
        table = message["table"] if message["type"] == "casinoTable" else message
        moment = table.get("moment") or moment
        if moment["phase"] == "betting" and moment["round"] != bet and visitor.device is not None:
            bet = moment["round"]
            wire.say("placeChip", table=TABLE, round=bet, spot="red", chip=100)
            wire.say("confirmBets", table=TABLE, round=bet)


def hurry(opened: RunningServer) -> None:
    """Let betting take a second, which no rule allows and a story has no time for."""
    facts = opened.house.room.casino.house.machines[TableId(TABLE)].facts
    seconds = replace(facts.limits.betting_seconds, value=Duration(1_000))
    object.__setattr__(facts, "limits", replace(facts.limits, betting_seconds=seconds))


def test_pockets_are_drawn_with_players_seeds_and_proven_to_everybody(tmp_path: Path) -> None:
    async def story() -> None:
        setup = CasinoTableSetup(table=TableId(TABLE), game=ROULETTE)
        room = RoomSettings(casino=CasinoSettings(tables=(setup,)))
        async with listening(await open_server(settings_in(tmp_path), room_settings=room)) as opened:
            hurry(opened)
            guests = [await new_guest(opened, name) for name in ("Ann", "Bob")]
            visitors = [Visitor(opened, guests[0]), Visitor(opened, guests[1], answers=False)]
            for guest in guests:
                assert (await guest.wire.ask("visitCasino", table=TABLE))["type"] == "done"
            await asyncio.gather(*(play(visitor, 1) for visitor in visitors))
            proofs = visitors[0].proofs
            assert proofs[0].fixed == bytes.fromhex((visitors[0].fair or {})["anchor"])
            assert verify_log(proofs).passed
            assert [sorted(each.flag for each in proof.players) for proof in proofs] == [[UNREVEALED, OWN]]
            rows = json.loads(await ask(opened, "/casino/rounds", guests[0]))["rows"]
            kept = {proof.number: proof for proof in proofs}
            assert len(rows) == 1
            for row in rows:
                asked = read_proof(await ask(opened, f"/casino/tables/{TABLE}/proofs/{row['proof']}"))
                assert isinstance(asked, PublishedRound)
                assert asked == kept[asked.number]
                assert str(asked.result) == row["result"]
            listed = json.loads(await ask(opened, f"/casino/tables/{TABLE}/proofs?limit=1"))["rows"]
            assert [(each["name"], each["result"], each["own"], each["players"]) for each in listed] == [
                (row["proof"], int(row["result"]), 1, 2) for row in rows
            ]
            lines = (await ask(opened, f"/casino/tables/{TABLE}/proofs.jsonl")).splitlines()
            assert all(verify_proof(read_proof(line)).passed for line in lines)
            rates = json.loads(await ask(opened, "/fair"))["tables"]
            assert [each["rates"]["hands"] == 1 for each in rates if each["table"] == TABLE] == [True]

    run(story())
