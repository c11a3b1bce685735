"""Pure rules of the quiz (validation of answers) and of experiments between its versions.

Visitors are assigned to versions at random, by shares. The compared metric is the conversion rate: the share
of a version's sessions that led to a booking. The logarithm of the ratio of two rates is close to normal, and
its running value a random walk in information time. A normal mixture over ratios against one ratio is an
e-value: the test may be evaluated and stopped at any time, and among versions with equal rates at most a
share of ALPHA is ever decided. The same mixture gives the interval: a decision is equivalent to an interval
that excludes "no difference". Sources: Robbins, "Statistical methods related to the law of the iterated
logarithm" (1970); Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences" (2024); for the check of the assignment, which is exact: Ramdas, Grünwald,
Vovk, Shafer, "Game-theoretic statistics and safe anytime-valid inference" (2023).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from math import exp, lgamma, log, log1p, sqrt
from typing import Any, NotRequired, TypedDict
from uuid import UUID

from abano.core.errors import FieldError, InvalidInput, Message, Sentence
from abano.marketing.quiz.definition import WRITTEN_KINDS, Question, QuizDefinition
from abano.marketing.quiz.schemas import AnswerIn
from abano.marketing.quiz.skip_rules import NUMBER
from abano.marketing.quiz.written_answers import check_written

NO_SUCH_QUESTION = Message("no_such_question", "There is no such question in this quiz")
NO_SUCH_ANSWER = Message("no_such_answer", "Question {question} has no such answer")
WRONG_NUMBER_OF_ANSWERS = Message("wrong_number_of_answers", "Choose {fewest} to {most} answers")
NUMBER_OUTSIDE = Message("number_outside", "Enter a number from {minimum} to {maximum}")
NUMBER_TOO_EXACT = Message("number_too_exact", "Enter a number with at most {count} decimals")


class CheckedAnswer(TypedDict):
    """An answer as stored. Texts come from the quiz definition, not from the browser.

    ``details``: the words of a written answer.
    """

    question_id: str
    value: str
    question_text: str
    answer_text: str
    sequence: int
    details: NotRequired[dict[str, Any]]


def check_answers(
    quiz: QuizDefinition, answers: Iterable[AnswerIn], *, skip_unknown: bool = False
) -> list[CheckedAnswer]:
    """The newest answer to each question: the highest sequence, then the last in the list.

    Raises InvalidInput for questions and answers that are not in this quiz, unless ``skip_unknown``.
    """
    newest: dict[str, CheckedAnswer] = {}
    errors: list[FieldError] = []
    for position, answer in enumerate(answers):
        question = quiz.question(answer.question_id)
        if question is None:
            errors.append(FieldError(f"answers.{position}.questionId", NO_SUCH_QUESTION()))
            continue
        given = _given(question, answer)
        if isinstance(given, FieldError):
            errors.append(FieldError(f"answers.{position}.{given.field}", given.sentence))
        elif question.id not in newest or answer.sequence >= newest[question.id]["sequence"]:
            value, label, details = given
            newest[question.id] = CheckedAnswer(
                question_id=question.id,
                value=value,
                question_text=question.text,
                answer_text=label,
                sequence=answer.sequence,
            )
            if details is not None:
                newest[question.id]["details"] = details
    if errors and not skip_unknown:
        raise InvalidInput(fields=tuple(errors))
    return list(newest.values())


def _given(question: Question, answer: AnswerIn) -> tuple[str, str, dict[str, Any] | None] | FieldError:
    """The answer as stored, its text, and the words of a written answer; or what is wrong with it."""
    if question.kind in WRITTEN_KINDS:
        return check_written(question, answer)
    chosen = _chosen(question, answer.value)
    return FieldError("value", chosen) if isinstance(chosen, Sentence) else (*chosen, None)


def _chosen(question: Question, value: str) -> tuple[str, str] | Sentence:
    if question.kind == "number":
        return _number(question, value)
    if question.kind != "choices":
        label = question.label_of(value)
        return NO_SUCH_ANSWER(question=question.id) if label is None else (value, label)
    wanted = value.split(",")
    # In quiz order, so that the same answers are the same text.
    chosen = [option for option in question.options if option.value in wanted]
    if len(chosen) != len(wanted):
        return NO_SUCH_ANSWER(question=question.id)
    fewest, most = question.choosable
    if not fewest <= len(chosen) <= most:
        return WRONG_NUMBER_OF_ANSWERS(fewest=fewest, most=most)
    return ",".join(option.value for option in chosen), ", ".join(option.label for option in chosen)


def _number(question: Question, value: str) -> tuple[str, str] | Sentence:
    minimum, maximum = question.minimum or 0, question.maximum or 0
    outside = NUMBER_OUTSIDE(minimum=minimum, maximum=maximum)
    if not NUMBER.fullmatch(value):
        return outside
    number = Decimal(value)
    if not minimum <= number <= maximum:
        return outside
    if number != round(number, question.decimals):
        return NUMBER_TOO_EXACT(count=question.decimals)
    # 3.50 and 3.5 are one answer; and there is no -0.
    text = f"{number.normalize() + 0:f}"
    return text, f"{text} {question.unit}" if question.unit else text


def check_question(quiz: QuizDefinition, question_id: str, *, skip_unknown: bool = False) -> str | None:
    """The id of a question of this quiz. Otherwise raises InvalidInput; None if ``skip_unknown``."""
    if quiz.question(question_id) is not None:
        return question_id
    if skip_unknown:
        return None
    raise InvalidInput.of("questionId", NO_SUCH_QUESTION())


# False positive rate: at most this share of verdicts on equal versions is wrong.
ALPHA = 0.05
# How far from "no difference" the mixture expects the truth: lifts of about a third in either direction.
SPREAD = log(4 / 3)
# Pseudo-counts, so that versions without bookings can be compared.
HALF = 0.5
# Of all draws that are as they should be, at most this share is called broken. How close to the shares the mixture
# expects the truth.
DRAW_ALPHA = 0.001
DRAW_WEIGHT = 50.0


@dataclass(frozen=True, slots=True)
class Arm:
    """One version; ``share`` in percent of the visitors."""

    version: str
    share: int


@dataclass(frozen=True, slots=True)
class Count:
    """Sessions of a version, and those of them that led to a booking."""

    sessions: int
    conversions: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A version compared to the first one: relative difference in conversion, with its confidence interval.

    ``low`` and ``high`` are valid simultaneously at every evaluation. ``is_decided``: significantly better or
    worse.
    """

    version: str
    lift: float | None
    low: float
    high: float | None
    is_decided: bool


