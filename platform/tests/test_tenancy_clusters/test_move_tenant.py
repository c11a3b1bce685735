"""A company moves to another Postgres while it takes bookings: nothing is lost or doubled, no one is refused."""

import asyncio
from collections.abc import Iterator

import psycopg
import pytest
from analytics_process import FIGURES, AnalyticsProcess, sessions_counted
from product_fixtures import OWNER_PASSWORD, AdminSql
from two_clusters import MOVER, OWNER, Crowd, copies, counts, second_cluster, signed_in, with_second

from abano.company.leaving.operator import delete_tenant, undo_tenant_deletion
from abano.core.clock import FixedClock
from abano.core.config import ClusterSettings, Settings
from abano.db.engine import Database, TenantMoved
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.payments.online.repository import find_connected
from abano.tenancy.clusters import move as moving
from abano.tenancy.clusters import replication
from abano.tenancy.clusters.clusters import CannotMove, WayBackKept
from abano.tenancy.clusters.copying import Limits, Progress
from abano.tenancy.clusters.move import move_tenant
from abano.tenancy.clusters.pause import PauseTooLong
from abano.tenancy.directory.service import NoSuchTenant
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
STAYS = {"tenant_domains"}
# Made on the second cluster, undone, and what the error says.
OBSTACLES = (
    (
        f"revoke set on parameter session_replication_role from {MOVER}",
        f"grant set on parameter session_replication_role to {MOVER}",
        f"session_replication_role to {MOVER}`",
    ),
    (
        "alter system reset max_slot_wal_keep_size",
        "alter system set max_slot_wal_keep_size = '2GB'",
        "Cluster two would keep its log without a limit",
    ),
    (
        f"alter role {MOVER} nobypassrls",
        f"alter role {MOVER} bypassrls",
        f"`alter role {MOVER} replication bypassrls`",
    ),
    (
        f"revoke pg_create_subscription from {MOVER}",
        f"grant pg_create_subscription to {MOVER}",
        f"`grant pg_create_subscription to {MOVER}`",
    ),
    (
        "alter table bookings rename column total_minor to total",
        "alter table bookings rename column total to total_minor",
        "two lacks bookings.total_minor, which home has: run `abano migrate` on it",
    ),
)


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    with second_cluster(tmp_path_factory.mktemp("second")) as server:
        yield server


@pytest.fixture
def both(settings: Settings, second: EmbeddedPostgres) -> Iterator[Settings]:
    """Settings that name the second cluster; the company is back at home when the test has ended."""
    made = with_second(settings, second)
    yield made
    move_tenant(made, "georgia", "home")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """For moves that no running copy has to notice."""
    monkeypatch.setattr(moving, "REMEMBERED_SECONDS", 0.0)


def references(url: str, tenant: Tenant) -> list[str]:
    with psycopg.connect(url) as conn:
        rows = conn.execute(
            "select reference from bookings where tenant_id = %s order by 1", (tenant.id,)
        ).fetchall()
    return [row[0] for row in rows]


