"""Prometheus metrics of the platform and the worker. Label values come from closed sets only."""

from collections import Counter as Counts
from collections.abc import Iterator
from importlib.metadata import version

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

BUILD = Gauge("abano_build_info", "Always 1; the version is a label", ["version"])
BUILD.labels(version("abano")).set(1)
HTTP_REQUESTS = Counter("abano_http_requests_total", "Answered requests", ["method", "route", "status"])
HTTP_SECONDS = Histogram(
    "abano_http_request_seconds",
    "Time to answer",
    ["method", "route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
HTTP_IN_FLIGHT = Gauge("abano_http_requests_in_flight", "Requests being answered now")
BOOKINGS = Counter("abano_bookings_total", "Bookings stored")
QUIZ_ANSWERS = Counter("abano_quiz_answers_total", "Quiz answers stored")
QUIZ_SESSIONS = Counter(
    "abano_quiz_sessions_total", "Quiz sessions reported as started or completed", ["stage"]
)
OUTBOX_SENT = Counter("abano_outbox_sent_total", "Messages delivered", ["kind"])
OUTBOX_FAILED = Counter("abano_outbox_failed_total", "Delivery attempts that failed", ["kind"])
OUTBOX_WAITING = Gauge("abano_outbox_waiting", "Messages not yet delivered")
OUTBOX_DEAD = Gauge("abano_outbox_dead", "Messages given up")
OUTBOX_OLDEST = Gauge("abano_outbox_oldest_seconds", "How long the oldest message has been due")
WEBHOOK_ATTEMPTS = Counter("abano_webhook_attempts_total", "Attempts to deliver an event", ["outcome"])
WEBHOOK_SECONDS = Histogram("abano_webhook_seconds", "Time until a webhook endpoint answered or failed")
WEBHOOKS_WAITING = Gauge("abano_webhooks_waiting", "Events not yet delivered to an endpoint")
WEBHOOKS_OLDEST = Gauge("abano_webhooks_oldest_seconds", "How long the oldest event has been due")
TASK_RUNS = Counter(
    "abano_task_runs_total", "Ended jobs of background tasks, each for one company", ["task", "outcome"]
)
TASK_SECONDS = Histogram("abano_task_seconds", "Time of a job of a background task", ["task"])
JOBS = Gauge(
    "abano_jobs",
    "Jobs in the queue: waiting (due now), running, failing (again and again)",
    ["task", "state"],
)
JOBS_OLDEST = Gauge("abano_jobs_oldest_seconds", "How long the oldest waiting job has been due", ["task"])
COMPANY_MOVES = Gauge(
    "abano_company_moves",
    "Moves between clusters: waiting, running, failed (the company's newest, within a day)",
    ["state"],
)
COMPANY_MOVES_SILENT = Gauge(
    "abano_company_moves_silent_seconds", "Longest time since a move was requested or made progress"
)
POOL_CONNECTIONS = Gauge("abano_pool_connections", "Database connections", ["pool", "state"])


class BusiestCompanies(Collector):
    """Requests of the ten busiest tenants only, to bound the number of time series."""

    NAMED = 10

    def __init__(self) -> None:
        self._requests: Counts[str] = Counts()

    def note(self, slug: str) -> None:
        """Count a request; ``slug`` is that of a registered tenant, never taken from the request."""
        self._requests[slug] += 1

    def describe(self) -> list[CounterMetricFamily]:
        return []

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(
            "abano_tenant_requests", "Requests of the busiest companies", labels=["tenant"]
        )
        for slug, requests in self._requests.most_common(self.NAMED):
            family.add_metric([slug], requests)
        yield family


BUSIEST = BusiestCompanies()
REGISTRY.register(BUSIEST)


def note_pools(figures: dict[str, dict[str, int]]) -> None:
    """Copy the pools' statistics into gauges, when the metrics are read."""
    for pool, stats in figures.items():
        POOL_CONNECTIONS.labels(pool, "most").set(stats.get("pool_max", 0))
        POOL_CONNECTIONS.labels(pool, "open").set(stats.get("pool_size", 0))
        POOL_CONNECTIONS.labels(pool, "idle").set(stats.get("pool_available", 0))
        POOL_CONNECTIONS.labels(pool, "waiting_requests").set(stats.get("requests_waiting", 0))
