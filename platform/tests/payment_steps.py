"""What tests of money do again and again: a booking that costs something, payments, tills."""

import json
from typing import Any
from uuid import uuid4

import httpx
from emptied_tables import empty_tables
from fleet_steps import staff_rental
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant

BOOKINGS = "/api/admin/bookings"
TABLES = (
    "accounting_export_sources",
    "accounting_exports",
    "accounting_settings",
    "online_refunds",
    "online_payments",
    "stripe_events",
    "stripe_settings",
    "invoices",
    "invoice_counters",
    "invoice_starts",
    "invoice_numbering",
    "invoice_drafts",
    "journal_notes",
    "journal_entries",
    "cash_transfers",
    "tills",
    "payment_writes",
    "seller_settings",
    "bookings",
)


def empty_money(query_admin_sql: AdminSql) -> None:
    """No bookings and no money in any company."""
    empty_tables(query_admin_sql, *TABLES)


async def add_booking(client: httpx.AsyncClient, **changes: Any) -> str:
    """A booking by the desk; its total is what the catalogue says."""
    body = staff_rental(
        source="phone",
        customerName="Ana Petriashvili",
        customerEmail="ana@example.com",
        customerPhone="+995 599 12 34 56",
    )
    answer = await client.post(BOOKINGS, json=body | changes)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["booking"]["id"])


async def money(client: httpx.AsyncClient, booking: str) -> dict[str, Any]:
    answer = await client.get(f"{BOOKINGS}/{booking}/money")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def post(
    client: httpx.AsyncClient, path: str, body: dict[str, Any] | None = None, key: str = ""
) -> dict[str, Any]:
    """A call that must succeed."""
    answer = await client.post(path, json=body or {}, headers={"Idempotency-Key": key or uuid4().hex})
    assert answer.status_code in {200, 201}, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def pay(
    client: httpx.AsyncClient, booking: str, amount: float, method: str = "card", key: str = ""
) -> dict[str, Any]:
    return await post(client, f"{BOOKINGS}/{booking}/payments", {"amount": amount, "method": method}, key)


async def open_till(client: httpx.AsyncClient, opening: float = 100) -> str:
    shown = await post(client, "/api/admin/tills", {"opening": opening})
    return str(next(each["id"] for each in shown["tills"] if each["isOwn"] and each["state"] == "open"))


def transfer_body(till: str, amount: float = 1) -> dict[str, Any]:
    """From a till to the bank."""
    return {"fromTill": till, "toTill": None, "amount": amount, "movedOn": str(NOW.date())}


SNAPSHOT = {
    "seller": {"name": "Alpenrad"},
    "buyer": {"name": "Ada"},
    "rental": {
        "reference": "ABC-1234",
        "car": "VW Golf",
        "pickupPlace": "Chur",
        "pickupAt": "2026-07-01T09:00:00Z",
        "returnPlace": "Chur",
        "returnAt": "2026-07-08T09:00:00Z",
        "days": 7,
    },
    "timezone": "Europe/Zurich",
    "lines": [{"code": "car", "label": "VW Golf", "quantity": 7, "unitPrice": 100, "amount": 700}],
}


