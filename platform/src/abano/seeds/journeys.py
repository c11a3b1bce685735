"""Where a demo company's bookings came from: visitors who answered the quiz, with and without a campaign."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import insert, select

from abano.database.unit_of_work import UnitOfWork
from abano.models.journeys import JourneyEvent
from abano.models.quiz import QuizAnswer, QuizDefinitionRow, QuizSession
from abano.seeds.visits import make_visits
from abano.tenants.tenant import Tenant

Row = dict[str, Any]
# Source, medium and campaign; None: the quiz without a campaign.
CAMPAIGNS = (
    ("google", "cpc", "summer-mountains"),
    ("google", "cpc", "autumn-4x4"),
    ("google", "cpc", "airport-pickup"),
    ("facebook", "paid", "family-suv"),
    ("newsletter", "email", "returning-guests"),
    None,
    None,
    None,
)
# Of a hundred bookings on the site, as many came by the quiz.
BY_QUIZ = 0.55
# Visitors who answered and did not book, for each who did.
LOOKERS = 3
# Of those, as many do not finish.
GIVE_UP = 0.35
# Of those who booked, and how often they came.
COMING_BACK = 0.35
VISITS = 3


async def load_journeys(uow: UnitOfWork, tenant: Tenant, bookings: Sequence[Row]) -> list[Row]:
    """Add quiz sessions and visits, and name the sessions in ``bookings``, which are not stored yet.

    Answers the sessions.
    """
    query = select(QuizDefinitionRow.version, QuizDefinitionRow.definition).where(
        QuizDefinitionRow.tenant_id == uow.tenant_id, QuizDefinitionRow.is_current
    )
    quiz = (await uow.session.execute(query)).one_or_none()
    if quiz is None:
        return []
    random = Random(f"{tenant.slug} journeys")  # noqa: S311 - believable, not secret
    visitors = Random(f"{tenant.slug} visitors")  # noqa: S311 - believable, not secret
    # Which questions come depends on answers; those that always come are enough here.
    questions = [one for one in quiz.definition["questions"] if not one.get("skipWhen")]
    # On its own: who gives up changes nothing of the rest of the year.
    patience = Random(f"{tenant.slug} patience")  # noqa: S311 - believable, not secret
    sessions: list[Row] = []
    answers: list[Row] = []
    for booking in bookings:
        came_by_quiz = random.random() < BY_QUIZ
        if booking["source"] != "site" or booking["promo_code"] or not came_by_quiz:
            # All rows of one insert have the same columns.
            booking |= {"attributed_session_id": None, "attribution_method": None, "device_fingerprint": None}
            continue
        # Some come back, on another campaign perhaps, before they book: on the same device.
        booking["device_fingerprint"] = (
            f"{visitors.getrandbits(64):016x}" if visitors.random() < COMING_BACK else None
        )
        for number in range(1 + LOOKERS):
            started = booking["created_at"] - timedelta(minutes=random.uniform(5, 90), hours=number * 7)
            session = _session(tenant, quiz.version, f"demo-{len(sessions)}", started, random)
            session["device_fingerprint"] = booking["device_fingerprint"] if number < VISITS else None
            sessions.append(session)
            given = list(_answers(session, questions, random))
            if number and patience.random() < GIVE_UP:
                given = given[: patience.randrange(1, len(given))]
                session["completed_at"] = None
            answers += given
            if number == 0:
                booking |= {"attributed_session_id": session["session_id"], "attribution_method": "session"}
    if sessions:
        await uow.session.execute(insert(QuizSession), sessions)
        await uow.session.execute(insert(QuizAnswer), answers)
    if visits := make_visits(tenant, bookings, sessions):
        await uow.session.execute(insert(JourneyEvent), visits)
    return sessions


def _session(tenant: Tenant, version: str, session_id: str, started: datetime, random: Random) -> Row:
    source, medium, campaign = random.choice(CAMPAIGNS) or (None, None, None)
    completed = started + timedelta(minutes=4)
    # Of their own, so that everything else of the demo stays as it was.
    visitor = Random(f"{tenant.slug} {session_id}")  # noqa: S311 - believable, not secret
    return {
        "tenant_id": tenant.id,
        "session_id": session_id,
        "quiz_version": version,
        "utm_source": source,
        "utm_medium": medium,
        "utm_campaign": campaign,
        "entry_path": "/black",
        "device": random.choices(("phone", "desktop", "tablet"), (68, 27, 5))[0],
        "language": visitor.choices(("en", "ka", "ru", "de"), (48, 22, 18, 12))[0],
        "country": visitor.choices(("GE", "DE", "PL", "IL", "US", None), (30, 24, 14, 14, 10, 8))[0],
        "is_returning": visitor.random() < 0.2,
        "start_received": True,
        "started_at": started,
        "completed_at": completed,
        "updated_at": completed,
    }


def _answers(session: Row, questions: Sequence[Mapping[str, Any]], random: Random) -> Iterator[Row]:
    """One to each question; the first of its options are the most frequent."""
    for number, question in enumerate(questions):
        options = question["options"]
        option = random.choices(options, range(len(options), 0, -1))[0]
        yield {
            "tenant_id": session["tenant_id"],
            "session_id": session["session_id"],
            "question_id": question["id"],
            "value": option["value"],
            "question_text": question["text"],
            "answer_text": option["label"],
            "answered_at": session["started_at"] + timedelta(seconds=8 + 9 * number),
        }
