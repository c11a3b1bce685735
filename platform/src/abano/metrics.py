"""Prometheus figures of the platform and the worker. Labels come from closed sets only."""

from prometheus_client import Counter, Gauge, Histogram

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
OUTBOX_SENT = Counter("abano_outbox_sent_total", "Messages delivered", ["kind"])
OUTBOX_FAILED = Counter("abano_outbox_failed_total", "Delivery attempts that failed", ["kind"])
OUTBOX_WAITING = Gauge("abano_outbox_waiting", "Messages not yet delivered")
OUTBOX_DEAD = Gauge("abano_outbox_dead", "Messages given up")
TASK_RUNS = Counter("abano_task_runs_total", "Background task runs", ["task", "outcome"])
TASK_SECONDS = Histogram("abano_task_seconds", "Time of a background task run", ["task"])
POOL_CONNECTIONS = Gauge("abano_pool_connections", "Database connections", ["pool", "state"])


def note_pools(figures: dict[str, dict[str, int]]) -> None:
    """Copy the pools' own counts into gauges, when somebody reads the metrics."""
    for pool, stats in figures.items():
        POOL_CONNECTIONS.labels(pool, "open").set(stats.get("pool_size", 0))
        POOL_CONNECTIONS.labels(pool, "idle").set(stats.get("pool_available", 0))
        POOL_CONNECTIONS.labels(pool, "waiting_requests").set(stats.get("requests_waiting", 0))
