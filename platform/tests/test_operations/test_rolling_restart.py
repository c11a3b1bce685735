"""Copies are replaced under load, and no visitor notices."""

import asyncio
import signal
import time
from collections import Counter
from pathlib import Path

import httpx
import psycopg
import pytest
from copies import Copy, proxy
from product_fixtures import AdminSql
from running_stack import WAIT_SECONDS

pytestmark = pytest.mark.anyio
# A cluster's proxies learn of a leaving pod somewhat later than the pod itself; the chart's preStop outlasts that.
PROXY_LAG_SECONDS = 0.3
PRE_STOP_SECONDS = 2.0
# The load leaves the new copies some of a small machine to start with.
PAUSE_SECONDS = 0.02


@pytest.fixture
def environment(database_url: str, tmp_path: Path) -> dict[str, str]:
    return {"ABANO_DATABASE_URL": database_url, "ABANO_DATA_DIR": str(tmp_path), "ABANO_POOL_SIZE": "4"}


@pytest.mark.slow
async def test_a_rolling_restart_under_load_drops_nothing(
    environment: dict[str, str], tmp_path: Path, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    copies = [await Copy(environment, tmp_path).until_ready() for _ in range(2)]
    outcomes: Counter[str] = Counter()
    over = asyncio.Event()

    async def visitor(number: int, origin: str) -> None:
        # A connection for each request, so that each is sent to a copy again.
        limits = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(
            base_url=origin, trust_env=False, limits=limits, timeout=WAIT_SECONDS
        ) as client:
            while not over.is_set():
                outcomes["sent"] += 1
                try:
                    body = {"sessionId": f"rolling_{number}_{outcomes['sent']}"}
                    answer = await client.post("/api/quiz/session/start", json=body)
                    outcomes[f"status {answer.status_code}"] += 1
                except httpx.TransportError as error:
                    outcomes[type(error).__name__] += 1
                await asyncio.sleep(PAUSE_SECONDS)

    everyone = list(copies)
    try:
        async with proxy(copies) as front:
            visitors = [asyncio.create_task(visitor(n, f"http://127.0.0.1:{front.port}")) for n in range(4)]
            for old in list(copies):
                new = await Copy(environment, tmp_path).until_ready()
                everyone.append(new)
                copies.append(new)
                await asyncio.sleep(PROXY_LAG_SECONDS)
                copies.remove(old)
                await asyncio.sleep(PRE_STOP_SECONDS - PROXY_LAG_SECONDS)
                old.process.send_signal(signal.SIGTERM)
                await ended_in_order(old)
            over.set()
            await asyncio.gather(*visitors)
    finally:
        for copy in everyone:
            copy.kill()
    assert outcomes["sent"] > 200
    assert outcomes == {"sent": outcomes["sent"], "status 200": outcomes["sent"]}
    with psycopg.connect(environment["ABANO_DATABASE_URL"]) as conn:
        stored = conn.execute(
            "select count(*) from quiz_sessions where session_id like 'rolling_%'"
        ).fetchone()
    assert stored == (outcomes["sent"],)


@pytest.mark.slow
async def test_a_request_under_way_is_answered_before_the_end(
    environment: dict[str, str], tmp_path: Path
) -> None:
    copy = await Copy(environment, tmp_path).until_ready()
    try:
        async with httpx.AsyncClient(base_url=copy.url, trust_env=False, timeout=WAIT_SECONDS) as client:
            with psycopg.connect(environment["ABANO_DATABASE_URL"]) as conn:
                conn.execute("lock table quiz_sessions in access exclusive mode")
                waiting = asyncio.create_task(
                    client.post("/api/quiz/session/start", json={"sessionId": "slow_one"})
                )
                await _until_blocked(environment["ABANO_DATABASE_URL"])
                copy.process.send_signal(signal.SIGTERM)
                await asyncio.sleep(0.5)
                assert copy.process.poll() is None
                assert not waiting.done()
            assert (await waiting).status_code == 200
        await ended_in_order(copy)
    finally:
        copy.kill()


async def ended_in_order(copy: Copy) -> None:
    """A graceful shutdown: the server exits by the signal it was sent, or with 0."""
    assert await copy.ended() in {0, -signal.SIGTERM}
    assert "Application shutdown complete" in copy.log.read_text()


async def _until_blocked(database_url: str) -> None:
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as conn:
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            row = await (
                await conn.execute(
                    "select count(*) from pg_locks where not granted and database = ("
                    "select oid from pg_database where datname = current_database())"
                )
            ).fetchone()
            if row and row[0]:
                return
            await asyncio.sleep(0.02)
    raise AssertionError("the request did not reach the lock")
