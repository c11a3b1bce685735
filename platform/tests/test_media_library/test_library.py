"""From an upload to what visitors are served, and to its end: through the API, on the database and the store."""

from hashlib import sha256
from uuid import uuid4

import httpx
import pytest
from media_steps import MEDIA, photograph, upload
from product_fixtures import AdminSql

from abano.config import Settings
from abano.database.engine import Database
from abano.jobs.registry import TaskContext
from abano.kit.clock import FixedClock
from abano.media.store import media_store
from abano.media.tasks import remove_unneeded
from abano.media_library.tasks import KEEP_UNUSED, prepare_photographs, tidy

pytestmark = pytest.mark.anyio
DRAWING = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><style>:root{--ink:#000000}</style>'
    b'<path fill="var(--ink)" d="M0 0h4v3z"/></svg>'
)


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


async def test_a_photograph_is_prepared_by_the_worker_and_served_on_its_own_host(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    context: TaskContext,
) -> None:
    item = await upload(owner_client, photograph(960, 600))
    assert (item["state"], item["title"], item["missingAlts"]) == ("processing", "My car", ["en", "ka", "ru"])
    assert (await upload(owner_client, photograph(960, 600)))["id"] == item["id"]
    await prepare_photographs(context)
    item = (await owner_client.get(f"{MEDIA}/{item['id']}")).json()["item"]
    assert item["state"] == "ready"
    addresses = [item["picture"]["src"]]
    for kind in ("avif", "webp"):
        addresses += [part.split()[0] for part in item["picture"][kind].split(", ")]
    assert len(addresses) == 5
    for address in addresses:
        answer = await client.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = await client.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
        assert (await alps_client.get(address)).status_code == 404
    original = await owner_client.get(f"{MEDIA}/{item['id']}/original")
    assert original.headers["content-type"] == "image/jpeg"


async def test_a_new_part_of_a_picture_has_new_files_and_the_old_ones_stay_a_week(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, context: TaskContext, clock: FixedClock
) -> None:
    item = await upload(owner_client, photograph(976, 600))
    await prepare_photographs(context)
    before = (await owner_client.get(f"{MEDIA}/{item['id']}")).json()["item"]["picture"]
    crop = {"x": 0, "y": 0, "width": 500, "height": 1000}
    change = {"title": "Side", "altTexts": {"en": "A car"}, "focusX": 200, "focusY": 300, "crop": crop}
    changed = await owner_client.put(f"{MEDIA}/{item['id']}", json=change)
    assert changed.json()["item"]["picture"]["src"] == before["src"]
    await prepare_photographs(context)
    after = (await owner_client.get(f"{MEDIA}/{item['id']}")).json()["item"]["picture"]
    assert after["src"] != before["src"]
    assert (after["width"], after["height"], after["alt"], after["focus"]) == (488, 600, "A car", "20% 30%")
    assert (await client.get(before["src"])).status_code == 200
    wrong = change | {"crop": {"x": 600, "y": 0, "width": 500, "height": 500}}
    assert (await owner_client.put(f"{MEDIA}/{item['id']}", json=wrong)).status_code == 422
    clock.move(days=8)
    await tidy(context)
    assert (await client.get(after["src"])).status_code == 200


async def test_what_is_shown_is_not_deleted_and_what_is_not_goes_after_a_month(
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    context: TaskContext,
    clock: FixedClock,
    settings: Settings,
) -> None:
    shown = await upload(owner_client, DRAWING, "mark.svg")
    unused = await upload(owner_client, DRAWING.replace(b"h4v3", b"h3v3"), "other.svg")
    query_admin_sql(
        "update tenant_settings set brand = jsonb_set(brand, '{logo}', jsonb_build_object('mediaId', %s::text))"
        " where tenant_id = (select id from tenants where slug = 'georgia')",
        shown["id"],
    )
    listed = (await owner_client.get(MEDIA, params={"search": "mark"})).json()
    assert [item["uses"] for item in listed["items"] if item["id"] == shown["id"]] == [
        [{"place": "brand", "name": ""}]
    ]
    assert (await owner_client.delete(f"{MEDIA}/{shown['id']}")).status_code == 409
    await tidy(context)
    clock.move(days=KEEP_UNUSED.days + 1)
    await tidy(context)
    await remove_unneeded(context)
    assert query_admin_sql("select count(*) from media_items where id = %s", unused["id"]) == [(0,)]
    kept = {row[0] for row in query_admin_sql("select digest from media_files")}
    assert sha256(DRAWING).hexdigest() in kept
    stored = {each.digest for each in media_store(settings).all()}
    assert sha256(DRAWING.replace(b"h4v3", b"h3v3")).hexdigest() not in kept | stored
    # Pictures of the demo companies are named by cars, texts and the brand: all of them stay.
    seeded = query_admin_sql("select count(*) from media_items where title like 'hyundai-elantra%%'")
    assert seeded == [(5,)]


async def test_a_drawing_is_served_in_the_company_s_colours_and_locked(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    item = await upload(owner_client, DRAWING.replace(b"M0 0", b"M1 1"), "mark.svg")
    answer = await client.get(item["picture"]["src"])
    assert b"--ink:#000000" not in answer.content
    assert (
        answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_film_is_served_in_parts(owner_client: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    film = b"\0\0\0\x10ftypisom\0\0\0\0" + bytes(range(256)) * 20
    item = await upload(owner_client, film, "walk.mp4")
    src = item["film"]["src"]
    whole = await client.get(src)
    assert (whole.status_code, whole.content) == (200, film)
    part = await client.get(src, headers={"Range": "bytes=4-7"})
    assert (part.status_code, part.content) == (206, b"ftyp")
    assert part.headers["content-range"] == f"bytes 4-7/{len(film)}"
    assert (await client.get(src, headers={"Range": f"bytes={len(film)}-"})).status_code == 416


async def test_parts_that_are_damaged_missing_or_of_another_company_make_no_file(
    owner_client: httpx.AsyncClient,
) -> None:
    digest = sha256(b"a part").hexdigest()
    assert (await owner_client.put(f"{MEDIA}/parts/{digest}", content=b"another")).status_code == 422
    missing = await owner_client.post(f"{MEDIA}/files", json={"name": "a", "parts": [digest]})
    assert missing.json()["fields"][0]["code"] == "part_missing"
    film = await owner_client.post(f"{MEDIA}/links", json={"address": "https://youtu.be/dQw4w9WgXcQ"})
    assert film.json()["item"]["film"]["player"] == "embed"
    private = await owner_client.post(f"{MEDIA}/links", json={"address": "http://127.0.0.1/a.jpg"})
    assert private.json()["fields"][0]["field"] == "address"
    assert (await owner_client.get(f"{MEDIA}/{uuid4()}")).status_code == 404
