"""The content of a message to a customer: its text with its values, and the details of the booking. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import orjson
from babel import Locale

from abano.booking_record.models import BookingDetails, BookingRow
from abano.bookings.customer_emails.rules import OCCASIONS, MessageText, Occasion, filled, paragraphs
from abano.catalog.pricing.rules import is_handover_line
from abano.catalog.pricing.service import in_company_words, in_own_words
from abano.catalog.published.handover import HandoverPlace, agreed_place
from abano.catalog.published.snapshot import Catalog, Place
from abano.catalog.published.terms import deposit_of, excess_of
from abano.core.languages.texts import SOURCE, format_moment_in_zone, format_money, format_number, texts_in
from abano.messaging.outbox.layout import Button, Letter, Part, Recipient
from abano.payments.journal.rules import Settlement

# The product's texts of messages to customers, from the files in ``texts``.

FOLDER = Path(__file__).parent / "texts"


class Words(NamedTuple):
    """``labels``: of the details below a text. ``unsubscribe``: of the page to which its link leads."""

    labels: dict[str, str]
    unsubscribe: dict[str, str]
    occasions: dict[Occasion, MessageText]


@lru_cache(maxsize=32)
def words_in(language: str) -> Words:
    """The product's texts of a language, or English ones if it has none."""
    file = FOLDER / f"{language}.json"
    # The name comes from company settings and may be any text.
    if not language.isalnum() or not file.is_file():
        file = FOLDER / f"{SOURCE}.json"
    said = orjson.loads(file.read_bytes())
    occasions = {occasion: MessageText(**said["occasions"][occasion]) for occasion in OCCASIONS}
    return Words(said["labels"], said["unsubscribe"], occasions)


WITH_DETAILS: frozenset[Occasion] = frozenset(
    {"received", "confirmed", "agreement", "changed", "reminder", "cancelled"}
)
# Price lines with labels from the product. Other lines use the catalogue's labels.
OURS = frozenset({"delivery", "promo", "discount"})
# Contains text the visitor entered, so it is sent only after the company has checked the booking: the email
# address may belong to someone else.
WITH_THE_WAY: frozenset[Occasion] = frozenset({"confirmed", "changed", "reminder"})
# Written by the company, so it is also sent before the booking is checked.
WITH_MEETING: frozenset[Occasion] = frozenset({"received", "confirmed", "changed", "reminder"})
WITH_PRICE: frozenset[Occasion] = frozenset({"received", "confirmed", "changed"})


@dataclass(frozen=True, slots=True)
class Facts:
    """A booking as its customer reads it. ``lines``: the price, each with its code, label and amount."""

    name: str
    reference: str
    car: str
    pickup_place: str
    pickup_time: str
    return_place: str
    return_time: str
    days: str
    lines: tuple[tuple[str, str, str], ...]
    total: str
    flight: str = ""
    meeting: str = ""
    second_driver: str = ""
    directions: str = ""
    # Of the handover places, as agreed.
    meeting_point: str = ""
    instructions: str = ""
    return_meeting_point: str = ""
    return_address: str = ""
    # None: not set by the company. Empty: no deposit.
    deposit: str | None = None
    excess: str | None = None

    @classmethod
    def of(
        cls, booking: BookingRow, catalog: Catalog, language: str, details: BookingDetails | None = None
    ) -> "Facts":
        said = catalog.in_language(language) if language in catalog.rules.languages else catalog
        locale, zone = texts_in(language).locale, ZoneInfo(catalog.rules.timezone)
        car = catalog.car(booking.car_name)
        option = catalog.insurance_option(booking.insurance_code or "")

        pickup, dropoff = (
            place.in_language(language) if place else None
            for place in (agreed_place(booking.pickup_place), agreed_place(booking.dropoff_place))
        )

        def sum_of(minor: int | None) -> str | None:
            return format_money(minor, booking.currency, locale) if minor else "" if minor == 0 else None

        return cls(
            name=booking.customer_name,
            reference=booking.reference,
            car=booking.car_name,
            pickup_place=_place(said, booking.pickup_location, pickup),
            pickup_time=format_moment_in_zone(booking.pickup_at.astimezone(zone), locale),
            return_place=_place(said, booking.dropoff_location, dropoff),
            return_time=format_moment_in_zone(booking.return_at.astimezone(zone), locale),
            days=format_number(booking.days, locale),
            lines=_lines(booking, said, language, locale),
            total=format_money(booking.total_minor, booking.currency, locale),
            flight=details.flight_number if details else "",
            meeting=details.pickup_address if details else "",
            second_driver=details.second_driver_name if details else "",
            directions=_directions(pickup or said.location(booking.pickup_location)),
            meeting_point=pickup.meeting_point if pickup else "",
            instructions=pickup.instructions if pickup else "",
            return_meeting_point=dropoff.meeting_point if dropoff else "",
            return_address=details.dropoff_address if details else "",
            deposit=sum_of(deposit_of(catalog.rules, car)),
            excess=sum_of(excess_of(option, car)),
        )

    def without_typed(self, guest: str, catalog: Catalog) -> "Facts":
        """A copy without the visitor's text: ``guest`` replaces the name, and only listed cars are named."""
        return replace(
            self,
            name=guest,
            car=self.car if catalog.car(self.car) else "–",
            lines=tuple((code, label, amount) for code, label, amount in self.lines if label != self.car)
            if not catalog.car(self.car)
            else self.lines,
            flight="",
            meeting="",
            second_driver="",
            return_address="",
        )


def _place(catalog: Catalog, code: str, agreed: HandoverPlace | None) -> str:
    """The city, and where exactly in it."""
    found = catalog.location(code)
    city = found.name if found else code
    return f"{city}, {agreed.name}" if agreed else city


