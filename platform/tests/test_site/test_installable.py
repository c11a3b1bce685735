"""The site can be installed: a manifest by company and language, with icons that every phone draws."""

import httpx
import pytest
import pyvips
from built_frontend import frontend  # noqa: F401 - every test here is served these files
from media_steps import photograph, upload

from abano.config import Settings
from abano.database.engine import Database
from abano.jobs.registry import TaskContext
from abano.kit import ttl_cache
from abano.kit.clock import FixedClock
from abano.media_library.tasks import prepare_photographs

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("seed_media")]


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
async def test_icons_are_drawn_from_the_companys_sign(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, name: str, size: int
) -> None:
    answer = await client.get(f"/app-icon/{name}.png")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    icon = pyvips.Image.new_from_buffer(answer.content, "")
    assert (icon.width, icon.height) == (size, size)
    # A phone cuts a maskable icon's edge away, so it has no holes there.
    assert icon.hasalpha() == ("maskable" not in name)
    assert (await alps_client.get(f"/app-icon/{name}.png")).content != answer.content
    again = await client.get(f"/app-icon/{name}.png", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("name", ["64", "1024", "192-round", "x"])
async def test_other_sizes_are_not_drawn(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/app-icon/{name}.png")).status_code in {404, 422}


async def test_a_customers_own_page_is_kept_by_nobody(client: httpx.AsyncClient) -> None:
    for path in ("/my-booking", "/ka/my-booking"):
        answer = await client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert 'name="robots" content="noindex' in answer.text


async def test_a_photograph_as_sign_is_drawn_whole_too(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    item = await upload(owner_client, photograph(960, 600))
    await prepare_photographs(TaskContext(db, settings, clock))
    brand = (await owner_client.get("/api/admin/brand")).json()["published"]
    draft = {"colors": brand["colors"], "pictures": {"favicon": {"mediaId": item["id"]}}}
    assert (await owner_client.put("/api/admin/brand/draft", json=draft)).is_success
    assert (await owner_client.post("/api/admin/brand/publish", json={})).is_success
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + 4000)
    icons = {}
    for name in ("192", "512-maskable"):
        answer = await client.get(f"/app-icon/{name}.png")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        icons[name] = pyvips.Image.new_from_buffer(answer.content, "")
    # Wider than high: nothing of it is cut away, and what is left is seen through, or the company's colour.
    plain, maskable = icons["192"], icons["512-maskable"]
    assert (plain.getpoint(96, 4)[3], plain.getpoint(96, 96)[3], plain.getpoint(2, 96)[3]) == (0, 255, 255)
    pine = brand["colors"]["pine"]
    assert maskable.getpoint(2, 2) == [int(pine[start : start + 2], 16) for start in (1, 3, 5)]
    assert maskable.getpoint(256, 256) != maskable.getpoint(2, 2)
    manifest = (await client.get("/manifest.webmanifest")).json()
    assert {each["type"] for each in manifest["icons"]} == {"image/png"}
