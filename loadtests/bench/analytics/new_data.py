"""Polls that find something new, of a company with 100,000 answers a month, in warehouses of several sizes.

The services of all sizes follow one Postgres at the same time and are asked in turns, so that a busy machine is busy
for all of them. The page's poll is a request with the tag of the answer before.
"""

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from loadtests.bench.analytics.live import visitors
from loadtests.bench.analytics.outcome import Outcome, mean, median, ms, p99
from loadtests.bench.analytics.stack import MONTH, YEAR, Server, bare_route, figure_path

GOAL_SECONDS = 0.040
GROWTH_GOAL = 1.5
PERIODS = {"month": MONTH, "year": YEAR}
FIGURES = ("overview", "answers")
LIVE_RATE = 40
PAUSE = 0.03


class _Poll:
    """One open page's poll of one figure."""

    def __init__(self, http: httpx.Client, path: str) -> None:
        self._http, self._path, self._tag = http, path, ""
        self.seconds: list[float] = []

    def once(self) -> None:
        began = time.perf_counter()
        answer = self._http.get(self._path, headers={"If-None-Match": self._tag})
        took = time.perf_counter() - began
        if answer.status_code == 304:
            return
        answer.raise_for_status()
        if self._tag:
            self.seconds.append(took)
        self._tag = answer.headers["etag"]


def measure(
    folder: Path, url: str, servers: Sequence[tuple[str, Server]], *, changes: int, seconds: float
) -> list[Outcome]:
    """Until each poll has found something new ``changes`` times, or ``seconds`` have passed; smallest size first."""
    polls = {
        (size, period): [_Poll(server.http, figure_path(figure, PERIODS[period])) for figure in FIGURES]
        for size, server in servers
        for period in PERIODS
    }
    bare_seconds: list[float] = []
    body = servers[0][1].http.get(figure_path("answers", MONTH)).json()
    with bare_route(folder, body) as bare, visitors(url, LIVE_RATE):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            began = time.perf_counter()
            bare.http.get("/bare").raise_for_status()
            bare_seconds.append(time.perf_counter() - began)
            for poll in itertools.chain(*polls.values()):
                poll.once()
            if min(len(poll.seconds) for poll in itertools.chain(*polls.values())) >= changes:
                break
            time.sleep(PAUSE)
    found = []
    for period in PERIODS:
        times = {size: [one for poll in polls[size, period] for one in poll.seconds] for size, _ in servers}
        smallest = servers[0][0]
        for size, _ in servers:
            found.append(
                Outcome(
                    f"poll after new data, {period}, {size} answers",
                    f"p99 {ms(p99(times[size]))}, median {ms(median(times[size]))} of {len(times[size])}",
                    f"bare route, same moments: p99 {ms(p99(bare_seconds))}, median {ms(median(bare_seconds))}",
                    f"p99 × {p99(times[size]) / p99(bare_seconds):.1f}",
                    f"p99 at most {ms(GOAL_SECONDS)}",
                    p99(times[size]) <= GOAL_SECONDS,
                )
            )
            if size != smallest:
                growth = p99(times[size]) / p99(times[smallest])
                found.append(
                    Outcome(
                        f"the same, {size} against {smallest}",
                        f"mean {ms(mean(times[size]))}",
                        f"mean {ms(mean(times[smallest]))}",
                        f"p99 × {growth:.2f}, mean × {mean(times[size]) / mean(times[smallest]):.2f}",
                        f"p99 at most × {GROWTH_GOAL}",
                        growth <= GROWTH_GOAL,
                    )
                )
    for size, server in servers:
        counted, total = _counting(server)
        found.append(
            Outcome(
                f"counting behind those polls, {size} answers",
                f"mean {ms(total / max(counted, 1))} of {counted:.0f}",
                "by its own thread",
                "",
                "",
                None,
            )
        )
    return found


def _counting(server: Server) -> tuple[float, float]:
    """How many figures the service has counted, and its seconds for that."""
    lines = [line for line in server.http.get("/metrics").text.splitlines() if "counting_seconds_" in line]
    values = {
        kind: sum(float(line.rpartition(" ")[2]) for line in lines if f"seconds_{kind}{{" in line)
        for kind in ("count", "sum")
    }
    return values["count"], values["sum"]
