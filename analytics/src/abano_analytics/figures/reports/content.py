"""Answers of reports, as the API names them."""

from datetime import date
from typing import Any

import polars as pl

from abano_analytics.figures.reports.query import Days, RentalListQuery, ReportQuery
from abano_analytics.figures.reports.rows import Rows
from abano_analytics.metrics.rentals import COUNTED, NONE, by_month, within
from abano_analytics.metrics.report import figures, of_each_month, summed
from abano_shared.contract.reports import Cut

# Rentals in one answer.
LISTED = 200
BEFORE = ("revenue", "occupancy")
# The rentals' parts and the available days within some days.
Span = tuple[pl.DataFrame, pl.DataFrame]


def report(rows: Rows, query: ReportQuery, options: pl.DataFrame) -> dict[str, Any]:
    """The body of a report. ``options``: the answers that the company's quiz offers."""
    past = year_before(query.days)
    # A whole year's period before is the same as a year before.
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
    """The rentals behind a figure, the first day first: at most LISTED of them from ``offset`` on."""
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
        "counted": parts.filter(pl.col("state").is_in(COUNTED) & pl.col("is_begun")).height,
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
    """Each month of the period, with the same month a year before."""
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
    """A row per value of the cut, the largest revenue first, with revenue and occupancy of the period before."""
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
    """Answers with their words; what else a key stands for, the platform knows."""
    if query.cut != "answer":
        return rows.with_columns(pl.lit(None, pl.String).alias("label"))
    words = options.filter(pl.col("question_id") == (query.filters.question or ""))
    labels = words.select(pl.col("value").alias("key"), pl.col("option_label").alias("label"))
    return rows.join(labels, on="key", how="left", maintain_order="left")


def _questions(options: pl.DataFrame) -> list[dict[str, Any]]:
    """What rentals can be cut by answers to, in quiz order."""
    questions = options.unique("question_id").sort("question_position")
    return questions.select(
        pl.col("question_id").alias("questionId"),
        pl.coalesce("question_label", "question_id").alias("text"),
    ).to_dicts()
