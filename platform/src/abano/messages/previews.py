"""A message as a customer would receive it, for a rental made up from the company's catalogue."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from abano.catalog.snapshot import Catalog
from abano.kit.ids import new_id
from abano.languages.choice import path_prefix
from abano.messages.defaults import words_in
from abano.messages.letters import Facts, letter_of, values_of
from abano.messages.rules import UNSUBSCRIBABLE, MessageText, Occasion, filled
from abano.models.bookings import BookingRow
from abano.notifications.layout import Button, Recipient, Text, html_of, one_line, plain_of

NAME, REFERENCE, DAYS = "Alex Morgan", "K7M-4QXD", 6


def preview(
    recipient: Recipient,
    catalog: Catalog,
    occasion: Occasion,
    language: str,
    said: MessageText,
    *,
    review_url: str,
    now: datetime,
) -> Text:
    """``said`` as it stands in the editor. Its links lead to pages, and to no booking."""
    booking = _booking(catalog, now)
    facts, words = Facts.of(booking, catalog, language), words_in(language)
    values = values_of(facts, recipient, catalog)
    page = f"{recipient.public_origin}{path_prefix(language, recipient.languages)}"
    letter = letter_of(
        occasion,
        said,
        facts,
        values,
        words,
        url=review_url if occasion == "thanks" else f"{page}/my-booking",
        unsubscribe=Button(words.labels["unsubscribe"], page) if occasion in UNSUBSCRIBABLE else None,
    )
    subject = one_line(filled(said.subject, values))
    return Text(
        subject, plain_of(letter, recipient), html_of(letter, recipient, subject, language), language=language
    )


def _booking(catalog: Catalog, now: datetime) -> BookingRow:
    zone = ZoneInfo(catalog.rules.timezone)
    day = now.astimezone(zone).date() + timedelta(days=8)
    car = catalog.cars[0] if catalog.cars else None
    daily = car.base_rate if car else catalog.rules.unknown_car_daily_rate
    place = catalog.locations[0].code if catalog.locations else ""
    name = car.name if car else "Toyota"
    insurance = catalog.insurance[0].code if catalog.insurance else ""
    return BookingRow(
        id=new_id(),
        reference=REFERENCE,
        customer_name=NAME,
        car_name=name,
        insurance_code=insurance,
        pickup_location=place,
        dropoff_location=place,
        pickup_at=datetime.combine(day, time(10), zone),
        return_at=datetime.combine(day + timedelta(days=DAYS), time(10), zone),
        days=DAYS,
        currency=catalog.rules.currency,
        total_minor=daily * DAYS,
        price_lines=[{"code": "car", "label": name, "amount": daily * DAYS}],
    )
