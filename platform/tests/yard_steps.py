"""What tests of the yard do again and again: a booking with its vehicle, what a phone sends, photographs."""

import base64
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pyvips
from fleet_steps import add_vehicle, promise, vehicle_of
from loadtests.forms import booking_form
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.tenancy.directory.tenant import Tenant

YARD = "/api/admin/yard"
SIGNATURE = [[[100, 500], [300, 200], [500, 800]], [[600, 500], [900, 450]]]
PICKUP = datetime.fromisoformat("2026-07-01T05:00:00+00:00")
DUE = datetime.fromisoformat("2026-07-08T05:00:00+00:00")


def photograph(
    width: int = 640, height: int = 480, save: Callable[[pyvips.Image], bytes] | None = None
) -> bytes:
    """A JPEG that no other is equal to."""
    noise = pyvips.Image.gaussnoise(width, height, mean=128, sigma=40).cast("uchar")
    image = noise.bandjoin([noise, noise]).copy(interpretation="srgb")
    content: bytes = save(image) if save else image.jpegsave_buffer(Q=80)
    return content


def picture(content: bytes | None = None, **more: Any) -> dict[str, Any]:
    return {"content": base64.b64encode(content or photograph()).decode(), **more}


def handover(clock: FixedClock, **changes: Any) -> dict[str, Any]:
    """What the phone sends for a handover."""
    return {
        "id": str(uuid4()),
        "kind": "handover",
        "recordedAt": clock.now().isoformat(),
        "mileageKm": 12_000,
        "fuelEighths": 8,
        "licenceSeen": True,
        "signerName": "Ada Lovelace",
        "signature": SIGNATURE,
        **changes,
    }


def coming_back(clock: FixedClock, **changes: Any) -> dict[str, Any]:
    """What the phone sends for a return."""
    return handover(clock, kind="return", mileageKm=13_000) | changes


async def record(client: httpx.AsyncClient, booking: str, body: dict[str, Any]) -> httpx.Response:
    return await client.post(f"{YARD}/bookings/{booking}/records", json=body)


async def rental(
    client: httpx.AsyncClient,
    console: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    tenant: Tenant,
    clock: FixedClock,
    **changes: Any,
) -> tuple[str, UUID]:
    """A confirmed booking on the day of its pickup; answers it and its vehicle."""
    add_vehicle(query_admin_sql, tenant, uuid4().hex[:12])
    promise(query_admin_sql, tenant)
    booked = await client.post("/api/bookings", json=booking_form(**changes))
    assert booked.status_code == 201, booked.text
    booking = str(booked.json()["bookingId"])
    confirm = {"fromStatus": "pending", "toStatus": "confirmed"}
    confirmed = await console.post(f"/api/admin/bookings/{booking}/status", json=confirm)
    assert confirmed.status_code == 200, confirmed.text
    vehicle = vehicle_of(query_admin_sql, booking)
    assert vehicle is not None
    query_admin_sql("update vehicles set mileage_km = 11900 where id = %s", vehicle)
    move_to(clock, PICKUP)
    stay_signed_in(query_admin_sql)
    return booking, vehicle


def move_to(clock: FixedClock, moment: datetime, **more: float) -> None:
    clock.move(seconds=(moment + timedelta(**more) - clock.now()).total_seconds())


def stay_signed_in(query_admin_sql: AdminSql) -> None:
    """Weeks pass in these tests; a signed-in user stays signed in."""
    query_admin_sql("update admin_sessions set expires_at = expires_at + interval '60 days'")


