"""Sends e-mail by SMTP, on threads of its own, so that a slow server delays nothing."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final

from fairdeal.server.auth.mail.port import ConsoleSender, Mail, MailSender
from fairdeal.server.auth.mail.templates import mail_template
from fairdeal.server.settings import BadSettings, ServerSettings

_TIMEOUT_SECONDS: Final = 20
_THREADS: Final = 2
_WAITING_MAX: Final = 500
_log: Final = logging.getLogger(__name__)


class SmtpSender:
    """Sends e-mails by the configured SMTP server; failures are logged without address and link, and not retried."""

    def __init__(self, settings: ServerSettings) -> None:
        if not parseaddr(settings.smtp_sender)[1]:
            raise BadSettings("smtp_host needs smtp_sender, the address that e-mails come from")
        if settings.smtp_user and not settings.smtp_starttls:
            raise BadSettings("smtp_user needs smtp_starttls: a password does not travel in the clear")
        self._settings = settings
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="mail")
        self._waiting = 0

    async def send(self, mail: Mail) -> None:
        """Queue an e-mail for the SMTP server; dropped if the queue is full."""
        if self._waiting >= _WAITING_MAX:
            _log.error("an e-mail was dropped (%s): %d are waiting", mail.kind, self._waiting)
            return
        self._waiting += 1
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._deliver, self._message(mail))
        except (OSError, ValueError) as error:  # its text may hold the address
            code = getattr(error, "smtp_code", "")
            _log.error("an e-mail was not sent (%s): %s %s", mail.kind, type(error).__name__, code)
        finally:
            self._waiting -= 1

    def _message(self, mail: Mail) -> EmailMessage:
        sender, operator = self._settings.smtp_sender, self._settings.operator
        subject, text = mail_template(mail.kind, operator.language, house=operator.name, name=mail.name, link=mail.link)
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, mail.to, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    def _deliver(self, message: EmailMessage) -> None:
        import smtplib  # noqa: PLC0415 - few houses send mail themselves
        import ssl  # noqa: PLC0415

        chosen = self._settings
        with smtplib.SMTP(chosen.smtp_host, chosen.smtp_port, timeout=_TIMEOUT_SECONDS) as server:
            if chosen.smtp_starttls:
                server.starttls(context=ssl.create_default_context())
            if chosen.smtp_user:
                server.login(chosen.smtp_user, chosen.smtp_password)
            server.send_message(message)


def mail_sender_of(settings: ServerSettings) -> MailSender:
    """The configured SMTP sender, or the console sender without one."""
    return SmtpSender(settings) if settings.smtp_host else ConsoleSender()
