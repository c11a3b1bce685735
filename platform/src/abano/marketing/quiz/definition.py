"""Quiz definitions: questions, options, skip rules and encouragements, validated whenever they are loaded."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self
from uuid import UUID

import orjson
from pydantic import Field, model_validator

from abano.core.api_model import ApiModel
from abano.core.text import NO_NUL
from abano.marketing.quiz.skip_rules import NUMBER, Bound, Code, SkipRule, is_skipped

NO_RULES = "[]"
MAX_QUESTIONS = 100
Words = Annotated[str, Field(min_length=1, max_length=300)]
ConsentText = Annotated[str, Field(max_length=500, pattern=NO_NUL)]


MAX_POINTS = 100
# Points of a scale.
SCALE_POINTS = (2, 11)
# Different numbers that a question for a number allows: figures count each of them.
MAX_NUMBERS = 10_000
# ``choice``: one answer. ``choices``: several. ``scale``: one of consecutive whole numbers, which are its options.
# ``number``: one within bounds. ``text``: in the visitor's own words. ``contact``: name, email and phone.
QuestionKind = Literal["choice", "choices", "scale", "number", "text", "contact"]
ContactField = Literal["name", "email", "phone"]
# Of a text, in characters.
MAX_TEXT, DEFAULT_TEXT = 500, 200


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


class MediaRef(ApiModel):
    """A photo or drawing of the company's media library, which has its alternative texts."""

    media_id: UUID


class Option(ApiModel):
    """``scores``: which cars suit who answers so; ``reason`` says why, where the recommended car has points by it.

    ``group_size``: at least so many people travel; cars with fewer seats are not recommended. ``age_from`` and
    ``age_to``: the driver's age, both included; outside the company's limits the quiz says so.
    """

    value: Code
    label: Words
    icon: str | None = None
    picture: MediaRef | None = None
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


PROBLEMS = {
    "answers": "has to have at least 2 answers",
    "choosable": "has fewer answers to choose than have to be chosen",
    "points": "is a scale, whose answers are 2 to 11 consecutive whole numbers",
    "bounds": f"is about a number, without bounds for fewer than {MAX_NUMBERS} numbers, or with answers",
    "written": "is answered in words and has no answers to choose from",
    "reach": "asks for a contact and needs an email or a phone number among what it asks for",
    "consent": "asks for a contact and needs a consent text",
}
# Kinds whose answers are numbers, and kinds that a visitor writes: those can be left out.
NUMERIC_KINDS = frozenset({"scale", "number"})
WRITTEN_KINDS = frozenset({"text", "contact"})
# What is stored of a written answer beside its words: whether it was given, and how long a text is, by its greatest
# number of characters. The words themselves never enter the warehouse.
SKIPPED, GIVEN = "skipped", "given"
TEXT_LENGTHS = (("short", 50), ("medium", 150), ("long", MAX_TEXT))


class Question(ApiModel):
    """``fewest`` and ``most``: how many answers to ``choices`` are given, by default one to all.

    ``low_label`` and ``high_label``: what the ends of a scale mean. ``minimum``, ``maximum``, ``decimals`` and
    ``unit``: of a number. ``max_length``: of a text. ``asks`` and ``requires``: what a contact consists of, and what
    of that has to be given; ``consent_text``: what the visitor agrees to. ``is_required``: a text or contact that
    can't be left out. ``skip_join``: whether any of ``skip_when`` skips the question, or only all together.
    """

    id: Code
    kind: QuestionKind = "choice"
    text: Words
    icon: str | None = None
    options: list[Option] = Field(max_length=20)
    skip_when: list[SkipRule] = Field(default_factory=list)
    skip_join: Literal["any", "all"] = "any"
    fewest: int | None = Field(default=None, ge=1, le=20)
    most: int | None = Field(default=None, ge=1, le=20)
    low_label: Words | None = None
    high_label: Words | None = None
    minimum: Bound | None = None
    maximum: Bound | None = None
    decimals: int = Field(default=0, ge=0, le=2)
    unit: Annotated[str, Field(min_length=1, max_length=20)] | None = None
    is_required: bool = False
    max_length: int | None = Field(default=None, ge=1, le=MAX_TEXT)
    asks: list[ContactField] = Field(default_factory=list, max_length=3)
    requires: list[ContactField] = Field(default_factory=list, max_length=3)
    consent_text: ConsentText | None = None

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
        if self.kind in WRITTEN_KINDS:
            return self._written_problem()
        if len(self.options) < 2:
            return "answers"
        if self.kind == "choices":
            fewest, most = self.choosable
            return None if fewest <= most and fewest <= (self.most or fewest) else "choosable"
        return None if self.kind == "choice" or self._has_points() else "points"

    def is_skipped(self, answers: Mapping[str, str]) -> bool:
        """Whether the counted answers to earlier questions, as stored, skip this question."""
        return is_skipped(self.skip_when, self.skip_join, answers)

    def _written_problem(self) -> str | None:
        if self.options:
            return "written"
        if self.kind == "text":
            return None
        if {"email", "phone"}.isdisjoint(self.asks) or not set(self.requires) <= set(self.asks):
            return "reach"
        return None if (self.consent_text or "").strip() else "consent"

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
                if rule.has_bounds and target.kind not in NUMERIC_KINDS:
                    raise ValueError(f"question {rule.question_id} is not answered with a number")
                if rule.match == "all" and target.kind != "choices":
                    raise ValueError(f"question {rule.question_id} is not answered with several answers")
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
    def media_ids(self) -> frozenset[UUID]:
        """The pictures of answers."""
        options = (option for question in self.questions for option in question.options)
        return frozenset(option.picture.media_id for option in options if option.picture)

    @cached_property
    def flat_rules(self) -> str:
        """The skip rules for the database, JSON in quiz order: see quiz_answers_store."""
        rules: list[tuple[str | int | list[str] | None, ...]] = []
        for question in self.questions:
            last = len(question.skip_when) - 1
            for place, rule in enumerate(question.skip_when):
                join = "or" if question.skip_join == "any" else "last" if place == last else "and"
                skip_code = SKIPPED if self._by_id[rule.question_id].kind in WRITTEN_KINDS else None
                rules.append((question.id, join, rule.question_id, *rule.flat(skip_code)))
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
    consent_text: ConsentText | None = None


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
            "consent_text": texts.consent_text or question.consent_text,
        }
    )
