"""Polls of an open page while two companies run hostile SQL all the time, beside polls without it; in turns."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from uuid import UUID

from loadtests.bench.analytics.outcome import Outcome, machine, median, ms, percentile
from loadtests.bench.analytics.rows import WATCHED, companies_of
from loadtests.bench.analytics.stack import MONTH, Server, figure_path

GOAL = 1.2
FIGURES = ("overview", "answers", "funnel", "campaigns", "choices")
PAUSE_SECONDS = 0.01
HOSTILE = (
    "select count(*) from answers a, answers b, answers c",
    "with recursive t as (select 1 as x union all select x + 1 from t) select max(x) from t",
    "select a.* from answers a, answers b order by random()",
    "select list(repeat(a.value, 1000)) from answers a, answers b",
    "select count(*) from range(1000000000000)",
)


def measure(server: Server, *, rounds: int, seconds: float, size: str) -> list[Outcome]:
    """Each round polls for ``seconds`` without and then with hostile queries."""
    others = [company for company, _ in companies_of(1_000_000) if company != WATCHED][:2]
    path = figure_path(",".join(FIGURES), MONTH)
    tag = server.http.get(path).headers["etag"]
    _polls(server, path, tag, seconds)
    quiet: list[float] = []
    hostile: list[float] = []
    ran = 0
    for _ in range(rounds):
        quiet += _polls(server, path, tag, seconds)
        stop = Event()
        with ThreadPoolExecutor(len(others)) as pool:
            running = [pool.submit(_attack, server, company, stop) for company in others]
            hostile += _polls(server, path, tag, seconds)
            stop.set()
            ran += sum(each.result() for each in running)
    ratio = percentile(hostile, 0.95) / percentile(quiet, 0.95)
    return [
        Outcome(
            f"page's poll beside hostile SQL, {size} answers",
            f"p95 {ms(percentile(hostile, 0.95))}, median {ms(median(hostile))}, {ran} queries",
            f"without: p95 {ms(percentile(quiet, 0.95))}, median {ms(median(quiet))}, {machine()}",
            f"{ratio:.2f}",
            f"at most {GOAL}",
            ratio <= GOAL,
        )
    ]


def _polls(server: Server, path: str, tag: str, seconds: float) -> list[float]:
    """The time of each poll."""
    times = []
    until = time.perf_counter() + seconds
    while (began := time.perf_counter()) < until:
        server.http.get(path, headers={"If-None-Match": tag}).read()
        times.append(time.perf_counter() - began)
        time.sleep(PAUSE_SECONDS)
    return times


def _attack(server: Server, company: UUID, stop: Event) -> int:
    """Run hostile queries one after the other. Returns how many."""
    ran = 0
    while not stop.is_set():
        sql = HOSTILE[ran % len(HOSTILE)]
        answer = server.http.post(f"/internal/tenants/{company}/queries", json={"sql": sql})
        assert answer.status_code in {200, 422}, answer.text
        ran += 1
    return ran
