"""Public writes: the count by address, and the quiz's calls in one statement each.

Revision ID: 0003
Revises: 0002
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

FUNCTIONS = (
    "quiz_session_version",
    "quiz_session_complete",
    "quiz_question_view_store",
    "quiz_answers_store",
    "quiz_session_start",
    "quiz_session_hold",
)


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("public_write_counts")


def downgrade() -> None:
    for function in FUNCTIONS:
        op.execute(f"drop function {function}")
    op.execute("drop table public_write_counts")
