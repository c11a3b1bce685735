"""Numbers of invoices in the company's own format: no gap, no repetition, whatever changes, however many wait."""

import asyncio
from typing import Any

import httpx
import psycopg
import pytest
from console_people import signed_in_person
from payment_steps import BOOKINGS, add_booking, empty_money, post
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql, ClientFactory, SignIn

from abano.accounts.access.rights import Role
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.payments.invoices.numbering import DEFAULTS, Numbering, can_collide, draw_number
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
INVOICES = "/api/admin/invoices"
NUMBERING = "/api/admin/invoice-numbering"
YEARLY = {"series": "RE", "format": "{series}{year}-{number:4}", "restartsYearly": True}
# Every number follows the one before it, or is one that the company chose to go on at.
GAPS = """
select i.number from invoices i where i.sequence > 1 and not exists (
  select from invoices b
  where (b.tenant_id, b.kind, b.year, b.sequence) = (i.tenant_id, i.kind, i.year, i.sequence - 1)
) and not exists (
  select from invoice_starts s
  where (s.tenant_id, s.kind, s.year, s.sequence) = (i.tenant_id, i.kind, i.year, i.sequence)
)
"""


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def issue(client: httpx.AsyncClient) -> str:
    booking = await add_booking(client)
    return str((await post(client, f"{BOOKINGS}/{booking}/invoices"))["document"]["number"])


async def change(
    client: httpx.AsyncClient, body: dict[str, Any], kind: str = "invoice", revision: int = 0
) -> httpx.Response:
    return await client.put(f"{NUMBERING}/{kind}", json={**body, "revision": revision})


async def upcoming(client: httpx.AsyncClient) -> str:
    """The number of the next invoice, as the settings show it."""
    answer = await client.get(NUMBERING)
    assert answer.status_code == 200, answer.text
    [found] = [each for each in answer.json()["numbering"] if each["kind"] == "invoice"]
    return str(found["nextNumber"])


@pytest.mark.parametrize(
    ("series", "format_", "expected"),
    [
        ("INV", "{series}-{year}-{number:5}", "INV-2026-00042"),
        ("RE", "{series}{year}-{number:4}", "RE2026-0042"),
        ("", "{year:2}/{number}", "26/42"),
        ("A1", "{number:3}/{series}", "042/A1"),
    ],
)
def test_a_format_writes_series_year_and_number(series: str, format_: str, expected: str) -> None:
    assert Numbering(series, format_, restarts_yearly=True).number(2026, 42) == expected


def test_kinds_are_told_apart_by_what_is_before_their_digits() -> None:
    invoice = DEFAULTS["invoice"]
    assert not can_collide(invoice, DEFAULTS["credit_note"])
    assert not can_collide(Numbering("RE", "{series}-{number}", restarts_yearly=False), DEFAULTS["receipt"])
    assert not can_collide(Numbering("", "{year}{number}", restarts_yearly=True), invoice)
    assert can_collide(Numbering("R", "{series}-{number}", restarts_yearly=False), DEFAULTS["receipt"])
    assert can_collide(
        Numbering("R1", "{series}{number}", restarts_yearly=False),
        Numbering("R", "{series}{number}", restarts_yearly=False),
    )


