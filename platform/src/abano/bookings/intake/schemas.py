"""Schemas of bookings. Field rules and their texts are in section 5 of the product text."""

import re
from datetime import date, time
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from abano.catalog.pricing.handover import PLACE_UNKNOWN
from abano.catalog.pricing.rules import (
    CAR_MISSING,
    DROPOFF_LOCATION_MISSING,
    INSURANCE_MISSING,
    PICKUP_LOCATION_MISSING,
    PICKUP_TIME_MISSING,
)
from abano.catalog.pricing.schemas import ServiceChoices
from abano.catalog.published.handover import HandoverPlace
from abano.core.api_model import Amount, ApiModel, NamedVersion, SuccessResponse
from abano.core.email_address import EMAIL_INVALID, check_email
from abano.core.errors import Message, RefusedValue, Sentence
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.core.text import clean, name_without_link
from abano.fleet.availability.schemas import MAX_TOKEN_LENGTH
from abano.marketing.affiliates.rules import PROMO_CODE_INVALID
from abano.marketing.traffic.rules import AdAnswers, ConsentState

# Sentences of the booking form. The texts are the product's, section 5.

FIRST_NAME_TOO_SHORT = Message(
    "first_name_too_short",
    "First name must be at least {min, plural, one {# character} other {# characters}}",
)
LAST_NAME_TOO_SHORT = Message(
    "last_name_too_short",
    "Last name must be at least {min, plural, one {# character} other {# characters}}",
)
PHONE_INVALID = Message("phone_invalid", "Please enter a valid phone number with country code")
AGE_MISSING = Message("age_missing", "Please enter your age")
AGE_OUT_OF_RANGE = Message(
    "age_out_of_range", "Driver age must be between {min, number} and {max, number} years old"
)
DRIVER_TOO_YOUNG_FOR_CAR = Message(
    "driver_too_young_for_car", "All drivers of this car must be at least {min, number} years old"
)
GROUP_SIZE_MISSING = Message("group_size_missing", "Please enter the number of people in your group")
GROUP_SIZE_OUT_OF_RANGE = Message(
    "group_size_out_of_range",
    "Group size must be between 1 and {max, plural, one {# person} other {# people}}",
)
PICKUP_DATE_MISSING = Message("pickup_date_missing", "Please select pickup date")
PICKUP_IN_THE_PAST = Message("pickup_in_the_past", "The pickup must not be in the past")
RETURN_DATE_MISSING = Message("return_date_missing", "Please select return date")
RETURN_TIME_MISSING = Message("return_time_missing", "Please select return time")
FLIGHT_NUMBER_INVALID = Message(
    "flight_number_invalid",
    "A flight number has at most {max, plural, one {# character} other {# characters}}",
)
ADDRESS_INVALID = Message(
    "address_invalid",
    "An address has at most {max, plural, one {# character} other {# characters}}",
)
ADDRESS_MISSING = Message("address_missing", "Please enter the address where we meet you")
DROPOFF_ADDRESS_MISSING = Message(
    "dropoff_address_missing", "Please enter the address where you return the car"
)
FLIGHT_NUMBER_MISSING = Message("flight_number_missing", "Please enter your flight number")
FLIGHT_NUMBER_UNREADABLE = Message(
    "flight_number_unreadable", "Please enter the flight number as on your ticket, such as TK 386"
)
NO_FREE_REFERENCE = Message(
    "no_free_reference", "We could not find a free booking reference. Please try again."
)
KEY_LENGTH = Message("idempotency_key_length", "An idempotency key has 1 to {max, number} characters")


# Airline by two or three characters of which one is a letter, then the number: TK 386, W6 2345, 5B123.
FLIGHT_NUMBER = re.compile(r"(?=[A-Z0-9]*[A-Z])[A-Z0-9]{2,3}[ -]?[0-9]{1,4}[A-Z]?")
MIN_NAME_LENGTH = 2
MIN_PHONE_LENGTH = 10
MAX_NAME_LENGTH = 160
MAX_PHONE_LENGTH = 40
MAX_FLIGHT_NUMBER_LENGTH = 20
MAX_ADDRESS_LENGTH = 300
NAME_TOO_SHORT = FIRST_NAME_TOO_SHORT(min=MIN_NAME_LENGTH)
# Limits of validators with their own messages, for the frontend by the API's description.
NAME_LIMITS: Any = Field(
    json_schema_extra={"maxLength": MAX_NAME_LENGTH, "x-part-min-length": MIN_NAME_LENGTH}
)
FLIGHT_LIMITS: Any = Field(json_schema_extra={"maxLength": MAX_FLIGHT_NUMBER_LENGTH})
ADDRESS_LIMITS: Any = Field(json_schema_extra={"maxLength": MAX_ADDRESS_LENGTH})
PHONE_LIMITS: Any = Field(json_schema_extra={"minLength": MIN_PHONE_LENGTH, "maxLength": MAX_PHONE_LENGTH})


