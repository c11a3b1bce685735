"""A template's other languages are added where a company has no texts yet; what does not match is refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from product_fixtures import AdminSql

from abano.core.config import Settings
from abano.db.engine import Database
from abano.ops.seeds import loader
from abano.ops.seeds.demo import DEMO_TENANTS, create_from_template
from abano.ops.seeds.languages import InvalidTranslation, read_languages
from abano.storage.service import Media
from abano.tenancy.directory.service import find_tenant

pytestmark = pytest.mark.anyio

KA_CATALOG: dict[str, dict[str, Any]] = {
    "cars": {
        "subaru-forester": {"title": "მთის გზებისთვის", "images": [{"view": "side", "alt": "გვერდიდან"}]}
    },
    "locations": {"tbilisi": {"name": "თბილისი"}},
    "insurance": {"standard": {"label": "სტანდარტული"}},
    "services": {"prepaidFuel": {"label": "საწვავი"}},
}
KA_QUIZ = {
    "questions": {"q1": {"text": "რა გაბრუნებთ?", "options": {"leisure": "დასვენება"}}},
    "encouragements": [{"atPercent": 50, "text": "ნახევარი გზა"}],
}


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The Georgian template with one other language, Georgian, of a few texts."""
    folder = tmp_path / "georgia"
    shutil.copytree(loader.FOLDER / "georgia", folder, ignore=shutil.ignore_patterns("languages"))
    write(folder, "catalog.json", KA_CATALOG)
    write(folder, "quiz-v1.json", KA_QUIZ)
    terms = json.loads((folder / "documents" / "terms-of-service.json").read_text())
    write(folder, "documents/terms-of-service.json", terms | {"title": "Abano Georgia: წესები"})
    monkeypatch.setattr(loader, "FOLDER", tmp_path)
    return folder


def write(folder: Path, name: str, content: Any, language: str = "ka") -> None:
    file = folder / "languages" / language / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")


async def test_a_new_company_says_it_in_every_language_of_its_template(
    settings: Settings, template: Path, query_admin_sql: AdminSql
) -> None:
    await create_from_template(
        settings, slug="lomi", name="Lomi Cars", domain="lomi.example", template="georgia"
    )
    of_company = "where tenant_id = (select id from tenants where slug = 'lomi')"
    rows = query_admin_sql(f"select slug, translations from cars {of_company} and translations <> '{{}}'")
    assert rows == [("subaru-forester", {"ka": {"title": KA_CATALOG["cars"]["subaru-forester"]["title"]}})]
    # Alternative texts belong to the image, wherever it is used.
    pictures = query_admin_sql(
        f"select distinct alt_texts->>'ka' from media_items {of_company} and alt_texts ? 'ka'"
    )
    assert pictures == [("გვერდიდან",)]
    for table, code in (
        ("locations", "tbilisi"),
        ("insurance_options", "standard"),
        ("services", "prepaidFuel"),
    ):
        part = {"insurance_options": "insurance"}.get(table, table)
        [(stored,)] = query_admin_sql(f"select translations from {table} {of_company} and code = '{code}'")
        assert stored == {"ka": KA_CATALOG[part][code]}
    assert query_admin_sql(f"select translations from quiz_definitions {of_company}") == [({"ka": KA_QUIZ},)]
    titles = query_admin_sql(
        f"select language, body->>'title' from site_documents {of_company} and kind = 'terms-of-service' order by 1"
    )
    assert titles == [("en", "Terms of Service"), ("ka", "Lomi Cars: წესები")]


async def test_existing_translations_are_kept_and_only_the_rest_added(
    settings: Settings, template: Path, query_admin_sql: AdminSql
) -> None:
    tenant = find_tenant(settings.database_url, "georgia")
    assert tenant is not None
    of_company = f"where tenant_id = '{tenant}'"
    own = '{"ka": {"title": "ჩვენი"}, "ru": {"title": "Наш"}}'
    query_admin_sql(f"update cars set translations = '{own}' {of_company} and slug = 'subaru-forester'")
    query_admin_sql(f"update locations set translations = '{{}}' {of_company}")
    query_admin_sql(
        'update locations set translations = \'{"ru": {"name": "Тбилиси"}}\''
        f" {of_company} and code = 'tbilisi'"
    )
    db = Database(settings)
    await db.open()
    for _ in range(2):
        async with db.uow(tenant) as uow:
            await loader.load_template(uow, "georgia", Media(settings))
    await db.close()
    [(car,)] = query_admin_sql(f"select translations from cars {of_company} and slug = 'subaru-forester'")
    assert car == json.loads(own)
    [(place,)] = query_admin_sql(f"select translations from locations {of_company} and code = 'tbilisi'")
    assert place == {"ru": {"name": "Тбилиси"}, "ka": {"name": "თბილისი"}}


@pytest.mark.parametrize("company", [tenant.slug for tenant in DEMO_TENANTS])
def test_languages_of_the_demo_companies_fit_their_templates(company: str) -> None:
    read_languages(loader.FOLDER / company)


WRONG: dict[str, tuple[str, Any, str]] = {
    "a slug": ("catalog.json", {"cars": {"lada": {"title": "a"}}}, "cars: the template has no lada"),
    "a code": ("catalog.json", {"services": {"x": {}}}, "services: the template has no x"),
    "a part": ("catalog.json", {"prices": {}}, "prices: there is no such field"),
    "a field": (
        "catalog.json",
        {"cars": {"subaru-forester": {"name": "a"}}},
        "cars.subaru-forester.name: there is no such field",
    ),
    "a type": ("catalog.json", {"cars": {"subaru-forester": {"title": 3}}}, "cars.subaru-forester.title"),
    "a view": (
        "catalog.json",
        {"cars": {"subaru-forester": {"images": [{"view": "under", "alt": "a"}]}}},
        "the template has no under",
    ),
    "a short list": ("catalog.json", {"cars": {"subaru-forester": {"specs": ["a"]}}}, "specs has"),
    "a question": (
        "quiz-v1.json",
        {"questions": {"q99": {"text": "a"}}},
        "questions: the template has no q99",
    ),
    "an answer": (
        "quiz-v1.json",
        {"questions": {"q1": {"options": {"x": "a"}}}},
        "q1.options: the template has no x",
    ),
    "a percent": ("quiz-v1.json", {"encouragements": [{"atPercent": 51, "text": "a"}]}, "has no 51"),
    "a quiz": ("quiz-v9.json", {}, "the template has no such file"),
    "a text": ("documents/imprint.json", {}, "the template has no such text"),
    "half a text": ("documents/landing.json", {"headline": "a"}, "Field required"),
    "a file": ("notes.txt", {}, "the template has no such file"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_fit_the_template_is_refused(template: Path, wrong: str) -> None:
    name, content, message = WRONG[wrong]
    write(template, name, content)
    with pytest.raises(InvalidTranslation) as raised:
        read_languages(template)
    assert message in str(raised.value)
    assert "languages/ka/" in str(raised.value)


def test_a_field_that_no_text_has_is_refused(template: Path) -> None:
    landing = json.loads((template / "documents" / "landing.json").read_text())
    landing["promises"][1]["colour"] = "red"
    write(template, "documents/landing.json", landing)
    with pytest.raises(InvalidTranslation, match=r"promises\.1\.colour: there is no such field"):
        read_languages(template)


def test_a_language_that_the_company_does_not_speak_is_refused(template: Path) -> None:
    write(template, "catalog.json", {}, language="fr")
    with pytest.raises(InvalidTranslation, match=r"other languages are \['ka', 'ru'\]"):
        read_languages(template)
