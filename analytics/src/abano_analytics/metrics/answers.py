"""Per question: the distribution of its answers, their conversion, and where visitors stop."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from abano_analytics.metrics.evidence import percent, wilson
from abano_shared.evidence import Case, evidence

# What is counted of a text or contact, by kind, in the order shown. The words stay in Postgres.
SKIPPED = "skipped"
WRITTEN_CODES = {"text": ("short", "medium", "long", SKIPPED), "contact": ("given", SKIPPED)}


def answer_distribution(counted: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """One row per question and answer, in the order shown: questions in quiz order, their answers by count.

    ``counted``: question_id, value, question_text, text, count, conversions. ``options``: see ``quiz_options``.

    Several answers of a visitor count for each of them, so that their shares add up to more than 100 %. Points of a
    scale are in their order, and numbers are in at most ten ranges, such as ``10..19``; both have ``mean`` and
    ``median``. A text or contact has ``givenShare``: how many did not skip it, in percent.

    ``low`` and ``high`` are the 95 % Wilson interval of the conversion rate in percent. ``lift`` is how far the
    rate is above that of all who answered the question, in percent of it (null when none of them booked).
    ``evidence`` is whether the answer's sessions differ from
    others that answered the question by more than chance (``above``, ``below``), by what may be chance
    (``chance``), or whether the sample is too small (``too_few``).
    """
    questions = options.select("question_id", "question_position", "question_label", "kind").unique(
        "question_id"
    )
    choices = options.select("question_id", "value", "option_position", "option_label")
    low, high = wilson("conversions", "count")
    averages = _averages(counted, options)
    counted = by_option(_in_ranges(_with_totals(counted), options))
    cases = counted.select("conversions", "count", "totalConversions", "totalResponses")
    verdicts = evidence([Case(*row) for row in cases.iter_rows()])
    rate = pl.col("conversions") / pl.col("count")
    of_question = pl.col("totalConversions") / pl.col("totalResponses")
    return (
        counted.with_columns(pl.Series("evidence", verdicts, pl.String))
        .join(questions, on="question_id", how="left")
        .join(choices, on=["question_id", "value"], how="left")
        .join(averages, on="question_id", how="left")
        .with_columns(
            pl.col("kind").fill_null("choice"),
            pl.coalesce("question_label", pl.col("question_text").last().over("question_id")).alias(
                "questionText"
            ),
            pl.coalesce("option_label", "text").alias("text"),
            # By their numbers, or by how often.
            pl.when(pl.col("kind").is_in(["scale", "number"]))
            .then(pl.coalesce(pl.col("range_low"), pl.col("value").cast(pl.Float64, strict=False)))
            # From short to long, then those who skipped it.
            .when(pl.col("kind").is_in(list(WRITTEN_CODES)))
            .then(pl.col("option_position").cast(pl.Float64))
            .otherwise(-pl.col("count").cast(pl.Float64))
            .alias("order"),
            low.alias("low"),
            high.alias("high"),
            pl.col("count").filter(pl.col("value") != SKIPPED).sum().over("question_id").alias("given"),
        )
        .with_columns(
            percent("count", "totalResponses").alias("percentage"),
            percent("given", "totalResponses").alias("given_share"),
            percent("conversions", "count").alias("conversionRate"),
            percent("totalConversions", "totalResponses").alias("questionConversionRate"),
            pl.col("evidence").is_in(["above", "below"]).alias("significant"),
            pl.when(of_question > 0).then(((rate / of_question - 1) * 100).round(1)).alias("lift"),
            (pl.col("low") * 100).round(1),
            (pl.col("high") * 100).round(1),
        )
        .sort(
            ["question_position", "question_id", "order", "option_position", "value"],
            nulls_last=True,
        )
        .select(
            pl.col("question_id").alias("questionId"),
            "questionText",
            "totalResponses",
            "totalConversions",
            "questionConversionRate",
            "kind",
            "mean",
            "median",
            pl.when(pl.col("kind").is_in(list(WRITTEN_CODES))).then("given_share").alias("givenShare"),
            "text",
            "value",
            "count",
            "percentage",
            "conversions",
            "conversionRate",
            "low",
            "high",
            "lift",
            "significant",
            "evidence",
        )
    )


def by_option(counted: pl.DataFrame) -> pl.DataFrame:
    """Counts by each of several answers, instead of by those that were given together.

    What is a sum over sessions stays one.
    """
    is_several = pl.col("value").str.contains(",", literal=True)
    several = counted.filter(is_several)
    if several.is_empty():
        return counted
    # The text is that of all of them.
    each = several.with_columns(pl.col("value").str.split(",")).explode("value")
    each = each.with_columns(pl.col("value").alias("text"))
    others = [
        name for name in counted.columns if name not in {"question_id", "value", "count", "conversions"}
    ]
    return (
        pl.concat([counted.filter(~is_several), each])
        .group_by("question_id", "value", maintain_order=True)
        .agg(pl.col("count", "conversions").sum(), pl.col(others).first())
        .select(counted.columns)
    )


def _with_totals(counted: pl.DataFrame) -> pl.DataFrame:
    return counted.with_columns(
        pl.col("count").sum().over("question_id").alias("totalResponses"),
        pl.col("conversions").sum().over("question_id").alias("totalConversions"),
    )


def _averages(counted: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """question_id, mean and median of what was answered with numbers, with at most two decimals."""
    numeric = options.filter(pl.col("kind").is_in(["scale", "number"]))["question_id"].unique().to_list()
    rows: list[tuple[str, float, float]] = []
    for question_id in sorted(numeric):
        answers = _numbers(counted.filter(pl.col("question_id") == question_id))
        if not answers:
            continue
        total = sum(count for _, count in answers)
        mean = sum((number * count for number, count in answers), Decimal()) / total
        middle = [_nth(answers, place) for place in ((total - 1) // 2, total // 2)]
        rows.append((question_id, float(round(mean, 2)), float(round(sum(middle, Decimal()) / 2, 2))))
    schema = {"question_id": pl.String, "mean": pl.Float64, "median": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _numbers(counted: pl.DataFrame) -> list[tuple[Decimal, int]]:
    """The numbers that were answered, in order, each with how often. Answers of another kind are left out."""
    given = counted.filter((pl.col("count") > 0) & pl.col("value").str.contains(r"^-?\d+(\.\d+)?$"))
    return sorted((Decimal(value), count) for value, count in given.select("value", "count").iter_rows())


def _nth(answers: list[tuple[Decimal, int]], place: int) -> Decimal:
    for number, count in answers:
        if place < count:
            return number
        place -= count
    raise IndexError(place)


# Of a histogram.
MAX_RANGES = 10


def _in_ranges(counted: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """Numbers counted by ranges of a round width. ``range_low``: the least number of one, else null."""
    counted = counted.with_columns(pl.lit(None, pl.Float64).alias("range_low"))
    about = options.filter(pl.col("kind") == "number").unique("question_id")
    for question_id, decimals, unit in about.select("question_id", "decimals", "unit").iter_rows():
        is_own = (pl.col("question_id") == question_id) & pl.col("value").is_not_null()
        own = counted.filter(is_own)
        answers = _numbers(own)
        if not answers:
            continue
        step = Decimal(1).scaleb(-decimals)
        width = _width(answers[0][0], answers[-1][0], step)
        rows = []
        for value in own["value"].unique().to_list():
            try:
                low = (Decimal(value) / width).__floor__() * width
            except ArithmeticError:
                continue
            high = low + width - step
            ends = f"{_text_of(low)}–{_text_of(high)}" if high > low else _text_of(low)
            code = f"{_text_of(low)}..{_text_of(high)}" if high > low else _text_of(low)
            rows.append((value, code, f"{ends} {unit}" if unit else ends, float(low)))
        schema = {"value": pl.String, "range": pl.String, "range_text": pl.String, "least": pl.Float64}
        ranges = pl.DataFrame(rows, schema=schema, orient="row")
        grouped = (
            own.join(ranges, on="value")
            .group_by("range")
            .agg(
                pl.col("count", "conversions").sum(),
                pl.col("range_text", "least").first(),
                pl.exclude(
                    "range", "value", "text", "count", "conversions", "range_low", "range_text", "least"
                ).first(),
            )
            .rename({"range": "value", "range_text": "text", "least": "range_low"})
        )
        counted = pl.concat([counted.filter(~is_own), grouped.select(counted.columns)])
    return counted


def _width(least: Decimal, greatest: Decimal, step: Decimal) -> Decimal:
    """The smallest of 1, 2, 5, 10, 20, … steps with which the numbers fit into MAX_RANGES ranges."""
    width = step
    while True:
        for factor in (1, 2, 5):
            wide = width * factor
            if (greatest / wide).__floor__() - (least / wide).__floor__() < MAX_RANGES:
                return wide
        width *= 10


def _text_of(number: Decimal) -> str:
    return f"{number.normalize() + 0:f}"


SCHEMA = {
    "question_id": pl.String,
    "question_position": pl.Int64,
    "question_label": pl.String,
    "kind": pl.String,
    "decimals": pl.Int64,
    "unit": pl.String,
    "value": pl.String,
    "option_position": pl.Int64,
    "option_label": pl.String,
}


def quiz_options(definitions: list[str]) -> pl.DataFrame:
    """One row per question and option. ``definitions`` are JSON texts, the current version first.

    A question or option of an older version that the current one lacks comes after those of the current one. A
    question for a number has one row, without a value, and a text or contact one for each code that is counted.
    ``kind``: of the question; ``decimals`` and ``unit``: of its numbers.
    """
    questions: dict[str, dict[str, Any]] = {}
    options: dict[tuple[str, str | None], str | None] = {}
    for definition in definitions:
        for question in json.loads(definition).get("questions", []):
            question_id = str(question["id"])
            kind = questions.setdefault(question_id, question).get("kind")
            if kind == "number":
                options.setdefault((question_id, None), None)
            for code in WRITTEN_CODES.get(str(kind), ()):
                options.setdefault((question_id, code), None)
            for option in question.get("options", []):
                options.setdefault((question_id, str(option["value"])), _text(option, "label"))
    positions = {question_id: position for position, question_id in enumerate(questions)}
    rows = []
    for position, ((question_id, value), label) in enumerate(options.items()):
        question = questions[question_id]
        about = (
            _text(question, "text"),
            question.get("kind") or "choice",
            question.get("decimals") or 0,
            _text(question, "unit"),
        )
        rows.append((question_id, positions[question_id], *about, value, position, label))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def question_order(definition: str) -> list[str]:
    """The ids of a quiz's questions, in order. ``definition``: JSON text."""
    return [str(question["id"]) for question in json.loads(definition).get("questions", [])]


