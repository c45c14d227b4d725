"""Disputes that devices raise: judged by the room's own check, kept with what was received, and read by staff."""

import json
from typing import Any

import msgspec

from fairdeal.fair import (
    NOTHING,
    OWN,
    Participant,
    commitment_to,
    deal_hand,
    end_hand,
    lock_hand,
    make_decks,
    publish_hand,
)
from fairdeal.fair.messages import deal_digest, end_digest, lock_digest
from fairdeal.fair.mix import cut_by, mix_of
from fairdeal.fair.received import lock_in, seats_in
from fairdeal.kernel import DAY, Instant
from fairdeal.play.fair.changes import CutShown, LockShown, ProofShown
from fairdeal.present.fair import cut_to_wire, locked_to_wire, proof_to_wire
from fairdeal.room.proofs import room_keys
from fairdeal.server.auth.roles import Role
from fairdeal.server.watch.fair_watch import FairWatch
from tests.server.api.house import World, story
from tests.server.api.test_staff import staff

TABLE, PIDS = bytes(range(16)), (b"a" * 16, b"b" * 16)


def messages(world: World, hand: int = 1) -> list[dict[str, Any]]:
    """What the room sends of a hand, each message signed with its key."""
    keys = room_keys(world.house.vault)
    decks = make_decks(TABLE, hand, (bytes([1]) * 32, bytes([2]) * 32))
    seed = bytes([3]) * 32
    participants = [
        Participant(0, PIDS[0], commitment_to(TABLE, hand, 0, PIDS[0], seed)),
        Participant(4, PIDS[1], None),
    ]
    locked = lock_hand(TABLE, hand, decks, 2, (4, 0), participants, NOTHING)
    dealt = deal_hand(locked, {0: seed})
    assert dealt.seats[0].flag == OWN
    ended = end_hand(dealt, dealt.board(3))
    signatures = [keys.sign(each) for each in (locked.lock, dealt.deal, ended.end)]
    proof = publish_hand(ended, signatures, keys.public)
    cut = CutShown(hand, dealt.seats, dealt.mix, dealt.cut.deck, dealt.deal, signatures[1])
    lock = LockShown(locked.public(), signatures[0], keys.public, Instant(0), Instant(0))
    wires = (locked_to_wire(lock), cut_to_wire(cut), proof_to_wire(ProofShown(proof)))
    return [json.loads(msgspec.json.encode(each)) for each in wires]


def dispute(received: list[dict[str, Any]], step: str = "cards", **more: Any) -> dict[str, Any]:
    common = {"protocol": "PFP-1", "step": step, "table": TABLE.hex(), "hand": 1, "at": 5, "key": "00" * 32}
    return {**common, "pid": PIDS[0].hex(), "seat": 0, "received": received, **more}


@story
async def test_a_dispute_reaches_the_staff_with_what_the_rooms_own_check_says(world: World) -> None:
    player = world.browser()
    who = (await player.register("Helve"))["person"]["player"]
    sent = messages(world)
    sent[2]["openings"][0]["card"] = (sent[2]["openings"][0]["card"] + 1) % 52

    kept = await player.post("/fair/disputes", **dispute(sent))

    assert kept["answerBy"] == kept["at"] + world.house.settings.dispute_days * DAY
    assert await player.post("/fair/disputes", **dispute(sent)) == kept, "the same one again"
    desk = await staff(world, "Sigrid", Role.SUPPORT)
    (complaint,) = await desk.get("/staff/complaints")
    assert (complaint["id"], complaint["player"], complaint["state"]) == (kept["id"], who, "open")
    assert "not signed by the room as it stands; fails here: cards, end" in complaint["text"]
    found = await desk.get(f"/staff/disputes/{kept['id']}")
    assert (found["signed"], found["failed"], found["step"]) == (False, ["cards", "end"], "cards")
    assert found["evidence"]["received"] == sent
    assert (await player.get("/complaints"))[0]["text"] == complaint["text"]
    answered = await desk.post(f"/staff/complaints/{kept['id']}/answer", answer="The hand is void.")
    assert answered["state"] == "answered"


