"""Cash tables over the real gateway: players cut the decks, and every hand is proven to them."""

import asyncio
import base64
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from fairdeal.cash.streams import table_stream
from fairdeal.cli.main import main
from fairdeal.fair import (
    DEFAULT,
    OWN,
    UNREVEALED,
    LogVerifier,
    Opening,
    PublishedHand,
    PublishedVoid,
    SocketDevice,
    id16,
    make_deck,
    read_proof,
    verify_proof,
)
from fairdeal.fair.deck import salts_of
from fairdeal.fair.values import tagged, u8, u16, u64
from fairdeal.kernel import DAY, Duration, Instant, TableId
from fairdeal.present.table import table_name
from fairdeal.room.proofs import proof_of, room_keys
from fairdeal.room.records import from_sealed
from fairdeal.runtime.signing import is_signed
from fairdeal.server.api.fair.stopping import stop_table
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.server.opening import RunningServer
from fairdeal.server.watch.closed_rates import ClosedRates
from fairdeal.storage.opening import migrate
from tests.server.live import (
    HEADS_UP,
    QUICK,
    SIX,
    Guest,
    Message,
    Wire,
    changes_of,
    dial,
    new_guest,
    options_in,
    run,
    running,
    seat_all,
    settings_in,
)

PAUSES = replace(QUICK, pause_before_first_hand=Duration(2_000), pause_after_hand=Duration(1_600))


class Player:
    """A guest whose device takes part, and who checks or calls whenever asked."""

    def __init__(self, guest: Guest, key: bytes, *, takes_part: bool = True, answers: bool = True) -> None:
        self.guest = guest
        self.device = SocketDevice(guest.wire.say, is_signed, secrets.token_bytes, key)
        self.device.answers = answers
        self.takes_part = takes_part
        self.folds = False
        self.playing = asyncio.ensure_future(self._play())

    async def _play(self) -> None:
        place, wire = 0, self.guest.wire
        while True:
            message = await wire.until(lambda _: True, place)
            place += 1
            if self.takes_part:
                self.device.take(message)
            options = options_in(message)
            if options is not None:
                kind = "check" if options["toCall"] == 0 else "fold" if self.folds else "call"
                table = message["table"] if message["type"] == "frame" else message["table"]["id"]
                wire.say("act", table=table, hand=options["hand"], turn=options["turn"], choice={"kind": kind})

    async def hands(self, count: int) -> None:
        """Wait until so many hands have ended."""
        place = 0
        for _ in range(count):
            ended = await self.guest.wire.until(lambda each: bool(changes_of([each], "handEnded")), place)
            place = self.guest.wire.came.index(ended) + 1


@asynccontextmanager
async def playing(
    folder: Path, *roles: dict[str, Any], stake: Any = SIX, **settings: Any
) -> AsyncIterator[tuple[RunningServer, list[Player], str]]:
    async with running(settings_in(folder, **settings), PAUSES) as opened:
        key = room_keys(opened.house.vault).public
        guests = [await new_guest(opened, f"Guest {number}") for number in range(len(roles))]
        table = await seat_all(guests, stake, 200)
        players = [Player(guest, key, **role) for guest, role in zip(guests, roles, strict=True)]
        try:
            yield opened, players, table
        finally:
            for player in players:
                player.playing.cancel()


def order_of(messages: list[Message]) -> list[str]:
    """The kinds of changes of the cut and of the hand, as they came."""
    told = {"fairLocked", "fairDealt", "handOpened", "fairOpened", "dealt", "handEnded", "fairEnded"}
    return [
        change["kind"]
        for each in messages
        if each["type"] == "frame"
        for change in (*each["changes"], *each["own"])
        if change["kind"] in told
    ]


def test_every_hand_is_locked_cut_and_proven_to_everybody(tmp_path: Path) -> None:
    async def story() -> None:
        roles: tuple[dict[str, Any], ...] = ({}, {}, {"takes_part": False}, {"answers": False})
        async with playing(tmp_path, *roles) as (opened, players, _):
            watcher = await dial(opened.port)
            await asyncio.gather(*(player.hands(4) for player in players))
            for player in players[:2]:
                assert player.device.disputes == []
                proofs = player.device.proofs[:4]
                assert [proof.hand for proof in proofs] == [1, 2, 3, 4]
                verify_all(proofs, room_keys(opened.house.vault).public)
            flags = {flag for proof in players[0].device.proofs for flag in (each.flag for each in proof.seats)}
            assert flags == {OWN, DEFAULT, UNREVEALED}
            one = order_of(players[0].guest.wire.came)[:7]
            assert one == ["fairLocked", "fairDealt", "handOpened", "fairOpened", "dealt", "handEnded", "fairEnded"]
            watcher.leave()

    run(story())


def verify_all(proofs: list[PublishedHand | PublishedVoid], key: bytes) -> None:
    log = LogVerifier()
    for proof in proofs:
        found = verify_proof(proof, signature=is_signed, room_key=key)
        assert found.passed, found.failed
        log.add(proof)
    assert log.result().passed, log.result().failed


