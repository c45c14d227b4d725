"""The ASGI application: API, health checks, metrics, and the web client's files."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.datastructures import MutableScopeHeaders
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response.base import ASGIResponse
from litestar.status_codes import HTTP_200_OK, HTTP_403_FORBIDDEN, HTTP_503_SERVICE_UNAVAILABLE

from fairdeal.server.api.errors import ERROR_HANDLERS
from fairdeal.server.api.request_filter import RequestFilter
from fairdeal.server.api.shapes import Explanation
from fairdeal.server.house import ServerHouse
from fairdeal.server.http.cameras import camera_sources
from fairdeal.server.http.headers import security_headers
from fairdeal.server.http.schema_page import PlainPage
from fairdeal.server.http.static import Static, read_client, read_downloads
from fairdeal.server.readiness import readiness
from fairdeal.server.telemetry import Metrics

_GAME: Final = "/api"
_COME_BACK_SECONDS: Final = 2
_API: Final = (_GAME, "/healthz", "/readyz", "/metrics")
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def make_app(house: ServerHouse, metrics: Metrics, api: Sequence[Any]) -> "Site":
    """Build the ASGI application of a server."""
    headers: list[tuple[bytes, bytes]] = []

    def allow_cameras(_changed: object = None) -> None:
        """Write the headers for the cameras that there are now; whoever answers holds the same list."""
        cameras = camera_sources(house.room.casino.house.setups.values())
        headers[:] = security_headers(secure=house.settings.is_secure, sources=cameras)

    allow_cameras()
    house.room.casino.on_changed.append(allow_cameras)
    app = Litestar(
        route_handlers=[Router("/api", route_handlers=list(api)), *_own_routes(house, metrics)],
        openapi_config=OpenAPIConfig(
            title="Fairdeal",
            version=house.build,
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[PlainPage(), JsonRenderPlugin()],
        ),
        exception_handlers=ERROR_HANDLERS,
        debug=False,
        logging_config=None,
    )
    front = RequestFilter(app, house.auth.settings.requests, house.clock)
    return Site(house, front, Static({**read_client(), **read_downloads()}, headers), headers)


def _own_routes(house: ServerHouse, metrics: Metrics) -> list[Any]:
    @get("/healthz", sync_to_thread=False)
    def health() -> dict[str, str]:
        """The process answers."""
        return {"status": "alive", "build": house.build}

    @get("/readyz", sync_to_thread=False)
    def ready() -> Response[dict[str, Any]]:
        """Whether players can be sent here, and what stands still."""
        condition = readiness(house)
        status = HTTP_200_OK if condition["why"] is None else HTTP_503_SERVICE_UNAVAILABLE
        return Response(condition, status_code=status)

    @get("/metrics", sync_to_thread=False)
    def numbers(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Numbers for Prometheus; only to this machine unless the operator says otherwise."""
        asker = request.client.host if request.client is not None else ""
        if not house.settings.metrics_public and asker not in _LOOPBACK:
            return Response(b"", status_code=HTTP_403_FORBIDDEN)
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return [health, ready, numbers]


class Site:
    """Routes requests: the API to Litestar, everything else to the client's files."""

    def __init__(
        self, house: ServerHouse, api: RequestFilter, static: Static, headers: list[tuple[bytes, bytes]]
    ) -> None:
        self._house = house
        self._api = api
        self._static = static
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI request."""
        if not _is_api(scope["path"]):
            await self._static(scope, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                found = MutableScopeHeaders(message)
                for name, value in self._headers:
                    found.setdefault(name.decode(), value.decode())
            await send(message)

        if scope["path"].startswith(_GAME) and not self._house.is_ready:
            await _not_yet(scope, receive, with_headers)
        else:
            await self._api(scope, receive, with_headers)


async def _not_yet(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 503 while the room recovers or stops: its state may be from before the outage."""
    body = msgspec.json.encode(Explanation("restarting"))
    headers = {"cache-control": "no-store", "retry-after": str(_COME_BACK_SECONDS)}
    answer = ASGIResponse(
        body=body, status_code=HTTP_503_SERVICE_UNAVAILABLE, media_type="application/json", headers=headers
    )
    await answer(scope, receive, send)


def _is_api(path: str) -> bool:
    return any(path == each or path.startswith(f"{each}/") for each in _API)
