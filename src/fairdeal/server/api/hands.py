"""Hand history: the list, one hand, downloads where the rulebook allows them, results, and complaints."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from itertools import islice

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fairdeal.kernel import HandId, Instant, PlayerId, RuleId, TournamentId
from fairdeal.poker.history.phh_export import fields_of
from fairdeal.poker.history.phh_text import hand_text
from fairdeal.poker.history.record import Record
from fairdeal.poker.history.settle import BadHistory
from fairdeal.poker.history.stars import stars_text
from fairdeal.present.seats import Face
from fairdeal.room.tournament.listings import LISTED, entered_list, is_current
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.complaints import AskComplaint, ComplaintAnswer, complaint_answer
from fairdeal.server.api.hand_detail import HandDetail, detail_of
from fairdeal.server.api.hand_rows import HandFilter, HandRow, Outcome, rows_of
from fairdeal.server.api.own_hands import OwnHand, OwnHands
from fairdeal.server.api.results import Results, results_of
from fairdeal.server.api.shapes import Answer
from fairdeal.server.auth.refused import Refused, invalid
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse, playing_kind
from fairdeal.server.office.disputed import register
from fairdeal.tournament.outline import Participation

ROWS_USUAL = 50
ROWS_MAX = 500
DOWNLOAD_MAX = 1_000


class Hands(Answer, frozen=True):
    """A page of hands, the newest first; `next` is the `before` of the next page."""

    rows: list[HandRow]
    next: str | None
    downloads: bool = True
    download_rule: str | None = None  # the clause that keeps all of them from being downloaded


@get("/hands", may=Access.PERSON)
async def read_hands(
    caller: Who,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
    stake: FromQuery[str | None] = None,
    result: FromQuery[Outcome | None] = None,
    tournament: FromQuery[str | None] = None,
    before: FromQuery[str | None] = None,
    limit: FromQuery[int] = ROWS_USUAL,
) -> Hands:
    """The caller's hands, filtered by period, stake, result and tournament."""
    if not 1 <= limit <= ROWS_MAX:
        raise invalid("bad_limit", least=1, most=ROWS_MAX)
    wanted = hand_filter(caller, since, until, stake, result, before)
    if tournament is not None:
        wanted = await caller.read(lambda: _of_tournament(caller, wanted, TournamentId(tournament)))
    rows = await caller.read(lambda: list(islice(rows_of(own_hands(caller), wanted), limit)))
    more = f"{rows[-1].at}.{rows[-1].id}" if len(rows) == limit else None
    downloads, rule = _downloads(caller.house, rows)
    return Hands(rows, more, downloads, rule)


@get("/results", may=Access.PERSON)
async def read_results(
    caller: Who,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
    stake: FromQuery[str | None] = None,
    currency: FromQuery[str | None] = None,
) -> Results:
    """The caller's results at cash tables, with points for a plot."""
    wanted = hand_filter(caller, since, until, stake, None, None)
    return await caller.read(lambda: results_of(rows_of(own_hands(caller), wanted), currency))


@get("/hands/{hand:str}", may=Access.PERSON)
async def read_hand(caller: Who, hand: FromPath[str]) -> HandDetail:
    """One hand with the caller's own cards and those that were shown."""
    own = await _found(caller, hand)
    refusal = _refusal(caller.house, own)
    text = None if own.history is None or refusal is not None else _text(caller.house, own)
    detail = detail_of(own, face_of(caller.house), downloads=refusal is None, text=text)
    return detail if refusal is None else msgspec.structs.replace(detail, download_rule=refusal.rule)


@get("/hands.txt", may=Access.PERSON)
async def download_hands(
    caller: Who,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
    tournament: FromQuery[str | None] = None,
) -> Response[str]:
    """The caller's hands of a period or tournament in one file for hand-tracking tools, without those that may not be downloaded."""
    wanted = hand_filter(caller, since, until, None, None, None)
    if tournament is not None:
        wanted = await caller.read(lambda: _of_tournament(caller, wanted, TournamentId(tournament)))
    texts, refusal = await caller.read(lambda: _texts(caller, wanted))
    if not texts and refusal is not None:
        raise refusal
    return _file("\n\n".join(texts), "hands.txt")


@get("/hands/{hand:str}/phh", may=Access.PERSON)
async def download_phh(caller: Who, hand: FromPath[str]) -> Response[str]:
    """One hand as a PHH file, where the rulebook allows it."""
    own = await _downloadable(caller, hand)
    history = _named(caller.house, own)
    try:
        text = hand_text(fields_of(history.replay(), history.meta, known={own.place}))
    except BadHistory as bad:
        raise Refused(bad.code) from None
    return _file(text, f"{own.kept.hand}.phh")


@get("/hands/{hand:str}/text", may=Access.PERSON)
async def download_text(caller: Who, hand: FromPath[str]) -> Response[str]:
    """One hand as text for hand-tracking tools, where the rulebook allows it."""
    own = await _downloadable(caller, hand)
    return _file(_text(caller.house, own), f"{own.kept.hand}.txt")


