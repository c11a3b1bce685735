"""Reports: vehicles, their states and their reservations in the change feed.

Revision ID: 0033
Revises: 0025
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import grant_reporting, protect_tenant_table

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None
BOOKING_COLUMNS = (
    "car_id", "source", "no_show", "pickup_location", "pickup_at", "return_at",
)  # fmt: skip
REPORTED_COLUMNS = {
    "commissions": ("tenant_id", "booking_id", "affiliate_id"),
    "vehicles": ("tenant_id", "id", "car_id", "created_at", "row_xid"),
    "vehicle_states": ("tenant_id", "vehicle_id", "changed_at", "state", "row_xid"),
    "vehicle_reservations": (
        "tenant_id", "id", "vehicle_id", "kind", "booking_id", "starts_at", "ends_at", "row_xid",
    ),
    "released_reservations": ("tenant_id", "id", "row_xid"),
}  # fmt: skip


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in ("vehicle_states", "released_reservations"):
        protect_tenant_table(table)
    op.execute(f"grant select ({', '.join(BOOKING_COLUMNS)}) on bookings to abano_reporting")
    for table, columns in REPORTED_COLUMNS.items():
        grant_reporting(table, columns)
    for view in ("vehicles", "vehicle_states", "vehicle_reservations"):
        op.execute(f"grant select on reporting.{view} to abano_reporting")


def downgrade() -> None:
    down = Path(__file__).with_name("0033_reports_downgrade.sql")
    op.execute(down.read_text(encoding="utf-8"))
