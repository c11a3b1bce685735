"""Email over a real SMTP server: TLS when it is offered, a login, time limits, and nothing a visitor adds."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from abano.messaging.outbox.transport import DeliveryFailed, SmtpTransport

pytestmark = pytest.mark.anyio


class Mailbox:
    """What the server received, and whether it came encrypted. Handler of aiosmtpd."""

    def __init__(self) -> None:
        self.emails: list[Any] = []
        self.recipients: list[list[str]] = []
        self.encrypted: list[bool] = []

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        self.emails.append(message_from_bytes(envelope.content))
        self.recipients.append(envelope.rcpt_tos)
        self.encrypted.append(server.transport.get_extra_info("sslcontext") is not None)
        return "250 OK"


class Tls(Controller):
    """Encrypted from the first byte. The library's own probe of it does not check certificates."""

    def _trigger_server(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        with (
            socket.create_connection((self.hostname, self.port), 10) as plain,
            context.wrap_socket(plain) as probe,
        ):
            probe.recv(1024)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate of 127.0.0.1 with its key."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail")])
    today = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    place = tmp_path_factory.mktemp("tls") / "mail.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    place.write_bytes(private + signed.public_bytes(Encoding.PEM))
    return place


@pytest.fixture
def server_tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@pytest.fixture
def _trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate is among the system's authorities."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


@contextmanager
def running(controller: Controller) -> Iterator[None]:
    controller.start()
    try:
        yield
    finally:
        controller.stop()


@pytest.fixture
async def transports() -> AsyncIterator[list[SmtpTransport]]:
    opened: list[SmtpTransport] = []
    yield opened
    for transport in opened:
        await transport.close()


def email(to: str = "nino@example.com") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "bookings@example.com"
    message["To"] = to
    message["Subject"] = "Hello"
    message.set_content("გამარჯობა")
    return message


async def send(transports: list[SmtpTransport], url: str, *messages: EmailMessage) -> None:
    transport = SmtpTransport(url)
    transports.append(transport)
    for message in messages or (email(),):
        await transport.send(message)


@pytest.mark.usefixtures("_trusted")
@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
async def test_tls_is_used_when_offered(
    transports: list[SmtpTransport], scheme: str, port: int, mailbox: Mailbox, server_tls: ssl.SSLContext
) -> None:
    controller = (
        Controller(mailbox, hostname="127.0.0.1", port=port, tls_context=server_tls)
        if scheme == "smtp"
        else Tls(mailbox, hostname="127.0.0.1", port=port, ssl_context=server_tls)
    )
    with running(controller):
        await send(transports, f"{scheme}://127.0.0.1:{port}")
        await transports[0].close()
    assert mailbox.encrypted == [True]


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
async def test_server_with_an_unknown_certificate_gets_no_email(
    transports: list[SmtpTransport], scheme: str, port: int, mailbox: Mailbox, server_tls: ssl.SSLContext
) -> None:
    """Neither does it get one in plain text instead."""
    controller = (
        Controller(mailbox, hostname="127.0.0.1", port=port, tls_context=server_tls)
        if scheme == "smtp"
        else Tls(mailbox, hostname="127.0.0.1", port=port, ssl_context=server_tls)
    )
    with running(controller), pytest.raises(DeliveryFailed, match="Mail server: "):
        await send(transports, f"{scheme}://127.0.0.1:{port}")
    assert mailbox.emails == []


@pytest.mark.usefixtures("_trusted")
async def test_login_comes_from_the_address(
    transports: list[SmtpTransport], port: int, mailbox: Mailbox, server_tls: ssl.SSLContext
) -> None:
    seen: list[LoginPassword] = []

    def check(
        _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: LoginPassword
    ) -> AuthResult:
        seen.append(data)
        return AuthResult(success=data.password == b"p@ss:word", handled=False)

    controller = Controller(
        mailbox,
        hostname="127.0.0.1",
        port=port,
        tls_context=server_tls,
        authenticator=check,
        auth_required=True,
    )
    with running(controller):
        await send(transports, f"smtp://me%40home:p%40ss%3Aword@127.0.0.1:{port}")  # pragma: allowlist secret
        with pytest.raises(DeliveryFailed, match="SMTPAuthenticationError"):
            await send(transports, f"smtp://me%40home:wrong@127.0.0.1:{port}")  # pragma: allowlist secret
        await transports[0].close()
    assert seen[0].login == b"me@home"
    assert len(mailbox.emails) == 1


