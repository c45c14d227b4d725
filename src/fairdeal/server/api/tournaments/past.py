"""Tournaments that are over: all of them by date, and the caller's own, which may still run."""

from litestar import get
from litestar.params import FromQuery

from fairdeal.kernel import PlayerId
from fairdeal.room.tournament.listings import LISTED, RESULTS, entered_list, is_current, searched
from fairdeal.server.api.caller import Who
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.tournaments.outlines import TournamentOutlineAnswer, outline_answer, outlines_of
from fairdeal.server.api.tournaments.paging import ROWS_USUAL, Cursor, checked_limit, cursor_of, read_page
from fairdeal.server.auth.roles import Access
from fairdeal.server.house import ServerHouse
from fairdeal.storage.port import Listing
from fairdeal.tournament.outline import Participation, TournamentOutline


class PastTournaments(Answer, frozen=True):
    """A page of tournaments that are over, the last to end first; `next` is the `before` of the next page."""

    rows: list[TournamentOutlineAnswer]
    next: str | None


class ParticipationAnswer(Answer, frozen=True):
    """The caller's part in a tournament; amounts in cents, tickets at their worth."""

    entered_at: int
    entries: int
    re_buys: int
    add_ons: int
    paid: int
    place: int | None
    prize: int
    bounties: int
    returned: int
    ended_at: int | None


class OwnTournament(Answer, frozen=True):
    """A tournament the caller entered."""

    tournament: TournamentOutlineAnswer
    part: ParticipationAnswer


class OwnTournaments(Answer, frozen=True):
    """A page of the caller's tournaments, the last one entered first."""

    rows: list[OwnTournament]
    next: str | None


@get("/tournaments/past", may=Access.ANYBODY)
async def read_past(
    caller: Who,
    search: FromQuery[str | None] = None,
    rulebook: FromQuery[str | None] = None,
    before: FromQuery[str | None] = None,
    limit: FromQuery[int] = ROWS_USUAL,
) -> PastTournaments:
    """Tournaments that are over, by a part of their name and by rulebook; a page may be short and still have a next one."""
    house, cursor, wanted = caller.house, cursor_of(before), checked_limit(limit)
    words = searched(search or "").strip()

    def matches(row: Listing) -> bool:
        return words in row.words and rulebook in (None, row.label)

    def read() -> PastTournaments:
        page = read_page(house.store, RESULTS, cursor, wanted, matches)
        return PastTournaments([outline_answer(house, LISTED.decode(row.body)) for row in page.rows], page.next)

    return await caller.read(read)


@get("/tournaments/mine", may=Access.PERSON)
async def read_mine(
    caller: Who,
    product: FromQuery[str | None] = None,
    before: FromQuery[str | None] = None,
    limit: FromQuery[int] = ROWS_USUAL,
) -> OwnTournaments:
    """Tournaments and HexaPro games the caller entered and did not leave; of one product or of all."""
    house, player, cursor, wanted = caller.house, caller.player, cursor_of(before), checked_limit(limit)
    return await caller.read(lambda: tournaments_of(house, player, product, cursor, wanted))


def tournaments_of(
    house: ServerHouse, player: PlayerId, product: str | None, cursor: Cursor | None, limit: int
) -> OwnTournaments:
    """A page of tournaments that a player entered; blocks."""

    def matches(row: Listing) -> bool:
        return is_current(row) and product in (None, row.label)

    page = read_page(house.store, entered_list(player), cursor, limit, matches)
    outlines = outlines_of(house.store, [row.id for row in page.rows])
    return OwnTournaments(
        [_own(house, outlines[row.id], LISTED.decode(row.body)) for row in page.rows if row.id in outlines], page.next
    )


def _own(house: ServerHouse, outline: TournamentOutline, part: Participation) -> OwnTournament:
    return OwnTournament(outline_answer(house, outline), participation_answer(part))


def participation_answer(part: Participation) -> ParticipationAnswer:
    """The part of a player as an API answer."""
    return ParticipationAnswer(
        part.entered_at,
        part.entries,
        part.re_buys,
        part.add_ons,
        part.paid,
        part.place,
        part.prize,
        part.bounties,
        part.returned,
        part.ended_at,
    )


ROUTES = [read_past, read_mine]
