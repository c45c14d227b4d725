"""
Webhooks: what happens to payments, accounts and complaints, told to the operator's own systems.

Each address has a position of its own that lasts: after a restart it goes on where it was. Messages to one address are sent one after
the other, each again until it is answered with 2xx, so that those about one player come in order. A message may come twice, with the
same id, when the process ended between the answer and the next position. A new address begins with what happens from then on.
"""

import asyncio
import json
from hashlib import sha256
from typing import Any, Final

import msgspec

from fairdeal.bank.house import tender_of
from fairdeal.bank.purse import events
from fairdeal.kernel import SECOND, UNITS_PER_CENT, Instant, PlayerId, StreamId
from fairdeal.room.bank.purse import PURSES, purse_stream
from fairdeal.room.cash.practice.partners import PREFIX
from fairdeal.runtime.feeds import Entry
from fairdeal.server.house import ServerHouse
from fairdeal.server.http.signed import SECRET_CHARACTERS_MIN, post_signed
from fairdeal.server.logger import structlog
from fairdeal.server.settings import BadSettings, ServerSettings
from fairdeal.storage.port import Append, Committed, Outcome, StoreError, Unit

_log: Final = structlog.get_logger("fairdeal.webhooks")
_BATCH: Final = 100
_PAUSE_SECONDS: Final = 0.5
_WAIT_MAX: Final = 300.0
_SETTLED_AFTER: Final = 15 * SECOND
"""Rows of accounts younger than this may still be joined by others with an earlier id."""

KINDS: Final[dict[type, str]] = {
    events.DepositAsked: "deposit.asked",
    events.DepositReceived: "deposit.paid",
    events.DepositRefused: "deposit.refused",
    events.DepositChargedBack: "deposit.charged_back",
    events.WithdrawalAsked: "withdrawal.asked",
    events.WithdrawalApproved: "withdrawal.approved",
    events.WithdrawalReturned: "withdrawal.returned",
    events.WithdrawalSent: "withdrawal.paid",
    events.PlayerExcluded: "player.excluded",
    events.AccountClosed: "player.closed",
}
"""The kind of message that each event of a purse leads to."""
_TOLD: Final = ("deposit", "withdrawal", "provider", "reference", "staff", "why", "because")


def check_webhooks(settings: ServerSettings) -> None:
    """Raise `BadSettings` if there are addresses and no secret to sign with."""
    if settings.webhook_urls and len(settings.webhook_secret) < SECRET_CHARACTERS_MIN:
        raise BadSettings(f"webhook_urls need a webhook_secret of {SECRET_CHARACTERS_MIN} characters or more")


class Message(msgspec.Struct, frozen=True):
    """A message: an id that never changes, what happened to whom and when, and the numbers of it, in cents."""

    id: str
    kind: str
    at: int
    subject: str
    data: dict[str, Any]


def message_of(entry: Entry) -> Message | None:
    """The message that an event of a purse leads to; None: nobody is told, such as about bets and practice partners."""
    kind = KINDS.get(type(entry.event))
    subject = entry.stream.removeprefix(purse_stream(PlayerId("")))
    if kind is None or subject.startswith(PREFIX):
        return None
    event: Any = entry.event
    data: dict[str, Any] = {name: str(value) for name in _TOLD if (value := getattr(event, name, None))}
    if (amount := getattr(event, "amount", None)) is not None:
        data["amount"] = amount // UNITS_PER_CENT
        tender = getattr(event, "tender", None) or tender_of(getattr(event, "account", None) or event.kept)
        data |= {"currency": tender.currency.value, "money": tender.money.value}
    return Message(f"{entry.stream}@{entry.version}", kind, entry.at, subject, data)


def position_name(url: str) -> str:
    """The name under which the position of an address is kept."""
    return f"webhook-{sha256(url.encode()).hexdigest()[:16]}"


