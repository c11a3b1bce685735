"""Ways out of the house: SMTP, readable files in development, and a chat webhook."""

import asyncio
import contextlib
import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from functools import cached_property
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit
from uuid import UUID

import httpx

from abano.config import Settings

TIMEOUT_SECONDS = 10.0
# What a mail server answers that did as it was told.
COMPLETED = 250


class DeliveryFailed(Exception):
    """The message was not taken. Worth another try later."""


class MailTransport(Protocol):
    """Sends e-mails, several at once if need be. Belongs to one run of the worker, which closes it."""

    async def send(self, message: EmailMessage) -> None:
        """Raises DeliveryFailed."""

    async def close(self) -> None: ...


class SmtpTransport:
    """A real mail server: ``smtp://user:password@host:port`` (STARTTLS when offered) or ``smtps://``.

    A connection that has taken a message takes the next one: greeting, TLS and login cost more than a letter.
    """

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        # Taken from and put back by several threads; a list's own operations are safe for that.
        self._idle: list[smtplib.SMTP] = []

    async def send(self, message: EmailMessage) -> None:
        try:
            await asyncio.to_thread(self._send, message)
        except (OSError, smtplib.SMTPException) as error:
            raise DeliveryFailed(f"Mail server: {type(error).__name__}") from error

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _send(self, message: EmailMessage) -> None:
        server = self._still_there() or self._connected()
        try:
            server.send_message(message)
        except BaseException:
            # Nobody knows what state it is in.
            server.close()
            raise
        self._idle.append(server)

    def _still_there(self) -> smtplib.SMTP | None:
        """A connection that was not closed by the other side meanwhile."""
        while server := self._taken():
            with contextlib.suppress(OSError, smtplib.SMTPException):
                if server.noop()[0] == COMPLETED:
                    return server
            server.close()
        return None

    def _taken(self) -> smtplib.SMTP | None:
        try:
            return self._idle.pop()
        except IndexError:  # asking first would leave a moment for another thread to take it
            return None

    def _connected(self) -> smtplib.SMTP:
        host = self._parts.hostname or "localhost"
        server: smtplib.SMTP
        if self._parts.scheme == "smtps":
            port = self._parts.port or 465
            server = smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_SECONDS, context=self._authorities)
        else:
            server = smtplib.SMTP(host, self._parts.port or 587, timeout=TIMEOUT_SECONDS)
        try:
            server.ehlo()
            if self._parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=self._authorities)
            if self._parts.username:
                server.login(unquote(self._parts.username), unquote(self._parts.password or ""))
        except BaseException:
            server.close()
            raise
        return server

    @cached_property
    def _authorities(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def _close(self) -> None:
        while server := self._taken():
            with contextlib.suppress(OSError, smtplib.SMTPException):
                server.quit()
            server.close()


class FileTransport:
    """Development: each message is a readable ``.eml`` file that any mail program opens."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, message: EmailMessage) -> None:
        try:
            await asyncio.to_thread(self._write, message)
        except OSError as error:
            raise DeliveryFailed(f"Mail folder: {error.strerror}") from error

    async def close(self) -> None:
        """Nothing is open between messages."""

    def _write(self, message: EmailMessage) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        name = message["Message-ID"].strip("<>").partition("@")[0]
        unfinished = self._folder / f".{name}.part"
        unfinished.write_bytes(message.as_bytes(policy=SMTP))
        unfinished.rename(self._folder / f"{name}.eml")


class ChatWebhook:
    """Posts ``{"text": …}`` to the company's chat, the form that the usual chat services take."""

    async def send(self, url: str, text: str) -> None:
        """Raises DeliveryFailed."""
        body: Mapping[str, str] = {"text": text}
        try:
            async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as client:
                answer = await client.post(url, json=body)
        except httpx.HTTPError as error:
            raise DeliveryFailed(f"Chat webhook: {type(error).__name__}") from error
        if not answer.is_success:
            raise DeliveryFailed(f"Chat webhook answered {answer.status_code}")


def written_letter(settings: Settings, message_id: UUID) -> Path:
    """Where ``FileTransport`` wrote the letter of a message, if it did."""
    return settings.data_dir / "mail" / f"{message_id}.eml"


def mail_transport(settings: Settings) -> MailTransport:
    """The transport that the settings ask for."""
    if settings.smtp_url:
        return SmtpTransport(settings.smtp_url)
    return FileTransport(settings.data_dir / "mail")
