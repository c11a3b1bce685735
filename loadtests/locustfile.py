"""Visitors as they come: most by paid search through the quiz, some straight to a price. Contents are checked, too.

    locust -f loadtests/locustfile.py --headless -u 8 -r 4 -t 10s --host http://localhost:8000

Only for servers on this machine. LOAD_COMPANY names another company than the default by its slug (in development).
"""

import os
import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from locust import HttpUser, between, task

LOCAL = ("http://localhost:", "http://127.0.0.1:")
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
)


class Visitor(HttpUser):
    """What paid and organic visitors have in common. Refuses to bother servers elsewhere."""

    abstract = True
    wait_time = between(0.1, 0.4)

    def on_start(self) -> None:
        if not (self.host or "").startswith(LOCAL):
            raise RuntimeError("Load tests are for servers on this machine only.")
        self.client.headers["user-agent"] = PHONE
        if company := os.environ.get("LOAD_COMPANY"):
            self.client.headers["x-abano-tenant"] = company

    def post(self, path: str, body: dict[str, Any], *, status: int = 200) -> dict[str, Any]:
        with self.client.post(path, json=body, catch_response=True) as answer:
            content: dict[str, Any] = answer.json() if answer.content else {}
            if answer.status_code != status or content.get("success") is not True:
                answer.failure(f"{answer.status_code}: {answer.text[:200]}")
            return content

    def book(self, **claims: str) -> None:
        pickup = datetime.now(UTC).date() + timedelta(days=random.randint(3, 60))
        days = random.randint(3, 20)
        trip = {
            "pickupLocation": "tbilisi",
            "dropoffLocation": random.choice(["tbilisi", "batumi", "kutaisi"]),
            "pickupDate": str(pickup),
            "pickupTime": "09:00",
            "returnDate": str(pickup + timedelta(days=days)),
            "returnTime": "09:00",
            "carType": random.choice(["Subaru Forester", "Toyota 4Runner", "Hyundai Elantra"]),
            "insuranceType": random.choice(["minimum", "standard", "enhanced"]),
        }
        quote = self.post("/api/quotes", trip)
        person = {
            "customerName": "Load Tester",
            "driverAge": "30",
            "groupSize": "2",
            "customerEmail": "load@example.com",
            "customerPhone": "+995 555 000 000",
        }
        booking = self.post("/api/bookings", {**trip, **person, **claims}, status=201)
        if booking.get("totalPrice") != quote.get("totalPrice"):
            raise AssertionError(f"quoted {quote.get('totalPrice')}, booked {booking.get('totalPrice')}")


class PaidVisitor(Visitor):
    """Click, quiz with one answer after another, and a booking by one in three."""

    weight = 3

    @task
    def come_through_the_quiz(self) -> None:
        gclid, session = uuid4().hex, f"quiz_load_{uuid4().hex}"
        with self.client.get("/", catch_response=True) as page:
            if 'id="site-config"' not in page.text:
                page.failure("the page carries no site configuration")
        self.post("/api/gclid/save", {"gclid": gclid, "deviceFingerprint": session})
        quiz = self.client.get("/api/quiz/definition").json()
        self.post(
            "/api/quiz/session/start", {"sessionId": session, "gclid": gclid, "quizVersion": quiz["version"]}
        )
        for sequence, question in enumerate(quiz["questions"]):
            value = random.choice(question["options"])["value"]
            answer = {"questionId": question["id"], "value": value, "sequence": sequence}
            self.post("/api/quiz/answers", {"sessionId": session, "answers": [answer]})
        self.post("/api/quiz/session/complete", {"sessionId": session, "completionStatus": "completed"})
        if random.random() < 1 / 3:
            self.book(gclid=gclid, quizSessionId=session)


class OrganicVisitor(Visitor):
    """Looks at the price and books."""

    weight = 1

    @task
    def book_a_car(self) -> None:
        self.book()
