"""Reports of rentals: revenue and occupancy by vehicle, model, month, place and source.

Computed on request and cached until the tenant's data changes. The platform resolves the days.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

import duckdb
import orjson
import polars as pl

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.cache import Answer, AnswerCache
from abano_analytics.figures.content import QuizOptions
from abano_analytics.metrics.rentals import (
    COUNTED,
    NONE,
    by_month,
    described,
    figures,
    filtered,
    fleet_days,
    of_each_month,
    summed,
    within,
)
from abano_analytics.progress import COUNTING_SECONDS, Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_analytics.store.reader import TenantState
from abano_shared.contract.reports import Cut, RentalFilters, State
from abano_shared.named_sql import load_named_sql

UNFILTERED = RentalFilters()


@dataclass(frozen=True, slots=True)
class Days:
    """Local days of the company, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class ReportQuery:
    """Rental days of ``days``, grouped by ``cut`` and compared with ``before``."""

    days: Days
    before: Days
    cut: Cut
    filters: RentalFilters = UNFILTERED

    @property
    def name(self) -> str:
        return _digest(self)


@dataclass(frozen=True, slots=True)
class RentalListQuery:
    """The rentals of a figure: those with rental days in ``days``."""

    days: Days
    filters: RentalFilters = UNFILTERED
    state: State | None = None
    offset: int = 0

    @property
    def name(self) -> str:
        return _digest(self)


def _digest(query: ReportQuery | RentalListQuery) -> str:
    """A short hash of the query, part of entity tags."""
    return hashlib.blake2s(repr(query).encode(), digest_size=8).hexdigest()


QUERIES = load_named_sql("abano_analytics.figures", "reports.sql")
# The filters that exclude vehicles.
OF_VEHICLES = ("vehicle", "model")


@dataclass(frozen=True, slots=True)
class Rows:
    """``chosen``: the rentals that the filters leave. ``all_rentals``, ``vehicles``, ``states``, ``blocks``: what
    available days are counted from.

    ``foreign``: bookings in another currency than the company's, which no amount includes.
    """

    chosen: pl.DataFrame
    all_rentals: pl.DataFrame
    vehicles: pl.DataFrame
    states: pl.DataFrame
    blocks: pl.DataFrame
    foreign: int

    def fleet(self, days: Days) -> pl.DataFrame:
        """Available days by vehicle, model and month."""
        return fleet_days(self.vehicles, self.states, self.blocks, self.all_rentals, days.first, days.last)


def read_rows(
    conn: duckdb.DuckDBPyConnection,
    tenant_id: UUID,
    tenant: TenantState,
    filters: RentalFilters,
    spans: Sequence[Days],
) -> Rows:
    """Everything with days in ``spans``."""
    given = {
        "tenant": tenant_id,
        "timezone": tenant.timezone,
        "since": min(span.first for span in spans),
        "until": max(span.last for span in spans) + timedelta(days=1),
        "question": filters.question,
    }

    def frame(name: str) -> pl.DataFrame:
        used = {key: value for key, value in given.items() if f"${key}" in QUERIES[name]}
        # Read from a table: streaming the statement itself takes more than twice as long.
        conn.execute(f"create or replace temp table report_rows as {QUERIES[name]}", used)
        return pl.DataFrame(conn.sql("select * from report_rows"))

    raw = frame("rentals")
    foreign = raw.filter(pl.col("currency") != tenant.currency).height
    raw = raw.filter(pl.col("currency") == tenant.currency)
    if filters.question is None:
        raw = raw.with_columns(pl.lit(None, pl.String).alias("answer"))
    else:
        raw = raw.join(frame("answers"), on="session_id", how="left")
    rentals = described(raw)
    # A question without an answer excludes no rentals.
    chosen = {name: value for name, value in filters.given().items() if name != "question"}
    of_vehicles = {name: value for name, value in chosen.items() if name in OF_VEHICLES}
    vehicles = filtered(frame("vehicles"), of_vehicles)
    return Rows(filtered(rentals, chosen), rentals, vehicles, frame("states"), frame("blocks"), foreign)


