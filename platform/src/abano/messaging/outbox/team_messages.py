"""Messages to a company's team."""

from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import UnknownLocaleError

from abano.catalog.pricing.service import in_own_words
from abano.core.languages.texts import Texts, format_moment, format_moment_in_zone, format_money, translatable
from abano.core.phone import spaced
from abano.messaging.outbox import booking_kinds, kinds
from abano.messaging.outbox.layout import Button, Part, Recipient, Text, one_line, table_message

REVIEWS_PAGE = "/admin/reviews"
_DOUBTS = {
    "unknown_car": translatable("Please check the car: its name is not in your catalogue."),
    "unassigned_phone": translatable(
        "Please check the phone: no such number has been assigned, so it may be mistyped."
    ),
    "mistyped_email": translatable(
        "Please check the email address: its domain looks mistyped, so the customer may receive nothing."
    ),
}


def booking_created(message: booking_kinds.BookingCreated, recipient: Recipient, texts: Texts) -> Text:
    # Older messages have no reasons: then it is the car.
    reasons = message.review_reasons
    if reasons is None:
        reasons = ["unknown_car"] if message.needs_review else []
    note = " ".join(texts.gettext(_DOUBTS[reason]) for reason in reasons if reason in _DOUBTS)
    customer = [
        (texts.gettext("Name"), message.customer_name),
        (texts.gettext("Driver's age"), str(message.driver_age)),
        (texts.gettext("Group"), str(message.group_size)),
        (texts.gettext("Email"), message.customer_email),
        (texts.gettext("Phone"), spaced(message.customer_phone)),
    ]
    if message.facts and message.facts.customer_language:
        customer.append((texts.gettext("Language"), _language_name(message.facts.customer_language, texts)))
    pickup, dropoff, lines = _booked(message, texts)
    parts = [
        Part(texts.gettext("Customer"), customer),
        Part(
            texts.gettext("Rental"),
            [
                (texts.gettext("Car"), message.car_name),
                (texts.gettext("Pickup"), pickup),
                *_pickup_details(message.facts, texts),
                (texts.gettext("Return"), dropoff),
                *_return_details(message.facts, texts),
            ],
        ),
        Part(texts.gettext("Price"), lines),
    ]
    return table_message(
        texts,
        recipient,
        texts.gettext("New booking {reference}: {car}", reference=message.reference, car=message.car_name),
        texts.gettext(
            "A new booking for {company}: {reference}", company=recipient.name, reference=message.reference
        ),
        parts,
        note=note,
        reply_to=message.customer_email,
    )


def _pickup_details(facts: booking_kinds.BookingFacts | None, texts: Texts) -> list[tuple[str, str]]:
    """The pickup details that the customer entered."""
    details = (
        (texts.gettext("Flight number"), facts.flight_number if facts else None),
        (texts.gettext("Address"), facts.pickup_address if facts else None),
    )
    return [(name, value) for name, value in details if value]


def _return_details(facts: booking_kinds.BookingFacts | None, texts: Texts) -> list[tuple[str, str]]:
    address = facts.dropoff_address if facts else None
    return [(texts.gettext("Return address"), address)] if address else []


def _booked(message: booking_kinds.BookingCreated, texts: Texts) -> tuple[str, str, list[tuple[str, str]]]:
    """Pickup, return and the lines of the price, in the reader's form where the message has what it takes."""
    facts = message.facts
    total = texts.gettext("Total")
    if facts is None:
        lines = [line.rpartition(": ") for line in message.lines]
        return (
            message.pickup,
            message.dropoff,
            [*((label, amount) for label, _, amount in lines), (total, message.total)],
        )
    return (
        _place(facts.pickup, texts.locale),
        _place(facts.dropoff, texts.locale),
        [
            *(
                (
                    in_own_words(texts, line.code, line.label),
                    format_money(line.amount, facts.currency, texts.locale),
                )
                for line in facts.lines
            ),
            (total, format_money(facts.total, facts.currency, texts.locale)),
        ],
    )


