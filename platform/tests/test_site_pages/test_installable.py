"""The site is installable: a manifest per company and language, with icons for every phone."""

from itertools import count
from pathlib import Path

import httpx
import pytest
import pyvips
from background_tasks import run_for_all
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from media_steps import photograph, upload
from product_fixtures import AdminSql

from abano.core import expensive_work, ttl_cache
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.site.media_library.tasks import prepare_photographs
from abano.site.pages.tasks import draw_brands
from abano.storage.store import media_store
from abano.tenancy.directory.tenant import Tenant

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("seed_media")]


@pytest.fixture
async def drawn_brands(
    seed_media: Path, db: Database, settings: Settings, clock: FixedClock, query_admin_sql: AdminSql
) -> TaskContext:
    """Every company's images as rendered by the worker."""
    assert seed_media.is_dir()
    query_admin_sql("update tenant_settings set draw_brand_at = 'epoch'")
    context = TaskContext(db, settings, clock)
    await run_for_all(draw_brands, context)
    return context


@pytest.fixture
def passing_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages cache data for some seconds; here it is loaded each time."""
    moments = count(step=100)
    monkeypatch.setattr(ttl_cache, "now", lambda: float(next(moments)))


async def test_the_manifest_is_the_companys_and_opens_in_its_language(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    first = (await client.get("/manifest.webmanifest")).json()
    georgian = (await client.get("/manifest.webmanifest", params={"lang": "ka"})).json()
    alpine = (await alps_client.get("/manifest.webmanifest")).json()
    assert (first["start_url"], georgian["start_url"]) == ("/", "/ka/")
    assert [each["url"] for each in georgian["shortcuts"]] == ["/ka/booking", "/ka/my-booking"]
    assert first["display"] == "standalone"
    assert first["theme_color"] != alpine["theme_color"]
    assert {"192x192", "512x512"} <= {each["sizes"] for each in first["icons"]}
    assert [each["sizes"] for each in first["icons"] if each.get("purpose") == "maskable"] == ["512x512"]


@pytest.mark.parametrize(("name", "size"), [("180", 180), ("192", 192), ("512", 512), ("512-maskable", 512)])
@pytest.mark.usefixtures("drawn_brands")
async def test_icons_are_drawn_from_the_companys_sign(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, name: str, size: int
) -> None:
    answer = await client.get(f"/app-icon/{name}.png")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    icon = pyvips.Image.new_from_buffer(answer.content, "")
    assert (icon.width, icon.height) == (size, size)
    # A phone crops the edge of a maskable icon, so it has no transparent parts there.
    assert icon.hasalpha() == ("maskable" not in name)
    assert (await alps_client.get(f"/app-icon/{name}.png")).content != answer.content
    again = await client.get(f"/app-icon/{name}.png", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("name", ["64", "1024", "192-round", "x"])
async def test_other_sizes_are_not_drawn(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/app-icon/{name}.png")).status_code in {404, 422}


async def test_a_customers_own_page_is_kept_by_no_one(client: httpx.AsyncClient) -> None:
    for path in ("/my-booking", "/ka/my-booking"):
        answer = await client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert 'name="robots" content="noindex' in answer.text


async def test_no_request_draws_an_icon(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    query_admin_sql("delete from brand_images where tenant_id = %s", georgia.id)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("an image is drawn")

    monkeypatch.setattr(expensive_work, "_run_in_process", refuse)
    answer = await client.get("/app-icon/180.png")
    assert (answer.status_code, answer.headers["location"].partition("/")[0]) == (302, "")
    assert "/media/" in answer.headers["location"]


@pytest.mark.usefixtures("passing_time")
async def test_a_brand_is_drawn_once_for_each_change(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    drawn_brands: TaskContext,
    query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:
    first = (await client.get("/app-icon/512-maskable.png")).content
    query_admin_sql("update brand_images set content = 'kept' where tenant_id = %s", georgia.id)
    await run_for_all(draw_brands, drawn_brands)
    assert (await client.get("/app-icon/512-maskable.png")).content == b"kept"
    brand = (await owner_client.get("/api/admin/brand")).json()["published"]
    colors = brand["colors"] | {"pine": "#5b1d4a"}
    assert (await owner_client.put("/api/admin/brand/draft", json={"colors": colors})).is_success
    await run_for_all(draw_brands, drawn_brands)
    assert (await client.get("/app-icon/512-maskable.png")).content == b"kept"
    assert (await owner_client.post("/api/admin/brand/publish", json={})).is_success
    await run_for_all(draw_brands, drawn_brands)
    changed = (await client.get("/app-icon/512-maskable.png")).content
    assert changed not in {first, b"kept"}
    assert (await owner_client.post("/api/admin/brand/undo", json={})).is_success
    await run_for_all(draw_brands, drawn_brands)
    assert (await client.get("/app-icon/512-maskable.png")).content == first


@pytest.mark.usefixtures("passing_time")
async def test_a_sign_that_cannot_be_drawn_leaves_the_logo_and_other_companies_alone(
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    georgia: Tenant,
) -> None:
    query_admin_sql("delete from brand_images")
    query_admin_sql("update tenant_settings set draw_brand_at = 'epoch'")
    favicon = (await client.get("/app-icon/180.png")).headers["location"]
    [(digest,)] = query_admin_sql(
        "select f.digest from media_variants v join media_files f on f.tenant_id = v.tenant_id and f.id = v.file_id"
        " where v.tenant_id = %s and v.name = %s",
        georgia.id,
        favicon.rpartition("/")[2].partition("?")[0],
    )
    media_store(settings).remove(georgia.id, digest)
    media_store(settings).put(georgia.id, digest, b"<svg is no drawing any more")
    await run_for_all(draw_brands, TaskContext(db, settings, clock))
    assert (await client.get("/app-icon/180.png")).status_code == 302
    assert (await alps_client.get("/app-icon/180.png")).status_code == 200
    drawn = query_admin_sql("select name from brand_images where tenant_id = %s", georgia.id)
    assert drawn == [("logo",)]
    assert query_admin_sql("select count(*) from tenant_settings where draw_brand_at is not null") == [(0,)]


@pytest.mark.usefixtures("passing_time")
async def test_a_photograph_as_sign_is_drawn_whole_too(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    drawn_brands: TaskContext,
) -> None:
    item = await upload(owner_client, photograph(960, 600))
    brand = (await owner_client.get("/api/admin/brand")).json()["published"]
    draft = {"colors": brand["colors"], "pictures": {"favicon": {"mediaId": item["id"]}}}
    assert (await owner_client.put("/api/admin/brand/draft", json=draft)).is_success
    assert (await owner_client.post("/api/admin/brand/publish", json={})).is_success
    # Published before its files were ready: it is rendered again once they are.
    await run_for_all(draw_brands, drawn_brands)
    assert (await client.get("/app-icon/192.png")).status_code == 302
    await run_for_all(prepare_photographs, drawn_brands)
    await run_for_all(draw_brands, drawn_brands)
    icons = {}
    for name in ("192", "512-maskable"):
        answer = await client.get(f"/app-icon/{name}.png")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        icons[name] = pyvips.Image.new_from_buffer(answer.content, "")
    # Wider than high: nothing is cropped, and the rest is transparent or in the company's colour.
    plain, maskable = icons["192"], icons["512-maskable"]
    assert (plain.getpoint(96, 4)[3], plain.getpoint(96, 96)[3], plain.getpoint(2, 96)[3]) == (0, 255, 255)
    pine = brand["colors"]["pine"]
    assert maskable.getpoint(2, 2) == [int(pine[start : start + 2], 16) for start in (1, 3, 5)]
    assert maskable.getpoint(256, 256) != maskable.getpoint(2, 2)
    manifest = (await client.get("/manifest.webmanifest")).json()
    assert {each["type"] for each in manifest["icons"]} == {"image/png"}
