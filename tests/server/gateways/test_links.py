"""What goes over the links between a room and its gateways: no more than needed, in order, and to nobody else."""

import asyncio
import itertools
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.protocol.codec import encode
from fairdeal.server.auth.cookies import COOKIE
from fairdeal.server.client import Client
from fairdeal.server.gateways import room_link
from fairdeal.server.gateways.gateway_link import GatewayLink, GatewayLinks, RemoteSink
from fairdeal.server.gateways.messages import Opening, Send, instructions_of
from fairdeal.server.gateways.room_link import RoomLink
from fairdeal.server.http.bounded_protocol import Bounds
from fairdeal.server.http.connections import ConnectionCounter, Proxies
from fairdeal.storage.writer.frames import FrameReader
from tests.server.live import (
    HEADS_UP,
    PATIENCE,
    Guest,
    Wire,
    changes_of,
    dial,
    new_guest,
    run,
    running,
    seat_all,
    settings_in,
    to_act,
)
from tests.server.raw import connect, upgrade


class Overheard:
    """Everything the room sent over each link, while it lasted."""

    def __init__(self, links: GatewayLinks) -> None:
        self.instructions: dict[GatewayLink, list[Any]] = {link: [] for link in links.links}
        for link in links.links:
            self._listen(link)

    def _listen(self, link: GatewayLink) -> None:
        batches = link._batches
        connection = batches._connection
        before = connection.send

        def send(frame: bytearray) -> None:
            self.instructions[link] += instructions_of(bytes(frame[4:]))
            before(frame)

        connection.send = send  # type: ignore[assignment, method-assign]


def link_of(links: GatewayLinks, player: str) -> GatewayLink:
    """The gateway that holds a player's connection."""
    return next(
        link
        for link in links.links
        for sink in link._sinks.values()
        if sink.client is not None and sink.client.player == player
    )


async def apart(opened: Any, *names: str) -> list[Guest]:
    """Guests each of whom is connected through another gateway."""
    guests: list[Guest] = []
    for name in names:
        for attempt in itertools.count():
            guest = await new_guest(opened, f"{name}{attempt}")
            if link_of(opened.links, guest.player) not in {link_of(opened.links, each.player) for each in guests}:
                guests.append(guest)
                break
            guest.wire.leave()
            await guest.wire.closed()
    return guests


@pytest.mark.interpreted
def test_a_frame_goes_to_a_gateway_once_and_hidden_cards_only_to_that_of_their_owner(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, gateways=2)) as opened:
            assert opened.links is not None
            ann, bob = await apart(opened, "Ann", "Bob")
            overheard = Overheard(opened.links)
            table = await seat_all([ann, bob], HEADS_UP, 200)
            for _ in range(3):
                guest, options = await to_act([ann, bob])
                await guest.wire.ask(
                    "act", table=table, hand=options["hand"], turn=options["turn"], choice={"kind": "fold"}
                )
                await both_heard([ann, bob], options["hand"])
                guest.wire.came.clear()
                (ann if guest is bob else bob).wire.came.clear()
            for guest, other in ((ann, bob), (bob, ann)):
                sent = overheard.instructions[link_of(opened.links, guest.player)]
                frames = b"".join(each.message for each in sent if isinstance(each, Send))
                assert guest.player.encode() in frames
                dealt = own_cards(overheard.instructions[link_of(opened.links, other.player)])
                assert dealt
                mine = own_cards(sent)
                assert not set(mine) & set(dealt), "the other's private cards"
            # Both follow the table: of every public frame each gateway gets one copy, for one connection.
            assert all(
                len(each.connections) == 1
                for sent in overheard.instructions.values()
                for each in sent
                if isinstance(each, Send)
            )

    run(story())


async def both_heard(guests: list[Guest], hand: str) -> None:
    """Wait until everybody knows that a hand is over."""
    for guest in guests:
        await guest.wire.until(lambda each: bool(changes_of([each], "handEnded")))


def own_cards(sent: list[Any]) -> list[str]:
    """The private changes that deal cards, as text, of everything that was sent."""
    found = []
    for each in sent:
        if isinstance(each, Send):
            message = msgspec.json.decode(each.message)
            for change in message.get("own", ()) if isinstance(message, dict) else ():
                found += [f"{message['number']} {change}"] if change["kind"] == "dealt" else []
    return found


