"""Machine translation as a proposal: services, limits, who may ask, and faults."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory, SignIn
from pydantic import SecretStr
from translation_steps import TRANSLATIONS, TranslationService, running_translations

from abano.company.translations import providers
from abano.core.config import BadSettings, Settings, load_settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
ASKED = {"source": "en", "target": "ka", "texts": ["Call {phone}", "Two\nlines"]}
COUNTS = "select sum(characters)::int from translation_counts"
Change = Callable[..., None]


@pytest.fixture
def service() -> Iterator[TranslationService]:
    with running_translations() as found:
        yield found


@pytest.fixture(autouse=True)
def configure(
    app: FastAPI, settings: Settings, service: TranslationService, query_admin_sql: AdminSql
) -> Iterator[Change]:
    """DeepL at the stand-in, until a test changes it."""
    query_admin_sql("delete from translation_counts")
    before = app.state.settings
    values: dict[str, Any] = {
        "translation_service": "deepl",
        "translation_url": service.url,
        "translation_key": SecretStr("k:fx"),
    }

    def change(**changes: Any) -> None:
        values.update(changes)
        app.state.settings = settings.model_copy(update=values)

    change()
    yield change
    app.state.settings = before


async def test_deepl_proposes_and_keeps_placeholders_and_lines(
    owner_client: httpx.AsyncClient, service: TranslationService, query_admin_sql: AdminSql
) -> None:
    answer = await owner_client.post(TRANSLATIONS, json=ASKED)
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"texts": ["ka: Call {phone}", "ka: Two\nlines"]}
    [(path, key, body)] = service.calls
    assert (path, key) == ("/v2/translate", "DeepL-Auth-Key k:fx")
    assert (body["source_lang"], body["target_lang"], body["tag_handling"]) == ("EN", "KA", "html")
    assert query_admin_sql(COUNTS) == [(21,)]
    shown = (await owner_client.get(TRANSLATIONS)).json()
    assert shown == {"service": "DeepL", "charactersLeft": 50_000 - 21}


async def test_libretranslate_proposes_and_a_lost_placeholder_is_no_proposal(
    owner_client: httpx.AsyncClient, service: TranslationService, configure: Change
) -> None:
    configure(translation_service="libretranslate")
    assert (await owner_client.post(TRANSLATIONS, json=ASKED)).json()["texts"][1] == "ka: Two\nlines"
    service.loses = True
    assert (await owner_client.post(TRANSLATIONS, json=ASKED)).json() == {"texts": [None, None]}
    path, key, body = service.calls[0]
    assert (path, key, body["source"], body["target"]) == ("/translate", "k:fx", "en", "ka")


async def test_without_a_service_nothing_is_offered(
    owner_client: httpx.AsyncClient, configure: Change
) -> None:
    configure(translation_service="")
    assert (await owner_client.get(TRANSLATIONS)).json()["service"] is None
    answer = await owner_client.post(TRANSLATIONS, json=ASKED)
    assert (answer.status_code, answer.json()["error"]) == (409, "TranslationOff")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"target": "fr"}, "target"),
        ({"source": "xx"}, "source"),
        ({"target": "en"}, "target"),
        ({"texts": []}, "texts"),
        ({"texts": ["x"] * 21}, "texts"),
        ({"texts": ["x" * 6_000] * 2}, "texts"),
    ],
)
async def test_a_request_beyond_the_limits_names_the_field(
    owner_client: httpx.AsyncClient, service: TranslationService, changes: dict[str, Any], field: str
) -> None:
    answer = await owner_client.post(TRANSLATIONS, json=ASKED | changes)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)
    assert service.calls == []


async def test_the_daily_limit_holds_for_calls_at_once_and_for_each_company(
    owner_client: httpx.AsyncClient, configure: Change, db: Database, alps: Tenant,
    client_of: ClientFactory, sign_in: SignIn,
) -> None:  # fmt: skip
    configure(translation_daily_characters=10_000)
    asked = ASKED | {"texts": ["x" * 4_000]}
    answers = await asyncio.gather(*(owner_client.post(TRANSLATIONS, json=asked) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [200, 200, 429, 429]
    refused = next(each for each in answers if each.status_code == 429)
    assert refused.json()["error"] == "TranslationLimitReached"
    alps_owner = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await alps_owner.get(TRANSLATIONS)).json()["charactersLeft"] == 10_000


async def test_who_may_not_edit_texts_gets_no_proposals(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn,
    service: TranslationService,
) -> None:  # fmt: skip
    assert (await client.post(TRANSLATIONS, json=ASKED)).status_code == 401
    for role in ("desk", "analyst"):
        person = (await signed_in_person(db, georgia, role, client_of, sign_in)).client
        assert (await person.post(TRANSLATIONS, json=ASKED)).status_code == 403
        assert (await person.get(TRANSLATIONS)).status_code == 403
    assert service.calls == []


@pytest.mark.parametrize(
    ("answer", "status", "error"),
    [
        ((429, {"message": "Too many requests"}), 503, "TranslationUnavailable"),
        ((500, {}), 503, "TranslationUnavailable"),
        ((403, {"message": "Wrong key"}), 409, "TranslationRefused"),
        ((456, {"message": "Quota exceeded"}), 409, "TranslationRefused"),
        ((400, {"message": "Value for 'target_lang' not supported."}), 422, "InvalidInput"),
        ((200, {"translations": [{"text": "one"}]}), 503, "TranslationUnavailable"),
        ((200, {"translations": [{"text": "x" * 600_000}] * 2}), 503, "TranslationUnavailable"),
        ((200, ["strange"]), 503, "TranslationUnavailable"),
    ],
)
async def test_a_fault_of_the_service_loses_nothing(
    owner_client: httpx.AsyncClient, service: TranslationService, query_admin_sql: AdminSql,
    answer: tuple[int, Any], status: int, error: str,
) -> None:  # fmt: skip
    service.answer = answer
    said = await owner_client.post(TRANSLATIONS, json=ASKED)
    assert said.status_code == status, said.text
    if status != 422:
        assert said.json()["error"] == error
    # It does not count.
    assert query_admin_sql(COUNTS) == [(0,)]


async def test_a_service_that_hangs_or_is_away_is_not_waited_for(
    owner_client: httpx.AsyncClient, service: TranslationService, configure: Change,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(providers, "STEP_SECONDS", 0.2)
    service.seconds = 1.0
    assert (await owner_client.post(TRANSLATIONS, json=ASKED)).status_code == 503
    configure(translation_url="http://127.0.0.1:9")
    assert (await owner_client.post(TRANSLATIONS, json=ASKED)).status_code == 503


async def test_an_unchecked_text_is_stored_with_its_item_until_it_is_checked(
    owner_client: httpx.AsyncClient,
) -> None:
    async def stored() -> dict[str, Any]:
        entries = (await owner_client.get("/api/admin/catalog/draft")).json()["items"]
        found: dict[str, Any] = next(each for each in entries if each["part"] == "insurance")
        return found

    for unchecked in (["label"], []):
        entry = await stored()
        texts = dict(entry["item"]["translations"])
        texts["ka"] = {**texts.get("ka", {}), "label": "ka: Full", "unchecked": unchecked}
        changed = await owner_client.patch(
            f"/api/admin/catalog/draft/insurance/{entry['key']}",
            json={"revision": entry["revision"], "item": {"translations": texts}},
        )
        assert changed.status_code == 200, changed.text
        assert (await stored())["item"]["translations"]["ka"].get("unchecked", []) == unchecked
    await owner_client.post("/api/admin/catalog/draft/discard", json={"items": None})


async def test_a_service_needs_its_key_or_url() -> None:
    for service in ("deepl", "libretranslate"):
        with pytest.raises(BadSettings):
            load_settings({"ABANO_TRANSLATION_SERVICE": service})
    free = load_settings({"ABANO_TRANSLATION_SERVICE": "deepl", "ABANO_TRANSLATION_KEY": "k:fx"})
    paid = load_settings({"ABANO_TRANSLATION_SERVICE": "deepl", "ABANO_TRANSLATION_KEY": "k"})
    assert providers.url_of(free) == "https://api-free.deepl.com"
    assert providers.url_of(paid) == "https://api.deepl.com"
