"""Functions look among temporary tables last, and the runtime roles make none.

Since this revision every run of the migrations ends with ``protect_schema`` (see ``env.py``), so that a function that
a later one replaces is protected in the same transaction. The revision makes code that counts on it wait for it.

Revision ID: 0014
Revises: 0013
"""

from alembic import op

from abano.database.schema_protection import protect_schema

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    protect_schema(op.get_bind())


def downgrade() -> None:
    """Nothing relies on functions and roles that may more."""
