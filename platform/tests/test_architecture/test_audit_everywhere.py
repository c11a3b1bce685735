"""Every change in the console is audited, in the transaction of the change: both are committed, or neither.

The endpoints come from the access list, which includes every endpoint of the API description.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import catalog_steps
import httpx
import pytest
from access_places import ROLES
from audited_calls import prepare, prepare_customer, prepare_media, prepare_text
from calendar_import_steps import calendar
from console_people import Person, signed_in_person
from emptied_tables import empty_tables
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.accounts.audit.repository import AuditFilter
from abano.accounts.audit.rules import ACTIONS
from abano.accounts.audit.service import read
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.paging import PageRequest
from abano.db.engine import Database
from abano.fleet.imported_calendars.fetching import CalendarClient, Fetched
from abano.main import SUBJECT_NAMES
from abano.payments.online.stripe import Checkout, Stripe
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
# Methods that change data, at endpoints without a lasting change.
CHANGES_NOTHING = {
    "POST /api/admin/catalog/preview",
    "POST /api/admin/translations",  # proposals, which only saving the text stores
    "POST /api/admin/price-suggestions/replay",
    "POST /api/admin/customers/look",
    "PUT /api/admin/media/parts/{digest}",  # swept away unless a file is made of it
    "POST /api/admin/bookings/quotes",
    "POST /api/admin/yard/bookings/{booking_id}/costs",
    "POST /api/admin/messages/texts/{occasion}/{language}/preview",
    "POST /api/admin/messages/texts/{occasion}/{language}/test",  # a letter to oneself
    "POST /api/admin/analytics/queries/run",
    "POST /api/admin/analytics/queries/export",
    "POST /api/quiz/analytics/alert-rules/preview",
    "POST /api/quiz/analytics/mail/test",  # a letter to oneself
    "PUT /api/admin/account/daily-email",  # one's own choice, too
    "PUT /api/admin/account/language",  # one's own choice, which no one else notices
    "POST /api/admin/account/second-factor",  # a secret that nothing asks for before its first code
    "POST /api/admin/brand/colors",
    "POST /api/admin/brand/document",
    "POST /api/admin/brand/email",
    "POST /api/admin/webhooks/{webhook_id}/test",  # an event about nothing, to the company itself
    "POST /api/admin/imported-calendars/{calendar_id}/read",  # as the worker does every half hour
    "POST /api/admin/domains/{host}/check",  # the worker looks sooner
}
# For a company without bookings alone: test_sample_data.py.
OF_EMPTY_COMPANIES = {"POST /api/admin/setup/sample-data"}
CHANGES = sorted(
    endpoint
    for endpoint in ROLES
    if not endpoint.startswith("GET ") and endpoint not in CHANGES_NOTHING | OF_EMPTY_COMPANIES
)
# Objects identified by id, or the only one of their kind.
NAMELESS = {
    "price_suggestions",
    "api_keys",
    "catalog",
    "lead",
    "fleet",
    "till",
    "seller",
    "numbering",
    "accounting",
    "accounting_export",
    "stripe",
    "promo_code",
    "ad_account",
    "campaign_costs",
    "currency",
    "currencies",
    "content",
    "redirect",
    "languages",
    "media",
    "quiz",
    "quiz_answer",
    "settings",
    "support_session",
    "brand",
    "site",
    "domain",
    "fines",
    "review",
    "reviews",
    "return_costs",
    "message",
    "phone_channel",
    "phone_message",
    "commissions",
    "conversions",
    "visits",
    "insight",
    "customer",
}
# Deleted objects have no name in the entry.
GONE = {
    "DELETE /api/admin/users/invitations/{invitation_id}",
    "DELETE /api/admin/roles/{role_id}",
    "DELETE /api/ip/visits/{visit_id}",
    "DELETE /api/quiz/analytics/annotations/{annotation_id}",
    "DELETE /api/quiz/analytics/views/{view_id}",
    "DELETE /api/admin/analytics/queries/{query_id}",
    "DELETE /api/admin/webhooks/{webhook_id}",
    "DELETE /api/admin/calendar-feeds/{feed_id}",
    "DELETE /api/admin/imported-calendars/{calendar_id}",
}
TABLES = """
select table_name from information_schema.tables
where table_schema = 'public' and table_type = 'BASE TABLE'
and table_name not in ('sign_in_failures', 'public_write_counts', 'usage_days') order by 1
"""


def everything(query_admin_sql: AdminSql) -> dict[str, object]:
    """A digest of every table except counters of attempts and writes, which are kept in any case."""
    return {
        table: query_admin_sql(f'select md5(string_agg(t::text, chr(10) order by t::text)) from "{table}" t')
        for (table,) in query_admin_sql(TABLES)
    }


@contextmanager
def no_audit(query_admin_sql: AdminSql) -> Iterator[None]:
    """Simulates an audit log that cannot be written."""
    query_admin_sql(
        "create or replace function refuse_entry() returns trigger language plpgsql as"
        " $$ begin raise 'the audit log cannot be written'; end $$"
    )
    query_admin_sql(
        "create trigger refuse_entry before insert on audit_log for each row execute function refuse_entry()"
    )
    try:
        yield
    finally:
        query_admin_sql("drop trigger refuse_entry on audit_log")


@pytest.fixture(autouse=True)
def _stripe_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fake Stripe that creates every payment page and account, and does what it is asked with a hold."""

    async def create_session(_self: Stripe, _checkout: Checkout, key: str) -> dict[str, Any]:
        return {"id": f"cs_{key}", "url": "https://checkout.stripe.com/c/pay/x", "payment_status": "unpaid"}

    async def account(_self: Stripe, *_: str) -> dict[str, Any]:
        return {"id": "acct_1", "charges_enabled": True, "url": "https://connect.stripe.com/setup/x"}

    async def change(_self: Stripe, intent: str, *_: object) -> dict[str, Any]:
        return {"id": intent, "status": "requires_capture"}

    monkeypatch.setattr(Stripe, "create_session", create_session)
    for name in ("create_account", "create_account_link", "get_account"):
        monkeypatch.setattr(Stripe, name, account)
    for name in ("capture", "cancel_intent"):
        monkeypatch.setattr(Stripe, name, change)
    monkeypatch.setattr("abano.payments.online.connect.new_token", lambda: "a state")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    connect = {"stripe_connect_key": "sk_test_platform", "stripe_connect_webhook_secret": "whsec_platform"}
    return Settings(**settings.model_dump() | connect)


