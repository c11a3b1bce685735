"""What stops a draft of the quiz from being published, and the ways that its rules leave open."""

from typing import Any

import pytest

from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz_editor import branches as branches_module
from abano.marketing.quiz_editor.branches import DraftQuiz, branches
from abano.marketing.quiz_editor.rules import KnownCars, next_version, problems

CARS = KnownCars(frozenset({"vw-golf"}), frozenset({"suv"}))
TWO = [{"value": "yes", "label": "Yes"}, {"value": "no", "label": "No"}]


def question(code: str, *skip: tuple[str, list[str]], **more: Any) -> dict[str, Any]:
    rules = [{"questionId": on, "values": values} for on, values in skip]
    return {"id": code, "text": f"Question {code}?", "options": TWO, "skipWhen": rules, **more}


def draft(*questions: dict[str, Any], **more: Any) -> DraftQuiz:
    return DraftQuiz.model_validate({"questions": questions, **more})


def fields(quiz: DraftQuiz, live: QuizDefinition | None = None) -> dict[str, str]:
    return {error.field: error.sentence.code for error in problems(quiz, live, CARS)}


@pytest.mark.parametrize(
    ("questions", "field", "code"),
    [
        ([], "questions", "quiz_no_questions"),
        ([question("a", text="  ")], "questions.0.text", "quiz_question_unwritten"),
        ([question("a"), question("a")], "questions.1.id", "quiz_question_twice"),
        ([question("a", options=TWO[:1])], "questions.0.options", "quiz_two_answers"),
        (
            [question("a", options=[TWO[0], {"value": "b", "label": ""}])],
            "questions.0.options.1.label",
            "quiz_answer_unwritten",
        ),
        ([question("a", options=[TWO[0], TWO[0]])], "questions.0.options.1.value", "quiz_answer_twice"),
        ([question("a", ("b", ["yes"])), question("b")], "questions.0.skipWhen.0", "quiz_rule_not_before"),
        (
            [question("a"), question("b", ("a", ["yes", "maybe"]))],
            "questions.1.skipWhen.0",
            "quiz_rule_unknown_answer",
        ),
        ([question("a"), question("b", ("a", ["yes", "no"]))], "questions.1", "quiz_never_asked"),
    ],
)
def test_a_draft_that_cannot_be_asked_says_where(
    questions: list[dict[str, Any]], field: str, code: str
) -> None:
    assert fields(draft(*questions)) == {field: code}


def test_points_go_to_cars_of_the_catalogue() -> None:
    yes = TWO[0] | {"scores": [{"car": "vw-golf", "points": 2}, {"category": "suv", "points": 1}]}
    assert fields(draft(question("a", options=[yes, TWO[1]]))) == {}
    gone = TWO[0] | {"scores": [{"car": "fiat-panda", "points": 2}]}
    assert fields(draft(question("a", options=[TWO[1], gone]))) == {
        "questions.0.options.1.label": "quiz_unknown_car"
    }


def test_encouragements_are_written_once_for_each_mark() -> None:
    more = [{"atPercent": 50, "text": "Half"}, {"atPercent": 50, "text": ""}]
    assert fields(draft(question("a"), encouragements=more)) == {
        "encouragements.1.text": "quiz_encouragement_unwritten",
        "encouragements.1.atPercent": "quiz_encouragement_twice",
    }


def test_new_words_of_a_question_ask_whether_it_is_the_same() -> None:
    live = QuizDefinition.model_validate({"version": "v1", "questions": [question("a"), question("b")]})
    changed = [question("a", text="Reworded?"), question("b"), question("c")]
    assert fields(draft(*changed), live) == {"questions.0.sameQuestion": "quiz_reworded"}
    assert fields(draft(*changed, sameQuestions=["a"]), live) == {}
    # Under its own code it is a new question.
    assert fields(draft(question("a2", text="Reworded?"), question("b")), live) == {}


def test_every_way_is_followed() -> None:
    quiz = draft(
        question("a"),
        question("b", ("a", ["yes"])),
        # Asked only of who was not asked b: an answer to a skipped question skips nothing.
        question("c", ("b", ["yes", "no"])),
        question("d"),
    )
    found = branches(quiz.questions)
    assert (found.never_asked, found.fewest, found.most) == ((), 3, 3)


def test_what_no_way_reaches_is_named_with_what_hangs_on_it() -> None:
    quiz = draft(question("a"), question("b", ("a", ["yes"]), ("a", ["no"])), question("c", ("b", ["yes"])))
    found = branches(quiz.questions)
    assert (found.never_asked, found.fewest, found.most) == (("b",), 2, 2)


def test_a_hundred_questions_with_rules_are_followed_in_groups() -> None:
    questions = [question("q0")]
    questions += [question(f"q{number}", (f"q{number - 1}", ["yes"])) for number in range(1, 100)]
    found = branches(draft(*questions).questions)
    assert (found.never_asked, found.fewest, found.most) == ((), 50, 100)


def test_nothing_is_claimed_of_too_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches_module, "MAX_PATHS", 50)
    free = [question(f"q{number}") for number in range(8)]
    last = [question(f"r{number}", (f"q{number}", ["yes"])) for number in range(8)]
    found = branches(draft(*free, *last).questions)
    assert (found.never_asked, found.fewest, found.most) == ((), None, None)


@pytest.mark.parametrize(
    ("names", "following"),
    [([], "v1"), (["v1"], "v2"), (["v9", "v10", "vx", "autumn"], "v11"), (["autumn"], "v1")],
)
def test_versions_are_numbered_on(names: list[str], following: str) -> None:
    assert next_version(names) == following