def _required(sentence: Sentence, longest: int) -> BeforeValidator:
    """Required text with visible characters and a limited length; numbers are accepted as digits."""

    def check(value: Any) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = f"{value:g}"
        if not isinstance(value, str) or len(value) > longest or "\0" in value:
            raise RefusedValue(sentence)
        # Normalisation can make the text longer.
        cleaned = clean(value)
        if not 1 <= len(cleaned) <= longest:
            raise RefusedValue(sentence)
        return cleaned

    return BeforeValidator(check)


def _limited_text(sentence: Sentence, longest: int) -> BeforeValidator:
    """Optional text that the customer may mean something by: what cannot be stored is refused, not ignored."""

    def check(value: Any) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > longest or "\0" in value:
            raise RefusedValue(sentence)
        # Normalisation can make the text longer.
        cleaned = clean(value)
        if len(cleaned) > longest:
            raise RefusedValue(sentence)
        return cleaned or None

    return BeforeValidator(check)


def _claim(longest: int) -> BeforeValidator:
    """Optional text: an unusable value is ignored, so that the booking does not fail."""

    def check(value: Any) -> str | None:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or len(value) > longest or "\0" in value:
            return None
        return value.strip() or None

    return BeforeValidator(check)


def _phone(value: str) -> str:
    if len(value) < MIN_PHONE_LENGTH or not any(character.isdigit() for character in value):
        raise RefusedValue(PHONE_INVALID())
    return value


def _name(value: str) -> str:
    first, _, last = value.partition(" ")
    if len(first) < MIN_NAME_LENGTH:
        raise RefusedValue(NAME_TOO_SHORT)
    if len(last.strip()) < MIN_NAME_LENGTH:
        raise RefusedValue(LAST_NAME_TOO_SHORT(min=MIN_NAME_LENGTH))
    return name_without_link(value)


def _date(message: Message) -> BeforeValidator:
    def check(value: Any) -> date:
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            raise RefusedValue(message()) from None

    return BeforeValidator(check)


def _time(message: Message) -> BeforeValidator:
    def check(value: Any) -> time:
        try:
            parsed = time.fromisoformat(value)
        except (TypeError, ValueError):
            raise RefusedValue(message()) from None
        if parsed.tzinfo is not None:
            raise RefusedValue(message())
        return parsed.replace(second=0, microsecond=0)

    return BeforeValidator(check)


def _promo_code(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str) or len(value) > 200 or "\0" in value:
        raise RefusedValue(PROMO_CODE_INVALID())
    return clean(value) or None


def _consent(value: Any) -> str:
    # A list, because the value may be unhashable.
    return value if value in ["not_required", "granted", "refused"] else "unknown"


def _ad_answers(value: Any) -> AdAnswers | None:
    """Unusable answers count as none, so that the booking does not fail."""
    try:
        return AdAnswers.model_validate(value) if isinstance(value, dict) else None
    except ValidationError:
        return None


def _uuid(value: Any) -> UUID | None:
    """An unusable id is ignored, so that the booking does not fail."""
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _message_channels(value: Any) -> tuple[str, ...]:
    """Unusable ones are ignored, so that the booking does not fail."""
    asked = value[:10] if isinstance(value, list) else []
    return tuple(each for each in ("whatsapp", "sms") if each in asked)


def flight_problem(place: HandoverPlace | None, flight_number: str) -> Sentence | None:
    """What is wrong with the flight number for a pickup at this place; elsewhere any text will do."""
    if place is None or place.flight_number == "off":
        return None
    if not flight_number:
        return FLIGHT_NUMBER_MISSING() if place.flight_number == "required" else None
    return None if FLIGHT_NUMBER.fullmatch(flight_number.upper()) else FLIGHT_NUMBER_UNREADABLE()


# A missing field gets the same message as an empty one.
CHECKED: Any = Field(default="", validate_default=True)
Claim = Annotated[str | None, _claim(512)]


