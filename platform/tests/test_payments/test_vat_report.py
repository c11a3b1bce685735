"""The VAT report: equal to the documents to the cent, by rate and currency, with the documents behind each row."""

import csv
import io
import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from payment_steps import BOOKINGS, SNAPSHOT, add_booking, empty_money, post
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn

from abano.core.ids import new_id
from abano.db.engine import Database
from abano.payments.invoices.numbering import DEFAULTS
from abano.payments.invoices.paper import DocumentLine
from abano.payments.invoices.vat import vat_parts
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
VAT = "/api/admin/reports/vat"
YEAR = "from=2026-01-01&to=2026-12-31"
AMOUNTS = ("net", "vat", "gross")


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


def add_document(
    query_admin_sql: AdminSql,
    tenant: Tenant,
    booking: str,
    number: int,
    *,
    kind: str = "invoice",
    amounts: dict[int, int] | int = 0,
    currency: str = "",
    issued_at: datetime = NOW,
    credits_id: object = None,
) -> object:
    """``amounts``: gross by rate, or in all where no VAT is charged."""
    by_rate = amounts if isinstance(amounts, dict) else {}
    lines = [
        DocumentLine(code="manual", label="x", quantity=1, unit_price=amount, amount=amount, vat=rate)
        for rate, amount in by_rate.items()
    ]
    data = SNAPSHOT | {"vat": [part.model_dump(by_alias=True) for part in vat_parts(lines)]}
    total = sum(by_rate.values()) if isinstance(amounts, dict) else amounts
    document = new_id()
    query_admin_sql(
        "insert into invoices (tenant_id, id, kind, year, sequence, previous_sequence, number, booking_id,"
        " credits_id, language, currency, total_minor, data, issued_at)"
        " values (%s, %s, %s, 2026, %s, %s, %s, %s, %s, 'en', %s, %s, %s, %s)",
        tenant.id, document, kind, number, number - 1 or None, DEFAULTS[kind].number(2026, number), booking,
        credits_id, currency or tenant.currency, total, json.dumps(data), issued_at,
    )  # fmt: skip
    return document


async def report(client: httpx.AsyncClient, period: str = YEAR) -> dict[str, Any]:
    answer = await client.get(f"{VAT}?{period}")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def documents(client: httpx.AsyncClient, currency: str, rate: str) -> list[dict[str, Any]]:
    """Of all pages."""
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        path = f"{VAT}/documents?{YEAR}&currency={currency}&rate={rate}"
        answer = await client.get(path + (f"&cursor={cursor}" if cursor else ""))
        assert answer.status_code == 200, answer.text
        found += answer.json()["documents"]
        cursor = answer.json()["nextCursor"]
        if not cursor:
            return found


