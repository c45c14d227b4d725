"""
A device that speaks the game socket: reads messages of one table, promises and reveals seeds, and verifies every hand.

It is what a client does in any language; programs that play by the socket can use it as it is. Own copies of proofs are kept, for the
offline verifiers.
"""

from collections.abc import Callable, Mapping
from typing import Any

from fairdeal.fair.deck import Opening
from fairdeal.fair.device import AHEAD, Device, Dispute
from fairdeal.fair.published import PublishedHand, PublishedVoid
from fairdeal.fair.received import hand_in, hash_in, lock_in, openings_in, seats_in, signature_in, void_in
from fairdeal.fair.seen import Seen
from fairdeal.fair.values import ID_BYTES, OWN, UNREVEALED, BadProof
from fairdeal.fair.verify.verification import VerifySignature

Message = Mapping[str, Any]
Send = Callable[..., object]
"""Sends a message to the room, its type and its fields by name, and tells the id it was sent under."""
Draw = Callable[[int], bytes]
"""So many bytes of the device's generator."""
PROOFS_KEPT = 1_000
_SEEN = ("handOpened", "board", "shown", "dealt")
_LAST = ("fairEnded", "fairVoided")


class SocketDevice:
    """One player's part in the cut of one table's decks, by messages of the socket."""

    def __init__(
        self, send: Send, signature: VerifySignature, draw: Draw, key: bytes | None = None, text: str = ""
    ) -> None:
        """`key` is the room's as the player knows it; without one, the first that is told is kept to."""
        self._send, self._signature, self._draw, self._key, self._text = send, signature, draw, key, text
        self.device: Device | None = None
        self.answers = True  # whether it reveals what it promised
        self.proofs: list[PublishedHand | PublishedVoid] = []  # own copies, oldest first
        self.disputes: list[Dispute] = []
        self.counted = 0  # hands in which the own seed counted
        self._table = ""
        self._seat = -1
        self._locked: dict[str, Any] | None = None
        self._dealt: dict[str, Any] | None = None
        self._own: tuple[Opening, ...] = ()
        self._seen: Seen | None = None
        self._sent: dict[str, int] = {}  # seeds that wait for an answer, by the id of their message
        self._promised: dict[str, list[int]] = {}  # hands of promises that wait for an answer

    def take(self, message: Message) -> None:
        """Take any message of the socket; what does not concern this table's cut is passed over."""
        if message["type"] in ("table", "tournamentTable"):
            self._shown(message["table"])
        elif message["type"] == "done":
            self._answered(message["id"])
        elif message["type"] == "refused":
            self._refused(message["id"])
        elif message["type"] in ("frame", "tournamentFrame") and message["table"] == self._table:
            self._answered(message.get("done"))
            # Within a frame what was seen comes before the proof of it.
            for change in sorted((*message["changes"], *message["own"]), key=lambda each: each["kind"] in _LAST):
                self._change(change)

    def _refused(self, sent: Any) -> None:
        self._sent.pop(sent, None)
        hands = self._promised.pop(sent, None)
        if hands is not None and self.device is not None:
            self.device.withdraw(hands)

    def _answered(self, sent: Any) -> None:
        self._promised.pop(sent, None)
        if self.device is not None and sent in self._sent:
            self.device.accepted(self._sent.pop(sent))

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
            self._come_back(fair)
        if self._is_mine(fair["promised"]):
            self.promise(fair["hand"])

    def _come_back(self, fair: Message) -> None:
        """The lock and the cut of a hand that is being played; those that were received before must be the same."""
        assert self.device is not None
        if self._locked is None or self._locked["hand"] != fair["locked"]["hand"]:
            self._locked, self._dealt, self._seen = fair["locked"], fair["dealt"], None
            self._own = openings_in(fair)
            return
        if self._locked["lock"] != fair["locked"]["lock"]:
            self.disputes.append(Dispute("order_in_time", "a hand was locked again after it had been locked"))
            return
        self._change(fair["dealt"])
        if fair["openings"]:
            self._change({**fair, "kind": "fairOpened", "hand": self._locked["hand"]})

    def _sit(self, table: str, pid: str) -> None:
        known = self.device
        if known is not None and (known.seat, known.pid.hex()) == (self._seat, pid):
            return
        assert self._key is not None
        place, who = bytes.fromhex(table), bytes.fromhex(pid)
        assert len(place) == len(who) == ID_BYTES
        self.device = Device(place, self._seat, who, self._draw, self._signature, self._key, self._text)

    def _is_mine(self, promised: list[Message]) -> bool:
        """Whether what the room has of this player's promises is from here; another device may be cutting already."""
        assert self.device is not None
        return all(self.device.promised(each["hand"], bytes.fromhex(each["commitment"])) for each in promised)

    def promise(self, first: int) -> None:
        """Promise seeds for a hand and those after it."""
        promises = self._promises(first)
        sent = self._send("promiseSeeds", table=self._table, promises=promises)
        self._promised[str(sent)] = [each["hand"] for each in promises]

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
            **dict.fromkeys(_SEEN, self._on_seen),
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
        except BadProof as wrong:
            self.disputes.append(Dispute("unreadable", str(wrong)))

    def _on_lock(self, change: dict[str, Any]) -> None:
        assert self.device is not None
        self._locked, self._dealt, self._own = change, None, ()
        lock = lock_in(self.device.table, change)
        self._seen = Seen(lock)
        seed = self.device.answer(lock, signature_in(change))
        mine = next((each for each in lock.seats if each.seat == self._seat and each.pid == self.device.pid), None)
        if seed is not None and self.answers:
            promises = self._promises(lock.hand + 1)
            sent = self._send("revealSeed", table=self._table, hand=lock.hand, seed=seed.hex(), promises=promises)
            self._sent[str(sent)] = lock.hand
        elif mine is not None and mine.flag not in (OWN, UNREVEALED) and self.answers:
            self.promise(lock.hand + 1)  # takes part again

    def _on_cut(self, change: dict[str, Any]) -> None:
        assert self.device is not None
        if self._locked is None:
            raise Dispute("order_in_time", "a hand was dealt that was not locked")
        self._dealt = change
        seats = seats_in(lock_in(self.device.table, self._locked), change)
        self.device.cut(change["hand"], seats, hash_in(change, "mix"), hash_in(change, "deal"), signature_in(change))

    def _on_own(self, change: dict[str, Any]) -> None:
        assert self.device is not None
        self._own = openings_in(change)
        self.device.opened(change["hand"], self._own)

    def _on_seen(self, change: dict[str, Any]) -> None:
        if self._seen is not None:
            self._seen.take(change)

    def _on_end(self, change: dict[str, Any]) -> None:
        locked, dealt = self._locked, self._dealt
        if self.device is None or locked is None or dealt is None:
            return  # came during the hand; its proof can be had from the room
        proof = hand_in(self.device.table, locked, dealt, self._own, change)
        self._keep(proof)
        self.device.ended(proof)
        if self._seen is not None:
            self._seen.check(proof, self._seat)
        self.counted += any(each.seat == self._seat and each.flag == OWN for each in proof.seats)

    def _on_void(self, change: dict[str, Any]) -> None:
        if self.device is None or self._locked is None or self._locked["hand"] != change["hand"]:
            return
        proof = void_in(self.device.table, self._locked, change)
        self._keep(proof)
        self.device.void(proof)

    def _keep(self, proof: PublishedHand | PublishedVoid) -> None:
        self.proofs.append(proof)
        del self.proofs[:-PROOFS_KEPT]