class BookingRequest(ServiceChoices):
    """A booking as sent by the wizard. Dates and times are in the company's time zone."""

    customer_name: Annotated[
        str, _required(NAME_TOO_SHORT, MAX_NAME_LENGTH), AfterValidator(_name), NAME_LIMITS
    ] = CHECKED
    customer_email: Annotated[str, _required(EMAIL_INVALID(), 254), AfterValidator(check_email)] = CHECKED
    customer_phone: Annotated[
        str, _required(PHONE_INVALID(), MAX_PHONE_LENGTH), AfterValidator(_phone), PHONE_LIMITS
    ] = CHECKED
    driver_age: Annotated[str, _required(AGE_MISSING(), 20)] = CHECKED
    group_size: Annotated[str, _required(GROUP_SIZE_MISSING(), 20)] = CHECKED
    pickup_location: Annotated[str, _required(PICKUP_LOCATION_MISSING(), 60)] = CHECKED
    dropoff_location: Annotated[str, _required(DROPOFF_LOCATION_MISSING(), 60)] = CHECKED
    # Codes of handover places there; none: still to be agreed.
    pickup_place: Annotated[str | None, _limited_text(PLACE_UNKNOWN(), 60)] = None
    dropoff_place: Annotated[str | None, _limited_text(PLACE_UNKNOWN(), 60)] = None
    pickup_date: Annotated[date, _date(PICKUP_DATE_MISSING)] = CHECKED
    pickup_time: Annotated[time, _time(PICKUP_TIME_MISSING)] = CHECKED
    return_date: Annotated[date, _date(RETURN_DATE_MISSING)] = CHECKED
    return_time: Annotated[time, _time(RETURN_TIME_MISSING)] = CHECKED
    car_type: Annotated[str, _required(CAR_MISSING(), 120), AfterValidator(name_without_link)] = CHECKED
    insurance_type: Annotated[str, _required(INSURANCE_MISSING(), 60)] = CHECKED
    # Where the pickup place asks for them.
    flight_number: Annotated[
        str | None,
        _limited_text(FLIGHT_NUMBER_INVALID(max=MAX_FLIGHT_NUMBER_LENGTH), MAX_FLIGHT_NUMBER_LENGTH),
        FLIGHT_LIMITS,
    ] = None
    pickup_address: Annotated[
        str | None, _limited_text(ADDRESS_INVALID(max=MAX_ADDRESS_LENGTH), MAX_ADDRESS_LENGTH), ADDRESS_LIMITS
    ] = None
    dropoff_address: Annotated[
        str | None, _limited_text(ADDRESS_INVALID(max=MAX_ADDRESS_LENGTH), MAX_ADDRESS_LENGTH), ADDRESS_LIMITS
    ] = None
    promo_code: Annotated[str | None, BeforeValidator(_promo_code)] = None
    # The wizard's estimate: stored beside the computed total, never trusted.
    total_price: Claim = None
    gclid: Claim = None
    gbraid: Claim = None
    wbraid: Claim = None
    quiz_session_id: Annotated[str | None, _claim(120)] = None
    device_fingerprint: Annotated[str | None, _claim(200)] = None
    # Of the visit to the site that led here, for statistics only.
    visit_id: Annotated[UUID | None, BeforeValidator(_uuid)] = None
    # Token of the visitor's hold, which the booking takes the place of.
    hold: Annotated[str | None, _claim(MAX_TOKEN_LENGTH)] = None
    consent_state: Annotated[ConsentState, BeforeValidator(_consent)] = "unknown"
    ad_consent: Annotated[AdAnswers | None, BeforeValidator(_ad_answers)] = None
    # Of the page; ignored where the company does not speak it.
    language: Annotated[str | None, _claim(MAX_LANGUAGE_LENGTH)] = None
    # Of the terms that the page named; where there is no such version, the newest counts.
    terms_version: NamedVersion = None
    # In which the visitor saw the prices. One that is not offered (any more) is ignored: no booking fails by it.
    display_currency: Annotated[str | None, _claim(3)] = None
    # Of the channel whose link led here; one that is unknown or turned off is ignored.
    channel: Annotated[UUID | None, BeforeValidator(_uuid)] = None
    # On which the visitor agreed to messages; those that the company has not turned on are ignored.
    message_channels: Annotated[
        tuple[Literal["whatsapp", "sms"], ...], BeforeValidator(_message_channels)
    ] = ()
    # By which the visitor saw the prices; one that holds no longer, or never was, is ignored.
    catalog_version: NamedVersion = None


class BookingResponse(SuccessResponse):
    booking_id: str
    reference: str
    status: str
    total_price: Amount
    currency: str
    # What the visitor saw beside the total that is charged; null when that was all.
    display_currency: str | None
    display_total: Amount | None


NOT_SELECTED = "Not selected"


def _shown(empty: str) -> BeforeValidator:
    """Text for display. Any value is accepted: a draft is never refused because of a field."""

    def check(value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return empty
        text = value[:MAX_READ_LENGTH] if isinstance(value, str) else f"{value:g}"
        # Remove lone surrogates.
        text = text.encode(errors="ignore").decode()
        return clean(text)[:MAX_SHOWN_LENGTH].strip() or empty

    return BeforeValidator(check)


MAX_SHOWN_LENGTH = 254
# Longer text is truncated before cleaning.
MAX_READ_LENGTH = 2000
Shown = Annotated[str, _shown("")]
Selected = Annotated[str, _shown(NOT_SELECTED)]


class BookingDetails(ApiModel):
    """The visitor's selection; 'Not selected' for a missing value."""

    selected_car: Selected = NOT_SELECTED
    pickup_location: Selected = NOT_SELECTED
    dropoff_location: Selected = NOT_SELECTED
    pickup_date: Selected = NOT_SELECTED
    return_date: Selected = NOT_SELECTED
    daily_price: Selected = NOT_SELECTED
    total_days: Selected = NOT_SELECTED
    calculated_price: Selected = NOT_SELECTED


def _details(value: Any) -> Any:
    return value if isinstance(value, dict | BookingDetails) else {}


class PersonalInfoRequest(ApiModel):
    """The personal details of the wizard's first step."""

    first_name: Shown = ""
    last_name: Shown = ""
    customer_email: Shown = ""
    customer_phone: Shown = ""
    driver_age: Shown = ""
    group_size: Shown = ""
    booking_details: Annotated[BookingDetails, BeforeValidator(_details)] = BookingDetails()


class PersonalInfoResponse(SuccessResponse):
    pass
