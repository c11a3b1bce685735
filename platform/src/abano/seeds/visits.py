"""Visits to a demo company's site, with the quiz and without: pure, the same for the same seed and moment."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from abano.tenants.tenant import Tenant

Row = dict[str, Any]
# For each session of the quiz, as many visits that saw its first screen and went, by campaign, and that never saw it.
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
    """Steps of visits: those that led to ``sessions`` and to ``bookings`` of the site, and of others that did not."""
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
    """How far somebody comes who does not book."""
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
    """``described``: the session whose campaign and device the visit has; the steps keep to the times of ``quiz``."""
    visit_id = UUID(int=random.getrandbits(128), version=4)
    source = described["utm_source"] if described else None
    # Of their own, so that everything else of the demo stays as it was.
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
    """All rows of one insert have the same columns."""
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
    """A while before, so that not all visits come together."""
    return moment - timedelta(hours=random.uniform(0.2, 30))
