"""Filters without cached figures, and how one busy analyst affects other companies.

An analyst of the large company opens pages with new filters, several at once, each until it is counted.
Another company opens new pages of its own, and a third one's open page polls. Both are measured alone first.
"""

import itertools
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import UUID

import httpx

from loadtests.bench.analytics.outcome import Outcome, median, ms, p99
from loadtests.bench.analytics.rows import WATCHED, companies_of
from loadtests.bench.analytics.stack import MONTH, SECRET, Memory, Server

FIGURES = "overview,answers,funnel,campaigns"
GOAL_SECONDS, POLL_GOAL_SECONDS, MEMORY_GOAL = 1.5, 0.040, 1024**3
AT_ONCE = 4
ASK_AGAIN_SECONDS = 0.1


def measure(server: Server, *, seconds: float, size: str) -> list[Outcome]:
    others = [company for company, _ in companies_of(1_000_000) if company != WATCHED]
    small, open_page = others[:2]
    with Memory([server]) as memory:
        small_alone, polls_alone, _ = _run(server, small, open_page, seconds, greedy=0)
        small_beside, polls_beside, large = _run(server, small, open_page, seconds, greedy=AT_ONCE)
    with Memory([server]) as memory_of_one:
        _, _, one = _run(server, small, open_page, seconds, greedy=1)
    most = max(memory.most, memory_of_one.most)
    return [
        _times(f"never-asked filter, year, one at a time, {size} answers", one, GOAL_SECONDS),
        _times(f"the same, {AT_ONCE} at once by one company", large, None),
        _beside("another company's never-asked page beside those", small_beside, small_alone, GOAL_SECONDS),
        _beside("polls of an open page beside those", polls_beside, polls_alone, POLL_GOAL_SECONDS),
        Outcome(
            f"peak memory of the service, {size} answers",
            f"{most / 2**20:.0f} MiB",
            "",
            "",
            "at most 1 GiB",
            most <= MEMORY_GOAL,
        ),
    ]


def _run(
    server: Server, small: UUID, open_page: UUID, seconds: float, *, greedy: int
) -> tuple[list[float], list[float], list[float]]:
    until = time.perf_counter() + seconds
    with ThreadPoolExecutor(greedy + 1) as pool, _process() as poller:
        # Separate browsers do not slow each other down.
        polls = poller.submit(_polled, server.port, open_page, seconds)
        large = [pool.submit(_asked_again, server, WATCHED, until) for _ in range(greedy)]
        others = pool.submit(_asked_again, server, small, until)
        return others.result(), polls.result(), [one for asker in large for one in asker.result()]


def _asked_again(server: Server, company: UUID, until: float) -> list[float]:
    """How long each page took from the first request to its last figure."""
    found = []
    with _client(server.port) as http:
        while time.perf_counter() < until:
            query = next(NEW)
            began = time.perf_counter()
            while _page(http, company, query)[0] != 200:
                time.sleep(ASK_AGAIN_SECONDS)
            found.append(time.perf_counter() - began)
    return found


def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def _polled(port: int, company: UUID, seconds: float) -> list[float]:
    found = []
    tags = ""
    until = time.perf_counter() + seconds
    with _client(port) as http:
        while time.perf_counter() < until:
            began = time.perf_counter()
            status, tags_seen = _page(http, company, MONTH, tags)
            if tags:
                found.append(time.perf_counter() - began)
            if status == 200:
                tags = ", ".join(tags_seen)
            time.sleep(ASK_AGAIN_SECONDS)
    return found


def _page(http: httpx.Client, company: UUID, query: dict[str, str], tags: str = "") -> tuple[int, list[str]]:
    """200 when all is counted, 202 while it is not, 304 when nothing changed; and the tags."""
    answer = http.get(
        f"/internal/tenants/{company}/figures",
        params={**query, "figures": FIGURES},
        headers={"If-None-Match": tags},
    )
    if answer.status_code == 304:
        return 304, []
    body = answer.raise_for_status().json()["figures"].values()
    return (200 if all("tag" in one for one in body) else 202), [one["tag"] for one in body if "tag" in one]


def _client(port: int) -> httpx.Client:
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        headers={"Authorization": f"Bearer {SECRET}"},
        trust_env=False,
        timeout=60,
    )


def _new_queries() -> Iterator[dict[str, str]]:
    """Most of the year, starting at another minute each time, filtered by one of the campaigns."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for number in itertools.count():
        since = start + timedelta(minutes=number)
        yield {
            "since": f"{since:%Y-%m-%dT%H:%M:%SZ}",
            "until": "2026-12-31T20:00:00Z",
            "device": ("phone", "tablet", "desktop")[number % 3],
        }


NEW = _new_queries()


def _times(what: str, seconds: list[float], goal: float | None) -> Outcome:
    return Outcome(
        what,
        f"p99 {ms(p99(seconds))}, median {ms(median(seconds))} of {len(seconds)}",
        "",
        "",
        f"p99 at most {ms(goal)}" if goal else "",
        p99(seconds) <= goal if goal else None,
    )


def _beside(what: str, seconds: list[float], alone: list[float], goal: float) -> Outcome:
    return Outcome(
        what,
        f"p99 {ms(p99(seconds))}, median {ms(median(seconds))} of {len(seconds)}",
        f"alone: p99 {ms(p99(alone))}, median {ms(median(alone))}",
        f"p99 × {p99(seconds) / p99(alone):.1f}",
        f"p99 at most {ms(goal)}",
        p99(seconds) <= goal,
    )
