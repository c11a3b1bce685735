"""What a customer takes along, and what a cancellation comes to: page, email, desk and voucher say the same."""

import hashlib
import io
import shutil
import subprocess
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import orjson
import pypdfium2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from emptied_tables import empty_tables
from fastapi import FastAPI
from loadtests.forms import booking_form
from product_fixtures import AdminSql
from yard_steps import stay_signed_in

from abano.booking_record.rules import CancellationFee
from abano.bookings.customer_emails.letters import settlement_rows, words_in
from abano.bookings.voucher.wallet import PassSigner, load_signer
from abano.core.clock import FixedClock
from abano.core.config import BadSettings, Settings, load_settings
from abano.payments.journal.rules import Balance, Settlement, settlement

pytestmark = pytest.mark.anyio
MINE = "/api/my-booking"
BOOKINGS = "/api/admin/bookings"
HOTEL = "Hotel Astoria, 12 Rose Street"


@pytest.fixture(autouse=True)
def _no_bookings(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(query_admin_sql, "bookings", "sign_in_failures", "outbox_messages")


async def book(client: httpx.AsyncClient, **changes: Any) -> httpx.Response:
    answer = await client.post("/api/bookings", json=booking_form(**changes))
    assert answer.status_code == 201, answer.text
    return answer


async def booked_and_confirmed(
    client: httpx.AsyncClient, owner: httpx.AsyncClient, **changes: Any
) -> dict[str, Any]:
    """The booking that the client has open, by the cookie of the booking itself."""
    booked: dict[str, Any] = (await book(client, **changes)).json()
    status = {"fromStatus": "pending", "toStatus": "confirmed"}
    answer = await owner.post(f"{BOOKINGS}/{booked['bookingId']}/status", json=status)
    assert answer.status_code == 200, answer.text
    return booked


def read(pdf: bytes) -> tuple[int, str]:
    """The number of pages, and the text."""
    document = pypdfium2.PdfDocument(pdf)
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    return len(document), " ".join(text.split())


async def test_a_booking_opens_itself_for_who_made_it_and_for_no_one_else(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql, clock: FixedClock
) -> None:
    answer = await book(client)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    shown = (await client.get(MINE)).json()["booking"]
    assert shown["reference"] == answer.json()["reference"]
    alps_client.cookies.set("abano_booking", client.cookies["abano_booking"])
    for path in ("", "/voucher", "/wallet-pass"):
        assert (await alps_client.get(f"{MINE}{path}")).status_code == 401
    query_admin_sql("update bookings set customer_email = 'new@example.com'")
    assert (await client.get(f"{MINE}/voucher")).status_code == 401
    query_admin_sql("update bookings set customer_email = 'ada@example.com'")
    clock.move(hours=2)
    assert (await client.get(f"{MINE}/voucher")).status_code == 401


async def test_the_voucher_is_one_page_with_everything_in_the_bookings_language(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    to_hotel = {"dropoffLocation": "tbilisi", "dropoffPlace": "tbilisi-address", "dropoffAddress": HOTEL}
    booked = await booked_and_confirmed(
        client, owner_client, pickupPlace="tbilisi-airport", flightNumber="tk 386", babySeat=True, **to_hotel
    )
    answer = await client.get(f"{MINE}/voucher")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert f'filename="voucher-{booked["reference"]}.pdf"' in answer.headers["content-disposition"]
    pages, text = read(answer.content)
    assert pages == 1
    for part in (
        booked["reference"],
        "Confirmed",
        "Subaru Forester (SUV)",
        "Wed, 1 Jul 2026, 09:00",
        "Tbilisi, Tbilisi Airport, arrivals hall",
        "Arrivals hall, ground floor, beside the exit after customs",
        "https://www.openstreetmap.org/directions?to=41.6692%2C44.9547",
        HOTEL,
        "TK 386",
        "Return: Your hotel or address in Tbilisi",
        "Baby seat",
        "Still to pay",
        "Bring your passport or identity card",
        "+995",
    ):
        assert part in text, part
    # In the language of the booking.
    await booked_and_confirmed(client, owner_client, language="ka", customerEmail="ka@example.com")
    pages, text = read((await client.get(f"{MINE}/voucher")).content)
    assert pages == 1
    assert "თბილისის აეროპორტი" in text


def test_what_a_cancellation_comes_to_is_computed_once() -> None:
    late = CancellationFee("late_cancellation", 5500)
    paid = Balance(agreed=0, paid=48500, held=0)
    by_terms = settlement(late, None, paid, [("payment", "online", 48500)])
    assert (by_terms.fee, by_terms.is_charged, by_terms.to_refund, by_terms.owed) == (5500, False, 43000, 0)
    assert by_terms.is_card
    waived = settlement(late, 0, paid, [("payment", "cash", 48500)])
    assert (waived.to_refund, waived.is_card) == (48500, False)
    # A refund that failed is owed again.
    moved: Any = [("payment", "cash", 48500), ("refund", "cash", 40000), ("refund_failed", None, 10000)]
    partly = settlement(late, 5500, Balance(5500, 18500, 0), moved)
    assert (partly.paid, partly.refunded, partly.to_refund) == (48500, 30000, 13000)
    unpaid = settlement(late, 5500, Balance(5500, 0, 0), [])
    assert (unpaid.owed, unpaid.to_refund) == (5500, 0)
    assert rows(unpaid, "GE29NB")["Still to pay"].startswith("€55, by bank transfer to GE29NB")
    assert "how to pay" in rows(unpaid)["Still to pay"]
    assert rows(by_terms)["Refund"].startswith("€430, to the card you paid with")
    assert rows(replace(by_terms, fee=0, paid=0))["Still to pay"] == "Nothing"


def rows(settled: Settlement, account: str = "") -> dict[str, str]:
    return dict(settlement_rows(settled, "EUR", "en", words_in("en").labels, account=account))


async def test_a_cancelled_booking_says_the_same_at_page_desk_and_voucher(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    booked = await booked_and_confirmed(client, owner_client)
    clock.move(days=20, hours=4)
    stay_signed_in(query_admin_sql)
    sign_in = {"reference": booked["reference"], "email": "ada@example.com"}
    assert (await client.post(f"{MINE}/sign-in", json=sign_in)).status_code == 200
    cost = (await client.get(MINE)).json()["booking"]["allowed"]["cancelCost"]
    done = (await client.post(f"{MINE}/cancellation", json={"cost": cost})).json()["booking"]
    assert (done["due"], done["settlement"]["owed"], done["settlement"]["isCharged"]) == (cost, cost, False)
    money = (await owner_client.get(f"{BOOKINGS}/{booked['bookingId']}/money")).json()
    of_page = {name: value for name, value in done["settlement"].items() if name != "bankAccount"}
    assert money["settlement"] == of_page
    _, text = read((await client.get(f"{MINE}/voucher")).content)
    assert "CANCELLED" in text
    assert f"Still to pay €{cost}" in text
    waived = await owner_client.put(f"{BOOKINGS}/{booked['bookingId']}/cancellation-fee", json={"amount": 0})
    assert waived.status_code == 200, waived.text
    now = (await client.get(MINE)).json()["booking"]
    assert (now["due"], now["settlement"]["isCharged"]) == (0, True)


# Passes for Apple Wallet.


def certificate(name: str, key: RSAPrivateKey, issuer: str, by: RSAPrivateKey) -> x509.Certificate:
    named = [x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, each)]) for each in (name, issuer)]
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(named[0])
        .issuer_name(named[1])
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=name == issuer, path_length=None), critical=True)
        .sign(by, SHA256())
    )


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """PEM files of an authority and of the pass type that it certifies."""
    folder = tmp_path_factory.mktemp("wallet")
    root, own = (generate_private_key(65537, 2048) for _ in range(2))
    pems = {
        "issuer": certificate("Authority", root, "Authority", root).public_bytes(Encoding.PEM),
        "certificate": certificate("Pass", own, "Authority", root).public_bytes(Encoding.PEM),
        "key": own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        "other": root.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    }
    for name, content in pems.items():
        (folder / f"{name}.pem").write_bytes(content)
    return {name: folder / f"{name}.pem" for name in pems}


