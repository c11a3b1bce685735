"""The last download of a company that is being deleted: its invoices and credit notes, for its owners alone."""

import csv
import io
import json
import zipfile
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
from console_people import PASSWORD, Person, add_person, audited, signed_in_person
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import client_at
from payment_steps import BOOKINGS, add_booking, empty_money, post
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from support_access import helper, open_session

from abano.accounts.access.rights import Role
from abano.company.leaving import exports
from abano.company.leaving.exports import work_on_exports
from abano.company.leaving.service import carry_out
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.transport import DeliveryFailed
from abano.operators.console.database import OperatorDatabase
from abano.payments.invoices import archive
from abano.payments.invoices.repository import InvoiceFilter
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/company-data"
EXPORTS = f"{URL}/exports"
PROOF = {"currentPassword": PASSWORD}
INVOICES = PROOF | {"kind": "invoices"}


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


@pytest.fixture
async def owner(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "owner", client_of, sign_in)


@pytest.fixture(autouse=True)
def none_yet(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "company_exports", "operators", "operator_attempts", "support_sessions")
    empty_money(query_admin_sql)
    query_admin_sql("delete from audit_log where action like 'company.export_%%'")


async def listed(person: Person) -> list[dict[str, object]]:
    found: list[dict[str, object]] = (await person.client.get(URL)).json()["exports"]
    return found


async def download(client: httpx.AsyncClient, export: dict[str, object]) -> httpx.Response:
    return await client.get(f"{EXPORTS}/{export['id']}/file")


def amounts(query_admin_sql: AdminSql, tenant: Tenant) -> dict[str, int]:
    """Minor units by number."""
    return dict(
        query_admin_sql(
            "select number, total_minor from invoices where tenant_id = %s and kind in ('invoice', 'credit_note')",
            tenant.id,
        )
    )


async def issue(person: Person) -> None:
    """Two invoices, and a credit note of one of them."""
    for _ in range(2):
        booking = await add_booking(person.client)
        issued = (await post(person.client, f"{BOOKINGS}/{booking}/invoices"))["document"]
    await post(person.client, f"/api/admin/invoices/{issued['id']}/credit-note", {"reason": "Wrong name"})


