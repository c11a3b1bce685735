"""Schemas of vehicles. Days are in the company's time zone, mileage in kilometres."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import RefusedValue
from abano.core.text import clean
from abano.fleet.reservations.rules import BlockKind
from abano.fleet.reservations.service import PLATE_MISSING, EventKind
from abano.fleet.vehicles.rules import DocumentKind, Due, State, Work, plate_key

MAX_TITLE_LENGTH = 120
MAX_PLATE_LENGTH = 20
MAX_IMPORT_LENGTH = 200_000
FIRST_YEAR, LAST_YEAR = 1950, 2100
MAX_KILOMETRES = 5_000_000


def _plate(text: str) -> str:
    cleaned = clean(text)
    # Capitals of some letters are two.
    if not 1 <= len(plate_key(cleaned)) <= MAX_PLATE_LENGTH or len(cleaned) > MAX_PLATE_LENGTH:
        raise RefusedValue(PLATE_MISSING())
    return cleaned


Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
Plate = Annotated[str, Field(max_length=MAX_PLATE_LENGTH), AfterValidator(_plate)]
Title = Annotated[Typed, Field(min_length=1, max_length=MAX_TITLE_LENGTH)]
Reason = Annotated[Typed, Field(max_length=500)]
Kilometres = Annotated[int, Field(ge=0, le=MAX_KILOMETRES)]


class VehicleRequest(ApiModel):
    """``car``: the name of a car of the catalogue; ``reason``: why it changes, for the history.

    ``is_shown`` and ``picture_id``, of the media library: what visitors see. Left out, they stay as they are.
    """

    plate: Plate
    car: Annotated[str, Field(min_length=1, max_length=120)]
    year: int | None = Field(default=None, ge=FIRST_YEAR, le=LAST_YEAR)
    color: Annotated[Typed, Field(max_length=40)] = ""
    mileage_km: Kilometres = 0
    home_location: Annotated[str, Field(min_length=1, max_length=60)]
    state: State = "in_service"
    is_shown: bool = False
    picture_id: UUID | None = None
    reason: Reason = ""


class DocumentRequest(ApiModel):
    kind: DocumentKind
    title: Annotated[Typed, Field(max_length=MAX_TITLE_LENGTH)] = ""
    expires_on: date


class ServiceRequest(ApiModel):
    """Work that is due by a day, by mileage, or by both."""

    title: Title
    due_on: date | None = None
    due_mileage_km: Annotated[int, Field(ge=1, le=MAX_KILOMETRES)] | None = None


class ServiceDoneRequest(ApiModel):
    done_on: date
    done_mileage_km: Kilometres


class BlockRequest(ApiModel):
    """Takes the vehicle out of rental for a time.

    ``move_bookings``: bookings in that time get another vehicle, all of them or the block is refused. ``only_plan``:
    nothing is changed; the answer says what would be.
    """

    kind: BlockKind
    title: Title
    starts_at: datetime
    ends_at: datetime
    move_bookings: bool = False
    only_plan: bool = False


class BlockMoveRequest(ApiModel):
    starts_at: datetime
    ends_at: datetime
    vehicle_id: UUID | None = None


class MovedBooking(ApiModel):
    """``to_vehicle`` is None where no vehicle is free for it."""

    booking_id: UUID
    reference: str
    starts_at: datetime
    ends_at: datetime
    to_vehicle: UUID | None
    to_plate: str | None
    transfer_from: str | None


class BlockResponse(SuccessResponse):
    """``block_id`` is None for a plan."""

    block_id: UUID | None
    bookings: list[MovedBooking]


class DueOut(ApiModel):
    """A document that expires or work that is due. ``on`` is None for work by mileage."""

    vehicle_id: UUID
    plate: str
    kind: Literal["insurance", "inspection", "registration", "other", "service"]
    title: str
    on: date | None
    mileage_km: int | None
    state: Literal["expiring", "expired", "soon", "overdue"]


class DocumentOut(ApiModel):
    id: UUID
    kind: DocumentKind
    title: str
    expires_on: date
    state: Due


class ServiceOut(ApiModel):
    id: UUID
    title: str
    due_on: date | None
    due_mileage_km: int | None
    done_on: date | None
    done_mileage_km: int | None
    state: Work


class VehicleSummary(ApiModel):
    """``warnings``: how many documents expire within 30 days or have, and how much work is due.

    ``location``: where it last came back to; None for one that was not rented yet.
    """

    id: UUID
    plate: str
    car_id: UUID
    car: str
    year: int | None
    color: str
    mileage_km: int
    home_location: str
    location: str | None
    state: State
    is_shown: bool
    picture_id: UUID | None
    warnings: int
    updated_at: datetime


class VehicleEventOut(ApiModel):
    kind: EventKind
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    admin_name: str | None
    created_at: datetime


class UpcomingOut(ApiModel):
    """What the vehicle is taken for from now on. ``is_imported``: by an imported calendar, the title."""

    id: UUID
    kind: Literal["booking", "service", "workshop", "other"]
    booking_id: UUID | None
    reference: str | None
    title: str
    starts_at: datetime
    ends_at: datetime
    is_imported: bool


class VehicleDetail(VehicleSummary):
    documents: list[DocumentOut]
    services: list[ServiceOut]
    upcoming: list[UpcomingOut]
    history: list[VehicleEventOut]


class VehiclesResponse(SuccessResponse):
    vehicles: list[VehicleSummary]


class VehicleResponse(SuccessResponse):
    vehicle: VehicleDetail


class ImportRequest(ApiModel):
    """A CSV text with the columns of the export. ``only_check``: nothing is stored."""

    csv: Annotated[str, Field(min_length=1, max_length=MAX_IMPORT_LENGTH)]
    only_check: bool = False


class ImportResponse(SuccessResponse):
    added: int
    changed: int
    unchanged: int


class FleetSettingsRequest(ApiModel):
    """``availability``: whether the site says which cars are free, and takes no booking for one that is not."""

    availability: bool
    turn_round_minutes: int = Field(ge=0, le=2880)


class FleetSettingsResponse(FleetSettingsRequest):
    success: Literal[True] = True
