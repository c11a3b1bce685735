"""An HTTP client that trusts each 304 always has the figures of the slow computation."""

import random
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import psycopg
import pytest
from conftest import Source, fresh_database
from histories import ZONES, History, a_month, a_year, anything
from periods import parameters
from service_process import ServiceProcess
from slow_figures import SlowFigures
from test_against_slow_computation import BODY_NAME, assert_alike

from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano_analytics.figures.query import FigureQuery
from abano_shared.contract.figures import Figure

CATCH_UP_SECONDS = 240.0


@pytest.fixture(scope="module")
def source(analytics_postgres: EmbeddedPostgres) -> Iterator[Source]:
    url = fresh_database(analytics_postgres)
    with psycopg.connect(url, autocommit=True) as conn:
        yield Source(conn, url)


@pytest.fixture(scope="module")
def service(source: Source, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    process = ServiceProcess(source.url, tmp_path_factory.mktemp("service") / "warehouse.duckdb")
    process.start()
    process.wait_until_ready()
    yield process
    process.close()


class Client:
    """Polls like a browser: stores each body with its tag, and keeps it on a 304."""

    def __init__(self, service: ServiceProcess, tenant: UUID) -> None:
        self._service, self._tenant = service, tenant
        self._kept: dict[tuple[Figure, FigureQuery], tuple[str, dict[str, Any]]] = {}
        self.unchanged = 0

    def poll(self, figure: Figure, query: FigureQuery) -> tuple[str, dict[str, Any]]:
        """The time up to which everything is included, and the body."""
        tag, body = self._kept.get((figure, query), (None, {}))
        answer = self._service.query(self._tenant, parameters(query), figure=figure, tag=tag)
        if answer.status_code == 304:
            self.unchanged += 1
        elif answer.status_code == 200:
            body = answer.json()
            self._kept[figure, query] = (answer.headers["etag"], body)
            return body["realTimeMetadata"]["dataThrough"] or "", body
        else:
            # A company that is not known yet counts as missing.
            assert answer.status_code == 404, answer.text
            return "", {}
        return answer.headers["Data-Through"], body

    def poll_until(self, moment: datetime, figure: Figure, query: FigureQuery) -> dict[str, Any]:
        """The figure once it includes everything until ``moment``."""
        deadline = time.monotonic() + CATCH_UP_SECONDS
        while time.monotonic() < deadline:
            through, body = self.poll(figure, query)
            if through and datetime.fromisoformat(through) > moment:
                return body
            time.sleep(0.05)
        pytest.fail(f"Nothing newer of {figure} within {CATCH_UP_SECONDS} s")


@pytest.mark.parametrize("seed", range(2))
def test_polled_figures_are_right_after_every_change(
    source: Source, service: ServiceProcess, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    zone = ZONES[seed]
    tenant = source.tenant(f"polled-{seed}", zone)
    history = History(source, tenant, ZoneInfo(zone), dice)
    client = Client(service, tenant)
    watched = [a_year(2026), a_month(2026, 3), *(anything(dice) for _ in range(4))]
    visitors = 0
    for round_number in range(6):
        # Every third time there are no new visitors, so the response must be a 304.
        for _ in range(0 if round_number % 3 == 2 else dice.randrange(1, 5)):
            history.visit(visitors)
            visitors += 1
        for _ in range(0 if round_number % 3 == 2 else dice.randrange(4)):
            history.change_of_mind(visitors)
        [(now,)] = source.run("select clock_timestamp()")
        slow = SlowFigures(source.url, tenant)
        for asked in watched:
            slow.choose(asked)
            for figure, name in BODY_NAME.items():
                body = client.poll_until(now, figure, asked.query(zone))
                assert_alike(body[name], getattr(slow, figure)(), f"{figure} {asked}")
                reported = body["realTimeMetadata"]["lastConversionUpdate"]
                assert (reported and datetime.fromisoformat(reported)) == slow.last_conversion()
    assert client.unchanged > 0
