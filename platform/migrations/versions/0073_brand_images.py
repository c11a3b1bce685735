"""Images of a company's logo and icon are stored when the brand changes.

Revision ID: 0073
Revises: 0072
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    protect_tenant_table("brand_images")
    # Of the settings the reporting role reads single columns.
    op.execute("grant select (draw_brand_at) on tenant_settings to abano_reporting")


def downgrade() -> None:
    op.execute("drop view reporting.brands_to_draw")
    op.execute("drop trigger redraw_brand_of_item on media_items")
    op.execute("drop trigger redraw_changed_brand on tenant_settings")
    op.execute("drop function redraw_brand_of_item()")
    op.execute("drop function redraw_changed_brand()")
    op.execute("alter table tenant_settings drop column draw_brand_at")
    op.execute("drop table brand_images")