class FakeAdmission:
    """Lets everybody in who asks, as nobody in particular."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def admit(self, origin: str, host: str, cookie: str) -> None:
        self.asked.append((origin, host, cookie))


def bounds() -> Bounds:
    """Limits that are far away."""
    return Bounds(ConnectionCounter(most=1000, most_per_address=1000), Proxies(()), per_address=1000)


class LinkedWire:
    """A link of the room, of which the test is the gateway."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind("")  # at a name of its own
        self._listener.listen()
        self.gone: list[Client] = []
        self.replaced: list[int] = []
        clients: Any = SimpleNamespace(on_disconnected=self.gone.append, on_outcome=lambda *_: None)
        self._links = GatewayLinks(loop, self._listener, clients, FakeAdmission(), bounds(), self.replaced.append)
        self.theirs = socket.socket(socket.AF_UNIX)
        self.theirs.connect(self._listener.getsockname())
        self.theirs.settimeout(PATIENCE)
        self._links._accept()
        (self.link,) = self._links.links

    def sink(self, number: int) -> RemoteSink:
        """A connection that the gateway holds."""
        counted = ConnectionCounter(most=1, most_per_address=1).take("somewhere")
        assert counted is not None
        sink = self.link._sinks[number] = RemoteSink(self.link, number, counted)
        sink.client = Client(sink, None, None, 20)
        return sink

    async def flushed(self) -> list[Any]:
        """What came out at the other end."""
        self.link.flush()
        bodies = FrameReader().feed(self.theirs.recv(1 << 20))
        return [each for body in bodies for each in instructions_of(body)]

    async def close(self) -> None:
        await self._links.close()
        self._listener.close()
        self.theirs.close()


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=40))
def test_each_connection_gets_what_was_sent_to_it_in_order_however_it_is_shared(sends: list[tuple[int, int]]) -> None:
    messages = [encode({"number": number}) for number in range(5)]

    async def story() -> None:
        wire = LinkedWire()
        sinks = [wire.sink(number) for number in range(4)]
        for to, what in sends:
            sinks[to].send(messages[what])
        got: dict[int, list[bytes]] = {number: [] for number in range(4)}
        for each in await wire.flushed():
            for number in each.connections:
                got[number].append(each.message)
        wanted: dict[int, list[bytes]] = {number: [] for number in range(4)}
        for to, what in sends:
            wanted[to].append(messages[what])
        assert got == wanted
        await wire.close()

    run(story())


def test_what_everybody_at_a_table_sees_is_one_instruction() -> None:
    async def story() -> None:
        wire = LinkedWire()
        sinks = [wire.sink(number) for number in range(6)]
        public, private = b'{"public":1}', b'{"private":1}'
        for number, sink in enumerate(sinks):
            sink.send(private if number == 2 else public)
        (everybody, one) = await wire.flushed()
        assert (everybody.connections, everybody.message) == ([0, 1, 3, 4, 5], public)
        assert (one.connections, one.message) == ([2], private)
        sinks[0].close(b"bye", reconnect=False)
        sinks[0].send(public)
        (closed,) = await wire.flushed()
        assert (closed.connection, closed.last, closed.reconnect) == (0, b"bye", False)
        await wire.close()

    run(story())


def test_the_messages_of_a_player_count_together_over_all_gateways(tmp_path: Path) -> None:
    """Each gateway knows its own connections only; the room knows all of them."""

    async def story() -> None:
        async with running(settings_in(tmp_path, gateways=2, messages_per_second=2)) as opened:
            assert opened.links is not None
            ann = await new_guest(opened, "Ann")
            wires: list[Wire] = [ann.wire]
            while len({link for link in opened.links.links if link._sinks}) < 2:
                wires.append(await dial(opened.port, ann.token))
            first, last = wires[0], wires[-1]
            # Of one connection 6 are taken at once, of all of a player's 9: at two gateways that would be 12.
            names = [wire.say("ping") for _ in range(6) for wire in (first, last)]
            answers = [await (first, last)[number % 2].answer(name) for number, name in enumerate(names)]
            kinds = [each["type"] for each in answers]
            assert kinds.count("pong") <= 10
            assert kinds.count("pong") >= 9
            refused = [each for each in answers if each["type"] == "refused"]
            assert {each["told"]["code"] for each in refused} == {"too_fast"}

    run(story())


@pytest.mark.interpreted
def test_a_room_that_takes_nothing_is_busy_and_messages_are_refused_with_their_ids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_link, "ROOM_UNSENT_BYTES_HIGH", -1)

    async def story() -> None:
        async with running(settings_in(tmp_path, gateways=1)) as opened:
            guest = await new_guest(opened, "Ann")
            answer = await guest.wire.ask("ping")
            assert (answer["type"], answer["told"]["code"]) == ("refused", "busy")

    run(story())


def test_a_gateway_that_takes_nothing_is_given_up_and_its_connections_with_it() -> None:
    async def story() -> None:
        wire = LinkedWire()
        wire.link.gateway = 3
        sink = wire.sink(1)
        client = sink.client
        large = b"x" * (1 << 20)
        for number in range(80):
            sink.send(large + b"%d" % number)
            wire.link.flush()
        assert wire.replaced == [3]
        assert wire.gone == [client]
        await wire.close()

    run(story())


