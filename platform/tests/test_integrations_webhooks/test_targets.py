"""Webhook targets: no name, spelling or redirect reaches addresses of private networks."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from product_fixtures import NOW

from abano.core.config import Settings
from abano.core.public_ip import is_public
from abano.integrations.webhooks.delivery import Outcome, PublicSender

pytestmark = pytest.mark.anyio
PRIVATE = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",  # noqa: S104 - an address to refuse
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.0.170",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]


class Names:
    """A name server with responses set by the test, one after another; ``asked`` counts queries."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked += 1
        return self._answers[min(self.asked, len(self._answers)) - 1]


class Server:
    """A web server on this machine with a fixed response that records its requests."""

    def __init__(self, answer: bytes) -> None:
        self.requests: list[bytes] = []
        self._answer = answer

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            self.requests.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(self._answer)
            await writer.drain()
            # Until the other side closes: unread data stays unread.
            await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@pytest.fixture
def settings_of_production(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path).model_copy(update={"env": "production"})


@pytest.fixture
def local(tmp_path: Path) -> Settings:
    """For a receiver on this machine, as in development."""
    return Settings(data_dir=tmp_path, callable_networks="127.0.0.1/32")


async def post(sender: PublicSender, url: str) -> Outcome:
    return await sender.post(url, b"{}", {"webhook-id": "evt_1"}, NOW)


@pytest.mark.parametrize("address", PRIVATE)
async def test_no_address_of_a_private_network_is_called(address: str, tmp_path: Path) -> None:
    assert not is_public(ip_address(address))
    sender = PublicSender(Settings(data_dir=tmp_path), Names([address]))
    assert (await post(sender, "https://hooks.example.com/")).problem == "not_public"
    # Nor where one of several addresses is private.
    sender = PublicSender(Settings(data_dir=tmp_path), Names(["93.184.216.34", address]))
    assert (await post(sender, "https://hooks.example.com/")).problem == "not_public"


async def test_a_name_that_changes_its_address_after_the_check_leads_nowhere(
    local: Settings, served: "Serve"
) -> None:
    server, port = await served(b"HTTP/1.1 204 No Content\r\n\r\n")
    # The first address is allowed and the second is not: a second lookup would fail.
    names = Names(["127.0.0.1"], ["10.0.0.1"])
    outcome = await post(PublicSender(local, names), f"http://hooks.example.com:{port}/x")
    assert outcome.status == 204
    assert names.asked == 1
    # The name is sent along, for the receiver's host and its certificate.
    assert f"host: hooks.example.com:{port}".encode() in server.requests[0].lower()


async def test_a_redirect_to_a_private_address_is_an_answer_and_not_followed(
    local: Settings, served: "Serve"
) -> None:
    inner, inner_port = await served(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
    location = f"http://127.0.0.1:{inner_port}/latest/meta-data"
    _, port = await served(
        f"HTTP/1.1 307 Temporary Redirect\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n".encode()
    )
    outcome = await post(PublicSender(local, Names(["127.0.0.1"])), f"http://hooks.example.com:{port}/")
    assert outcome.status == 307
    assert not outcome.is_success
    assert inner.requests == []


async def test_proxies_of_the_environment_are_not_asked(
    local: Settings, served: "Serve", monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, proxy_port = await served(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy_port}")
    monkeypatch.delenv("NO_PROXY", raising=False)
    _, port = await served(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n")
    outcome = await post(PublicSender(local, Names(["127.0.0.1"])), f"http://hooks.example.com:{port}/")
    assert outcome.status == 202
    assert proxy.requests == []


async def test_a_body_without_an_end_is_not_read(local: Settings, served: "Serve") -> None:
    endless = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n" + b"10000\r\n" + b"x" * 65536
    _, port = await served(endless)
    outcome = await post(PublicSender(local, Names(["127.0.0.1"])), f"http://hooks.example.com:{port}/")
    assert (outcome.status, outcome.problem) == (200, None)


async def test_what_hangs_ends_by_its_time_limit(
    local: Settings, served: "Serve", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("abano.integrations.webhooks.delivery.ATTEMPT_SECONDS", 0.2)
    _, port = await served(b"HTTP/1.1 100 Continue\r\n\r\n")
    outcome = await post(PublicSender(local, Names(["127.0.0.1"])), f"http://hooks.example.com:{port}/")
    assert (outcome.status, outcome.problem) == (None, "timeout")


async def test_a_certificate_is_checked_by_the_name(
    local: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the connection uses an IP."""
    certificate = certificate_of("hooks.example.com", tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    names: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    server = Server(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
    listening = await asyncio.start_server(server.handle, "127.0.0.1", 0, ssl=context)
    port = listening.sockets[0].getsockname()[1]
    sender = PublicSender(local, Names(["127.0.0.1"]))
    # From an unknown authority.
    assert (await post(sender, f"https://hooks.example.com:{port}/")).problem == "tls"
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr("abano.integrations.webhooks.delivery.tls_context", lambda: trusting)
    assert (await post(sender, f"https://hooks.example.com:{port}/")).status == 200
    assert (await post(sender, f"https://other.example.com:{port}/")).problem == "tls"
    assert names[1:] == ["hooks.example.com", "other.example.com"]
    assert len(server.requests) == 1
    listening.close()


def certificate_of(host: str, folder: Path) -> Path:
    """A self-signed certificate of this host, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "certificate.pem"
    plain = serialization.NoEncryption()
    pkcs8 = serialization.PrivateFormat.PKCS8
    pem.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, pkcs8, plain)
    )
    return pem


async def test_an_unknown_name_and_a_closed_port(local: Settings, unused_port: int) -> None:
    assert (await post(PublicSender(local, Names([])), "https://nowhere.example/")).problem == "unknown_host"
    outcome = await post(
        PublicSender(local, Names(["127.0.0.1"])), f"http://hooks.example.com:{unused_port}/"
    )
    assert outcome.problem == "connection"


async def test_in_production_nothing_leaves_without_tls(settings_of_production: Settings) -> None:
    names = Names(["93.184.216.34"])
    outcome = await post(PublicSender(settings_of_production, names), "http://hooks.example.com/")
    assert (outcome.problem, names.asked) == ("not_public", 0)


async def test_each_post_has_a_connection_of_its_own(local: Settings, served: "Serve") -> None:
    """Two names of one IP: the certificate of the second is checked, too."""
    server, port = await served(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
    sender = PublicSender(local, Names(["127.0.0.1"]))
    for host in ("a.example.com", "b.example.com"):
        assert (await post(sender, f"http://{host}:{port}/")).is_success
    assert [request.count(b"POST") for request in server.requests] == [1, 1]


class Serve:
    """Starts servers on free ports of this machine."""

    def __init__(self) -> None:
        self.running: list[asyncio.Server] = []

    async def __call__(self, answer: bytes) -> tuple[Server, int]:
        server = Server(answer)
        listening = await asyncio.start_server(server.handle, "127.0.0.1", 0)
        self.running.append(listening)
        return server, int(listening.sockets[0].getsockname()[1])


@pytest.fixture
async def served() -> AsyncIterator[Serve]:
    serve = Serve()
    yield serve
    for each in serve.running:
        each.close()


@pytest.fixture
async def unused_port() -> int:
    listening = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = int(listening.sockets[0].getsockname()[1])
    listening.close()
    await listening.wait_closed()
    return port


def test_the_sender_names_no_other_client() -> None:
    """The client is created in one place, with redirects and proxies switched off."""
    client = PublicSender(Settings())._client()
    assert client.follow_redirects is False
    assert client.trust_env is False
    assert isinstance(client, httpx.AsyncClient)
