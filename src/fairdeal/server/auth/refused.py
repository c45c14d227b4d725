"""
The exception for refused requests, and its usual cases.

* Refused            the caller's fault or the rules' decision; a status, a code, the clause, the numbers
"""

from collections.abc import Mapping
from http import HTTPStatus

from fairdeal.bank.in_cents import numbers_in_cents
from fairdeal.kernel import Rejection, RuleId

_NOTHING: Mapping[str, int] = {}


class Refused(Exception):
    """A request is refused; nothing of it was executed."""

    def __init__(
        self,
        code: str,
        status: HTTPStatus = HTTPStatus.CONFLICT,
        rule: RuleId | None = None,
        numbers: Mapping[str, int] = _NOTHING,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.rule = rule
        self.numbers = dict(numbers)


def refused(rejection: Rejection) -> Refused:
    """The `Refused` for a rejection by the rules; amounts in cents, also of ledger refusals."""
    numbers = numbers_in_cents(rejection.code, rejection.numbers)
    return Refused(rejection.code, rule=rejection.rule, numbers=numbers)


def invalid(code: str, **numbers: int) -> Refused:
    """A refusal of invalid input (400)."""
    return Refused(code, HTTPStatus.BAD_REQUEST, numbers=numbers)


def locked(wait: int) -> Refused:
    """A refusal after too many wrong passwords; a second factor overrides it."""
    return Refused("login_locked", HTTPStatus.TOO_MANY_REQUESTS, numbers={"retryAfter": -(-wait // 1000)})


def too_many(wait: int) -> Refused:
    """A refusal because of a rate limit, with the time to wait."""
    retry_after = {"retryAfter": -(-wait // 1000)}
    return Refused("too_many_requests", HTTPStatus.TOO_MANY_REQUESTS, numbers=retry_after)
