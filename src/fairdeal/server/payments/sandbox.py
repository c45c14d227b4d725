"""
A payment provider that moves nothing: for trying out a room, and for its tests.

It takes the same orders as a real one and sends the same signed notices. Whoever opens its pages decides what becomes of a payment:
paid, refused, charged back. It keeps everything in memory and belongs on this machine only.
"""

import html
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import msgspec

from fairdeal.kernel import Instant
from fairdeal.server.http.signed import SIGNATURE_HEADER, Answered, SignatureCheck, post_signed
from fairdeal.server.payments import wire
from fairdeal.server.payments.wire import EventName, Notice, PaymentOrder

BODY_BYTES_MAX: Final = 16 * 1024
_WAIT_MAX: Final = 30.0
_NEXT: Final[dict[tuple[str, str], tuple[EventName, ...]]] = {
    ("deposit", "pending"): ("deposit.paid", "deposit.refused"),
    ("deposit", "paid"): ("deposit.charged_back",),
    ("withdrawal", "pending"): ("withdrawal.paid", "withdrawal.refused"),
}
"""What may become of a payment, by its kind and state."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment at the sandbox."""

    reference: str
    kind: str
    order: PaymentOrder
    state: str = "pending"

    @property
    def amount(self) -> str:
        """The amount in words."""
        return f"{self.order.amount // 100}.{self.order.amount % 100:02d} {self.order.currency}"

    @property
    def choices(self) -> tuple[EventName, ...]:
        """What may become of it next."""
        return _NEXT.get((self.kind, self.state), ())


