"""Every route of the API with support access: shown, changeable by grant, or refused. A new one is refused."""

from collections.abc import Iterator

import httpx
import pytest
from access_places import PUBLIC, ROLES
from console_people import PASSWORD, add_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import client_at
from product_fixtures import AdminSql, SignIn
from support_access import helper, open_session
from test_access import AnyId, call, described

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.main import ROUTERS
from abano.operators.console.database import OperatorDatabase
from abano.team.support.gate import templates_of
from abano.team.support.policy import DRAFTS, OWN, READS, SITE, kind_of
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
HOST = "alps.localhost"
# Never, whatever else changes: parts of the paths that support access must not reach.
NEVER = (
    "payment", "refund", "payout", "invoice", "money", "deposit", "card-hold", "till", "stripe", "accounting",
    "seller", "yard", "bill-to", "commission", "password", "second-factor", "account", "api-keys", "webhook", "users",
    "roles", "audit-log", "export", ".csv", "company-data", "queries", "support-access", "calendar-feeds",
    "imported-calendars", "affiliates", "costs", "reports", "customers/look", "customers/erase", "login",
)  # fmt: skip


@pytest.fixture
async def browser(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    clock: FixedClock,
    db: Database,
    alps: Tenant,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> httpx.AsyncClient:
    """Support access with everything that an owner can grant."""
    empty_tables(query_admin_sql, "operators", "operator_attempts", "support_sessions")
    _, email = await add_person(db, alps, "owner")
    owner = client_at(operator_app, HOST)
    await sign_in(owner, email, PASSWORD)
    asked = await helper(operator_app, operator_db, clock)
    return await open_session(operator_app, asked, owner, "alps", HOST, drafts=True)


def every_call() -> Iterator[str]:
    yield from sorted(described())


def test_the_lists_name_endpoints_that_exist_and_none_that_support_must_never_reach() -> None:
    assert (READS | DRAFTS | SITE | OWN) - described() == set()
    assert SITE <= PUBLIC
    assert ROLES.keys() >= (READS | DRAFTS)
    assert all(each.startswith("GET ") for each in READS | SITE)
    reached = READS | DRAFTS | SITE
    assert [each for each in reached if any(part in each for part in NEVER)] == []


async def test_every_route_is_of_its_kind(browser: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    wrong = {}
    for endpoint in every_call():
        kind = kind_of(endpoint)
        if kind == "own":
            continue
        answer = await call(browser, endpoint, AnyId())
        error = answer.json().get("error") if answer.headers["content-type"].endswith("json") else None
        is_refused = (answer.status_code, error) == (403, "SupportReadsOnly")
        if is_refused != (kind == "refused") or answer.status_code in {401, 405} or (
            answer.status_code == 403 and not is_refused
        ):  # fmt: skip
            wrong[endpoint] = (kind, answer.status_code, error)
    assert wrong == {}
    # Whatever was asked for is recorded, and nothing else was done in the operator's name.
    [(calls,)] = query_admin_sql("select count(*) from audit_log where action = 'support.blocked'")
    assert calls == sum(kind_of(each) == "refused" for each in every_call())


def test_the_gate_knows_every_route_of_the_api() -> None:
    known = {f"{method} {template.path}" for template in templates_of(ROUTERS) for method in template.methods}
    assert described() - known == set()
