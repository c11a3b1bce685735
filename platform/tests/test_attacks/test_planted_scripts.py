"""Scripts that visitors, affiliates and settings could plant: they stay text wherever someone reads them."""

import json
import re
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from described import fields, operations, replaced
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.config import Settings
from abano.db.engine import Database
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.outbox import open_link
from abano.messaging.outbox.service import RENDERERS, render
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'>"
TEMPLATE = "<html><head><!--abano:head--></head><body><!--abano:body--><div id=root></div></body></html>"
PUBLIC = ("POST /api/bookings", "POST /api/personal-info-step", "POST /api/referrers/register",
          "POST /api/gclid/save", "POST /api/quiz/session/start")  # fmt: skip
ELSEWHERE = "/api/quiz/analytics/"
# No browser draws these as a page; files are downloaded.
READ_AS_TEXT = ("application/json", "text/csv", "application/yaml")


async def test_what_visitors_plant_is_read_as_json_text_by_admins(
    client: httpx.AsyncClient, client_of: ClientFactory, sign_in: SignIn, db: Database, georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    owner = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    planted = 0
    for one in operations():
        for at in fields(one.body or {}) if one.name in PUBLIC else ():
            answer = await one.call(client, body=replaced(one.body or {}, at, SCRIPT))
            planted += answer.status_code < 300
            assert "<script>" not in answer.text or answer.headers["content-type"] == "application/json"
    assert planted > 20
    shown = 0
    for one in operations():
        if one.method == "GET" and not one.path_ids and not one.path.startswith(ELSEWHERE):
            answer = await one.call(owner)
            assert answer.headers["content-type"].startswith(READ_AS_TEXT), one.name
            assert answer.headers["x-content-type-options"] == "nosniff"
            shown += "alert(1)" in answer.text
    assert shown >= 3, "what was planted is to be seen by admins, or this shows nothing"


async def test_letters_to_the_team_carry_no_markup_of_visitors(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, settings: Settings
) -> None:
    for one in operations():
        for at in fields(one.body or {}) if one.name in PUBLIC[:3] else ():
            await one.call(client, body=replaced(one.body or {}, at, f"Ada {SCRIPT}"))
    key = settings.secret_key.get_secret_value()
    rows = query_admin_sql("select kind, payload from outbox_messages")
    company = Recipient("Abano", "team@example.com", "", "http://localhost")
    emails = [render(kind, open_link(payload, key), company) for kind, payload in rows if kind in RENDERERS]
    assert len(emails) > 5
    assert any("&lt;script&gt;" in email.html for email in emails)
    for email in emails:
        assert "<script" not in email.html
        assert "<img" not in email.html
        assert "\n" not in email.subject


@pytest.fixture
def built(settings: Settings) -> None:
    settings.frontend_dir.mkdir(parents=True)
    (settings.frontend_dir / "index.html").write_text(TEMPLATE)


async def test_no_setting_of_a_company_ends_an_element_of_its_pages(
    built: None, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    """Every sentence of the company's texts, its cars and its name, ends in a script."""
    rows = query_admin_sql("select ctid::text, body from site_documents")
    for place, body in rows:
        query_admin_sql(
            "update site_documents set body = %s::jsonb where ctid = %s::tid", json.dumps(ended(body)), place
        )
    query_admin_sql("update cars set description = description || %s", SCRIPT)
    query_admin_sql("update tenants set name = name || %s", SCRIPT)
    for path in (
        "/",
        "/booking",
        "/terms-of-service",
        "/privacy-policy",
        "/vashlovani-national-park-guide",
        "/nowhere",
    ):
        answer = await client.get(path)
        assert "alert(1)" in answer.text, path
        assert "<script>alert" not in answer.text, path
        assert re.search(r"<img[^>]*onerror", answer.text) is None, path


def ended(value: Any) -> Any:
    """The same document, each of its sentences with the script at its end."""
    if isinstance(value, dict):
        return {key: ended(item) for key, item in value.items()}
    if isinstance(value, list):
        return [ended(item) for item in value]
    return value + SCRIPT if isinstance(value, str) and " " in value else value
