"""Opens the payments of a server: provider, notices and payouts, as its settings say."""

from collections.abc import Callable
from typing import Final

from fairdeal.kernel import Instant
from fairdeal.server.house import ServerHouse
from fairdeal.server.http.signed import SECRET_CHARACTERS_MIN
from fairdeal.server.payments.notices import Notices
from fairdeal.server.payments.payouts import Payouts
from fairdeal.server.payments.provider import HttpProvider
from fairdeal.server.settings import BadSettings, ServerSettings

CASHIER_PAGE: Final = "/cashier"


def provider_of(settings: ServerSettings, now: Callable[[], Instant]) -> HttpProvider | None:
    """The payment provider of the settings, or None; raises `BadSettings` where only a part of them is given."""
    given = (settings.payment_provider, settings.payment_url, settings.payment_secret)
    if not any(given):
        return None
    if not all(given):
        raise BadSettings("a payment provider needs payment_provider, payment_url and payment_secret; one is missing")
    if len(settings.payment_secret) < SECRET_CHARACTERS_MIN:
        raise BadSettings(f"payment_secret is too short; expected {SECRET_CHARACTERS_MIN} characters or more")
    where = settings.public_url.rstrip("/") or f"http://{settings.host}:{settings.port}"
    return HttpProvider(*given, f"{where}{CASHIER_PAGE}", now)


def open_payments(house: ServerHouse, provider: HttpProvider) -> Payouts:
    """Let a house take payments by a provider; the payouts are to be run."""
    house.cashier = provider
    house.notices = Notices(house, provider, house.settings.payment_secret)
    return Payouts(house, provider)
