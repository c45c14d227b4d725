"""Letters by a mail server: they arrive, by TLS and under a name; and what fails tells nobody the address or the link."""

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fairdeal.server.auth.mail.port import ConsoleSender, Mail
from fairdeal.server.auth.mail.smtp import SmtpSender, mail_sender_of
from fairdeal.server.settings import BadSettings, Operator, ServerSettings, load_settings
from tests.server.auth.door import WORDS, Door, at_the_door

HOST = "127.0.0.1"
LETTER = Mail("maria@post.test", "Maria", "password_reset", "https://room.test/reset#a-secret")


class Post:
    """A mail server: what it offers and refuses, what it was given."""

    def __init__(self, tls: ssl.SSLContext | None = None, refused: str = "") -> None:
        self.tls = tls
        self.refused = refused
        self.port = 0
        self.said: list[str] = []  # commands; those that came by TLS with a star
        self.letters: list[bytes] = []

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Post"]:
        server = await asyncio.start_server(self._serve, HOST, 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._talk(reader, writer)
        except (ConnectionError, ssl.SSLError):
            pass  # a client that does not trust this server hangs up
        finally:
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        is_safe = False
        writer.write(b"220 post\r\n")
        while line := (await reader.readline()).decode().strip():
            self.said.append(f"{'*' if is_safe else ''}{line}")
            verb = line.split(" ")[0].upper()
            writer.write(self._answer(verb, is_safe=is_safe))
            if verb == "STARTTLS" and self.tls is not None:
                await writer.start_tls(self.tls)
                is_safe = True
            elif verb == "DATA" and verb != self.refused:
                self.letters.append((await reader.readuntil(b"\r\n.\r\n")).removesuffix(b".\r\n"))
                writer.write(b"250 kept\r\n")
            elif verb == "QUIT":
                return

    def _answer(self, verb: str, *, is_safe: bool) -> bytes:
        if verb == self.refused:
            return b"550 not here: maria@post.test\r\n"
        offers = b"250-AUTH PLAIN\r\n" if is_safe else b"250-STARTTLS\r\n" if self.tls else b""
        answers = {"EHLO": b"250-post\r\n" + offers + b"250 HELP\r\n", "STARTTLS": b"220 go\r\n", "AUTH": b"235 in\r\n"}
        return {**answers, "DATA": b"354 go\r\n", "QUIT": b"221 bye\r\n"}.get(verb, b"250 fine\r\n")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine, with its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "post")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(IPv4Address(HOST))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    file = tmp_path_factory.mktemp("post") / "post.pem"
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(secret + made.public_bytes(pem))
    return file


@pytest.fixture
def tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate is trusted here, as an operator makes a machine trust one of their own."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


def settings_of(post: Post, **changes: Any) -> ServerSettings:
    usual = {"smtp_host": HOST, "smtp_port": post.port, "smtp_sender": "Club <post@club.test>"}
    return ServerSettings(**{**usual, **changes})


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 60))


def test_a_letter_arrives_by_tls_under_the_user_s_name(tls: ssl.SSLContext, trusted: None) -> None:
    post = Post(tls)

    async def story() -> None:
        async with post.open():
            who = {"smtp_user": "club", "smtp_password": "quiet sentence"}
            await mail_sender_of(settings_of(post, **who, operator=Operator("Klubben", language="sv"))).send(LETTER)

    run(story())
    plain, by_tls = [[line for line in post.said if line.startswith("*") is safe] for safe in (False, True)]
    assert [line.split()[0].upper() for line in plain] == ["EHLO", "STARTTLS"]
    login = next(line for line in by_tls if line.startswith("*AUTH"))
    assert base64.b64decode(login.split()[-1]) == b"\0club\0quiet sentence"
    assert [line.split(" ")[1] for line in by_tls if ":<" in line] == ["FROM:<post@club.test>", "TO:<maria@post.test>"]
    (letter,) = [message_from_bytes(each, policy=policy.default) for each in post.letters]
    assert (letter["From"], letter["To"]) == ("Club <post@club.test>", "maria@post.test")
    assert letter["Subject"] == "Klubben: ett nytt lösenord"
    assert LETTER.link in letter.get_content()


