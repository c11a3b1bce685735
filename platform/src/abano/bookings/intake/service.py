"""Use cases of the intake of bookings."""

import hmac
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from abano.bookings.intake import record
from abano.bookings.intake import schemas as messages
from abano.bookings.intake.record import handover_of, new_booking
from abano.bookings.intake.repository import (
    BookingReferenceTaken,
    IntakeRepository,
    PromoCodeNotUsable,
    Submit,
    SubmitAlreadyTaken,
    SubmitRepository,
    TakenBooking,
    TooManyUnconfirmed,
)
from abano.bookings.intake.schemas import BookingRequest, PersonalInfoRequest, flight_problem
from abano.catalog.exchange_rates.service import OfferedRates
from abano.catalog.pricing.days import MAX_RENTAL_DAYS, RentalTimes
from abano.catalog.pricing.handover import closed_errors
from abano.catalog.pricing.rules import (
    RENTAL_TOO_LONG,
    RENTAL_TOO_SHORT,
    RETURN_NOT_AFTER_PICKUP,
    Price,
    price,
    rental_days,
)
from abano.catalog.pricing.service import booked_on, check_codes
from abano.catalog.published.handover import Handover, is_address
from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import Catalog, saves_incomplete_bookings
from abano.catalog.published.terms import agreed_terms, young_driver_fee
from abano.core.clock import Clock, local_moment
from abano.core.errors import Conflict, FieldError, InvalidInput
from abano.core.metrics import BOOKINGS
from abano.core.phone import Phone, read_phone
from abano.db.engine import Database
from abano.fleet.availability.service import Availability, CarNoLongerAvailable, find_alternatives, of_site
from abano.fleet.reservations.rules import Period
from abano.marketing.affiliates.codes import find_promo
from abano.marketing.affiliates.rules import PROMO_CODE_INVALID, Promo
from abano.marketing.channels.service import find_channel
from abano.marketing.traffic.service import Visitor, withdraw_consent
from abano.messaging.outbox.booking_kinds import BookingsRefused
from abano.messaging.outbox.outbox import enqueue
from abano.messaging.outbox.service import refused_since
from abano.tenancy.directory.rules import TrafficSettings, limit_subject
from abano.tenancy.directory.tenant import Tenant

MAX_REFERENCE_ATTEMPTS = 5


class IdempotencyKeyReused(Conflict):
    """This submit was used before for another booking."""


