"""A company's own domains: proved before its site is served there, and never another company's."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from company_steps import KnownRecords, ask_for_domain
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn

from abano.company.domains.rules import PATIENCE, Found, alias_of, dns_state, is_proved, proof_of
from abano.company.domains.service import PublicLookups, look_at_domains
from abano.core import ttl_cache
from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/domains"


@pytest.fixture(autouse=True)
def as_before(query_admin_sql: AdminSql) -> Any:
    yield
    query_admin_sql("delete from domain_checks")
    query_admin_sql("delete from tenant_domains where host not like '%%localhost'")
    query_admin_sql("update tenant_domains set is_primary = true")


async def domain(console: httpx.AsyncClient, host: str) -> dict[str, Any]:
    return next(each for each in (await console.get(URL)).json()["domains"] if each["host"] == host)


def test_only_a_companys_own_record_proves() -> None:
    ours, theirs = (proof_of("secret", tenant, "cars.example.com") for tenant in ("georgia", "alps"))
    alias = alias_of("georgia", "Sites.Example.net.")
    assert alias == "georgia.sites.example.net"
    assert is_proved(Found(texts=(f" {ours} ",)), ours, "")
    assert not is_proved(Found(texts=(theirs,)), ours, alias)
    assert is_proved(Found(aliases=("Georgia.sites.example.net.",)), ours, alias)
    # The alias of another company, and that of all of them, prove nothing.
    assert not is_proved(Found(aliases=("alps.sites.example.net.", "sites.example.net.")), ours, alias)
    assert not is_proved(Found(aliases=("",)), ours, "")
    assert proof_of("secret", "georgia", "other.example.com") != ours


def test_where_a_domain_leads() -> None:
    here = ("192.0.2.1",)
    assert dns_state(Found(), "", here) == "missing"
    assert dns_state(Found(addresses=here), "", here) == "here"
    assert dns_state(Found(addresses=("198.51.100.1",)), "", here) == "elsewhere"
    assert dns_state(Found(addresses=here), "", ()) == "unknown"


async def test_a_domain_is_served_once_it_is_proved(
    owner_client: httpx.AsyncClient,
    client_of: ClientFactory,
    db: Database,
    settings: Settings,
    georgia: Tenant,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proof = await ask_for_domain(owner_client, "Cars.Example.com.")
    visitor = client_of("cars.example.com")
    assert (await visitor.get("/api/site")).status_code == 404
    names = KnownRecords(Found(texts=("something else",), addresses=("198.51.100.1",)))
    await look_at_domains(db, settings, georgia.id, names, ("192.0.2.1",), NOW)
    waiting = await domain(owner_client, "cars.example.com")
    assert (waiting["isServed"], waiting["dns"]) == (False, "elsewhere")
    assert datetime.fromisoformat(waiting["checkedAt"]) == NOW
    names.found = Found(texts=(proof,), addresses=("192.0.2.1",))
    later = NOW + timedelta(minutes=5)
    await look_at_domains(db, settings, georgia.id, names, ("192.0.2.1",), later)
    proved = await domain(owner_client, "cars.example.com")
    # The first domain that is not of this machine is the one that links name.
    assert (proved["isServed"], proved["isPrimary"], proved["dns"]) == (True, True, "here")
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 3600.0)
    assert (await visitor.get("/api/site")).json()["site"]["tenant"]["slug"] == "georgia"
    assert (await owner_client.delete(f"{URL}/cars.example.com")).status_code == 409
    assert (await owner_client.put(f"{URL}/georgia.localhost/primary")).status_code == 200
    assert (await owner_client.delete(f"{URL}/cars.example.com")).status_code == 200
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 7200.0)
    assert (await visitor.get("/api/site")).status_code == 404


async def test_first_tenant_to_verify_a_domain_keeps_it(
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    sign_in: SignIn,
    db: Database,
    settings: Settings,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    """Asking for another company's domain takes nothing from it, and its proof is worth nothing to others."""
    await sign_in(alps_client, "owner@abano.localhost", "correct horse battery")
    ours = await ask_for_domain(owner_client, "www.example.com")
    theirs = await ask_for_domain(alps_client, "www.example.com")
    assert ours != theirs
    for tenant in (alps, georgia):
        await look_at_domains(db, settings, tenant.id, KnownRecords(Found(texts=(ours,))), (), NOW)
    assert (await domain(alps_client, "www.example.com"))["isServed"] is False
    # Later the domain is sold, and its new owner proves it, too: nothing is served from there before it is given up.
    await look_at_domains(
        db, settings, alps.id, KnownRecords(Found(texts=(theirs,))), (), NOW + timedelta(minutes=5)
    )
    assert (await domain(alps_client, "www.example.com"))["dns"] == "taken"
    owners = query_admin_sql("select tenant_id from tenant_domains where host = 'www.example.com'")
    assert owners == [(georgia.id,)]


@pytest.mark.parametrize(
    "host",
    ["localhost", "10.0.0.1", "a b.example.com", "example", "cars.internal", "*.example.com", "x" * 250],
)
async def test_what_is_no_domain_of_the_internet_is_refused(
    owner_client: httpx.AsyncClient, host: str
) -> None:
    answer = await owner_client.post(URL, json={"host": host})
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == ["host"]


async def test_a_record_that_never_comes_is_waited_for_a_month(
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await ask_for_domain(owner_client, "late.example.com")
    for now in (NOW, NOW + PATIENCE + timedelta(days=1)):
        await look_at_domains(db, settings, georgia.id, KnownRecords(), (), now)
        [(due,)] = query_admin_sql("select due_at from domain_checks where host = 'late.example.com'")
        assert (
            timedelta(0) < due - now < timedelta(minutes=10) if now == NOW else due - now > timedelta(hours=1)
        )
    await owner_client.post(f"{URL}/late.example.com/check")
    assert (await domain(owner_client, "late.example.com"))["isBeingChecked"] is True


async def test_a_certificate_that_no_one_trusts_is_named_and_a_private_address_is_not_asked(
    tmp_path: Path,
) -> None:
    """The connection goes only where the public internet is, unless the operator allows more."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*self_signed(tmp_path))
    greeted: list[bool] = []

    async def respond(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        greeted.append(True)
        writer.close()

    server = await asyncio.start_server(respond, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    allowed = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    try:
        assert (await PublicLookups(port=port).certificate("localhost"))["state"] == "none"
        found = await PublicLookups(allowed, port=port).certificate("127.0.0.1")
    finally:
        server.close()
    assert found["state"] == "invalid"
    assert "self-signed" in found["problem"] or "self signed" in found["problem"]
    assert greeted == []


def self_signed(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2100, 1, 1, tzinfo=UTC))
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files
