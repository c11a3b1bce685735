"""What tests of the fleet do again and again: vehicles of a company, its promise of availability."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.fleet.vehicles.rules import plate_key
from abano.tenancy.directory.tenant import Tenant


def add_vehicle(
    query_admin_sql: AdminSql, tenant: Tenant, plate: str, car: str = "Subaru Forester", home: str = "tbilisi"
) -> UUID:
    """A vehicle of one of the company's cars."""
    vehicle = new_id()
    query_admin_sql(
        "insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)"
        " select tenant_id, %s, id, %s, %s, %s, %s, %s from cars where tenant_id = %s and name = %s",
        vehicle, plate, plate_key(plate), home, NOW, NOW, tenant.id, car,
    )  # fmt: skip
    return vehicle


# As the console sends it.
COST: dict[str, Any] = {
    "kind": "insurance", "spentOn": "2026-06-01", "amount": 1200, "months": 12, "supplier": "Insurer", "note": "",
}  # fmt: skip


# A file of one toll.
FINE = {
    "plate": "NEW-1",
    "kind": "toll",
    "happenedOn": "2026-06-01",
    "happenedAt": "10:00",
    "amount": 5,
    "currency": "EUR",
}
FINES = "Plate,Date,Time,Amount,Currency,Kind\nNEW-1,2026-06-01,10:00,5,EUR,toll"


def add_fine(query_admin_sql: AdminSql, tenant: Tenant, vehicle: UUID, booking: object = None) -> UUID:
    """An open fine of a vehicle, with a notice that is in no store."""
    fine, notice = new_id(), new_id()
    query_admin_sql(
        "insert into media_files (tenant_id, id, digest, content_type, bytes, created_at)"
        " values (%s, %s, repeat('c', 64), 'application/pdf', 1, %s)",
        tenant.id, notice, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into vehicle_fines (tenant_id, id, vehicle_id, kind, happened_at, amount_minor, currency, booking_id,"
        " notice_id, created_at) values (%s, %s, %s, 'fine', %s, 5000, %s, %s, %s, %s)",
        tenant.id, fine, vehicle, NOW - timedelta(days=1), tenant.currency, booking, notice, NOW,
    )  # fmt: skip
    return fine


def add_cost(
    query_admin_sql: AdminSql, tenant: Tenant, vehicle: UUID, *, has_receipt: bool = False, **values: Any
) -> UUID:
    """A cost of a vehicle; its receipt is in no store."""
    cost = new_id()
    row = {"kind": "fuel", "spent_on": "2026-06-10", "amount_minor": 5_000, "months": 1} | values
    if has_receipt:
        row["receipt_id"] = new_id()
        query_admin_sql(
            "insert into media_files (tenant_id, id, digest, content_type, bytes, created_at)"
            " values (%s, %s, repeat('b', 64), 'application/pdf', 1, %s)",
            tenant.id, row["receipt_id"], NOW,
        )  # fmt: skip
    row["currency"] = values.get("currency", tenant.currency)
    columns = ", ".join(row)
    query_admin_sql(
        f"insert into vehicle_costs (tenant_id, id, vehicle_id, created_at, updated_at, {columns})"
        f" values (%s, %s, %s, %s, %s, {', '.join(['%s'] * len(row))})",
        tenant.id, cost, vehicle, NOW, NOW, *row.values(),
    )  # fmt: skip
    return cost


def promise(query_admin_sql: AdminSql, tenant: Tenant, *, minutes: int = 120) -> None:
    """The company promises availability from now on."""
    query_admin_sql(
        "update tenant_settings set availability = true, turn_round_minutes = %s where tenant_id = %s",
        minutes, tenant.id,
    )  # fmt: skip


def vehicle_of(query_admin_sql: AdminSql, booking: str) -> UUID | None:
    """The vehicle that the booking has, if any."""
    rows = query_admin_sql("select vehicle_id from vehicle_reservations where booking_id = %s", booking)
    return rows[0][0] if rows else None


def reserved(query_admin_sql: AdminSql, vehicle: UUID) -> list[tuple[datetime, datetime]]:
    """What the vehicle is taken for, in order."""
    return [
        (row[0], row[1])
        for row in query_admin_sql(
            "select starts_at, blocked_until from vehicle_reservations where vehicle_id = %s order by 1",
            vehicle,
        )
    ]


async def read(client: httpx.AsyncClient, path: str, **query: Any) -> dict[str, Any]:
    answer = await client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def staff_rental(**changes: Any) -> dict[str, Any]:
    """A rental as the desk types it: the one of ``booking_form``."""
    return {
        "car": "Subaru Forester",
        "pickupLocation": "tbilisi",
        "dropoffLocation": "batumi",
        "pickupDate": "2026-07-01",
        "pickupTime": "09:00",
        "returnDate": "2026-07-08",
        "returnTime": "09:00",
        "insuranceType": "minimum",
        "driverAge": 36,
        "groupSize": 2,
        **changes,
    }


def add_lead(query_admin_sql: AdminSql, tenant: Tenant) -> UUID:
    """A incomplete booking of no one."""
    lead = new_id()
    query_admin_sql(
        "insert into personal_info_drafts (tenant_id, id, payload, created_at) values (%s, %s, '{}', %s)",
        tenant.id, lead, NOW,
    )  # fmt: skip
    return lead


def vehicle_things(tenant: Tenant, query_admin_sql: AdminSql, car: str, home: str) -> dict[str, Any]:
    """A vehicle with one of each thing that belongs to it."""
    vehicle = add_vehicle(query_admin_sql, tenant, uuid4().hex[:12], car, home)
    document, service, block = new_id(), new_id(), new_id()
    query_admin_sql(
        "insert into vehicle_documents (tenant_id, id, vehicle_id, kind, expires_on, created_at)"
        " values (%s, %s, %s, 'insurance', %s, %s)",
        tenant.id, document, vehicle, NOW, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into vehicle_services (tenant_id, id, vehicle_id, title, due_on, created_at)"
        " values (%s, %s, %s, 'Oil', %s, %s)",
        tenant.id, service, vehicle, NOW, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, starts_at, ends_at,"
        " blocked_until, created_at) select tenant_id, %s, id, number, 'other', %s, %s, %s, %s from vehicles"
        " where id = %s",
        block, NOW, NOW + timedelta(hours=1), NOW + timedelta(hours=1), NOW, vehicle,
    )  # fmt: skip
    return {
        "vehicle_id": vehicle,
        "document_id": document,
        "service_id": service,
        "block_id": block,
        "cost_id": add_cost(query_admin_sql, tenant, vehicle, has_receipt=True),
        "fine_id": add_fine(query_admin_sql, tenant, vehicle),
    }
