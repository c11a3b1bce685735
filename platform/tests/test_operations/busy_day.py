"""A day of both companies, by the product's own calls, and a row in every table that such a day does not fill."""

import hashlib
import re
from typing import Any

import httpx
import psycopg
from loadtests.forms import ALPINE, booking_form
from psycopg import sql
from table_contents import as_superuser

from abano.core.config import Settings
from abano.db.tables import tables
from abano.storage.images import digest_of

Connection = psycopg.Connection[tuple[Any, ...]]
PHOTOGRAPH = b"\xff\xd8drill\x00\n"
BOOKING = booking_form(customerName="Ада Лавлейс \\ Ада\t\n")
PLACES: dict[str, dict[str, str]] = {"georgia": {}, "alps": ALPINE}
# By type, for columns that must have a value; what a table's own checks want is found among them.
VALUES: dict[str, Any] = {
    "text": "drill.value",
    "_text": ["drill.value"],
    "_uuid": ["00000000-0000-7000-8000-000000000001"],
    "bytea": b"\x00\\drill\n" * 4,
    "jsonb": '{"text": "მანქანა \\\\ \\n", "number": 1.5}',
    "timestamptz": "2026-06-10T10:00:00+02:00",
    "date": "2026-06-10",
    "int4": 1,
    "int8": 1,
    "float8": 0.5,
    "numeric": "1.25",
    "bool": False,
    "inet": "2001:db8::1",
    "bpchar": "EUR",
    "uuid": "01975a3c-7c00-7000-8000-000000000001",
}
# Not derivable from types: texts with a pattern check, and an amount derived from others.
PARTICULAR: dict[tuple[str, str], Any] = {
    ("accounting_exports", "digest"): hashlib.sha256(2 * VALUES["bytea"]).digest(),
    ("accounting_settings", "chart"): "skr03",
    ("alert_rules", "condition"): "below",
    ("cash_transfers", "from_till"): VALUES["uuid"],
    ("analytics_events", "kind"): "page",
    ("analytics_events", "comparison"): "is",
    ("channels", "kind"): "broker",
    ("company_setups", "template"): "starter",
    ("channels", "rate_basis"): "gross",
    ("commissions", "amount_minor"): 0,
    ("ad_accounts", "source"): "google",
    ("ad_accounts", "customer_id"): "1234567890",
    ("conversion_senders", "account_id"): "1234567890",
    ("conversion_senders", "conversion_action_id"): "42",
    ("invoices", "kind"): "invoice",
    ("invoices", "year"): 2026,
    ("invoice_counters", "year"): 2026,
    ("invoice_drafts", "content_hash"): bytes(32),
    ("invoice_numbering", "series"): "RE",
    ("invoice_starts", "year"): 2026,
    ("invoice_starts", "sequence"): 2,
    ("stripe_settings", "key_end"): "1234",
    ("stripe_settings", "sealed_key"): VALUES["bytea"],
    ("stripe_settings", "sealed_webhook_secret"): VALUES["bytea"],
    ("support_sessions", "reason"): "A drill of support",
    ("invoices", "data"): '{"buyer": {"name": "Drill"}}',
    ("journal_entries", "kind"): "payment",
    ("journey_events", "step"): "landing",
    ("experiments", "arms"): '[{"version": "v1", "share": 50}, {"version": "v2", "share": 50}]',
    ("experiments", "outcome"): "running",
    ("experiments", "subject"): "quiz",
    ("experiments", "ends_at"): "2026-06-20T10:00:00+02:00",
    ("journal_entries", "method"): "card",
    ("journal_entries", "booking_id"): None,
    ("journal_entries", "step"): 1,
    ("customer_actions", "kind"): "message",
    ("phone_channels", "channel"): "sms",
    ("custom_roles", "rights"): ["reports"],
    ("phone_templates", "channel"): "sms",
    ("phone_consents", "channel"): "sms",
    ("phone_consents", "source"): "desk",
    ("phone_messages", "channel"): "sms",
    ("phone_messages", "state"): "sent",
    ("message_unsubscribes", "email_hash"): b"\x00\\drill\n" * 4,
    ("message_unsubscribes", "reason"): "asked",
    ("insight_subscriptions", "kind"): "week",
    ("insight_alerts", "measure"): "sessions",
    ("handover_places", "code"): "drill",
    ("reviews", "rating"): 5,
    ("reviews", "written_on"): "2026-06-09",
    ("agreement_signatures", "language"): "en",
    ("agreement_signatures", "signed_at"): "2026-06-09T10:00:00+02:00",
    ("agreement_signatures", "facts_hash"): b"\x00\\drill\n" * 4,
    ("agreement_signatures", "digest"): b"\x00\\drill\n" * 4,
    ("handover_records", "language"): "en",
    ("handover_records", "request_hash"): b"\x00\\drill\n" * 4,
    ("media_files", "digest"): digest_of(PHOTOGRAPH),
    ("media_files", "content_type"): "image/jpeg",
    ("media_items", "kind"): "drawing",
    ("media_parts", "digest"): "0" * 64,
    ("media_variants", "name"): "0123456789abcdef0123.svg",
    ("vehicle_reservations", "kind"): "other",
    ("vehicle_reservations", "starts_at"): "2026-06-09T10:00:00+02:00",
    ("vehicle_costs", "currency"): "EUR",
    ("vehicle_costs", "kind"): "fuel",
    ("vehicle_costs", "spent_on"): "2026-06-09",
    ("vehicle_fines", "currency"): "EUR",
    ("booking_assignees", "kind"): "return",
    ("vehicle_fines", "kind"): "toll",
    ("vehicle_services", "due_on"): "2026-07-01",
    ("usage_days", "measure"): "vehicles",
    ("usage_warnings", "measure"): "emails",
}
_COLUMNS = """
select a.attname::text, t.typname::text from pg_attribute a join pg_type t on t.oid = a.atttypid
where a.attrelid = %s::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
  and a.attidentity = ''
"""
_REFERENCES = """
select k.confrelid::regclass::text,
  array(select attname::text from unnest(k.conkey) with ordinality u(n, i)
    join pg_attribute on attrelid = k.conrelid and attnum = n order by i),
  array(select attname::text from unnest(k.confkey) with ordinality u(n, i)
    join pg_attribute on attrelid = k.confrelid and attnum = n order by i)
from pg_constraint k where k.contype = 'f' and k.conrelid = %s::regclass and k.confrelid <> k.conrelid
"""
_CHECKS = (
    "select pg_get_constraintdef(oid) from pg_constraint where contype = 'c' and conrelid = %s::regclass"
)


