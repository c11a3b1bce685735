"""Taking bookings."""

import hashlib
import hmac
from datetime import date, datetime, time

import orjson
import psycopg

from abano.affiliates.promo_codes.rules import INVALID_PROMO, Promo
from abano.affiliates.promo_codes.service import find_promo
from abano.bookings.intake import begun, repository
from abano.bookings.intake.record import new_booking
from abano.bookings.intake.repository import TakenBooking
from abano.bookings.intake.schemas import PHONE_MESSAGE, BookingRequest, PersonalInfoRequest
from abano.catalog.service import CatalogService
from abano.catalog.snapshot import Catalog
from abano.database.engine import Database
from abano.errors import Conflict, FieldError, InvalidInput
from abano.kit.clock import Clock, local_moment
from abano.kit.counts import count_of
from abano.kit.phone import Phone, read_phone
from abano.observability.metrics import BOOKINGS
from abano.pricing.rules import Price, price, rental_days
from abano.pricing.schemas import LONGEST_RENTAL_DAYS
from abano.pricing.service import check_codes
from abano.public_writes.consent.service import Visitor, take_back
from abano.tenants.tenant import Tenant
from abano.tenants.traffic import limit_subject

REFERENCE_TRIES = 5


class IdempotencyKeyReused(Conflict):
    """This submit was used before for another booking."""


class BookingIntake:
    """Takes bookings and what precedes them."""

    def __init__(self, db: Database, catalogs: CatalogService, clock: Clock, secret: str) -> None:
        """``secret`` hides the addresses that bookings come from."""
        self._db = db
        self._catalogs = catalogs
        self._clock = clock
        self._secret = secret.encode()

    async def take(
        self, tenant: Tenant, request: BookingRequest, key: str | None, address: str | None = None
    ) -> TakenBooking:
        """Store a booking with our own total, once per idempotency key. ``address`` is the caller's, if known.

        Raises InvalidInput, IdempotencyKeyReused, DatabaseUnavailable. A failed attempt leaves nothing behind.
        """
        digest = hashlib.sha256(orjson.dumps(request.__dict__)).digest()
        if request.consent_state == "refused":
            await take_back(self._db, tenant.id, _visitor(request, address), self._clock.now())
        try:
            return await self._take(tenant, request, key, digest, address)
        except InvalidInput:
            # What was right at first may be wrong at its repetition: the pickup has passed, the code is used up.
            earlier = await self._find(tenant, key) if key else None
            if earlier is None or earlier[0] != digest:
                raise
            return earlier[1]

    async def keep_personal_info(self, tenant: Tenant, request: PersonalInfoRequest) -> None:
        """Keep what the first step sent and let the team know; see ``begun``."""
        rules = (await self._catalogs.get(tenant.id)).rules
        await begun.keep_personal_info(self._db, tenant, request, rules.phone_prefix, self._clock)

    async def _take(
        self,
        tenant: Tenant,
        request: BookingRequest,
        key: str | None,
        digest: bytes,
        address: str | None,
    ) -> TakenBooking:
        hidden = self._hidden(tenant, address)
        now = self._clock.now()
        catalog = await self._catalogs.get(tenant.id)
        promo = None
        if request.promo_code:
            promo = await find_promo(self._db, tenant.id, request.promo_code, self._clock)
        phone = read_phone(request.customer_phone, catalog.rules.phone_prefix)
        computed = check_and_price(tenant, catalog, request, phone, promo, now)
        for _ in range(REFERENCE_TRIES):
            new = new_booking(tenant, catalog, request, computed, phone, promo, hidden, now, address)
            try:
                outcome = await repository.take(self._db, tenant.id, new, key=key, digest=digest)
            except psycopg.errors.UniqueViolation:
                continue  # the reference is taken: draw another
            if outcome == "key_used":
                return await self._repeat(tenant, key or "", digest)
            if outcome == "promo_used_up":
                raise InvalidInput.of("promoCode", INVALID_PROMO)
            BOOKINGS.inc()
            return new.taken
        raise Conflict("We could not find a free booking reference. Please try again.")

    def _hidden(self, tenant: Tenant, address: str | None) -> bytes | None:
        if address is None:
            return None
        return hmac.digest(self._secret, f"booking|{tenant.id}|{limit_subject(address)}".encode(), "sha256")

    async def _find(self, tenant: Tenant, key: str) -> tuple[bytes, TakenBooking] | None:
        async with self._db.hot(tenant.id) as conn:
            return await repository.find_by_key(conn, tenant.id, key)

    async def _repeat(self, tenant: Tenant, key: str, digest: bytes) -> TakenBooking:
        found = await self._find(tenant, key)
        if found is None or found[0] != digest:
            raise IdempotencyKeyReused
        return found[1]


def _visitor(request: BookingRequest, address: str | None) -> Visitor:
    """Who refuses, as far as their booking tells."""
    return Visitor(
        clicks=tuple(found for found in (request.gclid, request.gbraid, request.wbraid) if found),
        sessions=(request.quiz_session_id,) if request.quiz_session_id else (),
        device_fingerprint=request.device_fingerprint,
        address=address,
    )


def check_and_price(
    tenant: Tenant,
    catalog: Catalog,
    request: BookingRequest,
    phone: Phone | None,
    promo: Promo | None,
    now: datetime,
) -> Price:
    """Hold the request against the company's rules and price it. Raises InvalidInput with every bad field."""
    rules = catalog.rules
    places = {"pickupLocation": request.pickup_location, "dropoffLocation": request.dropoff_location}
    services = request.service_codes()
    errors = check_codes(catalog, locations=places, insurance=request.insurance_type, services=services)
    if phone is None:
        errors.append(FieldError("customerPhone", PHONE_MESSAGE))
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
        errors.append(
            FieldError("returnDate", f"The shortest rental is {count_of(rules.minimum_days, 'day')}")
        )
    elif days > LONGEST_RENTAL_DAYS:
        errors.append(
            FieldError("returnDate", f"The longest rental is {count_of(LONGEST_RENTAL_DAYS, 'day')}")
        )
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


def _local(day: date, at: time) -> datetime:
    return datetime.combine(day, at)


def _whole_number_within(text: str, low: int, high: int) -> bool:
    return text.isascii() and text.isdigit() and low <= int(text) <= high
