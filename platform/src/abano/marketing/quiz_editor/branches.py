"""Analyses the paths through a quiz's skip rules. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from abano.core.api_model import ApiModel
from abano.core.text import NO_NUL
from abano.marketing.quiz.definition import (
    GIVEN,
    MAX_QUESTIONS,
    WRITTEN_KINDS,
    Option,
    Question,
    QuizTexts,
)
from abano.marketing.quiz.skip_rules import Code, SkipRule

# Ways that differ in answers on which later questions depend. Beyond it nothing is claimed.
MAX_PATHS = 5_000
# Earlier questions that a later one depends on, each with its answer.
Way = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Branches:
    """``never_asked``: ids of unreachable questions; the minimum and maximum number of questions asked.

    None if a quiz has too many paths. Every quiz ends: rules only skip later questions.
    """

    never_asked: tuple[str, ...]
    fewest: int | None
    most: int | None


def branches(questions: Sequence[Question]) -> Branches:
    """Follow every way through the quiz. Answers that lead to the same questions count as one."""
    ways: dict[Way, tuple[int, int]] = {(): (0, 0)}
    asked: set[str] = set()
    for place, question in enumerate(questions):
        needed = {rule.question_id for later in questions[place + 1 :] for rule in later.skip_when}
        outcomes = _outcomes(question, questions[place + 1 :])
        following: dict[Way, tuple[int, int]] = {}
        for way, (fewest, most) in ways.items():
            answers = dict(way)
            if question.is_skipped(answers):
                _add(following, answers, needed, (fewest, most))
                continue
            asked.add(question.id)
            for value in outcomes:
                _add(following, {**answers, question.id: value}, needed, (fewest + 1, most + 1))
        if len(following) > MAX_PATHS:
            return Branches((), None, None)
        ways = following
    counts = list(ways.values())
    return Branches(
        tuple(question.id for question in questions if question.id not in asked),
        min(fewest for fewest, _ in counts),
        max(most for _, most in counts),
    )


def _outcomes(question: Question, later: Sequence[Question]) -> list[str]:
    """One answer for each set of rules that it fulfils."""
    rules = [rule for other in later for rule in other.skip_when if rule.question_id == question.id]
    if question.kind == "choices" and question.options:
        return _several(question, rules)
    by_rules: dict[tuple[bool, ...], str] = {}
    for value in _values(question, rules):
        by_rules.setdefault(tuple(rule.matches(value) for rule in rules), value)
    return list(by_rules.values()) or [""]


def _several(question: Question, rules: Sequence[SkipRule]) -> list[str]:
    """The same for several answers: which rules the chosen ones fulfil together, by how many they are."""
    fewest, most = question.choosable
    # What a single answer can fulfil: a rule, or its part of one that asks for all of several.
    parts = [
        part
        for rule in rules
        for part in ([[value] for value in rule.values] if rule.match == "all" else [rule.values])
    ]
    nothing: tuple[bool, ...] = (False,) * len(parts)
    found: dict[tuple[int, tuple[bool, ...]], str] = {(0, nothing): ""}
    for option in question.options:
        own = tuple(option.value in part for part in parts)
        for (count, fulfilled), value in list(found.items()):
            if count < most:
                together = tuple(one or other for one, other in zip(fulfilled, own, strict=True))
                found.setdefault((count + 1, together), f"{value},{option.value}" if value else option.value)
        if len(found) > MAX_PATHS:
            break
    by_rules = {
        tuple(rule.matches(value) for rule in rules): value
        for (count, _), value in found.items()
        if count >= fewest
    }
    return list(by_rules.values()) or [""]


def _values(question: Question, rules: Sequence[SkipRule]) -> list[str]:
    """Answers of which each set of rules fulfilled has one. Empty: the visitor leaves it out."""
    if question.kind in WRITTEN_KINDS:
        return [GIVEN] if question.is_required else [GIVEN, ""]
    return _numbers(question, rules) or [option.value for option in question.options]


def _numbers(question: Question, rules: Sequence[SkipRule]) -> list[str]:
    """Numbers on both sides of each bound; none for questions of other kinds."""
    if question.kind != "number" or question.minimum is None or question.maximum is None:
        return []
    step = Decimal(1).scaleb(-question.decimals)
    bounds = [bound for rule in rules for bound in (rule.at_least, rule.at_most) if bound is not None]
    beside = {number for bound in bounds for number in (bound - step, Decimal(bound), bound + step)}
    within = sorted(number for number in beside if question.minimum <= number <= question.maximum)
    return [str(question.minimum), str(question.maximum), *(f"{number:f}" for number in within)]


def _add(
    ways: dict[Way, tuple[int, int]], answers: dict[str, str], needed: set[str], counts: tuple[int, int]
) -> None:
    way = tuple((name, value) for name, value in answers.items() if name in needed)
    fewest, most = ways.get(way, counts)
    ways[way] = (min(fewest, counts[0]), max(most, counts[1]))


# A quiz that is being written. It may be unfinished: what stops it from being published is found by ``rules``.

MAX_OPTIONS = 20
MAX_ENCOURAGEMENTS = 10
Unfinished = Annotated[str, Field(max_length=300, pattern=NO_NUL)]


class DraftOption(Option):
    label: Unfinished


class DraftQuestion(Question):
    text: Unfinished
    # Fewer answers than a quiz may have.
    options: list[DraftOption] = Field(max_length=MAX_OPTIONS)  # type: ignore[assignment]
    skip_when: list[SkipRule] = Field(default_factory=list, max_length=MAX_QUESTIONS)


class DraftEncouragement(ApiModel):
    at_percent: int = Field(ge=1, le=100)
    text: Unfinished


class DraftQuiz(ApiModel):
    """``translations`` by language. ``same_questions``: ids of questions that ask the same as before in new words."""

    questions: list[DraftQuestion] = Field(max_length=MAX_QUESTIONS)
    encouragements: list[DraftEncouragement] = Field(default_factory=list, max_length=MAX_ENCOURAGEMENTS)
    translations: dict[Annotated[str, Field(max_length=10)], QuizTexts] = Field(
        default_factory=dict, max_length=20
    )
    same_questions: list[Code] = Field(default_factory=list, max_length=MAX_QUESTIONS)

    def definition(self, version: str) -> dict[str, Any]:
        """As a version is stored; texts without the spaces around them."""
        body = self.model_dump(by_alias=True, mode="json", include={"questions", "encouragements"})
        stripped: dict[str, Any] = _stripped(body)
        return {"version": version, **stripped}

    def stored_translations(self) -> dict[str, Any]:
        """As a version stores them: without what is not written."""
        texts = self.model_dump(by_alias=True, mode="json", exclude_none=True)["translations"]
        stripped: dict[str, Any] = _stripped(texts)
        return stripped


def _stripped(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return [_stripped(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _stripped(item) for name, item in value.items()}
    return value
