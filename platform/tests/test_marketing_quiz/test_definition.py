"""A quiz that does not hold together is refused when it is loaded."""

from typing import Any

import pytest
from pydantic import ValidationError

from abano.marketing.quiz.definition import QuizDefinition


def question(name: str, **more: Any) -> dict[str, Any]:
    options = [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]
    return {"id": name, "text": f"{name}?", "options": options} | more


def skip(name: str, *values: str) -> dict[str, Any]:
    return {"skipWhen": [{"questionId": name, "values": list(values)}]}


@pytest.mark.parametrize(
    ("questions", "complaint"),
    [
        ([question("a"), question("a")], "appears twice"),
        ([question("a", options=[{"value": "x", "label": "X"}] * 2)], "has an answer twice"),
        ([question("a", **skip("b", "yes")), question("b")], "not before it"),
        ([question("a", **skip("a", "yes"))], "not before it"),
        ([question("a"), question("b", **skip("a", "maybe"))], "has no answer maybe"),
        ([question("a", options=[{"value": "x", "label": "X"}])], "at least 2"),
        ([question("a<b")], "pattern"),
        ([], "at least 1"),
    ],
)
def test_mistakes_are_named(questions: list[dict[str, Any]], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        QuizDefinition.model_validate({"version": "v9", "questions": questions})


def test_encouragements_are_once_each_in_order() -> None:
    twice = [{"atPercent": 50, "text": "Half"}, {"atPercent": 50, "text": "Half again"}]
    with pytest.raises(ValidationError, match="ascending order"):
        QuizDefinition.model_validate(
            {"version": "v9", "questions": [question("a")], "encouragements": twice}
        )


def test_rules_are_sent_only_with_answers_that_they_concern() -> None:
    quiz = QuizDefinition.model_validate(
        {"version": "v9", "questions": [question("a"), question("b", **skip("a", "yes")), question("c")]}
    )
    assert quiz.rules_for(["c"]) == "[]"
    assert quiz.rules_for(["c", "a"]) == quiz.rules_for(["b"]) == '[["b","or","a","any",["yes"]]]'


def scored(**score: object) -> dict[str, object]:
    options = [{"value": "a", "label": "A", "scores": [score]}, {"value": "b", "label": "B"}]
    return {"version": "v2", "questions": [{"id": "q1", "text": "?", "options": options}]}


@pytest.mark.parametrize(
    "score",
    [
        {"points": 3},
        {"car": "vw-golf", "seats": 5, "points": 3},
        {"car": "vw-golf", "points": 101},
    ],
)
def test_a_score_is_about_one_thing_and_within_limits(score: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"score|points"):
        QuizDefinition.model_validate(scored(**score))


def test_scores_name_cars_that_are_there() -> None:
    quiz = QuizDefinition.model_validate(scored(car="vw-golf", points=3))
    quiz.check_cars(["vw-golf"], ["economy"])
    with pytest.raises(ValueError, match="vw-golf"):
        quiz.check_cars(["lada-niva"], ["economy"])
    of_kind = QuizDefinition.model_validate(scored(category="premium", points=3))
    with pytest.raises(ValueError, match="premium"):
        of_kind.check_cars(["vw-golf"], ["economy"])
