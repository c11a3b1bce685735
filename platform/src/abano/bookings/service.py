"""Taking bookings."""

import hashlib
from datetime import date, datetime, time, timedelta
from typing import Any

import orjson
import psycopg

from abano.bookings import repository
from abano.bookings.repository import TakenBooking
from abano.bookings.rules import ATTRIBUTION_DAYS, consent_to_store, local_moment
from abano.bookings.schemas import BookingRequest, PersonalInfoRequest
from abano.catalog.snapshot import Catalog
from abano.db import Database
from abano.errors import Conflict, FieldError, InvalidInput
from abano.kit.clock import Clock
from abano.kit.ids import new_booking_reference, new_id
from abano.kit.money import to_json
from abano.metrics import BOOKINGS
from abano.notifications.outbox import enqueue
from abano.pricing.rules import Price, price, rental_days
from abano.pricing.schemas import LONGEST_RENTAL_DAYS
from abano.pricing.service import check_codes
from abano.referrals.repository import Promo
from abano.referrals.rules import INVALID_PROMO
from abano.referrals.service import find_promo
from abano.tenancy import Tenant

REFERENCE_TRIES = 5


class IdempotencyKeyReused(Conflict):
    """This submit was used before for another booking."""


class _KeyUsed(Exception):
    """Rolls the transaction back: somebody's earlier submit with this key is the answer."""


async def take_booking(
    db: Database, tenant: Tenant, catalog: Catalog, request: BookingRequest, key: str | None, clock: Clock
) -> TakenBooking:
    """Store a booking with our own total, once per idempotency key.

    Raises InvalidInput, IdempotencyKeyReused, DatabaseUnavailable. A failed attempt leaves nothing behind.
    """
    digest = hashlib.sha256(request.model_dump_json().encode()).digest()
    try:
        return await _take(db, tenant, catalog, request, key, digest, clock)
    except InvalidInput:
        # What was right at first may be wrong at its repetition: the pickup has passed, the code is used up.
        earlier = await _find(db, tenant, key) if key else None
        if earlier is None or earlier[0] != digest:
            raise
        return earlier[1]


async def _take(
    db: Database,
    tenant: Tenant,
    catalog: Catalog,
    request: BookingRequest,
    key: str | None,
    digest: bytes,
    clock: Clock,
) -> TakenBooking:
    now = clock.now()
    promo = await find_promo(db, tenant.id, request.promo_code, clock) if request.promo_code else None
    computed = check_and_price(tenant, catalog, request, promo, now)
    values = _values(tenant, catalog, request, computed, promo, now) | {"key": key, "request_hash": digest}
    for _ in range(REFERENCE_TRIES):
        values |= {"reference": new_booking_reference()}
        values["message"] = orjson.dumps(_message(request, values, computed)).decode()
        try:
            async with db.hot(tenant.id) as conn:
                key_was_free, promo_was_left = await repository.take(conn, values)
                if not key_was_free:
                    raise _KeyUsed
                if not promo_was_left:
                    raise InvalidInput.of("promoCode", INVALID_PROMO)
        except _KeyUsed:
            return await _repeat(db, tenant, key or "", digest)
        except psycopg.errors.UniqueViolation:
            continue  # the reference is taken: draw another
        BOOKINGS.inc()
        return TakenBooking(values["id"], values["reference"], "pending", computed.total, computed.currency)
    raise Conflict("We could not find a free booking reference. Please try again.")


async def _find(db: Database, tenant: Tenant, key: str) -> tuple[bytes, TakenBooking] | None:
    async with db.hot(tenant.id) as conn:
        return await repository.find_by_key(conn, tenant.id, key)


async def _repeat(db: Database, tenant: Tenant, key: str, digest: bytes) -> TakenBooking:
    found = await _find(db, tenant, key)
    if found is None or found[0] != digest:
        raise IdempotencyKeyReused
    return found[1]


