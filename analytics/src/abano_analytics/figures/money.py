"""The value of sessions: revenue by campaign and by answer, under a chosen attribution.

Sessions are counted with the other figures (incremental.py). Credited amounts are counted and refreshed
separately, booking by booking. Reasons: docs/decisions/0020.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from uuid import UUID

import polars as pl

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.query import FigureQuery
from abano_analytics.figures.statements import CAMPAIGN_TRAITS, QUERIES, Statements, Versions
from abano_analytics.progress import COUNTED
from abano_analytics.store import reader
from abano_shared.contract.figures import Attribution, Credit
from abano_shared.named_sql import load_named_sql

MONEY_QUERIES = QUERIES | load_named_sql("abano_analytics.figures", "money.sql")


def _linear(amount: str) -> str:
    return f"{amount} // touches + (place <= {amount} % touches)::bigint"


# Which of a booking's sessions are credited, with which part of its amount, of its cancellation fee, and of the
# booking in millionths.
_WHOLE = {"part": "total_minor", "fee": "fee_minor", "share": "1000000"}
CREDITS: dict[Credit, dict[str, str]] = {
    "first": {**_WHOLE, "chosen": "place = 1"},
    "last": {**_WHOLE, "chosen": "last_place = 1"},
    "linear": {
        "part": _linear("total_minor"),
        "fee": _linear("fee_minor"),
        "share": _linear("1000000"),
        "chosen": "true",
    },
}
MILLIONTHS = 1_000_000
# Groups of the sums: all sessions, those of each campaign, and those with each answer.
MEMBERS = ("in_all", "by_campaign", "by_answer")
KEYS: dict[str, type[pl.DataType]] = {"one": pl.String, "two": pl.String}
SUMS: dict[str, type[pl.DataType]] = {
    "credited": pl.Int64,
    "bookings": pl.Int64,
    "booked_minor": pl.Int64,
    "driven_minor": pl.Int64,
    "ahead_minor": pl.Int64,
    "fees_minor": pl.Int64,
    "cancelled_minor": pl.Int64,
    "cancelled": pl.Int64,
    "cases": pl.Int64,
    "squares": pl.Float64,
    "other_currency": pl.Int64,
}
LARGEST = "largest_minor"
SCHEMA: dict[str, type[pl.DataType]] = {**KEYS, **SUMS, LARGEST: pl.Int64}
# The tables of the sums, and the names of their transactions in the statements.
TABLES = {
    "quiz_sessions": "sessions",
    "quiz_answers": "answers",
    "bookings": "bookings",
    "booking_touches": "touches",
}
# By table, with its name in the statements.
Bounds = Mapping[str, int]
ALL = Versions()
CREDITED = Versions(
    traits=CAMPAIGN_TRAITS,
    newest_session=QUERIES["newest_session"],
    newest_booking=QUERIES["newest_booking"],
    newest_answer=QUERIES["newest_answer"],
    changed="and session_id in (select session_id from credits)",
)
_CHANGED = "and booking_id in (select booking_id from changed_bookings)"


MAX_KEPT_BYTES = 16 * 1024 * 1024
# When more bookings than this changed, and this part of all, a full recount is less work.
FEW_CHANGED = 500
CHANGED_PART = 0.3

_Key = tuple[UUID, FigureQuery, Attribution]


@dataclass(frozen=True, slots=True)
class MoneyCounts:
    """Sums per group of the rows below ``watermarks``; ``epoch``, ``currency``: see TenantState."""

    frames: Mapping[str, pl.DataFrame]
    watermarks: Bounds
    epoch: int
    zone: str
    currency: str

    @property
    def credited(self) -> int:
        return int(self.frames["in_all"]["credited"].sum())

    @property
    def size_bytes(self) -> int:
        return int(sum(frame.estimated_size() for frame in self.frames.values()))


class _MoneyStatements:
    """The statements of one scope and attribution."""

    def __init__(self, scope: Scope, attribution: Attribution) -> None:
        self._conn = scope.conn
        self._statements = Statements(scope, MONEY_QUERIES)
        self._window = {"window": attribution.window}
        self._credits = CREDITS[attribution.credit]

    def gather_changed(self, after: Bounds) -> int:
        """Select the bookings with rows above ``after``, in the query or not; returns their number."""
        return self._statements.run(
            "changed_bookings", {f"{name}_after": xid for name, xid in after.items()}, ALL
        )

    def frames(self, until: Bounds, *, only_changed: bool = False) -> dict[str, pl.DataFrame]:
        """The sums of the query's sessions over the rows below ``until``."""
        ends = {f"{name}_until": xid for name, xid in until.items()}
        changed = _CHANGED if only_changed else ""
        self._statements.run("credits", ends | self._window, ALL, changed_bookings=changed, **self._credits)
        self._statements.run("period_sessions", ends, CREDITED)
        return {name: self._sums(name, ends) for name in MEMBERS}

    def _sums(self, name: str, ends: Bounds) -> pl.DataFrame:
        members = MONEY_QUERIES[name].rstrip(";\n ")
        return pl.DataFrame(
            self._statements.rows("sums", ends, ALL, members=members), schema=SCHEMA, orient="row"
        )


