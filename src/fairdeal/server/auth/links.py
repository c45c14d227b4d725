"""Password-reset links."""

from fairdeal.kernel import Instant
from fairdeal.server.auth.settings import AuthSettings
from fairdeal.server.auth.tokens import hash_of, new_secret
from fairdeal.storage.people import People


def make_reset_link(people: People, person: str, now: Instant, settings: AuthSettings) -> str:
    """Create a one-time link to set a new password. Blocks."""
    secret = new_secret()
    people.add_reset(hash_of(secret), person, now + settings.reset_lasts)
    return f"{settings.public_url.rstrip('/')}/reset#{secret}"
