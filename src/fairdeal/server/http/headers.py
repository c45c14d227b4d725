"""Security headers of all responses."""

from collections.abc import Iterable, Mapping
from typing import Final

_CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'"
)
"""Content security policy: inline styles are allowed, because animations set them; inline scripts are not."""


def policy(sources: Mapping[str, Iterable[str]]) -> str:
    """The content security policy with more sources, by directive."""
    parts = []
    for part in _CSP.split("; "):
        directive = part.partition(" ")[0]
        parts.append(" ".join((part, *sources.get(directive, ()))))
    return "; ".join(parts)


def security_headers(*, secure: bool, sources: Mapping[str, Iterable[str]] | None = None) -> list[tuple[bytes, bytes]]:
    """The security headers of every response; `sources` are what the policy allows besides the server itself."""
    found = [
        (b"content-security-policy", policy(sources or {}).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"x-frame-options", b"DENY"),
    ]
    return [*found, (b"strict-transport-security", b"max-age=31536000")] if secure else found
