"""Types of the fields of a catalogue document. Amounts are minor units in Python and plain decimals in JSON."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, WithJsonSchema

from abano.core.api_model import ApiModel
from abano.core.errors import Message, RefusedValue
from abano.core.money import to_json, to_minor
from abano.core.text import clean, without_nul

AMOUNT_INVALID = Message(
    "catalog_amount_invalid", "Please enter an amount with at most two decimals, from 0 to {max, number}"
)
DAYS_TWICE = Message("catalog_days_twice", "{days, plural, one {# day} other {# days}} appear twice")
NAME_MISSING = Message("catalog_name_missing", "Please enter a name")
MAX_AMOUNT = 10_000_000
MAX_RENTAL_DAYS = 365
MAX_ENTRIES = 60
Item = TypeVar("Item")


def _minor(value: Any) -> int:
    """Text or a number with at most two decimals. A float is read as its JSON text, such as 57.5."""
    try:
        if isinstance(value, bool):
            raise ValueError(value)
        amount = Decimal(str(value).strip())
        if not amount.is_finite() or not 0 <= amount <= MAX_AMOUNT:
            raise ValueError(value)
        return to_minor(amount)
    except (ValueError, InvalidOperation):
        raise RefusedValue(AMOUNT_INVALID(max=MAX_AMOUNT)) from None


def _name(value: str) -> str:
    if not (cleaned := clean(value)):
        raise RefusedValue(NAME_MISSING())
    return cleaned


EmptyIsNone = BeforeValidator(lambda value: None if value == "" else value)
NoneIsEmpty = BeforeValidator(lambda value: "" if value is None else value)
# An amount: minor units in Python, a plain decimal such as 57.5 in JSON.
Money = Annotated[
    int,
    BeforeValidator(_minor),
    PlainSerializer(to_json, when_used="json"),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": MAX_AMOUNT}),
    Field(json_schema_extra={"x-money": True}),
]
OptionalMoney = Annotated[Money | None, EmptyIsNone]
PlainNumber = PlainSerializer(
    lambda value: None if value is None else float(value), return_type=float | None, when_used="json"
)
Coordinate = PlainNumber
Percent = Annotated[int, Field(ge=-90, le=500)]
TimeOfDay = Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
# Opening hours may end at midnight.
ClockTime = Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$")]
Name = Annotated[str, Field(max_length=80), AfterValidator(without_nul), AfterValidator(_name)]
Short = Annotated[str, Field(max_length=160), AfterValidator(without_nul)]
Words = Annotated[str, Field(max_length=40), AfterValidator(without_nul)]
LongText = Annotated[str, Field(max_length=4000), AfterValidator(without_nul)]
Line = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(without_nul)]
Lines = Annotated[list[Line], Field(max_length=MAX_ENTRIES)]
Slug = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9-]{0,59}$")]
PlaceCode = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
Code = Annotated[str, Field(pattern="^[a-z][A-Za-z0-9]{0,39}$")]
InsuranceCode = Annotated[str, Field(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$")]
Position = Annotated[int, Field(ge=0, le=10_000)]


# Where the handover takes place: the kind of place, and whether the flight number is requested.
HandoverKind = Literal["airport", "station", "address", "office"]
FlightNumber = Literal["off", "optional", "required"]


def each_days_once(days: Callable[[Item], int]) -> AfterValidator:
    """A list of bands in order of their days, each length once."""

    def check(items: Sequence[Item]) -> list[Item]:
        ordered = sorted(items, key=days)
        for first, second in pairwise(ordered):
            if days(first) == days(second):
                raise RefusedValue(DAYS_TWICE(days=days(first)))
        return ordered

    return AfterValidator(check)


# Codes of the product that describe cars; pages have their words in every language.

CarCategory = Literal["economy", "sedan", "estate", "suv", "offRoad", "van", "premium"]
Equipment = Literal[
    "airConditioning",
    "appleCarPlay",
    "bluetooth",
    "cruiseControl",
    "diffLock",
    "heatedSeats",
    "isofix",
    "navigation",
    "parkingSensors",
    "rearCamera",
    "roofRails",
    "sunroof",
    "thirdRow",
    "towBar",
    "usb",
    "winterTyres",
]
EQUIPMENT = frozenset(get_args(Equipment))

# The ACRISS matrix of car classes: the letters of each position of a code.
ACRISS_POSITIONS: Mapping[str, str] = {
    "category": "MNEHCDIJSRFGPULWOX",
    "type": "BCDWVLSTFJXPQZEMRHYNGK",
    "drive": "MNCABD",
    "fuel": "RNDQHIECLSABMFVZUX",
}
ACRISS_LENGTH = Message("acriss_length", "An ACRISS code has four letters, such as IDAR")
ACRISS_LETTER = Message(
    "acriss_letter",
    "Letter {position, number} of the ACRISS code ({part, select, category {category} type {type}"
    " drive {gearbox and drive} other {fuel and air conditioning}}) must be one of {letters}",
)


def _acriss_code(value: Any) -> Any:
    """A code of four letters, in capitals. None for an empty one. Raises RefusedValue, which names the position."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if not isinstance(value, str) or len(code := value.strip().upper()) != len(ACRISS_POSITIONS):
        raise RefusedValue(ACRISS_LENGTH())
    for position, (part, letters) in enumerate(ACRISS_POSITIONS.items(), start=1):
        if code[position - 1] not in letters:
            raise RefusedValue(
                ACRISS_LETTER(position=position, part=part, letters=", ".join(sorted(letters)))
            )
    return code


AcrissCode = Annotated[str | None, Field(max_length=20), BeforeValidator(_acriss_code)]


# Translated texts of a company's catalogue. Every text is optional.
#
# Stored in a row's ``translations``, by language: ``{"ka": {"title": "…", "specs": ["…"]}}``. A missing or
# empty field falls back to the company's first language. Car names are not translated: bookings identify a
# car by its name.


class ImageTexts(ApiModel):
    """The text of the picture that shows the car from this side."""

    view: str
    alt: str = Field(min_length=1)


class ItemTexts(ApiModel):
    """``unchecked``: names of texts that a service translated and no one has checked yet."""

    unchecked: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=10)] = Field(
        default_factory=list
    )


class CarTexts(ItemTexts):
    title: str = ""
    description: str = ""
    specs: list[str] = Field(default_factory=list)
    images: list[ImageTexts] = Field(default_factory=list)


class PlaceTexts(ItemTexts):
    name: str = ""
    address: str = ""


class HandoverPlaceTexts(ItemTexts):
    name: str = ""
    meeting_point: str = ""
    instructions: str = ""


class InsuranceTexts(ItemTexts):
    label: str = ""
    description: str = ""
    bullets: list[str] = Field(default_factory=list)
    exclusions: list[str] = Field(default_factory=list)


class ServiceTexts(ItemTexts):
    group: str = ""
    label: str = ""
    description: str = ""
    note: str = ""


class SeasonTexts(ItemTexts):
    name: str = ""


Texts = TypeVar("Texts", bound=ApiModel)


def by_language(kind: type[Texts], stored: Mapping[str, Any]) -> dict[str, Texts]:
    """Stored translations of one row."""
    return {language: kind.model_validate(texts) for language, texts in stored.items()}
