"""
What the desk reads of a player besides their page: statement, sessions, hands, tournaments, casino rounds.

Every page is a look of its own, written down before it is shown. Cards that nobody showed are never sent.
"""

import asyncio
from itertools import islice
from typing import Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from fairdeal.kernel import AccountId, PlayerId
from fairdeal.server.api.caller import Caller, Who
from fairdeal.server.api.casino.rounds import RoundsAnswer, rounds_of
from fairdeal.server.api.desk.shapes import PersonName, person_name
from fairdeal.server.api.hand_rows import HandRow, rows_of
from fairdeal.server.api.hands import hand_filter
from fairdeal.server.api.own_hands import OwnHands
from fairdeal.server.api.purse import purse_of
from fairdeal.server.api.shapes import Answer
from fairdeal.server.api.statements import StatementAnswer, statement_answer, statement_file
from fairdeal.server.api.tournaments.paging import ROWS_USUAL, cursor_of
from fairdeal.server.api.tournaments.past import OwnTournaments, tournaments_of
from fairdeal.server.auth.refused import Refused
from fairdeal.server.auth.roles import Access
from fairdeal.server.auth.user_agents import device_label
from fairdeal.server.house import playing_kind
from fairdeal.server.office.service import Office

LOG_MAX: Final = 100
STATEMENT_LINES: Final = 200


class DeskSession(Answer, frozen=True):
    """A session of a player that has not ended, with its device and network address."""

    id: str
    device: str
    agent: str
    place: str
    since: int
    last_seen: int


class AccountLine(Answer, frozen=True):
    """A line of the account's log: what happened to it, and by whom."""

    at: int
    what: str
    actor: PersonName
    about: str


class SessionsPage(Answer, frozen=True):
    """Where a player is signed in, and what happened to the account, both the latest first."""

    sessions: list[DeskSession]
    log: list[AccountLine]


class DeskHands(Answer, frozen=True):
    """A page of a player's hands as everybody at the table saw them, the newest first; `next` is the `before` of the next page."""

    rows: list[HandRow]
    next: str | None


@get("/desk/players/{player:str}/statement", may=Access.READ_PEOPLE)
async def read_player_statement(
    caller: Who,
    player: FromPath[str],
    wallet: FromQuery[str | None] = None,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
) -> StatementAnswer:
    """The statement of a wallet of a player, of the last thirty days if nothing else is asked."""
    account = await _wallet_of(caller, player, wallet)
    return await statement_answer(caller, account, since, until, STATEMENT_LINES)


@get("/desk/players/{player:str}/statement.csv", may=Access.READ_PEOPLE)
async def download_player_statement(
    caller: Who,
    player: FromPath[str],
    wallet: FromQuery[str | None] = None,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
) -> Response[str]:
    """The same as a file, with all decimals."""
    return await statement_file(caller, await _wallet_of(caller, player, wallet), since, until)


@get("/desk/players/{player:str}/sessions", may=Access.READ_PEOPLE)
async def read_player_sessions(caller: Who, player: FromPath[str]) -> SessionsPage:
    """Where a player is signed in, and the account's log."""
    await _look(caller, player, "sessions")
    people, now = caller.house.people, caller.house.clock.now()
    sessions = await asyncio.to_thread(people.sessions_of, player)
    log = await asyncio.to_thread(lambda: people.log(person=player, limit=LOG_MAX))
    return SessionsPage(
        [
            DeskSession(row.id, device_label(row.device), row.device, row.place, row.created_at, row.seen_at)
            for row in sessions
            if row.expires_at > now
        ],
        [AccountLine(row.at, row.what, person_name(caller.house, row.actor), row.about) for row in log],
    )


@get("/desk/players/{player:str}/hands", may=Access.READ_PEOPLE)
async def read_player_hands(caller: Who, player: FromPath[str], before: FromQuery[str | None] = None) -> DeskHands:
    """The hands of a player, with what was shown; a hand's own page has the rest."""
    await _look(caller, player, "hands")
    house, wanted = caller.house, hand_filter(caller, None, None, None, None, before)
    own = OwnHands(house.store, None, PlayerId(player), playing_kind(house))
    rows = await caller.read(lambda: list(islice(rows_of(own, wanted), ROWS_USUAL)))
    return DeskHands(rows, f"{rows[-1].at}.{rows[-1].id}" if len(rows) == ROWS_USUAL else None)


@get("/desk/players/{player:str}/tournaments", may=Access.READ_PEOPLE)
async def read_player_tournaments(
    caller: Who, player: FromPath[str], before: FromQuery[str | None] = None
) -> OwnTournaments:
    """Tournaments and HexaPro games that a player entered, the last first."""
    await _look(caller, player, "tournaments")
    house, cursor = caller.house, cursor_of(before)
    return await caller.read(lambda: tournaments_of(house, PlayerId(player), None, cursor, ROWS_USUAL))


@get("/desk/players/{player:str}/rounds", may=Access.READ_PEOPLE)
async def read_player_rounds(caller: Who, player: FromPath[str], before: FromQuery[str | None] = None) -> RoundsAnswer:
    """The rounds of a player at casino tables, the last first."""
    await _look(caller, player, "rounds")
    own, cursor = rounds_of(caller.house, PlayerId(player)), cursor_of(before)
    return await caller.read(lambda: own.page(None, cursor, ROWS_USUAL))


async def _look(caller: Caller, player: str, what: str) -> None:
    """Write down that a page of a player is opened; raises `Refused` where there is no such person."""
    if await asyncio.to_thread(caller.house.people.person, player) is None:
        raise Refused("no_such_person")
    await Office(caller.house, caller.player).look(f"player_{what}", player)


async def _wallet_of(caller: Caller, player: str, wallet: str | None) -> AccountId:
    """A wallet of the player, or the first one."""
    await _look(caller, player, "statement")
    accounts = purse_of(caller.house, PlayerId(player)).accounts
    found = next((each for each in accounts if wallet in (None, each)), None)
    if found is None:
        raise Refused("no_such_wallet")
    return found


ROUTES = [
    read_player_statement,
    download_player_statement,
    read_player_sessions,
    read_player_hands,
    read_player_tournaments,
    read_player_rounds,
]
