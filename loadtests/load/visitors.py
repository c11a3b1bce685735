"""Visitors: those from an ad who take the quiz, and those who compare prices."""

import random
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from locust import between, task

from loadtests.load.acknowledged import Booking, Session
from loadtests.load.person import ACKNOWLEDGED, PHONE, PLAN, Content, Person, succeeded

OLD_ADDRESS = "/car-hire-tbilisi"
SCRIPT = re.compile(r'src="(/assets/[^"]+\.js)"')


class Visitor(Person):
    """Pages and bookings, common to both kinds of visitors."""

    abstract = True
    browser = PHONE
    wait_time = between(0.5 * PLAN.pace, 2 * PLAN.pace)

    def open_page(self, path: str) -> None:
        """A page with its site configuration of the right company, and its script, cached forever."""
        page = self.ask("GET", path, check=None)
        if page.right and self.company.name not in page.text:
            self.wrong(path.partition("?")[0], "the page is not this company's")
        script = SCRIPT.search(page.text)
        if script is not None:
            file = self.ask("GET", script[1], step="/assets/{script}", check=None)
            if file.right and "immutable" not in file.headers.get("cache-control", ""):
                self.wrong("/assets/{script}", "the script is not kept for ever")

    def wrong(self, step: str, what: str) -> None:
        """A fault that only shows in a combination of responses."""
        self.environment.events.request.fire(
            request_type="GET", name=step, response_time=0, response_length=0, exception=ValueError(what)
        )

    def is_ours(self, content: Content) -> str | None:
        name = content["site"]["tenant"]["name"]
        return succeeded(content) or (None if name == self.company.name else f"the site of {name}")

    def trip(self) -> Content:
        pickup = datetime.now(UTC).date() + timedelta(days=random.randint(3, 60))
        site = self.ask("GET", "/api/site", check=self.is_ours).content["site"]
        return {
            "pickupLocation": random.choice(site["locations"])["code"],
            "dropoffLocation": random.choice(site["locations"])["code"],
            "pickupDate": str(pickup),
            "pickupTime": "09:00",
            "returnDate": str(pickup + timedelta(days=random.randint(5, 20))),
            "returnTime": "09:00",
            "carType": random.choice(site["cars"])["name"],
            "insuranceType": random.choice(site["insurance"])["code"],
        }

    def book(self, session: str = "", **claims: str) -> None:
        """Look at the price, enter contact details, book; some submit twice."""
        name = f"visitor-{uuid4().hex[:16]}"
        trip = {**self.trip(), **claims}
        quote = self.ask("POST", "/api/quotes", trip, check=_adds_up)
        self.think(1, 5)
        person: Content = {
            "customerName": "Load Tester",
            "driverAge": str(random.randint(23, 70)),
            "groupSize": str(random.randint(1, 7)),
            "customerEmail": self.company.email(name),
            "customerPhone": f"+995 5{random.randrange(10**8):08d}",
        }
        draft = {"firstName": "Load", "lastName": "Tester", **person}
        if self.ask("POST", "/api/personal-info-step", draft).right:
            ACKNOWLEDGED.drafts.setdefault(self.company.slug, []).append(str(person["customerEmail"]))
        self.think(2, 8)
        if not quote.right:
            return
        total = quote.content["totalPrice"]
        body = {**trip, **person, "totalPrice": total}
        key = {"Idempotency-Key": uuid4().hex}

        def as_quoted(content: Content) -> str | None:
            booked_total = content.get("totalPrice")
            return succeeded(content) or (
                None if booked_total == total else f"quoted {total}, booked {booked_total}"
            )

        taken = self.ask("POST", "/api/bookings", body, status=201, check=as_quoted, headers=key)
        if not taken.right:
            return
        ACKNOWLEDGED.bookings[taken.content["bookingId"]] = Booking(
            company=self.company.slug,
            reference=taken.content["reference"],
            email=str(person["customerEmail"]),
            total=total,
            status=taken.content["status"],
            session=session,
            promo="promoCode" in claims,
        )
        if random.random() < 0.1:
            first = taken.content["bookingId"]

            def same(content: Content) -> str | None:
                return None if content.get("bookingId") == first else "a repeated submit made another booking"

            self.ask("POST", "/api/bookings", body, status=201, check=same, headers=key)


def _adds_up(content: Content) -> str | None:
    total = sum(line["amount"] for line in content["lines"])
    if abs(total - content["totalPrice"]) > 0.005:
        return f"the lines make {total}, the total is {content['totalPrice']}"
    return succeeded(content)