def _text(item: dict[str, Any], name: str) -> str | None:
    text = item.get(name)
    return text if isinstance(text, str) and text else None


def funnel(
    counted: pl.DataFrame,
    options: pl.DataFrame,
    still_answering: pl.DataFrame,
    passed_over: Mapping[str, int],
) -> pl.DataFrame:
    """One row per question that was shown, in quiz order.

    ``counted``: question_id, question_text, seen, answered, dropped, median_seconds.
    Dropped are sessions that were not completed and saw no question after this one; as counted, also those that are
    not over yet. ``still_answering``: question_id and still_answering, how many of them are not.
    ``passed_over``: see skipped().
    """
    questions = options.select("question_id", "question_position", "question_label").unique("question_id")
    return (
        counted.join(still_answering, on="question_id", how="left")
        .with_columns(pl.col("still_answering").fill_null(0))
        .with_columns(pl.col("dropped") - pl.col("still_answering"))
        .join(questions, on="question_id", how="left")
        .sort(["question_position", "question_id"], nulls_last=True)
        .select(
            pl.col("question_id").alias("questionId"),
            pl.coalesce("question_label", "question_text", "question_id").alias("questionText"),
            "seen",
            "answered",
            percent("answered", "seen").alias("answerRate"),
            "dropped",
            percent("dropped", "seen").alias("dropRate"),
            pl.col("still_answering").alias("stillAnswering"),
            pl.col("question_id")
            .replace_strict(passed_over, default=0, return_dtype=pl.Int64)
            .alias("skipped"),
            pl.col("median_seconds").cast(pl.Float64).round(1).alias("medianSeconds"),
        )
    )


