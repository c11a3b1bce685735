"""The record of a booking to store, and the message for the company."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson

from abano.booking_record.rules import ATTRIBUTION_DAYS, consent_to_store
from abano.bookings.intake.repository import Draft, DraftRepository, KeptDraft, NewBooking, TakenBooking
from abano.bookings.intake.schemas import BookingRequest, PersonalInfoRequest
from abano.catalog.exchange_rates.rules import ExchangeRate, shown
from abano.catalog.pricing.handover import BOTH_SIDES, choose_handover
from abano.catalog.pricing.rules import Price, chosen_services, service_codes
from abano.catalog.published.handover import Handover, HandoverPlace
from abano.catalog.published.snapshot import Car, Catalog, Place
from abano.catalog.published.terms import agreed_terms
from abano.core.clock import Clock, local_moment
from abano.core.email_address import likely_email, normal_email
from abano.core.errors import FieldError
from abano.core.ids import new_booking_reference, new_id
from abano.core.languages.texts import negotiate_language
from abano.core.money import to_json
from abano.core.phone import Phone, read_phone
from abano.db.engine import Database
from abano.marketing.affiliates.rules import Promo
from abano.marketing.channels.rules import Channel
from abano.marketing.traffic.rules import ad_answers_to_store, may_recognise
from abano.messaging.outbox.booking_kinds import BookingCreated, CustomerNotice, PersonalInfoReceived
from abano.messaging.outbox.outbox import amend, enqueue
from abano.tenancy.directory.tenant import Tenant

# To the customer; everything else is read when it is sent.
RECEIVED = CustomerNotice(occasion="received").model_dump(by_alias=True, exclude_none=True)


def new_booking(
    tenant: Tenant,
    catalog: Catalog,
    request: BookingRequest,
    computed: Price,
    phone: Phone | None,
    promo: Promo | None,
    ip_hash: bytes | None,
    now: datetime,
    ip: str | None = None,
    rate: ExchangeRate | None = None,
    channel: Channel | None = None,
) -> NewBooking:
    """A booking to store, with a new id and reference. ``request`` has been validated and priced.

    ``ip_hash`` is for limits of one IP. ``ip`` is not stored: it serves to attribute the booking to a
    click. ``rate``: by which the customer saw the prices. ``channel``: whose link led to the booking.
    """
    doubts = {
        "unknown_car": not computed.car_known,
        "unassigned_phone": not (phone and phone.is_assigned),
        "mistyped_email": likely_email(request.customer_email) is not None,
    }
    # A doubtful booking is stored and marked for review.
    reasons = [reason for reason, holds in doubts.items() if holds]
    display_total = shown(computed.total, rate) if rate else None
    taken = TakenBooking(
        new_id(),
        new_booking_reference(),
        "pending",
        computed.total,
        computed.currency,
        rate.currency if rate else None,
        display_total,
    )
    language = negotiate_language(request.language, catalog.rules.languages)
    stored_phone = str(phone) if phone else request.customer_phone
    trip = _Trip.of(catalog, request)
    flight_number = request.flight_number.upper() if request.flight_number else None
    values: dict[str, Any] = {
        "id": taken.id,
        "reference": taken.reference,
        "customer_name": request.customer_name,
        "customer_email": request.customer_email,
        "customer_phone": stored_phone,
        "driver_age": int(request.driver_age),
        "group_size": int(request.group_size),
        "car_id": trip.car.id if trip.car else None,
        "car_name": trip.car_name,
        "pickup_location": trip.pickup_place.code,
        "dropoff_location": trip.dropoff_place.code,
        "pickup_place": trip.handover.pickup.as_agreed() if trip.handover.pickup else None,
        "dropoff_place": trip.handover.dropoff.as_agreed() if trip.handover.dropoff else None,
        "pickup_at": local_moment(trip.pickup, tenant.zone),
        "return_at": local_moment(trip.dropoff, tenant.zone),
        "insurance_code": trip.insurance_code,
        "service_codes": service_codes(chosen_services(catalog, request.service_codes())),
        "promo_code": promo.code if promo else None,
        **_channel_columns(channel, computed),
        **_identifiers(request, catalog.rules.consent_required, ip, now),
        **_price_columns(computed),
        "display_currency": taken.display_currency,
        "display_rate": str(rate.rate) if rate else None,
        "display_total_minor": taken.display_total,
        "language": language,
        "catalog_version": catalog.version,
        "terms_version": request.terms_version,
        "agreed_terms": agreed_terms(catalog.rules, trip.car),
        "client_estimate": request.total_price,
        "needs_review": bool(reasons),
        "review_reasons": reasons,
        "ip_hash": f"\\x{ip_hash.hex()}" if ip_hash else None,
        "flight_number": flight_number,
        "pickup_address": request.pickup_address,
        "dropoff_address": request.dropoff_address,
        "created_at": now,
        "customer_message": RECEIVED,
        **({"message_channels": request.message_channels} if request.message_channels else {}),
    }
    # Validated as a whole: models made one by one cost three times as much.
    message = BookingCreated.model_validate(
        {
            "reference": taken.reference,
            "customer_name": request.customer_name,
            "customer_email": request.customer_email,
            "customer_phone": stored_phone,
            "driver_age": request.driver_age,
            "group_size": request.group_size,
            "car_name": trip.car_name,
            "pickup": f"{trip.pickup_place.name}, {trip.pickup:%d %B %Y, %H:%M}",
            "dropoff": f"{trip.dropoff_place.name}, {trip.dropoff:%d %B %Y, %H:%M}",
            "lines": [f"{line.label}: {to_json(line.amount)} {computed.currency}" for line in computed.lines],
            "total": f"{to_json(computed.total)} {computed.currency}",
            "needs_review": bool(reasons),
            "review_reasons": reasons,
            "facts": {
                "pickup": {
                    "name": _where(trip.pickup_place, trip.handover.pickup),
                    "moment": trip.pickup,
                },
                "dropoff": {
                    "name": _where(trip.dropoff_place, trip.handover.dropoff),
                    "moment": trip.dropoff,
                },
                "lines": [
                    {"code": line.code, "label": line.label, "amount": line.amount} for line in computed.lines
                ],
                "total": computed.total,
                "currency": computed.currency,
                "customer_language": language or catalog.rules.languages[0],
                "flight_number": flight_number,
                "pickup_address": request.pickup_address,
                "dropoff_address": request.dropoff_address,
            },
        }
    )
    visit = request.visit_id if values["consent_state"] != "refused" else None
    return NewBooking(taken, values, message, now - timedelta(days=ATTRIBUTION_DAYS), visit)


class _Trip(NamedTuple):
    """The request's names resolved against the catalogue. ``pickup`` and ``dropoff`` are local times."""

    car: Car | None
    car_name: str
    pickup_place: Place
    dropoff_place: Place
    pickup: datetime
    dropoff: datetime
    insurance_code: str
    handover: Handover

    @classmethod
    def of(cls, catalog: Catalog, request: BookingRequest) -> "_Trip":
        car = catalog.car(request.car_type)
        insurance = catalog.insurance_option(request.insurance_type)
        return cls(
            car,
            car.name if car else request.car_type,
            _place(catalog, request.pickup_location),
            _place(catalog, request.dropoff_location),
            datetime.combine(request.pickup_date, request.pickup_time),
            datetime.combine(request.return_date, request.return_time),
            insurance.code if insurance else request.insurance_type,
            handover_of(catalog, request)[0],
        )


