"""Whether a request comes from a page of this house."""

from collections.abc import Collection
from urllib.parse import urlsplit


def is_same_origin(origin: str, host: str, allowed: Collection[str] = ()) -> bool:
    """
    Whether a page of that `Origin` may speak to this `Host`.

    `allowed` are further origins, written as browsers do: `https://room.example`.
    """
    if origin in allowed:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()
