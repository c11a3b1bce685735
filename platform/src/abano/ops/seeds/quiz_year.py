"""Generate quiz sessions and visits of a demo company, deterministic for a given seed and time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select

from abano.db.unit_of_work import UnitOfWork
from abano.marketing.experiments.models import ExperimentRow
from abano.marketing.quiz.models import QuizAnswer, QuizDefinitionRow, QuizSession
from abano.marketing.traffic.models import JourneyEvent
from abano.ops.seeds.experiments import SeededExperiment, experiment_rows, other_versions, plan
from abano.ops.seeds.rows import add_rows
from abano.tenancy.directory.tenant import Tenant

Row = dict[str, Any]
EVER = frozenset(range(1, 13))


@dataclass(frozen=True, slots=True)
class Campaign:
    """Traffic of a campaign: weights of visitors and bookers; ``patience`` scales the drop-off rate."""

    source: str | None
    medium: str | None
    name: str | None
    lookers: int
    bookers: int
    patience: float = 1.0
    phones: int = 68
    months: frozenset[int] = EVER


CAMPAIGNS = (
    Campaign("google", "cpc", "summer-mountains", 20, 22, months=frozenset(range(4, 10))),
    Campaign("google", "cpc", "autumn-4x4", 16, 30, 0.8, 60, frozenset({1, 2, 8, 9, 10, 11, 12})),
    Campaign("google", "cpc", "airport-pickup", 18, 9, 1.3, 80),
    Campaign("facebook", "paid", "family-suv", 22, 7, 1.5, 88),
    Campaign("newsletter", "email", "returning-guests", 4, 12, 0.5, 45),
    Campaign(None, None, None, 30, 34, 0.9, 62),
)
# Share of site bookings that came from the quiz.
BY_QUIZ = 0.55
# Sessions without a booking, for each session with one.
LOOKERS = 8
# Sessions in the year before, for each session without a booking.
YEAR_BEFORE = 0.6
# Drop-off at each question in percent; repeats for longer quizzes.
LEAVING = (7, 3, 5, 2, 9, 3, 2, 4, 11, 2, 3, 5, 2, 3, 6, 2)
# Share of bookers with several sessions, and how many sessions they have.
COMING_BACK = 0.35
VISITS = 3
# Relative number of sessions by hour of the day and by weekday, from Monday.
HOURS = (2, 1, 1, 0, 0, 1, 2, 4, 5, 6, 6, 6, 8, 7, 6, 6, 7, 9, 12, 15, 17, 16, 11, 5)
WEEKDAYS = (8, 7, 7, 8, 10, 14, 15)
SPREAD_DAYS = 6
YEAR = timedelta(days=364)


@dataclass(slots=True)
class QuizYear:
    """Rows to insert. ``before``: sessions of the year before, without bookings."""

    sessions: list[Row] = field(default_factory=list)
    before: list[Row] = field(default_factory=list)
    answers: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Quiz:
    """``questions``: those that are always asked. ``experiments``: at most one at a time."""

    version: str
    questions: Sequence[Mapping[str, Any]]
    experiments: Sequence[SeededExperiment]


class QuizYearMaker:
    """Generates sessions of visitors who booked and of others who did not, for each booking from the quiz."""

    def __init__(self, tenant: Tenant, quiz: Quiz, now: datetime) -> None:
        self._tenant, self._quiz, self._now = tenant, quiz, now
        self._random = Random(f"{tenant.slug} journeys")  # noqa: S311 - believable, not secret
        self._year = QuizYear()

    def make(self, bookings: Sequence[Row]) -> QuizYear:
        """Also sets the attributed session in ``bookings``."""
        for booking in bookings:
            came_by_quiz = self._random.random() < BY_QUIZ
            # All rows of one insert have the same columns.
            booking |= {"attributed_session_id": None, "attribution_method": None, "device_fingerprint": None}
            if booking["source"] == "site" and not booking["promo_code"] and came_by_quiz:
                self._of_booking(booking)
        return self._year

    def _of_booking(self, booking: Row) -> None:
        random, booked_at = self._random, booking["created_at"]
        if random.random() < COMING_BACK:
            # Same device, possibly another campaign.
            booking["device_fingerprint"] = f"{random.getrandbits(64):016x}"
        for number in range(VISITS if booking["device_fingerprint"] else 1):
            before = timedelta(minutes=random.uniform(6, 90), hours=number * random.uniform(20, 60))
            session = self._session(booked_at - before, is_booker=True)
            session["device_fingerprint"] = booking["device_fingerprint"]
            session["is_returning"] = number + 1 < VISITS and bool(booking["device_fingerprint"])
            self._year.sessions.append(session)
            self._answer(session, gives_up=number > 0)
            if number == 0:
                booking |= {"attributed_session_id": session["session_id"], "attribution_method": "session"}
        for _ in range(LOOKERS):
            started = self._moment(booked_at)
            session = self._session(started)
            self._year.sessions.append(session)
            self._answer(session)
            if random.random() < YEAR_BEFORE and (started - YEAR).year >= self._now.year - 1:
                # Many of these are before the first booking of the year.
                earlier = self._session(started - YEAR)
                self._year.before.append(earlier)
                self._answer(earlier)

    def _moment(self, around: datetime) -> datetime:
        """Return a time in the days around, mostly evenings and weekends; never in the future."""
        random, zone = self._random, self._tenant.zone
        days = [around + timedelta(days=day) for day in range(-SPREAD_DAYS // 2, SPREAD_DAYS // 2 + 1)]
        weights = [WEEKDAYS[day.astimezone(zone).weekday()] for day in days]
        day = random.choices(days, weights)[0]
        hour = random.choices(range(24), HOURS)[0]
        moment = day.astimezone(zone).replace(
            hour=hour, minute=random.randrange(60), second=random.randrange(60)
        )
        moment = moment.astimezone(self._now.tzinfo)
        while moment >= self._now - timedelta(minutes=10):
            moment -= timedelta(days=random.randint(1, SPREAD_DAYS // 2))
        return moment

    def _session(self, started: datetime, *, is_booker: bool = False) -> Row:
        random = self._random
        month = started.astimezone(self._tenant.zone).month
        running = [each for each in CAMPAIGNS if month in each.months]
        weights = [each.bookers if is_booker else each.lookers for each in running]
        campaign = random.choices(running, weights)[0]
        number = len(self._year.sessions) + len(self._year.before)
        experiment = self._experiment(started)
        return {
            "tenant_id": self._tenant.id,
            "session_id": f"demo-{number}",
            "quiz_version": experiment.draw(random) if experiment else self._quiz.version,
            "experiment_id": experiment.id if experiment else None,
            "utm_source": campaign.source,
            "utm_medium": campaign.medium,
            "utm_campaign": campaign.name,
            "entry_path": "/black",
            "device": random.choices(
                ("phone", "desktop", "tablet"), (campaign.phones, 95 - campaign.phones, 5)
            )[0],
            "device_fingerprint": None,
            "language": random.choices(("en", "ka", "ru", "de"), (48, 22, 18, 12))[0],
            "country": random.choices(("GE", "DE", "PL", "IL", "US", None), (30, 24, 14, 14, 10, 8))[0],
            "is_returning": random.random() < (0.6 if campaign.name == "returning-guests" else 0.15),
            "start_received": True,
            "started_at": started,
            "completed_at": None,
            "updated_at": started,
        }

    def _experiment(self, started: datetime) -> SeededExperiment | None:
        running = (each for each in self._quiz.experiments if each.started_at <= started < each.ends_at)
        return next(running, None)

    def _answer(self, session: Row, *, gives_up: bool | None = None) -> None:
        """Add answers until the visitor drops off. Bookers finish, except in earlier sessions."""
        random, at = self._random, session["started_at"]
        patience = next(each.patience for each in CAMPAIGNS if each.name == session["utm_campaign"])
        is_booker = session["device_fingerprint"] is not None or gives_up is False
        for number, question in enumerate(self._quiz.questions):
            leaving = LEAVING[number % len(LEAVING)] / 100 * patience
            if not (is_booker and not gives_up) and random.random() < min(leaving, 0.15):
                return
            options = question["options"]
            # Earlier options are more frequent.
            option = random.choices(options, range(len(options), 0, -1))[0]
            at += timedelta(seconds=random.lognormvariate(2.1, 0.5))
            session["updated_at"] = at
            self._year.answers.append(
                {
                    "tenant_id": session["tenant_id"],
                    "session_id": session["session_id"],
                    "question_id": question["id"],
                    "value": option["value"],
                    "question_text": question["text"],
                    "answer_text": option["label"],
                    "answered_at": at,
                }
            )
        session["completed_at"] = session["updated_at"] = at + timedelta(seconds=4)


def always_asked(definition: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the questions that do not depend on other answers."""
    return (one for one in definition["questions"] if not one.get("skipWhen"))