class BadRequest(Exception):
    """A request the sandbox refuses, with its status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Sandbox:
    """The payments and the notices about them; `payouts` says what becomes of withdrawals: `paid`, `refused` or `wait`."""

    def __init__(self, callback: str, secret: str, now: Callable[[], Instant], *, payouts: str = "paid") -> None:
        self.url = ""  # known once it listens
        self._callback = callback
        self._secret = secret
        self._now = now
        self._payouts = payouts
        self._check = SignatureCheck(secret)
        self._lock = threading.Lock()
        self._payments: dict[str, Payment] = {}
        self._by_order: dict[tuple[str, str], str] = {}
        self._refunds: list[str] = []
        self._notices: deque[Notice] = deque()
        self._work = threading.Event()
        self._closing = threading.Event()

    # ---- orders

    def take(self, path: str, given: str, body: bytes) -> bytes:
        """Carry out a signed request of the room; raises `BadRequest`."""
        now = self._now()
        fault = self._check.fault(given, path, body, now)
        if fault is not None:
            raise BadRequest(401, fault)
        try:
            if path == "/refunds":
                refund = wire.decode_refund(body)
                return self._refund(refund.reference)
            order = wire.decode_order(body)
        except msgspec.MsgspecError as error:
            raise BadRequest(400, str(error)) from None
        if path not in ("/deposits", "/withdrawals"):
            raise BadRequest(404, "no such address")
        return self._take_order(path.strip("/").removesuffix("s"), order)

    def _take_order(self, kind: str, order: PaymentOrder) -> bytes:
        with self._lock:
            reference = self._by_order.get((kind, order.order))
            if reference is None:
                reference = f"sandbox-{len(self._payments) + 1}-{self._now()}"
                self._by_order[kind, order.order] = reference
                self._payments[reference] = Payment(reference, kind, order)
            payment = self._payments[reference]
            if (payment.order.amount, payment.order.currency) != (order.amount, order.currency):
                raise BadRequest(409, "the order is known with another amount")
        if kind == "withdrawal" and payment.state == "pending" and self._payouts != "wait":
            self.settle(reference, "withdrawal.paid" if self._payouts == "paid" else "withdrawal.refused")
        page = f"{self.url}/pay/{reference}" if kind == "deposit" else ""
        return wire.encode(wire.OrderTaken(reference, page))

    def _refund(self, reference: str) -> bytes:
        with self._lock:
            payment = self._found(reference)
            self._payments[reference] = replace(payment, state="returned")
            self._refunds.append(reference)
        return wire.encode(wire.OrderTaken(reference))

    # ---- what becomes of them

    def payments(self) -> list[Payment]:
        """All payments, the oldest first."""
        with self._lock:
            return list(self._payments.values())

    def payment(self, reference: str) -> Payment:
        """The payment of that reference; raises `BadRequest`."""
        with self._lock:
            return self._found(reference)

    def settle(self, reference: str, event: EventName, why: str = "") -> Payment:
        """Decide what becomes of a payment, and tell the room; raises `BadRequest` where that cannot be."""
        with self._lock:
            payment = self._found(reference)
            if event not in payment.choices:
                raise BadRequest(409, f"a {payment.kind} that is {payment.state} cannot become {event}")
            settled = self._payments[reference] = replace(payment, state=event.partition(".")[2])
            order = payment.order
            self._notices.append(Notice(event, order.order, reference, order.amount, order.currency, why))
        self._work.set()
        return settled

    def _found(self, reference: str) -> Payment:
        if reference not in self._payments:
            raise BadRequest(404, "no such payment")
        return self._payments[reference]

    # ---- notices

    def deliver(self) -> bool:
        """Send the oldest notice; False if it has to be sent again. A notice the room refuses for good is given up."""
        if not self._notices:
            return True
        answer = self._send(self._notices[0])
        if answer is None or answer.status >= 500:
            return False
        self._notices.popleft()
        return True

    def _send(self, notice: Notice) -> Answered | None:
        try:
            return post_signed(self._callback, wire.encode(notice), self._secret, self._now())
        except OSError:
            return None

    @property
    def waiting(self) -> int:
        """How many notices wait to be sent."""
        return len(self._notices)

    def work(self) -> None:
        """Send notices in order, those nobody took again and again, until closed."""
        wait = 0.5
        while not self._closing.is_set():
            if not self._notices:
                self._work.wait()
                self._work.clear()
            elif self.deliver():
                wait = 0.5
            else:
                self._closing.wait(wait)
                wait = min(_WAIT_MAX, wait * 2)

    def close(self) -> None:
        """Stop sending."""
        self._closing.set()
        self._work.set()


def serve_sandbox(sandbox: Sandbox, port: int) -> ThreadingHTTPServer:
    """The sandbox at a port of this machine; call `serve_forever`, and run `Sandbox.work` on a thread."""

    class Handler(BaseHTTPRequestHandler):
        """Pages for people, signed requests for the room."""

        def do_GET(self) -> None:
            """The page of a payment, or the list of all."""
            self._answer(lambda: (200, _page(self.path, sandbox), {}))

        def do_POST(self) -> None:
            """A signed order, or a decision made on a page."""
            self._answer(self._post)

        def _post(self) -> tuple[int, bytes, dict[str, str]]:
            length = int(self.headers.get("content-length", "0"))
            if not 0 <= length <= BODY_BYTES_MAX:
                raise BadRequest(413, "too large")
            body = self.rfile.read(length)
            parts = self.path.strip("/").split("/")
            if parts[0] == "pay" and len(parts) == 3:
                settled = sandbox.settle(parts[1], parts[2])  # type: ignore[arg-type]  # checked by its choices
                back = settled.order.back or "/"
                return 303, b"", {"location": back}
            data = sandbox.take(self.path, self.headers.get(SIGNATURE_HEADER, ""), body)
            return 200, data, {"content-type": "application/json"}

        def _answer(self, work: Callable[[], tuple[int, bytes, dict[str, str]]]) -> None:
            try:
                status, body, headers = work()
            except BadRequest as bad:
                status, body, headers = bad.status, str(bad).encode(), {"content-type": "text/plain; charset=utf-8"}
            self.send_response(status)
            for name, value in {"content-type": "text/html; charset=utf-8", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Log nothing: the command says what happens."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    sandbox.url = f"http://127.0.0.1:{server.server_address[1]}"
    return server


_STYLE: Final = (
    "body{font:16px system-ui;max-width:44rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}"
)


def _page(path: str, sandbox: Sandbox) -> bytes:
    parts = path.strip("/").split("/")
    if parts[0] == "pay" and len(parts) == 2:
        shown = [sandbox.payment(parts[1])]
    elif parts == [""]:
        shown = sandbox.payments()
    else:
        raise BadRequest(404, "no such page")
    rows = "".join(map(_row, shown)) or "<p>No payments yet.</p>"
    text = f"<!doctype html><html lang=en><title>Payment sandbox</title><style>{_STYLE}</style><h1>Payment sandbox</h1>{rows}</html>"
    return text.encode()


def _row(payment: Payment) -> str:
    words = html.escape(f"{payment.kind} {payment.amount}, {payment.order.money} money: {payment.state}")
    buttons = "".join(
        f"<form method=post action='/pay/{html.escape(payment.reference)}/{event}'>"
        f"<button>{event.partition('.')[2].replace('_', ' ')}</button></form>"
        for event in payment.choices
    )
    return f"<h2>{html.escape(payment.reference)}</h2><p>{words}</p>{buttons}"
