"""All routes of the API, behind access control."""

from typing import Any, Final

from litestar import Router
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from fairdeal.server.api import (
    cashier,
    complaints,
    hands,
    login,
    money,
    profile,
    rulebook,
    security,
    staff,
    statements,
)
from fairdeal.server.api.caller import AccessControl, AnyRequest, caller_of
from fairdeal.server.api.casino import figures, pattern, rounds, shoes
from fairdeal.server.api.casino import proofs as casino_proofs
from fairdeal.server.api.desk import announcements as desk_announcements
from fairdeal.server.api.desk import cases as desk_cases
from fairdeal.server.api.desk import casino as desk_casino
from fairdeal.server.api.desk import evidence as desk_evidence
from fairdeal.server.api.desk import hands as desk_hands
from fairdeal.server.api.desk import ledger as desk_ledger
from fairdeal.server.api.desk import offers as desk_offers
from fairdeal.server.api.desk import player_pages as desk_player_pages
from fairdeal.server.api.desk import players as desk_players
from fairdeal.server.api.desk import requests as desk_requests
from fairdeal.server.api.desk import room as desk_room
from fairdeal.server.api.desk import rulebooks as desk_rulebooks
from fairdeal.server.api.desk import staff as desk_staff
from fairdeal.server.api.desk import system as desk_system
from fairdeal.server.api.desk import tables as desk_tables
from fairdeal.server.api.desk import tournaments as desk_tournaments
from fairdeal.server.api.desk import trail as desk_trail
from fairdeal.server.api.errors import ERROR_HANDLERS
from fairdeal.server.api.fair import disputes, proofs, rates
from fairdeal.server.api.strict import StrictRequest
from fairdeal.server.api.tournaments import draws, levers, lots, past, result, tickets
from fairdeal.server.house import ServerHouse
from fairdeal.server.integrations import routes as integrations
from fairdeal.server.payments import routes as payments
from fairdeal.server.responsible import routes as responsible

BODY_BYTES_MAX: Final = 16 * 1024

HANDLERS: Final[tuple[HTTPRouteHandler, ...]] = (
    *login.ROUTES,
    *security.ROUTES,
    *profile.ROUTES,
    *money.ROUTES,
    *cashier.ROUTES,
    *payments.ROUTES,
    *responsible.ROUTES,
    *integrations.ROUTES,
    *statements.ROUTES,
    *tickets.ROUTES,
    *draws.ROUTES,
    *lots.ROUTES,
    *past.ROUTES,
    *result.ROUTES,
    *hands.ROUTES,
    *proofs.ROUTES,
    *rates.ROUTES,
    *disputes.ROUTES,
    *complaints.ROUTES,
    *rounds.ROUTES,
    *shoes.ROUTES,
    *casino_proofs.ROUTES,
    *pattern.ROUTES,
    *figures.ROUTES,
    *rulebook.ROUTES,
    *staff.ROUTES,
    *levers.ROUTES,
    *desk_requests.ROUTES,
    *desk_players.ROUTES,
    *desk_staff.ROUTES,
    *desk_trail.ROUTES,
    *desk_hands.ROUTES,
    *desk_tables.ROUTES,
    *desk_tournaments.ROUTES,
    *desk_casino.ROUTES,
    *desk_cases.ROUTES,
    *desk_ledger.ROUTES,
    *desk_rulebooks.ROUTES,
    *desk_offers.ROUTES,
    *desk_player_pages.ROUTES,
    *desk_room.ROUTES,
    *desk_announcements.ROUTES,
    *desk_system.ROUTES,
    *desk_evidence.ROUTES,
)


def api_routes(house: ServerHouse) -> list[Any]:
    """The routes of a server; its hosted rulebooks are those to accept."""
    house.auth.offer(house.editions)
    gate = AccessControl(house)

    async def admit(request: AnyRequest) -> None:
        # A function, because routers are copied with all they hold, and nobody wants a second house.
        await gate.admit(request)

    router = Router(
        path="/",
        route_handlers=list(HANDLERS),
        before_request=admit,
        dependencies={"caller": Provide(caller_of, sync_to_thread=False)},
        exception_handlers=ERROR_HANDLERS,
        request_max_body_size=BODY_BYTES_MAX,
        request_class=StrictRequest,
        response_headers={"cache-control": "no-store"},
    )
    return [router]
