"""Transports of messages: SMTP, files in development, and a chat webhook."""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit
from uuid import UUID

import httpx
from aiosmtplib import SMTP, SMTPException

from abano.core.config import Settings
from abano.core.public_ip import Network, NotPublicIp, public_client

# For each response.
TIMEOUT_SECONDS = 10.0
# For a whole email, below the lease of an outbox message: limits a server that is slow at each step.
EMAIL_SECONDS = 45.0
CHAT_SECONDS = 30.0


class DeliveryFailed(Exception):
    """The message was not accepted; delivery may be retried."""


class MailTransport(Protocol):
    """Sends emails, also concurrently. One run of the task uses it and closes it."""

    async def send(self, message: EmailMessage) -> None:
        """Raises DeliveryFailed."""

    async def close(self) -> None: ...


class SmtpTransport:
    """An SMTP server: ``smtp://user:password@host:port`` (STARTTLS when offered) or ``smtps://``.

    Connections are reused: greeting, TLS and login cost more than an email.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or "localhost"
        self._use_tls = parts.scheme == "smtps"
        self._port = parts.port or (465 if self._use_tls else 587)
        self._username = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password or "")
        self._idle: list[SMTP] = []

    async def send(self, message: EmailMessage) -> None:
        try:
            async with asyncio.timeout(EMAIL_SECONDS):
                await self._send(message)
        except (OSError, SMTPException) as error:
            raise DeliveryFailed(f"Mail server: {type(error).__name__}") from error

    async def close(self) -> None:
        while self._idle:
            server = self._idle.pop()
            with contextlib.suppress(OSError, SMTPException):
                await server.quit()
            server.close()

    async def _send(self, message: EmailMessage) -> None:
        server = await self._reused() or await self._connected()
        try:
            await server.send_message(message)
        except BaseException:
            # The state of the connection is unknown.
            server.close()
            raise
        self._idle.append(server)

    async def _reused(self) -> SMTP | None:
        """An idle connection that is still open, or None."""
        while self._idle:
            server = self._idle.pop()
            try:
                await server.noop()
            except BaseException as error:
                server.close()
                if not isinstance(error, OSError | SMTPException):
                    raise
            else:
                return server
        return None

    async def _connected(self) -> SMTP:
        # ``start_tls=None`` upgrades when the server offers it and fails when the upgrade fails. Certificates are
        # verified against the system's authorities.
        server = SMTP(
            hostname=self._host,
            port=self._port,
            username=self._username,
            password=self._password,
            use_tls=self._use_tls,
            start_tls=False if self._use_tls else None,
            timeout=TIMEOUT_SECONDS,
        )
        await server.connect()
        return server


class FileTransport:
    """For development: writes each message to an ``.eml`` file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, message: EmailMessage) -> None:
        try:
            await asyncio.to_thread(self._write, message)
        except OSError as error:
            raise DeliveryFailed(f"Mail folder: {error.strerror}") from error

    async def close(self) -> None:
        """Nothing to close."""

    def _write(self, message: EmailMessage) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        name = message["Message-ID"].strip("<>").partition("@")[0]
        unfinished = self._folder / f".{name}.part"
        unfinished.write_bytes(message.as_bytes(policy=SMTP_POLICY))
        unfinished.rename(self._folder / f"{name}.eml")


class ChatWebhook:
    """Posts ``{"text": …}`` to the company's chat, the format of common chat services.

    ``allowed``: networks that may be called though they are not public.
    """

    def __init__(self, allowed: Sequence[Network] = ()) -> None:
        self._allowed = allowed

    async def send(self, url: str, text: str) -> None:
        """Raises DeliveryFailed."""
        body: Mapping[str, str] = {"text": text}
        try:
            async with (
                asyncio.timeout(CHAT_SECONDS),
                public_client(timeout=TIMEOUT_SECONDS, allowed=self._allowed) as client,
                # The response body is not read, only the status.
                client.stream("POST", url, json=body) as answer,
            ):
                pass
        except NotPublicIp as error:
            raise DeliveryFailed("Chat webhook: its address is not on the public internet") from error
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            raise DeliveryFailed(f"Chat webhook: {type(error).__name__}") from error
        if not answer.is_success:
            raise DeliveryFailed(f"Chat webhook answered {answer.status_code}")


def written_email(settings: Settings, message_id: UUID) -> Path:
    """The file to which ``FileTransport`` writes a message."""
    return settings.data_dir / "mail" / f"{message_id}.eml"


def mail_transport(settings: Settings) -> MailTransport:
    """The configured transport."""
    if settings.smtp_url:
        return SmtpTransport(settings.smtp_url)
    return FileTransport(settings.data_dir / "mail")
