"""How long a company's writes wait while it moves between two Postgres clusters, with writes under way.

    python -m loadtests.bench.moves [--rows 1000000] [--moves 20] [--writers 4]

The first move copies the rows. Each further one goes back and forth by the way back that the one before it kept, so
it copies nothing, but compares every row in its pause as the first one does.
"""

import argparse
import asyncio
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch
from uuid import UUID, uuid4

import psycopg

from abano.core.config import ClusterSettings, Settings
from abano.db.migration_support import upgrade
from abano.ops.local.embedded_postgres import EmbeddedPostgres, create_database
from abano.ops.seeds.demo import seed_demo
from abano.tenancy.clusters import move
from abano.tenancy.clusters.copying import Limits
from loadtests.bench.recovery import SESSIONS

OPTIONS = {"wal_level": "logical", "max_slot_wal_keep_size": "4GB", "max_wal_size": "2GB"}
ANSWERS = """
insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text, answered_at)
select t.id, 's_' || n, 'q' || q, md5((n * q)::text), 'What brings you to the mountains this summer?',
  md5((n + q)::text), now() from tenants t, generate_series(1, %s) n, generate_series(1, 9) q where t.is_default
"""
WRITE = "insert into click_records (tenant_id, id, gclid, created_at) values (%(tenant)s, %(id)s, 'g', now())"
COUNT = "select count(*), count(distinct id) from click_records where tenant_id = %s and id = any (%s)"


@dataclass
class Writers:
    """Write one click after the other, on whichever cluster takes them."""

    urls: list[str]
    tenant_id: UUID
    acknowledged: list[UUID] = field(default_factory=list)
    longest: float = 0.0
    is_stopped: bool = False

    def work(self) -> None:
        with ExitStack() as held:
            conns = [held.enter_context(psycopg.connect(url)) for url in self.urls]
            while not self.is_stopped:
                row_id, began = uuid4(), time.monotonic()
                while not any(self._is_written(conn, row_id) for conn in conns):
                    pass
                self.longest = max(self.longest, time.monotonic() - began)
                self.acknowledged.append(row_id)
                time.sleep(0.01)

    def _is_written(self, conn: psycopg.Connection[tuple[object, ...]], row_id: UUID) -> bool:
        try:
            with conn.transaction():
                conn.execute("select set_config('abano.tenant_id', %s, true)", (str(self.tenant_id),))
                conn.execute(WRITE, {"tenant": self.tenant_id, "id": row_id})
        except psycopg.DatabaseError as error:
            if error.sqlstate not in {"AB040", "23503"}:
                raise
            return False
        return True


@contextmanager
def writing(writers: Writers, number: int) -> Iterator[None]:
    threads = [threading.Thread(target=writers.work) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        writers.is_stopped = True
        for thread in threads:
            thread.join()


@contextmanager
def two_clusters(folder: Path) -> Iterator[Settings]:
    with ExitStack() as held:
        urls = []
        for name in ("home", "two"):
            server = EmbeddedPostgres(folder / name, options=OPTIONS)
            server.start()
            held.callback(server.stop)
            create_database(server, "abano")
            urls.append(server.url("abano"))
            upgrade(urls[-1])
        cluster = ClusterSettings(app_url=urls[1], reporting_url=urls[1], owner_url=urls[1])
        yield Settings(database_url=urls[0], data_dir=folder, clusters={"two": cluster})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the company")
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--writers", type=int, default=4)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="abano-moves-") as folder:
        Path(folder).chmod(0o755)
        with two_clusters(Path(folder)) as settings:
            measure(settings, given.rows, given.moves, given.writers)


def measure(settings: Settings, rows: int, moves: int, number_of_writers: int) -> None:
    asyncio.run(seed_demo(settings))
    with psycopg.connect(settings.database_url, autocommit=True) as conn:
        for statement in (SESSIONS, ANSWERS):
            conn.execute(statement.encode(), (rows // 10,))
        conn.execute("vacuum analyze")
        row = conn.execute("select id, slug from tenants where is_default").fetchone()
    assert row is not None
    tenant_id, slug = row
    writers = Writers([settings.database_url, settings.clusters["two"].owner_url], tenant_id)
    moved = []
    # The copies of the platform that would remember the old place do not run.
    with patch.object(move, "REMEMBERED_SECONDS", 0.0), writing(writers, number_of_writers):
        for number in range(moves):
            target = "home" if number % 2 else "two"
            moved.append(move.move_tenant(settings, slug, target, limits=Limits(keeps_way_back=True)))
            print(target, moved[-1], flush=True)
    url = writers.urls[moves % 2]
    with psycopg.connect(url) as conn:
        found = conn.execute(COUNT, (tenant_id, writers.acknowledged)).fetchone()
    pauses = sorted(each.paused for each in moved)
    p95 = pauses[min(len(pauses) - 1, int(len(pauses) * 0.95))]
    figures = [
        f"{moved[0].rows:,}",
        str(moves),
        f"{moved[0].seconds:.1f} s",
        f"{statistics.median(pauses):.2f} s",
        f"{p95:.2f} s",
        f"{writers.longest:.2f} s",
        f"{len(writers.acknowledged):,}",
        str(found),
    ]
    print("| rows | moves | first move | pause p50 | pause p95 | longest write | writes | found, distinct |")
    print(f"{'| --- ' * len(figures)}|\n| {' | '.join(figures)} |")


if __name__ == "__main__":
    main()