def _place(place: booking_kinds.BookingPlace, locale: Locale) -> str:
    return f"{place.name}, {format_moment(place.moment, locale)}"


def _language_name(language: str, texts: Texts) -> str:
    try:
        return Locale.parse(language, sep="-").get_language_name(texts.locale) or language
    except (UnknownLocaleError, ValueError):
        return language


def booking_cancelled(message: booking_kinds.BookingCancelled, recipient: Recipient, texts: Texts) -> Text:
    rows = [
        (texts.gettext("Customer"), message.customer_name),
        (texts.gettext("Car"), message.car_name),
    ]
    note = message.reason
    if message.unconfirmed_hours is not None:
        note = texts.ngettext(
            "It was not confirmed within {count} hour.",
            "It was not confirmed within {count} hours.",
            message.unconfirmed_hours,
        )
    return table_message(
        texts,
        recipient,
        texts.gettext("Booking {reference} was cancelled", reference=message.reference),
        texts.gettext(
            "{company}: booking {reference} was cancelled.",
            company=recipient.name,
            reference=message.reference,
        ),
        [Part("", rows)],
        note=note,
    )


def booking_by_customer(message: booking_kinds.BookingByCustomer, recipient: Recipient, texts: Texts) -> Text:
    said = {
        "changed": texts.gettext("The customer changed the rental. See the console for details."),
        "details": texts.gettext("The customer added details: flight or second driver."),
        "licence": texts.gettext("The customer sent a photo of a driving licence."),
        "message": texts.gettext("The customer wrote a message."),
    }
    rows = [
        (texts.gettext("Customer"), message.customer_name),
        (texts.gettext("Car"), message.car_name),
        (texts.gettext("Message"), message.text),
    ]
    return table_message(
        texts,
        recipient,
        texts.gettext("Booking {reference}: customer update", reference=message.reference),
        texts.gettext(
            "{company}: booking {reference} has an update.",
            company=recipient.name,
            reference=message.reference,
        ),
        [Part("", [row for row in rows if row[1]])],
        note=said.get(message.what, ""),
        reply_to=message.customer_email,
    )


def bookings_refused(_message: booking_kinds.BookingsRefused, recipient: Recipient, texts: Texts) -> Text:
    return table_message(
        texts,
        recipient,
        texts.gettext("Bookings are blocked: too many are unconfirmed"),
        texts.gettext("{company}: a visitor could not book.", company=recipient.name),
        [],
        note=texts.gettext(
            "The same internet connection, email or phone has as many unconfirmed bookings as your settings allow."
            " Please confirm or cancel them. The limits are in the console, under Settings, Rental rules."
        ),
    )


def card_hold_expiring(message: booking_kinds.CardHoldExpiring, recipient: Recipient, texts: Texts) -> Text:
    rows = [
        (texts.gettext("Customer"), message.customer_name),
        (texts.gettext("Amount"), format_money(message.amount_minor, message.currency, texts.locale)),
        (
            texts.gettext("Expires"),
            format_moment_in_zone(message.expires_at.astimezone(ZoneInfo(message.timezone)), texts.locale),
        ),
    ]
    return table_message(
        texts,
        recipient,
        texts.gettext("Card hold for {reference} expires soon", reference=message.reference),
        texts.gettext(
            "{company}: the deposit on hold for booking {reference} can be captured until then. Capture or release it"
            " on the booking's page, or send the customer a new link.",
            company=recipient.name,
            reference=message.reference,
        ),
        [Part("", rows)],
    )


def booking_restored(message: booking_kinds.BookingRestored, recipient: Recipient, texts: Texts) -> Text:
    rows = [
        (texts.gettext("Customer"), message.customer_name),
        (texts.gettext("Car"), message.car_name),
        (texts.gettext("Status"), _status(message.status, texts)),
    ]
    return table_message(
        texts,
        recipient,
        texts.gettext("Booking {reference} is reinstated", reference=message.reference),
        texts.gettext(
            "{company}: booking {reference} was reinstated. The customer was not notified; the console has an "
            "email template for it.",
            company=recipient.name,
            reference=message.reference,
        ),
        [Part("", rows)],
        note=message.reason,
    )


