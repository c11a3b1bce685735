"""Messages to customers: texts and settings of a company, what became of each message, links to manage a booking.

Revision ID: 0046
Revises: 0042
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0046"
down_revision = "0042"
branch_labels = None
depends_on = None
TABLES = ("message_settings", "message_texts", "message_unsubscribes")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)


def downgrade() -> None:
    before = Path(__file__).with_name("0046_take_booking_before.sql")
    op.execute(before.read_text(encoding="utf-8"))
    for table in reversed(TABLES):
        op.execute(f"drop table {table}")
    op.execute(
        "alter table outbox_messages drop column booking_id, drop column once_key, drop column recipient,"
        " drop column subject, drop column outcome, drop column outcome_reason, drop column outcome_at"
    )
    op.execute("alter table bookings drop column manage_version")
