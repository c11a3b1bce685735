"""The value of sessions: parts of every booking add up under each attribution, with scipy's interval."""

import json
import random
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from conftest import BOTH_STORES, NOW, Pipeline, Source
from periods import month, whole_year

from abano_analytics.figures.query import FigureQuery, Filters
from abano_analytics.figures.service import Figures
from abano_analytics.jobs.compact import Compaction
from abano_analytics.progress import COUNTED
from abano_shared.contract.figures import ATTRIBUTIONS, Attribution, Credit, MoneyFigure, Window
from abano_shared.value_interval import gamma_quantile, value_interval

VECTORS = json.loads((Path(__file__).parent / "money_vectors.json").read_text(encoding="utf-8"))
JUNE = month(2026, 6)


@pytest.mark.parametrize(("shape", "probability", "expected"), VECTORS["gamma"])
def test_gamma_quantiles_are_those_of_scipy(shape: float, probability: float, expected: float) -> None:
    assert gamma_quantile(probability, shape) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("total", "squares", "largest", "low", "high"), VECTORS["intervals"])
def test_intervals_are_those_of_scipys_chi_squared(
    total: float, squares: float, largest: float, low: float, high: float
) -> None:
    assert value_interval(total, squares, largest) == pytest.approx((low, high), rel=1e-6)


def figure_of(window: Window, credit: Credit) -> MoneyFigure:
    [figure] = [name for name, chosen in ATTRIBUTIONS.items() if chosen == Attribution(window, credit)]
    return figure


class Company:
    """One visitor's three sessions from three campaigns, with one device; others from the first campaign."""

    def __init__(self, source: Source, pipeline: Pipeline) -> None:
        self.source, self.pipeline = source, pipeline
        self.tenant = source.tenant()

    def visit(self, session: str, campaign: str | None, days_before: int, device: str | None = None) -> None:
        started = NOW - timedelta(days=days_before)
        self.source.session(self.tenant, session, started, utm=("google", "cpc", campaign))
        self.source.run(
            "update quiz_sessions set device_fingerprint = %s where session_id = %s", device, session
        )

    def book(self, session: str, total_minor: int, *, status: str = "pending", device: str = "") -> UUID:
        # Like the site: the fingerprint is sent with the booking.
        self.source.run(f"alter table bookings alter column device_fingerprint set default '{device}'")
        booking: UUID = self.source.booking(self.tenant, session, status=status, total_minor=total_minor)
        return booking

    def land(self, campaign: str | None, days_before: int, *, has_click_id: bool) -> None:
        landed = NOW - timedelta(days=days_before)
        utm = ("Google", "cpc", campaign)
        self.source.step(self.tenant, uuid4(), "landing", landed, utm=utm, has_click_id=has_click_id)

    def figures(
        self, window: Window = 90, credit: Credit = "last", query: FigureQuery = JUNE
    ) -> dict[str, Any]:
        self.pipeline.ingest.run()
        answer = self.pipeline.figures.count((self.tenant, figure_of(window, credit), query))
        content: dict[str, Any] = orjson.loads(answer.body + b"}")
        return content

    def booked(self, window: Window = 90, credit: Credit = "last") -> dict[str, float]:
        rows = self.figures(window, credit)["campaigns"]
        return {row["campaign"]: row["bookedValue"] for row in rows}


@pytest.fixture
def company(source: Source, pipeline: Pipeline) -> Company:
    company = Company(source, pipeline)
    company.visit("first", "Spring", 9, "d1")
    company.visit("second", "spring-video", 5, "d1")
    company.visit("third", "brand", 0, "d1")
    company.visit("stranger", "spring", 3, "d2")
    return company


