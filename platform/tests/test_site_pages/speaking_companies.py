"""Two companies whose languages are known to the tests, whatever the demo companies say."""

import json

import httpx
import pytest
from product_fixtures import AdminSql, ClientFactory

from abano.core.config import Settings
from abano.ops.seeds.demo import create_from_template
from abano.tenancy.directory.service import find_tenant

LOMI, DAVOS = "lomi.example", "davos.example"
# Texts by language: of the landing page, of its metadata, and of the terms where there are some.
TEXTS = {
    "ka": {"headline": "მანქანა საქართველოსთვის", "title": "მანქანის ქირაობა", "terms": "წესები"},
    "ru": {"headline": "Машина для Грузии", "title": "Аренда машины"},
}
CAR = {"title": "მთის გზებისთვის", "specs": ["ხუთი ადგილი"]}


@pytest.fixture(autouse=True)
async def companies(settings: Settings, query_admin_sql: AdminSql) -> None:
    """lomi.example speaks English, Georgian and Russian; davos.example German and English, in this order.

    Of Lomi's terms there is no Russian text, of its privacy policy and guide only the English one.
    """
    if find_tenant(settings.database_url, "lomi"):
        return
    await create_from_template(settings, slug="lomi", name="Lomi", domain=LOMI, template="georgia")
    await create_from_template(settings, slug="davos", name="Davos", domain=DAVOS, template="alps")
    lomi, davos = (
        f"tenant_id = (select id from tenants where slug = '{slug}')" for slug in ("lomi", "davos")
    )
    for own in (lomi, davos):
        query_admin_sql(f"delete from site_documents where {own} and language <> 'en'")
        for table in ("cars", "locations", "insurance_options", "services", "quiz_definitions"):
            query_admin_sql(f"update {table} set translations = '{{}}' where {own}")
        query_admin_sql(f"update media_items set alt_texts = alt_texts - '{{ka,ru,de}}'::text[] where {own}")
    query_admin_sql(f"update tenant_settings set languages = '{{en,ka,ru}}' where {lomi}")
    query_admin_sql(f"update tenant_settings set languages = '{{de,en}}' where {davos}")
    copy = "insert into site_documents (tenant_id, kind, language, body) select tenant_id, kind"
    for language, words in TEXTS.items():
        pages = [{"path": "/", "title": words["title"], "description": words["headline"]}]
        locale = {"ka": "ka-GE", "ru": "ru-GE"}[language]
        query_admin_sql(
            f"{copy}, %s, body || %s::jsonb from site_documents where {lomi} and kind = 'landing'"
            " and language = 'en'",
            language,
            json.dumps({"headline": words["headline"]}),
        )
        query_admin_sql(
            f"{copy}, %s, body || %s::jsonb from site_documents where {lomi} and kind = 'seo'"
            " and language = 'en'",
            language,
            json.dumps({"locale": locale, "pages": pages}),
        )
    query_admin_sql(
        f"{copy}, 'ka', body || %s::jsonb from site_documents where {lomi} and kind = 'terms-of-service'",
        json.dumps(
            {"title": TEXTS["ka"]["terms"], "introduction": "სულ მცირე {{minimumAge}}; {{zeroExcessRate}}."}
        ),
    )
    query_admin_sql(
        f"update cars set translations = %s where {lomi} and slug = 'subaru-forester'",
        json.dumps({"ka": CAR}),
    )
    query_admin_sql(f"update site_documents set language = 'de' where {davos}")
    query_admin_sql(
        f"{copy}, 'en', body from site_documents where {davos} and kind in ('landing', 'seo', 'terms-of-service')"
    )


@pytest.fixture
def lomi(client_of: ClientFactory) -> httpx.AsyncClient:
    return client_of(LOMI)


@pytest.fixture
def davos(client_of: ClientFactory) -> httpx.AsyncClient:
    return client_of(DAVOS)
