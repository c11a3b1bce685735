"""Files for spreadsheets: texts of visitors and partners never run as formulas there."""

import csv
import io
from collections.abc import Iterator

import httpx
import pytest
from console_people import signed_in_person
from described import csv_operations
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.db import Database
from abano.kit.clock import FixedClock
from abano.kit.csv_text import FORMULA_STARTS
from abano.tenancy import Tenant

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
)
# What another service writes; its own tests look at it (analytics/tests/test_internal_api/test_exports.py).
ELSEWHERE = "/api/quiz/analytics/export"
BOOKING = {
    "driverAge": "36", "groupSize": "2", "pickupDate": "2026-07-01", "pickupTime": "09:00",
    "returnDate": "2026-07-08", "returnTime": "09:00", "insuranceType": "minimum", "consentState": "granted",
}  # fmt: skip


def cells(text: str) -> Iterator[str]:
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")):
        yield from row


async def plant(client: httpx.AsyncClient, owner: httpx.AsyncClient, sql: AdminSql) -> str:
    """Formulas wherever somebody outside can write a text that a file shows; answers an affiliate with payouts."""
    for number, formula in enumerate(FORMULAS):
        partner = {
            "name": f"{formula} Partner", "email": f"partner{number}@example.com", "password": "a partner's password",
            "paypalEmail": f"=cmd{number}@example.com", "phone": formula[:40], "notes": formula,
        }  # fmt: skip
        assert (await client.post("/api/referrers/register", json=partner)).status_code < 300
        [(code,)] = sql(
            "select code from promo_codes join affiliates a on a.id = affiliate_id where a.email = %s",
            partner["email"],
        )
        booking = BOOKING | {
            "customerName": f"{formula} Lovelace", "customerEmail": "ada@example.com",
            "customerPhone": (formula + "0123456789")[:40], "carType": f"{formula} car", "pickupLocation": "tbilisi",
            "dropoffLocation": "batumi", "promoCode": code, "gclid": formula,
        }  # fmt: skip
        taken = await client.post("/api/bookings", json=booking)
        assert taken.status_code == 201, taken.text
        release = f"/api/admin/commissions/{taken.json()['bookingId']}/release"
        assert (await owner.post(release, json={})).status_code in {200, 409}
        note = f"/api/admin/bookings/{taken.json()['bookingId']}/notes"
        assert (await owner.post(note, json={"text": formula})).status_code == 200
    listed = (await owner.get("/api/admin/affiliates")).json()["affiliates"]
    paid = [
        one["id"] for one in listed
        if (await owner.post(f"/api/admin/pay-commission/{one['id']}", json={})).status_code == 200
    ]  # fmt: skip
    assert paid
    return str(paid[0])


async def test_no_cell_of_any_file_runs_as_a_formula(
    client: httpx.AsyncClient, client_of: ClientFactory, sign_in: SignIn, db: Database, georgia: Tenant,
    query_admin_sql: AdminSql, clock: FixedClock,
) -> None:  # fmt: skip
    owner = (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client
    affiliate = await plant(client, owner, query_admin_sql)
    clock.move(hours=7)
    made = await owner.post("/api/admin/conversions/address")
    secret = httpx.URL(made.json()["addresses"]["clicks"]).path.split("/")[3]
    looked_at = 0
    for one in csv_operations():
        if one.path == ELSEWHERE:
            continue
        for kind in ("clicks", "app-clicks", "retractions") if "{kind}" in one.path else ("",):
            answer = await owner.get(one.url(affiliate_id=affiliate, secret=secret, kind=kind))
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith("text/csv"), one.name
            running = [cell for cell in cells(answer.text) if cell.startswith((*FORMULA_STARTS, "＝"))]
            # A plain negative amount is a number, not a formula.
            assert [
                cell for cell in running if not cell.removeprefix("-").replace(".", "").isdigit()
            ] == [], one.name
            looked_at += 1
    assert looked_at >= 9
    # What was planted did arrive: without the guard this would find it.
    bookings = (await owner.get("/api/admin/bookings/export.csv")).text
    assert "'=HYPERLINK" in bookings
