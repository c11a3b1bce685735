"""What an agreement says: of a booking, in the customer's language."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from abano.booking_record.models import BookingDetails, BookingRow
from abano.bookings.agreements.repository import AgreementRepository
from abano.bookings.agreements.rules import BookingFacts
from abano.bookings.agreements.schemas import AgreementContent, AgreementRow
from abano.catalog.pricing.service import in_company_words, in_own_words
from abano.catalog.published.handover import agreed_place
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import deposit_of, excess_of
from abano.core.languages.texts import Texts, format_moment_in_zone, format_money, format_number, texts_in
from abano.core.phone import spaced
from abano.db.unit_of_work import UnitOfWork


async def terms_version(uow: UnitOfWork, languages: Sequence[str]) -> str:
    """Which terms of service apply: since when, and a digest of their text; empty without any."""
    document = await AgreementRepository(uow).document(languages)
    if document is None:
        return ""
    digest = hashlib.sha256(orjson.dumps(document.body, option=orjson.OPT_SORT_KEYS)).hexdigest()[:12]
    return f"{document.body.get('effective', '')} ({digest})".strip()


def without_digest(terms: str) -> str:
    """A version as customers read it; the digest is for us."""
    return terms.partition("(")[0].strip()


def booked_name(booking: BookingRow, code: str) -> str:
    """The label at the time of booking, for items no longer in the catalogue."""
    return next((str(line["label"]) for line in booking.price_lines if line["code"] == code), "")


def place_in(catalog: Catalog, language: str, code: str, stored: dict[str, Any] | None) -> str:
    """City and exact place. ``catalog``: in that language."""
    found, agreed = catalog.location(code), agreed_place(stored)
    city = found.name if found else code
    return f"{city}, {agreed.in_language(language).name}" if agreed else city


def priced_lines(texts: Texts, catalog: Catalog, booking: BookingRow) -> tuple[tuple[str, int], ...]:
    """The price's lines as the customer reads them, with amounts in minor units."""
    return tuple(
        (
            in_own_words(texts, line["code"], in_company_words(catalog, line["code"], line["label"])),
            int(line["amount"]),
        )
        for line in booking.price_lines
    )


async def facts_of(uow: UnitOfWork, catalog: Catalog, booking: BookingRow, language: str) -> BookingFacts:
    """What a signature of the booking's agreement is about."""
    details = await AgreementRepository(uow).find_details(booking.id)
    return BookingFacts(
        customer=booking.customer_name,
        car=booking.car_name,
        pickup=(booking.pickup_at.astimezone(UTC), booking.pickup_location, _code(booking.pickup_place)),
        dropoff=(booking.return_at.astimezone(UTC), booking.dropoff_location, _code(booking.dropoff_place)),
        addresses=(details.pickup_address, details.dropoff_address) if details else ("", ""),
        insurance=booking.insurance_code,
        services=tuple(sorted(booking.service_codes)),
        lines=tuple((str(line["code"]), int(line["amount"])) for line in booking.price_lines),
        total=booking.total_minor,
        currency=booking.currency,
        agreed_terms=booking.agreed_terms,
        second_driver=(
            details.second_driver_name,
            details.second_driver_born,
            details.second_driver_licence,
        )
        if details
        else ("", None, ""),
        terms=await terms_version(uow, [language, *catalog.rules.languages]),
    )


async def content_of(
    uow: UnitOfWork, catalog: Catalog, booking: BookingRow, language: str, terms: str
) -> AgreementContent:
    """The agreement as it is read and signed. ``terms``: ``terms_version``."""
    texts = texts_in(language)
    said = catalog.in_language(language) if language in catalog.rules.languages else catalog
    repository = AgreementRepository(uow)
    details = await repository.find_details(booking.id)

    def money(amount: int) -> str:
        return format_money(amount, booking.currency, texts.locale)

    shown_terms = without_digest(terms)
    return AgreementContent(
        language=language,
        title=texts.gettext("Rental agreement"),
        company=await repository.company_name(),
        reference=booking.reference,
        customer=_rows(_customer(texts, booking, details)),
        rental=_rows(_rental(texts, said, booking, details)),
        conditions=_rows(_conditions(texts, said, booking)),
        lines=_rows((label, money(amount)) for label, amount in priced_lines(texts, said, booking)),
        total=AgreementRow(label=texts.gettext("Total"), value=money(booking.total_minor)),
        terms=shown_terms,
        statement=texts.gettext(
            "I have read this agreement, and rent the car under it and the company's terms of service: {terms}.",
            terms=shown_terms,
        )
        if shown_terms
        else texts.gettext("I have read this agreement, and rent the car under it."),
    )


def _rows(pairs: Iterator[tuple[str, str]]) -> list[AgreementRow]:
    return [AgreementRow(label=label, value=value) for label, value in pairs if value]


def _customer(texts: Texts, booking: BookingRow, details: BookingDetails | None) -> Iterator[tuple[str, str]]:
    yield texts.gettext("Customer"), booking.customer_name
    yield texts.gettext("Phone"), spaced(booking.customer_phone)
    yield texts.gettext("Email"), booking.customer_email
    if details and details.second_driver_name:
        names = (details.second_driver_name, details.second_driver_licence)
        yield texts.gettext("Second driver"), ", ".join(filter(None, names))


def _rental(
    texts: Texts, catalog: Catalog, booking: BookingRow, details: BookingDetails | None
) -> Iterator[tuple[str, str]]:
    zone = ZoneInfo(catalog.rules.timezone)

    def stop(at: datetime, code: str, stored: dict[str, Any] | None, address: str) -> str:
        place = place_in(catalog, texts.language, code, stored)
        where = ", ".join(filter(None, (place, address)))
        return f"{where}\n{format_moment_in_zone(at.astimezone(zone), texts.locale)}"

    yield texts.gettext("Car"), booking.car_name
    address = details.pickup_address if details else ""
    yield (
        texts.gettext("Pickup"),
        stop(booking.pickup_at, booking.pickup_location, booking.pickup_place, address),
    )
    address = details.dropoff_address if details else ""
    yield (
        texts.gettext("Return"),
        stop(booking.return_at, booking.dropoff_location, booking.dropoff_place, address),
    )


def _conditions(texts: Texts, catalog: Catalog, booking: BookingRow) -> Iterator[tuple[str, str]]:
    option, car = catalog.insurance_option(booking.insurance_code), catalog.car(booking.car_name)

    def money(amount: int) -> str:
        return format_money(amount, booking.currency, texts.locale)

    yield (
        texts.gettext("Insurance"),
        option.label if option else booked_name(booking, f"insurance:{booking.insurance_code}"),
    )
    if (excess := excess_of(option, car)) is not None:
        yield texts.gettext("Excess"), money(excess)
    if deposit := deposit_of(catalog.rules, car):
        yield texts.gettext("Deposit"), money(deposit)
    agreed = booking.agreed_terms
    if kilometres := agreed.get("kilometresADay"):
        distance = texts.gettext("{number} km", number=format_number(kilometres, texts.locale))
        yield texts.gettext("Distance per day"), distance
        if extra := agreed.get("extraKilometre"):
            yield texts.gettext("Each kilometre beyond that"), money(extra)


def _code(place: dict[str, Any] | None) -> str:
    return str(place["code"]) if place else ""
