"""What the house offers at the desk: schedule, stakes and casino tables, each a paper that is edited, checked and signed."""

from difflib import SequenceMatcher
from http import HTTPStatus
from typing import Final, Literal

from litestar import get, post
from litestar.params import FromPath, JSONBody

from fairdeal.office.deeds.offer import ChangeOffer
from fairdeal.office.papers import Paper, PaperEffect
from fairdeal.server.api.caller import Who
from fairdeal.server.api.desk.shapes import PersonName, person_name
from fairdeal.server.api.shapes import Answer, Asked
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.server.office.forms.offer import PAPER_BYTES_MAX, PaperText

CONTEXT: Final = 2
"""How many lines that stay are shown beside those that change."""


class PaperRevision(Answer, frozen=True):
    """A text that the desk has put in force."""

    digest: str
    request: str
    staff: PersonName
    at: int


class OfferAnswer(Answer, frozen=True):
    """A paper: its text in force, where that comes from, and its revisions, the latest last."""

    paper: str
    text: str
    source: Literal["desk", "file", "usual"]
    file: str  # of the operator; empty: there is none
    revisions: list[PaperRevision]


class AskCheckPaper(Asked, frozen=True):
    """A draft."""

    text: PaperText


class PaperFaultAnswer(Answer, frozen=True):
    """What is wrong with a draft, and on which line; 0: with the whole."""

    line: int
    problem: str


class DiffLine(Answer, frozen=True):
    """A line that stays, comes or goes; with its number in the text in force, or in the draft if it comes. A gap has number 0."""

    kind: Literal["same", "added", "removed", "gap"]
    number: int
    text: str


class PaperCheck(Answer, frozen=True):
    """Whether a draft can be asked for, what it would change, and its lines beside those in force."""

    faults: list[PaperFaultAnswer]
    opens: list[str]
    closes: list[str]
    changes: list[str]
    diff: list[DiffLine]
    text: str


@get("/desk/offers", may=Access.USE_DESK)
async def read_offers(caller: Who) -> list[OfferAnswer]:
    """The papers of this house as they are in force."""
    return [_offer(caller.house, paper) for paper in Paper if paper in caller.house.room.papers.readers]


@get("/desk/offers/{name:str}", may=Access.USE_DESK)
async def read_offer(caller: Who, name: FromPath[str]) -> OfferAnswer:
    """One paper as it is in force."""
    return _offer(caller.house, _paper(caller.house, name))


@post("/desk/offers/{name:str}/check", may=Access.USE_DESK, status_code=200, request_max_body_size=PAPER_BYTES_MAX)
async def check_offer(caller: Who, name: FromPath[str], data: JSONBody[AskCheckPaper]) -> PaperCheck:
    """Check a draft as the file is checked at a start, beside what is played now; nothing is kept."""
    house, paper = caller.house, _paper(caller.house, name)
    return await caller.read(lambda: _check(house, paper, data.text))


@get("/desk/offers/{name:str}/requests/{asked:str}", may=Access.USE_DESK)
async def read_offer_asked(caller: Who, name: FromPath[str], asked: FromPath[str]) -> PaperCheck:
    """What a paper that waits for its second person would change, against what is in force now."""
    house, paper = caller.house, _paper(caller.house, name)
    found = house.room.docket.find(asked)
    if found is None or not isinstance(found.deed, ChangeOffer) or found.deed.paper is not paper:
        raise Refused("no_such_request", HTTPStatus.NOT_FOUND)
    text = found.deed.text
    return await caller.read(lambda: _check(house, paper, text))


def _paper(house: ServerHouse, name: str) -> Paper:
    found = next((paper for paper in house.room.papers.readers if paper == name), None)
    if found is None:
        raise Refused("no_such_paper", HTTPStatus.NOT_FOUND)
    return found


def _offer(house: ServerHouse, paper: Paper) -> OfferAnswer:
    papers = house.room.papers
    revisions = papers.revisions(paper)
    file = {Paper.SCHEDULE: house.settings.schedule, Paper.CASINO: house.settings.casino}.get(paper, "")
    return OfferAnswer(
        paper,
        papers.text(paper),
        "desk" if revisions else "file" if file else "usual",
        file,
        [PaperRevision(each.digest, each.request, person_name(house, each.staff), each.at) for each in revisions],
    )


def _check(house: ServerHouse, paper: Paper, text: str) -> PaperCheck:
    reader = house.room.papers.readers[paper]
    faults = reader.faults(text)
    effect = PaperEffect() if faults else reader.effect(text)
    return PaperCheck(
        [PaperFaultAnswer(each.line, each.problem) for each in faults],
        list(effect.opens),
        list(effect.closes),
        list(effect.changes),
        diff_of(house.room.papers.text(paper), text),
        text,
    )


def diff_of(before: str, after: str) -> list[DiffLine]:
    """The lines of two texts that differ, each with some that stay around them."""
    old, new = before.splitlines(), after.splitlines()
    found: list[DiffLine] = []
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(CONTEXT):
        if found:
            found.append(DiffLine("gap", 0, ""))
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                found += [DiffLine("same", number + 1, old[number]) for number in range(i1, i2)]
                continue
            found += [DiffLine("removed", number + 1, old[number]) for number in range(i1, i2)]
            found += [DiffLine("added", number + 1, new[number]) for number in range(j1, j2)]
    return found


ROUTES = [read_offers, read_offer, check_offer, read_offer_asked]