def test_own_cards_are_proven_to_their_owner_and_opened_to_nobody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with playing(tmp_path, {}, {}, stake=HEADS_UP) as (_, players, _table):
            for player in players:
                player.folds = True
            await asyncio.gather(*(player.hands(3) for player in players))
            for player, other in (players, players[::-1]):
                own = hole_cards(player)
                assert own
                raw = b"".join(other.guest.wire.raw)
                for hand, openings in own.items():
                    shown = {each["k"] for each in ended(other, hand)["openings"]}
                    for each in openings:
                        if each["k"] not in shown:
                            assert each["salt"].encode() not in raw
                            assert base64.b64encode(bytes.fromhex(each["salt"])) not in raw

    run(story())


def hole_cards(player: Player) -> dict[int, list[Message]]:
    found = [each for message in player.guest.wire.came if message["type"] == "frame" for each in message["own"]]
    return {each["hand"]: each["openings"] for each in found if each["kind"] == "fairOpened"}


def ended(player: Player, hand: int) -> Message:
    return next(each for each in changes_of(player.guest.wire.came, "fairEnded") if each["hand"] == hand)


def test_who_reconnects_during_the_lock_answers_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with playing(tmp_path, {}, {}, stake=HEADS_UP) as (opened, players, table):
            first, second = players
            await first.hands(1)
            second.playing.cancel()
            place = len(second.guest.wire.came)
            locked = await second.guest.wire.until(lambda each: bool(changes_of([each], "fairLocked")), place)
            second.guest.wire.break_off()
            second.guest.wire = await dial(opened.port, second.guest.token)
            second.device._send = second.guest.wire.say
            await second.guest.wire.until(lambda each: each["type"] == "welcome")
            second.playing = asyncio.ensure_future(second._play())
            assert (await second.guest.wire.ask("watch", table=table))["type"] == "done"
            await second.hands(1)
            hand = changes_of([locked], "fairLocked")[0]["hand"]
            proof = next(each for each in first.device.proofs if each.hand == hand)
            assert {each.flag for each in proof.seats} == {OWN}
            assert second.device.disputes == []

    run(story())


def test_refusals_of_the_cut_have_codes(tmp_path: Path) -> None:
    async def story() -> None:
        async with playing(tmp_path, {"takes_part": False}, {"takes_part": False}, stake=HEADS_UP) as (
            _,
            players,
            table,
        ):
            wire = players[0].guest.wire
            refused = await wire.ask("revealSeed", table=table, hand=1, seed="0" * 64)
            assert (refused["type"], refused["told"]["code"]) == ("refused", "seed_not_asked")
            malformed = await wire.ask("promiseSeeds", table=table, promises=[{"hand": 1, "commitment": "xyz"}])
            assert malformed["told"]["code"] == "malformed_message"

    run(story())


async def ask(opened: RunningServer, path: str, guest: Guest | None = None) -> bytes:
    """What the API answers."""
    cookie = {} if guest is None else {"Cookie": f"{COOKIE}={guest.token}"}
    request = Request(f"http://127.0.0.1:{opened.port}/api{path}", headers=cookie)

    def read() -> bytes:
        with urlopen(request) as answer:  # noqa: S310
            data: bytes = answer.read()
            return data

    return await asyncio.to_thread(read)


def test_the_api_gives_own_copies_keys_and_rates_and_the_command_exports_a_whole_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.server.api.fair.proofs.AT_ONCE", 1)  # a file of several parts
    database = f"sqlite:///{tmp_path / 'room.db'}"
    migrate(database)

    async def story() -> list[str]:
        async with playing(tmp_path, {}, {"answers": False}, stake=HEADS_UP, database=database) as (
            opened,
            players,
            table,
        ):
            await asyncio.gather(*(player.hands(2) for player in players))
            first, second = (player.guest for player in players)
            room = json.loads(await ask(opened, "/fair"))
            assert room["fairDealing"] is True
            key = room["keys"][-1]["key"]
            assert key == room_keys(opened.house.vault).public.hex()
            (rates,) = [each["rates"] for each in room["tables"] if each["table"] == table]
            assert table_name(TableId(table)) in {each["name"] for each in room["tables"] if each["number"] is None}
            assert rates["hands"] >= 2
            assert rates["own"] >= 2
            assert rates["absent"] >= 1
            own = read_all(await ask(opened, "/hands/proofs.jsonl", first))
            verify_all(own, bytes.fromhex(key))
            newest = read_all(
                await ask(opened, f"/hands/proofs.jsonl?until={opened.house.clock.now() + 1}&limit=1", first)
            )
            assert len(newest) == 1
            assert newest[0].hand >= own[-1].hand
            with pytest.raises(HTTPError, match="400"):
                await ask(opened, "/hands/proofs.jsonl?limit=0", first)
            live = {proof.hand: proof for proof in players[0].device.proofs}
            assert all(proof == live[proof.hand] for proof in own), "what is kept is what was told"
            hands = [each["hand"] for each in changes_of(first.wire.came, "handEnded")]
            one, other = [read_all(await ask(opened, f"/hands/{hands[0]}/proof", each))[0] for each in (first, second)]
            assert isinstance(one, PublishedHand)
            assert isinstance(other, PublishedHand)
            assert (one.lock, one.end) == (other.lock, other.end)
            with pytest.raises(HTTPError):
                await ask(opened, f"/hands/{hands[0]}/proof")
            with pytest.raises(HTTPError):
                await ask(opened, f"/hands/{hands[0]}/proof", await new_guest(opened, "Stranger"))
            assert_nothing_leaks(tmp_path, opened, players)
            await forgets_no_table_that_closed(opened, table, first.wire)
            return hands

    hands = asyncio_run(story())
    exported = CliRunner().invoke(main, ["fair", "export", "--database", database])
    assert exported.exit_code == 0, exported.output
    assert exported.output.count("\n") >= 2
    (tmp_path / "log.jsonl").write_text(exported.output)
    whole = CliRunner().invoke(main, ["fair", "verify", "--whole", str(tmp_path / "log.jsonl"), "--database", database])
    assert whole.exit_code == 0, whole.output
    single = CliRunner().invoke(main, ["fair", "verify", hands[0], "--database", database])
    assert single.exit_code == 0, single.output
    missing = CliRunner().invoke(main, ["fair", "verify", "01NOSUCHHAND", "--database", database])
    assert missing.exit_code == 1


