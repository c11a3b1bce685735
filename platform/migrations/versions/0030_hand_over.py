"""Hand-overs and returns with damages and proposed lines; private media; the role of the driver.

Revision ID: 0030
Revises: 0025
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import grant_reporting, protect_tenant_table

revision = "0030"
down_revision = "0028"
branch_labels = None
depends_on = None
TABLES = (
    "media_files",
    "media_removals",
    "hand_over_terms",
    "hand_over_records",
    "hand_over_pictures",
    "vehicle_damages",
    "proposed_lines",
)


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)
    grant_reporting("media_removals", ("tenant_id",))
    grant_reporting("hand_over_records", ("tenant_id", "print_at"))


def downgrade() -> None:
    down = Path(__file__).with_name("0030_hand_over_downgrade.sql")
    op.execute(down.read_text(encoding="utf-8"))
