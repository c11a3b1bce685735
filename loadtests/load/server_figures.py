"""What the product's own metrics say of the same run."""

import re
from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import pairwise

import httpx

from loadtests.local_product import LocalProduct

LINE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$")
LABEL = re.compile(r'(\w+)="([^"]*)"')
Key = tuple[str, frozenset[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class RouteFigures:
    """Of one method and route. ``p50`` and ``p95`` in milliseconds, read from the histogram's buckets."""

    requests: int
    faults: int
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Reading:
    """All figures of each process at one moment."""

    values: dict[str, dict[Key, float]]

    @classmethod
    def take(cls, product: LocalProduct) -> "Reading":
        ports = asdict(product.ports)
        return cls({name: _read(f"http://127.0.0.1:{port}/metrics") for name, port in ports.items()})

    def total(self, process: str, name: str, **labels: str) -> float:
        wanted = set(labels.items())
        figures = self.values.get(process, {})
        return sum(value for (each, given), value in figures.items() if each == name and wanted <= given)


def _read(address: str) -> dict[Key, float]:
    figures: dict[Key, float] = {}
    for line in httpx.get(address, trust_env=False, timeout=30).raise_for_status().text.splitlines():
        found = LINE.match(line)
        if found:
            figures[found[1], frozenset(LABEL.findall(found[2] or ""))] = float(found[3])
    return figures


def routes(before: Reading, after: Reading) -> dict[str, RouteFigures]:
    """By method and route, what the platform answered between two readings."""
    buckets: dict[str, dict[float, float]] = defaultdict(lambda: defaultdict(float))
    requests: dict[str, float] = defaultdict(float)
    faults: dict[str, float] = defaultdict(float)
    earlier = before.values["platform"]
    for key, value in after.values["platform"].items():
        name, labels = key[0], dict(key[1])
        grown = value - earlier.get(key, 0.0)
        route = f"{labels.get('method')} {labels.get('route')}"
        if name == "abano_http_requests_total":
            requests[route] += grown
            faults[route] += grown if labels["status"].startswith("5") else 0
        elif name == "abano_http_request_seconds_bucket":
            buckets[route][float(labels["le"])] += grown
    return {
        route: RouteFigures(
            requests=round(count),
            faults=round(faults[route]),
            p50=_quantile(buckets[route], 0.5),
            p95=_quantile(buckets[route], 0.95),
        )
        for route, count in requests.items()
        if count
    }


def _quantile(buckets: dict[float, float], part: float) -> float:
    """Milliseconds, evenly spread within a bucket, as Prometheus reads it; the last bound when it is beyond."""
    edges = [(0.0, 0.0), *sorted(buckets.items())]
    wanted = edges[-1][1] * part
    for (low, below), (high, reached) in pairwise(edges):
        if reached >= wanted and reached > below:
            if high == float("inf"):
                return low * 1000
            return (low + (high - low) * (wanted - below) / (reached - below)) * 1000
    return 0.0


def business(before: Reading, after: Reading) -> dict[str, float]:
    """What the processes counted and used between two readings, by a name for people."""
    return {
        name: after.total(process, figure, **labels)
        - (0 if name.endswith("afterwards") else before.total(process, figure, **labels))
        for name, process, figure, labels in BUSINESS
        if process in after.values
    }


BUSINESS: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    ("bookings stored", "platform", "abano_bookings_total", {}),
    ("quiz sessions started", "platform", "abano_quiz_sessions_total", {"stage": "started"}),
    ("quiz answers taken, repeats too", "platform", "abano_quiz_answers_total", {}),
    ("rows into the warehouse", "analytics", "abano_ingest_rows_total", {}),
    ("platform, processor seconds", "platform", "process_cpu_seconds_total", {}),
    ("analytics, processor seconds", "analytics", "process_cpu_seconds_total", {}),
    ("worker, processor seconds", "worker", "process_cpu_seconds_total", {}),
    ("platform, memory in bytes afterwards", "platform", "process_resident_memory_bytes", {}),
    ("analytics, memory in bytes afterwards", "analytics", "process_resident_memory_bytes", {}),
    ("messages waiting afterwards", "worker", "abano_outbox_waiting", {}),
)