def _directions(found: Place | HandoverPlace | None) -> str:
    """A map link with directions. Empty if the place has no coordinates."""
    if found is None or found.latitude is None or found.longitude is None:
        return ""
    point = f"{found.latitude:f},{found.longitude:f}"
    return f"https://www.openstreetmap.org/directions?{urlencode({'to': point})}"


def _lines(
    booking: BookingRow, catalog: Catalog, language: str, locale: Locale
) -> tuple[tuple[str, str, str], ...]:
    found = []
    for line in booking.price_lines:
        code, label = str(line["code"]), str(line["label"])
        if code.startswith("insurance:"):
            option = catalog.insurance_option(code.removeprefix("insurance:"))
            label = option.label if option else label
        elif is_handover_line(code):
            label = in_own_words(texts_in(language), code, in_company_words(catalog, code, label))
        elif service := catalog.service(code.removeprefix("service:")):
            label = service.label
        found.append((code, label, format_money(int(line["amount"]), booking.currency, locale)))
    return tuple(found)


def values_of(facts: Facts, recipient: Recipient, catalog: Catalog) -> Mapping[str, str]:
    """Values of the placeholders."""
    contacts = catalog.rules.contacts
    return {
        "name": facts.name,
        "company": recipient.name,
        "reference": facts.reference,
        "car": facts.car,
        "pickup_place": facts.pickup_place,
        "pickup_time": facts.pickup_time,
        "return_place": facts.return_place,
        "return_time": facts.return_time,
        "days": facts.days,
        "total": facts.total,
        "phone": str(contacts.get("phone") or ""),
        "email": str(contacts.get("email") or recipient.email),
    }


def letter_of(
    occasion: Occasion,
    said: MessageText,
    facts: Facts,
    values: Mapping[str, str],
    words: Words,
    *,
    url: str,
    unsubscribe: Button | None = None,
    settled: Sequence[tuple[str, str]] = (),
) -> Letter:
    """``url``: the button's target. Empty: no button. ``settled``: ``settlement_rows``."""
    label = filled(said.button, values).strip()
    return Letter(
        heading=filled(said.heading, values),
        paragraphs=paragraphs(filled(said.body, values)),
        parts=[*_parts(occasion, facts, words.labels), *([Part("", settled)] if settled else [])],
        button=Button(label, url) if label and url else None,
        unsubscribe=unsubscribe,
    )


def _parts(occasion: Occasion, facts: Facts, labels: Mapping[str, str]) -> list[Part]:
    parts = []
    if occasion in WITH_DETAILS:
        rows = [
            (labels["reference"], facts.reference),
            (labels["car"], facts.car),
            (labels["pickup"], f"{facts.pickup_time}, {facts.pickup_place}"),
            *(_met(facts, labels) if occasion in WITH_MEETING else ()),
            *(_told(facts, labels) if occasion in WITH_THE_WAY else ()),
            (labels["return"], f"{facts.return_time}, {facts.return_place}"),
            *(_returned(facts, labels) if occasion in WITH_THE_WAY else ()),
        ]
        is_shown = occasion in WITH_THE_WAY and facts.directions and not facts.meeting
        way = Button(labels["directions"], facts.directions) if is_shown else None
        parts.append(Part("", rows, link=way))
    if occasion in WITH_PRICE:
        lines = [(labels[code] if code in OURS else label, amount) for code, label, amount in facts.lines]
        parts.append(Part("", [*lines, (labels["total"], facts.total)], is_price=True))
        if settled := list(_settled(facts, labels)):
            parts.append(Part("", settled))
    return parts


def settlement_rows(
    settled: Settlement, currency: str, language: str, labels: Mapping[str, str], *, account: str
) -> Iterator[tuple[str, str]]:
    """Cost of a cancelled booking, and how its balance is paid or refunded. ``account``: the company's."""
    locale = texts_in(language).locale

    def money(minor: int) -> str:
        return format_money(minor, currency, locale)

    if settled.fee:
        yield labels["fee"], money(settled.fee)
    if settled.paid:
        yield labels["paid"], money(settled.paid)
    if settled.refunded:
        yield labels["refunded"], money(settled.refunded)
    if settled.to_refund:
        how = labels["refund_card" if settled.is_card else "refund_other"]
        yield labels["refund"], filled(how, {"sum": money(settled.to_refund)})
    elif settled.owed:
        how = labels["owed_account" if account else "owed_other"]
        yield labels["owed"], filled(how, {"sum": money(settled.owed), "account": account})
    else:
        yield labels["owed"], labels["nothing"]


def _settled(facts: Facts, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The deposit and the damage excess."""
    for code, value in (("deposit", facts.deposit), ("excess", facts.excess)):
        if value is not None:
            said = labels[f"{code}_sum" if value else f"no_{code}"]
            yield labels[code], filled(said, {"sum": value})


def _met(facts: Facts, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Meeting point and instructions for the pickup, written by the company."""
    for code, value in (("meeting_point", facts.meeting_point), ("instructions", facts.instructions)):
        if value:
            yield labels[code], value


def _returned(facts: Facts, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Where the car is fetched."""
    if facts.return_meeting_point:
        yield labels["return_meeting_point"], facts.return_meeting_point
    if facts.return_address:
        yield labels["return_address"], facts.return_address


def _told(facts: Facts, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The pickup details that the customer entered, for them to check."""
    said = {"flight": facts.flight, "meeting": facts.meeting, "second_driver": facts.second_driver}
    for code, value in said.items():
        if value:
            yield labels[code], value
