"""The switch for real money: a room that does not meet every condition does not open, and says all that is missing."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from fairdeal.bank.policy import BankPolicy
from fairdeal.kernel import MoneyKind
from fairdeal.server.auth.roles import Role, roles_in
from fairdeal.server.settings import BadSettings, Operator, ServerSettings
from fairdeal.storage.people import PersonRow, open_people

_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_PAGE: Final = 1_000


def plays_for_real(settings: ServerSettings) -> bool:
    """Whether the settings ask for real money."""
    return "real" in settings.money


def bank_policy(settings: ServerSettings) -> BankPolicy:
    """What the settings say about money; deposit limits are needed wherever money is real."""
    return BankPolicy(real_money=plays_for_real(settings), limits_needed_for=(MoneyKind.REAL,))


def unmet_conditions(settings: ServerSettings, staff: Sequence[PersonRow]) -> list[str]:
    """All that keeps a room from playing for real money, in plain words; empty if nothing does."""
    operator = settings.operator
    found = [
        (not settings.real_money, "real_money is not switched on: write real_money = true"),
        (operator.name == Operator().name, "the operator has no name: write name below [operator]"),
        (not operator.licence.strip(), "the licence is not told: write licence below [operator]"),
        (not operator.contact.strip(), "players cannot reach you: write contact below [operator]"),
        (
            not settings.payment_provider,
            "there is no payment provider: set payment_provider, payment_url, payment_secret",
        ),
        (not settings.sign_up_limits, "sign_up_limits is off: players must be asked for their limits"),
        (
            not settings.reality_check_minutes,
            "reality_check_minutes is 0: players must be told how long they have played",
        ),
        (
            not _is_private(settings),
            "public_url does not begin with https://, so that passwords could be read on the way",
        ),
        (
            not any(Role.ADMIN in roles_in(row.roles) for row in staff),
            "there is no admin: fairdeal admin create-user NAME --role admin",
        ),
    ]
    words = [reason for is_missing, reason in found if is_missing]
    bare = [row.name for row in staff if not row.totp_on]
    if bare:
        words.append(
            f"staff without a second factor: {', '.join(bare)}; fairdeal admin second-factor NAME switches it on"
        )
    return words


def check_real_money(settings: ServerSettings) -> None:
    """Raise `BadSettings` with everything that is missing, if the settings ask for real money. Reads the accounts."""
    if not plays_for_real(settings):
        return
    people = open_people(settings.database)
    try:
        staff, after = [], ""
        while page := people.everybody(after, _PAGE):
            staff += [row for row in page if row.roles and not row.closed_at]
            after = page[-1].name_key
    finally:
        people.close()
    missing = unmet_conditions(settings, staff)
    if missing:
        lines = "".join(f"\n  - {each}" for each in missing)
        raise BadSettings(f"this room does not open for real money yet:{lines}")


def _is_private(settings: ServerSettings) -> bool:
    """Whether nobody on the way can read: by HTTPS, or because nothing leaves this machine."""
    where = settings.public_url or f"http://{settings.host}"
    return where.startswith("https://") or urlsplit(where).hostname in _LOOPBACK
