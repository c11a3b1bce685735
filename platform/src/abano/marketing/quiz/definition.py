"""Quiz definitions: questions, options, skip rules and encouragements, validated whenever they are loaded."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import Field, model_validator

from abano.core.api_model import ApiModel

Code = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9+_-]+$")]
NO_RULES = "[]"
MAX_QUESTIONS = 100
Words = Annotated[str, Field(min_length=1, max_length=300)]


MAX_POINTS = 100
# Points of a scale.
SCALE_POINTS = (2, 11)
# Different numbers that a question for a number allows: figures count each of them.
MAX_NUMBERS = 10_000
NUMBER = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,2})?")
# ``choice``: one answer. ``choices``: several. ``scale``: one of consecutive whole numbers, which are its options.
# ``number``: one within bounds.
QuestionKind = Literal["choice", "choices", "scale", "number"]
Bound = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


class Score(ApiModel):
    """Points for cars, or against them: for one car, or for those of a category, a drive or enough seats."""

    car: Code | None = None
    category: Code | None = None
    drive: Code | None = None
    seats: int | None = Field(default=None, ge=1, le=100)
    points: int = Field(ge=-MAX_POINTS, le=MAX_POINTS)

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> Self:
        if sum(each is not None for each in (self.car, self.category, self.drive, self.seats)) != 1:
            raise ValueError("a score is about one of car, category, drive and seats")
        return self


class Option(ApiModel):
    """``scores``: which cars suit who answers so; ``reason`` says why, where the recommended car has points by it.

    ``group_size``: at least so many people travel; cars with fewer seats are not recommended. ``age_from`` and
    ``age_to``: the driver's age, both included; outside the company's limits the quiz says so.
    """

    value: Code
    label: Words
    icon: str | None = None
    scores: list[Score] = Field(default_factory=list, max_length=20)
    reason: Words | None = None
    group_size: int | None = Field(default=None, ge=1, le=100)
    age_from: int | None = Field(default=None, ge=0, le=120)
    age_to: int | None = Field(default=None, ge=0, le=120)

    @model_validator(mode="after")
    def _has_ages_in_order(self) -> Self:
        if self.age_from is not None and self.age_to is not None and self.age_from > self.age_to:
            raise ValueError("an answer's ages must be in order")
        return self


class SkipRule(ApiModel):
    """The question is skipped when ``question_id`` was answered with one of ``values``, among others perhaps.

    Without ``values``: when the answer, a number or a point of a scale, is within ``at_least`` and ``at_most``, both
    included.
    """

    question_id: Code
    values: list[Code]
    at_least: Bound | None = None
    at_most: Bound | None = None

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> Self:
        has_bounds = self.at_least is not None or self.at_most is not None
        if has_bounds == bool(self.values):
            raise ValueError("a rule names answers or bounds")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError("a rule's bounds must be in order")
        return self

    def matches(self, given: str) -> bool:
        """Whether this answer skips the question. Equal to quiz_answers_store in the database."""
        if self.values:
            return not frozenset(self.values).isdisjoint(given.split(","))
        if not NUMBER.fullmatch(given):
            return False
        number = Decimal(given)
        return (self.at_least is None or number >= self.at_least) and (
            self.at_most is None or number <= self.at_most
        )


PROBLEMS = {
    "answers": "has to have at least 2 answers",
    "choosable": "has fewer answers to choose than have to be chosen",
    "points": "is a scale, whose answers are 2 to 11 consecutive whole numbers",
    "bounds": f"is about a number, without bounds for fewer than {MAX_NUMBERS} numbers, or with answers",
}


class Question(ApiModel):
    """``fewest`` and ``most``: how many answers to ``choices`` are given, by default one to all.

    ``low_label`` and ``high_label``: what the ends of a scale mean. ``minimum``, ``maximum``, ``decimals`` and
    ``unit``: of a number.
    """

    id: Code
    kind: QuestionKind = "choice"
    text: Words
    icon: str | None = None
    options: list[Option] = Field(max_length=20)
    skip_when: list[SkipRule] = Field(default_factory=list)
    fewest: int | None = Field(default=None, ge=1, le=20)
    most: int | None = Field(default=None, ge=1, le=20)
    low_label: Words | None = None
    high_label: Words | None = None
    minimum: Bound | None = None
    maximum: Bound | None = None
    decimals: int = Field(default=0, ge=0, le=2)
    unit: Annotated[str, Field(min_length=1, max_length=20)] | None = None

    def label_of(self, value: str) -> str | None:
        return next((option.label for option in self.options if option.value == value), None)

    @property
    def choosable(self) -> tuple[int, int]:
        """The fewest and the most answers to ``choices``."""
        return self.fewest or 1, min(self.most or len(self.options), len(self.options))

    def kind_problem(self) -> str | None:
        """What this kind lacks, a key of PROBLEMS, or None."""
        if self.kind == "number":
            return None if self._has_bounds() else "bounds"
        if len(self.options) < 2:
            return "answers"
        if self.kind == "choices":
            fewest, most = self.choosable
            return None if fewest <= most and fewest <= (self.most or fewest) else "choosable"
        return None if self.kind == "choice" or self._has_points() else "points"

    def _has_bounds(self) -> bool:
        if self.options or self.minimum is None or self.maximum is None:
            return False
        steps: int = (self.maximum - self.minimum) * 10**self.decimals
        return 0 < steps < MAX_NUMBERS

    def _has_points(self) -> bool:
        least, greatest = SCALE_POINTS
        values = [option.value for option in self.options]
        if not least <= len(values) <= greatest or not NUMBER.fullmatch(values[0]) or "." in values[0]:
            return False
        first = int(values[0])
        return values == [str(first + step) for step in range(len(values))]


class Encouragement(ApiModel):
    at_percent: int = Field(ge=1, le=100)
    text: Words


class QuizDefinition(ApiModel):
    """One version of a company's quiz."""

    version: Annotated[str, Field(min_length=1, max_length=40)]
    questions: list[Question] = Field(min_length=1, max_length=MAX_QUESTIONS)
    encouragements: list[Encouragement] = Field(default_factory=list)

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        earlier: dict[str, Question] = {}
        for question in self.questions:
            if question.id in earlier:
                raise ValueError(f"question {question.id} appears twice")
            values = [option.value for option in question.options]
            if len(values) != len(set(values)):
                raise ValueError(f"question {question.id} has an answer twice")
            if problem := question.kind_problem():
                raise ValueError(f"question {question.id} {PROBLEMS[problem]}")
            for rule in question.skip_when:
                target = earlier.get(rule.question_id)
                if target is None:
                    raise ValueError(
                        f"question {question.id} depends on {rule.question_id}, which is not before it"
                    )
                unknown = [value for value in rule.values if target.label_of(value) is None]
                if unknown:
                    raise ValueError(f"question {rule.question_id} has no answer {unknown[0]}")
                if not rule.values and target.kind not in {"scale", "number"}:
                    raise ValueError(f"question {rule.question_id} is not answered with a number")
            earlier[question.id] = question
        percents = [item.at_percent for item in self.encouragements]
        if percents != sorted(set(percents)):
            raise ValueError("encouragements must be in ascending order of percent, without duplicates")
        return self

    def check_cars(self, slugs: Iterable[str], categories: Iterable[str]) -> None:
        """Raises ValueError if a score refers to an unknown car or category."""
        known_cars, known_categories = frozenset(slugs), frozenset(categories)
        for question in self.questions:
            for option in question.options:
                for score in option.scores:
                    place = f"answer {option.value} of question {question.id}"
                    if score.car is not None and score.car not in known_cars:
                        raise ValueError(f"{place} scores {score.car}, which is no car of the catalogue")
                    if score.category is not None and score.category not in known_categories:
                        raise ValueError(f"{place} scores {score.category}, which no car of the catalogue is")

    @cached_property
    def _by_id(self) -> Mapping[str, Question]:
        return {question.id: question for question in self.questions}

    @cached_property
    def flat_rules(self) -> str:
        """The skip rules for the database, JSON in quiz order.

        ``[question, depends on, value]``; within bounds ``[question, depends on, at least, at most]``.
        """
        rules: list[tuple[str | int | None, ...]] = []
        for question in self.questions:
            for rule in question.skip_when:
                if rule.values:
                    rules += [(question.id, rule.question_id, value) for value in rule.values]
                else:
                    rules.append((question.id, rule.question_id, rule.at_least, rule.at_most))
        return orjson.dumps(rules).decode()

    @cached_property
    def _in_rules(self) -> frozenset[str]:
        """Questions that a skip rule skips or depends on."""
        return frozenset(
            question_id
            for question in self.questions
            for rule in question.skip_when
            for question_id in (question.id, rule.question_id)
        )

    def rules_for(self, question_ids: Iterable[str]) -> str:
        """The flat rules if answers to these questions can change what is counted, else no rules."""
        return NO_RULES if self._in_rules.isdisjoint(question_ids) else self.flat_rules

    def question(self, question_id: str) -> Question | None:
        return self._by_id.get(question_id)


