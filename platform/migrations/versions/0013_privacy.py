"""Consent taken back, erasures that the warehouse follows, attribution by address, and what erasure may overwrite.

Revision ID: 0013
Revises: 0011
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import allow_long_statements, grant_reporting, protect_tenant_table

revision = "0013"
down_revision = "0011"
branch_labels = None
depends_on = None

FOLDER = Path(__file__).parent
# Append-only but for these: what erasure takes out of the ledger says who somebody was, never how much.
ERASABLE = {
    "commissions": "promo_code",
    "commission_payouts": "paypal_email",
    "commission_reversals": "reason",
}
INDEXES = (
    "click_records_gclid", "click_records_gbraid", "click_records_wbraid", "click_records_session",
    "click_records_consent", "click_records_device", "quiz_sessions_gbraid", "quiz_sessions_wbraid",
    "quiz_sessions_consent",
    "bookings_gclid", "bookings_gbraid", "bookings_wbraid", "bookings_device", "bookings_quiz_session",
    "bookings_attributed",
)  # fmt: skip


def upgrade() -> None:
    allow_long_statements("30min")  # fifteen indexes on tables that grow with every visitor
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    op.execute((FOLDER / "0013_take_booking.sql").read_text(encoding="utf-8"))
    protect_tenant_table("warehouse_erasures")
    columns = ("tenant_id", "id", "kind", "subject", "created_at", "row_xid")
    grant_reporting("warehouse_erasures", columns)
    op.execute("grant select on reporting.erasures to abano_reporting")
    for table, column in ERASABLE.items():
        op.execute(f"grant update ({column}) on {table} to abano_app")


def downgrade() -> None:
    for table, column in ERASABLE.items():
        op.execute(f"revoke update ({column}) on {table} from abano_app")
    for function in ("quiz_session_start", "take_booking"):
        op.execute(_before(function))
    op.execute("drop function session_by_address(uuid, inet, timestamptz, timestamptz)")
    op.execute("drop function take_back_consent(uuid, jsonb, timestamptz)")
    op.execute("drop function without_ids(text, text[])")
    op.execute("drop function bare_address(text)")
    op.execute("drop function bare_origin(text)")
    op.execute("drop view reporting.erasures")
    op.execute("drop table warehouse_erasures")
    for index in INDEXES:
        op.execute(f"drop index {index}")
    op.execute("alter table click_records drop column consent_id")
    op.execute("alter table quiz_sessions drop column consent_id")
    op.execute("alter table bookings drop constraint bookings_attribution_method_check")
    # Not valid: bookings that were attributed by address stay so.
    op.execute(
        "alter table bookings add constraint bookings_attribution_method_check"
        " check (attribution_method in ('session', 'gclid', 'fingerprint')) not valid"
    )


def _before(function: str) -> str:
    """The function as migration 0008 made it."""
    text = (FOLDER / "0008_hot_writes.sql").read_text(encoding="utf-8")
    begin = text.index(f"create or replace function {function}(")
    return text[begin : text.index("end $$;", begin) + len("end $$;")]
