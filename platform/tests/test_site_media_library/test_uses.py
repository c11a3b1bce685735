"""Where pictures are used is known from what each row keeps, in one statement that reads no JSON."""

import json
import re
from uuid import UUID, uuid4

import pytest
from product_fixtures import AdminSql
from sent_statements import sent_statements

from abano.db.engine import Database
from abano.site.media_library.pictures import as_id, referred
from abano.site.media_library.repository import REFERRING
from abano.site.media_library.service import find_uses
from abano.tenancy.directory.tenant import Tenant

# JSON columns that name nothing of the library: what visitors, bookings and providers bring, plain figures, words.
NEVER_REFER = {
    "accounting_exports", "accounting_settings", "agreement_signatures",
    "audit_log", "booking_changes", "booking_events", "bookings", "click_records", "conversion_events",
    "ad_accounts", "conversion_senders", "customer_events", "domain_checks", "handover_records", "idempotency_keys",
    "insurance_options", "invoices", "locations", "media_items", "outbox_messages", "personal_info_drafts",
    "experiments", "quiz_answers", "seasons", "seller_settings", "services", "stripe_events", "stripe_settings",
    "vehicle_events", "webhook_deliveries",
    "catalog_drafts.refusal", "company_setups.choices", "handover_places.opening_hours",
    "handover_places.translations", "imported_calendars.conflicts", "price_suggestion_settings.rules",
    "site_document_drafts.parts", "site_document_versions.facts",
    "tenant_settings.began_with", "tenant_settings.length_discounts",
}  # fmt: skip
JSON_COLUMNS = (
    "select c.relname::text, a.attname::text, coalesce((select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d"
    "   join pg_attribute g on g.attrelid = d.adrelid and g.attnum = d.adnum"
    "   where d.adrelid = c.oid and g.attname = 'media_references'), '')"
    " from pg_class c join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'jsonb'::regtype"
    "   and not a.attisdropped"
    " where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition"
    "   and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')"
)


def test_every_json_column_keeps_its_references_or_names_nothing(query_admin_sql: AdminSql) -> None:
    kept, unknown = set(), set()
    for table, column, expression in query_admin_sql(JSON_COLUMNS):
        words = re.findall(r"\w+", expression)
        if column in words:
            kept.add(table)
        elif not {table, f"{table}.{column}"} & NEVER_REFER:
            unknown.add(f"{table}.{column}")
    assert unknown == set()
    assert kept == set(REFERRING)


def test_the_schema_finds_what_the_pages_show(query_admin_sql: AdminSql) -> None:
    first, second, third = (uuid4() for _ in range(3))
    body = {
        "hero": {"mediaId": str(first), "alt": "A car"},
        "gallery": [[{"items": [{"mediaId": str(second)}, {"mediaId": 7}, {"mediaId": None}]}]],
        "plain": [{"src": "/drawings/side.svg", "alt": "Side"}, "/drawings/hero.svg"],
        "words": "mediaId is a word",
    }
    further = {"en": {"mediaId": str(third)}, "de": {"mediaId": "not an id"}}
    [(found,)] = query_admin_sql(
        "select media_references(%s::jsonb, null, %s::jsonb)", json.dumps(body), json.dumps(further)
    )
    by_schema = {identity for named in found if (identity := as_id(named))}
    by_pages = {*referred(body), *referred(further)}
    assert by_schema == by_pages == {first, second, third}


@pytest.mark.anyio
async def test_uses_are_one_statement_without_json_and_follow_changes(
    db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    item = uuid4()
    query_admin_sql(
        "update cars set images = images || jsonb_build_object('mediaId', %s::text)"
        " where tenant_id = %s and name = 'Toyota 4Runner'",
        str(item), georgia.id,
    )  # fmt: skip
    assert await uses_of(db, georgia, item) == [("car", "Toyota 4Runner")]
    assert await uses_of(db, alps, item) == []
    query_admin_sql(
        "update cars set images = images - -1 where tenant_id = %s and name = 'Toyota 4Runner'", georgia.id
    )
    assert await uses_of(db, georgia, item) == []


async def uses_of(db: Database, tenant: Tenant, item: UUID) -> list[tuple[str, str]]:
    async with db.uow(tenant.id) as uow:
        with sent_statements() as statements:
            uses = await find_uses(uow)
    # What rows keep, and the posters of films.
    assert len(statements) == 2
    assert not any("~" in each or "to_jsonb" in each for each in statements)
    return [(place, name) for place, name in uses.get(item, [])]
