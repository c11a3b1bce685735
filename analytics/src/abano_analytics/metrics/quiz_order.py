"""The order and the wording of questions and options, out of a tenant's quiz definitions."""

import json
from typing import Any

import polars as pl

SCHEMA = {
    "question_id": pl.String,
    "question_position": pl.Int64,
    "question_label": pl.String,
    "value": pl.String,
    "option_position": pl.Int64,
    "option_label": pl.String,
}


def quiz_options(definitions: list[str]) -> pl.DataFrame:
    """One row per question and option. ``definitions`` are JSON texts, the current version first.

    A question or option of an older version that the current one lacks comes after those of the current one.
    """
    questions: dict[str, str | None] = {}
    options: dict[tuple[str, str], str | None] = {}
    for definition in definitions:
        for question in json.loads(definition).get("questions", []):
            question_id = str(question["id"])
            questions.setdefault(question_id, _text(question, "text"))
            for option in question.get("options", []):
                options.setdefault((question_id, str(option["value"])), _text(option, "label"))
    positions = {question_id: position for position, question_id in enumerate(questions)}
    rows = [
        (question_id, positions[question_id], questions[question_id], value, position, label)
        for position, ((question_id, value), label) in enumerate(options.items())
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _text(item: dict[str, Any], name: str) -> str | None:
    text = item.get(name)
    return text if isinstance(text, str) and text else None