def skipped(counted: pl.DataFrame, orders: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """By question the sessions that never saw it although they finished, or the last one they saw comes later.

    ``counted``: question_id, last_question, quiz_version, passed; ``orders``: the questions of each quiz version. A
    question that a session's quiz did not have was not skipped by it.
    """
    passed = counted.filter(pl.col("last_question").is_not_null()).select(
        "quiz_version", "last_question", "question_id", "passed"
    )
    saw: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for version, last, question_id, sessions in passed.iter_rows():
        saw[version, last][question_id] = sessions
    found: Counter[str] = Counter()
    for (version, last), of_question in saw.items():
        order = orders.get(version, ())
        if last and last not in order:
            continue
        # All of these sessions saw the last question; those that finished are counted without a question.
        in_all = of_question.get(last, 0)
        for question_id in order[: order.index(last)] if last else order:
            found[question_id] += in_all - of_question.get(question_id, 0)
    return dict(found)


def per_question(counted: pl.DataFrame) -> pl.DataFrame:
    """Counts by question and time taken become one row per question, with the median of the times in seconds.

    ``counted``: question_id, tenths (of a second; null when unknown), question_text, worded_at, seen, answered,
    dropped.
    """
    timed = (
        counted.filter(pl.col("tenths").is_not_null() & (pl.col("seen") > 0))
        .sort("question_id", "tenths")
        .with_columns(
            pl.col("seen").cum_sum().over("question_id").alias("up_to"),
            pl.col("seen").sum().over("question_id").alias("cases"),
        )
    )
    # For an even number of cases the median is between the two middle ones.
    middle = [
        pl.col("tenths").filter(pl.col("up_to") >= (pl.col("cases") + more) // 2).min() for more in (1, 2)
    ]
    medians = timed.group_by("question_id").agg(((middle[0] + middle[1]) / 20.0).alias("median_seconds"))
    return (
        counted.filter(pl.col("last_question").is_null())
        .group_by("question_id")
        .agg(
            pl.col("question_text").sort_by("worded_at", nulls_last=False).last(),
            pl.col("seen", "answered", "dropped").sum(),
        )
        .join(medians, on="question_id", how="left")
    )