async def fill_everything(settings: Settings, clients: dict[str, httpx.AsyncClient]) -> None:
    """Each company has rows in every table, bookings with their ledger among them."""
    with psycopg.connect(as_superuser(settings.database_url), autocommit=True) as conn:
        add_affiliates(conn)
        await busy_day(clients)
        fill_what_is_empty(conn)
        conn.execute(
            "insert into mail_counts (subject_hash, window_start, emails)"
            " select subject::bytea, now(), 1 from unnest(array['one', 'other']) as subject"
            " on conflict do nothing"
        )
        for statement in OPERATORS:
            conn.execute(statement.encode())


async def busy_day(clients: dict[str, httpx.AsyncClient]) -> None:
    """Quizzes, clicks, and bookings with the ledger's entries behind them; ``clients`` by company."""
    for company, client in clients.items():
        for number in range(10):
            session = {"sessionId": f"drill_{number}", "gclid": f"click-{number}"}
            await _sent(client, "/api/quiz/session/start", session)
            await _sent(client, "/api/gclid/save", session)
            await _sent(client, "/api/quiz/session/complete", session | {"completionStatus": "completed"})
            form = BOOKING | PLACES[company] | {"promoCode": f"DRILL{company[0]}", "gclid": f"click-{number}"}
            await _sent(client, "/api/bookings", form, {"idempotency-key": f"drill-{number}"})
        await _sent(client, "/api/personal-info-step", BOOKING | PLACES[company])


async def _sent(
    client: httpx.AsyncClient, path: str, body: dict[str, Any], headers: dict[str, str] | None = None
) -> None:
    answer = await client.post(path, json=body, headers=headers)
    assert answer.status_code in {200, 201}, answer.text


def add_affiliates(conn: Connection) -> None:
    """An affiliate of each company with the code of the day's bookings."""
    for slug in PLACES:
        conn.execute(
            "with t as (select id from tenants where slug = %s), a as ("
            " insert into affiliates (tenant_id, id, name, email, paypal_email, created_at)"
            " select id, gen_random_uuid(), 'Drill', 'drill@example.com', 'pay@example.com', now() from t"
            " on conflict do nothing returning tenant_id, id)"
            " insert into promo_codes (tenant_id, code, affiliate_id, discount_basis_points, created_at)"
            " select tenant_id, upper(%s), id, 500, now() from a",
            (slug, f"DRILL{slug[0]}"),
        )


