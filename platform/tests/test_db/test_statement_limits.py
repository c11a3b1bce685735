"""A statement that takes too long is cancelled: requests are answered with 503, tasks have longer."""

from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import psycopg
import pytest
from sqlalchemy import text

from abano.core.config import Settings
from abano.db.driver_errors import StatementTimeout
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
SLEEP = "select pg_sleep(600)"
Ask = Callable[[Database, Tenant], Awaitable[object]]


async def ask_in_uow(db: Database, tenant: Tenant) -> None:
    async with db.uow(tenant.id) as uow:
        await uow.session.execute(text(SLEEP))


async def ask_in_pipeline(db: Database, tenant: Tenant) -> None:
    async with db.pipeline_transaction(tenant.id) as transaction:
        await transaction.connection.execute(SLEEP)


async def ask_without_tenant(db: Database, _: Tenant) -> None:
    async with db.without_tenant() as conn:
        await conn.execute(SLEEP)


async def ask_as_reporting(db: Database, _: Tenant) -> None:
    async with db.reporting() as conn:
        await conn.execute(SLEEP)


async def ask_by_function(db: Database, tenant: Tenant) -> None:
    await db.function_calls(tenant.id).run(SLEEP, {})


EVERY_WAY: tuple[Ask, ...] = (
    ask_in_uow,
    ask_in_pipeline,
    ask_without_tenant,
    ask_as_reporting,
    ask_by_function,
)


@pytest.fixture
async def impatient(settings: Settings) -> AsyncIterator[Database]:
    db = Database(settings.model_copy(update={"statement_seconds": 0.3}))
    await db.open()
    yield db
    await db.close()


@pytest.mark.parametrize("ask", EVERY_WAY)
async def test_long_statement_is_cancelled_and_its_connection_serves_on(
    impatient: Database, georgia: Tenant, ask: Ask
) -> None:
    for _ in range(2):
        with pytest.raises(StatementTimeout):
            await ask(impatient, georgia)
    async with impatient.uow(georgia.id) as uow:
        assert (await uow.session.execute(text("select count(*) from cars"))).scalar_one() > 0


@pytest.mark.parametrize("ask", EVERY_WAY[:4])
async def test_background_work_has_its_own_limit(
    settings: Settings, georgia: Tenant, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {"statement_seconds": 0.1, "task_statement_seconds": 1.0}
    db = Database(settings.model_copy(update=limits), in_background=True)
    await db.open()
    try:
        with pytest.raises(StatementTimeout):
            await ask(db, georgia)
        monkeypatch.setitem(globals(), "SLEEP", "select pg_sleep(0.3)")
        await ask(db, georgia)
    finally:
        await db.close()


@pytest.mark.parametrize("settings", [{"statement_seconds": 0.3}], indirect=True)
async def test_visitor_is_answered_with_503_when_a_statement_takes_too_long(
    client: httpx.AsyncClient, database_url: str
) -> None:
    def validate() -> Awaitable[httpx.Response]:
        return client.post("/api/promo-codes/validate", json={"promoCode": "CAUCASUS10"})

    assert (await validate()).status_code == 200
    with psycopg.connect(database_url) as conn:
        conn.execute("lock table promo_codes in access exclusive mode")
        answer = await validate()
    assert (answer.status_code, answer.json()["code"]) == (503, "StatementTimeout")
    assert int(answer.headers["retry-after"]) > 0
    assert (await validate()).status_code == 200


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    return settings.model_copy(update=getattr(request, "param", {}))
