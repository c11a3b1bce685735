"""Daft on Ray reads a leased snapshot of the lake, and gets the figures that the product shows.

    python -m loadtests.bench.lake_readers [--tenants 20] [--sessions 100000] [--python PATH]

The product's own feed fills a DuckLake from a Postgres of this run. Then a program that knows nothing of the product
(loadtests/lake/on_daft.py) computes the year of every company on two Ray workers, one of which is killed in the
middle, while rows go on changing and maintenance drops whatever no lease keeps. Ends with 1 when a company's figure
differs, or when a file of the snapshot is gone too early or stays after the lease.

``--python`` is of an environment with Daft and Ray, made as docs/operations/lake.md says.
"""

import argparse
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import orjson
import psutil
import psycopg

from abano.db.migration_support import upgrade
from abano.ops.local.embedded_postgres import UNSAFE_AND_FAST, EmbeddedPostgres, create_database
from abano_analytics.config import acting_as
from abano_analytics.feed_tables import FEED_TABLES
from abano_analytics.figures.query import FigureQuery
from abano_analytics.figures.service import Figures
from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store import leases
from abano_analytics.store.lake import LakeStore

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "loadtests" / "lake" / "on_daft.py"
PYTHON = ROOT / ".venv-lake" / "bin" / "python"
YEAR = 2026
ZONES = ("Asia/Tbilisi", "Europe/Vienna", "America/New_York")
MAX_SECONDS = 900.0
# Processes of Ray that are no worker of Daft; a worker is called as what it computes.
OTHERS = ("DashboardAgent", "RuntimeEnvAgent", "RemoteFlotillaRunner", "IDLE")
GROUPS = 4
KILLED_AFTER_SECONDS = 0.3
COMPARED = ("sessions", "completed", "converted", "bookings", "completionRate", "conversionRate", "questions")
MISSING = """Daft and Ray are not in {python}. They are no part of the product; make their environment with

    uv venv .venv-lake && uv pip install --python .venv-lake --require-hashes -r loadtests/lake/daft.lock
"""

# A session starts anywhere in two years, so that the edges of the year count; sizes of companies differ.
ROWS = (
    """insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, completed_at, updated_at)
       select %(tenant)s, 's_' || n, 'v1', 'phone', at, case when n %% 10 < 7 then at + interval '4 minutes' end, at
       from (select n, timestamptz '2025-07-01 00:00+00' + n * (interval '730 days' / %(sessions)s) as at
             from generate_series(1, %(sessions)s) n) t""",
    """insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text, is_counted,
         answered_at)
       select %(tenant)s, session_id, 'q' || q, 'value-' || q, 'Question?', 'Answer', q < 6 or device = 'phone',
         started_at + q * interval '10 seconds'
       from quiz_sessions, generate_series(1, 6) q
       where tenant_id = %(tenant)s and substr(session_id, 3)::int %% 6 <> q""",
    """insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone,
         driver_age, group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,
         attributed_session_id, currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)
       select %(tenant)s, gen_random_uuid(), md5(tenant_id || session_id), 'pending', 'N N', 'n@example.com', '+995',
         30, 2, 'Forester', 'tbilisi', 'batumi', started_at, started_at + interval '7 days', 'minimum', session_id,
         'EUR', 7, 5500, 38500, '[]', started_at, started_at
       from quiz_sessions where tenant_id = %(tenant)s and substr(session_id, 3)::int %% 9 = 0""",
)
# New versions of rows that are in the lake already.
CHANGES = (
    """update bookings set status = 'cancelled', updated_at = now()
       where tenant_id = %(tenant)s and get_byte(uuid_send(id), 0) %% %(every)s = 0""",
    """update quiz_sessions set completed_at = started_at + interval '9 minutes', updated_at = now()
       where tenant_id = %(tenant)s and substr(session_id, 3)::int %% (7 * %(every)s) = 0""",
    """update quiz_answers set is_counted = not is_counted
       where tenant_id = %(tenant)s and question_id = 'q2' and substr(session_id, 3)::int %% (5 * %(every)s) = 0""",
)


