"""Users who work with the visitors' data: an affiliate, an analyst and an owner per company."""

import random
from datetime import UTC, datetime, timedelta

from locust import between, constant_pacing, task

from loadtests.load.person import ACKNOWLEDGED, PLAN, Answer, Content, Person, succeeded

COPIES = len(PLAN.companies)
POLL_SECONDS = 5.0
MAX_ROWS = 1000
# Observed by all analysts: delay of the newest figures in seconds, and how often there were none.
LAGS: list[float] = []
AWAY: list[str] = []


class Staff(Person):
    """Each takes the next company, so that every company has one."""

    abstract = True
    fixed_count = COPIES
    arrived = 0

    def on_start(self) -> None:
        super().on_start()
        kind = type(self)
        self.company = PLAN.companies[kind.arrived % COPIES]
        kind.arrived += 1
        self.arrive()
        self.sign_in()

    def sign_in(self) -> None:
        """Signed in to the console with their role."""
        who = {"email": self.company.email(type(self).__name__.lower()), "password": self.company.password}
        answer = self.ask("POST", "/api/admin/login", who)
        self.headers["Cookie"] = answer.headers.get("set-cookie", "").partition(";")[0]


class Analyst(Staff):
    """Has the live page open: it polls, and an unchanged figure is a 304."""

    wait_time = constant_pacing(POLL_SECONDS)

    def sign_in(self) -> None:
        super().sign_in()
        self.tags: dict[str, str] = {}
        self.most = 0

    @task
    def poll(self) -> None:
        today = datetime.now(UTC).date()
        days = f"from={today - timedelta(days=2)}&to={today + timedelta(days=2)}"
        for figure in ("overview", "answers"):
            self.figure(f"/api/quiz/analytics/{figure}", days)
        self.figure("/api/quiz/analytics/page", f"figures=funnel&{days}")

    def figure(self, path: str, query: str) -> None:
        known = self.tags.get(path)
        headers = {"If-None-Match": known} if known else {}
        with self.client.request(
            "GET",
            f"{path}?{query}",
            name=path,
            headers={**self.headers, **headers},
            catch_response=True,
        ) as answer:
            if answer.status_code == 304 and known:
                answer.success()
            elif answer.status_code == 503 and "AnalyticsUnavailable" in (answer.text or ""):
                # A valid response before any figure is cached: recorded, but not a failure.
                AWAY.append(path)
                answer.success()
            elif answer.status_code == 202 and path.endswith("page"):
                # Still being counted.
                answer.success()
            elif answer.status_code != 200:
                answer.failure(f"answered {answer.status_code}: {(answer.text or '')[:160]}")
            else:
                content, tag = answer.json(), (answer.headers or {}).get("etag", "")
                if path.endswith("page"):
                    content, tag = content["figures"]["funnel"], content["tags"]["funnel"]
                if wrong := self.wrong_figure(path, content):
                    answer.failure(wrong)
                else:
                    self.tags[path] = tag
                    answer.success()

    def wrong_figure(self, path: str, content: Content) -> str | None:
        """Figures only grow while visitors come, and parts never exceed the total."""
        through = content["realTimeMetadata"]["dataThrough"]
        if through is None:
            return "nothing is included"
        LAGS.append((datetime.now(UTC) - datetime.fromisoformat(through)).total_seconds())
        if path.endswith("overview"):
            whole = content["analytics"]
            total = whole["totalSessions"]
            if total < self.most:
                return f"{self.most} sessions became {total}"
            self.most = total
            if max(whole["completedSessions"], whole["conversionCount"]) > total:
                return "more completions or conversions than sessions"
        elif path.endswith("answers"):
            for question in content["answerDistribution"]:
                if sum(answer["count"] for answer in question["answers"]) != question["totalResponses"]:
                    return f"the answers of {question['questionId']} do not add up"
        return succeeded(content)