# Maximum rentals per response.
LISTED = 200
BEFORE = ("revenue", "occupancy")
# The rentals' parts and the available days within a range of days.
Span = tuple[pl.DataFrame, pl.DataFrame]


def report(rows: Rows, query: ReportQuery, options: pl.DataFrame) -> dict[str, Any]:
    """The body of a report. ``options``: the answers that the company's quiz offers."""
    past = year_before(query.days)
    # For a whole year, the previous period equals the previous year.
    spans = {days: _span(rows, days) for days in {query.days, query.before, past}}
    (parts, fleet), (earlier, earlier_fleet) = spans[query.days], spans[query.before]
    content: dict[str, Any] = {
        "success": True,
        "totals": figures(summed(parts, fleet)).row(0, named=True),
        "before": figures(summed(earlier, earlier_fleet)).row(0, named=True),
        "months": _months(query.days, spans[query.days], past, spans[past]).to_dicts(),
        "rows": [],
        "monthsOfModels": [],
        "questions": _questions(options),
        "otherCurrency": rows.foreign,
    }
    if query.cut != "month":
        shown = _cut(query.cut, parts, fleet, earlier, earlier_fleet)
        content["rows"] = _labelled(shown, query, options).to_dicts()
    if query.cut == "model":
        by_both = figures(summed(by_month(parts), fleet, ["model", "month"]))
        cells = by_both.select(
            pl.col("model").fill_null(NONE).alias("key"), "month", "revenue", "occupancy", "availableDays"
        )
        content["monthsOfModels"] = cells.sort("key", "month").to_dicts()
    return content


def rental_list(rows: Rows, query: RentalListQuery) -> dict[str, Any]:
    """The rentals of a figure, ordered by first day: at most LISTED of them, starting at ``offset``."""
    parts = within(rows.chosen, query.days.first, query.days.last)
    if query.state is not None:
        parts = parts.filter(pl.col("state") == query.state)
    listed = parts.sort("first_day", "booking_id").slice(query.offset, LISTED)
    shown = listed.select(
        pl.col("booking_id").alias("bookingId"),
        "reference",
        "state",
        "vehicle",
        "model",
        "place",
        "source",
        "campaign",
        "affiliate",
        pl.col("first_day").alias("firstDay"),
        "days",
        pl.col("day_count").alias("daysInPeriod"),
        (pl.col("amount_minor") / 100).round(2).alias("amountInPeriod"),
        (pl.col("total_minor") / 100).round(2).alias("total"),
    )
    return {
        "success": True,
        "rentals": shown.to_dicts(),
        "count": parts.height,
        "counted": parts.filter(pl.col("state").is_in(COUNTED) & pl.col("is_started")).height,
        "amount": round(int(parts["amount_minor"].sum()) / 100, 2),
    }


def year_before(days: Days) -> Days:
    """The same days one year earlier."""
    return Days(_year_before(days.first), _year_before(days.last))


def _year_before(day: date) -> date:
    is_leap_day = (day.month, day.day) == (2, 29)
    return date(day.year - 1, 2, 28) if is_leap_day else day.replace(year=day.year - 1)


def _span(rows: Rows, days: Days) -> Span:
    return within(rows.chosen, days.first, days.last), rows.fleet(days)


def _months(days: Days, now_span: Span, past: Days, past_span: Span) -> pl.DataFrame:
    """Each month of the period, with the same month of the previous year."""
    (parts, fleet), (past_parts, past_fleet) = now_span, past_span
    then = of_each_month(by_month(past_parts), past_fleet, past.first, past.last)
    now = of_each_month(by_month(parts), fleet, days.first, days.last)
    later = pl.col("key").str.to_date("%Y-%m").dt.offset_by("1y").dt.strftime("%Y-%m").alias("key")
    return now.join(
        then.select(later, *_named(BEFORE, "YearBefore")),
        on="key",
        how="left",
    ).sort("key")


