"""Language, country and whether the visitor returned, of quiz sessions.

Revision ID: 0055
Revises: 0054
"""

from pathlib import Path

from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    op.execute("grant select (language, country, is_returning) on quiz_sessions to abano_reporting")


def downgrade() -> None:
    op.execute(Path(__file__).with_name("0055_session_traits_downgrade.sql").read_text(encoding="utf-8"))