def environment(keys: dict[str, Path]) -> dict[str, str]:
    paths = {f"ABANO_APPLE_PASS_{name.upper()}": str(keys[name]) for name in ("issuer", "certificate", "key")}
    return {"ABANO_APPLE_PASS_TYPE": "pass.example.booking", "ABANO_APPLE_PASS_TEAM": "OWNTEAM", **paths}


@pytest.fixture
def signer(app: FastAPI, keys: dict[str, Path]) -> Any:
    app.state.pass_signer = load_signer(load_settings(environment(keys)))
    yield app.state.pass_signer
    app.state.pass_signer = None


def is_signed(folder: Path, keys: dict[str, Path]) -> bool:
    """Whether OpenSSL finds the signature to be one of the manifest by a certificate of the authority."""
    files = ["-inform", "DER", "-in", "signature", "-content", "manifest"]
    trusted = ["-CAfile", str(keys["issuer"]), "-purpose", "any"]
    openssl = shutil.which("openssl")
    assert openssl is not None
    command = [openssl, "smime", "-verify", *files, *trusted]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


async def test_a_pass_is_signed_over_the_manifest_of_all_its_files(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    signer: PassSigner,
    keys: dict[str, Path],
    tmp_path: Path,
) -> None:
    booked = await booked_and_confirmed(client, owner_client, pickupPlace="tbilisi-airport")
    assert (await client.get(MINE)).json()["booking"]["hasWalletPass"] is True
    answer = await client.get(f"{MINE}/wallet-pass")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/vnd.apple.pkpass"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    manifest = orjson.loads(archive.read("manifest.json"))
    assert set(manifest) == set(archive.namelist()) - {"manifest.json", "signature"}
    for name, digest in manifest.items():
        assert hashlib.sha1(archive.read(name)).hexdigest() == digest  # noqa: S324 - as the format has it
    (tmp_path / "manifest").write_bytes(archive.read("manifest.json"))
    (tmp_path / "signature").write_bytes(archive.read("signature"))
    assert is_signed(tmp_path, keys)
    (tmp_path / "manifest").write_bytes(b"{}")
    assert not is_signed(tmp_path, keys)
    content = orjson.loads(archive.read("pass.json"))
    assert content["passTypeIdentifier"] == signer.pass_type
    assert content["serialNumber"] == str(UUID(booked["bookingId"]))
    assert content["locations"] == [{"latitude": 41.6692, "longitude": 44.9547}]
    assert content["relevantDate"] == "2026-07-01T09:00+04:00"
    assert archive.read("icon.png").startswith(b"\x89PNG")


