"""The record of a booking to store, and the message for the company."""

from datetime import datetime, timedelta
from typing import Any

from abano.affiliates.promo_codes.rules import Promo
from abano.bookings.intake.repository import NewBooking, TakenBooking
from abano.bookings.intake.schemas import BookingRequest
from abano.bookings.rules import ATTRIBUTION_DAYS, consent_to_store
from abano.catalog.snapshot import Catalog, Place
from abano.kit.clock import local_moment
from abano.kit.ids import new_booking_reference, new_id
from abano.kit.money import to_json
from abano.kit.phone import Phone
from abano.notifications.kinds import BookingCreated
from abano.pricing.rules import Price, chosen_services
from abano.tenants.tenant import Tenant


def new_booking(
    tenant: Tenant,
    catalog: Catalog,
    request: BookingRequest,
    computed: Price,
    phone: Phone | None,
    promo: Promo | None,
    address_hash: bytes | None,
    now: datetime,
    address: str | None = None,
) -> NewBooking:
    """A booking to store, with a new id and reference. ``request`` has been validated and priced.

    ``address_hash`` is stored only with a promo code, to detect many bookings from one address. ``address`` is not
    stored: it serves to attribute the booking to a click.
    """
    car = catalog.car(request.car_type)
    consent = consent_to_store(catalog.rules.consent_required, request.consent_state)
    # Without consent, no identifier of the visitor is stored.
    traceable = consent in {"not_required", "granted"}
    stored_phone = str(phone) if phone else request.customer_phone
    # A doubtful booking is stored and marked for review.
    doubts = {"unknown_car": not computed.car_known, "unassigned_phone": not (phone and phone.is_assigned)}
    reasons = [reason for reason, holds in doubts.items() if holds]
    pickup = datetime.combine(request.pickup_date, request.pickup_time)
    dropoff = datetime.combine(request.return_date, request.return_time)
    taken = TakenBooking(new_id(), new_booking_reference(), "pending", computed.total, computed.currency)
    car_name = car.name if car else request.car_type
    pickup_place, dropoff_place = (
        _place(catalog, code) for code in (request.pickup_location, request.dropoff_location)
    )
    insurance = catalog.insurance_option(request.insurance_type)
    values: dict[str, Any] = {
        "id": taken.id,
        "reference": taken.reference,
        "customer_name": request.customer_name,
        "customer_email": request.customer_email,
        "customer_phone": stored_phone,
        "driver_age": int(request.driver_age),
        "group_size": int(request.group_size),
        "car_id": car.id if car else None,
        "car_name": car_name,
        "pickup_location": pickup_place.code,
        "dropoff_location": dropoff_place.code,
        "pickup_at": local_moment(pickup, tenant.zone),
        "return_at": local_moment(dropoff, tenant.zone),
        "insurance_code": insurance.code if insurance else request.insurance_type,
        "service_codes": [service.code for service in chosen_services(catalog, request.service_codes())],
        "promo_code": promo.code if promo else None,
        "gclid": request.gclid if traceable else None,
        "gbraid": request.gbraid if traceable else None,
        "wbraid": request.wbraid if traceable else None,
        # After a refusal the booking is not linked to the quiz answers.
        "quiz_session_id": request.quiz_session_id if consent != "refused" else None,
        "device_fingerprint": request.device_fingerprint if traceable else None,
        "consent_state": consent,
        "currency": computed.currency,
        "days": computed.days,
        "daily_rate_minor": computed.daily_rate,
        "total_minor": computed.total,
        "price_lines": [
            {
                "code": line.code,
                "label": line.label,
                "quantity": line.quantity,
                "unitPrice": line.unit_price,
                "amount": line.amount,
            }
            for line in computed.lines
        ],
        "client_estimate": request.total_price,
        "needs_review": bool(reasons),
        "review_reasons": reasons,
        "address_hash": f"\\x{address_hash.hex()}" if promo and address_hash else None,
        "created_at": now,
        "client_address": address if traceable else None,
    }
    message = BookingCreated(
        reference=taken.reference,
        customer_name=request.customer_name,
        customer_email=request.customer_email,
        customer_phone=stored_phone,
        driver_age=request.driver_age,
        group_size=request.group_size,
        car_name=car_name,
        pickup=f"{pickup_place.name}, {pickup:%d %B %Y, %H:%M}",
        dropoff=f"{dropoff_place.name}, {dropoff:%d %B %Y, %H:%M}",
        lines=[f"{line.label}: {to_json(line.amount)} {computed.currency}" for line in computed.lines],
        total=f"{to_json(computed.total)} {computed.currency}",
        needs_review=bool(reasons),
        review_reasons=reasons,
    )
    return NewBooking(taken, values, message, now - timedelta(days=ATTRIBUTION_DAYS))


def _place(catalog: Catalog, code: str) -> Place:
    return catalog.location(code) or Place(code, code)
