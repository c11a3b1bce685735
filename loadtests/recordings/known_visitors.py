"""Visitors of a quiz experiment with a known truth, through the product's own API, batch by batch until it decides.

Their bookings are rows: a thousand rentals would need a thousand free cars.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import httpx
import psycopg

from loadtests.recordings.known_campaigns import COLUMNS, PRICES, Row, booking_row

# Of sessions with the version that is asked now, and how many times as many with the other one.
RATE, TRUE_LIFT = 0.3, 0.4
BATCH, MAX_VISITORS = 300, 4200
AT_ONCE = 4


class Started(NamedTuple):
    """A visitor who finished the quiz in the version that the product drew."""

    session: str
    version: str


class Visitors:
    """``counted``: sessions by version; ``booked``: those of them that booked."""

    def __init__(self, origin: str, database_url: str, tenant_id: UUID) -> None:
        if urlsplit(origin).hostname != "127.0.0.1":
            raise RuntimeError("Generated visitors are for servers on this machine only.")
        self._origin, self._url, self._tenant_id = origin, database_url, tenant_id
        self._random = Random(20)
        self.counted: Counter[str] = Counter()
        self.booked: Counter[str] = Counter()

    def batches(self, first: str) -> Iterator[int]:
        """Sends batch after batch, and answers how many came so far. ``first``: the version that is asked now."""
        for sent in range(0, MAX_VISITORS, BATCH):
            with ThreadPoolExecutor(AT_ONCE) as pool:
                started = list(pool.map(self._visit, range(sent, sent + BATCH)))
            rows: list[Row] = []
            for one in started:
                self.counted[one.version] += 1
                if self._random.random() < RATE * (1 if one.version == first else 1 + TRUE_LIFT):
                    self.booked[one.version] += 1
                    price = self._random.choice(PRICES)
                    rows.append(booking_row(self._tenant_id, uuid4(), one.session, price, datetime.now(UTC)))
            self._book(rows)
            yield sent + BATCH

    def _visit(self, number: int) -> Started:
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        with httpx.Client(base_url=self._origin, headers={"X-Forwarded-For": address}, timeout=60) as client:
            quiz = client.get("/api/quiz/definition").raise_for_status().json()
            version, session = quiz["version"], f"quiz_analyst_{number}"
            about = {"sessionId": session, "quizVersion": version}
            given = [
                {"questionId": one["id"], "value": one["options"][number % len(one["options"])]["value"]}
                for one in quiz["questions"]
                if not one["skipWhen"]
            ]
            start = {**about, "entryPath": "/black", "consentState": "not_required"}
            _send(client, "session/start", {**start, "experimentId": (quiz["experiment"] or {}).get("id")})
            _send(client, "answers", {**about, "answers": given})
            _send(client, "session/complete", {**about, "completionStatus": "completed"})
        return Started(session, version)

    def _book(self, rows: list[Row]) -> None:
        columns = COLUMNS["bookings"]
        marks = ", ".join(["%s"] * len(columns.split(",")))
        statement = f"insert into bookings ({columns}) values ({marks})"  # noqa: S608 - constants
        with psycopg.connect(self._url) as connection, connection.cursor() as cursor:
            cursor.executemany(statement.encode(), rows)


def _send(client: httpx.Client, what: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/api/quiz/{what}", json=body).raise_for_status().json()
    if answer["success"] is not True:
        raise ValueError(f"{what}: {answer}")