@dataclass
class Product:
    """Postgres and the product's own way from it into a lake."""

    url: str
    tenants: list[UUID]
    lake: LakeStore
    progress: Progress
    ingest: Ingest
    figures: Figures

    def change(self, every: int) -> None:
        """Give every company rows that others have seen already, and take them in."""
        with psycopg.connect(self.url) as conn:
            for tenant in self.tenants:
                for statement in CHANGES:
                    conn.execute(statement.encode(), {"tenant": tenant, "every": every})
        self.take_in()

    def take_in(self) -> None:
        if not self.ingest.run():
            raise SystemExit("The lake could not take in what Postgres holds.")

    def maintain(self) -> None:
        """Compaction and maintenance that keep nothing but what a lease keeps."""
        Compaction(self.lake, self.progress).run(least_rows=1)
        self.lake.maintain(keep="0 seconds")

    def year(self, tenant: UUID) -> dict[str, Any]:
        """The company's figures as the product shows them."""
        zone = ZoneInfo(self._zone(tenant))
        since, until = (datetime(year, 1, 1, tzinfo=zone).astimezone(UTC) for year in (YEAR, YEAR + 1))
        query = FigureQuery(since, until)

        def content(figure: Any) -> dict[str, Any]:
            body: dict[str, Any] = orjson.loads(self.figures.count((tenant, figure, query)).body + b"}")
            return body

        overview = content("overview")["analytics"]
        timeline = content("timeline-month")["timeline"]
        return {
            "sessions": overview["totalSessions"],
            "completed": overview["completedSessions"],
            "converted": overview["conversionCount"],
            "bookings": sum(month["bookings"] for month in timeline),
            "completionRate": overview["completionRate"],
            "conversionRate": overview["conversionRate"],
            "questions": {
                one["questionId"]: [one["totalResponses"], one["totalConversions"]]
                for one in content("answers")["answerDistribution"]
            },
        }

    def _zone(self, tenant: UUID) -> str:
        with self.lake.reading() as conn:
            rows = conn.execute("select timezone from tenants where tenant_id = ?", [tenant]).fetchall()
        return str(rows[0][0])


