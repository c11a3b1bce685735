"""Bookings as the console's schemas."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast
from urllib.parse import quote
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.booking_record.models import BookingRow
from abano.booking_record.rules import (
    TRANSITIONS,
    ReturnState,
    Status,
    cancels_at,
    off_day,
    open_questions,
    step_back,
)
from abano.bookings.customers.schemas import BlacklistWarning, CustomerOfBooking
from abano.bookings.desk import schemas
from abano.bookings.desk.messages import TemplateValues, templates
from abano.bookings.desk.repository import ByAdmin, Listed, Written
from abano.catalog.exchange_rates.schemas import plain_rate
from abano.catalog.pricing.rules import line_params
from abano.catalog.pricing.schemas import AgreedPlace
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import deposit_of, excess_of
from abano.core.errors import Message, Sentence, stored_sentence
from abano.core.languages.texts import Texts, format_moment, format_money, negotiate_language, texts_in
from abano.core.money import to_json
from abano.core.phone import dialled, spaced
from abano.marketing.quiz.cache import SessionSummary
from abano.tenancy.directory.tenant import Tenant
from abano.web.errors import SentenceOut

WAITS_AGAIN = Message(
    "waits_again",
    "It is pending again. If it isn't confirmed within {hours, plural, one {# hour} other {# hours}}, "
    "it is cancelled automatically.",
)
CODE_USED_AGAIN = Message("code_used_again", "It counts as a use of the promo code {code} again.")
COMMISSION_EARNED_AGAIN = Message("commission_earned_again", "The commission of {name} is reinstated.")
COMMISSION_STAYS_PAID = Message(
    "commission_stays_paid", "A commission that was paid to {name} for this booking stays paid."
)
CUSTOMER_NOT_TOLD = Message(
    "customer_not_told",
    "The customer is not notified automatically. Send them an email: there is a template for it.",
)
# The order of buttons: the usual next status first, cancellation last.
STATUS_ORDER: tuple[Status, ...] = ("confirmed", "active", "completed", "cancelled")


def summary(listed: Listed, unconfirmed_hours: int, channels: Mapping[UUID, str]) -> schemas.BookingSummary:
    """``channels``: names by id."""
    booking, affiliate = listed
    channel = booking.channel_id
    return schemas.BookingSummary(
        id=booking.id,
        reference=booking.reference,
        status=cast(Status, booking.status),
        customer_name=booking.customer_name,
        customer_email=booking.customer_email,
        customer_phone=spaced(booking.customer_phone),
        car_name=booking.car_name,
        pickup_location=booking.pickup_location,
        dropoff_location=booking.dropoff_location,
        pickup_at=booking.pickup_at,
        return_at=booking.return_at,
        days=booking.days,
        total_price=to_json(booking.total_minor),
        currency=booking.currency,
        promo_code=booking.promo_code,
        referrer=schemas.AffiliateName(id=affiliate.id, name=affiliate.name) if affiliate else None,
        channel=schemas.ChannelName(id=channel, name=channels[channel]) if channel else None,
        has_click_id=any((booking.gclid, booking.gbraid, booking.wbraid)),
        needs_review=booking.needs_review,
        cancels_at=cancels_at(booking.status, booking.waiting_since or booking.created_at, unconfirmed_hours),
        created_at=booking.created_at,
        updated_at=booking.updated_at,
    )


def detail(
    listed: Listed,
    *,
    tenant: Tenant,
    catalog: Catalog,
    channels: Mapping[UUID, str],
    events: Sequence[ByAdmin],
    api_keys: Mapping[datetime, str],
    notes: Sequence[Written],
    session_summary: SessionSummary | None,
    cancelled_from: Status | None,
    customer: CustomerOfBooking | None,
    blacklisted: BlacklistWarning | None,
    returned: ReturnState,
    notifies_of_cancellation: bool,
    now: datetime,
) -> schemas.BookingDetail:
    booking = listed.booking
    lines = [
        schemas.PriceLineOut(
            code=line["code"],
            label=line["label"],
            params=line_params(line["code"], line["label"], line["quantity"]),
            quantity=line["quantity"],
            unit_price=to_json(line["unitPrice"]),
            amount=to_json(line["amount"]),
        )
        for line in booking.price_lines
    ]
    following = TRANSITIONS[cast(Status, booking.status)]
    next_statuses = [status for status in STATUS_ORDER if status in following]
    return schemas.BookingDetail(
        **summary(listed, catalog.rules.unconfirmed_hours, channels).model_dump(),
        channel_commission=None
        if booking.channel_commission_minor is None
        else to_json(booking.channel_commission_minor),
        customer=customer,
        blacklisted=blacklisted,
        shown_price=_shown_price(booking),
        pickup_place=AgreedPlace.of(booking.pickup_place, catalog.rules.language_of_team),
        dropoff_place=AgreedPlace.of(booking.dropoff_place, catalog.rules.language_of_team),
        driver_age=booking.driver_age,
        group_size=booking.group_size,
        insurance_code=booking.insurance_code,
        service_codes=list(booking.service_codes),
        daily_rate=to_json(booking.daily_rate_minor),
        price_lines=lines,
        client_estimate=booking.client_estimate,
        customer_language=customer_language(booking, catalog),
        terms_version=booking.terms_version,
        review_reasons=list(booking.review_reasons),
        next_statuses=next_statuses,
        transitions=[_transition(booking, status, tenant, returned, now) for status in next_statuses],
        notifies_of_cancellation=notifies_of_cancellation,
        step_back=_step_back(listed, cancelled_from, catalog.rules.unconfirmed_hours),
        chat_url=chat_url(booking, tenant, catalog),
        history=_history(events, api_keys, notes),
        attribution=_attribution(booking, session_summary),
        templates=[
            schemas.TemplateOut(code=each.code, label=each.label, subject=each.subject, body=each.body)
            for each in templates(*template_values(booking, tenant, catalog))
        ],
    )


def _shown_price(booking: BookingRow) -> schemas.ShownPrice | None:
    currency, rate, total = booking.display_currency, booking.display_rate, booking.display_total_minor
    if currency is None or rate is None or total is None:
        return None
    return schemas.ShownPrice(currency=currency, rate=plain_rate(rate), total=to_json(total))


def _transition(
    booking: BookingRow, status: Status, tenant: Tenant, returned: ReturnState, now: datetime
) -> schemas.TransitionOut:
    unusual = off_day(status, booking.pickup_at, booking.return_at, now, tenant.zone)
    asked = open_questions(status, unusual, returned)
    questions = [
        schemas.QuestionOut(code=each.code, sentence=SentenceOut.of(each.sentence)) for each in asked
    ]
    return schemas.TransitionOut(to_status=status, questions=questions)


def _step_back(
    listed: Listed, cancelled_from: Status | None, unconfirmed_hours: int
) -> schemas.StepBackOut | None:
    booking, affiliate = listed
    before = cast(Status, booking.status)
    target = step_back(before, cancelled_from)
    if target is None:
        return None
    consequences: list[Sentence] = []
    if target == "pending":
        consequences.append(WAITS_AGAIN(hours=unconfirmed_hours))
    if before == "cancelled":
        if booking.promo_code:
            consequences.append(CODE_USED_AGAIN(code=booking.promo_code))
        if affiliate:
            consequences.append(COMMISSION_EARNED_AGAIN(name=affiliate.name))
        consequences.append(CUSTOMER_NOT_TOLD())
    elif before == "completed" and affiliate:
        consequences.append(COMMISSION_STAYS_PAID(name=affiliate.name))
    return schemas.StepBackOut(to_status=target, consequences=[SentenceOut.of(each) for each in consequences])


def template_values(booking: BookingRow, tenant: Tenant, catalog: Catalog) -> tuple[TemplateValues, Texts]:
    """The values of a booking for the templates, with times in the company's time zone, and the customer's texts."""
    language = customer_language(booking, catalog)
    texts = texts_in(language)
    translated = catalog.in_language(language)

    def place(code: str, moment: datetime) -> str:
        return f"{place_name(translated, code)}, {_local(moment, tenant.zone, texts)}"

    def sum_of(minor: int | None) -> str | None:
        return format_money(minor, booking.currency, texts.locale) if minor else "" if minor == 0 else None

    car = catalog.car(booking.car_name)
    values = TemplateValues(
        company=tenant.name,
        customer=booking.customer_name,
        reference=booking.reference,
        car=booking.car_name,
        pickup=place(booking.pickup_location, booking.pickup_at),
        dropoff=place(booking.dropoff_location, booking.return_at),
        total=format_money(booking.total_minor, booking.currency, texts.locale),
        deposit=sum_of(deposit_of(catalog.rules, car)),
        excess=sum_of(excess_of(catalog.insurance_option(booking.insurance_code or ""), car)),
    )
    return values, texts


def customer_language(booking: BookingRow, catalog: Catalog) -> str:
    """The language of messages to the customer: that of the page they booked on."""
    languages = catalog.rules.languages
    return negotiate_language(booking.language, languages) or languages[0]


def place_name(catalog: Catalog, code: str) -> str:
    return next((place.name for place in catalog.locations if place.code == code), code)


def _local(moment: datetime, zone: ZoneInfo, texts: Texts) -> str:
    return format_moment(moment.astimezone(zone), texts.locale)


def by_api_key(actor: str, admin_name: str | None) -> bool:
    """Whether the company's side made the change, without a named employee."""
    return actor == "admin" and admin_name is None


