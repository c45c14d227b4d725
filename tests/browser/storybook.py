"""The built stories of `npm run stories`, served as the room serves the client: strict policy, one page for every path."""

import fcntl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import IO, Final

from playwright.sync_api import Browser, Page, expect

WEB: Final = Path(__file__).parents[2] / "web"
BUILT: Final = WEB / "dist-stories"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)


class Client(SimpleHTTPRequestHandler):
    """Files of the client under its policy; any other path is one of its pages."""

    def send_head(self) -> IO[bytes] | None:  # type: ignore[override]
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
def served() -> Iterator[str]:
    """Serve the stories, built anew where they are older than their source, until the block ends; gives their address."""
    with (WEB.parent / "var/stories.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests may run in several processes
        newest = max(file.stat().st_mtime for file in (WEB / "src").rglob("*") if file.is_file())
        if not (BUILT / "index.html").exists() or (BUILT / "index.html").stat().st_mtime < newest:
            subprocess.run(["sh", "tools/client.sh", "stories"], cwd=WEB.parent, check=True)
    server = Server(("127.0.0.1", 0), partial(Client, directory=str(BUILT)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@contextmanager
def opened_page(browser: Browser, *, still: bool = False, free: bool = False) -> Iterator[Page]:
    """A fresh page; an error in it, or a breach of its policy, fails whoever used it."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        timezone_id="UTC",
        reduced_motion="reduce" if still else "no-preference",
        bypass_csp=free,  # axe is put into pages by hand, which the policy forbids
    )
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield found
    context.close()
    assert faults == []


def tell(page: Page, at: str, story: str, query: str = "") -> None:
    """Open a story, let its page come and its guards pass."""
    page.goto(f"{at}/?story={story}{query}")
    expect(page.locator("main > :not([aria-busy])").first).to_be_visible()
    expect(page.locator(".guard")).to_have_count(0)
