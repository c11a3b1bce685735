"""Plans of companies for tests."""

from uuid import UUID

from emptied_tables import empty_tables
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant
from abano.tenancy.plans.rules import STANDARD, Measure

Limits = tuple[int | None, int | None]


def give_plan(query_admin_sql: AdminSql, tenant: Tenant, limits: dict[Measure, Limits]) -> UUID:
    """A plan of the company's own, with soft and hard limits by measure."""
    plan = new_id()
    query_admin_sql(
        "insert into plans (id, name, created_at) values (%s, %s, %s)", plan, f"Small {plan}", NOW
    )
    for measure, (soft, hard) in limits.items():
        query_admin_sql(
            "insert into plan_limits (plan_id, measure, soft_limit, hard_limit) values (%s, %s, %s, %s)",
            plan, measure, soft, hard,
        )  # fmt: skip
    query_admin_sql("update tenants set plan_id = %s where id = %s", plan, tenant.id)
    return plan


def take_plans(query_admin_sql: AdminSql) -> None:
    """Every company is unlimited again, and nothing was counted."""
    query_admin_sql("update tenants set plan_id = %s", STANDARD)
    query_admin_sql("delete from plans where id <> %s", STANDARD)
    query_admin_sql("delete from plan_limits")
    empty_tables(query_admin_sql, "usage_days", "usage_warnings")
