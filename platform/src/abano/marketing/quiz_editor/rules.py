"""What stops a draft of the quiz from being published. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from abano.core.errors import FieldError, Message
from abano.marketing.quiz.definition import NUMERIC_KINDS, QuizDefinition
from abano.marketing.quiz_editor.branches import DraftQuestion, DraftQuiz, branches

NO_QUESTIONS = Message("quiz_no_questions", "A quiz has at least one question")
QUESTION_UNWRITTEN = Message("quiz_question_unwritten", "Enter the question")
QUESTION_TWICE = Message("quiz_question_twice", "Another question already has the code {code}")
NEVER_ASKED = Message("quiz_never_asked", "No visitor can get to this question: every answer before skips it")
REWORDED = Message(
    "quiz_reworded", "Choose whether this is the same question, which keeps its statistics, or a new one"
)
TWO_ANSWERS = Message("quiz_two_answers", "A question has at least two answers")
CHOOSABLE = Message("quiz_choosable", "Fewer answers can be chosen than have to be")
SCALE_POINTS_WRONG = Message("quiz_scale_points", "A scale has 2 to 11 points")
NUMBER_BOUNDS = Message(
    "quiz_number_bounds", "Enter a lowest and a higher highest number, with at most 10,000 numbers between"
)
KIND_CHANGED = Message("quiz_kind_changed", "This question was of another kind before: add a new question")
WRITTEN_ANSWERS = Message("quiz_written_answers", "This kind of question has no answers to choose from")
CONTACT_REACH = Message("quiz_contact_reach", "Ask for an email or a phone number")
CONTACT_CONSENT_TEXT = Message("quiz_contact_consent_text", "Enter what the visitor agrees to")
RULE_NOT_SEVERAL = Message(
    "quiz_rule_not_several", "{question} takes one answer, which can't be all of these"
)
RULE_NO_NUMBER = Message("quiz_rule_no_number", "{question} is not answered with a number")
ANSWER_UNWRITTEN = Message("quiz_answer_unwritten", "Enter the answer")
ANSWER_TWICE = Message("quiz_answer_twice", "Another answer to this question already has the code {code}")
RULE_NOT_BEFORE = Message("quiz_rule_not_before", "A question can only depend on one that comes before it")
RULE_UNKNOWN_ANSWER = Message("quiz_rule_unknown_answer", "{question} has no answer {answer}")
UNKNOWN_CAR = Message("quiz_unknown_car", "Your catalogue has no {car}")
ENCOURAGEMENT_UNWRITTEN = Message("quiz_encouragement_unwritten", "Enter the encouragement")
ENCOURAGEMENT_TWICE = Message("quiz_encouragement_twice", "There is already an encouragement at {percent} %")

# By what Question.kind_problem finds.
KIND_PROBLEMS = {
    "answers": TWO_ANSWERS,
    "choosable": CHOOSABLE,
    "points": SCALE_POINTS_WRONG,
    "bounds": NUMBER_BOUNDS,
    "written": WRITTEN_ANSWERS,
    "reach": CONTACT_REACH,
    "consent": CONTACT_CONSENT_TEXT,
}


@dataclass(frozen=True, slots=True)
class KnownCars:
    """What answers may give points to: codes of the company's cars, and their categories."""

    slugs: frozenset[str]
    categories: frozenset[str]


def problems(draft: DraftQuiz, live: QuizDefinition | None, cars: KnownCars) -> list[FieldError]:
    """Everything that has to be mended before ``draft`` can take the place of ``live``, by field."""
    if not draft.questions:
        return [FieldError("questions", NO_QUESTIONS())]
    found = [*_questions(draft), *_scores(draft, cars), *_rewordings(draft, live), *_encouragements(draft)]
    if not found:
        never = set(branches(draft.questions).never_asked)
        found = [
            FieldError(f"questions.{place}", NEVER_ASKED())
            for place, question in enumerate(draft.questions)
            if question.id in never
        ]
    return found


