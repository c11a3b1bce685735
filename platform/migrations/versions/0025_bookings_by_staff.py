"""Bookings by staff: source, changes with before and after; begun bookings as leads.

Revision ID: 0025
Revises: 0024
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("booking_changes")


def downgrade() -> None:
    before = Path(__file__).with_name("0025_take_booking_before.sql")
    op.execute(before.read_text(encoding="utf-8"))
    op.execute("drop table booking_changes")
    op.execute("drop function changed_figures(jsonb)")
    op.execute("alter table bookings drop column source, drop column taken_by, drop column no_show")
    op.execute(
        "alter table personal_info_drafts drop column state, drop column state_at, drop column state_by"
    )