def lying(world: World, change: str, hand: int) -> list[dict[str, Any]]:
    """What a room that lies sends of a hand, signed anew."""
    keys = room_keys(world.house.vault)
    locked, dealt, ended = messages(world, hand)
    lock = lock_in(TABLE, locked)
    if change == "unused_deck":
        ended["unusedKey"] = "ab" * 32
        shown = [(each["k"], each["card"]) for each in ended["openings"]]
        end = end_digest(TABLE, hand, bytes.fromhex(dealt["deal"]), bytes.fromhex(ended["unusedKey"]), shown)
        ended.update(end=end.hex(), signature=keys.sign(end).hex())
        return [locked, dealt, ended]
    if change == "seeds":
        dealt["seats"][1]["seed"] = "cd" * 32  # of who takes no part
    seats = seats_in(lock, dealt)
    mix = mix_of(TABLE, hand, lock.roots, seats) if change == "seeds" else bytes(32)
    deal = deal_digest(TABLE, hand, lock.lock, seats, mix)
    dealt.update(mix=mix.hex(), deck=cut_by(mix).deck, deal=deal.hex(), signature=keys.sign(deal).hex())
    shown = [(each["k"], each["card"]) for each in ended["openings"]]
    end = end_digest(TABLE, hand, deal, bytes.fromhex(ended["unusedKey"]), shown)
    ended.update(end=end.hex(), signature=keys.sign(end).hex())
    return [locked, dealt, ended]


@story
async def test_what_fails_by_the_rooms_signatures_alone_is_told_from_what_a_device_may_have_changed(
    world: World,
) -> None:
    player = world.browser()
    await player.register("Helve")
    desk = await staff(world, "Sigrid", Role.SUPPORT)
    for hand, step in enumerate(("unused_deck", "seeds", "cut"), 1):
        kept = await player.post("/fair/disputes", **dispute(lying(world, step, hand), step, hand=hand))
        found = await desk.get(f"/staff/disputes/{kept['id']}")
        assert found["signed"], step
        assert step in found["failedAsSigned"], step
        assert world.house.fair.alarms == (f"contradicted {TABLE.hex()}",)
    world.house.fair = FairWatch()
    # Changed by the device, where no signature reaches: a path, the deck, the log after the hand.
    path, deck, log = messages(world, 4), messages(world, 5), messages(world, 6)
    path[2]["openings"][0]["path"][0] = "00" * 32
    deck[1]["deck"] = 1 - deck[1]["deck"]
    log[2]["after"] = "00" * 32
    for hand, changed in enumerate((path, deck, log), 4):
        kept = await player.post("/fair/disputes", **dispute(changed, hand=hand))
        found = await desk.get(f"/staff/disputes/{kept['id']}")
        assert found["signed"], "every hash is that of what was told"
        assert found["failed"], hand
        assert found["failedAsSigned"] == [], hand
    # And where one does: then it is nobody's word but the device's.
    changes: list[dict[str, Any]] = [{"hole": 3}, {"mix": "00" * 32}, {"unusedKey": "00" * 32}]
    for message, more in enumerate(changes):
        hand = 7 + message
        changed = messages(world, hand)
        changed[message].update(more)
        kept = await player.post("/fair/disputes", **dispute(changed, hand=hand))
        found = await desk.get(f"/staff/disputes/{kept['id']}")
        assert (found["signed"], found["failedAsSigned"]) == (False, []), hand
        assert found["failed"], hand
    assert world.house.fair.alarms == (), "nobody's word stops a table"


