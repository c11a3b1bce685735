"""Baseline: the schema of 1.0.0, by area, with forced row-level security and the rights of the serving roles.

Revision ID: 0001
Revises:
"""

from pathlib import Path

from alembic import op
from sqlalchemy import text

from abano.db.migration_support import (
    APP_ROLE,
    OPERATOR_ROLE,
    admit_runtime_roles,
    create_functions,
    grant_operators,
    grant_reporting,
    protect_tenant_table,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

FOLDER = Path(__file__).with_suffix("")
# In this order: an area refers to tables of those before it.
AREAS = (
    "tenancy",
    "operators",
    "accounts",
    "catalog",
    "bookings",
    "fleet",
    "payments",
    "messaging",
    "marketing",
    "site",
    "analytics",
)
# Functions that generated columns use.
BEFORE_TABLES = ("vehicle_span", "media_references")
# Without rows of tenants, or read before the tenant is known.
SHARED_TABLES = {
    "tenants": "select",
    "plans": "select",
    "plan_limits": "select",
    # Written by functions of the owner.
    "tenant_deletions": "select",
    "mail_counts": "select, insert, update, delete",
    # Strangers' requests. The worker creates their companies as another role.
    "company_sign_ups": "select, insert, delete, update (confirmed_at, slug, password_hash, seal, is_slug_taken)",
    "sign_up_attempts": "select, insert, update, delete",
    # The worker writes the emails where a company is, and counts them.
    "announcements": "select (id, subject, body)",
    "announcement_companies": "select, update (written_at, emails, sent, failed, due_at)",
    # Which companies are being moved; the move itself acts as the owner.
    "company_moves": "select (id, company_id, state, requested_at, progress_at, finished_at)",
    # The job queue. Its functions and triggers act with the rights of their caller.
    "procrastinate_jobs": "select, insert, update, delete",
    "procrastinate_events": "select, insert",
    "procrastinate_workers": "select, insert, update, delete",
    "procrastinate_periodic_defers": "select, update",
}
JOB_SEQUENCES = ("procrastinate_jobs_id_seq", "procrastinate_events_id_seq")
APPEND_ONLY = {
    "accounting_export_sources",
    "accounting_exports",
    "audit_log",
    "booking_events",
    "cash_transfers",
    "catalog_versions",
    "commission_entries",
    "commission_holds",
    "commission_payouts",
    "commission_reversals",
    "commissions",
    "exchange_rates",
    "invoice_starts",
    "invoices",
    "journal_entries",
    "site_document_versions",
    "vehicle_events",
}
NEVER_DELETED = {
    "invoice_counters",
    "online_payments",
    "online_refunds",
    "tills",
}
# Columns of tables that are otherwise append-only.
UPDATED_COLUMNS = {
    "booking_events": ("reason",),
    "commission_entries": ("reason",),
    "commission_holds": ("released_at", "released_by"),
    "commission_payouts": ("paypal_email",),
    "commission_reversals": ("reason",),
    "commissions": ("promo_code",),
}
# What the reporting role reads of every tenant. No personal data.
REPORTED_COLUMNS = {
    "tenant_settings": (
        "tenant_id", "timezone", "currency", "draw_brand_at", "unconfirmed_hours",
    ),
    "warehouse_erasures": (
        "tenant_id", "id", "kind", "subject", "created_at", "row_xid",
    ),
    "domain_checks": (
        "tenant_id", "due_at",
    ),
    "company_setups": ("tenant_id",),
    "company_exports": (
        "tenant_id", "due_at",
    ),
    "bookings": (
        "tenant_id", "id", "reference", "status", "car_id", "car_name", "pickup_location",
        "pickup_at", "return_at", "gclid", "gbraid", "wbraid", "attributed_session_id",
        "attribution_method", "consent_state", "currency", "days", "total_minor", "created_at",
        "updated_at", "row_xid", "source", "no_show", "waiting_since",
        "cancellation_fee_minor",
    ),
    "customer_bookings": ("tenant_id", "booking_id"),
    "catalog_drafts": ("tenant_id", "publishes_at"),
    "daily_rates": ("tenant_id", "due_at"),
    "car_holds": ("tenant_id", "expires_at"),
    "conversion_senders": ("tenant_id",),
    "ad_accounts": ("tenant_id", "due_at"),
    "imported_calendars": ("tenant_id", "due_at"),
    "insight_subscriptions": ("tenant_id", "kind"),
    "price_suggestion_settings": ("tenant_id", "due_at"),
    "public_write_counts": ("tenant_id",),
    "experiments": ("tenant_id", "ended_at"),
    "stripe_settings": ("tenant_id", "account_id"),
    "vehicles": (
        "tenant_id", "id", "car_id", "created_at", "row_xid",
    ),
    "vehicle_reservations": (
        "tenant_id", "id", "vehicle_id", "kind", "booking_id", "starts_at", "ends_at", "row_xid",
    ),
    "agreement_signatures": (
        "tenant_id", "print_at",
    ),
    "handover_records": (
        "tenant_id", "print_at",
    ),
    "vehicle_states": (
        "tenant_id", "vehicle_id", "changed_at", "state", "row_xid",
    ),
    "released_reservations": (
        "tenant_id", "id", "row_xid",
    ),
    "outbox_messages": (
        "tenant_id", "kind", "created_at", "due_at", "attempts", "sent_at", "dead_at",
    ),
    "phone_messages": ("tenant_id", "state", "due_at"),
    "webhook_deliveries": (
        "tenant_id", "due_at", "delivered_at", "dead_at", "created_at",
    ),
    "quiz_definitions": (
        "tenant_id", "version", "definition", "is_current", "created_at", "row_xid",
    ),
    "quiz_sessions": (
        "tenant_id", "session_id", "quiz_version", "gclid", "gbraid", "wbraid", "utm_source",
        "utm_medium", "utm_campaign", "utm_term", "utm_content", "entry_path", "device",
        "started_at", "completed_at", "updated_at", "row_xid", "language", "country",
        "is_returning",
    ),
    "quiz_answers": (
        "tenant_id", "session_id", "question_id", "value", "question_text", "answer_text",
        "is_counted", "answered_at", "row_xid",
    ),
    "quiz_question_views": (
        "tenant_id", "session_id", "question_id", "viewed_at", "row_xid",
    ),
    "click_records": (
        "tenant_id", "id", "gclid", "gbraid", "wbraid", "session_id", "created_at", "row_xid",
    ),
    "commissions": (
        "tenant_id", "booking_id", "affiliate_id",
    ),
    "journey_events": (
        "tenant_id", "visit_id", "step", "reached_at", "session_id", "booking_id", "page",
        "language", "device", "utm_source", "utm_medium", "utm_campaign", "has_click_id", "row_xid",
        "utm_term", "utm_content", "country", "is_returning", "link", "label",
    ),
    "booking_touches": (
        "tenant_id", "booking_id", "session_id", "touched_at", "row_xid",
    ),
    "media_removals": (
        "tenant_id",
    ),
    "media_items": (
        "tenant_id", "prepare_at",
    ),
}  # fmt: skip
# Tables of the operator console, and what its role may besides.
OPERATOR_TABLES = {
    "operators": "select, insert, update",
    "operator_recovery_codes": "select, insert, update, delete",
    "operator_sessions": "select, insert, update, delete",
    "operator_attempts": "select, insert, update, delete",
    "operator_audit_log": "select, insert",
    "company_sign_ups": "select, update, delete",
    "company_invitations": "select, insert, update, delete",
    "announcements": "select, insert",
    "announcement_companies": "select, insert",
    "company_moves": "select, insert, update (state, cancelled_by, finished_at)",
    "tenants": "select, update (status, moving_until, suspended_at, suspension_reason, plan_id)",
    "plans": "select, insert, update, delete",
    "plan_limits": "select, insert, update, delete",
    "procrastinate_jobs": "select, update, delete",
    "procrastinate_events": "select, insert",
    "procrastinate_workers": "select",
    "procrastinate_periodic_defers": "select, update (job_id)",
}
# What operators see of every company: how much there is of what and when. No names, no contacts, no contents.
OPERATOR_COLUMNS = {
    "tenant_domains": ("tenant_id", "host", "is_primary"),
    "tenant_settings": ("tenant_id", "name", "is_open"),
    "admins": ("tenant_id", "id", "disabled_at", "role"),
    "admin_sessions": ("tenant_id", "created_at"),
    "bookings": ("tenant_id", "created_at"),
    "quiz_sessions": ("tenant_id", "started_at"),
    "vehicles": ("tenant_id", "state"),
    "media_files": ("tenant_id", "bytes"),
    "outbox_messages": ("tenant_id", "created_at", "due_at", "sent_at", "dead_at"),
    "domain_checks": (
        "tenant_id",
        "host",
        "requested_by",
        "is_proved",
        "checked_at",
        "dns",
        "certificate",
    ),
    "usage_days": ("tenant_id", "day", "measure", "value", "over_limit"),
}
TENANT_TABLES = """
select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.oid
"""


def upgrade() -> None:
    admit_runtime_roles()
    # Tables use functions in constraints and triggers, functions use tables: their bodies are checked later.
    op.execute("set local check_function_bodies = off")
    create_functions(*BEFORE_TABLES)
    for area in AREAS:
        op.execute((FOLDER / f"{area}.sql").read_text(encoding="utf-8"))
    create_functions()
    op.execute((FOLDER / "triggers.sql").read_text(encoding="utf-8"))
    for (table,) in op.get_bind().execute(text(TENANT_TABLES)).all():
        rights = (
            "select, insert"
            if table in APPEND_ONLY
            else "select, insert, update"
            if table in NEVER_DELETED
            else "select, insert, update, delete"
        )
        protect_tenant_table(table, rights)
    op.execute((FOLDER / "procrastinate_3_10_0.sql").read_text(encoding="utf-8"))
    op.execute((FOLDER / "jobs.sql").read_text(encoding="utf-8"))
    for table, rights in SHARED_TABLES.items():
        op.execute(f"grant {rights} on {table} to {APP_ROLE}")
    op.execute(f"grant usage on sequence {', '.join(JOB_SEQUENCES)} to {APP_ROLE}")
    for table, columns in UPDATED_COLUMNS.items():
        op.execute(f"grant update ({', '.join(columns)}) on {table} to {APP_ROLE}")
    # A request knows only its host before it knows its tenant: it may see the one row of that host.
    op.execute(
        "create policy host_lookup on tenant_domains for select to abano_app"
        " using (host = nullif(current_setting('abano.lookup_host', true), ''))"
    )
    for table, columns in REPORTED_COLUMNS.items():
        grant_reporting(table, columns)
    for table, rights in OPERATOR_TABLES.items():
        op.execute(f"grant {rights} on {table} to {OPERATOR_ROLE}")
    op.execute(f"grant usage on sequence {', '.join(JOB_SEQUENCES)} to {OPERATOR_ROLE}")
    for table, columns in OPERATOR_COLUMNS.items():
        grant_operators(table, columns)
    op.execute("grant select on tenants to abano_reporting")
    # By weight, the worker divides its slots among companies.
    op.execute("grant select (id, weight) on plans to abano_reporting")
    op.execute((FOLDER / "reporting.sql").read_text(encoding="utf-8"))
    op.execute("grant usage on schema reporting to abano_reporting")
    op.execute("grant select on all tables in schema reporting to abano_reporting")
    op.execute("grant select on booking_referrers, customers_bookings, reserved_bookings to abano_app")


def downgrade() -> None:
    raise NotImplementedError("The baseline is not undone: drop the database instead.")
