"""Schemas of bookings. Field rules and their texts are in section 5 of the product text."""

from datetime import date, time
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from abano.affiliates.promo_codes.rules import INVALID_PROMO
from abano.fleet.availability.schemas import LONGEST_TOKEN
from abano.kit.api_model import Amount, ApiModel
from abano.kit.email_address import EMAIL_MESSAGE, check_email
from abano.kit.names import clean
from abano.pricing.schemas import ServiceChoices
from abano.public_writes.consent.rules import ConsentState

PHONE_MESSAGE = "Please enter a valid phone number with country code"
SHORTEST_NAME = 2
SHORTEST_PHONE = 10
LONGEST_NAME = 160
LONGEST_PHONE = 40
NAME_MESSAGE = f"First name must be at least {SHORTEST_NAME} characters"
# Limits of validators with their own messages, for the frontend by the API's description.
NAME_LIMITS: Any = Field(json_schema_extra={"maxLength": LONGEST_NAME, "x-part-min-length": SHORTEST_NAME})
PHONE_LIMITS: Any = Field(json_schema_extra={"minLength": SHORTEST_PHONE, "maxLength": LONGEST_PHONE})


def _required(message: str, longest: int) -> BeforeValidator:
    """Required text with visible characters and a limited length; numbers are accepted as digits."""

    def check(value: Any) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = f"{value:g}"
        if not isinstance(value, str) or len(value) > longest or "\0" in value:
            raise ValueError(message)
        # Normalisation can make the text longer.
        cleaned = clean(value)
        if not 1 <= len(cleaned) <= longest:
            raise ValueError(message)
        return cleaned

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
    if len(value) < SHORTEST_PHONE or not any(character.isdigit() for character in value):
        raise ValueError(PHONE_MESSAGE)
    return value


def _name(value: str) -> str:
    first, _, last = value.partition(" ")
    if len(first) < SHORTEST_NAME:
        raise ValueError(NAME_MESSAGE)
    if len(last.strip()) < SHORTEST_NAME:
        raise ValueError(f"Last name must be at least {SHORTEST_NAME} characters")
    return value


def _date(message: str) -> BeforeValidator:
    def check(value: Any) -> date:
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            raise ValueError(message) from None

    return BeforeValidator(check)


def _time(message: str) -> BeforeValidator:
    def check(value: Any) -> time:
        try:
            parsed = time.fromisoformat(value)
        except (TypeError, ValueError):
            raise ValueError(message) from None
        if parsed.tzinfo is not None:
            raise ValueError(message)
        return parsed.replace(second=0, microsecond=0)

    return BeforeValidator(check)


def _promo_code(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str) or len(value) > 200 or "\0" in value:
        raise ValueError(INVALID_PROMO)
    return clean(value) or None


def _consent(value: Any) -> str:
    # A list, because the value may be unhashable.
    return value if value in ["not_required", "granted", "refused"] else "unknown"


# A missing field gets the same message as an empty one.
CHECKED: Any = Field(default="", validate_default=True)
Claim = Annotated[str | None, _claim(512)]


class BookingRequest(ServiceChoices):
    """A booking as sent by the wizard. Dates and times are in the company's time zone."""

    customer_name: Annotated[
        str, _required(NAME_MESSAGE, LONGEST_NAME), AfterValidator(_name), NAME_LIMITS
    ] = CHECKED
    customer_email: Annotated[str, _required(EMAIL_MESSAGE, 254), AfterValidator(check_email)] = CHECKED
    customer_phone: Annotated[
        str, _required(PHONE_MESSAGE, LONGEST_PHONE), AfterValidator(_phone), PHONE_LIMITS
    ] = CHECKED
    driver_age: Annotated[str, _required("Please enter your age", 20)] = CHECKED
    group_size: Annotated[str, _required("Please enter the number of people in your group", 20)] = CHECKED
    pickup_location: Annotated[str, _required("Please select pickup location", 60)] = CHECKED
    dropoff_location: Annotated[str, _required("Please select dropoff location", 60)] = CHECKED
    pickup_date: Annotated[date, _date("Please select pickup date")] = CHECKED
    pickup_time: Annotated[time, _time("Please select pickup time")] = CHECKED
    return_date: Annotated[date, _date("Please select return date")] = CHECKED
    return_time: Annotated[time, _time("Please select return time")] = CHECKED
    car_type: Annotated[str, _required("Please select a car type", 120)] = CHECKED
    insurance_type: Annotated[str, _required("Please select an insurance option", 60)] = CHECKED
    promo_code: Annotated[str | None, BeforeValidator(_promo_code)] = None
    # The wizard's estimate: stored beside the computed total, never trusted.
    total_price: Claim = None
    gclid: Claim = None
    gbraid: Claim = None
    wbraid: Claim = None
    quiz_session_id: Annotated[str | None, _claim(120)] = None
    device_fingerprint: Annotated[str | None, _claim(200)] = None
    # Token of the visitor's hold, which the booking takes the place of.
    hold: Annotated[str | None, _claim(LONGEST_TOKEN)] = None
    consent_state: Annotated[ConsentState, BeforeValidator(_consent)] = "unknown"


class BookingResponse(ApiModel):
    success: Literal[True] = True
    booking_id: str
    reference: str
    status: str
    total_price: Amount
    currency: str


NOT_SELECTED = "Not selected"


def _shown(empty: str) -> BeforeValidator:
    """Text for display. Any value is accepted: a draft is never refused because of a field."""

    def check(value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return empty
        text = value[:LONGEST_READ] if isinstance(value, str) else f"{value:g}"
        # Remove lone surrogates.
        text = text.encode(errors="ignore").decode()
        return clean(text)[:LONGEST_SHOWN].strip() or empty

    return BeforeValidator(check)


LONGEST_SHOWN = 254
# Longer text is truncated before cleaning.
LONGEST_READ = 2000
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


class PersonalInfoResponse(ApiModel):
    success: Literal[True] = True