@pytest.mark.usefixtures("both")
async def test_a_company_moves_while_it_takes_bookings(
    settings: Settings,
    second: EmbeddedPostgres,
    georgia: Tenant,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    # The clock of the tests does not move, and with it the minute for which writes are counted.
    query_admin_sql("update tenant_settings set public_writes_per_minute = 100000")
    there = second.url("two")
    here_figures = AnalyticsProcess(settings.database_url, tmp_path_factory.mktemp("figures"))
    there_figures = AnalyticsProcess(second.url("two", user=OWNER), tmp_path_factory.mktemp("figures"))
    both = with_second(settings, second, (here_figures.url, there_figures.url))
    try:
        here_figures.start()
        there_figures.start()
        async with copies(both, clock, "localhost", 2) as clients, Crowd(clients * 2) as crowd:
            await crowd.booked(20)
            moved = await asyncio.to_thread(move_tenant, both, "georgia", "two", report=print)
            await crowd.booked(len(crowd.references) + 20)
        assert crowd.refused == []
        assert moved.rows > 200
        assert moved.paused < 5.0
        assert crowd.slowest < 60

        # Each booking that was confirmed is there once, and none that was not.
        assert references(there, georgia) == sorted(crowd.references)
        left = counts(settings.database_url, georgia.id)
        assert {name for name, rows in left.items() if rows} == STAYS
        async with copies(both, clock, "localhost", 1) as (client,):
            admin = await signed_in(client)
            await sessions_counted(admin, len(crowd.sessions))
            answer = await admin.get(f"{FIGURES}overview")
            assert answer.json()["analytics"]["totalSessions"] == len(set(crowd.sessions))
        # The other company is where it was.
        async with copies(both, clock, "alps.localhost", 1) as (client,):
            assert (await client.get("/api/quiz/definition")).status_code == 200
    finally:
        here_figures.end()
        there_figures.end()
    moved_back = await asyncio.to_thread(move_tenant, both, "georgia", "home", report=print)
    assert moved_back.rows >= moved.rows
    assert references(settings.database_url, georgia) == sorted(crowd.references)
    assert {name for name, rows in counts(there, georgia.id).items() if rows} == set()


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
async def test_a_move_that_was_interrupted_goes_on(
    settings: Settings,
    both: Settings,
    second: EmbeddedPostgres,
    georgia: Tenant,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query_admin_sql(
        "insert into stripe_settings (tenant_id, is_live, key_end, account_id, updated_at)"
        " values (%s, false, 'd', 'acct_moved', now())", georgia.id,
    )  # fmt: skip
    before = counts(settings.database_url, georgia.id)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    for last_step in ("replicate", "_announce", "_await_deliveries", "_switch"):
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(moving, last_step, die)
            move_tenant(both, "georgia", "two")
        # It stays where it was and takes writes.
        query_admin_sql("update tenant_settings set updated_at = now() where tenant_id = %s", georgia.id)
        assert counts(settings.database_url, georgia.id) == before

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        # Between closing the old cluster and opening the new one.
        patched.setattr(moving, "_open", die)
        move_tenant(both, "georgia", "two")
    async with copies(both, clock, "localhost", 1) as (client,):
        refusal = await client.post("/api/quiz/session/start", json={"sessionId": "s_refused", "gclid": "x"})
        assert (refusal.status_code, refusal.json()["code"]) == (503, TenantMoved.__name__)
        move_tenant(both, "georgia", "two")
        taken = await client.post("/api/quiz/session/start", json={"sessionId": "s_taken", "gclid": "x"})
        assert taken.status_code == 200
    # Stripe's events name the account only.
    db = Database(both)
    await db.open()
    try:
        assert await find_connected(db, "acct_moved") == georgia.id
        assert await find_connected(db, "acct_other") is None
    finally:
        await db.close()
    after = counts(second.url("two"), georgia.id)
    assert after["cars"] == before["cars"]
    assert {name for name, rows in counts(settings.database_url, georgia.id).items() if rows} == STAYS
    assert move_tenant(both, "georgia", "home").rows > 0
    back = counts(settings.database_url, georgia.id)
    assert {name: back[name] - before[name] for name in back if back[name] != before[name]} == {
        "quiz_sessions": 1,
        **{
            name: back[name] - before[name] for name in ("public_write_counts",) if back[name] != before[name]
        },
    }


@pytest.mark.usefixtures("impatient")
async def test_the_pause_has_a_limit(
    settings: Settings, both: Settings, georgia: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replication, "SLOT_SECONDS", 1)
    with psycopg.connect(settings.database_url) as writer:

        def write(progress: Progress) -> None:
            if progress.tables_done == progress.tables:
                writer.execute("select set_config('abano.tenant_id', %s, false)", (str(georgia.id),))
                writer.execute(
                    "update tenant_settings set updated_at = now() where tenant_id = %s", (georgia.id,)
                )

        limits = Limits(pause=0.3)
        with pytest.raises(PauseTooLong):
            await asyncio.to_thread(move_tenant, both, "georgia", "two", limits=limits, report=write)
        # Who wrote is not disturbed.
        writer.commit()
        # Replication begins when transactions that began before it have ended.
        write(Progress())
        with pytest.raises(CannotMove, match="A transaction on cluster home has been open for over 1 s"):
            await asyncio.to_thread(move_tenant, both, "georgia", "two")
        writer.commit()
    assert counts(settings.database_url, georgia.id)["cars"] > 0


@pytest.mark.usefixtures("impatient")
async def test_obstacles_are_reported(both: Settings, second: EmbeddedPostgres) -> None:
    with pytest.raises(NoSuchTenant):
        move_tenant(both, "no one", "two")
    with pytest.raises(CannotMove, match="There is no cluster three with an owner_url; there are home, two"):
        move_tenant(both, "georgia", "three")
    with psycopg.connect(second.url("two"), autocommit=True) as conn:
        for taken, given, error in OBSTACLES:
            conn.execute(taken)
            conn.execute("select pg_reload_conf(), pg_sleep(0.2)")
            try:
                with pytest.raises(CannotMove, match=error):
                    move_tenant(both, "georgia", "two")
            finally:
                conn.execute(given)
                conn.execute("select pg_reload_conf()")
    with psycopg.connect(both.database_url, autocommit=True) as conn:
        conn.execute("alter table reviews replica identity nothing")
        try:
            with pytest.raises(CannotMove, match="replica identity of reviews does not contain tenant_id"):
                move_tenant(both, "georgia", "two")
        finally:
            conn.execute("alter table reviews replica identity default")


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
async def test_a_way_back_is_ended_before_a_deletion_or_a_move_elsewhere(
    both: Settings, second: EmbeddedPostgres, georgia: Tenant, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    move_tenant(both, "georgia", "two", limits=Limits(keeps_way_back=True))
    ends_it = "Cluster home still follows georgia.*`abano tenant move georgia --to two`"
    three = Settings(**both.model_dump() | {"clusters": {**both.clusters, "three": both.clusters["two"]}})
    with pytest.raises(WayBackKept, match=ends_it):
        move_tenant(three, "georgia", "three")
    with pytest.raises(WayBackKept, match=ends_it):
        await delete_tenant(both, "georgia", at_once=True, confirmed="georgia")
    async with copies(both, clock, "localhost", 1) as (client,):
        owner = await signed_in(client)
        body = {"companyName": georgia.name, "currentPassword": OWNER_PASSWORD}
        refused = await owner.post("/api/admin/company-data/deletion", json=body)
        assert (refused.status_code, refused.json()["error"]) == (409, "CompanyJustMoved")
    deleting = "select deletes_at is not null, way_back from tenants where slug = 'georgia'"
    assert query_admin_sql(deleting) == [(False, "home")]
    assert counts(second.url("two"), georgia.id)["cars"] > 0

    # There and back by it, which keeps one in the other direction.
    move_tenant(both, "georgia", "home", limits=Limits(keeps_way_back=True))
    assert query_admin_sql(deleting) == [(False, "two")]
    move_tenant(both, "georgia", "two")
    assert query_admin_sql(deleting) == [(False, "")]
    await delete_tenant(both, "georgia")
    try:
        assert query_admin_sql(deleting) == [(True, "")]
        # Nor does a move that began before keep one.
        with pytest.raises(CannotMove, match="georgia is being deleted"):
            move_tenant(both, "georgia", "home", limits=Limits(keeps_way_back=True))
    finally:
        await undo_tenant_deletion(both, "georgia")
    assert query_admin_sql(deleting) == [(False, "")]


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
async def test_a_move_that_would_keep_a_way_back_and_was_interrupted_is_ended_before_a_deletion(
    both: Settings, georgia: Tenant, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    kept = "select way_back from tenants where slug = 'georgia'"
    for last_step, follower in (("_switch", "two"), ("_open", "two"), ("_turn", "home")):
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(moving, last_step, die)
            move_tenant(both, "georgia", "two", limits=Limits(keeps_way_back=True))
        assert query_admin_sql(kept) == [(follower,)]
        with pytest.raises(WayBackKept, match="abano tenant move georgia --to"):
            await delete_tenant(both, "georgia")
        current = "home" if last_step == "_switch" else "two"
        move_tenant(both, "georgia", current)
        assert query_admin_sql(kept) == [("",)]
        move_tenant(both, "georgia", "home")


async def test_a_cluster_without_logical_replication_is_refused(
    settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = EmbeddedPostgres(tmp_path_factory.mktemp("plain"))
    server.start()
    try:
        url = server.url()
        plain = ClusterSettings(app_url=url, reporting_url=url, owner_url=url)
        made = Settings(**settings.model_dump() | {"clusters": {"plain": plain}})
        with pytest.raises(CannotMove, match="plain has wal_level=replica"):
            move_tenant(made, "georgia", "plain")
    finally:
        server.stop()


def write_locks(conn: psycopg.Connection[tuple[int]]) -> int:
    """How many companies the open transaction has entered for writing."""
    row = conn.execute(
        "select count(*) from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and pid = pg_backend_pid()"
    ).fetchone()
    assert row is not None
    return row[0]


async def test_writes_after_a_rolled_back_savepoint_enter_the_company_again(
    database_url: str, georgia: Tenant, alps: Tenant
) -> None:
    """The trigger skips a company that was entered; the note of it must not outlive the lock."""
    write = "update tenant_settings set turn_round_minutes = turn_round_minutes where tenant_id = %s"
    with psycopg.connect(database_url) as conn:
        set_tenant = "select set_config('abano.tenant_id', %s, true)"
        conn.execute(set_tenant, (str(georgia.id),))
        with pytest.raises(ZeroDivisionError), conn.transaction():
            conn.execute(write, (georgia.id,))
            assert write_locks(conn) == 1
            raise ZeroDivisionError
        assert write_locks(conn) == 0
        conn.execute(write, (georgia.id,))
        conn.execute(write, (georgia.id,))
        assert write_locks(conn) == 1
        conn.execute(set_tenant, (str(alps.id),))
        conn.execute(write, (alps.id,))
        assert write_locks(conn) == 2
        conn.rollback()
        # The session's next transaction enters again.
        conn.execute(set_tenant, (str(georgia.id),))
        conn.execute(write, (georgia.id,))
        assert write_locks(conn) == 1
        conn.rollback()


async def test_a_moved_company_refuses_each_statement(database_url: str, georgia: Tenant) -> None:
    """What was entered in an earlier transaction of the same session does not count."""
    write = "update tenant_settings set turn_round_minutes = turn_round_minutes where tenant_id = %s"
    set_tenant = "select set_config('abano.tenant_id', %s, true)"
    with psycopg.connect(database_url) as conn:
        for statement in (set_tenant, write):
            conn.execute(statement, (str(georgia.id),))
        conn.commit()
        conn.execute("update tenants set placement = 'elsewhere' where id = %s", (georgia.id,))
        conn.execute(set_tenant, (str(georgia.id),))
        with pytest.raises(psycopg.DatabaseError, match="moved to another cluster"):
            conn.execute(write, (georgia.id,))
        conn.rollback()