class BookingIntake:
    """Stores bookings and drafts."""

    def __init__(
        self, db: Database, catalogs: CatalogService, rates: OfferedRates, clock: Clock, secret: str
    ) -> None:
        """``secret`` is the key of the hashes of IP addresses."""
        self._db = db
        self._catalogs = catalogs
        self._rates = rates
        self._clock = clock
        self._secret = secret.encode()
        self._availability = Availability(db, catalogs, secret)

    async def take(
        self,
        tenant: Tenant,
        request: BookingRequest,
        submit: Submit,
        ip: str | None = None,
        limits: TrafficSettings | None = None,
    ) -> TakenBooking:
        """Store a booking with the computed total, once per idempotency key. ``ip``: the caller's, if known.

        Raises InvalidInput, CarNoLongerAvailable, IdempotencyKeyReused, TooManyUnconfirmed by the ``limits``,
        DatabaseUnavailable. A failed attempt stores nothing.
        """
        if request.consent_state == "refused":
            await withdraw_consent(self._db, tenant.id, _visitor(request, ip), self._clock.now())
        try:
            return await self._take(tenant, request, submit, ip, limits)
        except (InvalidInput, TooManyUnconfirmed, CarNoLongerAvailable) as error:
            # A repeated submit may find its own booking, or be invalid by now: the pickup has passed, or the
            # promo code is used up.
            if earlier := await self._earlier(tenant, submit):
                return earlier
            if isinstance(error, CarNoLongerAvailable):
                raise await self._no_longer(tenant, request) from None
            if isinstance(error, TooManyUnconfirmed):
                await self._note_refusal(tenant)
            raise

    async def store_draft(self, tenant: Tenant, request: PersonalInfoRequest) -> None:
        """Store a draft and notify the team, unless the company turned drafts off. See ``drafts``."""
        rules = (await self._catalogs.get(tenant.id)).rules
        if not saves_incomplete_bookings(rules.integrations):
            return
        await record.store_draft(self._db, tenant, request, rules.phone_prefix, self._clock)

    async def _take(
        self,
        tenant: Tenant,
        request: BookingRequest,
        submit: Submit,
        ip: str | None,
        limits: TrafficSettings | None,
    ) -> TakenBooking:
        ip_hash = self._ip_hash(tenant, ip)
        now = self._clock.now()
        catalog = (await self._catalogs.get_quoted(tenant.id, request.catalog_version, now)).catalog
        promo = None
        if request.promo_code:
            promo = await find_promo(self._db, tenant.id, request.promo_code, self._clock)
        phone = read_phone(request.customer_phone, catalog.rules.phone_prefix)
        computed = check_and_price(tenant, catalog, request, phone, promo, now)
        channel = None
        if request.channel:
            async with self._db.uow(tenant.id) as uow:
                channel = await find_channel(uow, request.channel)
        rate = None
        if request.display_currency:
            rate = await self._rates.find(tenant.id, request.display_currency)
        calls = self._db.function_calls(tenant.id)
        for _ in range(MAX_REFERENCE_ATTEMPTS):
            new = new_booking(
                tenant, catalog, request, computed, phone, promo, ip_hash, now, ip, rate, channel
            )
            try:
                await IntakeRepository(calls).take(new, submit, limits)
            except BookingReferenceTaken:
                continue  # draw another
            except SubmitAlreadyTaken:
                earlier = await self._earlier(tenant, submit)
                if earlier is None:
                    raise IdempotencyKeyReused from None
                return earlier
            except PromoCodeNotUsable:
                raise InvalidInput.of("promoCode", PROMO_CODE_INVALID()) from None
            BOOKINGS.inc()
            await self._availability.drop_hold(tenant, request.hold)
            return new.taken
        raise Conflict(messages.NO_FREE_REFERENCE())

    async def _no_longer(self, tenant: Tenant, request: BookingRequest) -> CarNoLongerAvailable:
        """The refusal with what else there is."""
        catalog = await self._catalogs.get(tenant.id)
        starts = local_moment(_local(request.pickup_date, request.pickup_time), tenant.zone)
        ends = local_moment(_local(request.return_date, request.return_time), tenant.zone)
        period = Period.of(starts, ends, catalog.rules.turn_round_minutes)
        availability = await self._availability.statuses(tenant, period, self._clock.now())
        alternatives = find_alternatives(catalog, request.car_type, period, of_site(catalog, availability))
        return CarNoLongerAvailable(
            details={
                "car": request.car_type,
                "alternatives": alternatives.model_dump(mode="json", by_alias=True),
            }
        )

    async def _note_refusal(self, tenant: Tenant) -> None:
        """Notify the team that the limits of unconfirmed bookings refuse visitors, at most once a day."""
        now = self._clock.now()
        async with self._db.uow(tenant.id) as uow:
            if await refused_since(uow, now - timedelta(days=1)) is None:
                await enqueue(uow, BookingsRefused(), now)

    def _ip_hash(self, tenant: Tenant, ip: str | None) -> bytes | None:
        if ip is None:
            return None
        return hmac.digest(self._secret, f"booking|{tenant.id}|{limit_subject(ip)}".encode(), "sha256")

    async def _earlier(self, tenant: Tenant, submit: Submit) -> TakenBooking | None:
        """The booking of the same submit, if it was taken before."""
        if submit.key is None:
            return None
        async with self._db.pipeline_transaction(tenant.id) as transaction:
            known = await SubmitRepository(transaction).find_by_key(submit.key)
        return known.taken if known is not None and known.body_hash == submit.body_hash else None


