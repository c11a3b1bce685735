"""The figure of journeys out of its counts."""

from dataclasses import asdict
from typing import Any

import polars as pl

from abano_analytics.figures.journeys.statements import JourneyCounts, is_applied
from abano_analytics.figures.query import FigureQuery
from abano_analytics.metrics.journeys import SHOWN_CAMPAIGNS, Counted, landings, split, steps


def journey_content(counts: JourneyCounts, options: pl.DataFrame, query: FigureQuery) -> dict[str, Any]:
    """The body of an answer, but for how fresh it is. ``options``: the answers that the quiz offers."""
    counted = _counted(counts)
    campaigns = landings(counts.frames["campaigns"])
    return {
        "success": True,
        "all": split(counted, options, has_quiz=None),
        "withQuiz": split(counted, options, has_quiz=True),
        "withoutQuiz": split(counted, options, has_quiz=False),
        "campaigns": campaigns.head(SHOWN_CAMPAIGNS).to_dicts(),
        "campaignsLeftOut": max(0, campaigns.height - SHOWN_CAMPAIGNS),
        "unapplied": unapplied(query),
    }


def step_rows(counts: JourneyCounts, options: pl.DataFrame) -> pl.DataFrame:
    """The steps of all visits, of those with the quiz and of those without, one below the other."""
    counted = _counted(counts)
    splits = {"all": None, "withQuiz": True, "withoutQuiz": False}
    return pl.concat(
        steps(counted, options, has_quiz=has_quiz).select(pl.lit(name).alias("visitsOf"), pl.all())
        for name, has_quiz in splits.items()
    )


def landing_rows(counts: JourneyCounts) -> pl.DataFrame:
    """By campaign what became of its visits: all campaigns."""
    return landings(counts.frames["campaigns"])


def _counted(counts: JourneyCounts) -> Counted:
    frames = counts.frames
    waits = frames["waits"].select(
        pl.col("has_quiz").repeat_by("booked"),
        (pl.col("microseconds") / 1e6).repeat_by("booked").alias("seconds"),
    )
    return Counted(frames["steps"], frames["outcomes"], waits.explode("has_quiz", "seconds"))


def unapplied(query: FigureQuery) -> list[str]:
    """The filters that say something of quiz sessions alone, as the API names them."""
    names = [name for name, value in asdict(query.filters).items() if value and not is_applied(name)]
    return [
        "".join([first, *(part.title() for part in rest)]) for first, *rest in (n.split("_") for n in names)
    ]
