"""Where exactly, and when, cars are handed over. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from abano.catalog.published.document_fields import (
    FlightNumber,
    HandoverKind,
    HandoverPlaceTexts,
    by_language,
)

Side = Literal["pickup", "dropoff"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Hours of one weekday (Monday is 1), as "09:00"; ``closes`` may be "24:00"."""

    weekday: int
    opens: str
    closes: str


def is_open(hours: Sequence[Opening], moment: datetime) -> bool:
    """Whether a place is open at a local time, its closing time included. Without hours it always is."""
    clock = moment.strftime("%H:%M")
    return not hours or any(
        each.weekday == moment.isoweekday() and each.opens <= clock <= each.closes for each in hours
    )


@dataclass(frozen=True, slots=True)
class HandoverPlace:
    """``fee`` (minor units) per pickup and return. At an ``address`` the customer enters the location."""

    code: str
    location: str
    kind: HandoverKind
    name: str
    meeting_point: str = ""
    instructions: str = ""
    images: tuple[Mapping[str, Any], ...] = ()
    # Degrees. Both are set or neither is.
    latitude: Decimal | None = None
    longitude: Decimal | None = None
    opening_hours: tuple[Opening, ...] = ()
    fee: int = 0
    flight_number: FlightNumber = "off"
    is_active: bool = True
    translations: Mapping[str, HandoverPlaceTexts] = field(default_factory=dict)

    def in_language(self, language: str) -> "HandoverPlace":
        texts = self.translations.get(language)
        if texts is None:
            return self
        return replace(
            self,
            name=texts.name or self.name,
            meeting_point=texts.meeting_point or self.meeting_point,
            instructions=texts.instructions or self.instructions,
        )

    def as_agreed(self) -> dict[str, Any]:
        """The copy a booking stores. Later changes to the catalogue do not affect it."""
        return {
            "code": self.code,
            "location": self.location,
            "kind": self.kind,
            "name": self.name,
            "meetingPoint": self.meeting_point,
            "instructions": self.instructions,
            "latitude": None if self.latitude is None else str(self.latitude),
            "longitude": None if self.longitude is None else str(self.longitude),
            "fee": self.fee,
            "flightNumber": self.flight_number,
            "translations": {
                language: texts.model_dump(by_alias=True, exclude_defaults=True, exclude={"unchecked"})
                for language, texts in self.translations.items()
            },
        }


@dataclass(frozen=True, slots=True)
class Handover:
    """Pickup and return points of a rental. None: not agreed."""

    pickup: HandoverPlace | None = None
    dropoff: HandoverPlace | None = None

    def places(self) -> Iterator[tuple[Side, HandoverPlace]]:
        """Those that are agreed."""
        if self.pickup is not None:
            yield "pickup", self.pickup
        if self.dropoff is not None:
            yield "dropoff", self.dropoff


NOT_AGREED = Handover()


def agreed_place(stored: Mapping[str, Any] | None) -> HandoverPlace | None:
    """The place that a booking stores, in the company's first language."""
    if stored is None:
        return None
    return HandoverPlace(
        code=stored["code"],
        location=stored["location"],
        kind=stored["kind"],
        name=stored["name"],
        meeting_point=stored["meetingPoint"],
        instructions=stored["instructions"],
        latitude=None if stored["latitude"] is None else Decimal(stored["latitude"]),
        longitude=None if stored["longitude"] is None else Decimal(stored["longitude"]),
        fee=stored["fee"],
        flight_number=stored["flightNumber"],
        translations=by_language(HandoverPlaceTexts, stored["translations"]),
    )


def is_address(place: HandoverPlace | None) -> bool:
    """Whether the customer enters the exact location at this place, such as a hotel or a street."""
    return place is not None and place.kind == "address"