def handover_of(catalog: Catalog, request: BookingRequest) -> tuple[Handover, list[FieldError]]:
    """The handover places of the request, and an error for each that is not offered."""
    return choose_handover(
        catalog,
        pickup=(request.pickup_location, request.pickup_place),
        dropoff=(request.dropoff_location, request.dropoff_place),
        with_default=BOTH_SIDES,
    )


def _identifiers(
    request: BookingRequest, consent_required: bool, ip: str | None, now: datetime
) -> dict[str, Any]:
    """Identifiers of the visitor. None of them without consent."""
    consent = consent_to_store(consent_required, request.consent_state)
    recognised = may_recognise(is_required=consent_required, state=request.consent_state)
    return {
        "consent_state": consent,
        **ad_answers_to_store(consent, request.ad_consent, now),
        "gclid": request.gclid if recognised else None,
        "gbraid": request.gbraid if recognised else None,
        "wbraid": request.wbraid if recognised else None,
        "device_fingerprint": request.device_fingerprint if recognised else None,
        "client_ip": ip if recognised else None,
        # After a refusal the booking is not linked to the quiz answers.
        "quiz_session_id": request.quiz_session_id if consent != "refused" else None,
    }


def _channel_columns(channel: Channel | None, computed: Price) -> dict[str, Any]:
    if channel is None or not channel.is_active:
        return {}
    return {"channel_id": channel.id, "channel_commission_minor": channel.commission_of(computed.total)}


def _price_columns(computed: Price) -> dict[str, Any]:
    return {
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
    }


def _where(city: Place, place: HandoverPlace | None) -> str:
    return f"{city.name}, {place.name}" if place else city.name


def _place(catalog: Catalog, code: str) -> Place:
    return catalog.location(code) or Place(code, code)


# Drafts: the personal details of the wizard's first step, for the team to call back.

# Visitors may still correct their details or book: the message has the state after this time.
MESSAGE_DELAY = timedelta(minutes=5)
# A visitor who returns later gets a new draft and a new message.
DRAFT_WINDOW = timedelta(hours=24)


async def store_draft(
    db: Database, tenant: Tenant, request: PersonalInfoRequest, home_prefix: str, clock: Clock
) -> None:
    """Store a draft and enqueue a message for the team, in one transaction: one of each for a visitor.

    A visitor is identified by email address or phone; without both, each call makes a new message. Changes before
    the message is sent amend it; later ones change the draft only. ``home_prefix`` applies to numbers without a
    country code.
    """
    now = clock.now()
    phone = read_phone(request.customer_phone, home_prefix)
    email = normal_email(request.customer_email)
    payload = request.model_dump(mode="json", by_alias=True) | {
        "customerEmail": email,
        "customerPhone": str(phone) if phone else request.customer_phone,
    }
    draft = Draft(
        orjson.dumps(payload).decode(), email.lower() if "@" in email else None, phone.e164 if phone else None
    )
    due = now + MESSAGE_DELAY
    message = PersonalInfoReceived.model_validate(payload)
    async with db.pipeline_transaction(tenant.id) as transaction:
        drafts = DraftRepository(transaction)
        stored = await drafts.find(draft, now - DRAFT_WINDOW)
        if stored is None:
            message_id = await enqueue(transaction, message, now, due=due)
            await drafts.add(new_id(), draft, message_id, now)
            return
        message_id = stored.message_id
        # The visitor's booking deleted the message meanwhile: this is another draft.
        if not await amend(transaction, message_id, message):
            message_id = await enqueue(transaction, message, now, due=due)
        await drafts.update(KeptDraft(stored.id, message_id), draft, now)
