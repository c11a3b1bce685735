"""Moves by logical replication between each two versions of Postgres: under load, with faults, and back."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import psycopg
import pytest
from loadtests.memory import folder_in_memory
from postgres_versions import OLDER_ARE_SLOW, programs_of
from product_fixtures import OPTIONS, AdminSql
from running_stack import WAIT_SECONDS
from standby import promote, standby_of
from two_clusters import OWNER, as_mover, counts, second_cluster, with_second

from abano.core.config import ClusterSettings, Settings, acting_as
from abano.db.tables import tables
from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano.tenancy.clusters import move as moving
from abano.tenancy.clusters import replication
from abano.tenancy.clusters.clusters import CannotMove
from abano.tenancy.clusters.copying import Limits, Progress
from abano.tenancy.clusters.move import move_tenant
from abano.tenancy.clusters.replication import checksums, link_name, unpublish
from abano.tenancy.clusters.requirements import WITHOUT_IDENTITY, Cluster

STAYS = {"tenant_domains"}
WRITE = "insert into click_records (tenant_id, id, gclid, created_at) values (%(tenant)s, %(id)s, 'g', now())"
TOUCH = "update click_records set platform = 'written twice' where tenant_id = %(tenant)s and id = %(id)s"
READ = "select id::text, count(*), min(platform) from click_records where tenant_id = %s group by 1"
LEADS_WITH = """
select c.relname, i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid
where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and x.indisprimary
  and x.indkey[0] <> (select attnum from pg_attribute where attrelid = c.oid and attname = 'tenant_id')
"""
WITHOUT_COMPANY = """
select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and (x.indisunique or x.indisexclusion)
  and (select attnum from pg_attribute where attrelid = c.oid and attname = 'tenant_id') <> all (x.indkey::smallint[])
"""
# Unique among all companies of a cluster: shards could not hold them.
OF_ALL_COMPANIES = {
    "stripe_settings_account_key",
    "tenant_domains_host",
    "vehicle_reservations_taken_once",
    "vehicles_number_key",
}
LINKS = """
select 'publication' from pg_publication where pubname = %(name)s
union all select 'slot' from pg_replication_slots where slot_name = %(name)s
union all select 'subscription' from pg_subscription where subname = %(name)s
"""


@dataclass(frozen=True)
class Company:
    """A company's id."""

    id: UUID


@pytest.fixture
def alps(query_admin_sql: AdminSql) -> Company:
    [(company_id,)] = query_admin_sql("select id from tenants where slug = 'alps'")
    return Company(company_id)


@pytest.fixture
def georgia(query_admin_sql: AdminSql) -> Company:
    [(company_id,)] = query_admin_sql("select id from tenants where slug = 'georgia'")
    return Company(company_id)


@pytest.fixture(autouse=True)
def known_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "REMEMBERED_SECONDS", 0.0)


def query(
    url: str, statement: str, values: Sequence[object] | Mapping[str, object] = ()
) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as conn:
        cursor = conn.execute(statement.encode(), values)
        return cursor.fetchall() if cursor.description else []


def filled(url: str, tenant: Company) -> set[str]:
    return {name for name, rows in counts(url, tenant.id).items() if rows}


def links(url: str, tenant: Company) -> list[str]:
    return sorted(str(row[0]) for row in query(url, LINKS, {"name": link_name(tenant.id)}))


def content(url: str, tenant: Company) -> dict[str, tuple[int, int]]:
    """As a superuser."""
    with psycopg.connect(url) as conn:
        listed = [table for table in tables(conn) if table.is_tenants and table.name not in STAYS]
        return checksums(conn, tenant.id, listed)


@dataclass
class Writers:
    """Write clicks of a company, each with a later change, wherever it is: like the platform, which asks again."""

    urls: list[str]
    tenant_id: UUID
    acknowledged: list[str] = field(default_factory=list)
    longest: float = 0.0
    errors: list[Exception] = field(default_factory=list)
    _stopped: bool = False

    def work(self) -> None:
        try:
            while not self._stopped:
                values = {"tenant": self.tenant_id, "id": str(uuid4())}
                began = time.monotonic()
                for statement in (WRITE, TOUCH):
                    self.write(statement, values)
                self.longest = max(self.longest, time.monotonic() - began)
                self.acknowledged.append(str(values["id"]))
        except (psycopg.Error, AssertionError) as error:
            self.errors.append(error)

    def write(self, statement: str, values: dict[str, object]) -> None:
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            for url in self.urls:
                try:
                    with psycopg.connect(url) as conn:
                        conn.execute("select set_config('abano.tenant_id', %s, true)", (str(self.tenant_id),))
                        if conn.execute(statement.encode(), values).rowcount == 1:
                            return
                except psycopg.errors.UniqueViolation:
                    # Written before the connection broke.
                    return
                except psycopg.OperationalError:
                    continue
                except psycopg.DatabaseError as error:
                    # Not here: moved, or never here, or on a standby that is not promoted yet.
                    if error.sqlstate not in {"AB040", "23503", "25006"}:
                        raise
        raise AssertionError(statement)