@post("/hands/{hand:str}/complaint", may=Access.PERSON, status_code=200)
async def complain(caller: Who, hand: FromPath[str], data: JSONBody[AskComplaint]) -> ComplaintAnswer:
    """Complain about a hand the caller was dealt into."""
    own = await _found(caller, hand)
    return complaint_answer(await register(caller.house, caller.player, own.kept.hand, data.text))


def own_hands(caller: Caller) -> OwnHands:
    """The caller's hands."""
    house = caller.house
    return OwnHands(house.store, house.vault, caller.player, playing_kind(house))


def face_of(house: ServerHouse) -> Callable[[str], Face]:
    """The lookup of public names and avatars."""
    return lambda player: house.face(PlayerId(player))


def hand_filter(
    caller: Caller,
    since: int | None,
    until: int | None,
    stake: str | None,
    result: Outcome | None,
    before: str | None,
) -> HandFilter:
    """A filter of hands as it is asked for; `before` is where the next page begins."""
    end, after = Instant(caller.house.clock.now() + 1), None
    if until is not None:
        end = Instant(min(end, max(0, until)))
    if before is not None:
        at, _, hand = before.partition(".")
        if not at.isascii() or not at.isdigit() or len(at) > 15 or not hand.isalnum():
            raise invalid("malformed")
        end, after = Instant(int(at)), HandId(hand)
    return HandFilter(Instant(min(end, max(0, since or 0))), end, stake, result, after)


def _of_tournament(caller: Caller, wanted: HandFilter, tournament: TournamentId) -> HandFilter:
    """The filter for the hands of one tournament, between the caller's entry and its end; blocks."""
    player = caller.player
    row = caller.house.store.listings(entered_list(player), [tournament]).get(tournament)
    if row is None or not is_current(row):
        raise Refused("no_such_tournament", HTTPStatus.NOT_FOUND)
    part: Participation = LISTED.decode(row.body)
    until = wanted.until if part.ended_at is None else Instant(min(wanted.until, part.ended_at + 1))
    since = Instant(min(until, max(wanted.since, part.entered_at)))
    return replace(wanted, since=since, until=until, tournament=tournament)


async def _found(caller: Caller, hand: str) -> OwnHand:
    own = await asyncio.to_thread(own_hands(caller).find, HandId(hand))
    if own is None:
        raise Refused("no_such_hand", HTTPStatus.NOT_FOUND)
    return own


async def _downloadable(caller: Caller, hand: str) -> OwnHand:
    own = await _found(caller, hand)
    refusal = _refusal(caller.house, own)
    if refusal is not None:
        raise refusal
    if own.history is None:
        raise Refused("hand_is_void")
    return own


def _refusal(house: ServerHouse, own: OwnHand) -> Refused | None:
    """Why a hand may not be downloaded, or None; its rulebook says for which money it may (X-145)."""
    rule: RuleId | None = None
    ids = {revision.id for revision in house.auth.acceptance.revisions if revision.digest == own.kept.edition}
    for edition in house.editions:
        if edition.poker is not None and edition.id in ids:
            allowed = edition.poker.integrity.history_download_for
            if own.money in allowed.value:
                return None
            rule = allowed.rule
    return Refused("download_not_allowed", rule=rule)


def _downloads(house: ServerHouse, rows: list[HandRow]) -> tuple[bool, str | None]:
    """Whether any of the hands may be downloaded, or else the clause that forbids it."""
    rule: str | None = None
    for edition, label in dict.fromkeys((row.edition, row.label) for row in rows):
        book = next((each for each in house.editions if each.id == edition and each.poker is not None), None)
        if book is None or book.poker is None:
            continue
        allowed = book.poker.integrity.history_download_for
        if label in {money.value for money in allowed.value}:
            return True, None
        rule = allowed.rule
    return False, rule


def _texts(caller: Caller, wanted: HandFilter) -> tuple[list[str], Refused | None]:
    """The texts of the hands that may be downloaded, newest first, and why one may not."""
    texts: list[str] = []
    kept_back: Refused | None = None
    for own in islice(own_hands(caller).before(wanted.until, wanted.after, wanted.wants), DOWNLOAD_MAX):
        if not isinstance(own, OwnHand):
            continue
        if own.at < wanted.since:
            break
        refusal = _refusal(caller.house, own)
        kept_back = kept_back or refusal
        if refusal is None and own.history is not None:
            texts.append(_text(caller.house, own))
    return texts, kept_back


def _named(house: ServerHouse, own: OwnHand) -> Record:
    """The record with names instead of ids."""
    assert own.history is not None
    face = face_of(house)
    names = tuple(face(player).name or player for player in own.kept.players)
    return replace(own.history, meta=replace(own.history.meta, names=names))


def _text(house: ServerHouse, own: OwnHand) -> str:
    history = _named(house, own)
    return stars_text(history.replay(), history.meta, hero=own.place)


def _file(text: str, name: str) -> Response[str]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


ROUTES = [read_hands, read_results, read_hand, download_hands, download_phh, download_text, complain]
