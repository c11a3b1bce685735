"""Erasures and refusals reach the warehouse of the real analytics service, also after it was unreachable."""

import asyncio
from datetime import datetime
from pathlib import Path

import duckdb
import httpx
import pytest
from analytics_process import AnalyticsProcess, analytics_process
from customer_steps import BOOKING, CUSTOMERS, EMAIL, PHONE
from product_fixtures import AdminSql

from abano.core.config import Settings
from abano.tenancy.directory.tenant import Tenant

__all__ = ["analytics_process"]
pytestmark = pytest.mark.anyio
CLICK = "Click-of-Maryam"
CAR = "The car of Maryam"
YEAR = {"since": "2025-12-31T20:00:00Z", "until": "2026-12-31T20:00:00Z"}


async def visit(client: httpx.AsyncClient, session: str) -> None:
    """A granted click, quiz and booking with a car that the company does not have."""
    known = {
        "gclid": CLICK,
        "consentState": "granted",
        "sessionId": session,
        "consentId": "consent-of-maryam",
    }
    assert (await client.post("/api/gclid/save", json=known, headers=PHONE)).status_code == 200
    start = known | {"utmTerm": CLICK, "entryPath": f"/black?gclid={CLICK}", "quizVersion": None}
    assert (await client.post("/api/quiz/session/start", json=start, headers=PHONE)).status_code == 200
    booking = BOOKING | {"gclid": CLICK, "quizSessionId": session, "consentState": "granted", "carType": CAR}
    booked = await client.post("/api/bookings", json=booking, headers=PHONE)
    assert booked.status_code == 201, booked.text


def columns_containing(warehouse: Path, word: str) -> list[str]:
    """The columns of the warehouse in which the word occurs, in any version of a row."""
    with duckdb.connect(str(warehouse), read_only=True) as conn:
        columns = conn.execute(
            "select table_name, column_name from duckdb_columns() where not internal"
        ).fetchall()
        return [
            f"{table}.{column}"
            for table, column in columns
            if conn.execute(
                f"select 1 from {table} where contains({column}::varchar, ?) limit 1", [word]
            ).fetchone()
        ]


async def followed(
    process: AnalyticsProcess, settings: Settings, tenant: Tenant, query_admin_sql: AdminSql
) -> None:
    """Wait until the figures hold everything up to this moment."""
    now = query_admin_sql("select clock_timestamp()")[0][0]
    headers = {"Authorization": f"Bearer {settings.internal_secret.get_secret_value()}"}
    async with httpx.AsyncClient(base_url=process.url, headers=headers, trust_env=False) as asking:
        for _ in range(600):
            answer = await asking.get(
                f"/internal/tenants/{tenant.id}/figures", params={"figures": "overview", **YEAR}
            )
            through = answer.headers.get("data-through")
            if through and datetime.fromisoformat(through) > now:
                return
            await asyncio.sleep(0.1)
    raise AssertionError(answer.text)


@pytest.mark.slow
@pytest.mark.parametrize("was_away", [False, True], ids=["running", "unreachable for a while"])
@pytest.mark.parametrize("how", ["erased", "refused"])
async def test_the_warehouse_forgets_with_postgres(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    analytics_process: AnalyticsProcess,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    how: str,
    was_away: bool,
) -> None:
    await visit(client, f"quiz_{how}_{was_away}")
    await followed(analytics_process, settings, georgia, query_admin_sql)
    analytics_process.end()
    warehouse = analytics_process.warehouse
    kept = {"bookings.gclid", "quiz_sessions.utm_term", "quiz_sessions.entry_path", "click_records.gclid"}
    assert kept <= set(columns_containing(warehouse, CLICK))
    if not was_away:
        analytics_process.start()

    if how == "erased":
        answer = await owner_client.post(f"{CUSTOMERS}/erase", json={"email": EMAIL})
    else:
        answer = await client.post(
            "/api/consent/refusal", json={"consentId": "consent-of-maryam"}, headers=PHONE
        )
    assert answer.status_code == 200, answer.text
    if was_away:
        analytics_process.start()
    await followed(analytics_process, settings, georgia, query_admin_sql)
    analytics_process.end()
    assert columns_containing(warehouse, CLICK) == []
    if how == "erased":
        assert columns_containing(warehouse, CAR) == []