@pytest.fixture(autouse=True)
def _calendars_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every imported calendar is an empty one."""

    async def fetch(_self: CalendarClient, _url: str, *_known: str) -> Fetched:
        return Fetched(calendar())

    monkeypatch.setattr(CalendarClient, "fetch", fetch)


@pytest.fixture
async def owner(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, query_admin_sql: AdminSql
) -> Person:
    # Each endpoint signs in again, all from one IP at one moment: more than its limit.
    empty_tables(query_admin_sql, "sign_in_failures")
    return await signed_in_person(db, georgia, "owner", client_of, sign_in)


@pytest.mark.parametrize("endpoint", CHANGES)
async def test_a_change_and_its_entry_are_kept_together(
    endpoint: str,
    owner: Person,
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    clock: FixedClock,
) -> None:
    if "{customer_id}" in endpoint:
        path, body = await prepare_customer(endpoint, owner.client, georgia, query_admin_sql)
    elif "/api/admin/catalog/" in endpoint:
        path, body = await catalog_steps.prepared(endpoint, owner.client)
    elif "/content/" in endpoint:
        path, body = await prepare_text(endpoint, owner.client)
    elif "/media/" in endpoint:
        path, body = await prepare_media(endpoint, owner.client, georgia, query_admin_sql)
    else:
        path, body = await prepare(endpoint, owner, client, db, georgia, query_admin_sql, clock)
    method = endpoint.partition(" ")[0]

    async def call() -> httpx.Response:
        return await owner.client.request(method, path, json=body if method != "DELETE" else None)

    before = everything(query_admin_sql)
    with no_audit(query_admin_sql):
        refused = await call()
    assert refused.status_code == 500, refused.text
    assert everything(query_admin_sql) == before, "something was changed without an entry"

    entries = "select count(*) from audit_log where admin_id = %s and host(ip_address) = '192.0.2.10'"
    noted = query_admin_sql(entries, owner.id)[0][0]
    done = await call()
    assert done.is_success, done.text
    assert query_admin_sql(entries, owner.id)[0][0] == noted + 1
    await check_sentence(endpoint, owner, db, georgia, query_admin_sql)


async def check_sentence(endpoint: str, owner: Person, db: Database, tenant: Tenant, sql: AdminSql) -> None:
    """The console has a sentence for the entry, and the name of its object."""
    # Who has just ended a session or turned on a second factor is asked to sign in again: no one reads with theirs.
    [(action, kind, subject)] = sql(
        "select action, subject_kind, subject_id from audit_log where admin_id = %s"
        " order by happened_at desc, id desc limit 1",
        owner.id,
    )
    assert action in ACTIONS, (
        f"{endpoint}: add {action} to the audited actions, and a sentence to the console"
    )
    if kind in NAMELESS or endpoint in GONE:
        return
    async with db.uow(tenant.id) as uow:
        page = await read(uow, AuditFilter(subject_id=subject), PageRequest("-happenedAt", 1))
        admins = await SUBJECT_NAMES.admins(uow)
        names = await SUBJECT_NAMES.of(uow, page.items, admins)
    assert names[kind, subject], f"{endpoint}: nothing names the subject of {action}"
    assert names[kind, subject] != subject or kind == "booking"
