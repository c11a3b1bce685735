"""What is kept of a person's payments: figures and issued documents stay, with a word about it; notes go."""

import httpx
import pytest
from payment_steps import BOOKINGS, add_booking, empty_money, money, post
from product_fixtures import AdminSql

pytestmark = pytest.mark.anyio
CUSTOMERS = "/api/admin/customers"


@pytest.fixture(autouse=True)
def _no_money(query_admin_sql: AdminSql) -> None:
    query_admin_sql("update tenant_settings set availability = false")
    empty_money(query_admin_sql)


async def test_documents_and_figures_are_copied_and_kept_and_notes_erased(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booking = await add_booking(owner_client)
    body = {"amount": 10, "method": "card", "note": "Paid by the brother of Ana"}
    await post(owner_client, f"{BOOKINGS}/{booking}/payments", body)
    invoice = (await post(owner_client, f"{BOOKINGS}/{booking}/invoices"))["document"]
    asked = {"email": "ana@example.com"}
    look = (await owner_client.post(f"{CUSTOMERS}/look", json=asked)).json()
    # The receipt and the invoice.
    assert (look["counts"]["payments"], look["counts"]["invoices"]) == (1, 2)
    assert look["kept"] == ["payments", "invoices"]
    copy = (await owner_client.post(f"{CUSTOMERS}/export", json=asked)).json()
    assert [each["amount_minor"] for each in copy["payments"]] == [1000]
    assert {each["data"]["buyer"]["name"] for each in copy["invoices"]} == {"Ana Petriashvili"}
    assert copy["paymentNotes"][0]["note"] == body["note"]

    assert (await owner_client.post(f"{CUSTOMERS}/erase", json=asked)).status_code == 200
    assert query_admin_sql("select * from journal_notes") == []
    assert (await money(owner_client, booking))["paid"] == 10
    file = await owner_client.get(f"/api/admin/invoices/{invoice['id']}/file")
    assert file.status_code == 200
    assert query_admin_sql("select data -> 'buyer' ->> 'name' from invoices where kind = 'invoice'") == [
        ("Ana Petriashvili",)
    ]