def _history(
    events: Sequence[ByAdmin], api_keys: Mapping[datetime, str], notes: Sequence[Written]
) -> list[schemas.EventOut]:
    """Transitions, notes and emails, oldest first. ``api_keys``: names of keys by when they changed the booking."""
    changes = [
        schemas.EventOut.model_validate(
            {
                "kind": "status",
                "from_status": event.from_status,
                "to_status": event.to_status,
                "actor": event.actor,
                "admin_name": name,
                "api_key_name": api_keys.get(event.created_at) if by_api_key(event.actor, name) else None,
                "text": event.reason,
                "note": stored_sentence(event.note).as_json() if event.note else None,
                "created_at": event.created_at,
            }
        )
        for event, name in events
    ]
    written = [
        schemas.EventOut.model_validate(
            {
                "kind": note.kind,
                "actor": "admin",
                "admin_name": name,
                "text": note.body,
                "created_at": note.created_at,
            }
        )
        for note, name in notes
    ]
    return sorted([*changes, *written], key=lambda entry: entry.created_at)


def _attribution(booking: BookingRow, session: SessionSummary | None) -> schemas.AttributionOut:
    return schemas.AttributionOut.model_validate(
        {
            "method": booking.attribution_method,
            "session_id": booking.attributed_session_id,
            "source": session.source if session else None,
            "medium": session.medium if session else None,
            "campaign": session.campaign if session else None,
            "device": session.device if session else None,
            "gclid": booking.gclid,
            "gbraid": booking.gbraid,
            "wbraid": booking.wbraid,
            "consent_state": booking.consent_state,
            "ad_user_data": booking.ad_user_data,
            "ad_personalization": booking.ad_personalization,
            "answers": [
                {"question": given.question, "answer": given.answer}
                for given in (session.answers if session else ())
            ],
        }
    )


def chat_url(booking: BookingRow, tenant: Tenant, catalog: Catalog) -> str | None:
    """A link that opens a chat with the customer in the company's messaging service."""
    base = catalog.rules.contacts.get("chatUrlBase")
    number = dialled(booking.customer_phone)
    if not base or not number:
        return None
    texts = texts_in(customer_language(booking, catalog))
    text = texts.gettext(
        "Hello {customer}, this is {company}. It is about your booking {reference} ({car}, {pickup}).",
        customer=booking.customer_name,
        company=tenant.name,
        reference=booking.reference,
        car=booking.car_name,
        pickup=_local(booking.pickup_at, tenant.zone, texts),
    )
    return f"{base}{number}?text={quote(text)}"
