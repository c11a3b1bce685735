"""What a company writes of its cars, places, insurance, services and quiz, in its other languages.

Revision ID: 0021
Revises: 0020
"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

TABLES = ("cars", "locations", "insurance_options", "services", "quiz_definitions")


def upgrade() -> None:
    # The columns there are hold the company's first language. By language, only what is written in it:
    # {"ka": {"title": "…"}}.
    for table in TABLES:
        op.execute(
            f"alter table {table} add column translations jsonb not null default '{{}}'"
            f" constraint {table}_translations_check check (jsonb_typeof(translations) = 'object')"
        )


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"alter table {table} drop column translations")