class Webhook:
    """Tells one address what happens, in order, until it has answered."""

    def __init__(self, house: ServerHouse, url: str, secret: str) -> None:
        self._house = house
        self._url = url
        self._secret = secret
        name = position_name(url)
        self._rows_stream = StreamId(f"consumer:{name}-rows")
        is_new = house.journal.load(StreamId(f"consumer:{name}")).version == 0
        self._consumer = house.room.feeds.consumer(name, [PURSES])
        self._rows = self._read_rows()
        if is_new:
            while self._consumer.take(_BATCH):
                pass
            self._consumer.settle()

    async def run(self) -> None:
        """Tell what happens, until cancelled."""
        while True:
            try:
                told = await self.tell_purses() + await self.tell_rows()
            except StoreError as error:
                _log.warning("what webhooks tell cannot be read", code=error.code)
                told = 0
            if not told:
                await self._pause(_PAUSE_SECONDS)

    async def tell_purses(self) -> int:
        """Send the next messages about purses; how many entries there were."""
        count = 0
        while count < _BATCH and (entries := self._consumer.take(1)):
            count += len(entries)
            message = message_of(entries[0])
            if message is not None:
                await self._deliver(message)
                self._consumer.settle()  # what was answered is not told again by whoever goes on after this process
        self._consumer.settle()
        return count

    async def tell_rows(self) -> int:
        """Send the next messages about sign-ups and complaints; how many there were."""
        people, until = self._house.people, self._house.clock.now() - _SETTLED_AFTER
        signed = await asyncio.to_thread(people.log_after, self._rows["log"], "registered", until, _BATCH)
        complaints = await asyncio.to_thread(people.complaints_after, self._rows["complaints"], until, _BATCH)
        for row in signed:
            await self._deliver(Message(f"log:{row.id}", "player.registered", row.at, row.person, {}))
            self._save_rows(log=row.id)
        for case in complaints:
            about = {"complaint": case.id, "about": case.hand}
            await self._deliver(Message(f"complaint:{case.id}", "complaint.opened", case.at, case.person, about))
            self._save_rows(complaints=case.id)
        return len(signed) + len(complaints)

    async def _deliver(self, message: Message) -> None:
        """Send a message again and again until it is answered with 2xx."""
        body, wait = msgspec.json.encode(message), 1.0
        while not await self._is_taken(body, message):
            await self._pause(wait)
            wait = min(_WAIT_MAX, wait * 2)

    async def _pause(self, seconds: float) -> None:
        """Wait on the clock of the house."""
        clock, over = self._house.clock, asyncio.Event()
        cancel = clock.at(Instant(clock.now() + round(seconds * SECOND)), over.set)
        try:
            await over.wait()
        finally:
            cancel()

    async def _is_taken(self, body: bytes, message: Message) -> bool:
        try:
            answer = await asyncio.to_thread(post_signed, self._url, body, self._secret, self._house.clock.now())
        except OSError as error:
            _log.warning("a webhook is not answered", code="webhook_unanswered", about=message.id, why=str(error))
            return False
        if not answer.is_success:
            _log.warning("a webhook is refused", code="webhook_refused", about=message.id, status=answer.status)
        return answer.is_success

    def _read_rows(self) -> dict[str, str]:
        loaded = self._house.journal.load(self._rows_stream)
        known = [json.loads(data) for data in ((loaded.snapshot,) if loaded.snapshot else ()) + loaded.events]
        if known:
            found: dict[str, str] = known[-1]
            return found
        return {"log": self._house.people.newest_log_entry(), "complaints": self._house.people.newest_complaint()}

    def _save_rows(self, **position: str) -> None:
        self._rows |= position
        data = json.dumps(self._rows, sort_keys=True).encode()
        house = self._house
        append = Append(self._rows_stream, None, (data,), data)
        house.journal.submit(Unit(house.room.registry.lease, Instant(house.clock.now()), (append,)), _saved)


def _saved(outcome: Outcome | StoreError) -> None:
    if not isinstance(outcome, Committed):
        _log.warning("the position of a webhook was not written; some messages come again", code="position_not_written")
