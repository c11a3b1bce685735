"""A booking may have several of a service: its stock counts each of them.

Revision ID: 0065
Revises: 0062
"""

from pathlib import Path

from alembic import op

revision = "0065"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.execute(Path(__file__).with_name("0065_services_counted_downgrade.sql").read_text(encoding="utf-8"))
