"""Journeys: steps of visits to the public site, and their part in the change feed.

Revision ID: 0054
Revises: 0053
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import grant_reporting, protect_tenant_table

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None
COLUMNS = (
    "tenant_id", "visit_id", "step", "reached_at", "session_id", "booking_id", "page", "language", "device",
    "utm_source", "utm_medium", "utm_campaign", "has_click_id", "row_xid",
)  # fmt: skip


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("journey_events")
    grant_reporting("journey_events", COLUMNS)
    op.execute("grant select on reporting.journey_events to abano_reporting")


def downgrade() -> None:
    op.execute("drop function journey_store(uuid, jsonb)")
    op.execute("drop function journey_booked(uuid, uuid, uuid, timestamptz)")
    op.execute("drop function journey_forget(uuid, jsonb, timestamptz)")
    op.execute("drop view reporting.journey_events")
    op.execute("drop table journey_events")
    op.execute("delete from warehouse_erasures where kind = 'visit'")
    op.execute("alter table warehouse_erasures drop constraint warehouse_erasures_kind_check")
    op.execute(
        "alter table warehouse_erasures add constraint warehouse_erasures_kind_check"
        " check (kind in ('session', 'booking', 'click'))"
    )
