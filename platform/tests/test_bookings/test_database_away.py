"""The database really goes away: connections end and no new one is let in. Then it comes back."""

import asyncio
import time

import httpx
import psycopg
import pytest
from booking_form import book
from conftest import AdminSql

pytestmark = pytest.mark.anyio

END_ALL = (
    "select pg_terminate_backend(pid) from pg_stat_activity"
    " where datname = current_database() and pid <> pg_backend_pid()"
)


def let_in(query_admin_sql: AdminSql, allowed: bool) -> None:
    [(name,)] = query_admin_sql("select current_database()")
    query_admin_sql(f"alter database {psycopg.sql.Identifier(name).as_string()} allow_connections {allowed}")


async def test_visitor_is_told_to_retry_and_the_retry_gives_one_booking(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("abano.db.POOL_TIMEOUT_SECONDS", 0.5)
    assert (await book(client, key="before")).status_code == 201
    let_in(query_admin_sql, False)
    query_admin_sql(END_ALL)
    try:
        for path in (None, "/api/site", "/api/promo-codes/validate"):
            if path is None:
                answer = await book(client, key="during")
            elif path == "/api/site":
                answer = await client.get(path)
            else:
                answer = await client.post(path, json={"promoCode": "CAUCASUS10"})
            assert (answer.status_code, answer.json()["error"]) == (503, "DatabaseUnavailable")
            assert int(answer.headers["retry-after"]) > 0
    finally:
        let_in(query_admin_sql, True)
    until = time.monotonic() + 20
    while (answer := await book(client, key="during")).status_code == 503 and time.monotonic() < until:
        await asyncio.sleep(0.2)
    assert answer.status_code == 201
    assert (await book(client, key="during")).json() == answer.json()
    assert query_admin_sql("select count(*) from bookings") == [(2,)]