def check_and_price(
    tenant: Tenant, catalog: Catalog, request: BookingRequest, promo: Promo | None, now: datetime
) -> Price:
    """Hold the request against the company's rules and price it. Raises InvalidInput with every bad field."""
    rules = catalog.rules
    places = {
        "pickupLocation": request.pickup_location.lower(),
        "dropoffLocation": request.dropoff_location.lower(),
    }
    services = request.service_codes()
    errors = check_codes(catalog, locations=places, insurance=request.insurance_type, services=services)
    age_range = (rules.driver_minimum_age, rules.driver_maximum_age)
    if not _whole_number_within(request.driver_age, *age_range):
        low, high = age_range
        errors.append(FieldError("driverAge", f"Driver age must be between {low} and {high} years old"))
    if not _whole_number_within(request.group_size, 1, rules.group_maximum):
        message = f"Group size must be between 1 and {rules.group_maximum} people"
        errors.append(FieldError("groupSize", message))
    pickup = _local(request.pickup_date, request.pickup_time)
    dropoff = _local(request.return_date, request.return_time)
    days = rental_days(pickup, dropoff)
    if days < 1:
        errors.append(FieldError("returnDate", "The return must be after the pickup"))
    elif days < rules.minimum_days:
        errors.append(FieldError("returnDate", f"The shortest rental is {rules.minimum_days} days"))
    elif days > LONGEST_RENTAL_DAYS:
        errors.append(FieldError("returnDate", f"The longest rental is {LONGEST_RENTAL_DAYS} days"))
    if local_moment(pickup, tenant.zone) < now:
        errors.append(FieldError("pickupDate", "The pickup must not be in the past"))
    if request.promo_code and promo is None:
        errors.append(FieldError("promoCode", INVALID_PROMO))
    if errors:
        raise InvalidInput(fields=tuple(errors))
    return price(
        catalog,
        car_name=request.car_type,
        days=days,
        pickup=request.pickup_location,
        dropoff=request.dropoff_location,
        insurance=request.insurance_type,
        services=services,
        promo_basis_points=promo.discount_basis_points if promo else 0,
    )


async def keep_personal_info(
    db: Database, tenant: Tenant, request: PersonalInfoRequest, clock: Clock
) -> None:
    """Keep what the first step sent and tell the team. Both or neither."""
    now = clock.now()
    payload = request.model_dump(mode="json", by_alias=True)
    async with db.hot(tenant.id) as conn:
        await repository.add_draft(conn, tenant.id, new_id(), orjson.dumps(payload).decode(), now)
        await enqueue(conn, tenant.id, "personal_info.received", payload, now)


def _local(day: date, at: time) -> datetime:
    return datetime.combine(day, at)


def _whole_number_within(text: str, low: int, high: int) -> bool:
    return text.isascii() and text.isdigit() and low <= int(text) <= high


def _values(
    tenant: Tenant,
    catalog: Catalog,
    request: BookingRequest,
    computed: Price,
    promo: Promo | None,
    now: datetime,
) -> dict[str, Any]:
    car = catalog.car(request.car_type)
    consent = consent_to_store(catalog.rules.consent_required, request.consent_state)
    # Without consent, nothing that recognises a visitor of an advertisement is kept.
    traceable = consent in {"not_required", "granted"}
    reasons = [] if computed.car_known else ["unknown_car"]
    return {
        "tenant_id": tenant.id,
        "id": new_id(),
        "event_id": new_id(),
        "message_id": new_id(),
        "customer_name": request.customer_name,
        "customer_email": request.customer_email,
        "customer_phone": request.customer_phone,
        "driver_age": int(request.driver_age),
        "group_size": int(request.group_size),
        "car_id": car.id if car else None,
        "car_name": car.name if car else request.car_type,
        "pickup_location": request.pickup_location.lower(),
        "dropoff_location": request.dropoff_location.lower(),
        "pickup_at": local_moment(_local(request.pickup_date, request.pickup_time), tenant.zone),
        "return_at": local_moment(_local(request.return_date, request.return_time), tenant.zone),
        "insurance_code": request.insurance_type,
        "service_codes": list(request.service_codes()),
        "promo_code": promo.code if promo else None,
        "gclid": request.gclid if traceable else None,
        "gbraid": request.gbraid if traceable else None,
        "wbraid": request.wbraid if traceable else None,
        "quiz_session_id": request.quiz_session_id,
        "device_fingerprint": request.device_fingerprint if traceable else None,
        "consent_state": consent,
        "currency": computed.currency,
        "days": computed.days,
        "daily_rate_minor": computed.daily_rate,
        "total_minor": computed.total,
        "price_lines": orjson.dumps(
            [
                {
                    "code": line.code,
                    "label": line.label,
                    "quantity": line.quantity,
                    "unitPrice": line.unit_price,
                    "amount": line.amount,
                }
                for line in computed.lines
            ]
        ).decode(),
        "client_estimate": request.total_price,
        "needs_review": bool(reasons),
        "review_reasons": reasons,
        "created_at": now,
        "attribute_from": now - timedelta(days=ATTRIBUTION_DAYS),
    }


def _message(request: BookingRequest, values: dict[str, Any], computed: Price) -> dict[str, Any]:
    return {
        "reference": values["reference"],
        "customerName": request.customer_name,
        "customerEmail": request.customer_email,
        "customerPhone": request.customer_phone,
        "driverAge": request.driver_age,
        "groupSize": request.group_size,
        "carName": values["car_name"],
        "pickup": f"{request.pickup_location}, {request.pickup_date} {request.pickup_time:%H:%M}",
        "dropoff": f"{request.dropoff_location}, {request.return_date} {request.return_time:%H:%M}",
        "lines": [f"{line.label}: {to_json(line.amount)} {computed.currency}" for line in computed.lines],
        "total": f"{to_json(computed.total)} {computed.currency}",
        "needsReview": values["needs_review"],
    }
