"""Plans of a suspended company: people read because it is suspended, usage is counted on, and limits come back."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import httpx
import pytest
from api_key_steps import create_key
from api_steps import V1, bearer
from audited_calls import VEHICLE
from emptied_tables import empty_tables
from fastapi import FastAPI
from plan_steps import give_plan, take_plans
from product_fixtures import NOW, AdminSql

from abano.company.usage.tasks import count
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant, TenantCache

pytestmark = pytest.mark.anyio
VEHICLES, USAGE = "/api/admin/vehicles", "/api/admin/plan-usage"
Switch = Callable[[str], None]


@pytest.fixture(autouse=True)
def _nothing_counted(query_admin_sql: AdminSql) -> None:
    take_plans(query_admin_sql)
    empty_tables(query_admin_sql, "outbox_messages", "api_keys")


@pytest.fixture
def turn(app: FastAPI, georgia: Tenant, query_admin_sql: AdminSql) -> Iterator[Switch]:
    """Suspends or resumes the company, which processes notice within seconds."""
    tenants: TenantCache = app.state.tenants

    def change(status: str) -> None:
        reason = "Unpaid" if status == "suspended" else ""
        query_admin_sql(
            "update tenants set status = %s, suspension_reason = %s where id = %s", status, reason, georgia.id
        )
        tenants.clear()

    yield change
    change("active")


def vehicles_of(query_admin_sql: AdminSql, tenant: Tenant) -> int:
    query = "select count(*)::int from vehicles where tenant_id = %s and state <> 'sold'"
    return int(query_admin_sql(query, tenant.id)[0][0])


async def add_vehicle(owner: httpx.AsyncClient) -> tuple[int, str]:
    answer = await owner.post(VEHICLES, json=VEHICLE | {"plate": f"S-{uuid4().hex[:8]}"})
    return answer.status_code, answer.json().get("error", "")


async def test_what_is_refused_is_refused_because_of_the_suspension_with_room_in_the_plan_or_without(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, turn: Switch
) -> None:
    there = vehicles_of(query_admin_sql, georgia)
    for limit in (there, there + 1):
        give_plan(query_admin_sql, georgia, {"vehicles": (None, limit)})
        turn("suspended")
        assert await add_vehicle(owner_client) == (403, "CompanySuspended")
    assert vehicles_of(query_admin_sql, georgia) == there
    turn("active")
    # The room of the plan was not used up meanwhile, and its limit holds again.
    assert await add_vehicle(owner_client) == (201, "")
    assert await add_vehicle(owner_client) == (403, "PlanLimitReached")


async def test_owners_still_read_plan_and_usage(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, turn: Switch
) -> None:
    give_plan(query_admin_sql, georgia, {"vehicles": (None, vehicles_of(query_admin_sql, georgia))})
    before = await owner_client.get(USAGE)
    turn("suspended")
    meanwhile = await owner_client.get(USAGE)
    assert meanwhile.status_code == 200
    assert meanwhile.json() == before.json()


async def test_usage_is_counted_and_what_is_beyond_a_smaller_plan_is_marked_and_warned_of_once(
    owner_client: httpx.AsyncClient,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    turn: Switch,
) -> None:
    context = TaskContext(db, settings, clock)
    for _ in range(2):
        assert await add_vehicle(owner_client) == (201, "")
    there = vehicles_of(query_admin_sql, georgia)
    turn("suspended")
    give_plan(query_admin_sql, georgia, {"vehicles": (None, 1)})
    [(owners,)] = query_admin_sql(
        "select count(*) from admins where tenant_id = %s and role = 'owner' and disabled_at is null",
        georgia.id,
    )
    for status in ("suspended", "active"):
        turn(status)
        await count(context, georgia.id)
        counted = query_admin_sql(
            "select value::int, over_limit::int from usage_days"
            " where tenant_id = %s and measure = 'vehicles' and day = %s",
            georgia.id,
            NOW.date(),
        )
        assert counted == [(there, there - 1)]
        warned = query_admin_sql(
            "select count(*) from outbox_messages where tenant_id = %s and kind = 'plan.limit_warning'",
            georgia.id,
        )
        assert warned == [(owners,)]


async def test_refused_calls_of_its_api_keys_use_nothing_up(
    app: FastAPI,
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    turn: Switch,
) -> None:
    give_plan(query_admin_sql, georgia, {"api_calls": (None, 2)})
    token = await create_key(owner_client)
    turn("suspended")
    for _ in range(3):
        assert (await client.get(f"{V1}/vehicles", headers=bearer(token))).status_code == 503
    turn("active")
    for status in (200, 200):
        answer = await client.get(f"{V1}/vehicles", headers=bearer(token))
        assert answer.status_code == status, answer.text
        await app.state.write_limit.flush()
    assert (await client.get(f"{V1}/vehicles", headers=bearer(token))).status_code == 403