# Visits to the site, with and without the quiz, are deterministic for a given seed and time.

# Visits that left at the quiz intro, for each quiz session by campaign; then visits without the quiz.
WENT_AT_INTRO = {
    "summer-mountains": 0.5,
    "autumn-4x4": 0.3,
    "airport-pickup": 0.9,
    "family-suv": 1.4,
    "returning-guests": 0.1,
    None: 0.4,
}
WITHOUT_QUIZ = 0.6
LANGUAGES = ("en", "de", "ru", "ka")
PAGES = ("/", "/", "/", "/cars/toyota-4runner", "/booking")
COUNTRIES = ("GE", "DE", "PL", "IL", None)
DEVICES = ("phone", "desktop", "tablet")


def make_visits(tenant: Tenant, bookings: Sequence[Row], sessions: Sequence[Row]) -> list[Row]:
    """Return steps of visits: those behind ``sessions`` and ``bookings`` of the site, and others."""
    random = Random(f"{tenant.slug} visits")  # noqa: S311 - believable, not secret
    booked = {one["attributed_session_id"]: one for one in bookings if one["attributed_session_id"]}
    rows: list[Row] = []
    for session in sessions:
        rows += _with_quiz(random, session, booked.get(session["session_id"]))
        share = WENT_AT_INTRO[session["utm_campaign"]]
        for _ in range(int(share) + (random.random() < share % 1)):
            rows += _visit(random, _apart(random, session["started_at"]), session, "/black", ("quiz_intro",))
        if random.random() < WITHOUT_QUIZ:
            rows += _without_quiz(random, _apart(random, session["started_at"]))
    for booking in bookings:
        if booking["source"] == "site" and not booking["attributed_session_id"]:
            steps = ("search", "wizard_1", "wizard_2", "wizard_3")
            started = booking["created_at"] - timedelta(minutes=random.lognormvariate(2.6, 0.8))
            rows += _visit(random, started, None, "/", steps, booking=booking)
    return [{"tenant_id": tenant.id, **row} for row in rows]


