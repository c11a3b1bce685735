"""Prometheus metrics of the analytics service."""

from importlib.metadata import version

from prometheus_client import Counter, Gauge, Histogram

BUILD = Gauge("abano_build_info", "Always 1; the label tells the version", ["version"])
BUILD.labels(version("abano")).set(1)
REQUESTS = Counter("abano_analytics_requests_total", "Answered requests", ["figure", "status"])
COUNTING_SECONDS = Histogram(
    "abano_analytics_counting_seconds",
    "Time to count what was not remembered: one figure, or several of a query together",
    ["figure"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 3, 10),
)
COUNTED = Counter(
    "abano_analytics_counted_total", "Counted figures: incremental, from compacted rows, or full", ["how"]
)
COUNTS_WAITING = Gauge("abano_analytics_counts_waiting", "Figures that wait for their company's turn")
INGEST_ROWS = Counter("abano_ingest_rows_total", "Rows taken in from Postgres", ["table"])
INGEST_PASSES = Counter("abano_ingest_passes_total", "Looks at Postgres", ["outcome"])
INGEST_SECONDS = Histogram("abano_ingest_seconds", "Time of one look at Postgres with new rows")
INGEST_LAG = Gauge("abano_ingest_lag_seconds", "Age of the newest moment that is included completely")
REFRESH_FAILURES = Counter(
    "abano_analytics_refresh_failures_total", "Times that a company's watched figures could not be counted"
)
WATCHED_BEHIND = Gauge(
    "abano_analytics_watched_behind_seconds",
    "For how long a figure that somebody watches has waited to be counted",
)
WAREHOUSE_BYTES = Gauge("abano_warehouse_bytes", "Size of the warehouse file")
REBUILDS = Counter("abano_warehouse_rebuilds_total", "Rebuilds from Postgres", ["reason"])
