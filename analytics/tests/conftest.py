"""Real Postgres and a real warehouse for every test. Tests belong to neither service and may use both."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest
from hypothesis import HealthCheck, settings
from loadtests.local_product import free_ports
from loadtests.memory import folder_in_memory
from psycopg import sql

from abano.ops.local.embedded_postgres import UNSAFE_AND_FAST, EmbeddedPostgres, create_database
from abano_analytics.config import acting_as, with_timeouts
from abano_analytics.figures.service import Figures
from abano_analytics.jobs.ingest import Ingest
from abano_analytics.progress import Progress
from abano_analytics.source.feed import ChangeFeed
from abano_analytics.store.file import FileStore
from abano_analytics.store.lake import LakeStore, ObjectStore
from abano_analytics.store.protocol import Store

# A slow example means that the machine is busy, not that the product is slow.
settings.register_profile("abano", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("abano")

TEMPLATE = "analytics_template"
NOW = datetime(2026, 6, 10, 9, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def analytics_postgres() -> Iterator[EmbeddedPostgres]:
    """A server with one migrated database to clone."""
    with folder_in_memory() as folder:
        server = EmbeddedPostgres(folder / "pg", options=UNSAFE_AND_FAST)
        server.start()
        create_database(server, TEMPLATE)
        migrate(server.url(TEMPLATE))
        yield server
        server.stop()


def migrate(url: str) -> None:
    """Run the platform's own migrations, as an operator would."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ABANO_")}
    subprocess.run(
        [sys.executable, "-m", "abano.cli", "migrate"],
        env={**environ, "ABANO_DATABASE_URL": url},
        check=True,
        capture_output=True,
    )


