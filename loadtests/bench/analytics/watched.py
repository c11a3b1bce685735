"""Freshness and CPU time with the pages of one or of fifty companies open, for both ways of counting.

Each page polls its five figures every five seconds. The answers of some companies are polled far more often,
to measure when an acknowledged answer is counted.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID

from loadtests.bench.analytics.live import Visitors, visitors
from loadtests.bench.analytics.outcome import Outcome, machine, median, p99
from loadtests.bench.analytics.rows import WATCHED, companies_of
from loadtests.bench.analytics.stack import MONTH, YEAR, Server, adopt, figure_path, service

GOAL_SECONDS = 2.0
FIGURES = ("overview", "answers", "funnel", "campaigns", "choices")
STRATEGIES = {
    "incremental": "abano_analytics.main",
    "full recount": "loadtests.bench.analytics.recounting_service",
}
Case = tuple[int, str]
CASES: tuple[Case, ...] = ((1, "month"), (1, "year"), (50, "month"))
# For a quick run: few companies instead of many.
QUICK: tuple[Case, ...] = ((3, "month"),)
PERIODS = {"month": MONTH, "year": YEAR}
PAGE_SECONDS = 5.0
CLOSELY = 3
PAUSE = 0.05
WARM_UP_SECONDS = 3.0
PATIENCE_SECONDS = 20.0


def measure(
    url: str, made: Path, folder: Path, *, cases: tuple[Case, ...], rate: int, seconds: float, size: str
) -> Iterator[Outcome]:
    """``rate`` answers per second, spread over the watched companies."""
    companies = [WATCHED, *(company for company, _ in companies_of(1_000_000) if company != WATCHED)]
    for number, period in cases:
        for strategy, module in STRATEGIES.items():
            copy = folder / f"watched-{made.name}"
            adopt(made, copy, url)
            with service(url, copy, module=module) as server:
                yield _case(url, server, companies[:number], period, strategy, rate, seconds, size)
            copy.unlink()


def _case(
    url: str,
    server: Server,
    companies: list[UUID],
    period: str,
    strategy: str,
    rate: int,
    seconds: float,
    size: str,
) -> Outcome:
    pages = _Pages(server, companies, period)
    seen = [_Seen(server, company, period) for company in companies[:CLOSELY]]
    with visitors(url, rate, companies) as writing:
        pages.look_until(time.perf_counter() + min(seconds, WARM_UP_SECONDS))
        for one in seen:
            one.follow(writing)
        began, processor = time.perf_counter(), _processor_seconds(server)
        pages.look_until(began + seconds, seen)
        cores = (_processor_seconds(server) - processor) / (time.perf_counter() - began)
        reached = sum(map(len, writing.acknowledged.values())) / (time.perf_counter() - writing.began)
    pages.look_until(time.perf_counter() + PATIENCE_SECONDS, seen, is_writing=False)
    waits = [wait for one in seen for wait in one.waits]
    noun = "company" if len(companies) == 1 else "companies"
    return Outcome(
        f"{len(companies)} {noun} watched, {strategy}, {period}, {size} answers",
        f"p99 {p99(waits):.2f} s, median {median(waits):.2f} s, {cores:.2f} cores",
        f"{reached:.0f} answers/s, {machine()}",
        f"{sum(one.missing for one in seen)} never seen",
        f"p99 at most {GOAL_SECONDS:.0f} s within one core",
        None,
    )


def _processor_seconds(server: Server) -> float:
    times = server.process.cpu_times()
    return float(times.user + times.system)


class _Pages:
    """Open pages: every figure of every company is polled once in five seconds."""

    def __init__(self, server: Server, companies: list[UUID], period: str) -> None:
        self._server = server
        self._tags = {
            figure_path(figure, PERIODS[period], company): "" for company in companies for figure in FIGURES
        }
        self._turns = list(self._tags)
        self._polled = 0
        # A page requests its figures together, so they are counted together.
        with ThreadPoolExecutor(len(FIGURES)) as pool:
            list(pool.map(self._poll, self._turns))

    def look_until(
        self, moment: float, seen: "list[_Seen] | None" = None, *, is_writing: bool = True
    ) -> None:
        began, polled = time.perf_counter(), self._polled
        while (now := time.perf_counter()) < moment:
            expected = polled + (now - began) * len(self._turns) / PAGE_SECONDS
            while self._polled < expected:
                self._poll(self._turns[self._polled % len(self._turns)])
                self._polled += 1
            for one in seen or []:
                one.look()
            if not is_writing and not any(one.missing for one in seen or []):
                return
            time.sleep(PAUSE)

    def _poll(self, path: str) -> None:
        answer = self._server.http.get(path, headers={"If-None-Match": self._tags[path]})
        self._tags[path] = answer.headers.get("etag", "")


class _Seen:
    """How many of a company's acknowledged answers its page has shown, and the delay of each."""

    def __init__(self, server: Server, company: UUID, period: str) -> None:
        """Before anything is written."""
        self._server = server
        self._company = company
        self._path = figure_path("answers", PERIODS[period], company)
        self._tag = ""
        self._total = 0
        self._before = self._count()
        self._acknowledged: list[float] = []
        self._looked = 0
        self.waits: list[float] = []

    def follow(self, writing: Visitors) -> None:
        """From now on: excludes answers written while the service warmed up."""
        self._acknowledged = writing.acknowledged[self._company]
        self._looked = len(self._acknowledged)

    @property
    def missing(self) -> int:
        return len(self._acknowledged) - self._looked

    def look(self) -> None:
        shown = min(self._count() - self._before, len(self._acknowledged))
        now = time.perf_counter()
        self.waits += [now - moment for moment in self._acknowledged[self._looked : shown]]
        self._looked = max(self._looked, shown)

    def _count(self) -> int:
        answer = self._server.http.get(self._path, headers={"If-None-Match": self._tag})
        if answer.status_code != 304:
            answer.raise_for_status()
            self._tag = answer.headers["etag"]
            body = answer.json()["figures"]["answers"]["body"]
            self._total = sum(int(row["totalResponses"]) for row in body["answerDistribution"])
        return self._total
