"""Sessions name the experiment that drew their version.

Revision ID: 0071
Revises: 0070
"""

from pathlib import Path

from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    # Empty at first: no session names one yet.
    op.execute(
        "create index quiz_sessions_experiment on quiz_sessions (tenant_id, experiment_id, quiz_version)"
        " where experiment_id is not null"
    )


def downgrade() -> None:
    op.execute(Path(__file__).with_name("0071_experiment_sessions_downgrade.sql").read_text(encoding="utf-8"))
    op.execute("alter table quiz_sessions drop column experiment_id")