def fresh_database(server: EmbeddedPostgres) -> str:
    """The URL of a new, migrated, empty database, as its owner. It is deleted with the server, if not before."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server.url(), autocommit=True) as conn:
        conn.execute(
            sql.SQL("create database {} template {} strategy file_copy").format(
                sql.Identifier(name), sql.Identifier(TEMPLATE)
            )
        )
    return server.url(name)


def drop_database(server: EmbeddedPostgres, url: str) -> None:
    name = url.rpartition("@/")[2].partition("?")[0]
    with psycopg.connect(server.url(), autocommit=True) as conn:
        conn.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
def source_database(analytics_postgres: EmbeddedPostgres) -> Iterator[str]:
    """A separate database for this test."""
    url = fresh_database(analytics_postgres)
    yield url
    drop_database(analytics_postgres, url)


class Traits(NamedTuple):
    """Other properties of a session."""

    utm_term: str | None = None
    utm_content: str | None = None
    entry_path: str | None = None
    language: str | None = None
    country: str | None = None
    is_returning: bool | None = None


NO_TRAITS = Traits()


@dataclass
class Source:
    """Writes rows like the platform, bypassing row-level security."""

    conn: psycopg.Connection[tuple[Any, ...]]
    url: str

    def run(self, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
        cursor = self.conn.execute(statement.encode(), parameters)
        return cursor.fetchall() if cursor.description else []

    def tenant(self, slug: str = "georgia", timezone: str = "Asia/Tbilisi", currency: str = "EUR") -> UUID:
        tenant_id = uuid4()
        unique = f"{slug}-{tenant_id.hex[:8]}"
        self.run("insert into tenants (id, slug, name) values (%s, %s, %s)", tenant_id, unique, slug)
        self.run(
            "insert into tenant_settings (tenant_id, timezone, currency, languages, minimum_days,"
            " driver_minimum_age, driver_maximum_age, group_maximum, phone_prefix, unknown_car_daily_rate_minor)"
            " values (%s, %s, %s, '{en}', 3, 23, 70, 20, '+995', 6000)",
            tenant_id,
            timezone,
            currency,
        )
        return tenant_id

    def session(
        self,
        tenant_id: UUID,
        session_id: str,
        started_at: datetime = NOW,
        *,
        completed_at: datetime | None = None,
        utm: tuple[str | None, str | None, str | None] = (None, None, None),
        quiz_version: str = "v1",
        device: str = "phone",
        traits: Traits = NO_TRAITS,
    ) -> None:
        self.run(
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, completed_at,"
            " updated_at, utm_source, utm_medium, utm_campaign, utm_term, utm_content, entry_path, language, country,"
            " is_returning) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            tenant_id,
            session_id,
            quiz_version,
            device,
            started_at,
            completed_at,
            started_at,
            *utm,
            *traits,
        )

    def complete(self, tenant_id: UUID, session_id: str, completed_at: datetime = NOW) -> None:
        self.run(
            "update quiz_sessions set completed_at = %s, updated_at = %s where tenant_id = %s and session_id = %s",
            completed_at,
            completed_at,
            tenant_id,
            session_id,
        )

    def answer(
        self,
        tenant_id: UUID,
        session_id: str,
        question_id: str,
        value: str,
        answered_at: datetime = NOW,
        *,
        is_counted: bool = True,
    ) -> None:
        self.run(
            "insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text,"
            " is_counted, answered_at) values (%s, %s, %s, %s, %s, %s, %s, %s)"
            " on conflict (tenant_id, session_id, question_id) do update set value = excluded.value,"
            " answer_text = excluded.answer_text, is_counted = excluded.is_counted,"
            " answered_at = excluded.answered_at",
            tenant_id,
            session_id,
            question_id,
            value,
            f"Question {question_id}?",
            value.title(),
            is_counted,
            answered_at,
        )

    def view(self, tenant_id: UUID, session_id: str, question_id: str, viewed_at: datetime = NOW) -> None:
        self.run(
            "insert into quiz_question_views (tenant_id, session_id, question_id, viewed_at)"
            " values (%s, %s, %s, %s) on conflict do nothing",
            tenant_id,
            session_id,
            question_id,
            viewed_at,
        )

    def booking(
        self,
        tenant_id: UUID,
        session_id: str | None,
        created_at: datetime = NOW,
        *,
        status: str = "pending",
        total_minor: int = 40000,
        currency: str = "EUR",
    ) -> UUID:
        booking_id = uuid4()
        self.run(
            "insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone,"
            " driver_age, group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at,"
            " insurance_code, attributed_session_id, currency, days, daily_rate_minor, total_minor, price_lines,"
            " created_at, updated_at) values (%s, %s, %s, %s, 'N N', 'n@example.com', '+995', 30, 2, 'Forester',"
            " 'tbilisi', 'batumi', %s, %s + interval '7 days', 'minimum', %s, %s, 7, 5500, %s, '[]', %s, %s)",
            tenant_id,
            booking_id,
            booking_id.hex[:12],
            status,
            created_at,
            created_at,
            session_id,
            currency,
            total_minor,
            created_at,
            created_at,
        )
        return booking_id

    def set_status(
        self, tenant_id: UUID, booking_id: UUID, status: str, at: datetime = NOW, *, fee: int | None = None
    ) -> None:
        """``fee``: charged for the cancellation, in minor units."""
        self.run(
            "update bookings set status = %s, cancellation_fee_minor = %s, updated_at = %s"
            " where tenant_id = %s and id = %s",
            status,
            fee if status == "cancelled" else None,
            at,
            tenant_id,
            booking_id,
        )

    def step(
        self,
        tenant_id: UUID,
        visit_id: UUID,
        step: str,
        reached_at: datetime = NOW,
        *,
        session_id: str | None = None,
        booking_id: UUID | None = None,
        utm: tuple[str | None, str | None, str | None] = (None, None, None),
        device: str | None = None,
        has_click_id: bool = False,
        traits: Traits = NO_TRAITS,
        link: str | None = None,
        label: str | None = None,
    ) -> None:
        self.run(
            "insert into journey_events (tenant_id, visit_id, step, reached_at, session_id, booking_id, device,"
            " has_click_id, utm_source, utm_medium, utm_campaign, utm_term, utm_content, page, language, country,"
            " is_returning, link, label) values (" + ", ".join(["%s"] * 19) + ")",
            tenant_id,
            visit_id,
            step,
            reached_at,
            session_id,
            booking_id,
            device,
            has_click_id,
            *utm,
            *traits,
            link,
            label,
        )

    def click(self, tenant_id: UUID, created_at: datetime = NOW) -> UUID:
        click_id = uuid4()
        self.run(
            "insert into click_records (tenant_id, id, gclid, created_at) values (%s, %s, 'TeSter-123', %s)",
            tenant_id,
            click_id,
            created_at,
        )
        return click_id


@pytest.fixture
def source(source_database: str) -> Iterator[Source]:
    with psycopg.connect(source_database, autocommit=True) as conn:
        yield Source(conn, source_database)


def reporting_url(url: str) -> str:
    return with_timeouts(acting_as(url, "abano_reporting"))


@dataclass
class Pipeline:
    """Everything between Postgres and the figures, without the scheduler and HTTP."""

    feed: ChangeFeed
    warehouse: Store
    progress: Progress
    ingest: Ingest
    figures: Figures

    @property
    def file(self) -> FileStore:
        """The warehouse, for tests that only run with a file."""
        assert isinstance(self.warehouse, FileStore)
        return self.warehouse


PipelineOf = Callable[[str], Pipeline]


BOTH_STORES = ["duckdb", "ducklake"]
# Random tests are slow in a lake: one of their seeds covers the lake's specifics.
LAKE_SEEDS = 1


def stores_and_seeds(seeds: int) -> list[tuple[str, int]]:
    """Every seed with the file, the first with the lake."""
    return [
        *(("duckdb", seed) for seed in range(seeds)),
        *(("ducklake", seed) for seed in range(LAKE_SEEDS)),
    ]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What the file's warehouse shows is slow in a lake, apart from the lake's own tests."""
    for item in items:
        call = getattr(item, "callspec", None)
        if call and call.params.get("store") == "ducklake" and item.path.parent.name != "test_lake":
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def store() -> str:
    """The kind of warehouse; tests of both kinds run with both."""
    return "duckdb"


