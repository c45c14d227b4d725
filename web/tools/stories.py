"""The built stories in a browser, served as the room will serve the client: strict policy, one page for every path."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright

WEB = Path(__file__).parent.parent
BUILT = WEB / "dist-stories"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)
SIZES = {"desk": (1440, 900), "small": (1280, 720), "phone": (390, 844)}
STORIES = [
    "act",
    "pre",
    "closed",
    "end",
    "lost",
    "back",
    "rolled-back",
    "refused",
    "away",
    "waiting",
    "seats-2",
    "seats-3",
    "seats-5",
    "seats-6",
    "seats-9",
    "omaha",
    "tiles",
    "no-tables",
    "lobby",
    "lobby-loading",
    "lobby-failed",
    "sit-and-go",
    "tournaments",
    "tournaments-none",
    "tournaments-too-late",
    "tournaments-loading",
    "tournament-registering",
    "tournament-in",
    "tournament-running",
    "tournament-running-tables",
    "tournament-running-prizes",
    "tournament-running-structure",
    "tournament-running-rules",
    "tournament-break",
    "tournament-finished",
    "tournament-cancelled",
    "tournament-cancelled-out",
    "tournament-rebuys",
    "past",
    "past-tournament",
    "past-cancelled",
    "tickets",
    "history-tournament",
    "history-tournament-hand",
    "casino",
    "cashier",
    "cashier-failed",
    "history",
    "history-list",
    "rules",
    "rules-start",
    "rules-compare",
    "glossary",
    "login",
    "login-refused",
    "second-factor",
    "register",
    "account",
    "limits",
    "security",
    "sessions",
    "t-play",
    "t-break",
    "t-handforhand",
    "t-rebuy",
    "t-moved",
    "t-final",
    "t-out",
    "t-tiles",
    "hexa-spin",
    "hexa-drawn",
    "hexa-x1000",
    "hexa-end",
    "hexa-lobby",
    "hexa-none",
    "hexa-draws",
    "hexa-draws-none",
    "settings",
    "nowhere",
    "desk-inbox",
    "desk-quiet",
    "desk-player",
    "desk-suspend",
    "desk-close",
    "desk-request",
    "desk-own",
    "desk-changed",
    "desk-done",
    "desk-trail",
    "desk-staff",
    "desk-search",
    "desk-door",
    "desk-hand",
    "desk-hand-playing",
    "desk-table",
    "desk-event",
    "desk-cases",
    "desk-case",
    "desk-casino",
]
SETTLED_MS = 1300


class Client(SimpleHTTPRequestHandler):
    """Files of the client; any other path is one of its pages."""

    def send_head(self):  # noqa: ANN201 (as the base class has it)
        """The file, or the page for a path that is none."""
        if not Path(self.translate_path(self.path)).is_file():
            self.path = "/index.html"
        return super().send_head()

    def end_headers(self) -> None:
        """With the policy."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A browser asks for many modules at once; the usual queue of five makes it wait."""

    request_queue_size = 128


@contextmanager
def browser() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of the stories."""
    if not BUILT.is_dir():
        raise SystemExit("no stories are built: npm run stories")
    server = Server(("127.0.0.1", 0), partial(Client, directory=BUILT))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        launched = play.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield launched, f"http://127.0.0.1:{server.server_port}"
        launched.close()
    server.shutdown()


def tell(page: Page, at: str, story: str, query: str = "") -> None:
    """Open a story and let its guards pass."""
    page.goto(f"{at}/?story={story}{query}")
    page.wait_for_selector("main > :not([aria-hidden])")
    page.wait_for_timeout(SETTLED_MS)
