"""Exports for the accountant: equal to the journal and the VAT report to the cent, closed, and the same each time."""

import asyncio
import csv
import hashlib
import io
from collections import defaultdict
from datetime import timedelta
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from payment_steps import add_booking, empty_money, pay
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn

from abano.catalog.published.service import CatalogService
from abano.db.engine import Database
from abano.ops.seeds.fleet import load_fleet
from abano.payments.accounting import service
from abano.payments.accounting.models import AccountingExport
from abano.payments.accounting.rules import DEFAULTS
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PATIENCE = 60
BOOKS = "/api/admin/accounting"
EXPORTS, SETTINGS = f"{BOOKS}/exports", f"{BOOKS}/settings"
JANUARY = {"from": "2026-01-01", "to": "2026-01-31"}
WITH_DATEV = {"chart": "skr03", "consultantNumber": 29098, "clientNumber": 55003}
SKR03 = DEFAULTS["skr03"]
ENTRIES_BY_KIND = """
select kind, sum(amount_minor)::bigint from journal_entries
where tenant_id = %s and created_at >= '2026-01-01 00:00+04' and created_at < '2026-06-10 00:00+04' group by 1
"""


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def export(client: httpx.AsyncClient, **days: str) -> dict[str, Any]:
    answer = await client.post(EXPORTS, json=days)
    assert answer.status_code == 201, answer.text
    newest: dict[str, Any] = answer.json()["exports"][0]
    return newest


async def rows(client: httpx.AsyncClient, number: int) -> list[dict[str, str]]:
    answer = await client.get(f"{EXPORTS}/{number}/journal.csv")
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def cents(text: str) -> int:
    return round(100 * float(text))


def balances(found: list[dict[str, str]]) -> dict[str, int]:
    """What each account has: debit less credit."""
    sums: dict[str, int] = defaultdict(int)
    for row in found:
        sums[row["Debit account"]] += cents(row["Amount"])
        sums[row["Credit account"]] -= cents(row["Amount"])
    return sums


async def paid_on(client: httpx.AsyncClient, query_admin_sql: AdminSql, days_ago: int, amount: float) -> None:
    """A payment as if it was written some days ago."""
    await pay(client, await add_booking(client), amount)
    query_admin_sql(
        "update journal_entries set created_at = %s where created_at = (select max(created_at) from journal_entries)",
        NOW - timedelta(days=days_ago),
    )


