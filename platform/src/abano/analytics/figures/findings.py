"""What deserves attention in a period, ranked by the bookings it is about. Pure.

Computed from the figures of the page, so that each finding agrees with its chart. Only differences beyond chance are
findings (abano_shared.evidence); tests of one kind are corrected for one another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from abano.analytics.figures.schemas import (
    AnswerFinding,
    CampaignFinding,
    ChangeFinding,
    DropCause,
    Finding,
    QuestionFinding,
    SpendFinding,
)
from abano.core.money import MINOR_UNITS
from abano_shared.campaign_names import name_key
from abano_shared.contract.answers import (
    CampaignFigures,
    FunnelStep,
    OverviewFigures,
    QuestionFigures,
)
from abano_shared.evidence import LEVEL, Case, evidence, newcombe, wilson
from abano_shared.value_interval import MIN_BOOKINGS, value_interval

MAX_FINDINGS = 8
MAX_OF_A_KIND = 3
# A question that loses fewer is not worth a look.
MIN_LOST_BOOKINGS = 1.0

CauseFilter = Literal["device", "utmCampaign"]


@dataclass(frozen=True, slots=True)
class Segment:
    """The funnel of the sessions with one value of a filter."""

    filter: CauseFilter
    value: str
    steps: Sequence[FunnelStep]


@dataclass(frozen=True, slots=True)
class Days:
    """A period without unfinished days, for comparison with another."""

    overview: OverviewFigures
    campaigns: Sequence[CampaignFigures]


@dataclass(frozen=True, slots=True)
class Sources:
    """What findings are computed from. ``money``: with costs, and as analytics answers it, in the same order."""

    overview: OverviewFigures
    questions: Sequence[QuestionFigures]
    steps: Sequence[FunnelStep]
    campaigns: Sequence[CampaignFigures]
    segments: Sequence[Segment] = ()
    whole_days: Days | None = None
    days_before: Days | None = None
    currency: str = ""
    money: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]] = field(default=())


def findings(sources: Sources) -> list[Finding]:
    """The most important first; at most ``MAX_FINDINGS``, and ``MAX_OF_A_KIND`` of each kind."""
    kinds: list[Sequence[Finding]] = [
        _questions(sources),
        _answers(sources.questions),
        _campaigns(sources),
        _spend(sources),
        _changes(sources),
    ]
    found = [one for kind in kinds for one in sorted(kind, key=_weight)[:MAX_OF_A_KIND]]
    return sorted(found, key=_weight)[:MAX_FINDINGS]


def _weight(finding: Finding) -> float:
    return -abs(finding.bookings)


def _questions(sources: Sources) -> Sequence[Finding]:
    """Questions at which sessions end, by the bookings of as many that answered them."""
    answered = {question.question_id: question for question in sources.questions}
    found: list[QuestionFinding] = []
    for step in sources.steps:
        question = answered.get(step.question_id)
        if question is None or question.total_conversions < MIN_BOOKINGS:
            continue
        rate = question.total_conversions / question.total_responses
        if step.dropped * rate < MIN_LOST_BOOKINGS:
            continue
        low, high = wilson(question.total_conversions, question.total_responses)
        found.append(
            QuestionFinding(
                question_id=step.question_id,
                question_text=step.question_text,
                sessions=step.seen,
                dropped=step.dropped,
                drop_rate=step.drop_rate,
                bookings=-_tenths(step.dropped * rate),
                low=-_tenths(step.dropped * high),
                high=-_tenths(step.dropped * low),
            )
        )
    found = sorted(found, key=_weight)[:MAX_OF_A_KIND]
    causes = _causes(sources, {one.question_id for one in found})
    return [one.model_copy(update={"cause": causes.get(one.question_id)}) for one in found]


def _causes(sources: Sources, questions: set[str]) -> dict[str, DropCause]:
    """By question the segment that loses more sessions there than the others, and most of them."""
    steps = {step.question_id: step for step in sources.steps if step.question_id in questions}
    tested = [
        (segment, part, steps[part.question_id])
        for segment in sources.segments
        for part in segment.steps
        if part.question_id in steps and part.seen < steps[part.question_id].seen
    ]
    verdicts = evidence(
        [Case(part.dropped, part.seen, whole.dropped, whole.seen) for _, part, whole in tested]
    )
    causes: dict[str, tuple[float, DropCause]] = {}
    for (segment, part, whole), verdict in zip(tested, verdicts, strict=True):
        if verdict != "above":
            continue
        other = (whole.dropped - part.dropped) / (whole.seen - part.seen)
        excess = part.dropped - part.seen * other
        if excess > causes.get(part.question_id, (0.0, None))[0]:
            cause = DropCause(
                filter=segment.filter,
                value=segment.value,
                drop_rate=part.drop_rate,
                other_drop_rate=_percent(other),
            )
            causes[part.question_id] = excess, cause
    return {question: cause for question, (_, cause) in causes.items()}


def _answers(questions: Sequence[QuestionFigures]) -> Sequence[Finding]:
    """Answers whose sessions book more or less than those with the other answers, as the chart marks them."""
    found: list[Finding] = []
    for question in questions:
        # Ranges of numbers are the chart's: others would be as good.
        if question.kind == "number":
            continue
        for answer in question.answers:
            if not answer.significant:
                continue
            difference = _Difference(
                answer.conversions, answer.count, question.total_conversions, question.total_responses
            )
            found.append(
                AnswerFinding(
                    question_id=question.question_id,
                    question_text=question.question_text,
                    answer=answer.value,
                    answer_text=answer.text,
                    **difference.fields,
                )
            )
    return found


def _campaigns(sources: Sources) -> Sequence[Finding]:
    """Campaigns whose sessions book more or less than all others."""
    all_sessions, all_booked = sources.overview.total_sessions, sources.overview.conversion_count
    rows = [row for row in sources.campaigns if row.total_sessions < all_sessions]
    cases = [Case(row.conversion_count, row.total_sessions, all_booked, all_sessions) for row in rows]
    return [
        CampaignFinding(
            source=row.source,
            medium=row.medium,
            campaign=row.campaign,
            **_Difference(row.conversion_count, row.total_sessions, all_booked, all_sessions).fields,
        )
        for row, verdict in zip(rows, evidence(cases), strict=True)
        if verdict in {"above", "below"}
    ]


@dataclass(frozen=True, slots=True)
class _Difference:
    """Bookings of a part of the sessions beyond those that it would have at the rate of all others."""

    booked: int
    sessions: int
    all_booked: int
    all_sessions: int

    @property
    def fields(self) -> dict[str, Any]:
        other_booked, other = self.all_booked - self.booked, self.all_sessions - self.sessions
        other_rate = other_booked / other
        low, high = newcombe(self.booked, self.sessions, other_booked, other)
        return {
            "sessions": self.sessions,
            "rate": _percent(self.booked / self.sessions),
            "other_rate": _percent(other_rate),
            "bookings": _tenths(self.booked - self.sessions * other_rate),
            "low": _tenths(self.sessions * low),
            "high": _tenths(self.sessions * high),
        }


def _spend(sources: Sources) -> Sequence[Finding]:
    """Campaigns that certainly bring less than they cost, or more.

    The interval of their value is wider than the page's, for as many campaigns as have costs.
    """
    known = [(row, sums) for row, sums in sources.money if row["cost"] and sums["cases"] >= MIN_BOOKINGS]
    booked = sum(sums["bookedValue"] for _, sums in sources.money)
    bookings = sum(sums["bookings"] for _, sums in sources.money)
    found: list[Finding] = []
    for row, sums in known:
        edges = value_interval(
            sums["bookedValue"] * MINOR_UNITS, sums["squares"], sums["largest"], level=1 - LEVEL / len(known)
        )
        low, high = (round(edge / MINOR_UNITS, 2) for edge in edges)
        cost, value = row["cost"], sums["bookedValue"]
        if low <= cost <= high:
            continue
        found.append(
            SpendFinding(
                source=row["source"],
                campaign=row["campaign"],
                sessions=row["totalSessions"],
                cost=cost,
                booked_value=value,
                value_low=low,
                value_high=high,
                currency=sources.currency,
                # Money as bookings of an average value, to be ranked among the others.
                bookings=_tenths((value - cost) * bookings / booked) if booked else 0.0,
            )
        )
    return found


def _changes(sources: Sources) -> Sequence[Finding]:
    """Completion and conversion of all sessions and of each campaign, against the period before."""
    now, before = sources.whole_days, sources.days_before
    if now is None or before is None:
        return []
    tested = [_Change("completion", *_completed(now.overview), *_completed(before.overview))]
    tested.append(_Change("conversion", *_converted(now.overview), *_converted(before.overview)))
    earlier = _by_campaign(before.campaigns)
    tested += [
        _Change("conversion", *_converted(row), *_converted(earlier[key]), row)
        for key, row in _by_campaign(now.campaigns).items()
        if key in earlier
    ]
    verdicts = evidence(
        [
            Case(one.part, one.whole, one.part + one.before_part, one.whole + one.before_whole)
            for one in tested
        ]
    )
    converted_of_completed = now.overview.conversion_count / max(1, now.overview.completed_sessions)
    return [
        one.finding(converted_of_completed if one.metric == "completion" else 1.0)
        for one, verdict in zip(tested, verdicts, strict=True)
        if verdict in {"above", "below"}
    ]


Counted = OverviewFigures | CampaignFigures


def _completed(figures: Counted) -> tuple[int, int]:
    return figures.completed_sessions, figures.total_sessions


def _converted(figures: Counted) -> tuple[int, int]:
    return figures.conversion_count, figures.total_sessions


def _by_campaign(rows: Sequence[CampaignFigures]) -> dict[tuple[str, str, str], CampaignFigures]:
    """By the keys of their names: a campaign may be spelled otherwise in another period."""
    return {(name_key(row.source), name_key(row.medium), name_key(row.campaign)): row for row in rows}


@dataclass(frozen=True, slots=True)
class _Change:
    metric: Literal["completion", "conversion"]
    part: int
    whole: int
    before_part: int
    before_whole: int
    campaign: CampaignFigures | None = None

    def finding(self, bookings_each: float) -> ChangeFinding:
        low, high = newcombe(self.part, self.whole, self.before_part, self.before_whole)
        before_rate = self.before_part / max(1, self.before_whole)
        each = self.whole * bookings_each
        return ChangeFinding(
            metric=self.metric,
            source=self.campaign.source if self.campaign else None,
            medium=self.campaign.medium if self.campaign else None,
            campaign=self.campaign.campaign if self.campaign else None,
            sessions=self.whole,
            rate=_percent(self.part / max(1, self.whole)),
            other_rate=_percent(before_rate),
            bookings=_tenths(self.part * bookings_each - each * before_rate),
            low=_tenths(each * low),
            high=_tenths(each * high),
        )


def _percent(share: float) -> float:
    return round(100 * share, 1)


def _tenths(number: float) -> float:
    return round(number, 1)
