"""Fleet: vehicles, reservations that cannot overlap, holds of visitors; the role of the desk.

Revision ID: 0024
Revises: 0023
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
TABLES = ("vehicles", "vehicle_documents", "vehicle_services", "vehicle_reservations", "car_holds")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)
    protect_tenant_table("vehicle_events", append_only=True)


def downgrade() -> None:
    down = Path(__file__).with_name("0024_fleet_downgrade.sql")
    op.execute(down.read_text(encoding="utf-8"))