@pytest.mark.parametrize("store", BOTH_STORES)
def test_each_attribution_gives_every_cent_to_some_session(company: Company) -> None:
    company.book("third", 100_00 + 1, device="d1")
    last = company.booked()
    assert last["brand"] == 100.01
    assert company.booked(credit="first")["Spring"] == 100.01
    # 33.34 to the two earliest of three.
    linear = company.booked(credit="linear")
    assert (linear["Spring"], linear["spring-video"], linear["brand"]) == (33.34, 33.34, 33.33)
    # Within seven days the first of them does not count.
    assert company.booked(7, "first")["spring-video"] == 100.01
    assert company.booked(7, "linear") == {"Spring": 0, "spring-video": 50.01, "brand": 50.0}


def test_last_touch_within_ninety_days_is_what_campaigns_say_today(company: Company) -> None:
    company.book("third", 400_00, device="d1")
    company.book("stranger", 70_00, device="d2", status="completed")
    company.book("second", 10_00, status="cancelled")
    money = company.figures()
    answer = company.pipeline.figures.count((company.tenant, "campaigns", JUNE))
    today = {
        row["campaign"].lower(): row["bookedValue"] for row in orjson.loads(answer.body + b"}")["campaigns"]
    }
    assert {"brand": 400.0, "spring-video": 0.0}.items() <= today.items()
    totals = money["totals"]
    assert totals["bookedValue"] == sum(today.values()) == 470.0
    assert (totals["drivenValue"], totals["aheadValue"], totals["cancelledValue"]) == (70.0, 400.0, 10.0)
    assert (totals["bookings"], totals["cancelledBookings"]) == (2.0, 1.0)
    # Two spellings of one campaign are one.
    [spring] = [row for row in money["campaigns"] if row["campaignKey"] == "spring"]
    assert (spring["totalSessions"], spring["bookedValue"], spring["evidence"]) == (2, 70.0, "too_few")


def test_a_charged_cancellation_fee_is_booked_value_of_its_campaign(company: Company) -> None:
    company.book("stranger", 70_00, device="d2", status="completed")
    missed = company.book("third", 400_00, device="d1")

    def shown(credit: Credit = "last") -> tuple[float, ...]:
        totals = company.figures(credit=credit)["totals"]
        names = ("bookedValue", "drivenValue", "aheadValue", "feesValue", "cancelledValue")
        return tuple(totals[name] for name in names)

    def by_session() -> float:
        answer = company.pipeline.figures.count((company.tenant, "campaigns", JUNE))
        values: list[float] = [row["bookedValue"] for row in orjson.loads(answer.body + b"}")["campaigns"]]
        return round(sum(values), 2)

    assert shown() == (470, 70, 400, 0, 0)
    # Counted from here on as a difference: cancelled, charged, changed, waived, and confirmed again.
    for status, fee, expected in (
        ("cancelled", None, (70, 70, 0, 0, 400)),
        ("cancelled", 55_01, (125.01, 70, 0, 55.01, 400)),
        ("cancelled", 20_00, (90, 70, 0, 20, 400)),
        ("cancelled", 0, (70, 70, 0, 0, 400)),
        ("confirmed", None, (470, 70, 400, 0, 0)),
        ("cancelled", 55_01, (125.01, 70, 0, 55.01, 400)),
    ):
        company.source.set_status(company.tenant, missed, status, fee=fee)
        assert shown() == expected
        assert shown("linear") == expected
        assert by_session() == expected[0]
    # Every cent of the fee belongs to some session: 18.34 to the two earliest of three.
    linear = company.booked(credit="linear")
    assert (linear["Spring"], linear["spring-video"], linear["brand"]) == (70 + 18.34, 18.34, 18.33)
    assert company.figures()["totals"]["bookings"] == 1


def test_an_answers_sessions_have_their_average_and_its_interval(company: Company) -> None:
    for number in range(8):
        company.visit(f"v{number}", "spring", 1)
        company.source.answer(company.tenant, f"v{number}", "q1", "family" if number < 6 else "alone")
    for number in range(5):
        company.book(f"v{number}", 300_00)
    [question] = company.figures()["answerDistribution"]
    family, alone = question["answers"]
    assert (family["value"], family["sessions"], family["valuePerSession"]) == ("family", 6, 250.0)
    assert family["low"] < 250 < family["high"]
    assert (alone["valuePerSession"], alone["low"], alone["evidence"]) == (0.0, None, "too_few")