def _cut(
    cut: Cut, parts: pl.DataFrame, fleet: pl.DataFrame, earlier: pl.DataFrame, earlier_fleet: pl.DataFrame
) -> pl.DataFrame:
    """A row per value of the cut, ordered by revenue, with revenue and occupancy of the previous period."""
    key = pl.col(cut).fill_null(NONE).alias("key")
    now = summed(parts, fleet, [cut]).with_columns(key).drop(cut)
    before = summed(earlier, earlier_fleet, [cut]).with_columns(key).drop(cut)
    return (
        figures(now)
        .join(figures(before).select("key", *_named(BEFORE, "Before")), on="key", how="left")
        .with_columns(pl.col("revenueBefore").fill_null(0.0))
        .sort(["revenue", "rentedDays", "key"], descending=[True, True, False])
    )


def _named(columns: tuple[str, ...], suffix: str) -> list[pl.Expr]:
    return [pl.col(name).alias(f"{name}{suffix}") for name in columns]


def _labelled(rows: pl.DataFrame, query: ReportQuery, options: pl.DataFrame) -> pl.DataFrame:
    """Answers with their texts; the platform resolves other keys."""
    if query.cut != "answer":
        return rows.with_columns(pl.lit(None, pl.String).alias("label"))
    words = options.filter(pl.col("question_id") == (query.filters.question or ""))
    labels = words.select(pl.col("value").alias("key"), pl.col("option_label").alias("label"))
    return rows.join(labels, on="key", how="left", maintain_order="left")


def _questions(options: pl.DataFrame) -> list[dict[str, Any]]:
    """Questions that rentals can be grouped by, in quiz order."""
    questions = options.unique("question_id").sort("question_position")
    return questions.select(
        pl.col("question_id").alias("questionId"),
        pl.coalesce("question_label", "question_id").alias("text"),
    ).to_dicts()


Query = ReportQuery | RentalListQuery
Key = tuple[UUID, Query]
# A report of hundreds of vehicles is about 100 kB.
MAX_KEPT = 64


class Reports:
    """Report responses from the warehouse. Thread-safe."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._cache: AnswerCache[Key] = AnswerCache(progress, lambda: warehouse.store_id, most=MAX_KEPT)

    def remembered(self, key: Key) -> Answer | None:
        """The cached answer to ``key`` if the tenant's data has not changed since."""
        return self._cache.find_current(key)

    def data_through(self, key: Key, answer: Answer) -> datetime | None:
        """The time up to which ``answer`` includes all data."""
        # Read first: when it moves, the versions it includes have been announced.
        through = self._progress.data_through
        return through if answer.version >= self._progress.versions.get(key[0], 0) else answer.data_through

    def compute(self, key: Key) -> Answer:
        """Blocks. Raises WarehouseNotReady, UnknownTenant."""
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                # The previous holder of the lock may have computed the same report.
                return self._cache.find_current(key) or self._compute(conn, key)
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error

    def _compute(self, conn: duckdb.DuckDBPyConnection, key: Key) -> Answer:
        tenant_id, query = key
        began = time.perf_counter()
        data_through = self._progress.data_through
        tenant = reader.tenant_state(conn, tenant_id)
        content: dict[str, Any]
        if isinstance(query, ReportQuery):
            spans = [query.days, query.before, year_before(query.days)]
            rows = read_rows(conn, tenant_id, tenant, query.filters, spans)
            content = report(rows, query, QuizOptions(conn, tenant_id).frame)
        else:
            content = rental_list(read_rows(conn, tenant_id, tenant, query.filters, [query.days]), query)
        content["currency"] = tenant.currency
        body = orjson.dumps(content).removesuffix(b"}")
        # A hash of the content: most changes to a tenant's data, such as visits, do not change a report.
        digest = hashlib.blake2s(body, digest_size=12).hexdigest()
        tag = f"{self._cache.tag_prefix()}{query.name}-{digest}"
        answer = Answer(tenant.version, tag, body, None, data_through)
        self._cache.put({key: answer})
        COUNTING_SECONDS.labels("report").observe(time.perf_counter() - began)
        return answer
