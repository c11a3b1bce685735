"""Term, content, country and whether the visitor returned, of visits.

Revision ID: 0061
Revises: 0056
"""

from pathlib import Path

from alembic import op

revision = "0061"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    op.execute(
        "grant select (utm_term, utm_content, country, is_returning) on journey_events to abano_reporting"
    )


def downgrade() -> None:
    op.execute(Path(__file__).with_name("0061_journey_filters_downgrade.sql").read_text(encoding="utf-8"))
