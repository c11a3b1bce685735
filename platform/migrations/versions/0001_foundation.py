"""Foundation: the schema, forced row-level security, the two runtime roles, the change-feed column.

Revision ID: 0001
Revises:
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import (
    admit_runtime_roles,
    grant_reporting,
    protect_tenant_table,
    stamp_row_xid,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TENANT_TABLES = (
    "tenant_domains",
    "tenant_settings",
    "site_documents",
    "cars",
    "car_rates",
    "locations",
    "delivery_fees",
    "insurance_options",
    "services",
    "bookings",
    "booking_events",
    "idempotency_keys",
    "personal_info_drafts",
    "quiz_definitions",
    "quiz_sessions",
    "quiz_answers",
    "quiz_question_views",
    "click_records",
    "ip_visits",
    "admins",
    "admin_sessions",
    "sign_in_failures",
    "outbox_messages",
)
APPEND_ONLY = {"booking_events"}

# Tables the change feed follows, each with the columns the reporting role may read. Personal data stays out.
REPORTED_COLUMNS = {
    "tenant_settings": ("tenant_id", "timezone", "currency"),
    "quiz_definitions": ("tenant_id", "version", "definition", "is_current", "created_at", "row_xid"),
    "quiz_sessions": (
        "tenant_id", "session_id", "quiz_version", "gclid", "gbraid", "wbraid", "utm_source", "utm_medium",
        "utm_campaign", "utm_term", "utm_content", "entry_path", "device", "started_at", "completed_at",
        "updated_at", "row_xid",
    ),
    "quiz_answers": (
        "tenant_id", "session_id", "question_id", "value", "question_text", "answer_text", "is_counted",
        "answered_at", "row_xid",
    ),
    "quiz_question_views": ("tenant_id", "session_id", "question_id", "viewed_at", "row_xid"),
    "bookings": (
        "tenant_id", "id", "reference", "status", "car_name", "attributed_session_id", "attribution_method",
        "gclid", "gbraid", "wbraid", "consent_state", "currency", "total_minor", "days", "created_at",
        "updated_at", "row_xid",
    ),
    "click_records": ("tenant_id", "id", "gclid", "gbraid", "wbraid", "session_id", "created_at", "row_xid"),
    "outbox_messages": (
        "tenant_id", "kind", "created_at", "due_at", "attempts", "sent_at", "dead_at",
    ),
}  # fmt: skip
FEED_TABLES = (
    "quiz_definitions",
    "quiz_sessions",
    "quiz_answers",
    "quiz_question_views",
    "bookings",
    "click_records",
)


def upgrade() -> None:
    admit_runtime_roles()
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    op.execute("grant select on tenants to abano_app")
    op.execute("grant select on tenants to abano_reporting")
    for table in TENANT_TABLES:
        protect_tenant_table(table, append_only=table in APPEND_ONLY)
    # A request knows only its host before it knows its tenant: it may see the one row of that host.
    op.execute(
        "create policy host_lookup on tenant_domains for select to abano_app"
        " using (host = nullif(current_setting('abano.lookup_host', true), ''))"
    )
    for table, columns in REPORTED_COLUMNS.items():
        grant_reporting(table, columns)
    op.execute("grant usage on schema reporting to abano_reporting")
    op.execute("grant select on all tables in schema reporting to abano_reporting")
    for table in FEED_TABLES:
        stamp_row_xid(table)


def downgrade() -> None:
    raise NotImplementedError("The first migration is not undone: drop the database instead.")
