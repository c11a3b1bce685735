"""The real analytics service with the platform's database."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from loadtests.local_product import clean_environment, free_ports
from running_stack import WAIT_SECONDS

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.main import create_app

FIGURES = "/api/quiz/analytics/"


class AnalyticsProcess:
    """One service on a free port; can be stopped and restarted."""

    def __init__(self, database_url: str, folder: Path) -> None:
        (self.port,) = free_ports(1)
        self.url = f"http://127.0.0.1:{self.port}"
        self.warehouse = folder / "warehouse.duckdb"
        self._environ = clean_environment(
            {
                "ABANO_DATABASE_URL": database_url,
                "ABANO_ANALYTICS_PORT": str(self.port),
                "ABANO_WAREHOUSE": str(self.warehouse),
                "ABANO_INGEST_SECONDS": "0.1",
            }
        )
        self._log = folder / "analytics.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self._process is not None:
            return
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "abano_analytics.main"], env=self._environ, stdout=log, stderr=log
            )
        deadline = time.monotonic() + WAIT_SECONDS
        # One client: each reads all certificates that this machine trusts.
        with httpx.Client(trust_env=False) as client:
            while time.monotonic() < deadline:
                try:
                    if client.get(f"{self.url}/readyz").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.1)
        raise AssertionError(self._log.read_text())

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(WAIT_SECONDS)
            self._process = None


async def sessions_counted(admin: httpx.AsyncClient, at_least: int) -> None:
    """Wait until the figures of this admin's company include this many sessions of the year."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        answer = await admin.get(f"{FIGURES}overview")
        if answer.status_code == 200 and answer.json()["analytics"]["totalSessions"] >= at_least:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(answer.text)


async def all_counted(client: httpx.AsyncClient, url: str | httpx.URL, **request: Any) -> httpx.Response:
    """The response of a GET once every figure in it is counted."""
    answer, deadline = await client.get(url, **request), time.monotonic() + WAIT_SECONDS
    while answer.status_code == 202:
        assert time.monotonic() < deadline, answer.text
        await asyncio.sleep(0.1)
        answer = await client.get(url, **request)
    return answer


@pytest.fixture(scope="module")
def process_of_module(
    database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AnalyticsProcess]:
    """One per module, like its database."""
    process = AnalyticsProcess(database_url, tmp_path_factory.mktemp("analytics"))
    yield process
    process.end()


@pytest.fixture
def analytics_process(process_of_module: AnalyticsProcess) -> AnalyticsProcess:
    """Restarts it before a test if the previous one stopped it."""
    process_of_module.start()
    return process_of_module


@pytest.fixture
def own_analytics_process(database_url: str, tmp_path: Path) -> Iterator[AnalyticsProcess]:
    """A new one without earlier rows, for a test that empties tables without notifying the feed."""
    process = AnalyticsProcess(database_url, tmp_path)
    process.start()
    yield process
    process.end()


@pytest.fixture
def analytics_settings(settings: Settings) -> Callable[[str], Settings]:
    """The test's settings with the analytics service at a given URL."""

    def make(url: str) -> Settings:
        return settings.model_copy(update={"analytics_url": url})

    return make


@asynccontextmanager
async def site(settings: Settings, clock: FixedClock, host: str) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(settings, clock=clock)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.10", 50000))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client,
    ):
        yield client


async def wait_for(client: httpx.AsyncClient, path: str, accept: Callable[[Any], bool]) -> httpx.Response:
    """Poll like the page, only faster, until the figures are as expected."""
    answer = await client.get(path)
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        if answer.status_code == 200 and accept(answer.json()):
            break
        await asyncio.sleep(0.1)
        answer = await client.get(path)
    return answer
