"""What the desk keeps about players and hands: notes, and decks that two people opened."""

from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from fairdeal.bank.house import StaffId
from fairdeal.cards import NAMES
from fairdeal.kernel import HandId, Instant, PlayerId
from fairdeal.office.docket.events import Noted
from fairdeal.room.audited import kept_deck, open_deck
from fairdeal.room.office.codecs import LISTED
from fairdeal.room.office.listings import notes_of
from fairdeal.runtime.audit_key import AuditError
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.desk.shapes import PersonName, person_name
from fairdeal.server.api.shapes import Answer, Asked
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access, Proof
from fairdeal.server.auth.tokens import new_id
from fairdeal.server.office.service import Office
from fairdeal.server.office.shares import WITHIN

PAGE = 50
Share = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]*$", max_length=64)]


class NoteAnswer(Answer, frozen=True):
    """A note about a player."""

    id: str
    staff: PersonName
    at: int
    words: str


class AskNote(Asked, frozen=True):
    """A note; the player does not see it."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class AskUnsealed(Asked, frozen=True):
    """The caller's share of the audit key, in hexadecimal; nothing where the house has no audit key."""

    share: Share = ""


class UnsealedAnswer(Answer, frozen=True):
    """The deck of a hand in the order in which it was dealt, and who was dealt in; without `cards` the other share is missing."""

    hand: str
    players: list[PersonName]
    cards: list[str]
    until: int


@get("/desk/players/{player:str}/notes", may=Access.READ_PEOPLE)
async def read_notes(caller: Who, player: FromPath[str]) -> list[NoteAnswer]:
    """Notes about a player, the latest first; that they were read is written down first."""
    await Office(caller.house, caller.player).look("notes", player)
    return await caller.read(lambda: _notes(caller, player))


@post("/desk/players/{player:str}/notes", may=Access.USE_DESK, proof=Proof.AGAIN, status_code=200)
async def write_note(caller: Who, player: FromPath[str], data: JSONBody[AskNote]) -> list[NoteAnswer]:
    """Write a note about a player; it stays for ever."""
    house = caller.house
    if not house.auth.face(PlayerId(player)):
        raise Refused("no_such_person")
    await Office(house, caller.player).note_player(new_id(house.clock.now()), PlayerId(player), data.words)
    return await caller.read(lambda: _notes(caller, player))


@post("/desk/requests/{name:str}/unsealed", may=Access.USE_DESK, proof=Proof.AGAIN, status_code=200)
async def read_unsealed(caller: Who, name: FromPath[str], data: JSONBody[AskUnsealed]) -> UnsealedAnswer:
    """Give a share of the audit key for a deck that may be opened; once both people have, the deck is shown to either."""
    house = caller.house
    opened = house.room.docket.unsealed(name)
    if opened is None:
        raise Refused("no_such_request")
    deed, until = opened.deed, Instant(opened.at + WITHIN)
    if house.clock.now() >= until:
        raise Refused("request_expired", HTTPStatus.FORBIDDEN)
    if StaffId(caller.player) not in opened.people:
        raise Refused("not_allowed", HTTPStatus.FORBIDDEN)
    await Office(house, caller.player).look("unsealed", deed.hand)
    cards = await _opened(caller, name, deed.hand, data.share, until)
    players = [person_name(house, each) for each in deed.dealt_in]
    return UnsealedAnswer(deed.hand, players, [NAMES[card] for card in cards], until)


def _notes(caller: Caller, player: str) -> list[NoteAnswer]:
    rows = [LISTED.decode(row.body) for row in caller.house.store.listed(notes_of(PlayerId(player)), PAGE)]
    return [
        NoteAnswer(row.note, person_name(caller.house, row.staff), row.at, row.words)
        for row in rows
        if isinstance(row, Noted)
    ]


async def _opened(caller: Caller, request: str, hand: HandId, share: str, until: Instant) -> tuple[int, ...]:
    """The deck, or nothing while a share is missing."""
    house = caller.house
    try:
        cards = await caller.read(lambda: kept_deck(house.store, house.vault, hand))
        if cards is not None:
            return cards
        if not share:
            raise invalid("bad_share")
        both = house.shares.give(request, caller.player, bytes.fromhex(share), until, house.clock.now())
        if both is None:
            return ()
        return await caller.read(lambda: open_deck(house.store, house.vault, hand, *both).cards)
    except ValueError:
        raise invalid("bad_share") from None
    except AuditError as error:
        house.shares.drop(request)
        raise Refused(error.code) from error


ROUTES = [read_notes, write_note, read_unsealed]
