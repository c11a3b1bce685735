"""Where a payout went: affiliates change their address, and what was paid must stay explainable.

Revision ID: 0011
Revises: 0010
"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Null: recorded before this was kept, or without an address.
    op.execute("alter table commission_payouts add column paypal_email text")


def downgrade() -> None:
    op.execute("alter table commission_payouts drop column paypal_email")
