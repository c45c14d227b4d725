"""Random and mutated frames: the server never fails, answers everything, and does nothing that was not allowed."""

import random
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from picows import WSMsgType

from fairdeal.protocol.client import AnyClientMessage
from fairdeal.server import intake
from fairdeal.server.opening import RunningServer
from tests.server.live import (
    HEADS_UP,
    Closed,
    Guest,
    Message,
    dial,
    new_guest,
    run,
    running,
    seat_all,
    settings_in,
)

KINDS = (
    *("hello", "watch", "forget", "watchLobby", "ping", "act", "sitOut", "comeBack", "postBlind", "sitOutAtBigBlind"),
    *("topUp", "autoTopUp", "leave", "say", "report", "join", "leaveQueue", "takeSeat", "giveUpSeat", "winAll"),
    *(
        "watchTournaments",
        "watchTournament",
        "watchHexaPro",
        "register",
        "unregister",
        "reBuy",
        "declineReBuy",
        "addOn",
    ),
    *("registerHexaPro", "unregisterHexaPro"),
)
VALUES: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1,
    200,
    10**15,
    1.5,
    "",
    "x",
    "\u0000",
    "😀" * 30,
    [],
    {},
    ["x"],
    {"kind": "raise", "to": 5},
)
KNOWN = {
    kind.__struct_config__.tag: tuple(field.encode_name for field in msgspec.structs.fields(kind) if field.name != "id")
    for kind in AnyClientMessage.__args__
}
FIELDS = (
    *("table", "stake", "hand", "turn", "choice", "on", "post", "amount"),
    *("buyIn", "comeback", "text", "player", "positions", "lobby", "type", "id"),
    *("tournament", "ticket", "games", "cost", "game"),
)


def frame(chance: random.Random, table: str, hand: str) -> bytes:
    """A message that is nearly one of ours, or nothing of the kind."""
    if chance.random() < 0.15:
        return chance.randbytes(chance.randrange(0, 200))
    kind = chance.choice(KINDS)
    message: dict[str, object] = {"type": kind, "id": f"f{chance.getrandbits(40)}"}
    known = KNOWN.get(kind, ())
    # Mostly fields that the message has: one it has not is refused before anything else is looked at.
    names = known if chance.random() < 0.8 else FIELDS
    for name in chance.sample(names, chance.randrange(0, min(6, len(names) + 1))):
        message[name] = chance.choice(VALUES)
    if chance.random() < 0.7:
        right = {"table": table, "hand": hand, "stake": HEADS_UP}
        message |= {name: value for name, value in right.items() if name in known}
    data = bytearray(msgspec.json.encode(message))
    if chance.random() < 0.3:
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


async def flood(opened: RunningServer, guest: Guest | None, frames: int, table: str, seed: int) -> None:
    """Send so many frames, on new connections where the server has had enough of one."""
    chance = random.Random(seed)  # noqa: S311 - a test's dice
    waiting = [(frame(chance, table, "H"), _text_mostly(chance)) for _ in range(frames)]
    while waiting:
        wire = await dial(opened.port, "" if guest is None else guest.token)
        with suppress(Closed):
            while waiting:
                for _ in range(min(100, len(waiting))):
                    wire.send(*waiting.pop())
                await wire.answer(wire.say("ping"))


def _text_mostly(chance: random.Random) -> WSMsgType:
    return WSMsgType.BINARY if chance.random() < 0.001 else WSMsgType.TEXT


async def campaign(folder: Path, frames: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Speed is not what is tried here: refusing for it would hide everything behind it.
    monkeypatch.setattr(intake, "TOO_FAST_MAX", 10**9)
    monkeypatch.setattr("fairdeal.server.rate_limit.TokenBucket.take", lambda _self, _now: True)
    async with running(settings_in(folder)) as opened:
        seated = [await new_guest(opened, name) for name in ("Ann", "Bob")]
        table = await seat_all(seated, HEADS_UP, 200)
        stranger = await new_guest(opened, "Eve")
        await flood(opened, None, frames // 3, table, 1)
        await flood(opened, stranger, frames - frames // 3, table, 2)
        assert opened.house.room.fail_stop_report() == []
        # Eve took no seat of others, moved nobody's chips and made nobody leave.
        shown = await _fresh_view(opened, seated[0], table)
        players = {seat["player"] for seat in shown["seats"] if seat}
        assert players == {guest.player for guest in seated}
        assert sum(seat["stack"] + seat["bet"] for seat in shown["seats"] if seat) == 400
        assert (await seated[0].wire.ask("ping"))["type"] == "pong"


async def _fresh_view(opened: RunningServer, guest: Guest, table: str) -> Message:
    wire = await dial(opened.port, guest.token)
    await wire.ask("watch", table=table)
    found: Message = (await wire.until(lambda each: each["type"] == "table"))["table"]
    return found


def test_ten_thousand_frames_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(campaign(tmp_path, 10_000, monkeypatch))


@pytest.mark.soak
def test_a_hundred_thousand_frames_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(campaign(tmp_path, 100_000, monkeypatch))
