"""Reports by e-mail and alerts: who gets which, which were sent, what was noticed.

Revision ID: 0058
Revises: 0057
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None
TABLES = ("insight_subscriptions", "insight_reports_sent", "insight_alerts", "insight_watches")


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in TABLES:
        protect_tenant_table(table)


def downgrade() -> None:
    for table in ("insight_reports_sent", "insight_subscriptions", "insight_alerts", "insight_watches"):
        op.execute(f"drop table {table}")
