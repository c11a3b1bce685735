"""Insurance says what it leaves out, and what the renter pays at most.

Revision ID: 0019
Revises: 0017
"""

from alembic import op
from sqlalchemy import text

revision = "0019"
down_revision = "0017"
branch_labels = None
depends_on = None

# As the demo companies and those made from them were shipped, and how they are told now. What a company wrote itself
# stays as it is.
SHIPPED = (
    (
        ["Third-party liability up to €15,000", "Damage to the rental car is yours to pay", "No daily cost"],
        ["Damage to the vehicles of others up to $50,000"],
        ["Collision, theft and fire of the rental car"],
        1500000,
    ),
    (
        [
            "Collision, theft and fire covered",
            "Your liability off-road is at most €5,000",
            "Glass and tyres not included",
        ],
        ["Collision, theft and fire covered"],
        ["Glass and tyres"],
        500000,
    ),
    (
        [
            "Everything in Standard Dependable",
            "No excess, on and off the road",
            "Glass and tyres included on marked roads",
        ],
        ["Everything in Standard Dependable", "Glass, and tyres on marked roads"],
        ["Tyres while driving off-road"],
        0,
    ),
    (
        ["Third-party liability included", "Excess CHF 3,000 for damage and theft", "No daily cost"],
        ["Third-party liability included", "Damage and theft beyond the excess"],
        ["Glass, tyres and underbody"],
        300000,
    ),
    (
        ["Collision, theft, fire and hail covered", "Excess CHF 500", "Roadside assistance in the Alps"],
        ["Collision, theft, fire and hail covered", "Roadside assistance in the Alps"],
        ["Glass, tyres and underbody"],
        50000,
    ),
    (
        ["Everything in Comfort", "No excess", "Glass, tyres and underbody included"],
        ["Everything in Comfort", "Glass, tyres and underbody included"],
        ["Closed roads and ice courses"],
        0,
    ),
)
TELL = text(
    "update insurance_options set bullets = :covered, exclusions = :left_out, excess_minor = :excess"
    " where tenant_id = :tenant and bullets = cast(:shipped as text[])"
)


def upgrade() -> None:
    # Null: the most that a renter pays for damage to the car is not settled, or not limited.
    op.execute(
        "alter table insurance_options"
        " add column excess_minor bigint check (excess_minor >= 0),"
        " add column exclusions text[] not null default '{}'"
    )
    conn = op.get_bind()
    # Row-level security binds the owner, too: inside each company as the application.
    for (tenant,) in conn.execute(text("select id from tenants")).all():
        conn.execute(text("select set_config('abano.tenant_id', :id, true)"), {"id": str(tenant)})
        conn.execute(text("set local role abano_app"))
        for shipped, covered, left_out, excess in SHIPPED:
            values = {"covered": covered, "left_out": left_out, "excess": excess, "shipped": shipped}
            conn.execute(TELL, {"tenant": tenant, **values})
        conn.execute(text("reset role"))
    conn.execute(text("select set_config('abano.tenant_id', '', true)"))


def downgrade() -> None:
    op.execute("alter table insurance_options drop column excess_minor, drop column exclusions")
