"""Compares what was acknowledged with what Postgres, the ledger and the warehouse hold after a run."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg

from loadtests.load.acknowledged import Acknowledged
from loadtests.load.plan import Company
from loadtests.local_product import LocalProduct

PATIENCE = 240.0
Rows = set[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """``acknowledged`` and ``stored`` are counts; ``difference`` names some rows that are in one only."""

    company: str
    what: str
    acknowledged: int
    stored: int
    difference: str

    @property
    def equal(self) -> bool:
        return not self.difference


def compare_all(
    product: LocalProduct,
    companies: tuple[Company, ...],
    reported: Acknowledged,
    *,
    patience: float = PATIENCE,
) -> list[Comparison]:
    """Every company's rows in Postgres and ledger, then its figures in the warehouse.

    ``patience``: most seconds until the warehouses of all companies must hold what Postgres does. Where Postgres
    itself differs, the warehouse is not waited for: the run is wrong already.
    """
    results: list[Comparison] = []
    with psycopg.connect(product.database_url, autocommit=True) as conn:
        for company in companies:
            results += _postgres(conn, company, reported)
            results += _ledger(conn, company, reported)
    deadline = time.monotonic() + (patience if all(each.equal for each in results) else 0)
    for company in companies:
        results += _warehouse(product, company, reported, deadline)
    return results


def _rows(company: Company, what: str, reported: Rows, stored: Rows) -> Comparison:
    missing, extra = reported - stored, stored - reported
    parts = [
        f"{len(rows)} {word}, such as {next(iter(rows))}"
        for rows, word in ((missing, "lost"), (extra, "never acknowledged"))
        if rows
    ]
    return Comparison(company.slug, what, len(reported), len(stored), "; ".join(parts))


def _postgres(conn: psycopg.Connection, company: Company, reported: Acknowledged) -> Iterator[Comparison]:
    tenant = conn.execute("select id from tenants where slug = %s", (company.slug,)).fetchall()[0][0]

    def stored(query: str) -> list[tuple[Any, ...]]:
        return conn.execute(query.encode(), (tenant,)).fetchall()

    bookings = {key: each for key, each in reported.bookings.items() if each.company == company.slug}
    sessions = {key: each for key, each in reported.sessions.items() if each.company == company.slug}
    yield _rows(
        company,
        "bookings: id, reference, customer, total, status",
        {
            (key, b.reference, b.email, round(b.total * 100), reported.status_of(key))
            for key, b in bookings.items()
        },
        set(
            stored(
                "select id::text, reference, customer_email, total_minor, status from bookings where tenant_id = %s"
            )
        ),
    )
    yield _rows(
        company,
        "the quiz session of each booking",
        {(key, b.session or None) for key, b in bookings.items()},
        set(stored("select id::text, attributed_session_id from bookings where tenant_id = %s")),
    )
    yield _times(
        company,
        "one message to the company a booking",
        Counter(b.reference for b in bookings.values()),
        stored(
            "select payload ->> 'reference' from outbox_messages"
            " where kind = 'booking.created' and tenant_id = %s"
        ),
    )
    yield _times(
        company,
        "first events of bookings",
        Counter(list(bookings)),
        stored("select booking_id::text from booking_events where to_status = 'pending' and tenant_id = %s"),
    )
    yield _rows(
        company,
        "quiz sessions, completed or not",
        {(key, each.completed) for key, each in sessions.items()},
        set(stored("select session_id, completed_at is not null from quiz_sessions where tenant_id = %s")),
    )
    yield _rows(
        company,
        "quiz answers",
        {(key, *answer) for key, each in sessions.items() for answer in each.answers.items()},
        set(
            stored(
                "select session_id, question_id, value from quiz_answers where is_counted and tenant_id = %s"
            )
        ),
    )
    yield _rows(
        company,
        "questions seen",
        {(key, question) for key, each in sessions.items() for question in each.seen},
        set(stored("select session_id, question_id from quiz_question_views where tenant_id = %s")),
    )
    yield _times(
        company,
        "click records",
        Counter(reported.clicks.get(company.slug, [])),
        stored("select gclid from click_records where tenant_id = %s"),
    )
    yield _times(
        company,
        "first steps of the wizard",
        Counter(reported.drafts.get(company.slug, [])),
        stored("select payload ->> 'customerEmail' from personal_info_drafts where tenant_id = %s"),
    )


def _times(company: Company, what: str, reported: Counter[str], stored: list[tuple[Any, ...]]) -> Comparison:
    """Each as often as acknowledged: nothing twice."""
    found = Counter(str(row[0]) for row in stored)
    return _rows(company, what, set(reported.items()), set(found.items()))


def _ledger(conn: psycopg.Connection, company: Company, reported: Acknowledged) -> Iterator[Comparison]:
    """Commission of each booking with the affiliate's code, by what customers and owner were shown."""
    tenant, basis_points = conn.execute(
        "select t.id, s.commission_basis_points from tenants t join tenant_settings s on s.tenant_id = t.id"
        " where t.slug = %s",
        (company.slug,),
    ).fetchall()[0]
    referred = {
        key: each for key, each in reported.bookings.items() if each.company == company.slug and each.promo
    }
    entries = conn.execute(
        "select booking_id::text, kind, amount_minor from commission_entries where tenant_id = %s", (tenant,)
    ).fetchall()
    commission = {key: (round(b.total * 100) * basis_points + 5000) // 10000 for key, b in referred.items()}
    yield _rows(
        company,
        "commissions earned, to the cent",
        set(commission.items()),
        {(key, amount) for key, kind, amount in entries if kind == "earned"},
    )
    yield _rows(
        company,
        "commissions voided by cancellations",
        {(key, commission[key]) for key in referred if reported.status_of(key) == "cancelled"},
        {(key, amount) for key, kind, amount in entries if kind == "voided"},
    )
    payouts = conn.execute(
        "select id::text, total_minor from commission_payouts where tenant_id = %s", (tenant,)
    ).fetchall()
    yield _rows(
        company,
        "payouts",
        {(key, round(amount * 100)) for key, amount in reported.payouts.get(company.slug, {}).items()},
        set(payouts),
    )
    paid = conn.execute(
        "select coalesce(sum(paid_minor), 0) from commission_entries where tenant_id = %s", (tenant,)
    ).fetchall()[0][0]
    total = round(sum(reported.payouts.get(company.slug, {}).values()) * 100)
    yield _rows(company, "total cents paid, in the ledger", {(total,)}, {(paid,)})


def _warehouse(
    product: LocalProduct, company: Company, reported: Acknowledged, deadline: float
) -> list[Comparison]:
    """What an analyst is shown, once it includes the end of the run; at ``deadline`` at the latest."""
    sessions = {key: each for key, each in reported.sessions.items() if each.company == company.slug}
    expected: dict[tuple[str, ...], int] = {
        ("sessions",): len(sessions),
        ("completed",): sum(each.completed for each in sessions.values()),
        ("converted",): len(reported.converted(company.slug)),
        **dict(Counter(answer for each in sessions.values() for answer in each.answers.items())),
    }
    with httpx.Client(
        base_url=product.origin,
        headers={"Host": f"{company.slug}.localhost"},
        trust_env=False,
        timeout=30,
    ) as client:
        who = {"email": company.email("analyst"), "password": company.password}
        cookie = client.post("/api/admin/login", json=who).raise_for_status().cookies["abano_admin"]
        client.headers["Cookie"] = f"abano_admin={cookie}"
        while (shown := _shown(client)) != expected and time.monotonic() < deadline:
            time.sleep(0.5)
    different = {key: (expected.get(key), shown.get(key)) for key in expected.keys() | shown.keys()}
    wrong = {key: pair for key, pair in different.items() if pair[0] != pair[1]}
    difference = f"{len(wrong)} differ, such as {next(iter(wrong.items()))}" if wrong else ""
    what = "warehouse: sessions, completions, conversions, each answer's count"
    return [Comparison(company.slug, what, sum(expected.values()), sum(shown.values()), difference)]


def _shown(client: httpx.Client) -> dict[tuple[str, ...], int]:
    today = datetime.now(UTC).date()
    days = {"from": str(today - timedelta(days=2)), "to": str(today + timedelta(days=2))}
    overview = client.get("/api/quiz/analytics/overview", params=days).raise_for_status().json()["analytics"]
    answers = client.get("/api/quiz/analytics/answers", params=days).raise_for_status().json()
    return {
        ("sessions",): overview["totalSessions"],
        ("completed",): overview["completedSessions"],
        ("converted",): overview["conversionCount"],
        **{
            (question["questionId"], answer["value"]): answer["count"]
            for question in answers["answerDistribution"]
            for answer in question["answers"]
            if answer["count"]
        },
    }