def _with_quiz(random: Random, session: Row, booking: Row | None) -> Iterator[Row]:
    after: tuple[str, ...] = ()
    if booking:
        after = ("search", "wizard_1", "wizard_2", "wizard_3")
    elif session["completed_at"]:
        after = _further(random)
    steps = ("quiz_intro", "quiz_start", *after)
    started = session["started_at"] - timedelta(seconds=random.uniform(8, 40))
    yield from _visit(random, started, session, "/black", steps, booking=booking, quiz=session)


def _without_quiz(random: Random, started: datetime) -> Iterator[Row]:
    yield from _visit(random, started, None, random.choice(PAGES), _further(random))


def _further(random: Random) -> tuple[str, ...]:
    """Return random steps of a visit without a booking."""
    steps = [
        step
        for step, chance in (("search", 0.45), ("car", 0.3), ("wizard_1", 0.2))
        if random.random() < chance
    ]
    if "wizard_1" in steps and random.random() < 0.45:
        steps += ["wizard_2", "wizard_3"][: random.randint(1, 2)]
    return tuple(steps)


def _visit(
    random: Random,
    started: datetime,
    described: Row | None,
    page: str,
    steps: Sequence[str],
    *,
    booking: Row | None = None,
    quiz: Row | None = None,
) -> Iterator[Row]:
    """Yield a visit with the campaign and device of ``described``; step times match those of ``quiz``."""
    visit_id = UUID(int=random.getrandbits(128), version=4)
    source = described["utm_source"] if described else None
    # A separate generator, so other demo data does not change.
    visitor = Random(visit_id.int)  # noqa: S311 - believable, not secret
    landing = {
        "page": page,
        "language": random.choices(LANGUAGES, (60, 15, 15, 10))[0],
        "device": described["device"] if described else random.choices(DEVICES, (60, 34, 6))[0],
        "utm_source": source,
        "utm_medium": described["utm_medium"] if described else None,
        "utm_campaign": described["utm_campaign"] if described else None,
        "has_click_id": source == "google",
        "country": described["country"] if described else visitor.choices(COUNTRIES, (30, 26, 16, 16, 12))[0],
        "is_returning": described["is_returning"] if described else visitor.random() < 0.2,
    }
    yield _step(visit_id, "landing", started, **landing)
    at = started
    for step in steps:
        if step == "quiz_start" and quiz:
            yield _step(visit_id, step, quiz["started_at"], session_id=quiz["session_id"])
            at = quiz["started_at"] + timedelta(minutes=4)
            continue
        at += timedelta(seconds=random.uniform(1, 3) if step == "quiz_intro" else random.uniform(15, 50))
        yield _step(visit_id, step, min(at, booking["created_at"]) if booking else at)
    if booking:
        yield _step(visit_id, "booking", booking["created_at"], booking_id=booking["id"])