@contextmanager
def writing(urls: list[str], tenant: Company, number: int = 3) -> Iterator[Writers]:
    writers = Writers(urls, tenant.id)
    threads = [threading.Thread(target=writers.work) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield writers
    finally:
        writers._stopped = True
        for thread in threads:
            thread.join()
    assert writers.errors == []
    assert writers.acknowledged


def check_written(url: str, tenant: Company, writers: Writers) -> None:
    """Each acknowledged write is there once, with its change."""
    found = {row[0]: row[1:] for row in query(url, READ, (tenant.id,))}
    assert {
        each: found.get(each) for each in writers.acknowledged if found.get(each) != (1, "written twice")
    } == {}


@pytest.mark.parametrize("version", OLDER_ARE_SLOW)
def test_a_company_moves_under_load_and_back_on_each_version(
    settings: Settings, georgia: Company, alps: Company, query_admin_sql: AdminSql, version: int
) -> None:
    if programs_of(version) is None:
        pytest.skip(f"Postgres {version} is not on this machine: npm ci in .ci/postgres-versions")
    other = content(settings.database_url, georgia)
    with folder_in_memory() as memory, second_cluster(memory / "second", version) as second:
        both, there = with_second(settings, second), second.url("two")
        # A later release has more columns.
        query(there, "alter table click_records add column added text not null default 'later'")
        with writing([settings.database_url, there], alps) as writers:
            time.sleep(0.5)
            moved = move_tenant(both, "alps", "two", limits=Limits(pause=WAIT_SECONDS, keeps_way_back=True))
            time.sleep(0.5)
        print(
            f"Postgres {version}: {moved}, {len(writers.acknowledged)} writes, longest {writers.longest:.2f} s"
        )
        check_written(there, alps, writers)
        assert links(there, alps) == ["publication", "slot"]
        assert links(settings.database_url, alps) == ["subscription"]
        # The old cluster follows, and its analytics service sees what changed by that cluster's own transactions.
        query(there, "update click_records set platform = 'changed there' where tenant_id = %s", (alps.id,))
        until = time.monotonic() + WAIT_SECONDS
        behind: list[tuple[object, ...]] = []
        while behind != [(0,)] and time.monotonic() < until:
            behind = query_admin_sql(
                "select count(*) from click_records where tenant_id = %s and platform <> 'changed there'",
                alps.id,
            )
        assert behind == [(0,)]
        assert query_admin_sql(
            "select count(*) from click_records where tenant_id = %s and row_xid::text <> xmin::text", alps.id
        ) == [(0,)]
        query(there, "update click_records set platform = 'written twice' where tenant_id = %s", (alps.id,))

        with writing([there, settings.database_url], alps) as later:
            back = move_tenant(both, "alps", "home")
        print(f"back: {back}, {len(later.acknowledged)} writes, longest {later.longest:.2f} s")
        check_written(settings.database_url, alps, writers)
        check_written(settings.database_url, alps, later)
        assert filled(there, alps) == set()
        assert [links(url, alps) for url in (there, settings.database_url)] == [[], []]
    assert content(settings.database_url, georgia) == other


def test_a_publication_that_ends_fails_no_change_of_another_company(database_url: str, alps: Company) -> None:
    with psycopg.connect(database_url, autocommit=True) as conn, ThreadPoolExecutor(4) as others:
        published = [table.name for table in tables(conn) if table.is_tenants and table.name not in STAYS]
        touch = "".join(f"update {name} set tenant_id = tenant_id where false;" for name in published)
        stopped = threading.Event()

        def change() -> None:
            while not stopped.is_set():
                # Of a new connection: it looks up each table's publications.
                query(database_url, touch)

        changing = [others.submit(change) for _ in range(4)]
        try:
            for _ in range(20):
                conn.execute(
                    f"create publication {link_name(alps.id)} for table {', '.join(published)}".encode()
                )
                unpublish(Cluster("home", database_url, conn), alps.id)
        finally:
            stopped.set()
        for each in changing:
            each.result()


@contextmanager
def two_servers() -> Iterator[tuple[EmbeddedPostgres, EmbeddedPostgres]]:
    """Two clusters besides the run's own, which may be killed."""
    with ExitStack() as held:
        memory = held.enter_context(folder_in_memory())
        started = [
            held.enter_context(second_cluster(memory / name, 18, synchronous_commit="on"))
            for name in ("two", "three")
        ]
        for server in started:
            query(server.url(), "alter system set wal_retrieve_retry_interval = '200ms'")
            query(server.url(), "select pg_reload_conf()")
        yield started[0], started[1]


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[EmbeddedPostgres, EmbeddedPostgres]]:
    with two_servers() as started:
        yield started