def _visitor(request: BookingRequest, ip: str | None) -> Visitor:
    """The ids of the visitor in the booking."""
    return Visitor(
        clicks=tuple(value for value in (request.gclid, request.gbraid, request.wbraid) if value),
        sessions=(request.quiz_session_id,) if request.quiz_session_id else (),
        device_fingerprint=request.device_fingerprint,
        visit_id=request.visit_id,
        ip=ip,
    )


def check_and_price(
    tenant: Tenant,
    catalog: Catalog,
    request: BookingRequest,
    phone: Phone | None,
    promo: Promo | None,
    now: datetime,
) -> Price:
    """Validate the request against the company's rules and price it. Raises InvalidInput with every bad field."""
    rules = catalog.rules
    places = {"pickupLocation": request.pickup_location, "dropoffLocation": request.dropoff_location}
    services = request.service_codes()
    errors = check_codes(
        catalog,
        locations=places,
        insurance=request.insurance_type,
        services=services,
        car_name=request.car_type,
    )
    handover, unknown_places = handover_of(catalog, request)
    errors += unknown_places
    errors += _missing_details(catalog, request, handover)
    if phone is None:
        errors.append(FieldError("customerPhone", messages.PHONE_INVALID()))
    age_range = (rules.driver_minimum_age, rules.driver_maximum_age)
    if not _whole_number_within(request.driver_age, *age_range):
        low, high = age_range
        errors.append(FieldError("driverAge", messages.AGE_OUT_OF_RANGE(min=low, max=high)))
    elif (
        (car := catalog.car(request.car_type))
        and car.minimum_age
        and int(request.driver_age) < car.minimum_age
    ):
        # Another car can be had at this age.
        errors.append(FieldError("carType", messages.DRIVER_TOO_YOUNG_FOR_CAR(min=car.minimum_age)))
    if not _whole_number_within(request.group_size, 1, rules.group_maximum):
        too_large = messages.GROUP_SIZE_OUT_OF_RANGE(max=rules.group_maximum)
        errors.append(FieldError("groupSize", too_large))
    pickup = _local(request.pickup_date, request.pickup_time)
    dropoff = _local(request.return_date, request.return_time)
    days = rental_days(pickup, dropoff)
    if days < 1:
        errors.append(FieldError("returnDate", RETURN_NOT_AFTER_PICKUP()))
    elif days < rules.minimum_days:
        errors.append(FieldError("returnDate", RENTAL_TOO_SHORT(days=rules.minimum_days)))
    elif days > MAX_RENTAL_DAYS:
        errors.append(FieldError("returnDate", RENTAL_TOO_LONG(days=MAX_RENTAL_DAYS)))
    errors += closed_errors(handover, pickup, dropoff)
    if local_moment(pickup, tenant.zone) < now:
        errors.append(FieldError("pickupDate", messages.PICKUP_IN_THE_PAST()))
    if request.promo_code and promo is None:
        errors.append(FieldError("promoCode", PROMO_CODE_INVALID()))
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
        times=RentalTimes(pickup, dropoff, booked_on(catalog, now)),
        handover=handover,
        young_driver=young_driver_fee(
            agreed_terms(rules, catalog.car(request.car_type)), int(request.driver_age)
        ),
    )


def _missing_details(catalog: Catalog, request: BookingRequest, handover: Handover) -> Iterator[FieldError]:
    """Errors for details the places require that are missing or malformed."""
    location = catalog.location(request.pickup_location)
    # If a handover place is selected, it determines whether an address is required.
    asks_for_address = (
        is_address(handover.pickup) if handover.pickup else location is not None and location.needs_address
    )
    if asks_for_address and not request.pickup_address:
        yield FieldError("pickupAddress", messages.ADDRESS_MISSING())
    if is_address(handover.dropoff) and not request.dropoff_address:
        yield FieldError("dropoffAddress", messages.DROPOFF_ADDRESS_MISSING())
    if problem := flight_problem(handover.pickup, request.flight_number or ""):
        yield FieldError("flightNumber", problem)


def _local(day: date, at: time) -> datetime:
    return datetime.combine(day, at)


def _whole_number_within(text: str, low: int, high: int) -> bool:
    return text.isascii() and text.isdigit() and low <= int(text) <= high
