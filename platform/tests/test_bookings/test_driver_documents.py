"""Documents of drivers: what the desk scans, who sees it, and when it is deleted."""

import asyncio
import base64
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pyvips
from background_tasks import run_for_all
from console_people import signed_in_person
from emptied_tables import empty_tables
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn
from yard_steps import photograph, stay_signed_in

from abano.bookings.desk import documents
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.storage.store import DiskStore, MediaUnavailable
from abano.storage.tasks import remove_unneeded
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PDF = b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <<>>\n%%EOF\n"


@pytest.fixture
async def path(client: httpx.AsyncClient, query_admin_sql: AdminSql) -> str:
    query_admin_sql("update tenant_settings set availability = false")
    empty_tables(query_admin_sql, "bookings")
    answer = await client.post("/api/bookings", json=booking_form())
    assert answer.status_code == 201, answer.text
    return f"/api/admin/bookings/{answer.json()['bookingId']}/driver-documents"


async def add(client: httpx.AsyncClient, path: str, content: bytes, **changes: Any) -> httpx.Response:
    body = {"kind": "licence", "driver": "main", "content": base64.b64encode(content).decode()}
    return await client.post(path, json=body | changes)


async def test_the_desk_adds_sees_and_deletes_photos_and_pdfs_with_a_reason(
    owner_client: httpx.AsyncClient, path: str, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("delete from audit_log where action like 'booking.document%%'")
    located = photograph(
        save=lambda image: _with_place(image).jpegsave_buffer(keep="all") + b"PK\x03\x04hidden-archive"
    )
    assert b"hidden-place" in located
    first = await add(owner_client, path, located)
    assert first.status_code == 201, first.text
    second = await add(owner_client, path, PDF, kind="passport", driver="second")
    picture, pdf = second.json()["documents"]
    assert (picture["kind"], picture["driver"], picture["source"]) == ("licence", "main", "desk")
    assert (pdf["kind"], pdf["driver"], pdf["isPdf"], pdf["addedBy"]) == (
        "passport", "second", True, "Demo owner",
    )  # fmt: skip
    assert second.json()["left"] == documents.MAX_SCANS - 2
    # What the desk scanned is nothing that the customer did.
    shown = await owner_client.get(path.replace("driver-documents", "by-customer"))
    assert shown.json()["actions"] == []
    image = await owner_client.get(f"{path}/{picture['id']}")
    assert image.headers["content-type"] == "image/jpeg"
    assert b"hidden" not in image.content
    file = await owner_client.get(f"{path}/{pdf['id']}")
    assert (file.content, file.headers["content-type"]) == (PDF, "application/pdf")
    assert file.headers["content-disposition"].startswith("attachment")
    for each in (image, file):
        assert each.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert each.headers["cache-control"] == "no-store"
    without = await owner_client.post(f"{path}/{pdf['id']}/deletion", json={"reason": " "})
    assert without.json()["fields"][0]["field"] == "reason"
    deleted = await owner_client.post(f"{path}/{pdf['id']}/deletion", json={"reason": "Of someone else"})
    assert [each["id"] for each in deleted.json()["documents"]] == [picture["id"]]
    assert (await owner_client.get(f"{path}/{pdf['id']}")).status_code == 404
    assert (await owner_client.post(f"{path}/{pdf['id']}/deletion", json={"reason": "x"})).status_code == 404
    actions = query_admin_sql(
        "select action from audit_log where action like 'booking.document%%' order by id"
    )
    assert [action for (action,) in actions] == [
        "booking.document_added", "booking.document_added", "booking.document_deleted",
    ]  # fmt: skip
    booking = (await owner_client.get(path.removesuffix("/driver-documents"))).json()["booking"]
    deletions = [each["text"] for each in booking["history"] if each["kind"] == "document"]
    assert deletions == ["Of someone else"]


def _with_place(image: pyvips.Image) -> pyvips.Image:
    image = image.copy()
    image.set_type(pyvips.GValue.gstr_type, "exif-ifd0-ImageDescription", "hidden-place")
    return image


@pytest.mark.parametrize(
    "content",
    [
        b"GIF89a" + PDF,
        b"<html><script>alert(1)</script></html>",
        b"PK\x03\x04" + PDF,
        b"%PDF-1.7\n<script>alert(1)</script>",
        b"\xff\xd8\xff" + PDF,
    ],
    ids=["GIF and PDF", "HTML", "archive and PDF", "a PDF without an end", "JPEG and PDF"],
)
async def test_what_is_no_photo_or_pdf_is_refused_at_its_field(
    owner_client: httpx.AsyncClient, path: str, content: bytes
) -> None:
    answer = await add(owner_client, path, content)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == ["content"]
    assert (await owner_client.get(path)).json()["documents"] == []


async def test_what_is_too_large_is_refused(owner_client: httpx.AsyncClient, path: str) -> None:
    large = PDF[:9] + b"x" * 1_250_000 + PDF[9:]
    assert (await add(owner_client, path, large)).status_code == 422
    assert (await add(owner_client, path, large * 2)).status_code == 413
    assert (await add(owner_client, path, PDF, kind="visa")).status_code == 422
    assert (await add(owner_client, path, PDF, driver="third")).status_code == 422


async def test_scans_at_the_same_time_stop_at_the_limit(
    owner_client: httpx.AsyncClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_SCANS", 3)
    answers = await asyncio.gather(*(add(owner_client, path, PDF + bytes([each])) for each in range(6)))
    assert sorted(each.status_code for each in answers) == [201] * 3 + [409] * 3
    assert {each.json()["error"] for each in answers if each.status_code == 409} == {"TooManyDocuments"}
    shown = (await owner_client.get(path)).json()
    assert (len(shown["documents"]), shown["left"]) == (3, 0)


async def test_a_store_that_fails_leaves_nothing_and_the_next_try_works(
    owner_client: httpx.AsyncClient, path: str, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    def fail(*_: object) -> None:
        raise MediaUnavailable

    with monkeypatch.context() as broken:
        broken.setattr(DiskStore, "put", fail)
        assert (await add(owner_client, path, PDF)).status_code == 503
    assert (await owner_client.get(path)).json()["documents"] == []
    assert query_admin_sql("select count(*) from media_files where booking_id is not null") == [(0,)]
    assert (await add(owner_client, path, PDF)).status_code == 201


async def test_only_the_desk_of_the_company_reaches_them(
    owner_client: httpx.AsyncClient,
    client_of: ClientFactory,
    path: str,
    alps: Tenant,
    georgia: Tenant,
    sign_in: SignIn,
    db: Database,
) -> None:
    [document] = (await add(owner_client, path, PDF)).json()["documents"]
    other = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    driver = (await signed_in_person(db, georgia, "driver", client_of, sign_in)).client
    for client, status in ((other, 404), (client_of("localhost"), 401), (driver, 403)):
        assert (await client.get(path)).status_code == status
        assert (await client.get(f"{path}/{document['id']}")).status_code == status
        assert (await add(client, path, PDF)).status_code == status
        deleted = await client.post(f"{path}/{document['id']}/deletion", json={"reason": "x"})
        assert deleted.status_code == status
    assert len((await owner_client.get(path)).json()["documents"]) == 1
    unknown = f"/api/admin/bookings/{uuid4()}/driver-documents"
    assert (await owner_client.get(unknown)).status_code == 404


async def test_a_cancelled_booking_takes_no_scan(
    owner_client: httpx.AsyncClient, path: str, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update bookings set status = 'cancelled'")
    answer = await add(owner_client, path, PDF)
    assert (answer.status_code, answer.json()["error"]) == (409, "BookingIsOver")


async def test_documents_are_deleted_the_companys_days_after_the_rental_with_their_files(
    owner_client: httpx.AsyncClient,
    path: str,
    query_admin_sql: AdminSql,
    db: Database,
    settings: Settings,
    clock: FixedClock,
) -> None:
    privacy = (await owner_client.get("/api/admin/settings")).json()["privacy"]
    assert privacy["documentDays"] == 90
    stored = await owner_client.put("/api/admin/settings/privacy", json=privacy | {"documentDays": 30})
    assert stored.status_code == 200, stored.text
    for _ in range(2):
        stay_signed_in(query_admin_sql)
    ends = "update bookings set status = %s, pickup_at = %s - interval '7 days', return_at = %s"
    query_admin_sql(ends, "active", clock.now(), clock.now())
    [document] = (await add(owner_client, path, PDF)).json()["documents"]
    context = TaskContext(db, settings, clock)
    # As long as the car is out they stay.
    clock.move(days=40)
    await run_for_all(documents.forget_documents, context)
    assert len((await owner_client.get(path)).json()["documents"]) == 1
    query_admin_sql(ends, "completed", clock.now(), clock.now())
    shown = (await owner_client.get(path)).json()
    clock.move(days=29.9)
    await run_for_all(documents.forget_documents, context)
    assert len((await owner_client.get(path)).json()["documents"]) == 1
    clock.move(days=0.2)
    assert shown["deletedOn"] == clock.now().date().isoformat()
    [[digest]] = query_admin_sql("select digest from media_files where id = %s", document["id"])
    files = settings.data_dir.rglob(digest)
    assert list(files)
    await run_for_all(documents.forget_documents, context)
    await run_for_all(remove_unneeded, context)
    assert (await owner_client.get(path)).json()["documents"] == []
    assert query_admin_sql("select count(*) from media_files where id = %s", document["id"]) == [(0,)]
    assert query_admin_sql("select count(*) from customer_actions where kind = 'scan'") == [(0,)]
    assert not list(settings.data_dir.rglob(digest))


async def test_erasing_the_customer_deletes_them_at_once_and_the_export_lists_them(
    owner_client: httpx.AsyncClient, path: str, query_admin_sql: AdminSql
) -> None:
    assert (await add(owner_client, path, PDF)).status_code == 201
    person = {"email": booking_form()["customerEmail"]}
    exported = await owner_client.post("/api/admin/customers/export", json=person)
    assert '"scan"' in exported.text
    assert "application/pdf" in exported.text
    erased = await owner_client.post("/api/admin/customers/erase", json=person)
    assert erased.is_success, erased.text
    assert query_admin_sql("select count(*) from customer_actions where kind = 'scan'") == [(0,)]
    assert query_admin_sql("select count(*) from media_files where booking_id is not null") == [(0,)]