def test_filters_leave_only_the_sessions_that_pass(company: Company) -> None:
    company.book("third", 300_00, device="d1")
    brand = FigureQuery(JUNE.since, JUNE.until, Filters(utm_campaign="brand"))
    assert company.figures(credit="linear", query=brand)["totals"]["bookedValue"] == 100.0
    # The campaign filter accepts any spelling and selects all its sessions.
    for spelling in ("spring", " SPRING", "Spring"):
        query = FigureQuery(JUNE.since, JUNE.until, Filters(utm_campaign=spelling))
        assert company.figures(query=query)["totals"]["totalSessions"] == 2


def test_linear_parts_of_bookings_are_exact(company: Company) -> None:
    """A third of a booking is not 0.33: the cost per booking is divided by it."""
    company.book("third", 300_00, device="d1")
    parts = {row["campaignKey"]: row["bookings"] for row in company.figures(credit="linear")["campaigns"]}
    assert parts == pytest.approx(dict.fromkeys(("spring", "spring-video", "brand"), 1 / 3), abs=2e-6)


def test_who_is_erased_leaves_no_path(company: Company) -> None:
    booking = company.book("third", 300_00, device="d1")
    assert company.booked(credit="first")["Spring"] == 300.0
    company.source.run(
        "insert into warehouse_erasures (tenant_id, kind, subject, created_at) values (%s, 'session', 'first', %s)",
        company.tenant, NOW,
    )  # fmt: skip
    assert company.booked(credit="first")["spring-video"] == 300.0
    company.source.run(
        "insert into warehouse_erasures (tenant_id, kind, subject, created_at) values (%s, 'booking', %s, %s)",
        company.tenant, str(booking), NOW,
    )  # fmt: skip
    assert company.booked(credit="linear")["brand"] == 300.0
    with company.pipeline.warehouse.reading() as conn:
        assert conn.execute("select count(*) from booking_touches").fetchone() == (0,)


def test_another_company_sees_none_of_it(company: Company, source: Source, pipeline: Pipeline) -> None:
    company.book("third", 300_00, device="d1")
    other = Company(source, pipeline)
    assert other.figures()["totals"]["bookedValue"] == 0
    assert other.figures()["campaigns"] == []


@pytest.mark.parametrize("store", BOTH_STORES)
def test_visits_by_a_click_are_those_in_postgres(company: Company) -> None:
    for campaign, days, has_click_id in (
        ("Spring", 1, True), ("spring ", 2, True), ("spring", 3, False), ("brand", 0, True), (None, 1, True),
        ("brand", 40, True),
    ):  # fmt: skip
        company.land(campaign, days, has_click_id=has_click_id)
    Company(company.source, company.pipeline).land("brand", 0, has_click_id=True)
    found = company.figures()["adVisits"]
    in_postgres = company.source.run(
        "select lower(btrim(utm_source)), coalesce(lower(btrim(utm_campaign)), ''), count(*) from journey_events"
        " where tenant_id = %s and step = 'landing' and has_click_id and reached_at >= %s and reached_at < %s"
        " group by 1, 2 order by 3 desc, 2",
        company.tenant, JUNE.since, JUNE.until,
    )  # fmt: skip
    assert [(one["sourceKey"], one["campaignKey"], one["visits"]) for one in found] == in_postgres
    assert (found[0]["campaign"], found[0]["visits"]) == ("Spring", 2)
    assert company.figures()["unapplied"] == []


