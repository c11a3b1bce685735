"""Journeys of visits: steps in order, shares of the first, where visits end, and the time to a booking."""

from dataclasses import dataclass
from typing import Any

import polars as pl

from abano_analytics.metrics.evidence import percent, wilson
from abano_analytics.metrics.money import merge_spellings, with_name_keys

# In the order of a visit; questions come between the start and the completion of the quiz, in quiz order.
ORDER = (
    "landing", "quiz_intro", "quiz_start", "question", "quiz_done", "search", "car", "wizard_1", "wizard_2",
    "wizard_3", "booking", "confirmed",
)  # fmt: skip
# Upper edges in minutes; the last bucket is open.
BUCKETS = (5, 15, 30, 60, 180)
# With fewer bookings the middle of their times says nothing.
MIN_TIMED = 5
# With fewer bookings, or fewer visits, a rate is too uncertain to compare.
MIN_BOOKED = 5
SHOWN_CAMPAIGNS = 50


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts by ``has_quiz``: the steps, the outcomes and the seconds to each booking."""

    steps: pl.DataFrame
    outcomes: pl.DataFrame
    waits: pl.DataFrame


def split(counted: Counted, options: pl.DataFrame, *, has_quiz: bool | None) -> dict[str, Any]:
    """The journey of all visits, or of those that began the quiz or did not."""
    chosen = _of(has_quiz=has_quiz)
    head = _head(counted, chosen)
    rows = _steps(counted.steps.filter(chosen), head, options)
    return {**head, "steps": rows.to_dicts(), "time": _times(counted.waits.filter(chosen)["seconds"])}


def steps(counted: Counted, options: pl.DataFrame, *, has_quiz: bool | None) -> pl.DataFrame:
    """The steps of these visits alone."""
    chosen = _of(has_quiz=has_quiz)
    return _steps(counted.steps.filter(chosen), _head(counted, chosen), options)


def _of(*, has_quiz: bool | None) -> pl.Expr:
    return pl.lit(value=True) if has_quiz is None else pl.col("has_quiz") == has_quiz


def _head(counted: Counted, chosen: pl.Expr) -> dict[str, Any]:
    outcomes = counted.outcomes.filter(chosen).select(
        pl.col("visits", "booked", "confirmed", "cancelled").sum()
    )
    low, high = wilson("booked", "visits")
    return outcomes.select(
        "visits",
        "booked",
        percent("booked", "visits").alias("rate"),
        (100 * low).round(1).alias("low"),
        (100 * high).round(1).alias("high"),
        (pl.col("booked") < MIN_BOOKED).alias("tooFew"),
        "confirmed",
        "cancelled",
    ).row(0, named=True)


def _steps(steps: pl.DataFrame, head: dict[str, Any], options: pl.DataFrame) -> pl.DataFrame:
    summed = steps.group_by("step", "question_id").agg(pl.col("visits", "dropped", "still_active").sum())
    if head["booked"]:
        confirmed = {
            "step": "confirmed",
            "question_id": "",
            "visits": head["confirmed"],
            "dropped": 0,
            "still_active": 0,
        }
        summed = pl.concat([summed, pl.DataFrame([confirmed], schema=summed.schema)])
    questions = options.select("question_id", "question_position", "question_label").unique("question_id")
    places = pl.DataFrame({"step": ORDER, "place": range(len(ORDER))})
    low, high = wilson("visits", "whole")
    return (
        summed.join(places, on="step", how="inner")
        .join(questions, on="question_id", how="left")
        .sort(["place", "question_position", "question_id"], nulls_last=True)
        .with_columns(pl.lit(head["visits"], pl.Int64).alias("whole"))
        .select(
            "step",
            pl.when(pl.col("step") == "question").then("question_id").alias("questionId"),
            pl.when(pl.col("step") == "question")
            .then(pl.coalesce("question_label", "question_id"))
            .alias("questionText"),
            "visits",
            percent("visits", "whole").alias("share"),
            (100 * low).round(1).alias("low"),
            (100 * high).round(1).alias("high"),
            "dropped",
            percent("dropped", "visits").alias("dropRate"),
            pl.col("still_active").alias("stillActive"),
        )
    )


def _times(seconds: pl.Series) -> dict[str, Any]:
    """Quartiles in seconds, None for too few bookings, and how many bookings each bucket has."""
    known = seconds.len() >= MIN_TIMED
    quartiles = [seconds.quantile(q, "linear") if known else None for q in (0.25, 0.5, 0.75)]
    minutes = seconds / 60
    edges = [0, *BUCKETS]
    counts = [
        int(((minutes >= low) & (minutes < high)).sum()) for low, high in zip(edges, BUCKETS, strict=False)
    ]
    counts.append(int((minutes >= BUCKETS[-1]).sum()))
    return {
        "bookings": seconds.len(),
        **dict(
            zip(
                ("quarter", "median", "threeQuarters"),
                (None if q is None else round(q) for q in quartiles),
                strict=True,
            )
        ),
        "buckets": [
            {"untilMinutes": edge, "bookings": count}
            for edge, count in zip((*BUCKETS, None), counts, strict=True)
        ],
    }


def landings(counted: pl.DataFrame) -> pl.DataFrame:
    """What became of each campaign's visits, the largest first."""
    low, high = wilson("booked", "visits")
    merged = merge_spellings(counted, ["source", "medium", "campaign"], by="visits")
    return merged.sort(
        ["visits", "source", "medium", "campaign"], descending=[True, False, False, False]
    ).select(
        "source",
        "medium",
        "campaign",
        "visits",
        "clicks",
        (pl.col("visits") - pl.col("began")).alias("neverBegan"),
        percent(pl.col("visits") - pl.col("began"), "visits").alias("neverBeganRate"),
        "began",
        "booked",
        pl.col("booked_without_quiz").alias("bookedWithoutQuiz"),
        percent("booked", "visits").alias("rate"),
        (100 * low).round(1).alias("low"),
        (100 * high).round(1).alias("high"),
        (pl.col("booked") < MIN_BOOKED).alias("tooFew"),
    )


def ad_visits(counted: pl.DataFrame) -> pl.DataFrame:
    """Visits that brought a click id by source and campaign, over all media, the largest first."""
    by_name = counted.filter(pl.col("clicks") > 0).group_by("source", "campaign").agg(pl.col("clicks").sum())
    merged = merge_spellings(by_name, ["source", "campaign"], by="clicks")
    keyed = with_name_keys(with_name_keys(merged, "source", "sourceKey"), "campaign", "campaignKey")
    return keyed.rename({"clicks": "visits"}).sort(
        ["visits", "sourceKey", "campaignKey"], descending=[True, False, False]
    )
