"""The languages of people: an admin's, an affiliate's, a booking's and the team's; notes of events as codes.

Revision ID: 0022
Revises: 0021
"""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

# Null: nobody said. Then it is the team's language for admins, and the company's first for everybody else.
COLUMNS = (
    ("admins", "language"),
    ("affiliates", "language"),
    ("bookings", "language"),
    ("tenant_settings", "team_language"),
)


def upgrade() -> None:
    for table, column in COLUMNS:
        op.execute(f"alter table {table} add column {column} text")
    # What the product itself notes of a change, as {"code", "params"}; null: nothing, or in reason, as it was before.
    op.execute("alter table booking_events add column note jsonb")
    # Why conversions were not sent, beside the sentence in English.
    op.execute("alter table conversion_senders add column problem_note jsonb")


def downgrade() -> None:
    op.execute("alter table conversion_senders drop column problem_note")
    op.execute("alter table booking_events drop column note")
    for table, column in reversed(COLUMNS):
        op.execute(f"alter table {table} drop column {column}")
