"""The cookie that carries a session's token."""

from http.cookies import CookieError, SimpleCookie
from typing import Final

COOKIE: Final = "fairdeal_session"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Over https the name itself says that the cookie is of this host only and was never sent in clear."""


def token_in(header: str) -> str | None:
    """The token in a `Cookie` header, or None."""
    try:
        found = SimpleCookie(header)
    except CookieError:
        return None
    for name in (SECURE_COOKIE, COOKIE):
        if name in found and found[name].value:
            return found[name].value
    return None


def set_cookie(token: str, *, secure: bool, lasts_seconds: int) -> str:
    """The `Set-Cookie` header that brings a token; an empty one takes it away."""
    name = SECURE_COOKIE if secure else COOKIE
    age = lasts_seconds if token else 0
    tail = "; Secure" if secure else ""
    return f"{name}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{tail}"