async def test_a_year_adds_up_to_the_journal_and_the_vat_report(
    db: Database, owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    empty_tables(query_admin_sql, "vehicles")
    catalog = await CatalogService(db).get(georgia.id)
    async with db.uow(georgia.id) as uow:
        await load_fleet(uow, georgia, catalog, NOW)
    last = str((NOW - timedelta(days=1)).date())
    made = await export(owner_client, **{"from": "2026-01-01", "to": last})
    found = await rows(owner_client, made["number"])
    assert len(found) == made["postings"] > 500
    assert sum(balances(found).values()) == 0
    assert [each["currency"] for each in made["sums"]] == [georgia.currency]
    assert cents(str(made["sums"][0]["amount"])) == sum(cents(row["Amount"]) for row in found)

    words = {"payment": "Payment received", "refund": "Refund", "deposit_taken": "Deposit received"}
    by_kind: dict[str, int] = dict(query_admin_sql(ENTRIES_BY_KIND, georgia.id))
    for kind in words.keys() & by_kind.keys():
        assert by_kind[kind] == sum(
            cents(row["Amount"]) for row in found if row["Text"].startswith(words[kind])
        )

    report = (await owner_client.get(f"/api/admin/reports/vat?from=2026-01-01&to={last}")).json()
    totals, has = report["currencies"][0]["total"], balances(found)
    assert -has[SKR03["vat"]] == cents(str(totals["vat"]))
    assert -has[SKR03["revenue"]] - has[SKR03["revenue_untaxed"]] == cents(str(totals["net"]))
    [(earned, paid)] = query_admin_sql(
        "select sum(earned_minor - voided_minor)::bigint, sum(paid_minor)::bigint from commission_entries"
        " where tenant_id = %s and created_at >= '2026-01-01 00:00+04' and created_at < '2026-06-10 00:00+04'",
        georgia.id,
    )
    assert has[SKR03["commissions"]] == (earned or 0)
    assert -has[SKR03["affiliates"]] == (earned or 0) - (paid or 0)


async def test_what_is_late_is_in_the_next_export_and_files_stay(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await paid_on(owner_client, query_admin_sql, 20, 10)
    assert (await owner_client.put(SETTINGS, json=WITH_DATEV)).status_code == 200
    first = await export(owner_client, **{"from": "2026-05-01", "to": "2026-05-31"})
    paths = [f"{EXPORTS}/1/journal.csv", f"{EXPORTS}/1/datev.csv"]
    files = [(await owner_client.get(path)).content for path in paths]
    assert first["digest"] == hashlib.sha256(b"".join(files)).hexdigest()

    await paid_on(owner_client, query_admin_sql, 15, 20)
    await paid_on(owner_client, query_admin_sql, 2, 30)
    chart = await owner_client.put(SETTINGS, json=WITH_DATEV | {"chart": "skr04"})
    assert chart.json()["accounts"]["cash"] == "1600"
    second = await export(owner_client, to="2026-06-09")
    assert (second["from"], second["postings"]) == ("2026-06-01", 2)
    found = await rows(owner_client, 2)
    assert [(row["Date"], row["Amount"]) for row in found] == [
        ("2026-06-01", "20.00"),
        ("2026-06-08", "30.00"),
    ]
    assert found[0]["Text"].endswith("2026-05-26")
    assert [(await owner_client.get(path)).content for path in paths] == files
    shown = (await owner_client.get(EXPORTS)).json()
    assert ([each["number"] for each in shown["exports"]], shown["nextFrom"]) == ([2, 1], "2026-06-10")


async def test_of_two_exports_at_once_one_closes_the_period(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    await paid_on(owner_client, query_admin_sql, 140, 100)
    both, write = asyncio.Barrier(2), service.write_export

    async def write_at_once(*of: Any) -> AccountingExport:
        # Both have read the same open period before either is stored.
        await both.wait()
        return await write(*of)

    monkeypatch.setattr(service, "write_export", write_at_once)
    async with asyncio.timeout(PATIENCE):
        answers = await asyncio.gather(*(owner_client.post(EXPORTS, json=JANUARY) for _ in range(2)))
    assert sorted(each.status_code for each in answers) == [201, 409]
    (refused,) = (each for each in answers if each.status_code == 409)
    assert refused.json()["code"] == "ExportedMeanwhile"
    assert len((await owner_client.get(EXPORTS)).json()["exports"]) == 1
    assert len(await rows(owner_client, 1)) == 1


async def test_datev_reads_the_file(owner_client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    await paid_on(owner_client, query_admin_sql, 2, 184.5)
    await owner_client.put(SETTINGS, json=WITH_DATEV)
    made = await export(owner_client, **{"from": "2026-06-01", "to": "2026-06-09"})
    file = await owner_client.get(f"{EXPORTS}/{made['number']}/datev.csv")
    assert "EXTF_Buchungsstapel_2026-06-01-to-2026-06-09.csv" in file.headers["content-disposition"]
    head, names, line, end = file.content.decode("cp1252").split("\r\n")
    assert end == ""
    assert head.startswith('"EXTF";700;21;"Buchungsstapel";13;2026')
    fields = head.split(";")
    assert len(fields) == 31
    assert fields[10:16] == ["29098", "55003", "20260101", "4", "20260601", "20260609"]
    assert (fields[21], fields[26]) == ('"EUR"', '"03"')
    assert len(names.split(";")) == len(line.split(";")) == 125
    filled = line.split(";")
    assert filled[:3] == ["184,50", '"S"', '"EUR"']
    assert filled[6:8] == [SKR03["card"], SKR03["customers"]]
    assert filled[9] == "0806"


async def test_wrong_days_and_numbers_name_their_field(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await paid_on(owner_client, query_admin_sql, 2, 10)
    for days, field in (
        ({"to": "2026-01-31"}, "from"),
        ({"from": "1999-12-31", "to": "1999-12-31"}, "from"),
        ({"from": "2026-06-01", "to": "2026-06-10"}, "to"),
        ({"from": "2026-02-01", "to": "2026-01-31"}, "to"),
        ({"from": "2025-12-01", "to": "2026-01-31"}, "to"),
        ({"from": "2026-01-01", "to": "soon"}, "to"),
    ):
        answer = await owner_client.post(EXPORTS, json=days)
        assert (answer.status_code, [each["field"] for each in answer.json()["fields"]]) == (422, [field]), (
            answer.text
        )
    assert (await owner_client.post(EXPORTS, json=JANUARY)).status_code == 409
    for change, field in (
        ({"chart": "skr99"}, "chart"),
        ({"accounts": {"cash": "10000"}}, "accounts.cash"),
        ({"accounts": {"cash": "none"}}, "accounts.cash"),
        ({"consultantNumber": 7}, "consultantNumber"),
        ({"clientNumber": 0}, "clientNumber"),
    ):
        answer = await owner_client.put(SETTINGS, json=WITH_DATEV | change)
        assert (answer.status_code, [each["field"] for each in answer.json()["fields"]]) == (422, [field]), (
            answer.text
        )
    await export(owner_client, **{"from": "2026-06-01", "to": "2026-06-09"})
    answer = await owner_client.post(EXPORTS, json={"from": "2026-06-01", "to": "2026-06-09"})
    assert [each["field"] for each in answer.json()["fields"]] == ["from"]
    assert (await owner_client.get(f"{EXPORTS}/1/datev.csv")).status_code == 404


async def test_only_the_company_s_owner_sees_its_books(
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    owner_client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
) -> None:
    await paid_on(owner_client, query_admin_sql, 2, 10)
    await export(owner_client, **{"from": "2026-06-01", "to": "2026-06-09"})
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    assert (await stranger.client.get(EXPORTS)).json()["exports"] == []
    assert (await stranger.client.get(f"{EXPORTS}/1/journal.csv")).status_code == 404
    anyone = client_of("georgia.localhost")
    assert (await anyone.get(f"{EXPORTS}/1/journal.csv")).status_code == 401
    [(changed,)] = query_admin_sql("select count(*) from audit_log where action = 'accounting.exported'")
    assert changed >= 1
