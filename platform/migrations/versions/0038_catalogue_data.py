"""What visitors compare in cars and places; seasons and price rules.

Revision ID: 0038
Revises: 0034
"""

from pathlib import Path

from alembic import op

from abano.database.migration_support import protect_tenant_table

revision = "0038"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    for table in ("seasons", "season_rates", "price_rules"):
        protect_tenant_table(table)


def downgrade() -> None:
    op.execute("drop table price_rules, season_rates, seasons")
    op.execute(
        "alter table services drop column stock, drop column most_per_booking, drop column only_for_cars"
    )
    op.execute("alter table insurance_options drop column recommended")
    op.execute(
        "alter table locations drop column kind, drop column address, drop column latitude, drop column longitude,"
        " drop column opening_hours, drop column out_of_hours_fee_minor, drop column needs_flight_number,"
        " drop column needs_address"
    )
    op.execute(
        "alter table cars drop column category, drop column equipment, drop column luggage_large,"
        " drop column luggage_small, drop column doors, drop column year, drop column deposit_minor,"
        " drop column excess_minor, drop column kilometres_a_day, drop column minimum_age"
    )
