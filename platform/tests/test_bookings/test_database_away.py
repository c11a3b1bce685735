"""The database really goes away: connections end and no new one is let in. Then it comes back."""

import asyncio
import time
from collections.abc import Callable, Iterator

import httpx
import psycopg
import pytest
from booking_form import book
from product_fixtures import AdminSql
from psycopg import sql
from running_stack import WAIT_SECONDS

from abano.local.embedded_postgres import EmbeddedPostgres

pytestmark = pytest.mark.anyio

END_ALL = "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s"


@pytest.fixture
def gate(postgres: EmbeddedPostgres, query_admin_sql: AdminSql) -> Iterator[Callable[[bool], None]]:
    """Closes the database of this module, ending all its connections, and opens it again."""
    [(name,)] = query_admin_sql("select current_database()")
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        allow = sql.SQL("alter database {} allow_connections {}")

        def let_in(allowed: bool) -> None:
            conn.execute(allow.format(sql.Identifier(name), sql.Literal(allowed)))
            if not allowed:
                conn.execute(END_ALL, (name,))

        yield let_in
        let_in(True)


async def test_visitor_is_told_to_retry_and_the_retry_gives_one_booking(
    client: httpx.AsyncClient,
    gate: Callable[[bool], None],
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("abano.database.engine.POOL_TIMEOUT_SECONDS", 0.5)
    assert (await book(client, key="before")).status_code == 201
    gate(False)
    for answer in (
        await book(client, key="during"),
        await client.post("/api/promo-codes/validate", json={"promoCode": "CAUCASUS10"}),
        await client.post("/api/personal-info-step", json={"firstName": "Ada"}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (503, "DatabaseUnavailable")
        assert int(answer.headers["retry-after"]) > 0
    gate(True)
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:  # the pool tries again after growing pauses
        answer = await book(client, key="during")
        if answer.status_code != 503:
            break
        await asyncio.sleep(0.3)
    assert answer.status_code == 201
    assert (await book(client, key="during")).json() == answer.json()
    with psycopg.connect(database_url) as conn:
        assert conn.execute("select count(*) from bookings").fetchone() == (2,)