def lake(tmp_path: Path, url: str) -> LakeStore:
    """A DuckLake in this test's folder, its catalog in the database of ``url``."""
    return LakeStore(
        str(tmp_path / "lake"), with_timeouts(url), memory_mb=96, spill=tmp_path / "warehouse.duckdb"
    )


def lake_on_s3(place: str, url: str, store: str, tmp_path: Path) -> LakeStore:
    """A DuckLake whose files are in the object store at the address ``store``."""
    objects = ObjectStore(store, "us-east-1", "key", "secret")
    return LakeStore(place, with_timeouts(url), memory_mb=96, spill=tmp_path / "spill", objects=objects)


def s3_settings(store: str) -> dict[str, str]:
    """The same as settings of the service."""
    return {
        "ABANO_S3_ENDPOINT": store,
        "ABANO_S3_ACCESS_KEY": "key",
        "ABANO_S3_SECRET_KEY": "secret",
    }


@pytest.fixture(scope="session")
def object_store() -> Iterator[str]:
    """The URL of a local S3 server with one bucket."""
    (port,) = free_ports(1)
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.put(f"{address}/lake", trust_env=False).is_success:
                break
        except httpx.TransportError:
            time.sleep(0.1)
    yield address
    server.terminate()
    server.wait(240)


@pytest.fixture
def pipeline_of(tmp_path: Path, store: str) -> Iterator[PipelineOf]:
    """Opens pipelines over this test's one warehouse; closes the previous one first."""
    opened: list[Pipeline] = []

    def close() -> None:
        while opened:
            last = opened.pop()
            last.feed.close()
            last.warehouse.close()

    def make(url: str) -> Pipeline:
        close()
        feed = ChangeFeed(reporting_url(url))
        warehouse = (
            lake(tmp_path, url)
            if store == "ducklake"
            else FileStore(tmp_path / "warehouse.duckdb", memory_mb=96)
        )
        progress = Progress()
        warehouse.open()
        if isinstance(warehouse, LakeStore):
            warehouse.take_over()
        ingest = Ingest(feed, warehouse, progress)
        ingest.prepare()
        opened.append(Pipeline(feed, warehouse, progress, ingest, Figures(warehouse, progress)))
        return opened[-1]

    yield make
    close()


@pytest.fixture
def pipeline(pipeline_of: PipelineOf, source_database: str) -> Pipeline:
    return pipeline_of(source_database)
