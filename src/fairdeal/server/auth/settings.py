"""Settings of the account service."""

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
    """Lifetimes, limits and names used by the account service."""

    house: str = "Fairdeal"  # the issuer shown in authenticator apps
    public_url: str = "http://localhost:8000"  # links in mails start with it
    age_min: int = 18
    guests: bool = True
    session_lasts: Duration = Duration(30 * DAY)  # since it was last used
    reset_lasts: Duration = HOUR
    confirm_lasts: Duration = Duration(7 * DAY)  # the link that confirms an address
    ticket_lasts: Duration = Duration(5 * MINUTE)  # between the password and the second factor
    proof_lasts: Duration = Duration(5 * MINUTE)  # how recent a proof of identity must be for sensitive routes
    cost: Cost = field(default_factory=Cost)
    throttle: ThrottleRules = field(default_factory=ThrottleRules)  # of passwords at login
    locks: LockRules = field(default_factory=LockRules)  # of TOTP codes, and of passwords within a session
    # A day's worth of wrong passwords from one address is a few thousand; a household shares one address.
    entrances: RateLimit = ENTRANCES
    mails: RateLimit = MAILS  # by address, and by account
    requests: RateLimit = REQUESTS
    complaints: RateLimit = COMPLAINTS


def auth_settings(settings: "ServerSettings") -> AuthSettings:
    """The account settings that follow from the server settings."""
    public_url = settings.public_url or f"http://{settings.host}:{settings.port}"
    return AuthSettings(
        house=settings.operator.name,
        public_url=public_url,
        age_min=settings.age_min,
        guests="real" not in settings.money,  # whoever plays for money has a name, an age and limits
    )