@pytest.mark.parametrize("language", ["en", "et", "ro", "sv", "xx"])
@pytest.mark.parametrize("kind", ["password_reset", "address_in_use", "confirm_address"])
def test_every_kind_is_worded_in_every_language(kind: str, language: Any) -> None:
    post = Post()

    async def story() -> None:
        async with post.open():
            chosen = settings_of(post, smtp_starttls=False, operator=Operator("The {Club}", language=language))
            await SmtpSender(chosen).send(Mail("maria@post.test", "Maria", kind, LETTER.link))

    run(story())
    letter = message_from_bytes(post.letters[0], policy=policy.default)
    assert letter["Subject"].startswith("The {Club}: ")
    assert all(word in letter.get_content() for word in ("Maria", LETTER.link))


@at_the_door
async def test_a_link_that_came_by_mail_sets_a_new_password(door: Door) -> None:
    await door.maria()
    async with Post().open() as post:
        door.auth.mail_outbox.sender = SmtpSender(settings_of(post, smtp_starttls=False))
        await door.auth.forgot("maria@post.test")
        await asyncio.gather(*door.auth.mail_outbox.sending)
    text = message_from_bytes(post.letters[0], policy=policy.default).get_content()
    link = next(line for line in text.splitlines() if line.startswith("https://room.test/reset#"))

    await door.auth.reset(link.partition("#")[2], f"{WORDS} anew")

    await door.log_in(f"{WORDS} anew")


@pytest.mark.parametrize(
    ("refused", "has_tls", "error"),
    [
        ("RCPT", False, "SMTPRecipientsRefused"),
        ("DATA", False, "SMTPDataError 550"),
        ("", False, "SMTPNotSupportedError"),
        ("", True, "SSLCertVerificationError"),
    ],
)
def test_a_failure_is_logged_without_the_address_and_the_link_and_told_to_nobody(
    refused: str, has_tls: bool, error: str, tls: ssl.SSLContext, caplog: pytest.LogCaptureFixture
) -> None:
    post = Post(tls if has_tls else None, refused)

    async def story() -> None:
        async with post.open():
            await SmtpSender(settings_of(post, smtp_starttls=not refused)).send(LETTER)

    run(story())
    assert post.letters == []
    assert "not sent (password_reset)" in caplog.text
    assert error in caplog.text
    assert "maria" not in caplog.text.lower()
    assert "secret" not in caplog.text


def test_a_mail_server_that_is_away_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    post = Post()

    async def story() -> None:
        async with post.open():
            chosen = settings_of(post)
        await SmtpSender(chosen).send(LETTER)

    run(story())
    assert "ConnectionRefusedError" in caplog.text
    assert "maria" not in caplog.text.lower()


def test_letters_that_wait_for_a_slow_mail_server_are_bounded(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.server.auth.mail.smtp._WAITING_MAX", 0)
    post = Post()

    async def story() -> None:
        async with post.open():
            await SmtpSender(settings_of(post)).send(LETTER)

    run(story())
    assert "an e-mail was dropped" in caplog.text
    assert "maria" not in caplog.text.lower()


def test_without_a_host_links_go_to_the_console(capsys: pytest.CaptureFixture[str]) -> None:
    mail = mail_sender_of(load_settings(None, {}))

    asyncio.run(mail.send(LETTER))

    assert isinstance(mail, ConsoleSender)
    assert LETTER.link in capsys.readouterr().err


def test_a_host_in_the_environment_chooses_the_mail_server() -> None:
    environment = {"FAIRDEAL_SMTP_HOST": "post.test", "FAIRDEAL_SMTP_PORT": "25", "FAIRDEAL_SMTP_SENDER": "a@club.test"}
    found = load_settings(None, {**environment, "FAIRDEAL_SMTP_PASSWORD": "quiet sentence"})

    assert isinstance(mail_sender_of(found), SmtpSender)
    assert found.smtp_port == 25
    assert "quiet sentence" not in repr(found)


@pytest.mark.parametrize(
    ("changes", "word"),
    [({"smtp_sender": ""}, "smtp_sender"), ({"smtp_user": "club", "smtp_starttls": False}, "smtp_starttls")],
)
def test_settings_that_cannot_send_are_told_at_once(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(BadSettings, match=word):
        mail_sender_of(settings_of(Post(), **changes))