async def test_a_year_of_documents_adds_up_to_the_cent(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    random = Random(7)  # noqa: S311 - the same in each run
    expected: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    notes = 0
    for number in range(1, 131):
        currency = random.choice(("GEL", "EUR", "USD"))
        at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=60 * number)
        rates = random.sample((1800, 1200, 500, 0), random.randint(1, 3))
        amounts: dict[int, int] | int = {rate: random.randint(1, 250_000) for rate in rates}
        if random.random() < 0.15:
            amounts = random.randint(1, 250_000)
        issued = [amounts]
        document = add_document(
            query_admin_sql, georgia, booking, number, amounts=amounts, currency=currency, issued_at=at
        )
        if random.random() < 0.3:
            notes += 1
            back = (
                -amounts
                if isinstance(amounts, int)
                else {rate: -random.randint(1, amount) for rate, amount in amounts.items()}
            )
            add_document(
                query_admin_sql, georgia, booking, notes, kind="credit_note", amounts=back, currency=currency,
                issued_at=at + timedelta(minutes=5), credits_id=document,
            )  # fmt: skip
            issued.append(back)
        for each in issued:
            if isinstance(each, int):
                sums = expected[currency, "none"]
                sums[0], sums[2] = sums[0] + each, sums[2] + each
                continue
            for rate, amount in each.items():
                tax = round(
                    Decimal(amount * rate) / (10_000 + rate) + Decimal("1e-9") * (1 if amount > 0 else -1)
                )
                sums = expected[currency, str(rate)]
                sums[0], sums[1], sums[2] = sums[0] + amount - tax, sums[1] + tax, sums[2] + amount
    assert notes > 20
    shown = await report(owner_client)
    assert [each["currency"] for each in shown["currencies"]] == ["EUR", "GEL", "USD"]
    found = {
        (each["currency"], row["rate"]): [round(100 * row["total"][name]) for name in AMOUNTS]
        for each in shown["currencies"]
        for row in each["rows"]
    }
    assert found == expected
    for each in shown["currencies"]:
        for name in AMOUNTS:
            assert round(100 * each["total"][name]) == sum(
                round(100 * row["total"][name]) for row in each["rows"]
            )
        [(count, gross)] = query_admin_sql(
            "select count(*), sum(total_minor)::bigint from invoices where tenant_id = %s and currency = %s",
            georgia.id, each["currency"],
        )  # fmt: skip
        assert (each["total"]["documents"], round(100 * each["total"]["gross"])) == (count, gross)
        for row in each["rows"]:
            behind = await documents(owner_client, each["currency"], row["rate"])
            assert len({line["id"] for line in behind}) == len(behind) == row["total"]["documents"]
            for name in AMOUNTS:
                assert round(100 * row["total"][name]) == sum(round(100 * line[name]) for line in behind)
            of_notes = [line for line in behind if line["kind"] == "credit_note"]
            assert len(of_notes) == row["creditNotes"]["documents"]
            assert round(100 * row["creditNotes"]["vat"]) == sum(
                round(100 * line["vat"]) for line in of_notes
            )

    for path in ("export.csv", "documents.csv"):
        file = await owner_client.get(f"{VAT}/{path}?{YEAR}")
        lines = list(csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff"))))
        total = sum(Decimal(line["VAT"]) for line in lines if line["Currency"] == "GEL")
        assert (
            total
            == Decimal(sum(sums[1] for (currency, _), sums in expected.items() if currency == "GEL")) / 100
        )
    assert 'filename="vat-documents-2026-01-01-to-2026-12-31.csv"' in file.headers["content-disposition"]


async def test_documents_count_on_the_day_of_the_company(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    # 31 March, 23:59 in Tbilisi, and the minute after.
    for number, minute in ((1, 59), (2, 60)):
        at = datetime(2026, 3, 31, 19, tzinfo=UTC) + timedelta(minutes=minute)
        add_document(query_admin_sql, georgia, booking, number, amounts={1800: 11_800}, issued_at=at)
    march = await report(owner_client, "year=2026&month=3")
    april = await report(owner_client, "from=2026-04-01&to=2026-06-30")
    for shown in (march, april):
        [currency] = shown["currencies"]
        assert currency["total"] == {"documents": 1, "net": 100, "vat": 18, "gross": 118}
    assert (april["first"], april["last"]) == ("2026-04-01", "2026-06-30")


async def test_issued_and_credited_documents_of_the_product_are_in_it(
    owner_client: httpx.AsyncClient,
) -> None:
    seller = {"legalName": "Abano", "vatPercent": 18, "vatRates": {"service": 5}}
    assert (await owner_client.put("/api/admin/seller", json=seller)).is_success
    booking = await add_booking(owner_client, services=["babySeat"])
    issued = (await post(owner_client, f"{BOOKINGS}/{booking}/invoices"))["document"]
    await post(
        owner_client, f"/api/admin/invoices/{issued['id']}/credit-note", {"reason": "Discount", "amount": 10}
    )
    [currency] = (await report(owner_client))["currencies"]
    assert [row["percent"] for row in currency["rows"]] == [18, 5]
    assert currency["total"]["gross"] == issued["total"] - 10
    assert currency["total"]["documents"] == 2


async def test_what_is_not_understood_is_refused(owner_client: httpx.AsyncClient) -> None:
    for query in ("from=2020-01-01&to=2026-01-01", "from=2026-02-01&to=2026-01-01", "year=1000"):
        assert (await owner_client.get(f"{VAT}?{query}")).status_code == 422, query
    for query in (
        "currency=GEL",
        "currency=GEL&rate=18%25",
        "currency=gel&rate=none",
        "currency=GEL&rate=1&cursor=x",
    ):
        assert (await owner_client.get(f"{VAT}/documents?{YEAR}&{query}")).status_code == 422, query


async def test_documents_of_another_company_are_in_no_figure(
    owner_client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    await post(owner_client, f"{BOOKINGS}/{await add_booking(owner_client)}/invoices")
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    assert (await report(stranger.client))["currencies"] == []
    assert len((await report(owner_client))["currencies"]) == 1
