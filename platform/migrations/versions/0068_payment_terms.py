"""Days within which an invoice is to be paid.

Revision ID: 0068
Revises: 0067
"""

from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "alter table seller_settings add column payment_days integer not null default 0"
        " constraint seller_settings_payment_days_check check (payment_days between 0 and 365)"
    )


def downgrade() -> None:
    op.execute("alter table seller_settings drop column payment_days")