class MoneyCounter:
    """Thread-safe."""

    def __init__(self, max_bytes: int = MAX_KEPT_BYTES) -> None:
        """``max_bytes`` limits the kept sums; the least recently used are dropped first."""
        self._max_bytes = max_bytes
        self._kept: OrderedDict[_Key, tuple[str, MoneyCounts]] = OrderedDict()
        self._lock = Lock()

    def count(self, scope: Scope, attribution: Attribution) -> MoneyCounts:
        """The sums credited to the query's sessions in the transaction's snapshot."""
        key = (scope.tenant_id, scope.query, attribution)
        with self._lock:
            store_id, kept = self._kept.get(key, ("", None))
        counts = _count(scope, attribution, kept if store_id == scope.store_id else None)
        with self._lock:
            self._kept[key] = (scope.store_id, counts)
            self._kept.move_to_end(key)
            size = sum(one.size_bytes for _, one in self._kept.values())
            while size > self._max_bytes and len(self._kept) > 1:
                size -= self._kept.popitem(last=False)[1][1].size_bytes
        return counts


def _count(scope: Scope, attribution: Attribution, kept: MoneyCounts | None) -> MoneyCounts:
    bounds = reader.bounds_by_table(scope.conn)
    # Rows are complete up to here; a table that is being filled may have some of the later ones.
    until = {name: bounds[table][0] for table, name in TABLES.items()}
    floors = {name: bounds[table][1] for table, name in TABLES.items()}
    epoch, zone, currency = scope.tenant.epoch, scope.tenant.timezone, scope.tenant.currency
    statements = _MoneyStatements(scope, attribution)
    # Versions from before a floor may be gone; another epoch means that rows were dropped without a new
    # version.
    if (
        kept
        and (kept.epoch, kept.zone, kept.currency) == (epoch, zone, currency)
        and all(kept.watermarks[name] >= floors[name] for name in floors)
    ):
        refreshed = _refreshed(statements, kept, until)
        if refreshed is not None:
            COUNTED.labels("incremental").inc()
            return MoneyCounts(refreshed, until, epoch, zone, currency)
    COUNTED.labels("full").inc()
    return MoneyCounts(statements.frames(until), until, epoch, zone, currency)


def _refreshed(
    statements: _MoneyStatements, kept: MoneyCounts, until: dict[str, int]
) -> dict[str, pl.DataFrame] | None:
    """None when a full recount is less work or needed."""
    changed = statements.gather_changed(kept.watermarks) if kept.watermarks != until else 0
    if not changed:
        return dict(kept.frames)
    if changed > max(FEW_CHANGED, kept.credited * CHANGED_PART):
        return None
    before = statements.frames(kept.watermarks, only_changed=True)
    now = statements.frames(until, only_changed=True)
    frames = {}
    for name in MEMBERS:
        if _is_taken_back(kept.frames[name], before[name], now[name]):
            return None
        frames[name] = _moved(kept.frames[name], before[name], now[name])
    return frames


def _is_taken_back(kept: pl.DataFrame, before: pl.DataFrame, now: pl.DataFrame) -> bool:
    """Whether the largest amount of a group was removed: a delta cannot lower a maximum."""
    both = before.join(kept, on=list(KEYS), suffix="_kept").join(
        now, on=list(KEYS), how="left", suffix="_now"
    )
    largest = pl.col(LARGEST)
    is_lower = (largest >= pl.col(f"{LARGEST}_kept")) & (pl.col(f"{LARGEST}_now").fill_null(0) < largest)
    return bool(both.select(is_lower.any()).item())


def _moved(kept: pl.DataFrame, before: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame:
    """``kept`` minus ``before`` plus ``now``; groups with a sum of 0 are removed."""
    less = before.with_columns(*(-pl.col(column) for column in SUMS), pl.lit(0, pl.Int64).alias(LARGEST))
    sums = pl.concat([kept, less, now]).group_by(*KEYS).agg(pl.col(*SUMS).sum(), pl.col(LARGEST).max())
    return sums.filter(pl.col("credited") != 0).select(*SCHEMA)