@story
async def test_an_own_card_that_was_not_locked_is_seen_before_the_hand_is_over(world: World) -> None:
    player = world.browser()
    await player.register("Helve")
    desk = await staff(world, "Sigrid", Role.SUPPORT)
    for hand, failed in ((1, []), (2, ["cards"])):
        locked, dealt, ended = messages(world, hand)
        openings = ended["openings"][:2]  # any cards that the cut took
        openings[0]["card"] = (openings[0]["card"] + len(failed)) % 52
        received = [locked, dealt, {"kind": "fairOpened", "hand": hand, "openings": openings}]
        kept = await player.post("/fair/disputes", **dispute(received, hand=hand))
        found = await desk.get(f"/staff/disputes/{kept['id']}")
        assert (found["signed"], found["failed"], found["failedAsSigned"]) == (True, failed, [])


@story
async def test_two_locks_of_one_hand_that_the_room_signed_are_a_proof(world: World) -> None:
    player = world.browser()
    await player.register("Helve")
    desk = await staff(world, "Sigrid", Role.SUPPORT)
    first = messages(world)[0]
    keys, lock = room_keys(world.house.vault), lock_in(TABLE, first)
    digest = lock_digest(TABLE, 1, lock.roots[::-1], lock.hole, lock.seats, lock.order, lock.before)
    second = first | {"roots": first["roots"][::-1], "lock": digest.hex(), "signature": keys.sign(digest).hex()}
    kept = await player.post("/fair/disputes", **dispute([first, second], "order_in_time"))
    found = await desk.get(f"/staff/disputes/{kept['id']}")
    assert (found["signed"], found["failed"], found["failedAsSigned"]) == (True, ["order_in_time"], ["order_in_time"])


@story
async def test_what_the_room_never_said_is_told_from_what_it_signed(world: World) -> None:
    player = world.browser()
    await player.register("Helve")
    desk = await staff(world, "Sigrid", Role.SUPPORT)
    honest, forged = messages(world), messages(world, 2)
    forged[0]["signature"] = "00" * 64
    third, fourth = messages(world, 3), messages(world, 4)
    stories = [
        (dispute(honest, "cards_seen"), True, []),
        (dispute(forged, "signatures", hand=2), False, []),
        (dispute([third[0], third[0] | {"hole": 3}], "lock", hand=3), False, ["lock"]),
        (dispute(fourth[1:2], "order_in_time", hand=4), False, ["order_in_time"]),  # what it deals cannot be told
    ]
    for asked, signed, failed in stories:
        kept = await player.post("/fair/disputes", **asked)
        found = await desk.get(f"/staff/disputes/{kept['id']}")
        assert (found["signed"], found["failed"]) == (signed, failed), asked["step"]


@story
async def test_what_is_no_dispute_is_refused_and_too_many_are_held_up(world: World) -> None:
    player = world.browser()
    await player.register("Helve")
    sent = messages(world)
    broken = [
        dispute(sent, protocol="PFP-2"),
        dispute(sent, table="00"),
        dispute(sent, step="Not a step!"),
        dispute([sent[0] | {"roots": []}]),
        dispute([sent[0] | {"seats": "none"}]),
        dispute(sent, more=1),
        dispute(sent, hand=2),
    ]
    for each in broken:
        assert await player.refused("/fair/disputes", **each) == (400, "malformed")
    for hand in range(10):
        await player.post("/fair/disputes", **dispute([], hand=hand))
    assert await player.refused("/fair/disputes", **dispute([], hand=11)) == (429, "too_many_requests")
    desk = await staff(world, "Sigrid", Role.SUPPORT)
    assert len(await desk.get("/staff/complaints")) == 10
    answer = await desk.http.get("/api/staff/disputes/nothing")
    assert answer.status_code == 404
    assert (await player.http.get("/api/staff/disputes/nothing")).status_code == 403


@story
async def test_every_key_of_the_room_is_signed_by_the_one_before(world: World) -> None:
    (first, *_) = (await world.browser().get("/fair"))["keys"]

    assert first["handover"] is None