async def test_it_has_every_invoice_and_credit_note_as_pdf_and_in_two_lists(
    owner: Person,
    georgia: Tenant,
    context: TaskContext,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(archive, "BATCH", 1)
    await issue(owner)
    asked = await owner.client.post(EXPORTS, json=INVOICES)
    assert asked.status_code == 202, asked.text
    await work_on_exports(context, georgia.id)
    [ready] = await listed(owner)
    assert (ready["state"], ready["kind"], ready["missingFiles"]) == ("ready", "invoices", 0)
    answer = await download(owner.client, ready)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    assert '-invoices.zip"' in answer.headers["content-disposition"]
    issued = amounts(query_admin_sql, georgia)
    assert len(issued) > 2
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        assert bundle.testzip() is None
        names = set(bundle.namelist())
        rows = list(csv.DictReader(io.StringIO(bundle.read(archive.CSV_LIST).decode("utf-8-sig"))))
        entries = json.loads(bundle.read(archive.JSON_LIST))
        documents = {name: bundle.read(name) for name in names if name.startswith(archive.DOCUMENTS)}
    assert names == {archive.CSV_LIST, archive.JSON_LIST, *documents}
    assert set(documents) == {f"{archive.DOCUMENTS}{number.replace('/', '-')}.pdf" for number in issued}
    assert all(content.startswith(b"%PDF-") for content in documents.values())
    number, *_, total, _, _, _ = rows[0]
    assert {row[number]: round(float(row[total]) * 100) for row in rows} == issued
    assert {each["number"]: round(float(each["total"]) * 100) for each in entries} == issued
    assert all(each["content"]["lines"] and each["content"]["buyer"]["name"] for each in entries)
    for action in ("company.export_requested", "company.export_downloaded"):
        assert audited(query_admin_sql, action) == 1


async def test_a_document_is_printed_as_the_console_prints_it(
    owner: Person, georgia: Tenant, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    await issue(owner)
    assert (await owner.client.post(EXPORTS, json=INVOICES)).status_code == 202
    await work_on_exports(context, georgia.id)
    content = (await download(owner.client, (await listed(owner))[0])).content
    [(invoice_id, number)] = query_admin_sql(
        "select id, number from invoices where tenant_id = %s and kind = 'invoice' order by number limit 1",
        georgia.id,
    )
    shown = await owner.client.get(f"/api/admin/invoices/{invoice_id}/file")
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        assert bundle.read(f"{archive.DOCUMENTS}{number}.pdf") == shown.content


async def test_a_company_without_invoices_gets_empty_lists_and_is_not_offered_them(
    empty_company: Tenant, context: TaskContext, db: Database, client_of: ClientFactory, sign_in: SignIn
) -> None:
    person = await signed_in_person(db, empty_company, "owner", client_of, sign_in)
    async with db.uow(empty_company.id) as uow:
        await exports.prepare_invoices(uow, NOW)
    assert await listed(person) == []
    assert (await person.client.post(EXPORTS, json=INVOICES)).status_code == 202
    await work_on_exports(context, empty_company.id)
    content = (await download(person.client, (await listed(person))[0])).content
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        assert json.loads(bundle.read(archive.JSON_LIST)) == []
        assert bundle.namelist() == [archive.CSV_LIST, archive.JSON_LIST]


@pytest.fixture
def empty_company(query_admin_sql: AdminSql, alps: Tenant, monkeypatch: pytest.MonkeyPatch) -> Tenant:
    """The second company, as if it had issued nothing."""
    issued = InvoiceFilter(kind="receipt", number="no such number")
    monkeypatch.setattr(archive, "InvoiceFilter", lambda **_: issued)
    return alps


async def test_it_waits_for_the_owners_while_the_company_is_deleted_and_is_written_again_for_the_reminder(
    owner: Person,
    georgia: Tenant,
    context: TaskContext,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[str] = []
    kept = "select kind, state from company_exports where tenant_id = %s"

    async def send(_: object, texts: list[object]) -> None:
        sent.extend(str(each) for each in texts)

    async def fail(*_: object) -> None:
        raise DeliveryFailed("away")

    await issue(owner)
    asked = await owner.client.post(f"{URL}/deletion", json=PROOF | {"companyName": georgia.name})
    assert asked.status_code == 201, asked.text
    try:
        monkeypatch.setattr("abano.company.leaving.notices.send", fail)
        with pytest.raises(DeliveryFailed):
            await carry_out(context, georgia.id)
        assert await listed(owner) == []
        monkeypatch.setattr("abano.company.leaving.notices.send", send)
        for _ in range(2):
            await carry_out(context, georgia.id)
        [pending] = await listed(owner)
        assert (pending["kind"], pending["state"]) == ("invoices", "pending")
        assert "invoices and credit notes" in sent[0]
        await work_on_exports(context, georgia.id)
        assert (await download(owner.client, (await listed(owner))[0])).status_code == 200
        # A week later they have expired; the reminder comes three days before the end.
        clock.move(seconds=timedelta(days=8).total_seconds())
        await work_on_exports(context, georgia.id)
        assert query_admin_sql(kept, georgia.id) == []
        query_admin_sql("update tenants set deletes_at = now() + interval '2 days' where id = %s", georgia.id)
        await carry_out(context, georgia.id)
        assert query_admin_sql(kept, georgia.id) == [("invoices", "pending")]
    finally:
        query_admin_sql("update tenants set deletes_at = null where id = %s", georgia.id)
        query_admin_sql("delete from tenant_deletions where id = %s", georgia.id)


async def test_the_invoices_do_not_take_the_place_of_exports_of_everything(
    owner: Person, georgia: Tenant, context: TaskContext
) -> None:
    assert (await owner.client.post(EXPORTS, json=INVOICES)).status_code == 202
    twice = await owner.client.post(EXPORTS, json=INVOICES)
    assert (twice.status_code, twice.json()["error"]) == (409, "ExportPending")
    assert (await owner.client.post(EXPORTS, json=PROOF)).status_code == 202
    await work_on_exports(context, georgia.id)
    assert sorted(str(each["kind"]) for each in await listed(owner)) == ["everything", "invoices"]
    unknown = await owner.client.post(EXPORTS, json=PROOF | {"kind": "customers"})
    assert (unknown.status_code, unknown.json()["fields"][0]["field"]) == (422, "kind")


async def test_no_one_but_an_owner_of_the_company_gets_it(
    owner: Person,
    georgia: Tenant,
    alps: Tenant,
    db: Database,
    context: TaskContext,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    assert (await owner.client.post(EXPORTS, json=INVOICES)).status_code == 202
    await work_on_exports(context, georgia.id)
    [ready] = await listed(owner)
    assert (await download(client_of("localhost"), ready)).status_code == 401
    roles: tuple[Role, ...] = ("manager", "desk")
    for role in roles:
        person = await signed_in_person(db, georgia, role, client_of, sign_in)
        assert (await download(person.client, ready)).status_code == 403
        assert (await person.client.post(EXPORTS, json=INVOICES)).status_code == 403
    neighbour = await signed_in_person(db, alps, "owner", client_of, sign_in)
    assert (await download(neighbour.client, ready)).status_code == 404
    assert [each["id"] for each in await listed(neighbour)] == []
    assert (await download(owner.client, {"id": uuid4()})).status_code == 404


async def test_support_access_and_operators_do_not_get_it(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    db: Database,
    alps: Tenant,
    context: TaskContext,
    clock: FixedClock,
    sign_in: SignIn,
) -> None:
    owner = client_at(operator_app, "alps.localhost")
    _, email = await add_person(db, alps, "owner")
    await sign_in(owner, email, PASSWORD)
    assert (await owner.post(EXPORTS, json=INVOICES)).status_code == 202
    await work_on_exports(context, alps.id)
    [ready] = (await owner.get(URL)).json()["exports"]
    operator = await helper(operator_app, operator_db, clock)
    looking = await open_session(operator_app, operator, owner, "alps", "alps.localhost", drafts=True)
    for method, url in (("GET", URL), ("POST", EXPORTS), ("GET", f"{EXPORTS}/{ready['id']}/file")):
        refused = await looking.request(method, url, json=INVOICES if method == "POST" else None)
        assert (refused.status_code, refused.json()["error"]) == (403, "SupportReadsOnly")
    data = "/api/operator/companies/alps/data"
    assert (await operator.client.get(data)).json()["exports"] == []
    assert (await operator.client.get(f"{data}/exports/{ready['id']}/file")).status_code == 404
    assert (await download(owner, ready)).status_code == 200