@contextmanager
def product(folder: Path, tenants: int, sessions: int) -> Iterator[Product]:
    server = EmbeddedPostgres(folder / "pg", options=UNSAFE_AND_FAST)
    server.start()
    try:
        create_database(server, "bench")
        url = server.url("bench")
        upgrade(url)
        ids = [uuid4() for _ in range(tenants)]
        with psycopg.connect(url) as conn:
            for number, tenant in enumerate(ids):
                _add_company(
                    conn, tenant, number, max(1, 2 * sessions * (number + 1) // (tenants * (tenants + 1)))
                )
        lake = LakeStore(str(folder / "lake"), url, memory_mb=256, spill=folder / "spill")
        feed, progress = ChangeFeed(acting_as(url, "abano_reporting")), Progress()
        lake.open()
        lake.take_over()
        ingest = Ingest(feed, lake, progress)
        ingest.prepare()
        figures = Figures(lake, progress)
        try:
            yield Product(url, ids, lake, progress, ingest, figures)
        finally:
            figures.pool.stop()
            feed.close()
            lake.close()
    finally:
        server.stop()


def _add_company(conn: "psycopg.Connection[Any]", tenant: UUID, number: int, sessions: int) -> None:
    given = {"tenant": tenant, "slug": f"company-{number}", "zone": ZONES[number % len(ZONES)]}
    conn.execute("insert into tenants (id, slug, name) values (%(tenant)s, %(slug)s, %(slug)s)", given)
    conn.execute(
        "insert into tenant_settings (tenant_id, timezone, currency, languages, minimum_days, driver_minimum_age,"
        " driver_maximum_age, group_maximum, phone_prefix, unknown_car_daily_rate_minor)"
        " values (%(tenant)s, %(zone)s, 'EUR', '{en}', 3, 23, 70, 20, '+995', 6000)",
        given,
    )
    for statement in ROWS:
        conn.execute(statement.encode(), {"tenant": tenant, "sessions": sessions})


class Reader:
    """The other engine, as a process; what it prints, and the worker of it that is killed."""

    def __init__(self, python: Path, files: Path, folder: Path) -> None:
        self.killed: int | None = None
        self.answer: dict[str, Any] = {}
        self._log = (folder / "reader.log").open("w+")
        environ = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
        self._process = subprocess.Popen(  # noqa: S603 - our own words
            [python, PROGRAM, files, "--year", str(YEAR), "--groups", str(GROUPS)],
            env={
                **environ,
                # Only who knows the token may use the cluster.
                "RAY_AUTH_MODE": "token",
                "RAY_AUTH_TOKEN": secrets.token_hex(32),
                "RAY_USAGE_STATS_ENABLED": "0",
                "DO_NOT_TRACK": "true",
                "DAFT_ANALYTICS_ENABLED": "0",
                "DAFT_PROGRESS_BAR": "0",
            },
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            start_new_session=True,
        )
        self._timer = threading.Timer(MAX_SECONDS, self.end)
        self._timer.start()

    def follow(self) -> Iterator[dict[str, Any]]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                self.answer = json.loads(line)
                yield self.answer
        if self._process.wait(60) or self.answer.get("event") != "done":
            self._log.seek(0)
            raise SystemExit(f"Daft ended without figures:\n{self._log.read()[-3000:]}")

    def workers(self) -> list[psutil.Process]:
        children = psutil.Process(self._process.pid).children(recursive=True)
        titles = [(child, " ".join(child.cmdline())) for child in children]
        return [
            child
            for child, title in titles
            if title.startswith("ray::") and not any(other in title for other in OTHERS)
        ]

    def kill_a_worker(self) -> None:
        workers = self.workers()
        if len(workers) < 2:
            raise SystemExit(f"Daft has {len(workers)} workers instead of two.")
        workers[0].send_signal(signal.SIGKILL)
        self.killed = workers[0].pid

    def end(self) -> None:
        self._timer.cancel()
        if self._process.poll() is None:
            for child in psutil.Process(self._process.pid).children(recursive=True):
                child.kill()
            self._process.kill()
            self._process.wait()


def read(given: argparse.Namespace, folder: Path, ours: Product) -> tuple[Reader, dict[str, Any]]:
    """Let Daft compute the figures of the lease while a worker is killed and the lake changes."""
    files = folder / "files.json"
    with ours.lake.leasing() as conn:
        lease_id = leases.request(conn, 1.0)
    ours.lake.grant_leases()
    with ours.lake.leasing() as conn:
        content = leases.content(conn, lease_id)
    files.write_text(json.dumps(content))
    # None of the files is of the present any more when reading begins.
    ours.change(2)
    ours.maintain()
    reader = Reader(given.python, files, folder)
    try:
        with changing(ours):
            for event in reader.follow():
                if event["event"] == "group" and event["number"] == 1 and reader.killed is None:
                    time.sleep(KILLED_AFTER_SECONDS)
                    reader.kill_a_worker()
    finally:
        reader.end()
    return reader, content


@contextmanager
def changing(ours: Product) -> Iterator[None]:
    """Rows change and maintenance runs, again and again."""
    is_over = threading.Event()

    def change() -> None:
        every = 3
        while not is_over.wait(1.0):
            ours.change(every)
            ours.maintain()
            every += 2

    with ThreadPoolExecutor(1) as pool:
        changes = pool.submit(change)
        try:
            yield
        finally:
            is_over.set()
            changes.result()


def paths_of(content: dict[str, Any]) -> list[Path]:
    return [Path(file["path"]) for table in content["tables"] for file in table["files"]]


def present_files(ours: Product) -> set[str]:
    with ours.lake.reading() as conn:
        rows = [
            conn.execute(f"select data_file from ducklake_list_files('lake', '{table.name}')").fetchall()  # noqa: S608
            for table in FEED_TABLES
        ]
    return {path for table in rows for (path,) in table}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tenants", type=int, default=20)
    parser.add_argument(
        "--sessions", type=int, default=100_000, help="of all companies together, in two years"
    )
    parser.add_argument("--python", type=Path, default=PYTHON, help="of the environment with Daft and Ray")
    given = parser.parse_args()
    # Ends what it has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    probe = [given.python, "-c", "import daft, ray"]
    if not given.python.exists() or subprocess.run(probe, check=False, capture_output=True).returncode:  # noqa: S603
        sys.exit(MISSING.format(python=given.python))
    with tempfile.TemporaryDirectory(prefix="abano-lake-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with product(folder, given.tenants, given.sessions) as ours:
            return compare(given, folder, ours)


def compare(given: argparse.Namespace, folder: Path, ours: Product) -> int:
    ours.take_in()
    ours.maintain()
    ours.change(3)
    expected = {str(tenant): ours.year(tenant) for tenant in ours.tenants}
    reader, content = read(given, folder, ours)
    found = reader.answer["figures"]
    kept = all(path.exists() for path in paths_of(content))
    with ours.lake.leasing() as conn:
        leases.end(conn, UUID(content["lease"]))
    time.sleep(0.1)
    ours.change(11)
    for _ in range(2):
        ours.maintain()
    left = {str(path) for path in paths_of(content) if path.exists()} - present_files(ours)
    differing = [
        f"{tenant}: {name} is {found[tenant][name]} by Daft, {expected[tenant][name]} in the product"
        for tenant in expected
        for name in COMPARED
        if found[tenant][name] != expected[tenant][name]
    ]
    _print_table(content, expected, found)
    changed = sum(ours.year(tenant) != expected[str(tenant)] for tenant in ours.tenants)
    print(
        f"\nSnapshot {content['snapshot']} of {len(paths_of(content))} files, read in {reader.answer['seconds']} s by"
        f" two workers, of which process {reader.killed} was killed; Daft gave up on"
        f" {reader.answer['failures']} queries, which were run again."
        f"\nFiles at the end of reading: {'all there' if kept else 'MISSING'}; after the lease and maintenance:"
        f" {len(left)} left that the lake does not use. Figures of {changed} of {len(expected)} companies have"
        " changed in the meantime."
    )
    print("\n".join(differing) or f"All figures of all {len(expected)} companies are equal.")
    return 1 if differing or left or not kept or not reader.killed else 0


def _print_table(content: dict[str, Any], expected: dict[str, Any], found: dict[str, Any]) -> None:
    print("| company | sessions | completed | bookings | completion | conversion | answers | Daft on Ray |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for tenant in sorted(content["tenants"], key=lambda one: expected[one["tenant_id"]]["sessions"]):
        ours = expected[tenant["tenant_id"]]
        is_equal = all(found[tenant["tenant_id"]][name] == ours[name] for name in COMPARED)
        answers = sum(responses for responses, _ in ours["questions"].values())
        print(
            f"| {tenant['slug']} | {ours['sessions']:,} | {ours['completed']:,} | {ours['bookings']:,} |"
            f" {ours['completionRate']} % | {ours['conversionRate']} % | {answers:,} |"
            f" {'equal' if is_equal else 'DIFFERENT'} |"
        )


if __name__ == "__main__":
    sys.exit(main())