def test_visits_follow_the_filters_that_say_something_of_them(company: Company) -> None:
    company.land("spring", 1, has_click_id=True)
    company.land("brand", 1, has_click_id=True)

    def of(**filters: Any) -> tuple[list[str], list[str]]:
        figures = company.figures(query=FigureQuery(JUNE.since, JUNE.until, Filters(**filters)))
        return [one["campaignKey"] for one in figures["adVisits"]], figures["unapplied"]

    assert of(utm_campaign="brand") == (["brand"], [])
    assert of(answers=("q1:a",))[1] == ["answers"]
    assert of(quiz_version="v1")[1] == ["quizVersion"]


CAMPAIGNS = ("spring", "Spring ", "brand", None)


class Histories:
    """Sessions and bookings of a company, some from few devices, with late, corrected and erased rows."""

    def __init__(self, company: Company, dice: random.Random) -> None:
        self.company, self.dice = company, dice
        self.sessions: list[str] = []
        self.bookings: list[UUID] = []

    def happen(self) -> None:
        [event] = self.dice.choices(
            [self.land, self.begin, self.book, self.answer, self.correct, self.erase], [4, 4, 4, 5, 3, 0.4]
        )
        event()

    def land(self) -> None:
        has_click_id = self.dice.random() < 0.7
        self.company.land(self.dice.choice(CAMPAIGNS), self.dice.randrange(60), has_click_id=has_click_id)

    def begin(self) -> None:
        session = f"s{len(self.sessions)}"
        device = self.dice.choice(["d1", "d2", "d3", None])
        self.company.visit(session, self.dice.choice(CAMPAIGNS), self.dice.randrange(60), device)
        self.sessions.append(session)

    def book(self) -> None:
        if self.sessions:
            amount, device = self.dice.randrange(100_00), self.dice.choice(["d1", "d2", ""])
            self.bookings.append(self.company.book(self.dice.choice(self.sessions), amount, device=device))

    def answer(self) -> None:
        if self.sessions:
            session, question = self.dice.choice(self.sessions), self.dice.choice(["q1", "q2"])
            self.company.source.answer(self.company.tenant, session, question, self.dice.choice("ab"))

    def correct(self) -> None:
        if self.bookings:
            status = self.dice.choice(["confirmed", "active", "cancelled"])
            fee = self.dice.choice([None, 0, self.dice.randrange(50_00)])
            booking = self.dice.choice(self.bookings)
            self.company.source.set_status(self.company.tenant, booking, status, NOW, fee=fee)

    def erase(self) -> None:
        if self.sessions:
            self.company.source.run(
                "insert into warehouse_erasures (tenant_id, kind, subject, created_at)"
                " values (%s, 'session', %s, %s)",
                self.company.tenant, self.dice.choice(self.sessions), NOW,
            )  # fmt: skip


@pytest.mark.parametrize(("store", "seed"), [("duckdb", 1), ("ducklake", 2)])
def test_refreshed_money_equals_what_is_counted_from_nothing(
    source: Source, pipeline: Pipeline, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    company = Company(source, pipeline)
    histories = Histories(company, dice)
    gave_a = Filters(answers=("q1:a",))
    watched = [JUNE, whole_year(2026), month(2026, 6, filters=gave_a), month(2026, 5)]
    compaction = Compaction(pipeline.warehouse, pipeline.progress)
    before = COUNTED.labels("incremental")._value.get()
    # Each batch of a lake takes its time.
    for _ in range(3 if seed == 2 else 7):
        for _ in range(dice.randrange(1, 8)):
            histories.happen()
        pipeline.ingest.run()
        if dice.random() < 0.15:
            compaction.run(least_rows=1)
        for query in dice.sample(watched, 2):
            # Rarely chosen: counts from some changes ago.
            key = (company.tenant, figure_of(dice.choice((7, 90)), dice.choice(("last", "linear"))), query)
            refreshed = pipeline.figures.count(key)
            recounted = Figures(pipeline.warehouse, pipeline.progress).count(key)
            assert orjson.loads(refreshed.body + b"}") == orjson.loads(recounted.body + b"}")
            assert refreshed.tag == recounted.tag
    assert COUNTED.labels("incremental")._value.get() > before