def _status(status: str, texts: Texts) -> str:
    words = {
        "pending": texts.pgettext("booking status", "pending"),
        "confirmed": texts.pgettext("booking status", "confirmed"),
        "active": texts.pgettext("booking status", "active"),
        "completed": texts.pgettext("booking status", "completed"),
    }
    return words.get(status, status)


def personal_info(message: booking_kinds.PersonalInfoReceived, recipient: Recipient, texts: Texts) -> Text:
    details = message.booking_details
    parts = [
        Part(
            texts.gettext("Visitor"),
            [
                (texts.gettext("Name"), f"{message.first_name} {message.last_name}".strip()),
                (texts.gettext("Email"), message.customer_email),
                (texts.gettext("Phone"), spaced(message.customer_phone)),
                (texts.gettext("Driver's age"), str(message.driver_age)),
                (texts.gettext("Group"), str(message.group_size)),
            ],
        ),
        Part(
            texts.gettext("Viewing"),
            [
                (texts.gettext("Car"), details.selected_car),
                (texts.gettext("Pickup"), f"{details.pickup_location}, {details.pickup_date}"),
                (texts.gettext("Return"), f"{details.dropoff_location}, {details.return_date}"),
                (texts.gettext("Days"), str(details.total_days)),
                (texts.gettext("A day"), str(details.daily_price)),
                (texts.gettext("Total"), str(details.calculated_price)),
            ],
        ),
    ]
    return table_message(
        texts,
        recipient,
        texts.gettext("A booking was started"),
        texts.gettext("A visitor of {company} has started a booking.", company=recipient.name),
        parts,
        reply_to=message.customer_email,
    )


def affiliate_registered(message: kinds.AffiliateRegistered, recipient: Recipient, texts: Texts) -> Text:
    rows = [
        (texts.gettext("Name"), message.name),
        (texts.gettext("Email"), message.email),
        (texts.gettext("Website"), message.website or ""),
        (texts.gettext("Promo code"), message.promo_code),
    ]
    return table_message(
        texts,
        recipient,
        texts.gettext("New affiliate: {name}", name=message.name),
        texts.gettext("A new affiliate joined the programme of {company}.", company=recipient.name),
        [Part("", [row for row in rows if row[1]])],
        reply_to=message.email,
    )


def review_received(message: kinds.ReviewReceived, recipient: Recipient, texts: Texts) -> Text:
    rows = [
        (texts.gettext("Rating"), "★" * message.rating + f" {message.rating}/5"),
        (texts.gettext("Name shown"), message.author),
        (texts.gettext("Car"), message.car_name),
        (texts.gettext("Booking"), message.reference),
        (texts.gettext("Review"), message.text),
    ]
    link = None
    if recipient.public_origin:
        link = Button(texts.gettext("Open reviews"), f"{recipient.public_origin}{REVIEWS_PAGE}")
    return table_message(
        texts,
        recipient,
        texts.gettext(
            "New review of {car}: {rating} of 5 stars", car=message.car_name, rating=message.rating
        ),
        texts.gettext("A customer of {company} wrote a review.", company=recipient.name),
        [Part("", rows, link=link)],
        note=texts.gettext("It is not public yet: publish or hide it in the console."),
    )


def connection_test(message: kinds.ConnectionTest, recipient: Recipient, texts: Texts) -> Text:
    return table_message(
        texts,
        recipient,
        texts.gettext("A test from {company}", company=recipient.name),
        texts.gettext(
            "Test successful: messages of {company} arrive here. Requested by {who}.",
            company=recipient.name,
            who=message.asked_by,
        ),
        (),
    )


def operator_announcement(message: kinds.OperatorAnnouncement, _: Recipient, texts: Texts) -> Text:
    """To an owner, from the operator: plain text, without the company's look."""
    return Text(
        one_line(message.subject), f"{message.body}\n", to=one_line(message.to), language=texts.language
    )
