"""Photographs of handovers: checked, drawn again, private, limited, and gone when their customer is erased."""

import asyncio
import json
import os
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import httpx
import pytest
import pyvips
from background_tasks import run_for_all
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn
from yard_steps import YARD, handover, photograph, picture, record, rental

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.storage.images import MAX_BYTES
from abano.storage.tasks import remove_unneeded, sweep
from abano.tenancy.directory.tenant import Tenant
from abano.web.middleware.security import PICTURE_BYTES

pytestmark = pytest.mark.anyio


@pytest.fixture
async def recorded(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    georgia: Tenant,
    clock: FixedClock,
) -> tuple[str, str]:
    """A booking and the record of its handover."""
    email = f"{uuid4().hex}@example.com"
    booking, _ = await rental(client, owner_client, query_admin_sql, georgia, clock, customerEmail=email)
    answer = await record(owner_client, booking, handover(clock, pictureCount=2))
    assert answer.status_code == 200, answer.text
    return booking, str(answer.json()["recordId"])


def stored(settings: Settings) -> list[Path]:
    return [path for path in settings.media_folder.glob("*/*/*") if path.is_file()]


async def add(
    client: httpx.AsyncClient, record_id: str, picture_id: str | None = None, **body: Any
) -> httpx.Response:
    path = f"{YARD}/records/{record_id}/pictures/{picture_id or uuid4()}"
    return await client.put(path, json=picture(**body))


def with_place_and_time(image: pyvips.Image) -> bytes:
    tagged = image.copy()
    tagged.set_type(pyvips.GValue.gstr_type, "exif-ifd0-ImageDescription", "Ada's house")
    tagged.set_type(pyvips.GValue.gstr_type, "exif-ifd3-GPSLatitude", "41/1 41/1 30/1")
    tagged.set_type(pyvips.GValue.gint_type, "orientation", 6)
    content: bytes = tagged.jpegsave_buffer(Q=90)
    return content


async def test_a_photograph_is_kept_upright_without_place_and_time(
    owner_client: httpx.AsyncClient, recorded: tuple[str, str]
) -> None:
    content = photograph(640, 480, with_place_and_time)
    assert b"Exif" in content
    picture_id = str(uuid4())
    added = await add(owner_client, recorded[1], picture_id, content=content)
    assert added.json()["receivedPictures"] == [picture_id]
    shown = await owner_client.get(f"{YARD}/records/{recorded[1]}/pictures/{picture_id}")
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/jpeg")
    assert shown.headers["cache-control"] == "no-store"
    assert "sandbox" in shown.headers["content-security-policy"]
    image = pyvips.Image.new_from_buffer(shown.content, "")
    assert (image.width, image.height) == (480, 640)
    assert [name for name in image.get_fields() if name.startswith("exif")] == []
    assert b"Ada" not in shown.content


@pytest.mark.parametrize("save", ["pngsave_buffer", "webpsave_buffer"])
async def test_other_formats_become_jpeg(
    owner_client: httpx.AsyncClient, recorded: tuple[str, str], save: str
) -> None:
    content = photograph(200, 100, lambda image: getattr(image, save)())
    assert (await add(owner_client, recorded[1], content=content)).status_code == 200


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        b"%PDF-1.7",
        b"\xff\xd8\xff\xe0 cut off",
        b"<html>",
    ],
)
async def test_what_is_no_photograph_is_refused(
    owner_client: httpx.AsyncClient, recorded: tuple[str, str], settings: Settings, content: bytes
) -> None:
    refused = await add(owner_client, recorded[1], content=content)
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "content")
    assert stored(settings) == []


@pytest.mark.parametrize(("side", "code"), [(30_000, "picture_side_too_long"), (19_000, "picture_too_large")])
async def test_a_picture_of_too_many_pixels_is_refused_before_it_is_decoded(
    owner_client: httpx.AsyncClient, recorded: tuple[str, str], side: int, code: str
) -> None:
    bomb: bytes = pyvips.Image.black(side, side).pngsave_buffer(compression=9, bitdepth=1)
    assert len(bomb) < MAX_BYTES
    refused = await add(owner_client, recorded[1], content=bomb)
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (422, code)


async def test_the_largest_picture_fits_and_a_larger_request_does_not(
    owner_client: httpx.AsyncClient, recorded: tuple[str, str]
) -> None:
    large = photograph(700, 560, lambda image: image.pngsave_buffer(compression=0))
    assert 1_100_000 < len(large) < MAX_BYTES
    assert (await add(owner_client, recorded[1], content=large)).status_code == 200
    path = f"{YARD}/records/{recorded[1]}/pictures/{uuid4()}"
    beyond = await owner_client.put(path, content=b"{" + b" " * PICTURE_BYTES + b"}")
    assert beyond.status_code == 413


async def test_sent_twice_it_is_one_and_of_another_record_it_is_refused(
    owner_client: httpx.AsyncClient, recorded: tuple[str, str], settings: Settings
) -> None:
    picture_id, content = str(uuid4()), photograph()
    answers = await asyncio.gather(
        *(add(owner_client, recorded[1], picture_id, content=content) for _ in range(3))
    )
    assert {each.status_code for each in answers} == {200}
    assert len(stored(settings)) == 1
    assert (await add(owner_client, str(uuid4()), picture_id)).status_code == 404
    foreign = await add(owner_client, recorded[1], damageId=str(uuid4()))
    assert (foreign.status_code, foreign.json()["fields"][0]["field"]) == (422, "damageId")