async def test_a_new_format_goes_on_where_the_old_one_stopped_and_what_was_issued_stays(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert [await issue(owner_client) for _ in range(2)] == ["INV-2026-00001", "INV-2026-00002"]
    saved = await change(owner_client, YEARLY)
    assert saved.status_code == 200, saved.text
    assert await upcoming(owner_client) == "RE2026-0003"
    assert await issue(owner_client) == "RE2026-0003"
    listed = (await owner_client.get(INVOICES, params={"sort": "number"})).json()["documents"]
    assert [each["number"] for each in listed] == ["INV-2026-00001", "INV-2026-00002", "RE2026-0003"]
    # Found by any of them, with or without separators.
    for typed in ("re2026-0003", "RE20260003", "20260003"):
        found = (await owner_client.get("/api/admin/search", params={"q": typed})).json()["invoices"]
        assert [each["number"] for each in found] == ["RE2026-0003"], typed
    file = await owner_client.get(f"{INVOICES}/{listed[2]['id']}/file")
    assert 'filename="RE2026-0003.pdf"' in file.headers["content-disposition"]
    note = await post(owner_client, f"{INVOICES}/{listed[2]['id']}/credit-note", {"reason": "Wrong name"})
    assert (note["document"]["number"], note["document"]["credits"]) == ("CN-2026-00001", "RE2026-0003")
    rows = await owner_client.get("/api/admin/invoices.csv")
    assert "RE2026-0003" in rows.text
    [(before, after)] = query_admin_sql(
        "select before, after from audit_log where action = 'invoice.numbering_changed'"
        " order by happened_at desc limit 1"
    )
    assert (before["series"], after["series"]) == ("INV", "RE")


async def test_a_number_with_a_slash_makes_a_name_of_a_file(owner_client: httpx.AsyncClient) -> None:
    assert (await change(owner_client, YEARLY | {"format": "{series}/{year}/{number}"})).is_success
    assert await issue(owner_client) == "RE/2026/1"
    [document] = (await owner_client.get(INVOICES)).json()["documents"]
    file = await owner_client.get(f"{INVOICES}/{document['id']}/file")
    assert 'filename="RE-2026-1.pdf"' in file.headers["content-disposition"]


async def test_numbers_restart_each_year_or_run_on(
    owner_client: httpx.AsyncClient, clock: FixedClock, sign_in: SignIn
) -> None:
    assert (await change(owner_client, YEARLY)).is_success
    runs_on = {"series": "G", "format": "{series}-{number:4}", "restartsYearly": False}
    assert (await change(owner_client, runs_on, "credit_note")).is_success

    async def both() -> tuple[str, str]:
        booking = await add_booking(owner_client)
        document = (await post(owner_client, f"{BOOKINGS}/{booking}/invoices"))["document"]
        note = await post(owner_client, f"{INVOICES}/{document['id']}/credit-note", {"reason": "x"})
        return document["number"], note["document"]["number"]

    assert [await both(), await both()] == [("RE2026-0001", "G-0001"), ("RE2026-0002", "G-0002")]
    # The last evening of the year in Berlin is the next year in Tbilisi.
    clock.move(days=204, hours=12)
    await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    assert await upcoming(owner_client) == "RE2027-0001"
    assert await both() == ("RE2027-0001", "G-0003")


async def test_a_company_goes_on_where_its_other_program_stopped(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    assert await issue(owner_client) == "INV-2026-00001"
    start = {"series": "INV", "format": "{series}-{year}-{number:5}", "restartsYearly": True}
    behind = await change(owner_client, start | {"nextSequence": 1})
    assert (behind.status_code, [each["field"] for each in behind.json()["fields"]]) == (
        422,
        ["nextSequence"],
    )
    assert (await change(owner_client, start | {"nextSequence": 1200})).is_success
    # Nothing was issued there yet: it can be corrected.
    assert (await change(owner_client, start | {"nextSequence": 42}, revision=1)).is_success
    assert await upcoming(owner_client) == "INV-2026-00042"
    assert [await issue(owner_client) for _ in range(2)] == ["INV-2026-00042", "INV-2026-00043"]
    behind = await change(owner_client, start | {"nextSequence": 43}, revision=2)
    assert behind.json()["fields"][0]["code"] == "number_not_forward"
    assert query_admin_sql(GAPS) == []


async def test_a_format_that_would_repeat_a_number_is_refused(owner_client: httpx.AsyncClient) -> None:
    for _ in range(3):
        await issue(owner_client)
    # INV-2026-00001 to 3 would come again, in the counter of numbers that run on.
    same = {"series": "INV", "format": "{series}-{year}-{number:5}", "restartsYearly": False}
    refused = await change(owner_client, same | {"nextSequence": 2})
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (422, "number_used")
    assert refused.json()["fields"][0]["field"] == "nextSequence"
    # Without a number it goes on.
    assert (await change(owner_client, same)).is_success
    assert await issue(owner_client) == "INV-2026-00004"
    # Back again: the year's own counter stands at 3, but 4 was given meanwhile.
    assert (await change(owner_client, same | {"restartsYearly": True}, revision=1)).is_success
    assert await issue(owner_client) == "INV-2026-00005"
    # What was written as one series and number may read as another.
    tricky = {"series": "INV", "format": "{series}-2026-{number:5}", "restartsYearly": False}
    refused = await change(owner_client, tricky | {"nextSequence": 4}, revision=2)
    assert refused.json()["fields"][0]["code"] in {"number_used", "number_not_forward"}
    notes = {"series": "INV", "format": "{series}-{year}-{number:5}", "restartsYearly": True}
    refused = await change(owner_client, notes, "credit_note")
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (422, "number_format_taken")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"format": "{series}-{year}"}, "format"),
        ({"format": "{number}{number}{year}"}, "format"),
        ({"format": "{series}-{number}"}, "format"),
        ({"format": "{year}-{number} {series}"}, "format"),
        ({"format": "{year}-{number}-{name}"}, "format"),
        ({"format": "{year:4}-{number}"}, "format"),
        ({"format": "{series:2}{year}-{number}"}, "format"),
        ({"format": "{year}" + "x" * 40 + "{number}"}, "format"),
        ({"format": "x" * 61}, "format"),
        ({"format": ""}, "format"),
        ({"series": "X" * 13}, "series"),
        ({"series": "R-"}, "series"),
        ({"nextSequence": 0}, "nextSequence"),
        ({"nextSequence": 1_000_000_000}, "nextSequence"),
        ({"revision": -1}, "revision"),
    ],
)
async def test_what_is_wrong_names_its_field(
    owner_client: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    answer = await owner_client.put(f"{NUMBERING}/invoice", json={**YEARLY, "revision": 0, **body})
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_two_owners_do_not_overwrite_each_other(owner_client: httpx.AsyncClient) -> None:
    assert (await change(owner_client, YEARLY)).is_success
    late = await change(owner_client, YEARLY | {"series": "X"})
    assert (late.status_code, late.json()["code"]) == (409, "NumberingChanged")
    answers = await asyncio.gather(
        *(change(owner_client, YEARLY | {"series": series}, revision=1) for series in ("A", "B", "C"))
    )
    assert sorted(each.status_code for each in answers) == [200, 409, 409]
    receipts = await owner_client.put(f"{NUMBERING}/receipt", json={**YEARLY, "revision": 0})
    assert receipts.status_code == 422


async def test_many_at_once_while_the_format_changes_leave_no_gap(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    bookings = [await add_booking(owner_client) for _ in range(12)]

    async def one(booking: str) -> int:
        return (await owner_client.post(f"{BOOKINGS}/{booking}/invoices", json={})).status_code

    results = await asyncio.gather(
        *(one(each) for each in bookings), change(owner_client, YEARLY), *(one(each) for each in bookings[:6])
    )
    issued = [each for each in results if each == 201]
    assert len(issued) == 12
    rows = query_admin_sql("select sequence, number from invoices order by sequence")
    assert [sequence for sequence, _ in rows] == list(range(1, 13))
    assert {number for _, number in rows} <= {
        *(f"INV-2026-{place:05d}" for place in range(1, 13)),
        *(f"RE2026-{place:04d}" for place in range(1, 13)),
    }
    assert query_admin_sql(GAPS) == []


async def test_a_transaction_that_fails_gives_its_number_back(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    assert await issue(owner_client) == "INV-2026-00001"

    class Fails(Exception):
        """The transaction is rolled back."""

    with pytest.raises(Fails):
        async with db.uow(georgia.id) as uow:
            assert (await draw_number(uow, "invoice", 2026))[3] == "INV-2026-00002"
            raise Fails
    assert await issue(owner_client) == "INV-2026-00002"


async def test_the_schema_refuses_a_gap_and_a_repeated_number(
    owner_client: httpx.AsyncClient, settings: Settings, georgia: Tenant
) -> None:
    await issue(owner_client)
    copy = """
insert into invoices (tenant_id, id, kind, year, sequence, previous_sequence, number, booking_id, language, currency,
  total_minor, data, issued_at)
select tenant_id, gen_random_uuid(), kind, year, {}, {}, {}, booking_id, language, currency, total_minor, data,
  issued_at from invoices where kind = 'invoice'
"""
    with psycopg.connect(settings.app_url, autocommit=True) as conn:
        conn.execute("select set_config('abano.tenant_id', %s, false)", (str(georgia.id),))
        for values, constraint in (
            (("3", "null", "'X-3'"), "invoices_start_fkey"),
            (("3", "2", "'X-3'"), "invoices_no_gap_fkey"),
            (("3", "1", "'X-3'"), "invoices_no_gap_check"),
            (("2", "1", "'INV-2026-00001'"), "invoices_number_key"),
            (("1", "null", "'X-1'"), "invoices_sequence_key"),
        ):
            with pytest.raises(psycopg.errors.IntegrityError) as refused:
                conn.execute(copy.format(*values).encode())
            assert refused.value.diag.constraint_name == constraint
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            conn.execute("update invoice_starts set sequence = 2")


async def test_numbering_is_each_companys_own_and_the_owners(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    other = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await change(owner_client, YEARLY)).is_success
    assert await issue(owner_client) == "RE2026-0001"
    assert await upcoming(other) == "INV-2026-00001"
    assert (await change(other, YEARLY)).is_success
    assert await upcoming(other) == "RE2026-0001"
    cases: list[tuple[Role, int]] = [("manager", 200), ("desk", 403)]
    for role, status in cases:
        person = (await signed_in_person(db, georgia, role, client_of, sign_in)).client
        assert (await person.get(NUMBERING)).status_code == status
        assert (await change(person, YEARLY, revision=1)).status_code == 403
    stranger = client_of(georgia.primary_host)
    assert (await stranger.get(NUMBERING)).status_code == 401
    assert (await change(stranger, YEARLY)).status_code == 401
