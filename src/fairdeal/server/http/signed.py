"""
Signed messages over HTTP, as payment providers and webhooks use them.

A message is signed with a secret both sides know: HMAC-SHA-256 over the time, the path and the body. The time is part of it, so that a
message that was overheard is worth nothing after a few minutes; the path, so that a message for one address is none for another.
"""

import hmac
import http.client
import ssl
from collections import OrderedDict
from hashlib import sha256
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from fairdeal.kernel import MINUTE, SECOND, Instant

SIGNATURE_HEADER: Final = "fairdeal-signature"
SECRET_CHARACTERS_MIN: Final = 16
TOLERANCE: Final = 5 * MINUTE
ANSWER_BYTES_MAX: Final = 64 * 1024
ANSWER_SECONDS: Final = 10.0
_SEEN_MAX: Final = 10_000


class Answered(NamedTuple):
    """The status and body of an answer."""

    status: int
    body: bytes

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return self.status // 100 == 2


def signature(secret: str, now: Instant, path: str, body: bytes) -> str:
    """The value of the signature header: the time in seconds, and the digest."""
    at = now // SECOND
    return f"t={at},v1={_digest(secret, at, path, body)}"


def _digest(secret: str, at: int, path: str, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{at}.{path}.".encode() + body, sha256).hexdigest()


class SignatureCheck:
    """Checks signatures of one sender; a message whose signature was accepted before is refused as a replay."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._seen: OrderedDict[str, Instant] = OrderedDict()

    def fault(self, given: str, path: str, body: bytes, now: Instant) -> str | None:
        """The code of what is wrong with a signature (`bad_signature`, `signature_expired`, `replayed`), or None."""
        at, digest = _parsed(given)
        if digest is None or not hmac.compare_digest(digest, _digest(self._secret, at, path, body)):
            return "bad_signature"
        if abs(now - at * SECOND) > TOLERANCE:
            return "signature_expired"
        return "replayed" if digest in self._seen else None

    def remember(self, given: str, now: Instant) -> None:
        """Refuse this signature from now on; called once its message was carried out."""
        _, digest = _parsed(given)
        if digest is not None:
            self._seen[digest] = now
        while self._seen and (len(self._seen) > _SEEN_MAX or next(iter(self._seen.values())) < now - 2 * TOLERANCE):
            self._seen.popitem(last=False)


def _parsed(given: str) -> tuple[int, str | None]:
    parts = dict(part.partition("=")[::2] for part in given.split(","))
    at, digest = parts.get("t", ""), parts.get("v1", "")
    if not (at.isascii() and at.isdigit() and len(at) <= 12 and digest.isascii()):
        return 0, None
    return int(at), digest


def post(url: str, body: bytes, headers: dict[str, str], seconds: float = ANSWER_SECONDS) -> Answered:
    """Post JSON and return the answer; blocks, and raises `OSError` if there is none in time."""
    parts = urlsplit(url)
    assert parts.hostname is not None, "settings are checked"
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=seconds, context=context)
    else:
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=seconds)
    try:
        connection.request("POST", path_of(url), body, {"content-type": "application/json", **headers})
        answer = connection.getresponse()
        return Answered(answer.status, answer.read(ANSWER_BYTES_MAX))
    except http.client.HTTPException as error:
        raise OSError(f"no answer that can be read: {type(error).__name__}") from None
    finally:
        connection.close()


def path_of(url: str) -> str:
    """The path of an address with its query, as requests name it."""
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def post_signed(url: str, body: bytes, secret: str, now: Instant, headers: dict[str, str] | None = None) -> Answered:
    """Post JSON with a signature; blocks, and raises `OSError` if there is no answer in time."""
    return post(url, body, {**(headers or {}), SIGNATURE_HEADER: signature(secret, now, path_of(url), body)})
