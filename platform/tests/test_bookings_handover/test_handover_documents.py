"""The rental agreement and the return protocol: content, stored as signed, sent by email."""

import re
from email import message_from_bytes, policy
from pathlib import Path
from uuid import uuid4

import httpx
import pypdfium2
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE
from yard_steps import DUE, YARD, coming_back, handover, move_to, record, rental

from abano.bookings.handover.documents import PLANS
from abano.bookings.handover.rules import body_of
from abano.bookings.handover.tasks import print_documents
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver
from abano.site.pages.tasks import draw_brands
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


def text_of(content: bytes) -> str:
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(content)]
    return " ".join(" ".join(pages).split())


@pytest.fixture
async def rented(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> str:
    email = f"{uuid4().hex}@example.com"
    booking, _ = await rental(
        client, owner_client, query_admin_sql, georgia, clock, customerEmail=email, services=["babySeat"]
    )
    return booking


async def test_what_is_signed_shows_the_companys_logo(
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    seed_media: Path,
) -> None:
    assert seed_media.is_dir()
    context = TaskContext(db, settings, clock)
    await run_for_all(draw_brands, context)
    record_id = (await record(owner_client, rented, handover(clock))).json()["recordId"]
    await run_for_all(print_documents, context)
    document = await owner_client.get(f"{YARD}/records/{record_id}/document")
    page = pypdfium2.PdfDocument(document.content)[0]
    [logo] = [
        each
        for each in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE])
        if each.get_bounds()[1] > page.get_height() - 100
    ]
    assert max(logo.get_px_size()) > 100


async def test_what_was_signed_is_printed_kept_and_sent(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    context = TaskContext(db, settings, clock)
    damage = {"id": str(uuid4()), "kind": "scratch", "x": 300, "y": 500, "note": "Left <door> & sill"}
    body = handover(clock, damages=[damage], accessories=[{"code": "babySeat", "count": 1}], pictureCount=2)
    record_id = (await record(owner_client, rented, body)).json()["recordId"]
    path = f"{YARD}/records/{record_id}/document"
    assert (await owner_client.get(path)).status_code == 404
    await run_for_all(print_documents, context)
    document = await owner_client.get(path)
    assert (document.status_code, document.headers["content-type"]) == (200, "application/pdf")
    text = text_of(document.content)
    for part in (
        "Rental agreement", "Abano Georgia", "Ada Lovelace", "12,000 km", "8/8 of the tank", "Left <door> & sill",
        "Baby seat", "seen", "Effective January 7, 2025", "2 photographs are kept.", "Total",
    ):  # fmt: skip
        assert part in text, part
    # The same bytes every time, whatever becomes of the booking.
    query_admin_sql("update bookings set customer_name = 'Someone Else' where id = %s", rented)
    await run_for_all(print_documents, context)
    assert (await owner_client.get(path)).content == document.content
    await run_for_all(deliver, context)
    [mail] = [
        message_from_bytes(file.read_bytes(), policy=policy.default)
        for file in (settings.data_dir / "mail").glob("*.eml")
        if b"rental-agreement" in file.read_bytes()
    ]
    [attachment] = mail.iter_attachments()
    assert attachment.get_content() == document.content
    assert str(attachment.get_filename()).startswith("rental-agreement-")
    assert "rental agreement" in mail["Subject"]
    assert (await client.get(path)).status_code == 401

    move_to(clock, DUE, hours=3)
    back = coming_back(clock, fuelEighths=5, isClean=False, signature=[], signerName="")
    returned = (await record(owner_client, rented, back)).json()["recordId"]
    await run_for_all(print_documents, context)
    protocol = text_of((await owner_client.get(f"{YARD}/records/{returned}/document")).content)
    for part in (
        "Return protocol", "1,000 km", "5/8 of the tank", "Late return, 3 hours", "Missing fuel, 3 eighths",
        "Cleaning", "known before", "The customer was not there.",
    ):  # fmt: skip
        assert part in protocol, part


async def test_another_companys_document_is_not_there(
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    clock: FixedClock,
) -> None:
    record_id = (await record(owner_client, rented, handover(clock))).json()["recordId"]
    await run_for_all(print_documents, TaskContext(db, settings, clock))
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.get(f"{YARD}/records/{record_id}/document")).status_code == 404


async def test_a_store_that_is_away_is_tried_again(
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
) -> None:
    record_id = (await record(owner_client, rented, handover(clock))).json()["recordId"]
    # A file where the folder should be.
    settings.media_folder.parent.mkdir(parents=True, exist_ok=True)
    settings.media_folder.write_bytes(b"")
    context = TaskContext(db, settings, clock)
    await run_for_all(print_documents, context)
    settings.media_folder.unlink()
    clock.move(minutes=6)
    await run_for_all(print_documents, context)
    assert (await owner_client.get(f"{YARD}/records/{record_id}/document")).status_code == 200


async def test_an_erased_customers_agreement_is_gone_and_never_printed_again(
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    record_id = (await record(owner_client, rented, handover(clock))).json()["recordId"]
    context = TaskContext(db, settings, clock)
    await run_for_all(print_documents, context)
    email = query_admin_sql("select customer_email from bookings where id = %s", rented)[0][0]
    assert (await owner_client.post("/api/admin/customers/erase", json={"email": email})).status_code == 200
    await run_for_all(print_documents, context)
    assert (await owner_client.get(f"{YARD}/records/{record_id}/document")).status_code == 404


def test_the_console_shows_the_drawings_that_are_printed() -> None:
    shared = PLANS["sedan"].parents[5] / "frontend/src/features/console/shared"
    for plan in PLANS.values():
        assert (shared / plan.name.replace("_", "-")).read_bytes() == plan.read_bytes()
    assert body_of("offRoad") == "suv"
    assert body_of("sedan") == body_of(None) == "sedan"


async def test_the_agreement_names_company_and_licence_and_no_internal_code(
    owner_client: httpx.AsyncClient,
    rented: str,
    settings: Settings,
    db: Database,
    clock: FixedClock,
) -> None:
    seller = {"legalName": "Abano Georgia LLC", "registrationNumber": "404123456"}
    assert (await owner_client.put("/api/admin/seller", json=seller)).is_success
    damage = {"id": str(uuid4()), "kind": "scratch", "x": 300, "y": 500, "note": "Sill"}
    body = handover(clock, damages=[damage], licenceNumber="AB1234567")
    record_id = (await record(owner_client, rented, body)).json()["recordId"]
    await run_for_all(print_documents, TaskContext(db, settings, clock))
    text = text_of((await owner_client.get(f"{YARD}/records/{record_id}/document")).content)
    for part in (
        "Abano Georgia LLC", "Registration no. 404123456", "AB1234567, seen", "recorded at handover",
    ):  # fmt: skip
        assert part in text, part
    assert "Effective January 7, 2025" in text
    assert not re.search(r"\([0-9a-f]{12}\)", text)
    shown = (await owner_client.get(f"{YARD}/bookings/{rented}")).json()["booking"]
    assert (shown["licenceNumber"], shown["body"]) == ("AB1234567", "suv")