def with_both(settings: Settings, two: EmbeddedPostgres, three: EmbeddedPostgres) -> Settings:
    made = with_second(settings, two)
    owner = three.url("two", user=OWNER)
    third = ClusterSettings(
        app_url=acting_as(owner, "abano_app"),
        reporting_url=acting_as(owner, "abano_reporting"),
        owner_url=owner,
        moves_url=as_mover(owner),
    )
    return Settings(**made.model_dump() | {"clusters": {**made.clusters, "three": third}})


@pytest.fixture
def three(settings: Settings, servers: tuple[EmbeddedPostgres, EmbeddedPostgres]) -> Iterator[Settings]:
    """Home, and two further clusters. Alps is on the first of them, and back at home afterwards."""
    made = with_both(settings, *servers)
    move_tenant(made, "alps", "two")
    yield made
    move_tenant(made, "alps", "home")


def at(number: int, act: Callable[[], object]) -> Callable[[Progress], None]:
    """Acts once, when so many tables are copied."""
    acted: list[bool] = []

    def report(progress: Progress) -> None:
        if progress.tables_done >= number and not acted:
            acted.append(True)
            act()

    return report


def check_stayed(urls: tuple[str, str], alps: Company) -> None:
    """It is on the second cluster, and nothing is left on the third."""
    assert query(urls[0], "select placement, moving_until from tenants where id = %s", (alps.id,)) == [
        ("", None)
    ]
    assert filled(urls[1], alps) == set()
    assert [links(url, alps) for url in urls] == [[], []]


@pytest.mark.parametrize("killed", ["target", pytest.param("source", marks=pytest.mark.slow)])
def test_a_cluster_that_is_killed_while_rows_are_copied_goes_on(
    three: Settings, servers: tuple[EmbeddedPostgres, EmbeddedPostgres], alps: Company, killed: str
) -> None:
    two, there = (server.url("two") for server in servers)
    server = servers[killed == "target"]

    def kill() -> None:
        server.kill()
        server.start()

    with writing([two, there], alps) as writers:
        with pytest.raises(psycopg.OperationalError):
            move_tenant(three, "alps", "three", report=at(5, kill))
        assert "subscription" in links(there, alps)
        moved = move_tenant(three, "alps", "three")
    check_written(there, alps, writers)
    assert moved.rows > 100
    assert filled(two, alps) == set()
    move_tenant(three, "alps", "two")


@pytest.mark.slow
@pytest.mark.parametrize("failing", ["target", "source"])
def test_a_standby_that_is_promoted_while_rows_are_copied_goes_on(
    settings: Settings, alps: Company, failing: str
) -> None:
    with ExitStack() as held:
        servers = held.enter_context(two_servers())
        folder = held.enter_context(folder_in_memory()) / "standby"
        made = with_both(settings, *servers)
        move_tenant(made, "alps", "two")
        primary = servers[failing == "target"]
        standby = held.enter_context(standby_of(primary, folder, {**OPTIONS, "synchronous_commit": "on"}))
        # Its sign-in rules are in the copied folder.
        query(primary.url(), "alter system set synchronous_standby_names = '*'")
        query(primary.url(), "select pg_reload_conf()")
        ends = (servers[0], standby) if failing == "target" else (standby, servers[1])
        after = with_both(settings, *ends)
        urls = [server.url("two") for server in (*servers, standby)]

        def fail_over() -> None:
            primary.kill()
            promote(standby, folder)
            query(standby.url(), "alter system reset synchronous_standby_names")
            query(standby.url(), "select pg_reload_conf()")

        with writing(urls, alps) as writers:
            with pytest.raises(psycopg.OperationalError):
                move_tenant(made, "alps", "three", report=at(5, fail_over))
            move_tenant(after, "alps", "three")
        check_written(ends[1].url("two"), alps, writers)
        assert filled(ends[0].url("two"), alps) == set()
        move_tenant(after, "alps", "home")
        check_written(settings.database_url, alps, writers)


