"""What an operator decides about accounts."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from fairdeal.kernel import DAY, HOUR, MINUTE, SECOND, Duration
from fairdeal.server.auth.lockout import LockRules, RateLimit
from fairdeal.server.auth.login_throttle import ThrottleRules
from fairdeal.server.auth.passwords import Cost

if TYPE_CHECKING:
    from fairdeal.server.settings import ServerSettings

ENTRANCES: Final = RateLimit(60, Duration(2 * SECOND))
MAILS: Final = RateLimit(5, Duration(10 * MINUTE))
REQUESTS: Final = RateLimit(300, Duration(SECOND // 20))
COMPLAINTS: Final = RateLimit(10, HOUR)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthSettings:
    """How people come in, and for how long they stay."""

    house: str = "Fairdeal"  # as telephones name the second factor
    public_url: str = "http://localhost:8000"  # links in mails start with it
    age_min: int = 18
    guests: bool = True
    session_lasts: Duration = Duration(30 * DAY)  # since it was last used
    reset_lasts: Duration = HOUR
    confirm_lasts: Duration = Duration(7 * DAY)  # the link that confirms an address
    ticket_lasts: Duration = Duration(5 * MINUTE)  # between the password and the second factor
    proof_lasts: Duration = Duration(5 * MINUTE)  # how long ago somebody must have shown who they are, for what matters
    cost: Cost = field(default_factory=Cost)
    throttle: ThrottleRules = field(default_factory=ThrottleRules)  # of passwords at the door
    locks: LockRules = field(default_factory=LockRules)  # of digits, and of passwords by somebody who is in
    # A day's worth of wrong passwords from one address is a few thousand; a household shares one address.
    entrances: RateLimit = ENTRANCES
    mails: RateLimit = MAILS  # by address, and by account
    requests: RateLimit = REQUESTS
    complaints: RateLimit = COMPLAINTS


def auth_settings(settings: "ServerSettings") -> AuthSettings:
    """What a server's settings say about accounts."""
    public_url = settings.public_url or f"http://{settings.host}:{settings.port}"
    return AuthSettings(house=settings.operator.name, public_url=public_url)
