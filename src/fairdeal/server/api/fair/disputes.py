"""
Disputes that players' devices raise by themselves when the check of a hand, a draw, lots or a scanner's log fails.

What a device received comes with it. It is judged here once more, stored as a complaint with everything that came, and told in the log;
staff read it with the complaints, and its evidence by itself.
"""

import asyncio
import json
import logging
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from fairdeal.fair import BadProof
from fairdeal.fair.dispute import SIGNED, Judgement, judge
from fairdeal.fair.dispute_draw import is_of_draw, judge_draw
from fairdeal.fair.dispute_record import is_of_record, judge_record
from fairdeal.fair.values import ID_BYTES
from fairdeal.kernel import DAY, Instant
from fairdeal.room.proofs import room_keys
from fairdeal.runtime.signing import is_signed
from fairdeal.server.api.caller import Who
from fairdeal.server.api.fair.stopping import stop_table
from fairdeal.server.api.shapes import Answer, Asked, Number
from fairdeal.server.api.strict import malformed
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.office.disputed import DISPUTE

EVIDENCE_BYTES_MAX: Final = 512 * 1024
"""The proof of a round that a thousand people bet in, twice: as it was locked, and as it was published."""
_log: Final = logging.getLogger(__name__)

Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]*$", max_length=64)]
Step = Annotated[str, msgspec.Meta(pattern="^[a-z_]+$", max_length=32)]


class AskDispute(Asked, frozen=True):
    """
    What a device received of a hand whose check failed, in the order in which it came, and the step that fails.

    Of a round, a shoe, a HexaPro draw or lots `table` are the 16 bytes of its chain or game, and `hand` is the place in the chain; of a
    scanner's log it is the round.
    """

    protocol: str
    step: Step
    table: Hex
    hand: Number
    at: Number
    key: Hex
    pid: Hex | None
    seat: Number | None
    received: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=64)]


class DisputeAnswer(Answer, frozen=True):
    """A dispute as its player sees it."""

    id: str
    number: int
    at: int
    answer_by: int


class DisputeEvidence(Answer, frozen=True):
    """
    A dispute as staff see it: what the room's own check says, and all that the device received.

    `signed`: the room signed every message as it stands here. `failed` are the checks that fail of what is here, `failed_as_signed`
    those that fail by what the room signed alone, where the device can have changed nothing.
    """

    id: str
    player: str
    at: int
    step: str
    signed: bool
    failed: list[str]
    failed_as_signed: list[str]
    evidence: dict[str, Any]


@post("/fair/disputes", may=Access.PERSON, status_code=200, request_max_body_size=EVIDENCE_BYTES_MAX)
async def raise_dispute(caller: Who, data: JSONBody[AskDispute]) -> DisputeAnswer:
    """Raise a dispute about a hand; the same one again is answered as the first was."""
    about = f"{DISPUTE}{data.table}-{data.hand}"
    house = caller.house
    rows = await asyncio.to_thread(lambda: house.people.complaints(person=caller.player))
    row = next((each for each in rows if each.hand == about), None)
    if row is None:
        judged = _judged(data, list(room_keys(house.vault).publics.values()))
        row = await house.auth.dispute(caller.player, about, _words(data, judged))
        _log.error(
            "dispute %s: hand %d of table %s fails %s; signed by the room: %s; fails here: %s",
            *(row.id, data.hand, data.table, data.step, judged.signed, ", ".join(judged.failed) or "nothing"),
        )
        if judged.failed_as_signed:
            stop_table(house, bytes.fromhex(data.table))
    return DisputeAnswer(row.id, data.hand, row.at, Instant(row.at + house.settings.dispute_days * DAY))


@get("/staff/disputes/{dispute:str}", may=Access.READ_COMPLAINTS)
async def read_dispute(caller: Who, dispute: FromPath[str]) -> DisputeEvidence:
    """A dispute with its evidence."""
    row = await asyncio.to_thread(lambda: caller.house.people.complaint(dispute))
    if row is None or not row.hand.startswith(DISPUTE):
        raise Refused("no_such_complaint", HTTPStatus.NOT_FOUND)
    told = json.loads(row.words.partition("\n")[2])["evidence"]
    # Judged as today: what is kept of the first judgement may be of an older program.
    judged = _judged(msgspec.convert(told, AskDispute), list(room_keys(caller.house.vault).publics.values()))
    failed, as_signed = list(judged.failed), list(judged.failed_as_signed)
    return DisputeEvidence(row.id, row.person, row.at, told["step"], judged.signed, failed, as_signed, told)


def _judged(data: AskDispute, keys: list[bytes]) -> Judgement:
    if data.protocol != "PFP-1" or len(data.table) != 2 * ID_BYTES:
        raise malformed()
    if any(each.get("hand") != data.hand for each in data.received if each.get("kind") in SIGNED):
        raise malformed()
    try:
        if is_of_record(data.received):
            return judge_record(data.received, keys, is_signed)
        if is_of_draw(data.received):
            return judge_draw(bytes.fromhex(data.table), data.hand, data.received)
        return judge(bytes.fromhex(data.table), data.received, keys, is_signed)
    except BadProof:
        raise malformed() from None


def _words(data: AskDispute, judged: Judgement) -> str:
    """A line for those who read complaints, and below it what `read_dispute` gives."""
    signed = "signed by the room" if judged.signed else "not signed by the room as it stands"
    fails = ", ".join(judged.failed) or "nothing"
    first = f"Check failed at “{data.step}” in hand {data.hand} of table {data.table}; {signed}; fails here: {fails}."
    found = {"signed": judged.signed, "failed": judged.failed, "failed_as_signed": judged.failed_as_signed}
    kept = {**found, "evidence": msgspec.to_builtins(data)}
    return f"{first}\n{json.dumps(kept, separators=(',', ':'))}"


ROUTES = [raise_dispute, read_dispute]
