"""The environment of the cases: Postgres with companies, analytics services, a bare server."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import psutil
import psycopg

from abano.db.migration_support import upgrade
from abano.ops.local.embedded_postgres import UNSAFE_AND_FAST, EmbeddedPostgres, create_database
from abano_analytics.config import acting_as
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store.file import FileStore
from abano_analytics.store.protocol import Store
from loadtests.bench.analytics.rows import COMPANIES, WATCHED, companies_of
from loadtests.local_product import free_ports

SECRET = "bench-secret"  # noqa: S105 - of a service that lives for a minute
START_SECONDS = 240.0
MEMORY_SECONDS = 0.1
# June and all of 2026 in Tbilisi.
MONTH = {"since": "2026-05-31T20:00:00Z", "until": "2026-06-30T20:00:00Z"}
YEAR = {"since": "2025-12-31T20:00:00Z", "until": "2026-12-31T20:00:00Z"}
# A server with enough memory, so that plain SQL is not limited by it.
ROOMY = {
    "shared_buffers": "512MB",
    "work_mem": "128MB",
    "max_wal_size": "4GB",
    "maintenance_work_mem": "256MB",
}


@contextmanager
def postgres(folder: Path, answers: int, count: int = COMPANIES) -> Iterator[str]:
    """The URL of a migrated database with the companies of a warehouse of ``answers`` answers, as its owner.

    An existing folder is reused with its data.
    """
    server = EmbeddedPostgres(folder, options=UNSAFE_AND_FAST | ROOMY)
    server.start()
    try:
        with psycopg.connect(server.url(), autocommit=True) as conn:
            known = conn.execute("select 1 from pg_database where datname = 'bench'").fetchone()
        url = server.url("bench")
        if known is None:
            create_database(server, "bench")
            upgrade(url)
            with psycopg.connect(url) as conn:
                _add_companies(conn, [company for company, _ in companies_of(answers, count)])
        yield url
    finally:
        server.stop()


def _add_companies(conn: "psycopg.Connection[Any]", ids: list[UUID]) -> None:
    conn.execute(
        "insert into tenants (id, slug, name) select id, 'company-' || place, 'Company'"
        " from unnest(%s::uuid[]) with ordinality as t (id, place)",
        [ids],
    )
    conn.execute(
        "insert into tenant_settings (tenant_id, timezone, currency, languages, minimum_days, driver_minimum_age,"
        " driver_maximum_age, group_maximum, phone_prefix, unknown_car_daily_rate_minor)"
        " select id, 'Asia/Tbilisi', 'EUR', '{en}', 3, 23, 70, 20, '+995', 6000 from unnest(%s::uuid[]) as t (id)",
        [ids],
    )


def adopt(made: Path, path: Path, url: str) -> None:
    """Copy the warehouse ``made`` to ``path`` as a complete copy of that database."""
    shutil.copyfile(made, path)
    warehouse = FileStore(path, memory_mb=256)
    warehouse.open()
    follow(warehouse, url)
    warehouse.close()


def follow(warehouse: Store, url: str) -> None:
    """Let the open ``warehouse`` be a complete copy of that database from now on."""
    feed = ChangeFeed(acting_as(url, "abano_reporting"))
    with psycopg.connect(url) as conn:
        row = conn.execute("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint").fetchone()
    source_id = feed.source_id()
    feed.close()
    with warehouse.writing() as write:
        write.execute("update warehouse set source_id = ?", [source_id])
        write.execute("update watermarks set next_xid = ?", list(row or (0,)))


class Server:
    """One process that serves HTTP on a free port."""

    def __init__(self, module: list[str], log: Path, environ: dict[str, str], *, port_name: str) -> None:
        (self.port,) = free_ports(1)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
        with log.open("ab") as out:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
                [sys.executable, "-m", *module],
                env={**inherited, **environ, port_name: str(self.port)},
                stdout=out,
                stderr=out,
            )
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            headers={"Authorization": f"Bearer {SECRET}"},
            trust_env=False,
            timeout=60,
        )

    @property
    def process(self) -> psutil.Process:
        return psutil.Process(self._process.pid)

    def wait_until_ready(self) -> None:
        self._wait_for("/readyz")

    def wait_until_up(self) -> None:
        """Wait until it responds, though maybe without data yet."""
        self._wait_for("/healthz")

    def _wait_for(self, path: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                if self.http.get(path).is_success:
                    return
            except httpx.TransportError:
                time.sleep(0.1)
            time.sleep(0.02)
        raise SystemExit("A server did not start.")

    def end(self) -> None:
        self.http.close()
        self._process.terminate()
        try:
            self._process.wait(240)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(240)


class Memory:
    """The largest resident size of any of the processes while the block runs."""

    def __init__(self, servers: list[Server]) -> None:
        self._processes = [server.process for server in servers]
        self.most = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Memory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(MEMORY_SECONDS):
            for process in self._processes:
                try:
                    self.most = max(self.most, process.memory_info().rss)
                except psutil.NoSuchProcess:
                    continue


@contextmanager
def service(
    url: str,
    warehouse: Path,
    *,
    is_awaited: bool = True,
    module: str = "abano_analytics.main",
    **environ: str,
) -> Iterator[Server]:
    """The analytics service with production settings, over that warehouse."""
    server = Server(
        [module],
        warehouse.with_suffix(".log"),
        {
            "ABANO_DATABASE_URL": url,
            "ABANO_WAREHOUSE": str(warehouse),
            "ABANO_INTERNAL_SECRET": SECRET,
            "ABANO_DATA_DIR": str(warehouse.parent),
            **environ,
        },
        port_name="ABANO_ANALYTICS_PORT",
    )
    try:
        if is_awaited:
            server.wait_until_ready()
        yield server
    finally:
        server.end()


@contextmanager
def bare_route(folder: Path, body: Any) -> Iterator[Server]:
    """A FastAPI route that returns ``body`` as JSON: the minimum cost of a request."""
    (folder / "body.json").write_text(json.dumps(body))
    server = Server(
        ["loadtests.bench.analytics.bare"],
        folder / "bare.log",
        {"BARE_BODY": str(folder / "body.json")},
        port_name="BARE_PORT",
    )
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.end()


def figure_path(figure: str, period: dict[str, str], company: UUID = WATCHED) -> str:
    asked = {"figures": figure, "wait": "8", **period}
    return f"/internal/tenants/{company}/figures?" + "&".join(f"{k}={v}" for k, v in asked.items())