async def test_there_is_no_pass_without_certificates_or_before_the_booking_is_confirmed(
    client: httpx.AsyncClient, app: FastAPI, keys: dict[str, Path]
) -> None:
    await book(client)
    assert (await client.get(MINE)).json()["booking"]["hasWalletPass"] is False
    assert (await client.get(f"{MINE}/wallet-pass")).status_code == 404
    app.state.pass_signer = load_signer(load_settings(environment(keys)))
    try:
        assert (await client.get(MINE)).json()["booking"]["hasWalletPass"] is False
        assert (await client.get(f"{MINE}/wallet-pass")).status_code == 404
    finally:
        app.state.pass_signer = None


def test_certificates_that_do_not_fit_prevent_the_start(keys: dict[str, Path]) -> None:
    assert load_signer(Settings()) is None
    with pytest.raises(BadSettings, match="needs ABANO_APPLE_PASS_KEY"):
        load_settings(
            {
                "ABANO_APPLE_PASS_TYPE": "pass.x",
                "ABANO_APPLE_PASS_TEAM": "A",
                "ABANO_APPLE_PASS_CERTIFICATE": "x",
            }
        )
    other = environment(keys) | {"ABANO_APPLE_PASS_KEY": str(keys["other"])}
    with pytest.raises(BadSettings, match="RSA key of"):
        load_signer(load_settings(other))
    text = environment(keys) | {"ABANO_APPLE_PASS_KEY": keys["key"].read_text()}
    assert load_signer(load_settings(text)) is not None
    gone = environment(keys) | {"ABANO_APPLE_PASS_ISSUER": "/nowhere.pem"}
    with pytest.raises(BadSettings, match="can't be read"):
        load_signer(load_settings(gone))