class PaidVisitor(Visitor):
    """Arrive from an ad, take the quiz with time to think, one answer after the other; some book."""

    weight = 3

    @task
    def come_through_the_quiz(self) -> None:
        self.arrive()
        gclid, session, device = uuid4().hex, f"quiz_{uuid4().hex}", uuid4().hex[:16]
        self.open_page(f"/?gclid={gclid}&utm_source=google&utm_medium=cpc&utm_campaign=load")
        click = {
            "gclid": gclid,
            "deviceFingerprint": device,
            "sessionId": session,
            "consentState": "granted",
        }
        if self.ask("POST", "/api/gclid/save", click).right:
            ACKNOWLEDGED.clicks.setdefault(self.company.slug, []).append(gclid)
            self.ask(
                "GET",
                f"/api/gclid/latest?deviceFingerprint={device}",
                check=lambda content: None if content.get("gclid") == gclid else "another click id",
            )
        quiz = self.ask("GET", "/api/quiz/definition").content
        started = {
            "sessionId": session,
            "gclid": gclid,
            "quizVersion": quiz.get("version"),
            "utmSource": "google",
            "utmMedium": "cpc",
            "utmCampaign": random.choice(["summer", "winter"]),
            "consentState": "granted",
        }
        if not quiz or not self.ask("POST", "/api/quiz/session/start", started).right:
            return
        seen_session = ACKNOWLEDGED.sessions[session] = Session(self.company.slug)
        if not self.answer_all(session, seen_session, quiz):
            return
        body = {"sessionId": session, "completionStatus": "completed", "quizVersion": quiz["version"]}
        seen_session.completed = self.ask("POST", "/api/quiz/session/complete", body).right
        self.think(3, 10)
        if random.random() < 0.3:
            self.book(session, gclid=gclid, quizSessionId=session)

    def answer_all(self, session: str, reported: Session, quiz: Content) -> bool:
        """Question by question, following the skip rules. False for visitors who leave half-way."""
        leaves_at = random.randrange(60)
        given: list[Content] = []
        for number, question in enumerate(quiz["questions"]):
            if number == leaves_at or self.ending:
                return False
            if _is_skipped(question, reported.answers):
                continue
            view = {"sessionId": session, "questionId": question["id"], "quizVersion": quiz["version"]}
            if self.ask("POST", "/api/quiz/question-view", view).right:
                reported.seen.append(question["id"])
            self.think(1, 4)
            value = random.choice(question["options"])["value"]
            answer = {"questionId": question["id"], "value": value, "sequence": number}
            body = {"sessionId": session, "answers": [answer], "quizVersion": quiz["version"]}
            if not self.ask("POST", "/api/quiz/answers", body).right:
                return False
            reported.answers[question["id"]] = value
            given.append(answer)
        # All answers are sent again at the end, as the page does, in case some were lost.
        body = {"sessionId": session, "answers": given, "quizVersion": quiz["version"]}
        return self.ask("POST", "/api/quiz/answers", body).right


def _is_skipped(question: dict[str, Any], answers: dict[str, str]) -> bool:
    return any(answers.get(rule["questionId"]) in rule["values"] for rule in question.get("skipWhen") or [])


class OrganicVisitor(Visitor):
    """Arrives from a search or at an old URL, looks at prices and books, often with an affiliate's code."""

    weight = 2

    @task(3)
    def look_for_a_price(self) -> None:
        self.arrive()
        self.open_page("/")
        for _ in range(3):
            self.think(2, 6)
            self.ask("POST", "/api/quotes", self.trip(), check=_adds_up)

    @task(2)
    def book_with_a_code(self) -> None:
        self.arrive()
        self.open_page("/")
        code = {"promoCode": self.company.promo}
        self.ask(
            "POST",
            "/api/promo-codes/validate",
            code,
            check=lambda content: None if content.get("valid") else "a good code is refused",
        )
        self.book(**code)

    @task(1)
    def mistype(self) -> None:
        """Too young: the response names the field, and nothing is stored."""
        self.arrive()
        body = {**self.trip(), "customerName": "Load Tester", "driverAge": "19", "groupSize": "2"}
        body |= {"customerEmail": self.company.email("young"), "customerPhone": "+995 555 000 000"}

        def names_the_field(content: Content) -> str | None:
            fields = [each.get("field") for each in content.get("fields") or []]
            return None if fields == ["driverAge"] else f"the fields named are {fields}"

        self.ask("POST", "/api/bookings", body, status=422, check=names_the_field)

    @task(1)
    def follow_old_url(self) -> None:
        """Old URLs redirect home where the company's data has them; elsewhere they are not found."""
        self.arrive()
        has_old_site = self.company.template == "georgia"
        status = 301 if has_old_site else 404
        answer = self.ask("GET", f"{OLD_ADDRESS}?utm_source=old", step=OLD_ADDRESS, status=status, check=None)
        if has_old_site and answer.right and "utm_source=old" not in answer.headers.get("location", ""):
            self.wrong(OLD_ADDRESS, "the old address loses its query")
