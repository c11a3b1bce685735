"""When an affiliate's payout address was last changed, and affiliates as authors in the audit log.

Revision ID: 0010
Revises: 0009
"""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Null: it is the one the account began with.
    op.execute("alter table affiliates add column payout_address_changed_at timestamptz")
    op.execute("alter table audit_log drop constraint audit_log_actor_check")
    op.execute(
        "alter table audit_log add constraint audit_log_actor_check"
        " check (actor in ('admin', 'operator', 'affiliate'))"
    )


def downgrade() -> None:
    # Not valid: what affiliates changed stays in the log, which nothing is ever taken from.
    op.execute("alter table audit_log drop constraint audit_log_actor_check")
    op.execute(
        "alter table audit_log add constraint audit_log_actor_check"
        " check (actor in ('admin', 'operator')) not valid"
    )
    op.execute("alter table affiliates drop column payout_address_changed_at")
