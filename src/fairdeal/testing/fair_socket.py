"""
A device that speaks the game socket: reads messages of one table, promises and reveals seeds, and verifies every hand.

It is what a client does in any language; programs that play by the socket can use it as it is. Own copies of proofs are kept, for the
offline verifier.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from fairdeal.fair import Device, Dispute, Lock, Opening, PublishedHand, PublishedVoid, SeatSeed
from fairdeal.fair.values import NOTHING
from fairdeal.play.fair.state import AHEAD
from fairdeal.runtime.signing import is_signed

Message = Mapping[str, Any]
Send = Callable[..., object]
"""Sends a message to the room, its type and its fields by name, and tells the id it was sent under."""


class SocketDevice:
    """One player's part in the cut of one table's decks, by messages of the socket."""

    def __init__(
        self, send: Send, key: bytes | None = None, draw: Callable[[int], bytes] = secrets.token_bytes, text: str = ""
    ) -> None:
        """`key` is the room's as the player knows it; without one, the first that is told is kept to."""
        self._send, self._key, self._draw, self._text = send, key, draw, text
        self.device: Device | None = None
        self.answers = True  # whether it reveals what it promised
        self.proofs: list[PublishedHand | PublishedVoid] = []  # own copies, oldest first
        self.disputes: list[Dispute] = []
        self._table = ""
        self._seat = -1
        self._locked: dict[str, Any] | None = None
        self._dealt: dict[str, Any] | None = None
        self._own: tuple[Opening, ...] = ()
        self._revealed: dict[str, int] = {}  # messages that wait for an answer, and their hands

    def take(self, message: Message) -> None:
        """Take any message of the socket; what does not concern this table's cut is passed over."""
        if message["type"] in ("table", "tournamentTable"):
            self._shown(message["table"])
        elif message["type"] == "done" and self.device is not None and message["id"] in self._revealed:
            self.device.accepted(self._revealed.pop(message["id"]))
        elif message["type"] in ("frame", "tournamentFrame"):
            for change in (*message["changes"], *message["own"]):
                self._change(change)

    def _shown(self, table: Message) -> None:
        fair, own = table.get("fair"), table.get("own")
        if fair is None or own is None:
            return
        self._table, self._seat = table["id"], own["seat"]
        if self._key is None:
            self._key = bytes.fromhex(fair["key"])
        if fair["pid"] is None:
            self._send("promiseSeeds", table=self._table, promises=[])  # is answered by a pid, which promises need
            return
        self._sit(fair["table"], fair["pid"])
        if fair["locked"] is not None and fair["dealt"] is None:
            self._change(fair["locked"])
        elif fair["locked"] is not None:
            self._locked, self._dealt = fair["locked"], fair["dealt"]
            self._own = tuple(map(opening_of, fair["openings"]))
        self.promise(fair["hand"])

    def _sit(self, table: str, pid: str) -> None:
        known = self.device
        if known is not None and (known.seat, known.pid.hex()) == (self._seat, pid):
            return
        assert self._key is not None
        self.device = Device(
            bytes.fromhex(table), self._seat, bytes.fromhex(pid), self._draw, is_signed, self._key, self._text
        )

    def promise(self, first: int) -> None:
        """Promise seeds for a hand and those after it."""
        self._send("promiseSeeds", table=self._table, promises=self._promises(first))

    def _promises(self, first: int) -> list[dict[str, Any]]:
        assert self.device is not None
        return [{"hand": hand, "commitment": self.device.promise(hand).hex()} for hand in range(first, first + AHEAD)]

    def _change(self, change: Message) -> None:
        if change["kind"] == "fairPart" and self._table:
            self._sit(change["table"], change["pid"])
            self.promise(change["hand"])
        if self.device is None:
            return
        handle = {
            "fairLocked": self._on_lock,
            "fairDealt": self._on_cut,
            "fairOpened": self._on_own,
            "fairEnded": self._on_end,
            "fairVoided": self._on_void,
        }.get(change["kind"])
        if handle is None:
            return
        try:
            handle(dict(change))
        except Dispute as dispute:
            self.disputes.append(dispute)

    def _on_lock(self, change: dict[str, Any]) -> None:
        assert self.device is not None
        self._locked, self._dealt, self._own = change, None, ()
        seed = self.device.answer(self._lock(change), bytes.fromhex(change["signature"]))
        if seed is not None and self.answers:
            hand = change["hand"]
            promises = self._promises(hand + 1)
            sent = self._send("revealSeed", table=self._table, hand=hand, seed=seed.hex(), promises=promises)
            self._revealed[str(sent)] = hand

    def _lock(self, change: Message) -> Lock:
        assert self.device is not None
        seats = tuple(
            SeatSeed(each["seat"], bytes.fromhex(each["pid"]), each["flag"], bytes.fromhex(each["commitment"]), NOTHING)
            for each in change["seats"]
        )
        first, second = (bytes.fromhex(root) for root in change["roots"])
        return Lock(
            self.device.table,
            change["hand"],
            (first, second),
            change["hole"],
            tuple(change["order"]),
            seats,
            bytes.fromhex(change["before"]),
            bytes.fromhex(change["lock"]),
        )

    def _on_cut(self, change: dict[str, Any]) -> None:
        assert self.device is not None
        assert self._locked is not None, "a hand was dealt that was not locked"
        self._dealt = change
        self.device.cut(
            change["hand"],
            self._seats(change),
            bytes.fromhex(change["mix"]),
            bytes.fromhex(change["deal"]),
            bytes.fromhex(change["signature"]),
        )

    def _seats(self, dealt: Message) -> tuple[SeatSeed, ...]:
        assert self._locked is not None
        by_seat = {each["seat"]: each for each in dealt["seats"]}
        return tuple(
            each._replace(flag=by_seat[each.seat]["flag"], seed=bytes.fromhex(by_seat[each.seat]["seed"]))
            for each in self._lock(self._locked).seats
        )

    def _on_own(self, change: dict[str, Any]) -> None:
        self._own = tuple(map(opening_of, change["openings"]))

    def _on_end(self, change: dict[str, Any]) -> None:
        locked, dealt = self._locked, self._dealt
        if self.device is None or locked is None or dealt is None:
            return  # came during the hand; its proof can be had from the room
        lock = self._lock(locked)
        openings = {each.k: each for each in (*map(opening_of, change["openings"]), *self._own)}
        proof = PublishedHand(
            lock.table,
            lock.hand,
            lock.roots,
            lock.hole,
            lock.order,
            self._seats(dealt),
            bytes.fromhex(dealt["mix"]),
            dealt["deck"],
            bytes.fromhex(change["unusedKey"]),
            tuple(openings[k] for k in sorted(openings)),
            lock.before,
            bytes.fromhex(change["after"]),
            lock.lock,
            bytes.fromhex(dealt["deal"]),
            bytes.fromhex(change["end"]),
            tuple(bytes.fromhex(each["signature"]) for each in (locked, dealt, change)),
            bytes.fromhex(locked["key"]),
        )
        self.proofs.append(proof)
        self.device.ended(proof)

    def _on_void(self, change: dict[str, Any]) -> None:
        if self.device is None or self._locked is None or self._locked["hand"] != change["hand"]:
            return
        lock = self._lock(self._locked)
        proof = PublishedVoid(
            lock.table,
            lock.hand,
            lock.roots,
            lock.hole,
            lock.order,
            lock.seats,
            change["reason"],
            lock.before,
            bytes.fromhex(change["after"]),
            lock.lock,
            bytes.fromhex(change["void"]),
            tuple(bytes.fromhex(each["signature"]) for each in (self._locked, change)),
            bytes.fromhex(self._locked["key"]),
        )
        self.proofs.append(proof)
        self.device.void(proof)


def opening_of(found: Message) -> Opening:
    """An opened card as it came by the socket."""
    path = tuple(bytes.fromhex(node) for node in found["path"])
    return Opening(found["k"], found["i"], found["card"], bytes.fromhex(found["salt"]), path)
