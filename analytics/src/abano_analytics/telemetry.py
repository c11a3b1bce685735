"""Prometheus figures of the analytics service and its log set-up."""

import logging
import sys
from importlib.metadata import version
from typing import Any

import structlog
from prometheus_client import Counter, Gauge, Histogram
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import ExcInfo, Processor

from abano_analytics.error_text import without_quotes

# Without the variables of the stack, which hold rows and secrets.
_stacks = ExceptionDictTransformer(show_locals=False)

BUILD = Gauge("abano_build_info", "Always 1; the label tells the version", ["version"])
BUILD.labels(version("abano")).set(1)
REQUESTS = Counter("abano_analytics_requests_total", "Answered requests", ["figure", "status"])
COUNTING_SECONDS = Histogram(
    "abano_analytics_counting_seconds",
    "Time to count what was not remembered: one figure, or several of a view together",
    ["figure"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 3, 10),
)
COUNTED = Counter("abano_analytics_counted_total", "Figures counted, carried on or anew", ["how"])
INGEST_ROWS = Counter("abano_ingest_rows_total", "Rows taken in from Postgres", ["table"])
INGEST_PASSES = Counter("abano_ingest_passes_total", "Looks at Postgres", ["outcome"])
INGEST_SECONDS = Histogram("abano_ingest_seconds", "Time of one look at Postgres with new rows")
INGEST_LAG = Gauge("abano_ingest_lag_seconds", "Age of the newest moment that is included completely")
WATCHED_BEHIND = Gauge(
    "abano_analytics_watched_behind_seconds",
    "For how long a figure that somebody watches has waited to be counted",
)
WAREHOUSE_BYTES = Gauge("abano_warehouse_bytes", "Size of the warehouse file")
REBUILDS = Counter("abano_warehouse_rebuilds_total", "Rebuilds from Postgres", ["reason"])


def set_up_logging(*, as_json: bool) -> None:
    """Send every log record to standard error in one form. Messages name events, never persons."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = (
        [structlog.processors.ExceptionRenderer(_told), structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for noisy in ("apscheduler", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.ERROR)


def _told(exc_info: ExcInfo) -> list[dict[str, Any]]:
    """An error's kind, the places it passed, and the first line of what it says, without what that quotes."""
    return [_without_words(stack) for stack in _stacks(exc_info)]


def _without_words(stack: dict[str, Any]) -> dict[str, Any]:
    inner = [[_without_words(part) for part in group] for group in stack.get("exceptions", [])]
    said = without_quotes(stack["exc_value"])
    return stack | {"exc_value": said, "exc_notes": [], "syntax_error": None, "exceptions": inner}
