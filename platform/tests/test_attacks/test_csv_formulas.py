"""Files for spreadsheets: texts of visitors and affiliates never run as formulas there."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import product

import httpx
import pytest
from analytics_process import FIGURES, AnalyticsProcess, sessions_counted
from console_people import signed_in_person
from described import csv_operations
from loadtests.forms import booking_form
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.files import FORMULA_STARTS
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
FORMULAS = (
    '=HYPERLINK("http://evil.example","x")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "+1+1",
    "\t=1+1",
    '"=1+1',
    "=1;2\r\n=3",
    "＝1+1",
    "Lada;=1+1",
    "Lada\t@SUM(1)",
    '"Lada";"=1+1"',
    "Lada;; ＝1",
)
# What a phone number looks like in a file: groups of digits, which no program takes for a formula or a number.
PHONE = re.compile(r"\+[0-9]+( [0-9]+)+")
# How spreadsheet programs of different countries split the same file.
SEPARATORS = (",", ";", "\t")
# Endpoints that answer several files, and what to ask them for.
PATH_KINDS = ("clicks", "app-clicks", "retractions")
TABLES = ("answers", "funnel", "campaigns", "sessions", "responses")


def cells(text: str, separator: str = ",") -> Iterator[str]:
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator):
        yield from row


def running(text: str) -> list[str]:
    """Cells that one program or another would run. A plain negative amount is a number, not a formula."""
    found = []
    for separator in SEPARATORS:
        for cell in cells(text, separator):
            # Programs differ in what they pass over before a sign.
            begins = cell.strip().lstrip('"').strip()
            if begins.startswith((*FORMULA_STARTS, "＝")):
                plain = begins.removeprefix("-").partition(",")[0].replace(".", "")
                if not plain.isdigit() and not PHONE.fullmatch(begins):
                    found.append(cell)
    return found


async def plant(client: httpx.AsyncClient, owner: httpx.AsyncClient, sql: AdminSql) -> str:
    """Formulas wherever someone outside can write a text that a file shows; answers an affiliate with payouts."""
    for number, formula in enumerate(FORMULAS):
        await plant_in_quiz(client, formula, number)
        # A name with a link is refused.
        name = formula.replace("http://evil.example", "evil")
        affiliate = {
            "name": f"{name} Affiliate", "email": f"affiliate{number}@example.com",
            "password": "an affiliate's password", "paypalEmail": f"=cmd{number}@example.com",
            "phone": formula[:40], "notes": formula,
        }  # fmt: skip
        assert (await client.post("/api/referrers/register", json=affiliate)).status_code < 300
        [(code,)] = sql(
            "select code from promo_codes join affiliates a on a.id = affiliate_id where a.email = %s",
            affiliate["email"],
        )
        booking = booking_form(
            customerName=f"{name} Lovelace",
            customerPhone="+995 555 12 34 56",
            carType=f"{name} car",
            promoCode=code,
            gclid=formula,
            consentState="granted",
        )
        taken = await client.post("/api/bookings", json=booking)
        assert taken.status_code == 201, taken.text
        if number:
            # As it could be typed in earlier times. The first one keeps its number.
            old = (formula + "0123456789")[:40]
            sql("update bookings set customer_phone = %s where id = %s", old, taken.json()["bookingId"])
        release = f"/api/admin/commissions/{taken.json()['bookingId']}/release"
        assert (await owner.post(release, json={})).status_code in {200, 409}
        note = f"/api/admin/bookings/{taken.json()['bookingId']}/notes"
        assert (await owner.post(note, json={"text": formula})).status_code == 200
    sql("update bookings set status = 'completed'")
    listed = (await owner.get("/api/admin/affiliates")).json()["affiliates"]
    paid = [
        one["id"] for one in listed
        if (await owner.post(f"/api/admin/pay-commission/{one['id']}", json={})).status_code == 200
    ]  # fmt: skip
    assert paid
    return str(paid[0])


async def export_books(owner: httpx.AsyncClient, sql: AdminSql) -> None:
    """The accountant's first export, of what was paid out: only days that are over can be exported."""
    sql("update commission_entries set created_at = created_at - interval '5 days'")
    numbers = {"chart": "skr03", "consultantNumber": 1001, "clientNumber": 1}
    assert (await owner.put("/api/admin/accounting/settings", json=numbers)).status_code == 200
    period = {"from": "2026-06-01", "to": "2026-06-09"}
    made = await owner.post("/api/admin/accounting/exports", json=period)
    assert made.status_code == 201, made.text


async def plant_in_quiz(client: httpx.AsyncClient, formula: str, number: int) -> None:
    """In each text of the quiz that a visitor's browser could be made to send; what no quiz has is refused."""
    session = {"sessionId": f"session-{number}"}
    utm = {"utmSource": formula, "utmMedium": formula, "utmCampaign": formula}
    start = session | utm | {"quizVersion": formula[:40]}
    assert (await client.post("/api/quiz/session/start", json=start)).status_code < 300
    answer = {"questionId": formula[:60], "value": formula[:60], "questionText": formula, "answer": formula}
    for version in ({}, {"quizVersion": formula[:40]}):
        for path, body in (
            ("answers", {"answers": [answer]}),
            ("question-view", {"questionId": formula[:60]}),
        ):
            sent = await client.post(f"/api/quiz/{path}", json=session | version | body)
            assert sent.status_code in {200, 409, 422}


@pytest.fixture
def settings(settings: Settings, analytics_process: AnalyticsProcess) -> Settings:
    """With the real analytics service, which writes files too."""
    return settings.model_copy(update={"analytics_url": analytics_process.url})


async def test_no_cell_of_any_file_runs_as_a_formula(
    client: httpx.AsyncClient, client_of: ClientFactory, sign_in: SignIn, db: Database, georgia: Tenant,
    query_admin_sql: AdminSql, clock: FixedClock,
) -> None:  # fmt: skip
    owner = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    affiliate = await plant(client, owner, query_admin_sql)
    clock.move(hours=7)
    made = await owner.post("/api/admin/conversions/file-urls")
    secret = httpx.URL(made.json()["urls"]["clicks"]).path.split("/")[3]
    [(email,)] = query_admin_sql("select email from affiliates where id = %s", affiliate)
    person = {"email": email, "password": "an affiliate's password"}
    token = (await client.post("/api/referrers/login", json=person)).json()["token"]
    await export_books(owner, query_admin_sql)
    looked_at = 0
    await sessions_counted(owner, len(FORMULAS))
    for one in csv_operations():
        tables = TABLES if "table" in one.texts else ("",)
        for kind, table in product(PATH_KINDS if "{kind}" in one.path else ("",), tables):
            url = one.url(affiliate_id=affiliate, secret=secret, kind=kind, number=1)
            answer = await owner.get(
                url,
                params={"table": table} if table else {},
                headers={"Authorization": f"Bearer {token}"} if url.startswith("/api/referrers/") else {},
            )
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith("text/csv"), one.name
            assert running(answer.text) == [], f"{one.name} {table}"
            looked_at += 1
    assert looked_at >= 15
    # What was planted did arrive: without the guard this would find it.
    for path in (
        "/api/admin/bookings/export.csv",
        f"{FIGURES}export?table=sessions",
        f"{FIGURES}export?table=campaigns",
    ):
        assert "'=HYPERLINK" in (await owner.get(path)).text, path
    # And a number to call is one to call.
    assert ",+995 555 12 34 56," in (await owner.get("/api/admin/bookings/export.csv")).text