def compare(version: str, before: Count, after: Count, *, comparisons: int = 1) -> Comparison:
    """Compare ``version`` with counts ``after`` to the first one with counts ``before``.

    Several simultaneous comparisons share ALPHA equally.
    """
    limit = log(comparisons / ALPHA)
    if not before.sessions or not after.sessions:
        return Comparison(version, None, -1, None, is_decided=False)
    ratio = _log_rate(after) - _log_rate(before)
    spread = sqrt(_variance(after) + _variance(before))
    margin = spread * _boundary(1 / spread**2, limit)
    low, high = exp(ratio - margin) - 1, exp(ratio + margin) - 1
    if not before.conversions:
        return Comparison(version, None, low, None, is_decided=low > 0)
    lift = after.conversions / after.sessions / (before.conversions / before.sessions) - 1
    return Comparison(version, lift, low if after.conversions else -1, high, is_decided=low > 0 or high < 0)


def _log_rate(count: Count) -> float:
    return log((count.conversions + HALF) / (count.sessions + HALF))


def _variance(count: Count) -> float:
    """Of the logarithm of the rate."""
    return 1 / (count.conversions + HALF) - 1 / (count.sessions + 2 * HALF)


def _boundary(information: float, limit: float) -> float:
    """The number of standard errors that the true value exceeds only with probability exp(-limit)."""
    gained = information * SPREAD**2
    return sqrt(2 * (1 + 1 / gained) * (limit + log1p(gained) / 2))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result. ``is_over``: the evidence is sufficient. ``winner``: the significantly better version."""

    counts: tuple[Count, ...]
    comparisons: tuple[Comparison, ...]
    is_draw_broken: bool
    is_over: bool
    winner: str | None


def judge(arms: Sequence[Arm], counts: Sequence[Count]) -> Verdict:
    """Compare every arm with the first. Over once one is significantly better, or all are worse.

    An invalid assignment decides nothing.
    """
    first, *others = arms
    comparisons = tuple(
        compare(arm.version, counts[0], count, comparisons=len(others))
        for arm, count in zip(others, counts[1:], strict=True)
    )
    better = [each for each in comparisons if each.is_decided and each.low > 0]
    are_all_worse = all(each.is_decided and each.low <= 0 for each in comparisons)
    is_broken = is_draw_broken(arms, counts)
    winner = max(better, key=lambda each: each.low).version if better else None
    if are_all_worse:
        winner = first.version
    if is_broken:
        winner = None
    return Verdict(tuple(counts), comparisons, is_broken, winner is not None, winner)


def is_draw_broken(arms: Sequence[Arm], counts: Sequence[Count]) -> bool:
    """Whether sessions deviate significantly from the shares: the assignment is not random."""
    whole = sum(arm.share for arm in arms)
    sessions = sum(count.sessions for count in counts)
    limit = log(len(arms) / DRAW_ALPHA)
    return any(
        draw_evidence(count.sessions, sessions - count.sessions, arm.share / whole) >= limit
        for arm, count in zip(arms, counts, strict=True)
    )


def draw_evidence(ours: int, theirs: int, share: float) -> float:
    """The log of the e-value against a draw by ``share``: a beta mixture over other draws.

    ``ours`` and ``theirs`` happened; ``share`` is the expected part of ours, between 0 and 1.
    """
    a, b = DRAW_WEIGHT * share, DRAW_WEIGHT * (1 - share)
    return _log_beta(a + ours, b + theirs) - _log_beta(a, b) - ours * log(share) - theirs * log(1 - share)


def sessions_needed(rate: float, lift: float, arms: Sequence[Arm]) -> int | None:
    """The approximate number of sessions to detect a lift over ``rate``. None if it cannot be detected.

    ``rate``: conversion rate as a fraction. Half of all experiments detect the lift by then.
    """
    lifted = rate * (1 + lift)
    if not 0 < rate < 1 or not 0 < lifted < 1 or lift == 0 or len(arms) < 2:
        return None
    limit = log((len(arms) - 1) / ALPHA)
    sought = abs(log1p(lift))
    information = 1.0
    # The boundary in standard errors grows with the logarithm of the information: a few rounds come close enough.
    for _ in range(50):
        information = (information + (_boundary(information, limit) / sought) ** 2) / 2
    whole = sum(arm.share for arm in arms)
    first, other = arms[0].share / whole, arms[1].share / whole
    return round(information * ((1 - rate) / (rate * first) + (1 - lifted) / (lifted * other)))


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


# Assignment of visitors to quiz versions during an experiment. Pure.

# A page says so where it shows the quiz and asks no one.
NO_PART = "none"


@dataclass(frozen=True, slots=True)
class RunningExperiment:
    """The part of an experiment needed for assignment."""

    id: UUID
    arms: tuple[Arm, ...]
    ends_at: datetime

    def draw(self, number: int, *, known_experiment: str | None, known_arm: str | None) -> str:
        """A version; the one that the visitor had before in this experiment. ``number``: at random, 0 to 99."""
        if known_experiment == str(self.id) and any(arm.version == known_arm for arm in self.arms):
            return str(known_arm)
        below = 0
        for arm in self.arms:
            below += arm.share
            if number < below:
                break
        return arm.version

    def drew(self, experiment_id: UUID | None, version: str | None) -> bool:
        """Whether the session was assigned to ``version`` by this experiment."""
        return experiment_id == self.id and any(arm.version == version for arm in self.arms)


def arms_of(stored: Sequence[Mapping[str, Any]]) -> tuple[Arm, ...]:
    """In the order of the database."""
    return tuple(Arm(arm["version"], arm["share"]) for arm in stored)