def handover_things(
    query_admin_sql: AdminSql, tenant: UUID, booking: UUID | str, vehicle: UUID | str, moment: datetime
) -> dict[str, UUID]:
    """A return with a damage, a photograph, a document and a proposed line, and an agreement signed by a link.

    Their files are in no store.
    """
    record_id, damage, file, document, line = (uuid4() for _ in range(5))
    for each in (file, document):
        query_admin_sql(
            "insert into media_files (tenant_id, id, digest, content_type, bytes, booking_id, created_at)"
            " values (%s, %s, repeat('a', 64), 'image/jpeg', 1, %s, %s)",
            tenant, each, booking, moment,
        )  # fmt: skip
    query_admin_sql(
        "insert into handover_records (tenant_id, id, booking_id, vehicle_id, kind, recorded_at, created_at,"
        " request_hash, mileage_km, fuel_eighths, language, document_id)"
        " values (%s, %s, %s, %s, 'return', %s, %s, %s, 1, 8, 'en', %s)",
        tenant, record_id, booking, vehicle, moment, moment, b"h" * 32, document,
    )  # fmt: skip
    query_admin_sql(
        "insert into vehicle_damages (tenant_id, id, record_id, booking_id, vehicle_id, kind, x, y, found_at)"
        " values (%s, %s, %s, %s, %s, 'dent', 1, 1, %s)",
        tenant, damage, record_id, booking, vehicle, moment,
    )  # fmt: skip
    query_admin_sql(
        "insert into handover_pictures (tenant_id, id, record_id, kind, created_at)"
        " values (%s, %s, %s, 'car', %s)",
        tenant, file, record_id, moment,
    )  # fmt: skip
    query_admin_sql(
        "insert into proposed_lines (tenant_id, id, record_id, booking_id, kind, quantity, amount_minor, created_at)"
        " values (%s, %s, %s, %s, 'fuel', 1, 1000, %s)",
        tenant, line, record_id, booking, moment,
    )  # fmt: skip
    add_agreement(query_admin_sql, tenant, booking, moment, is_signed=True)
    return {"record_id": record_id, "damage_id": damage, "picture_id": file, "line_id": line}


def add_agreement(
    sql: AdminSql, tenant: UUID, booking: object, at: datetime, *, is_signed: bool = False
) -> UUID:
    """A request to sign the booking's agreement, open or signed; its link and document are in no mail or store."""
    request = uuid4()
    sql(
        "insert into agreement_signatures (tenant_id, id, booking_id, language, created_at, expires_at)"
        " values (%s, %s, %s, 'en', %s, %s)",
        tenant, request, booking, at, at + timedelta(days=1),
    )  # fmt: skip
    if is_signed:
        sql(
            "update agreement_signatures set signed_at = created_at, facts_hash = %s, signer_name = 'Ada',"
            " content = '{}' where id = %s",
            b"h" * 32, request,
        )  # fmt: skip
    return request


# What an endpoint takes of a record, without a clock.
RECORD = {
    "id": "5f0c6c0e-6d5c-4c57-9d2c-4b6a0c8f1a11",
    "kind": "handover",
    "recordedAt": "2026-06-10T09:00:00Z",
    "mileageKm": 10,
    "fuelEighths": 8,
    "licenceSeen": True,
    "signerName": "Ada Lovelace",
    "signature": SIGNATURE,
    "acknowledged": ["early_handover", "mileage_far", "mileage_below"],
}


def add_scan(sql: AdminSql, tenant: UUID, booking: object, at: datetime) -> UUID:
    """A scan of a licence at the desk, without its content. Returns its file."""
    file, digest = uuid4(), uuid4().hex * 2
    sql(
        "insert into media_files (tenant_id, id, digest, content_type, bytes, booking_id, created_at)"
        " values (%s, %s, %s, 'image/jpeg', 3, %s, %s)",
        tenant, file, digest, booking, at,
    )  # fmt: skip
    sql(
        "insert into customer_actions (tenant_id, id, booking_id, kind, document, file_id, seen_at, created_at)"
        " values (%s, %s, %s, 'scan', 'licence', %s, %s, %s)",
        tenant, uuid4(), booking, file, at, at,
    )  # fmt: skip
    return file


def add_second_driver(sql: AdminSql, tenant: UUID, booking: object, at: datetime, *, fee: int) -> None:
    """One for whom this much is due for the whole rental, in minor units."""
    sql(
        "insert into booking_details (tenant_id, booking_id, second_driver_name, second_driver_born,"
        " second_driver_licence, updated_at) values (%s, %s, 'Charles Babbage', '1971-12-26', 'BAB 1791', %s)",
        tenant, booking, at,
    )  # fmt: skip
    sql(
        "update bookings set agreed_terms = jsonb_build_object('additionalDriverFee', %s / days) where id = %s",
        fee, booking,
    )  # fmt: skip