async def forgets_no_table_that_closed(opened: RunningServer, table: str, wire: Wire) -> None:
    """A table that is closed is not among the open ones any more; what happened there still is in the room's rates."""
    before = json.loads(await ask(opened, "/fair"))
    stop_table(opened.house, id16(table))
    closed = await wire.until(lambda each: any(change["closed"] for change in changes_of([each], "room")))
    assert {change["closing"] for change in changes_of([closed], "room")} == {"CASH-20"}
    assert opened.house.fair.alarms == (f"contradicted {table_stream(TableId(table))}",)
    after = json.loads(await ask(opened, "/fair"))
    assert table not in {each["table"] for each in after["tables"]}
    assert after["rates"]["hands"] >= before["rates"]["hands"] >= 2
    assert after["rates"]["absent"] >= before["rates"]["absent"] >= 1
    assert ClosedRates(opened.house.store).read(opened.house.clock.now()).hands == after["rates"]["hands"]
    assert ClosedRates(opened.house.store).read(Instant(opened.house.clock.now() + 31 * DAY)).hands == 0


def read_all(data: bytes) -> list[PublishedHand | PublishedVoid]:
    found = [read_proof(line) for line in data.splitlines() if line.strip()]
    assert all(isinstance(each, PublishedHand | PublishedVoid) for each in found)
    return found  # type: ignore[return-value]


def asyncio_run(story: Any) -> Any:
    found: list[Any] = []

    async def kept() -> None:
        found.append(await story)

    run(kept())
    return found[0]


def assert_nothing_leaks(folder: Path, opened: RunningServer, players: list[Player]) -> None:
    """The keys of played decks, and salts that nobody was shown, are in no frame and not in the database, however written."""
    places = [b"".join(player.guest.wire.raw) for player in players]
    stored = b"".join(path.read_bytes() for path in folder.glob("room.db*"))
    known = {each.salt for player in players for proof in player.device.proofs for each in opened_cards(proof)}
    ended = set.intersection(*({proof.hand for proof in player.device.proofs} for player in players))
    checked = 0
    for kept in opened.house.store.hands_of(players[0].guest.player, Instant(2**52), 50):
        record = kept[1]
        proof = proof_of(opened.house.store, record.hand)
        key = from_sealed(opened.house.vault.open(record.hand, record.sealed)).key
        if key is None or not isinstance(proof, PublishedHand) or proof.hand not in ended:
            continue  # the last one may be written and not told yet, though its cards were shown
        checked += 1
        secrets = [key, *(salt for salt in salts_of(key) if salt not in known)]
        assert len(secrets) > 40
        for secret in secrets:
            for written in (secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret)):
                assert all(written not in place for place in (*places, stored))
        guessed = {
            commitment(proof, i, card, salt) for i in range(52) for card in range(52) for salt in known_salts(proof)
        }
        deck = make_deck(proof.table, proof.hand, proof.deck, key)
        shown = {each.i for each in proof.openings}
        leaves = [leaf for place, leaf in enumerate(deck.tree[0][:52]) if place not in shown]
        assert guessed.isdisjoint(leaves), "no unopened leaf falls to 52 guesses with the salts that are known"
    assert checked >= 2


def opened_cards(proof: PublishedHand | PublishedVoid) -> tuple[Opening, ...]:
    return proof.openings if isinstance(proof, PublishedHand) else ()


def known_salts(proof: PublishedHand) -> list[bytes]:
    return [each.salt for each in proof.openings] + salts_of(proof.unused_key)[:5]


def commitment(proof: PublishedHand, place: int, card: int, salt: bytes) -> bytes:
    return tagged("leaf", proof.table, u64(proof.hand), u8(proof.deck), u16(place), u8(card), salt)
