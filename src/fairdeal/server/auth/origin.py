"""Whether a request comes from a page of this server (CSRF and DNS-rebinding protection)."""

from collections.abc import Collection
from typing import Final
from urllib.parse import SplitResult, urlsplit

_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def is_own_page(origin: str, host: str, *, public_url: str = "", origins: Collection[str] = ()) -> bool:
    """
    Whether a page with that `Origin` may send requests to this `Host`.

    With a public URL, allowed are that URL, `origins`, and this very machine: a foreign name pointed at our address is refused,
    though browsers then send it as both host and origin. Without a public URL, the origin must be the host.
    """
    if origin in origins:
        return True
    asking = _parts(origin)
    if asking is None:
        return False
    if public_url:
        own = _parts(public_url)
        if own is not None and (asking.scheme, asking.netloc.lower()) == (own.scheme, own.netloc.lower()):
            return True
        return asking.hostname in _HERE and asking.netloc.lower() == host.lower()
    return bool(host) and asking.netloc.lower() == host.lower()


def _parts(origin: str) -> SplitResult | None:
    try:
        parts = urlsplit(origin)
        return parts if parts.scheme in ("http", "https") and parts.hostname else None
    except ValueError:  # brackets that hold no address
        return None