def test_a_gateway_that_says_what_nobody_understands_is_given_up() -> None:
    async def story() -> None:
        wire = LinkedWire()
        wire.link.gateway = 2
        wire.theirs.sendall(b"\x00\x00\x00\x02\x91\x01")
        async with asyncio.timeout(PATIENCE):
            while not wire.replaced:
                await asyncio.sleep(0.01)
        assert wire.replaced == [2]
        await wire.close()

    run(story())


def test_a_request_that_is_no_upgrade_after_all_leaves_nothing_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, gateways=1)) as opened:
            raw = await connect(opened.port)
            await raw.send(upgrade(opened.port).replace(b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Version: 7"))
            await raw.rest()
            raw.close()
            async with asyncio.timeout(PATIENCE):
                while opened.gateway.connected or opened.metrics.connections.total:
                    await asyncio.sleep(0.01)

    run(story())


def test_a_socket_on_a_connection_that_carried_a_page_before_is_the_rooms_own(tmp_path: Path) -> None:
    """Proxies that keep connections open may ask for the socket on one of them."""

    async def story() -> None:
        async with running(settings_in(tmp_path, gateways=2)) as opened:
            assert opened.links is not None
            guest = await new_guest(opened, "Ann")
            raw = await connect(opened.port)
            host = f"Host: 127.0.0.1:{opened.port}\r\n"
            await raw.send(f"GET /healthz HTTP/1.1\r\n{host}\r\n".encode())
            assert b"200 OK" in await raw.read()
            await raw.send(upgrade(opened.port, f"Cookie: {COOKIE}={guest.token}"))
            said = b""
            while guest.player.encode() not in said:
                said += await raw.read()
            assert b" 101 " in said
            assert opened.gateway.connected == 2
            assert sum(len(link._sinks) for link in opened.links.links) == 1
            raw.close()
            async with asyncio.timeout(PATIENCE):
                while opened.gateway.connected == 2:
                    await asyncio.sleep(0.01)

    run(story())


def test_connections_count_for_the_address_they_came_from(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(settings_in(tmp_path, gateways=2, connections_per_address=3)) as opened:
            socket_of_one = await connect(opened.port, "127.0.0.5")
            await socket_of_one.send(upgrade(opened.port))
            assert b" 101 " in await socket_of_one.read()
            page_of_one = await connect(opened.port, "127.0.0.5")
            await page_of_one.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b" 200 " in await page_of_one.read()
            counted = opened.metrics.connections
            assert counted._held["127.0.0.5"] == 2
            third = await connect(opened.port, "127.0.0.5")
            await third.send(upgrade(opened.port))
            assert b" 101 " in await third.read()
            fourth = await connect(opened.port, "127.0.0.5")
            await fourth.send(upgrade(opened.port))
            assert b" 429 " in await fourth.read()
            other = await connect(opened.port, "127.0.0.6")
            await other.send(upgrade(opened.port))
            assert b" 101 " in await other.read()
            for each in (socket_of_one, page_of_one, third, fourth, other):
                each.close()
            async with asyncio.timeout(PATIENCE):
                while counted.total:
                    await asyncio.sleep(0.01)

    run(story())


def test_behind_a_proxy_the_address_it_names_counts_through_gateways(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_in(tmp_path, gateways=1, trusted_proxies=("127.0.0.1",), connections_per_address=1)
        async with running(settings) as opened:
            lines = [await connect(opened.port) for _ in range(3)]
            for line, address in zip(lines, ("10.1.1.1", "10.1.1.2", "10.1.1.2"), strict=True):
                await line.send(upgrade(opened.port, f"X-Forwarded-For: {address}"))
            answers = [(await line.read())[9:12] for line in lines]
            assert answers == [b"101", b"101", b"429"]
            for line in lines:
                line.close()

    run(story())


def test_who_asks_while_there_is_no_room_waits_for_it_and_is_refused_if_none_comes(tmp_path: Path) -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        path = str(tmp_path / "links")
        link = RoomLink(loop, path, 0, 20, lambda: 0)
        link.connect()  # nobody is there

        class Asking:
            def opening(self, number: int) -> Opening:
                return Opening(number, "o", "h", "c", "127.0.0.1", "")

        number = link.ask(Asking())  # type: ignore[arg-type]
        admission, limits = FakeAdmission(), bounds()
        clients: Any = SimpleNamespace(
            on_outcome=lambda *_: None, on_connected=lambda sink, _: Client(sink, None, None, 20), on_disconnected=print
        )
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(path)
        listener.listen()
        links = GatewayLinks(loop, listener, clients, admission, limits, lambda _: None)
        async with asyncio.timeout(PATIENCE):
            while not admission.asked:
                await asyncio.sleep(0.01)
        assert admission.asked == [("o", "h", "c")]
        assert limits.connections.total == 1
        link.withdraw(number)
        async with asyncio.timeout(PATIENCE):
            while limits.connections.total:
                await asyncio.sleep(0.01)
        link.close()
        await links.close()
        listener.close()

    run(story())