async def test_another_company_and_no_one_see_nothing(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    recorded: tuple[str, str],
) -> None:
    picture_id = str(uuid4())
    assert (await add(owner_client, recorded[1], picture_id)).status_code == 200
    path = f"{YARD}/records/{recorded[1]}/pictures/{picture_id}"
    assert (await client.get(path)).status_code == 401
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.get(path)).status_code == 404
    assert (await add(stranger, recorded[1])).status_code == 404
    analyst = (await signed_in_person(db, alps, "analyst", client_of, sign_in)).client
    assert (await analyst.get(path)).status_code == 403


async def test_erasing_the_customer_removes_the_files(
    owner_client: httpx.AsyncClient,
    recorded: tuple[str, str],
    settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    same = photograph()
    for content in (same, photograph()):
        assert (await add(owner_client, recorded[1], content=content)).status_code == 200
    # The same picture also belongs to someone else.
    [(kept,)] = query_admin_sql(
        "insert into media_files (tenant_id, id, digest, content_type, bytes, created_at)"
        " select tenant_id, gen_random_uuid(), digest, content_type, bytes, created_at from media_files"
        " where booking_id = %s limit 1 returning digest",
        recorded[0],
    )
    context = TaskContext(db, settings, clock)
    await run_for_all(remove_unneeded, context)
    assert len(stored(settings)) == 2
    email = query_admin_sql("select customer_email from bookings where id = %s", recorded[0])[0][0]
    copy = await owner_client.post("/api/admin/customers/export", json={"email": email})
    assert len(copy.json()["photographsAndDocuments"]) == 2
    asked = {"email": email, "withFiles": True}
    files = await owner_client.post("/api/admin/customers/export", json=asked)
    assert (files.status_code, files.headers["content-type"]) == (200, "application/zip")
    with ZipFile(BytesIO(files.content)) as archive:
        listed = json.loads(archive.read("customer.json"))["photographsAndDocuments"]
        digests = {sha256(archive.read(each["file"])).hexdigest() for each in listed}
        assert len(archive.namelist()) == 3
    assert digests == {path.name for path in stored(settings)}
    # What the store has lost is still listed, without a file.
    [lost] = [path for path in stored(settings) if path.name != kept]
    content = lost.read_bytes()
    lost.unlink()
    files = await owner_client.post("/api/admin/customers/export", json=asked)
    with ZipFile(BytesIO(files.content)) as archive:
        listed = json.loads(archive.read("customer.json"))["photographsAndDocuments"]
        assert sorted(each["file"] is None for each in listed) == [False, True]
    lost.write_bytes(content)
    erased = await owner_client.post("/api/admin/customers/erase", json={"email": email})
    assert erased.status_code == 200, erased.text
    await run_for_all(remove_unneeded, context)
    assert [path.name for path in stored(settings)] == [kept]
    assert query_admin_sql(
        "select signature, signer_name from handover_records where booking_id = %s", recorded[0]
    ) == [([], "")]
    assert query_admin_sql("select count(*) from media_removals") == [(0,)]


async def test_what_was_never_committed_is_swept(
    owner_client: httpx.AsyncClient,
    recorded: tuple[str, str],
    settings: Settings,
    db: Database,
    clock: FixedClock,
    georgia: Tenant,
) -> None:
    assert (await add(owner_client, recorded[1])).status_code == 200
    [needed] = stored(settings)
    orphan = settings.media_folder / str(georgia.id) / "ab" / ("ab" * 32)
    orphan.parent.mkdir(parents=True, exist_ok=True)
    orphan.write_bytes(b"orphan")
    # Files have the machine's time: long before the clock's, or long after it.
    context = TaskContext(db, settings, clock)
    for path, age in ((needed, 10), (orphan, 0)):
        moment = clock.now().timestamp() - age
        os.utime(path, (moment, moment))
    await run_for_all(sweep, context)
    await run_for_all(remove_unneeded, context)
    assert orphan.exists()
    clock.move(hours=2)
    await run_for_all(sweep, context)
    await run_for_all(remove_unneeded, context)
    assert stored(settings) == [needed]


async def test_a_company_that_is_full_keeps_what_it_has(
    owner_client: httpx.AsyncClient, recorded: tuple[str, str], query_admin_sql: AdminSql
) -> None:
    picture_id = str(uuid4())
    assert (await add(owner_client, recorded[1], picture_id)).status_code == 200
    query_admin_sql("update media_files set bytes = 2000000000")
    for _ in range(2):
        query_admin_sql(
            "insert into media_files (tenant_id, id, digest, content_type, bytes, created_at)"
            " select tenant_id, gen_random_uuid(), digest, content_type, bytes, created_at from media_files limit 1"
        )
    full = await add(owner_client, recorded[1])
    assert (full.status_code, full.json()["error"]) == (409, "MediaFull")
    shown = await owner_client.get(f"{YARD}/records/{recorded[1]}/pictures/{picture_id}")
    assert shown.status_code == 200