# A row in each table of operators, and of deleted companies: they belong to no company.
OPERATOR = "00000000-0000-7000-8000-000000000041"
OPERATORS = (
    (
        "insert into operators (id, email, password_hash, created_at)"
        f" values ('{OPERATOR}', 'operator@example.com', 'hash', now()) on conflict do nothing"
    ),
    (
        "insert into operator_recovery_codes (operator_id, code_hash)"
        f" values ('{OPERATOR}', 'code') on conflict do nothing"
    ),
    (
        "insert into operator_sessions (token_hash, operator_id, stage, created_at, seen_at, expires_at)"
        f" values ('token', '{OPERATOR}', 'signed_in', now(), now(), now()) on conflict do nothing"
    ),
    (
        "insert into operator_attempts (subject_hash, window_start, attempts)"
        " values ('subject', now(), 1) on conflict do nothing"
    ),
    (
        "insert into company_sign_ups (id, email, language, company_name, slug, country, currency, timezone,"
        f" requested_at, mail_due_at) values ('{OPERATOR}', 'new@example.com', 'en', 'New Cars', 'new-cars', 'GE',"
        " 'GEL', 'Asia/Tbilisi', now(), now()) on conflict do nothing"
    ),
    (
        "insert into company_invitations (id, email, language, created_at, expires_at)"
        f" values ('{OPERATOR}', 'new@example.com', 'en', now(), now()) on conflict do nothing"
    ),
    (
        "insert into sign_up_attempts (subject_hash, window_start, attempts)"
        " values ('subject', now(), 1) on conflict do nothing"
    ),
    (
        "insert into tenant_deletions (id, slug, requested_at, requested_by, removed_at)"
        f" values ('{OPERATOR}', 'gone', now(), 'owner', now()) on conflict do nothing"
    ),
    (
        "insert into plan_limits (plan_id, measure, hard_limit)"
        " values ('00000000-0000-0000-0000-000000000001', 'vehicles', 100000) on conflict do nothing"
    ),
    (
        "insert into announcements (id, operator_id, subject, body, plan, companies, created_at)"
        f" values ('{OPERATOR}', '{OPERATOR}', 'Maintenance', 'On Sunday.', '', 2, now()) on conflict do nothing"
    ),
    (
        "insert into announcement_companies (announcement_id, company_id)"
        f" select '{OPERATOR}', id from tenants where slug = 'alps' on conflict do nothing"
    ),
    (
        "insert into company_moves (id, company_id, operator_id, reason, source, target, requested_at, state,"
        f" finished_at) select '{OPERATOR}', id, '{OPERATOR}', 'Full', 'home', 'two', now(), 'failed', now()"
        " from tenants where slug = 'alps' on conflict do nothing"
    ),
    (
        "insert into operator_audit_log (id, happened_at, operator_id, action, subject)"
        f" values ('{OPERATOR}', now(), '{OPERATOR}', 'company.suspended', 'alps') on conflict do nothing"
    ),
)


def fill_what_is_empty(conn: Connection) -> None:
    """At least one row of each company in every table. ``conn`` is a superuser's: no trigger adds anything."""
    conn.execute("set session_replication_role = replica")
    for table in tables(conn):
        if not table.is_tenants:
            continue
        for (company,) in conn.execute("select id from tenants").fetchall():
            name = sql.Identifier(table.name)
            query = sql.SQL("select exists (select from {} where tenant_id = %s)").format(name)
            if conn.execute(query, (company,)).fetchone() == (True,):
                continue
            row = _row(conn, table.name, company)
            conn.execute(
                sql.SQL("insert into {} ({}) values ({})").format(
                    name,
                    sql.SQL(", ").join(map(sql.Identifier, row)),
                    sql.SQL(", ").join([sql.Placeholder()] * len(row)),
                ),
                list(row.values()),
            )
    conn.execute("set session_replication_role = origin")


def _row(conn: Connection, table: str, company: object) -> dict[str, Any]:
    """Values for all columns that need one: of rows referred to, of the checks' lists, or of the type."""
    checks = " ".join(str(row[0]) for row in conn.execute(_CHECKS, (table,)))
    row: dict[str, Any] = {}
    for column, kind in conn.execute(_COLUMNS, (table,)).fetchall():
        listed = re.search(rf"\(\(?{column} = ANY \(ARRAY\['(\w+)'", checks) or re.search(
            rf"CASE {column}\s+WHEN '(\w+)'", checks
        )
        row[column] = listed[1] if listed else VALUES[kind]
    row |= {column: value for (name, column), value in PARTICULAR.items() if name == table}
    for other, columns, theirs in conn.execute(_REFERENCES, (table,)).fetchall():
        if not set(columns) & set(row):
            continue
        key = "id" if other == "tenants" else "tenant_id"
        query = sql.SQL("select {} from {} where {} = %s limit 1").format(
            sql.SQL(", ").join(map(sql.Identifier, theirs)), sql.Identifier(other), sql.Identifier(key)
        )
        found = conn.execute(query, (company,)).fetchone()
        assert found, f"{table} refers to {other}, where {company} has no row"
        row.update({name: value for name, value in zip(columns, found, strict=True) if name in row})
    return row | {"tenant_id": company}
