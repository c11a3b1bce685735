"""The contents of a booking's voucher, in the customer's language. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from abano.booking_record.models import BookingDetails, BookingRow
from abano.catalog.pricing.days import is_car_line
from abano.catalog.pricing.service import in_company_words, in_own_words
from abano.catalog.published.handover import HandoverPlace, agreed_place
from abano.catalog.published.snapshot import Car, Catalog, Place
from abano.core.languages.texts import Texts, texts_in, translatable

# As the site calls them.
CLASSES: Mapping[str, str] = {
    "economy": translatable("Economy"),
    "sedan": translatable("Saloon"),
    "estate": translatable("Estate"),
    "suv": translatable("SUV"),
    "offRoad": translatable("Off-road"),
    "van": translatable("Van"),
    "premium": translatable("Premium"),
}
STATUSES: Mapping[str, str] = {
    "pending": translatable("Received, not yet confirmed"),
    "confirmed": translatable("Confirmed"),
    "active": translatable("On the road"),
    "completed": translatable("Completed"),
    "cancelled": translatable("Cancelled"),
}


@dataclass(frozen=True, slots=True)
class Stop:
    """``at`` in the company's zone. ``address``: of a hotel or street, as the customer entered it."""

    at: datetime
    place: str
    address: str
    meeting_point: str
    instructions: str
    # Degrees. None if the company has not set coordinates.
    point: tuple[float, float] | None

    @property
    def map_url(self) -> str:
        """The way there on a map; empty without a point."""
        if self.point is None or self.address:
            return ""
        latitude, longitude = self.point
        return f"https://www.openstreetmap.org/directions?{urlencode({'to': f'{latitude},{longitude}'})}"


@dataclass(frozen=True, slots=True)
class Voucher:
    """A booking's voucher data. Amounts in minor units; a ``due`` below 0 is refunded."""

    reference: str
    status: str
    language: str
    customer: str
    car: str
    car_class: str
    insurance: str
    days: int
    pickup: Stop
    dropoff: Stop
    flight: str
    second_driver: str
    lines: tuple[tuple[str, int], ...]
    total: int
    paid: int
    due: int
    currency: str
    to_bring: tuple[str, ...]
    payment: str
    company: str
    phone: str
    email: str


def voucher_of(
    booking: BookingRow,
    details: BookingDetails | None,
    catalog: Catalog,
    *,
    language: str,
    company: str,
    paid: int,
    due: int,
) -> Voucher:
    said = catalog.in_language(language) if language in catalog.rules.languages else catalog
    texts, car = texts_in(language), catalog.car(booking.car_name)
    option = said.insurance_option(booking.insurance_code)
    contacts = catalog.rules.contacts

    def stop(at: datetime, code: str, stored: Mapping[str, Any] | None, address: str) -> Stop:
        city, agreed = said.location(code), agreed_place(stored)
        place = agreed.in_language(language) if agreed else None
        return Stop(
            at=at.astimezone(ZoneInfo(catalog.rules.timezone)),
            place=", ".join(filter(None, (city.name if city else code, place.name if place else ""))),
            address=address or ("" if place or city is None else city.address or ""),
            meeting_point=place.meeting_point if place else "",
            instructions=place.instructions if place else "",
            point=_point(place or city) if not address else None,
        )

    return Voucher(
        reference=booking.reference,
        status=booking.status,
        language=language,
        customer=booking.customer_name,
        car=booking.car_name,
        car_class=texts.gettext(CLASSES[car.category]) if car and car.category else "",
        insurance=option.label if option else "",
        days=booking.days,
        pickup=stop(
            booking.pickup_at,
            booking.pickup_location,
            booking.pickup_place,
            details.pickup_address if details else "",
        ),
        dropoff=stop(
            booking.return_at,
            booking.dropoff_location,
            booking.dropoff_place,
            details.dropoff_address if details else "",
        ),
        flight=details.flight_number if details else "",
        second_driver=details.second_driver_name if details else "",
        lines=tuple(
            (_label(texts, said, str(line["code"]), str(line["label"])), int(line["amount"]))
            for line in booking.price_lines
        ),
        total=booking.total_minor,
        paid=paid,
        due=due,
        currency=booking.currency,
        to_bring=tuple(to_bring(catalog, car, language)),
        payment=payment_terms(catalog, texts),
        company=company,
        phone=str(contacts.get("phone") or ""),
        email=str(contacts.get("email") or ""),
    )


def to_bring(catalog: Catalog, car: Car | None, language: str) -> Iterator[str]:
    """Documents required at the pickup. Site: frontend/src/features/site/shared/to-bring/lines.ts."""
    rules, texts = catalog.rules, texts_in(language)
    terms = rules.integrations.get("rentalTerms") or {}
    if years := int(terms.get("licenceYears") or 0):
        yield texts.ngettext(
            "Bring your driving licence, held for {count} year or more",
            "Bring your driving licence, held for {count} years or more",
            years,
        )
    own = rules.integrations.get("pickupDocuments") or {}
    if said := own.get(language) or own.get(rules.languages[0]):
        yield str(said)
    else:
        if terms.get("identity"):
            yield texts.gettext("Bring your passport or identity card")
        if terms.get("paymentCard"):
            yield texts.gettext("Bring a payment card in the driver's own name")
    age = (car.minimum_age if car else None) or rules.driver_minimum_age
    yield texts.gettext("Minimum driver age: {age}", age=age)


def payment_terms(catalog: Catalog, texts: Texts) -> str:
    """The payment time of the rental. Empty if the company has not set one."""
    match (catalog.rules.integrations.get("rentalTerms") or {}).get("payment"):
        case "firstDay":
            return texts.gettext("You pay on the first day of the rental")
        case "pickup":
            return texts.gettext("You pay when you get the car")
        case _:
            return ""


def _label(texts: Texts, catalog: Catalog, code: str, stored: str) -> str:
    label = in_own_words(texts, code, in_company_words(catalog, code, stored))
    return texts.gettext("Rental of {car}", car=label) if is_car_line(code) else label


def _point(place: Place | HandoverPlace | None) -> tuple[float, float] | None:
    if place is None or place.latitude is None or place.longitude is None:
        return None
    return float(place.latitude), float(place.longitude)
