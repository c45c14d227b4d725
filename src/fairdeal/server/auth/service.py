"""
The account service: login, registration, passwords, sessions, second factor.

Async methods run on the server's loop; the database and hashing run on other threads. A refusal is `Refused`, and is the same
whether or not an account exists.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from fairdeal.kernel import HOUR, Instant, PlayerId, Rejection, RuleId
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.runtime.ports import Clock
from fairdeal.server.auth import names
from fairdeal.server.auth.acceptance import CASH_ACCEPTANCE, Acceptance, RulebookRevision
from fairdeal.server.auth.addresses import Addresses
from fairdeal.server.auth.authenticator import Authenticator
from fairdeal.server.auth.cookies import COOKIE, tokens_in
from fairdeal.server.auth.devices import Devices
from fairdeal.server.auth.links import make_reset_link
from fairdeal.server.auth.lockout import Lockout, RateLimiter
from fairdeal.server.auth.login_throttle import LoginThrottle
from fairdeal.server.auth.mail.outbox import MailOutbox
from fairdeal.server.auth.mail.port import Mail, MailSender
from fairdeal.server.auth.password_rules import checked_password
from fairdeal.server.auth.passwords import PASSWORD_MAX, Passwords
from fairdeal.server.auth.person import Person, Session
from fairdeal.server.auth.refused import Refused, invalid, too_many
from fairdeal.server.auth.second_factor.switching import Sealer, SecondFactor, VaultSealer
from fairdeal.server.auth.second_factor.tickets import Tickets
from fairdeal.server.auth.sessions import Device, Sessions
from fairdeal.server.auth.settings import AuthSettings, auth_settings
from fairdeal.server.auth.tokens import hash_of, new_id
from fairdeal.storage.chain import ChainHasher
from fairdeal.storage.people import GUEST, PLAYER, ComplaintRow, LogRow, NameTaken, People, PersonRow, open_people
from fairdeal.storage.port import StoreError
from fairdeal.storage.vault import Vault

if TYPE_CHECKING:
    from fairdeal.server.settings import ServerSettings

__all__ = ["COOKIE", "Auth", "LoginResult", "Person", "Registration", "Session", "open_auth"]

_log: Final = logging.getLogger(__name__)

SWEEP_SECONDS: Final = 0.5
_NAMES_TRIED_MAX: Final = 20


@dataclass(frozen=True, slots=True)
class LoginResult:
    """The result of a login: a session with the token for its cookie, or a ticket for the second factor."""

    session: Session | None
    token: str = ""
    ticket: str = ""


@dataclass(frozen=True, slots=True)
class Registration:
    """The data of a registration."""

    name: str
    email: str
    password: str
    born: str
    avatar: str


class Auth:
    """The account service of a server."""

    def __init__(
        self,
        people: People,
        clock: Clock,
        settings: AuthSettings | None = None,
        *,
        mail: MailSender | None = None,
        sealer: Sealer | None = None,
    ) -> None:
        self.settings = settings or AuthSettings()
        self.people = people
        self.clock = clock
        self.mail_outbox = MailOutbox(mail)
        self.sessions = Sessions(people, clock, self.settings.session_lasts)
        self.acceptance = Acceptance(people)
        self.passwords = Passwords(self.settings.cost)
        self.second_factor = SecondFactor(people, clock, self.settings.house, sealer)
        self.addresses = Addresses(people, self.settings, sealer)
        self.devices = Devices(sealer)
        self.throttle = LoginThrottle(self.settings.throttle)
        self.lockout = Lockout(self.settings.locks)
        self._authenticator = Authenticator(
            people,
            clock,
            passwords=self.passwords,
            second_factor=self.second_factor,
            devices=self.devices,
            throttle=self.throttle,
            lockout=self.lockout,
        )
        self._mails = RateLimiter(self.settings.mails)
        self._complaints = RateLimiter(self.settings.complaints)
        self._disputes = RateLimiter(self.settings.complaints)
        self._notices = RateLimiter(
            self.settings.mails
        )  # apart: registering with another person's address must not use up that person's links
        self._tickets = Tickets(self.settings.ticket_lasts)

    # ---- asking, without waiting

    @property
    def on_revoked(self) -> list[Callable[[str], None]]:
        """Callbacks with the id of every session that ends; called on the loop."""
        return self.sessions.on_revoked

    def session(self, token: str) -> Session | None:
        """The session of a token, or None."""
        return self.sessions.find(token)

    def session_in(self, cookies: str, *, secure: bool) -> Session | None:
        """The first valid session in a `Cookie` header, or None."""
        found = (self.sessions.find(token) for token in tokens_in(cookies, secure=secure))
        return next((session for session in found if session is not None), None)

    def face(self, player: PlayerId) -> Person | None:
        """The person with that id, or None; reads the database once per person."""
        return self.sessions.person(player)

    def offer(self, editions: Iterable[Edition]) -> None:
        """Set the rulebooks in force."""
        self.acceptance.offer(editions)

    def has_accepted(self, player: PlayerId, digest: str) -> bool:
        """Whether a player accepted the rulebook revision with that hash."""
        return self.acceptance.has_accepted(player, digest)

    def missing_acceptance(self, player: PlayerId) -> tuple[RulebookRevision, ...]:
        """The rulebooks in force that a player has not accepted."""
        return self.acceptance.missing(player)

    def check_acceptance(self, player: PlayerId, digest: str, rule: RuleId = CASH_ACCEPTANCE) -> Rejection | None:
        """Why a player may not play by that rulebook revision yet (CASH-21, MTT-51a), or None."""
        return self.acceptance.check(player, digest, rule)

    # ---- coming in

    async def guest(self, name: str, avatar: str, device: Device) -> LoginResult:
        """Create a guest account and log it in; a taken name gets a number."""
        if not self.settings.guests:
            raise Refused("guests_disabled", HTTPStatus.FORBIDDEN)
        wanted = names.checked_name(name, self.settings.house) if name.strip() else names.guest_name()
        row = _new_person(self.clock.now(), GUEST, wanted, names.checked_avatar(avatar))
        token, kept = self.sessions.prepare(row, device)
        accepted = {revision.digest: revision.id for revision in self.acceptance.revisions}
        for _ in range(_NAMES_TRIED_MAX):
            try:
                await asyncio.to_thread(self.people.admit, row, accepted, kept)
                return LoginResult(*self.sessions.opened(row, token, kept))
            except NameTaken:
                other = names.another(wanted)
                row = replace(row, name=other, name_key=names.key_of(other))
        raise Refused("name_taken")

    async def register(self, asked: Registration, device: Device, guest: Session | None = None) -> LoginResult:
        """
        Create an account and log it in.

        A guest who registers keeps their player id and wallets; their old sessions end.
        """
        now = self.clock.now()
        row = self._registered(asked, now)
        row = replace(row, password=await self.passwords.hash(asked.password))
        row = await self._own_address(row)
        is_guest = guest is not None and guest.person.kind == GUEST
        if is_guest and guest is not None:
            row = replace(row, id=guest.person.player)
        await self._keep(row, is_known=is_guest)
        await self._accept_all(row)
        await self.sessions.end(PlayerId(row.id))
        await self.log_change(row.id, "registered", row.id)
        self._ask_to_confirm(row)
        return LoginResult(*await self.sessions.start(row, device))

    def _registered(self, asked: Registration, now: Instant) -> PersonRow:
        name, email = names.checked_name(asked.name, self.settings.house), names.checked_email(asked.email)
        checked_password(asked.password, name, email, self.settings.house)
        born = names.checked_birthday(asked.born, now, self.settings.age_min)
        row = _new_person(now, PLAYER, name, names.checked_avatar(asked.avatar))
        return replace(row, email=email, email_key=names.key_of(email), born=born)

    async def _own_address(self, row: PersonRow) -> PersonRow:
        """Drop an e-mail address that belongs to another account: its owner gets an e-mail, the requester no hint."""
        owner = await asyncio.to_thread(self.people.person_named, row.email_key)
        if owner is None:
            return row
        self._notify(Mail(owner.email, owner.name, "address_in_use", self.settings.public_url))
        return replace(row, email_key="")

    async def _keep(self, row: PersonRow, *, is_known: bool) -> None:
        """Store a new account."""
        try:
            if is_known:
                fields = ("kind", "name", "name_key", "email", "email_key", "avatar", "born", "password")
                values = {field: getattr(row, field) for field in fields}
                await asyncio.to_thread(lambda: self.people.change_person(row.id, **values))
            else:
                await asyncio.to_thread(self.people.add_person, row)
        except NameTaken:
            raise Refused("name_taken") from None

    async def log_in(self, name: str, password: str, device: Device, code: str = "") -> LoginResult:
        """Log in with a password; returns a ticket where a second factor is still needed."""
        row, is_complete = await self._authenticator.identify(name, password, device, code)
        if not is_complete:
            return LoginResult(None, ticket=self._tickets.give(row.id, self.clock.now()))
        return await self._enter(row, device, password)

    async def second_step(self, ticket: str, code: str, device: Device) -> LoginResult:
        """Complete a login with the ticket and the second factor."""
        now = self.clock.now()
        person = self._tickets.holder(ticket, now)
        if person is None:
            raise Refused("ticket_expired", HTTPStatus.UNAUTHORIZED)
        self._check_lock(f"code:{person}", now)
        row = await asyncio.to_thread(self.people.person, person)
        is_right = row is not None and await asyncio.to_thread(self.second_factor.verify, row, code)
        self._check_lock(f"code:{person}", now)
        if row is None or not is_right:
            self.lockout.fail(f"code:{person}", now)
            raise Refused("bad_code", HTTPStatus.UNAUTHORIZED)
        self._tickets.take(ticket)
        return await self._enter(row, device)

    async def _enter(self, row: PersonRow, device: Device, password: str = "") -> LoginResult:
        self.lockout.reset(f"code:{row.id}")
        if password and self.passwords.needs_rehash(row.password):
            hashed = await self.passwords.hash(password)
            await asyncio.to_thread(lambda: self.people.change_person(row.id, password=hashed))
        _log.info("signed in: %s%s from %s", row.id, f" ({row.roles})" if row.roles else "", device.address)
        return LoginResult(*await self.sessions.start(row, device))

    def _check_lock(self, name: str, now: Instant) -> None:
        wait = self.lockout.locked_for(name, now)
        if wait is not None:
            raise too_many(wait)

    async def _accept_all(self, row: PersonRow) -> None:
        digests = [revision.digest for revision in self.acceptance.revisions]
        await asyncio.to_thread(self.acceptance.accept, PlayerId(row.id), digests, self.clock.now())

    # ---- being in

    async def row(self, player: PlayerId) -> PersonRow:
        """The account of a signed-in player."""
        row = await asyncio.to_thread(self.people.person, player)
        assert row is not None, player
        return row

    async def check_password(self, player: PlayerId, password: str) -> PersonRow:
        """The account if the password is right; raises `Refused`, and wrong ones count towards the lockout."""
        row, now = await self.row(player), self.clock.now()
        self._check_lock(f"inside:{row.id}", now)
        if not await self.passwords.verify(row.password, password[:PASSWORD_MAX]):
            self.lockout.fail(f"inside:{row.id}", now)
            raise Refused("wrong_password", HTTPStatus.FORBIDDEN)
        self.lockout.reset(f"inside:{row.id}")
        return row

    async def check_code(self, player: PlayerId, code: str) -> PersonRow:
        """The account if the second factor's code is right; raises `Refused`, and wrong ones count towards the lockout."""
        row, now = await self.row(player), self.clock.now()
        self._check_lock(f"code:{row.id}", now)
        if not await asyncio.to_thread(self.second_factor.verify, row, code):
            self.lockout.fail(f"code:{row.id}", now)
            raise Refused("bad_code", HTTPStatus.FORBIDDEN)
        self.lockout.reset(f"code:{row.id}")
        return row

    def is_proved(self, session: Session) -> bool:
        """Whether a session has a recent proof of identity."""
        return self.sessions.is_proved(session.id, self.settings.proof_lasts)

    async def prove(self, session: Session, password: str, code: str) -> None:
        """Prove identity again: by the second factor where enabled, otherwise by the password."""
        if session.person.second_factor:
            await self.check_code(session.person.player, code)
        else:
            await self.check_password(session.person.player, password)
        self.sessions.prove(session.id)

    async def change_password(self, session: Session, current: str, new: str, device: Device) -> LoginResult:
        """Change the password; all sessions end, and this device gets a new one."""
        row = await self.check_password(session.person.player, current)
        await self.set_password(row, new, by=row.id)
        return LoginResult(*await self.sessions.start(row, device))

    async def set_password(self, row: PersonRow, new: str, *, by: str) -> None:
        """Set a password and end all sessions."""
        hashed = await self.passwords.hash(checked_password(new, row.name, row.email, self.settings.house))
        await asyncio.to_thread(lambda: self.people.change_person(row.id, password=hashed))
        self._tickets.void(row.id)
        await self.sessions.end(PlayerId(row.id))
        await self.log_change(row.id, "password_changed", by)

    async def forgot(self, email: str) -> None:
        """Send a reset link in the background if the address is known, without revealing whether."""
        if self._mails.take(names.key_of(email), self.clock.now()) is None:
            self.mail_outbox.begin(self.send_reset(email))

    async def send_reset(self, email: str) -> None:
        """Send a reset link if the address belongs to an account."""
        row = await asyncio.to_thread(self.people.person_named, names.key_of(email))
        if row is None or not row.email or row.email_key != names.key_of(email):
            return
        link = await asyncio.to_thread(make_reset_link, self.people, row.id, self.clock.now(), self.settings)
        await self.mail_outbox.sender.send(Mail(row.email, row.name, "password_reset", link))

    async def reset(self, secret: str, new: str) -> str:
        """Set a password with a reset link; all sessions end and locks are lifted. Returns a known-device token."""
        kept = hash_of(secret)
        person = await asyncio.to_thread(self.people.reset_owner, kept, self.clock.now())
        if person is None:
            raise invalid("link_expired")
        row = await self.row(PlayerId(person))
        checked_password(new, row.name, row.email, self.settings.house)  # a password that is refused costs no link
        if await asyncio.to_thread(self.people.use_reset, kept, self.clock.now()) is None:
            raise invalid("link_expired")
        await self.set_password(row, new, by=row.id)
        self.throttle.unlock(row.id, row.name_key, row.email_key)
        return self.devices.make_token(row.id, self.clock.now())

    async def ask_to_confirm(self, player: PlayerId) -> None:
        """Send the confirmation e-mail of a player's address again, within the rate limit."""
        row = await self.row(player)
        if not await asyncio.to_thread(self.addresses.is_confirmed, row):
            self._ask_to_confirm(row)

    def _ask_to_confirm(self, row: PersonRow) -> None:
        link = self.addresses.link(row, self.clock.now())
        if link is not None:
            self._notify(Mail(row.email, row.name, "confirm_address", link))

    def _notify(self, mail: Mail) -> None:
        """Send an e-mail that a third party may have caused, within the rate limit of the address."""
        if self._notices.take(names.key_of(mail.to), self.clock.now()) is None:
            self.mail_outbox.send(mail)

    async def set_avatar(self, session: Session, avatar: str) -> Person:
        """Change the avatar."""
        values = {"avatar": names.checked_avatar(avatar)}
        await asyncio.to_thread(lambda: self.people.change_person(session.person.player, **values))
        return await self.refresh(session.person.player)

    async def refresh(self, player: PlayerId) -> Person:
        """Reload a person whose account has changed."""
        self.sessions.changed(await self.row(player))
        person = self.sessions.person(player)
        assert person is not None, player
        return person

    async def complain(self, player: PlayerId, about: str, words: str) -> ComplaintRow:
        """Store a complaint about a hand, or about a table (`table:…`), for the staff."""
        return await self._complain(self._complaints, player, about, names.checked_words(words))

    async def dispute(self, player: PlayerId, about: str, words: str) -> ComplaintRow:
        """Store what a player's device found wrong with a deal (`dispute:…`), for the staff; it has a rate of its own."""
        return await self._complain(self._disputes, player, about, words)

    async def _complain(self, limiter: RateLimiter, player: PlayerId, about: str, words: str) -> ComplaintRow:
        now = self.clock.now()
        wait = limiter.take(player, now)
        if wait is not None:
            raise too_many(wait)
        row = ComplaintRow(new_id(now), player, about, now, words, "", "", 0)
        await asyncio.to_thread(self.people.add_complaint, row)
        return row

    async def closed(self, player: PlayerId) -> None:
        """End all sessions of a closed account; its owner can still log in to withdraw."""
        now = self.clock.now()
        await asyncio.to_thread(lambda: self.people.change_person(player, closed_at=now))
        await self.sessions.end(player)
        await self.log_change(player, "closed", player)

    async def log_change(self, person: str, what: str, by: str, about: str = "") -> None:
        """Append to the account log."""
        now = self.clock.now()
        _log.info("account %s: %s %r by %s", person, what, about, by)
        await asyncio.to_thread(self.people.add_log_entry, LogRow(new_id(now), now, person, what, by, about))

    # ---- as long as the server runs

    async def sweep(self) -> None:
        """Notice sessions that another process has ended."""
        await self.sessions.sweep()

    async def run(self) -> None:
        """Sweep periodically until cancelled; database failures are retried."""
        tidy_at = self.clock.now()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            now = self.clock.now()
            try:
                await self.sweep()
                if now >= tidy_at:
                    await asyncio.to_thread(self.people.drop_expired, now)
                    tidy_at = Instant(now + HOUR)
            except StoreError:
                continue

    def close(self) -> None:
        """Close threads and connections."""
        self.passwords.close()
        self.people.close()


def _new_person(now: Instant, kind: str, name: str, avatar: str) -> PersonRow:
    """A new account row with only a name."""
    return PersonRow(new_id(now), kind, name, names.key_of(name), "", "", avatar, "", "", b"", 0, 0, "", now, 0)


def open_auth(settings: "ServerSettings", clock: Clock, vault: Vault, mail: MailSender | None = None) -> Auth:
    """Open the account service on the configured database."""
    people = open_people(settings.database, ChainHasher(vault.derive("chain")))
    people.seal_once()
    return Auth(people, clock, auth_settings(settings), mail=mail, sealer=VaultSealer(vault))