class Owner(Staff):
    """Processes new bookings: confirms most, cancels some; sometimes pays the affiliate."""

    wait_time = between(2 * PLAN.pace, 6 * PLAN.pace)

    @task(6)
    def work_through_new_bookings(self) -> None:
        page = self.ask("GET", "/api/admin/bookings?status=pending", check=self.only_ours)
        for booking in page.content.get("bookings", [])[:3]:
            self.think(1, 3)
            self.decide(booking)

    def only_ours(self, content: Content) -> str | None:
        domain = self.company.email("")
        strange = [each for each in content["bookings"] if not each["customerEmail"].endswith(domain)]
        return succeeded(content) or ("a booking of another company is shown" if strange else None)

    def decide(self, booking: Content) -> None:
        path, route = f"/api/admin/bookings/{booking['id']}", "/api/admin/bookings/{booking_id}"
        expected = ACKNOWLEDGED.bookings.get(booking["id"])

        def as_acknowledged(content: Content) -> str | None:
            shown = content["booking"]
            if expected is not None and (shown["totalPrice"], shown["reference"]) != (
                expected.total,
                expected.reference,
            ):
                return "the desk shows another booking than the customer's confirmation"
            return succeeded(content)

        if not self.ask("GET", path, step=route, check=as_acknowledged).right:
            return
        wanted = "cancelled" if random.random() < 0.25 else "confirmed"
        change = {"fromStatus": "pending", "toStatus": wanted, "reason": "by the load test"}
        changed = self.ask(
            "POST",
            f"{path}/status",
            change,
            step=f"{route}/status",
            check=lambda content: None if content["booking"]["status"] == wanted else "another status",
            refusal=409,
        )
        if changed.right:
            ACKNOWLEDGED.statuses[booking["id"]] = wanted

    @task(1)
    def pay_the_affiliate(self) -> None:
        listed = self.ask("GET", "/api/admin/affiliates")
        for affiliate in listed.content.get("affiliates", []):
            due = affiliate["commissionPayable"]
            if due <= 0:
                continue
            paid = self.pay(affiliate["id"])
            if paid.right:
                payouts = ACKNOWLEDGED.payouts.setdefault(self.company.slug, {})
                payouts[paid.content["payoutId"]] = paid.content["totalAmount"]

    def pay(self, affiliate: str) -> Answer:
        """Refused when a listed amount has been put under review in the meantime."""
        return self.ask(
            "POST",
            f"/api/admin/pay-commission/{affiliate}",
            step="/api/admin/pay-commission/{affiliate_id}",
            check=lambda content: (
                succeeded(content) or (None if content["totalAmount"] > 0 else "paid nothing")
            ),
        )


class Affiliate(Staff):
    """Looks at the earned commissions."""

    wait_time = between(3 * PLAN.pace, 10 * PLAN.pace)

    def sign_in(self) -> None:
        who = {"email": self.company.email("affiliate"), "password": self.company.password}
        token = self.ask("POST", "/api/referrers/login", who).content.get("token", "")
        self.headers["Authorization"] = f"Bearer {token}"
        self.most = 0

    @task
    def look(self) -> None:
        self.ask("GET", "/api/referrers/dashboard", check=self.own_figures)

    def own_figures(self, content: Content) -> str | None:
        data = content["data"]
        if data["promoCode"] != self.company.promo:
            return "the code of someone else"
        listed = data["bookings"]
        if len(listed) < self.most:
            return f"{self.most} bookings became {len(listed)}"
        self.most = len(listed)
        void = {"cancelled", "refused"}
        earned = sum(each["commissionAmount"] for each in listed if each["commissionStatus"] not in void)
        total = data["totals"]["totalCommissionOwed"] + data["totals"]["totalCommissionPaid"]
        parts = sum(data["totals"][f"totalCommission{part}"] for part in ("Payable", "Pending", "InReview"))
        if data["totals"]["totalCommissionOwed"] > parts + 0.005:
            return f"{data['totals']['totalCommissionOwed']} is owed, its parts are {parts}"
        if len(listed) < MAX_ROWS and abs(earned - total) > 0.005:
            return f"the bookings earn {earned}, the totals say {total}"
        return succeeded(content)