@pytest.mark.slow
def test_a_move_is_given_up_when_the_source_would_keep_too_much(
    three: Settings, servers: tuple[EmbeddedPostgres, EmbeddedPostgres], alps: Company
) -> None:
    urls = servers[0].url("two"), servers[1].url("two")
    stuck = "update pg_subscription set subenabled = false"

    def fall_behind() -> None:
        query(urls[1], stuck)
        query(urls[1], "select pg_terminate_backend(pid) from pg_stat_subscription where pid is not null")
        query(
            urls[0],
            "select count(pg_logical_emit_message(false, 'x', repeat('x', 100000))) from generate_series(1, 50)",
        )

    before = content(urls[0], alps)
    with pytest.raises(CannotMove, match="would have to keep more than 3 MB of its log"):
        move_tenant(three, "alps", "three", limits=Limits(log_bytes=3_000_000), report=at(2, fall_behind))
    check_stayed(urls, alps)
    assert content(urls[0], alps) == before


@pytest.mark.slow
def test_a_move_is_given_up_when_the_log_is_gone(
    three: Settings, servers: tuple[EmbeddedPostgres, EmbeddedPostgres], alps: Company
) -> None:
    """As after a failover of the source, or beyond max_slot_wal_keep_size."""
    urls = servers[0].url("two"), servers[1].url("two")

    def lose() -> None:
        with psycopg.connect(urls[0], autocommit=True) as conn:
            unpublish(Cluster("two", urls[0], conn), alps.id)

    with pytest.raises(CannotMove, match="no longer has the log that three needs"):
        move_tenant(three, "alps", "three", report=at(3, lose))
    check_stayed(urls, alps)


@pytest.mark.slow
def test_a_move_whose_target_forgot_that_a_table_was_up_to_date_copies_again(
    three: Settings,
    servers: tuple[EmbeddedPostgres, EmbeddedPostgres],
    alps: Company,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As after a failover of the target in that moment: the table's slot on the source is gone."""
    monkeypatch.setattr(replication, "LOST_SECONDS", 1.0)
    urls = servers[0].url("two"), servers[1].url("two")
    number = len(content(urls[0], alps)) + len(STAYS)

    def forget() -> None:
        query(urls[1], "update pg_subscription_rel set srsubstate = 'f' where srrelid = 'cars'::regclass")

    with pytest.raises(CannotMove, match="no longer has the log that three needs"):
        move_tenant(three, "alps", "three", report=at(number, forget))
    check_stayed(urls, alps)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(moving, "_announce", die)
        move_tenant(three, "alps", "three")
    forget()
    before = content(urls[0], alps)
    assert move_tenant(three, "alps", "three").rows > 100
    assert content(urls[1], alps) == before
    move_tenant(three, "alps", "two")


@pytest.mark.slow
def test_rows_that_the_target_refuses_or_lacks_end_the_move(
    three: Settings, servers: tuple[EmbeddedPostgres, EmbeddedPostgres], alps: Company
) -> None:
    urls = servers[0].url("two"), servers[1].url("two")
    query(urls[1], "alter table cars add constraint refused check (name = '') not valid")
    try:
        with pytest.raises(CannotMove, match="three refuses rows of alps"):
            move_tenant(three, "alps", "three")
    finally:
        query(urls[1], "alter table cars drop constraint refused")
    check_stayed(urls, alps)

    def lose_a_row() -> None:
        query(urls[1], "delete from quiz_definitions where tenant_id = %s", (alps.id,))

    with pytest.raises(CannotMove, match="differ on two and three: quiz_definitions"):
        # With hosts, which are no part of the content.
        move_tenant(three, "alps", "three", report=at(len(content(urls[0], alps)) + len(STAYS), lose_a_row))
    check_stayed(urls, alps)


def test_every_table_of_companies_leads_its_key_with_the_company(database_url: str) -> None:
    """So it is part of each replica identity, by which rows are filtered; and of each key that shards would need."""
    with psycopg.connect(database_url) as conn:
        names = [table.name for table in tables(conn) if table.is_tenants]
        assert len(names) > 100
        assert conn.execute(WITHOUT_IDENTITY, (names,)).fetchall() == []
        assert conn.execute(LEADS_WITH).fetchall() == []
        assert {row[0] for row in conn.execute(WITHOUT_COMPANY)} == OF_ALL_COMPANIES
        have_keys = conn.execute(
            "select count(*) from pg_index x join pg_class c on c.oid = x.indrelid"
            " where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and x.indisprimary"
        ).fetchone()
    assert have_keys == (len(names),)
