"""Quiz definitions: questions, options, skip rules and encouragements, validated whenever they are loaded."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Self

import orjson
from pydantic import Field, model_validator

from abano.core.api_model import ApiModel

Code = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9+_-]+$")]
NO_RULES = "[]"
MAX_QUESTIONS = 100
Words = Annotated[str, Field(min_length=1, max_length=300)]


MAX_POINTS = 100


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
    """The question is skipped when ``question_id`` was answered with one of ``values``."""

    question_id: Code
    values: list[Code] = Field(min_length=1)


class Question(ApiModel):
    id: Code
    text: Words
    icon: str | None = None
    options: list[Option] = Field(min_length=2, max_length=20)
    skip_when: list[SkipRule] = Field(default_factory=list)

    def label_of(self, value: str) -> str | None:
        return next((option.label for option in self.options if option.value == value), None)


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
            for rule in question.skip_when:
                target = earlier.get(rule.question_id)
                if target is None:
                    raise ValueError(
                        f"question {question.id} depends on {rule.question_id}, which is not before it"
                    )
                unknown = [value for value in rule.values if target.label_of(value) is None]
                if unknown:
                    raise ValueError(f"question {rule.question_id} has no answer {unknown[0]}")
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
        """The skip rules for the database: JSON ``[[question, depends on, value]]`` in quiz order."""
        rules = [
            (question.id, rule.question_id, value)
            for question in self.questions
            for rule in question.skip_when
            for value in rule.values
        ]
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
    return question.model_copy(update={"text": texts.text or question.text, "options": options})
