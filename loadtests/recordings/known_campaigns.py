"""Five weeks of clicks on three campaigns with known conversion rates, as the product stores them.

Past days cannot be created through the product's own forms, so these are rows. The same day gives the same
rows.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import psycopg

from loadtests.recordings.stage import Stage

Row = tuple[Any, ...]
Question = Mapping[str, Any]
# Four weeks, and the last one, in which a rate may change.
DAYS, LAST = 35, 7
ZONE = ZoneInfo("Asia/Tbilisi")
# Visitors with this answer book this many times as often; other answers have no effect.
DECISIVE_QUESTION, ANSWER, TIMES = "q8", "extreme", 3.0
PRICES = (310, 420, 560, 700, 910)
COLUMNS = {
    "quiz_sessions": "tenant_id, session_id, quiz_version, utm_source, utm_medium, utm_campaign, entry_path, device,"
    " language, start_received, started_at, completed_at, updated_at",
    "quiz_question_views": "tenant_id, session_id, question_id, viewed_at",
    "quiz_answers": "tenant_id, session_id, question_id, value, question_text, answer_text, answered_at",
    "bookings": "tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,"
    " group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency, days,"
    " daily_rate_minor, total_minor, price_lines, created_at, updated_at, attributed_session_id, attribution_method",
    "journey_events": "tenant_id, visit_id, step, reached_at, session_id, booking_id, page, language, device,"
    " utm_source, utm_medium, utm_campaign, has_click_id",
}


@dataclass(frozen=True)
class Campaign:
    """The true rates. ``booking``: of visitors who finish the quiz without a significant answer.

    ``stops_at``: the question at which the share ``stops`` of its viewers leaves. ``last_week``: the factor
    for bookings in the last week. ``cost``: per day.
    """

    name: str
    clicks_a_day: int
    begins: float
    booking: float
    cost: int
    stops_at: str = ""
    stops: float = 0.0
    last_week: float = 1.0


BEFORE_QUIZ = Campaign("black-sea-autumn", 24, begins=0.35, booking=0.16, cost=450)
AT_QUESTION = Campaign("wine-road", 16, begins=0.85, booking=0.16, cost=300, stops_at="q6", stops=0.4)
FALLEN = Campaign("khevsureti-trails", 28, begins=0.9, booking=0.2, cost=900, last_week=0.1)
CAMPAIGNS = (BEFORE_QUIZ, AT_QUESTION, FALLEN)


class Traffic:
    """The rows by table, and the true counts: ``counted`` by (campaign, what)."""

    def __init__(self, tenant_id: UUID, questions: Sequence[Question]) -> None:
        today = datetime.now(ZONE).date()
        self.rows: dict[str, list[Row]] = {table: [] for table in COLUMNS}
        self.counted: Counter[tuple[str, str]] = Counter()
        self.days = [today - timedelta(days=DAYS - day) for day in range(DAYS)]
        self.first, self.last = self.days[0], self.days[-1]
        self.tenant_id = tenant_id
        # Some questions depend on answers; the unconditional ones are enough here.
        self._questions = [one for one in questions if not one.get("skipWhen")]
        self._random = Random("analyst")
        for campaign in CAMPAIGNS:
            for place, day in enumerate(self.days):
                for _ in range(campaign.clicks_a_day):
                    self._click(campaign, day, place >= DAYS - LAST)

    def insert(self, url: str) -> None:
        with psycopg.connect(url) as connection, connection.cursor() as cursor:
            for table, columns in COLUMNS.items():
                marks = ", ".join(["%s"] * len(columns.split(",")))
                statement = f"insert into {table} ({columns}) values ({marks})"  # noqa: S608 - constants
                cursor.executemany(statement.encode(), self.rows[table])

    def text_of(self, question: str) -> str:
        [text] = [one["text"] for one in self._questions if one["id"] == question]
        return str(text)

    def true_return(self, campaign: Campaign) -> float:
        """The expected return per unit of money."""
        [options] = [one["options"] for one in self._questions if one["id"] == DECISIVE_QUESTION]
        share = 1 / len(options)
        chance = campaign.booking * (1 - share + share * TIMES)
        weeks = (DAYS - LAST + LAST * campaign.last_week) / DAYS
        finishing = campaign.begins * (1 - campaign.stops)
        value = sum(PRICES) / len(PRICES)
        return campaign.clicks_a_day * finishing * chance * weeks * value / campaign.cost

    def _click(self, campaign: Campaign, day: date, is_last_week: bool) -> None:
        chance = self._random
        at = datetime.combine(day, time(8), ZONE).astimezone(UTC)
        at += timedelta(seconds=chance.uniform(0, 12 * 3600))
        visit, session = (
            UUID(int=chance.getrandbits(128), version=4),
            f"analyst_{len(self.rows['journey_events'])}",
        )
        origin = ("google", "cpc", campaign.name)
        self._count(campaign, "visits")
        self._step(visit, "landing", at, "/black", "en", "phone", *origin, True)
        self._step(visit, "quiz_intro", at + timedelta(seconds=2))
        if chance.random() >= campaign.begins:
            self._count(campaign, "never began")
            return
        at += timedelta(seconds=15)
        self._step(visit, "quiz_start", at, session_id=session)
        self._count(campaign, "began")
        given: dict[str, str] = {}
        done: datetime | None = None
        for place, question in enumerate(self._questions):
            seen = at + timedelta(seconds=12 * place)
            self.rows["quiz_question_views"].append((self.tenant_id, session, question["id"], seen))
            if question["id"] == campaign.stops_at and chance.random() < campaign.stops:
                self._count(campaign, "stopped")
                break
            option = chance.choice(question["options"])
            given[question["id"]] = option["value"]
            texts = (option["value"], question["text"], option["label"])
            answered = seen + timedelta(seconds=chance.uniform(4, 9))
            self.rows["quiz_answers"].append((self.tenant_id, session, question["id"], *texts, answered))
        else:
            done = at + timedelta(seconds=12 * len(self._questions))
        values = (*origin, "/black", "phone", "en", True, at, done, done or at)
        self.rows["quiz_sessions"].append((self.tenant_id, session, "v1", *values))
        if done is None:
            return
        rate = campaign.booking * (TIMES if given[DECISIVE_QUESTION] == ANSWER else 1)
        if chance.random() < rate * (campaign.last_week if is_last_week else 1):
            self._book(campaign, visit, session, done + timedelta(minutes=20))

    def _book(self, campaign: Campaign, visit: UUID, session: str, at: datetime) -> None:
        price, booking = self._random.choice(PRICES), UUID(int=self._random.getrandbits(128), version=4)
        self.rows["bookings"].append(booking_row(self.tenant_id, booking, session, price, at))
        for place, step in enumerate(("search", "wizard_1", "wizard_2", "wizard_3")):
            self._step(visit, step, at - timedelta(minutes=16 - 4 * place))
        self._step(visit, "booking", at, booking_id=booking)
        self._count(campaign, "booked")
        self.counted[campaign.name, "value"] += price

    def _step(
        self, visit: UUID, step: str, at: datetime, *landing: Any, session_id: str | None = None,
        booking_id: UUID | None = None,
    ) -> None:  # fmt: skip
        described = landing or (*[None] * 6, False)
        self.rows["journey_events"].append(
            (self.tenant_id, visit, step, at, session_id, booking_id, *described)
        )

    def _count(self, campaign: Campaign, what: str) -> None:
        self.counted[campaign.name, what] += 1


def company_and_quiz(stage: Stage) -> tuple[UUID, list[Question]]:
    """The demo company, and the questions its visitors see."""
    [(tenant_id, quiz)] = stage.rows(
        "select t.id, d.definition from tenants t join quiz_definitions d on d.tenant_id = t.id and d.is_current"
        " where t.slug = 'georgia'"
    )
    return tenant_id, quiz["questions"]


def booking_row(tenant_id: UUID, booking: UUID, session: str, price: int, at: datetime) -> Row:
    """A one-week rental booked in a session."""
    pickup = at + timedelta(days=14)
    person = ("Ada Lovelace", "ada@example.com", "", 36, 2)
    trip = ("Toyota 4Runner", "tbilisi", "tbilisi", pickup, pickup + timedelta(days=7), "minimum")
    money = ("EUR", 7, price * 100 // 7, price * 100, json.dumps([]))
    return (
        tenant_id,
        booking,
        booking.hex[:12].upper(),
        "confirmed",
        *person,
        *trip,
        *money,
        at,
        at,
        session,
        "session",
    )


def cost_file(traffic: Traffic) -> str:
    """The format of a Google Ads export: titles above the columns, sums below."""
    days = traffic.days
    lines = [f"{day},{one.name},EUR,{one.cost}.00" for day in days for one in CAMPAIGNS]
    total = sum(one.cost for one in CAMPAIGNS) * DAYS
    title = f'Campaign performance report\n"{days[0]} - {days[-1]}"\nDay,Campaign,Currency code,Cost\n'
    return title + "\n".join(lines) + f'\nTotal: Campaigns, --,EUR,"{total:,}.00"\n'