def reworded(draft: DraftQuiz, live: QuizDefinition | None) -> list[str]:
    """Ids of questions that are worded differently from those of ``live``."""
    if live is None:
        return []
    before = {question.id: question.text for question in live.questions}
    return [
        question.id
        for question in draft.questions
        if question.id in before and question.text.strip() != before[question.id]
    ]


def next_version(versions: Sequence[str]) -> str:
    """``v3`` after ``v2``, whatever other names there are."""
    numbers = [int(name[1:]) for name in versions if name.startswith("v") and name[1:].isdecimal()]
    return f"v{max(numbers, default=0) + 1}"


def _questions(draft: DraftQuiz) -> Iterator[FieldError]:
    times = Counter(question.id for question in draft.questions)
    before: dict[str, DraftQuestion] = {}
    for place, question in enumerate(draft.questions):
        field = f"questions.{place}"
        if not question.text.strip():
            yield FieldError(f"{field}.text", QUESTION_UNWRITTEN())
        if times[question.id] > 1 and question.id in before:
            yield FieldError(f"{field}.id", QUESTION_TWICE(code=question.id))
        yield from _answers(field, question)
        for number, rule in enumerate(question.skip_when):
            target = before.get(rule.question_id)
            if target is None:
                yield FieldError(f"{field}.skipWhen.{number}", RULE_NOT_BEFORE())
                continue
            known = {option.value for option in target.options}
            unknown = [value for value in rule.values if value not in known]
            if unknown:
                sentence = RULE_UNKNOWN_ANSWER(question=target.text[:100], answer=unknown[0])
                yield FieldError(f"{field}.skipWhen.{number}", sentence)
            elif rule.has_bounds and target.kind not in NUMERIC_KINDS:
                yield FieldError(
                    f"{field}.skipWhen.{number}", RULE_NO_NUMBER(question=target.text[:100] or target.id)
                )
            elif rule.match == "all" and target.kind != "choices":
                yield FieldError(
                    f"{field}.skipWhen.{number}", RULE_NOT_SEVERAL(question=target.text[:100] or target.id)
                )
        before[question.id] = question


def _answers(field: str, question: DraftQuestion) -> Iterator[FieldError]:
    if problem := question.kind_problem():
        yield FieldError(f"{field}.options", KIND_PROBLEMS[problem]())
    seen: set[str] = set()
    for number, option in enumerate(question.options):
        if not option.label.strip():
            yield FieldError(f"{field}.options.{number}.label", ANSWER_UNWRITTEN())
        if option.value in seen:
            yield FieldError(f"{field}.options.{number}.value", ANSWER_TWICE(code=option.value))
        seen.add(option.value)


def _scores(draft: DraftQuiz, cars: KnownCars) -> Iterator[FieldError]:
    for place, question in enumerate(draft.questions):
        for number, option in enumerate(question.options):
            for score in option.scores:
                is_known = (score.car is None or score.car in cars.slugs) and (
                    score.category is None or score.category in cars.categories
                )
                if not is_known:
                    field = f"questions.{place}.options.{number}.label"
                    yield FieldError(field, UNKNOWN_CAR(car=score.car or score.category or ""))


def _rewordings(draft: DraftQuiz, live: QuizDefinition | None) -> Iterator[FieldError]:
    unsaid = set(reworded(draft, live)) - set(draft.same_questions)
    kinds = {question.id: question.kind for question in live.questions} if live else {}
    for place, question in enumerate(draft.questions):
        if question.id in unsaid:
            yield FieldError(f"questions.{place}.sameQuestion", REWORDED())
        if kinds.get(question.id, question.kind) != question.kind:
            yield FieldError(f"questions.{place}", KIND_CHANGED())


def _encouragements(draft: DraftQuiz) -> Iterator[FieldError]:
    seen: set[int] = set()
    for place, item in enumerate(draft.encouragements):
        if not item.text.strip():
            yield FieldError(f"encouragements.{place}.text", ENCOURAGEMENT_UNWRITTEN())
        if item.at_percent in seen:
            sentence = ENCOURAGEMENT_TWICE(percent=item.at_percent)
            yield FieldError(f"encouragements.{place}.atPercent", sentence)
        seen.add(item.at_percent)
