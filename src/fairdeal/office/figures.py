"""What a deed would do, in numbers: the events and movements of money of its dry run, and the digest that binds a signature to them."""

import hashlib
from dataclasses import dataclass

from fairdeal.bank.transfer import Transfer
from fairdeal.kernel import AccountId, PlayerId, RuleId, StreamId


@dataclass(frozen=True, slots=True)
class Happening:
    """One event that a deed would cause, by name."""

    stream: StreamId
    event: str
    rule: RuleId | None
    player: str | None


@dataclass(frozen=True, slots=True)
class Balance:
    """What an account holds before and after, in units."""

    account: AccountId
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything a deed would do; balances are shown, but only what moves is signed, because players play on meanwhile."""

    request: str
    deed: str
    happenings: tuple[Happening, ...]
    transfers: tuple[Transfer, ...]
    balances: tuple[Balance, ...]
    concerned: tuple[PlayerId, ...] = ()  # players it touches besides those it names; they are told

    @property
    def digest(self) -> bytes:
        """The digest of what would happen and move."""
        lines = [self.deed]
        lines += [f"{each.stream} {each.event} {each.player or ''}" for each in self.happenings]
        lines += [f"{each.debit} {each.credit} {each.amount} {each.reason}" for each in self.transfers]
        # What is named after the request has another name in a dry run, and is the same.
        text = "\n".join(lines).replace(self.request, "@")
        return hashlib.sha256(text.encode()).digest()[:16]
