"""From an upload to what visitors are served, and to its end: through the API, on the database and the store."""

from hashlib import sha256
from typing import Any
from uuid import uuid4

import httpx
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from emptied_tables import empty_tables
from media_steps import MEDIA, film, photograph, upload
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.queue import JobQueue
from abano.jobs.registry import TaskContext
from abano.site.media_library.photographs import make_variants
from abano.site.media_library.tasks import KEEP_UNUSED, prepare_photographs, tidy
from abano.storage import service as media_service
from abano.storage.store import media_store
from abano.storage.tasks import remove_unneeded, sweep
from abano.tenancy.directory.tenant import Tenant
from abano.worker import all_tasks

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
    await run_for_all(prepare_photographs, context)
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


@pytest.mark.slow
async def test_a_photograph_of_one_company_does_not_wait_for_all_of_another(
    owner_client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    context: TaskContext,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for width in range(8):
        await upload(owner_client, photograph(640 + 16 * width, 400))
    other = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    await upload(other, photograph(656, 416))
    waiting = "select count(*) from media_items where tenant_id = %s and state = 'processing'"
    turns: list[list[tuple[int]]] = []
    real = make_variants

    def noting(*given: Any) -> Any:
        turns.append(query_admin_sql(waiting, alps.id))
        return real(*given)

    monkeypatch.setattr("abano.site.media_library.tasks.make_variants", noting)
    [task] = [task for task in all_tasks() if task.name == "media_library.prepare"]
    queue = JobQueue(context, [task])
    await queue.open()
    while await queue.enqueue(task):
        await queue.work_off()
    await queue.close()
    # After one photograph of each, the other company has none left.
    assert turns[2:] == [[(0,)]] * (len(turns) - 2)
    assert len(turns) == 9


async def test_a_new_part_of_a_picture_has_new_files_and_the_old_ones_stay_a_week(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, context: TaskContext, clock: FixedClock
) -> None:
    item = await upload(owner_client, photograph(976, 600))
    await run_for_all(prepare_photographs, context)
    before = (await owner_client.get(f"{MEDIA}/{item['id']}")).json()["item"]["picture"]
    crop = {"x": 0, "y": 0, "width": 500, "height": 1000}
    change = {"title": "Side", "altTexts": {"en": "A car"}, "focusX": 200, "focusY": 300, "crop": crop}
    changed = await owner_client.put(f"{MEDIA}/{item['id']}", json=change)
    assert changed.json()["item"]["picture"]["src"] == before["src"]
    await run_for_all(prepare_photographs, context)
    after = (await owner_client.get(f"{MEDIA}/{item['id']}")).json()["item"]["picture"]
    assert after["src"] != before["src"]
    assert (after["width"], after["height"], after["alt"], after["focus"]) == (488, 600, "A car", "20% 30%")
    assert (await client.get(before["src"])).status_code == 200
    wrong = change | {"crop": {"x": 600, "y": 0, "width": 500, "height": 500}}
    assert (await owner_client.put(f"{MEDIA}/{item['id']}", json=wrong)).status_code == 422
    clock.move(days=8)
    await run_for_all(tidy, context)
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
    await run_for_all(tidy, context)
    clock.move(days=KEEP_UNUSED.days + 1)
    await run_for_all(tidy, context)
    await run_for_all(remove_unneeded, context)
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
    sent = film(frames=bytes(range(256)) * 20)
    item = await upload(owner_client, sent, "walk.mp4")
    src = item["film"]["src"]
    whole = await client.get(src)
    assert (whole.status_code, whole.content) == (200, sent)
    part = await client.get(src, headers={"Range": "bytes=4-7"})
    assert (part.status_code, part.content) == (206, b"ftyp")
    assert part.headers["content-range"] == f"bytes 4-7/{len(sent)}"
    assert (await client.get(src, headers={"Range": f"bytes={len(sent)}-"})).status_code == 416


async def test_the_library_shows_the_kinds_that_a_picker_asks_for(owner_client: httpx.AsyncClient) -> None:
    sent = await upload(owner_client, film(frames=b"for the picker"), "walk.mp4")
    drawing = await upload(owner_client, DRAWING.replace(b"M0 0", b"M2 2"), "mark.svg")
    await upload(owner_client, photograph(320, 200))
    found = await owner_client.get(f"{MEDIA}?kind=drawing&kind=film_file&search=")
    assert {item["kind"] for item in found.json()["items"]} == {"drawing", "film_file"}
    assert {drawing["id"], sent["id"]} <= {item["id"] for item in found.json()["items"]}


async def test_parts_that_are_damaged_missing_or_of_another_company_make_no_file(
    owner_client: httpx.AsyncClient,
) -> None:
    digest = sha256(b"a part").hexdigest()
    assert (await owner_client.put(f"{MEDIA}/parts/{digest}", content=b"another")).status_code == 422
    missing = await owner_client.post(f"{MEDIA}/files", json={"name": "a", "parts": [digest]})
    assert missing.json()["fields"][0]["code"] == "part_missing"
    film = await owner_client.post(f"{MEDIA}/links", json={"url": "https://youtu.be/dQw4w9WgXcQ"})
    assert film.json()["item"]["film"]["player"] == "embed"
    private = await owner_client.post(f"{MEDIA}/links", json={"url": "http://127.0.0.1/a.jpg"})
    assert private.json()["fields"][0]["field"] == "url"
    assert (await owner_client.get(f"{MEDIA}/{uuid4()}")).status_code == 404


async def test_parts_take_space_until_a_file_is_made_of_them_or_an_hour_has_passed(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """382 MB of parts were stored in twelve seconds, of which no limit knew."""
    monkeypatch.setattr(media_service, "MAX_PART_BYTES", 2_500_000)

    async def send(letter: bytes) -> int:
        part = letter * 1_000_000
        path = f"{MEDIA}/parts/{sha256(part).hexdigest()}"
        return (await owner_client.put(path, content=part)).status_code

    before = (await owner_client.get(MEDIA)).json()["usedBytes"]
    assert [await send(letter) for letter in (b"a", b"b", b"a", b"c")] == [200, 200, 200, 429]
    assert (await owner_client.get(MEDIA)).json()["usedBytes"] == before + 2_000_000
    stored = [path for path in settings.media_folder.glob("*/??/*") if path.stat().st_size == 1_000_000]
    assert len(stored) == 2
    clock.move(hours=2)
    await run_for_all(sweep, context)
    await run_for_all(remove_unneeded, context)
    assert not any(path.exists() for path in stored)
    assert await send(b"c") == 200


async def test_parts_are_gone_once_a_file_is_made_of_them(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    empty_tables(query_admin_sql, "media_parts")
    await upload(owner_client, photograph(900, 600))
    assert query_admin_sql("select count(*) from media_parts") == [(0,)]