def money_things(tenant: Tenant, query_admin_sql: AdminSql, booking: object, admin: object) -> dict[str, Any]:
    """An invoice of the booking and an open till of the admin."""
    till, invoice = new_id(), new_id()
    query_admin_sql(
        "insert into tills (tenant_id, id, admin_id, currency, opened_at, opening_minor)"
        " values (%s, %s, %s, %s, %s, 100)",
        tenant.id, till, admin, tenant.currency, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into invoices (tenant_id, id, kind, year, sequence, previous_sequence, number, booking_id, language,"
        " currency, total_minor, data, issued_at) select %s, %s, 'invoice', 2026, 1 + count(*), nullif(count(*), 0),"
        " 'INV-2026-' || lpad((1 + count(*))::text, 5, '0'), %s, 'en',"
        " %s, 700, %s, %s from invoices where tenant_id = %s and kind = 'invoice'",
        tenant.id, invoice, booking, tenant.currency, json.dumps(SNAPSHOT), NOW, tenant.id,
    )  # fmt: skip
    query_admin_sql(
        "insert into invoice_counters (tenant_id, kind, year, last_number) values (%s, 'invoice', 2026, 1)"
        " on conflict (tenant_id, kind, year) do update set last_number = invoice_counters.last_number + 1",
        tenant.id,
    )
    transfer = new_id()
    query_admin_sql(
        "insert into cash_transfers (tenant_id, id, to_till, currency, amount_minor, moved_on, admin_id, created_at)"
        " values (%s, %s, %s, %s, 100, %s, %s, %s)",
        tenant.id, transfer, till, tenant.currency, NOW.date(), admin, NOW,
    )  # fmt: skip
    hold = add_hold(query_admin_sql, booking)
    return {"till_id": till, "invoice_id": invoice, "transfer_id": transfer, "hold_id": hold}


def money_body(endpoint: str, ids: dict[str, Any]) -> dict[str, Any] | None:
    """The body of a call that names a thing in it, else None."""
    return transfer_body(ids["till_id"]) if endpoint.endswith("/tills/transfers") else None


async def audited_money(
    endpoint: str, owner: httpx.AsyncClient, query_admin_sql: AdminSql, booking: str, admin: object
) -> dict[str, Any]:
    """What a change of money needs to succeed: something paid and held, an invoice, a till, keys of Stripe."""
    path, ids = f"{BOOKINGS}/{booking}", {}
    await _save_draft(endpoint, owner, path)
    if endpoint.endswith("/refunds"):
        await pay(owner, booking, 5)
    if endpoint.endswith("/accounting/exports"):
        await pay(owner, booking, 5)
        query_admin_sql("update journal_entries set created_at = created_at - interval '5 days'")
    if endpoint.endswith("/settlement"):
        await post(owner, f"{path}/deposits", {"amount": 5, "method": "card"})
    if "{invoice_id}" in endpoint:
        ids["invoice_id"] = (await post(owner, f"{path}/invoices"))["document"]["id"]
    if "/tills/" in endpoint:
        ids["till_id"] = await open_till(owner)
    if "{transfer_id}" in endpoint:
        await post(owner, "/api/admin/tills/transfers", transfer_body(ids["till_id"]))
        ids["transfer_id"] = query_admin_sql(
            "select id from cash_transfers order by created_at desc limit 1"
        )[0][0]
    if endpoint.endswith("/difference"):
        query_admin_sql(
            "update tills set counted_at = %s, counted_by = %s, counted_minor = 1, reason = 'x' where id = %s",
            NOW, admin, ids["till_id"],
        )  # fmt: skip
    if endpoint.endswith("/connection/return"):
        query_admin_sql("delete from stripe_settings")
        assert (await owner.post("/api/admin/stripe/connection")).is_success
    elif "/stripe" in endpoint or endpoint.endswith("/payment-links") or "{hold_id}" in endpoint:
        query_admin_sql("delete from stripe_settings")
    if (
        endpoint.startswith("DELETE")
        or endpoint.endswith(("/payment-links", "/stripe/options"))
        or "{hold_id}" in endpoint
    ):
        keys = {"secretKey": "sk_test_1234567890", "webhookSecret": "whsec_1234567890"}
        assert (await owner.put("/api/admin/stripe", json=keys)).is_success
    if "{hold_id}" in endpoint:
        ids["hold_id"] = add_hold(query_admin_sql, booking)
    return ids


async def _save_draft(endpoint: str, owner: httpx.AsyncClient, path: str) -> None:
    """What can be discarded."""
    if endpoint == "DELETE /api/admin/bookings/{booking_id}/invoice-draft":
        draft = await owner.put(f"{path}/invoice-draft", json={"revision": 0, "language": "en"})
        assert draft.is_success, draft.text


def add_hold(query_admin_sql: AdminSql, booking: object) -> object:
    """An amount on hold on the booking's customer's card."""
    hold = new_id()
    query_admin_sql(
        "insert into online_payments (tenant_id, id, booking_id, purpose, state, currency, amount_minor, token_hash,"
        " intent_id, created_at, expires_at, checked_at, authorized_at, capture_before)"
        " select tenant_id, %s, id, 'hold', 'held', currency, 500, %s, 'pi_held', %s, %s, %s, %s,"
        " %s + interval '7 days' from bookings where id = %s",
        hold, hold.bytes, NOW, NOW, NOW, NOW, NOW, booking,
    )  # fmt: skip
    return hold
