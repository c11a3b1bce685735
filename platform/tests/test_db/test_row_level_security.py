"""Row-level security at work: what a transaction sees depends on the tenant it named, and on nothing else."""

import psycopg
import pytest
from sqlalchemy import text

from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


async def test_without_a_tenant_there_are_no_rows(db: Database) -> None:
    async with db.without_tenant() as conn:
        for table in ("cars", "bookings", "quiz_definitions", "tenant_settings", "tenant_domains", "admins"):
            row = await (await conn.execute(f"select count(*) from {table}".encode())).fetchone()
            assert row == (0,), table


async def test_each_tenant_sees_its_own_rows_only(db: Database, georgia: Tenant, alps: Tenant) -> None:
    fleets = []
    for tenant in (georgia, alps):
        async with db.uow(tenant.id) as uow:
            rows = await uow.session.execute(text("select tenant_id, name from cars"))
            found = rows.all()
            assert {row.tenant_id for row in found} == {tenant.id}
            fleets.append({row.name for row in found})
    assert all(fleets)
    assert fleets[0] & fleets[1] == set()


async def test_a_tenant_cannot_write_into_another(db: Database, georgia: Tenant, alps: Tenant) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        async with db.pipeline_transaction(georgia.id) as transaction:
            await transaction.connection.execute(
                "insert into locations (tenant_id, code, name) values (%s, 'smuggled', 'Smuggled')",
                (alps.id,),
            )
    async with db.uow(georgia.id) as uow:
        result = await uow.session.execute(
            text("update locations set name = 'Taken over' where tenant_id = :other"), {"other": alps.id}
        )
        assert result.rowcount == 0  # type: ignore[attr-defined]  # SQLAlchemy types updates as plain results


async def test_the_tenant_ends_with_its_transaction(db: Database, georgia: Tenant) -> None:
    for _ in range(10):
        async with db.pipeline_transaction(georgia.id) as transaction:
            await transaction.connection.execute("select 1")
        async with db.without_tenant() as conn:
            row = await (await conn.execute("select current_setting('abano.tenant_id', true)")).fetchone()
            assert row is not None
            assert not row[0]


async def test_the_application_role_cannot_change_the_register_of_tenants(
    db: Database, georgia: Tenant
) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        async with db.without_tenant() as conn:
            await conn.execute("update tenants set status = 'suspended' where id = %s", (georgia.id,))


async def test_history_of_bookings_cannot_be_rewritten(db: Database, georgia: Tenant) -> None:
    for statement in ("update booking_events set to_status = to_status", "delete from booking_events"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            async with db.pipeline_transaction(georgia.id) as transaction:
                await transaction.connection.execute(statement.encode())