# Translations of a quiz. Questions and answers keep their codes, which are the keys of reports.
#
# Stored as ``translations`` of a version, by language: ``{"ka": {"questions": {"q1": {"text": "…", "options":
# {"leisure": "…"}}}, "encouragements": [{"atPercent": 25, "text": "…"}]}}``. Missing texts fall back to the
# first language.


class QuestionTexts(ApiModel):
    """``options`` and ``reasons``: labels, and what the recommendation says, by the code of the answer."""

    text: Words | None = None
    options: dict[Code, Words] = Field(default_factory=dict)
    reasons: dict[Code, Words] = Field(default_factory=dict)
    low_label: Words | None = None
    high_label: Words | None = None


class QuizTexts(ApiModel):
    """``questions`` by their ids."""

    questions: dict[Code, QuestionTexts] = Field(default_factory=dict)
    encouragements: list[Encouragement] = Field(default_factory=list)


def by_language(stored: Mapping[str, Any]) -> dict[str, QuizTexts]:
    """Stored translations of one version."""
    return {language: QuizTexts.model_validate(texts) for language, texts in stored.items()}


def translated(quiz: QuizDefinition, texts: QuizTexts) -> QuizDefinition:
    """The same quiz in other words."""
    encouragements = {item.at_percent: item.text for item in texts.encouragements}
    return quiz.model_copy(
        update={
            "questions": [_question(item, texts.questions.get(item.id)) for item in quiz.questions],
            "encouragements": [
                item.model_copy(update={"text": encouragements.get(item.at_percent, item.text)})
                for item in quiz.encouragements
            ],
        }
    )


def _question(question: Question, texts: QuestionTexts | None) -> Question:
    if texts is None:
        return question
    options = [
        option.model_copy(
            update={
                "label": texts.options.get(option.value, option.label),
                "reason": texts.reasons.get(option.value, option.reason),
            }
        )
        for option in question.options
    ]
    return question.model_copy(
        update={
            "text": texts.text or question.text,
            "options": options,
            "low_label": texts.low_label or question.low_label,
            "high_label": texts.high_label or question.high_label,
        }
    )