def _step(visit_id: UUID, step: str, reached_at: datetime, **more: Any) -> Row:
    """Return a row with all columns: rows of one insert need the same columns."""
    blank = dict.fromkeys(
        (
            "session_id",
            "booking_id",
            "page",
            "language",
            "device",
            "utm_source",
            "utm_medium",
            "utm_campaign",
            "country",
            "is_returning",
        )
    )
    return {
        "visit_id": visit_id,
        "step": step,
        "reached_at": reached_at,
        "has_click_id": False,
        **blank,
        **more,
    }


def _apart(random: Random, moment: datetime) -> datetime:
    """Return a random earlier time, so visits are spread out."""
    return moment - timedelta(hours=random.uniform(0.2, 30))


# Attribution of bookings to quiz sessions.


async def load_journeys(uow: UnitOfWork, tenant: Tenant, bookings: Sequence[Row], now: datetime) -> list[Row]:
    """Add quiz sessions, visits and experiments, and attribute ``bookings``, which are not stored yet.

    Returns the sessions.
    """
    query = select(QuizDefinitionRow).where(
        QuizDefinitionRow.tenant_id == uow.tenant_id, QuizDefinitionRow.is_current
    )
    current = await uow.session.scalar(query)
    if current is None:
        return []
    others = other_versions(current.definition)
    planned = plan(tenant.slug, current.version, [one["version"] for one in others], now)
    quiz = Quiz(current.version, list(always_asked(current.definition)), planned)
    year = QuizYearMaker(tenant, quiz, now).make(bookings)
    versions = [
        {
            "tenant_id": uow.tenant_id,
            "version": one["version"],
            "definition": one,
            "translations": current.translations,
            "is_current": False,
        }
        for one in others
    ]
    if versions:
        await uow.session.execute(insert(QuizDefinitionRow), versions)
    experiments = experiment_rows(tenant.id, planned, year.sessions, bookings, now)
    if experiments:
        await uow.session.execute(insert(ExperimentRow), experiments)
    await add_rows(uow, QuizSession, [*year.sessions, *year.before])
    await add_rows(uow, QuizAnswer, year.answers)
    await add_rows(uow, JourneyEvent, make_visits(tenant, bookings, year.sessions))
    return year.sessions