@pytest.mark.parametrize("to", ["nino@example.com\r\nBcc: x@example.com", "nino@example.com\nX: y"])
async def test_line_break_makes_no_header(to: str) -> None:
    with pytest.raises(ValueError, match="Header values"):
        email(to)


@pytest.mark.parametrize(
    "to",
    [
        "=?utf-8?q?nino=0D=0ARCPT_TO=3A=3Cx=40example=2Ecom=3E?= <nino@example.com>",
        "=?utf-8?q?nino=0D=0ARCPT_TO=3A=3Cx?=@example.com",
        '"nino> RCPT TO:<x@example.com"@example.com',
        "nino@example.com> NOTIFY=NEVER",
    ],
)
async def test_recipient_cannot_add_a_command(
    transports: list[SmtpTransport], port: int, mailbox: Mailbox, to: str
) -> None:
    with running(Controller(mailbox, hostname="127.0.0.1", port=port)):
        try:
            await send(transports, f"smtp://127.0.0.1:{port}", email(to))
        except (ValueError, DeliveryFailed):
            assert mailbox.emails == []
        for transport in transports:
            await transport.close()
    assert all(
        len(recipients) == 1 and "x@example.com" not in recipients for recipients in mailbox.recipients
    )


async def test_line_of_one_dot_does_not_end_the_email(
    transports: list[SmtpTransport], port: int, mailbox: Mailbox
) -> None:
    message = email()
    message.set_content("before\n.\nMAIL FROM:<x@example.com>\n", cte="7bit")
    with running(Controller(mailbox, hostname="127.0.0.1", port=port)):
        await send(transports, f"smtp://127.0.0.1:{port}", message)
        await transports[0].close()
    [received] = mailbox.emails
    assert received.get_payload().splitlines() == ["before", ".", "MAIL FROM:<x@example.com>"]


@asynccontextmanager
async def slow_server(port: int, seconds: float) -> AsyncIterator[list[asyncio.Event]]:
    """Greets and answers each line after so many seconds. The events are set when a connection has ended."""
    ended: list[asyncio.Event] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        end = asyncio.Event()
        ended.append(end)
        await asyncio.sleep(seconds)
        writer.write(b"220 slow\r\n")
        while await reader.readline():
            await asyncio.sleep(seconds)
            writer.write(b"250 OK\r\n")
        writer.close()
        end.set()

    server = await asyncio.start_server(talk, "127.0.0.1", port)
    async with server:
        yield ended


@pytest.mark.parametrize(
    ("answer", "whole", "error"),
    [(0.2, 60.0, "SMTPConnectTimeoutError"), (60.0, 0.5, "TimeoutError")],
    ids=["no answer", "slow answers"],
)
async def test_slow_server_is_given_up(
    transports: list[SmtpTransport],
    port: int,
    monkeypatch: pytest.MonkeyPatch,
    answer: float,
    whole: float,
    error: str,
) -> None:
    monkeypatch.setattr("abano.messaging.outbox.transport.TIMEOUT_SECONDS", answer)
    monkeypatch.setattr("abano.messaging.outbox.transport.EMAIL_SECONDS", whole)
    async with slow_server(port, 0.4) as ended:
        with pytest.raises(DeliveryFailed, match=error):
            await send(transports, f"smtp://127.0.0.1:{port}")
        await asyncio.wait_for(ended[0].wait(), 60)


async def test_email_that_is_cancelled_leaves_no_connection(
    transports: list[SmtpTransport], port: int
) -> None:
    async with slow_server(port, 0.2) as ended:
        sending = asyncio.create_task(send(transports, f"smtp://127.0.0.1:{port}"))
        await asyncio.sleep(0.5)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        await asyncio.wait_for(ended[0].wait(), 60)
