"""Checks that every acknowledged write is stored exactly once and counted in the warehouse."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass

import httpx
import psycopg

from loadtests.faults.crowd import Acknowledged, today
from loadtests.faults.product import Product

OF_COMPANY = b" and tenant_id = (select id from tenants where slug = 'georgia')"


@dataclass(frozen=True, slots=True)
class Stored:
    """What Postgres holds of the first company."""

    bookings: dict[str, list[tuple[str, str, int]]]
    commissions: dict[str, int]
    messages: dict[str, int]
    answers: dict[tuple[str, str], str]
    sessions: set[str]
    completed: set[str]


def read(product: Product) -> Stored:
    """One look, in one snapshot."""
    with psycopg.connect(product.database_url) as conn:
        conn.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ

        def rows(query: str) -> list[tuple[object, ...]]:
            return conn.execute(query.encode() + OF_COMPANY).fetchall()

        bookings: dict[str, list[tuple[str, str, int]]] = {}
        for email, booking, reference, total in rows(
            "select customer_email, id::text, reference, total_minor from bookings where true"
        ):
            bookings.setdefault(str(email), []).append((str(booking), str(reference), int(str(total))))
        commissions: dict[str, int] = {}
        for (booking,) in rows("select booking_id::text from commission_entries where kind = 'earned'"):
            commissions[str(booking)] = commissions.get(str(booking), 0) + 1
        messages: dict[str, int] = {}
        for (reference,) in rows(
            "select payload ->> 'reference' from outbox_messages where kind = 'booking.created'"
        ):
            messages[str(reference)] = messages.get(str(reference), 0) + 1
        return Stored(
            bookings,
            commissions,
            messages,
            {
                (str(session), str(question)): str(value)
                for session, question, value in rows(
                    "select session_id, question_id, value from quiz_answers where is_counted"
                )
            },
            {str(row[0]) for row in rows("select session_id from quiz_sessions where true")},
            {
                str(row[0])
                for row in rows("select session_id from quiz_sessions where completed_at is not null")
            },
        )


def differences(reported: Acknowledged, stored: Stored) -> list[str]:
    """Acknowledged writes that are missing or stored twice."""
    found: list[str] = []
    for key, (booking, reference, total, referred) in reported.bookings.items():
        rows = stored.bookings.get(f"{key[:12]}@faults.example", [])
        if rows != [(booking, reference, round(total * 100))]:
            found.append(f"booking {reference}: stored {rows}")
        if stored.messages.get(reference, 0) != 1:
            found.append(f"booking {reference}: {stored.messages.get(reference, 0)} messages")
        if stored.commissions.get(booking, 0) != (1 if referred else 0):
            found.append(f"booking {reference}: {stored.commissions.get(booking, 0)} commissions")
    found += [
        f"answer {key} lost" for key, value in reported.answers.items() if stored.answers.get(key) != value
    ]
    found += [f"session {session} lost" for session in reported.started - stored.sessions]
    found += [f"completion {session} lost" for session in reported.completed - stored.completed]
    found += [f"{email} booked twice" for email, rows in stored.bookings.items() if len(rows) > 1]
    return found


async def warehouse_differs(client: httpx.AsyncClient, stored: Stored, *, patience: float) -> str:
    """Empty once the figures are those of ``stored``, else the first difference after ``patience`` seconds."""
    counts = Counter((question, value) for (_, question), value in stored.answers.items())
    expected = (len(stored.sessions), len(stored.completed), counts)
    deadline = time.monotonic() + patience
    while True:
        shown = await _shown(client)
        if shown == expected:
            return ""
        if time.monotonic() > deadline:
            return f"sessions, completions, each answer: stored {expected}, shown {shown}"
        await asyncio.sleep(0.3)


async def _shown(client: httpx.AsyncClient) -> tuple[int, int, Counter[tuple[str, str]]] | None:
    try:
        overview = (
            (await client.get("/api/quiz/analytics/overview", params=today())).raise_for_status().json()
        )
        answers = (await client.get("/api/quiz/analytics/answers", params=today())).raise_for_status().json()
    except httpx.HTTPError:
        return None
    counts = Counter(
        {
            (question["questionId"], answer["value"]): answer["count"]
            for question in answers["answerDistribution"]
            for answer in question["answers"]
            if answer["count"]
        }
    )
    figures = overview["analytics"]
    return figures["totalSessions"], figures["completedSessions"], counts


def outbox(product: Product) -> tuple[int, int, set[str]]:
    """How many messages wait, how many of these for a later hour, and the ids of those that count as sent.

    What was taken while the clock was ahead leaves when that time has come.
    """
    with psycopg.connect(product.database_url) as conn:
        waiting, later = conn.execute(
            "select count(*), count(*) filter (where due_at > now() + interval '1 hour')"
            " from outbox_messages where sent_at is null and dead_at is null"
        ).fetchall()[0]
        sent = conn.execute(
            "select id::text from outbox_messages where sent_at is not null and kind not like 'chat:%'"
        ).fetchall()
    return int(waiting), int(later), {str(row[0]) for row in sent}
