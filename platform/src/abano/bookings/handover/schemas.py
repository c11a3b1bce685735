"""Schemas of handovers and returns. Times are UTC, mileage in kilometres, fuel in eighths of the tank."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Base64Bytes, Field, StringConstraints

from abano.booking_record.rules import Status
from abano.bookings.agreements.schemas import Coordinate, Signature
from abano.bookings.handover.rules import Body, DamageKind, LineKind, PictureKind, RecordKind
from abano.catalog.pricing.schemas import AgreedPlace
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.text import clean
from abano.fleet.vehicles.schemas import Kilometres
from abano.payments.online.schemas import HeldOut
from abano.storage.images import MAX_BYTES

MAX_DAMAGES = 30
MAX_PICTURES = 60
MAX_ACCESSORIES = 40
MAX_CODE_LENGTH = 60

Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
Eighths = Annotated[int, Field(ge=0, le=8)]
# In the company's currency, with at most two decimals.
Price = Annotated[Decimal, Field(ge=0, le=100_000, decimal_places=2)]


class Accessory(ApiModel):
    """``code``: of a service of the catalogue, or one of the yard's own list; ``label``: a service's name."""

    code: Annotated[str, Field(min_length=1, max_length=MAX_CODE_LENGTH)]
    label: Annotated[Typed, Field(max_length=120)] = ""
    count: Annotated[int, Field(ge=0, le=20)]


class DamageIn(ApiModel):
    """``id``: made by the phone. ``x`` and ``y``: thousandths of the drawing's width and height."""

    id: UUID
    kind: DamageKind
    x: Coordinate
    y: Coordinate
    note: Annotated[Typed, Field(max_length=500)] = ""


class CostDecision(ApiModel):
    """What was decided about one cost of a return, with the customer beside the car.

    ``shown``: the amount the customer saw; ``amount``: what is charged instead, None for what was shown.
    """

    kind: LineKind
    damage_id: UUID | None = None
    decision: Literal["accept", "refuse"]
    shown: Price
    amount: Price | None = None
    reason: Annotated[Typed, Field(max_length=500)] = ""


class RecordRequest(ApiModel):
    """A handover or return. ``id``: made by the phone; the same one again stores nothing.

    ``acknowledged``: the codes of questions that were answered with yes. ``licence_number``: kept
    with the customer; empty changes nothing. ``picture_count``: how many pictures follow. ``decisions``: on the costs
    of a return; costs without one, and costs that changed since they were shown, are left to the desk.
    """

    id: UUID
    kind: RecordKind
    recorded_at: datetime
    mileage_km: Kilometres
    fuel_eighths: Eighths
    is_clean: bool = True
    licence_seen: bool = False
    licence_number: Annotated[Typed, Field(max_length=60)] = ""
    accessories: Annotated[list[Accessory], Field(max_length=MAX_ACCESSORIES)] = Field(default_factory=list)
    damages: Annotated[list[DamageIn], Field(max_length=MAX_DAMAGES)] = Field(default_factory=list)
    note: Annotated[str, StringConstraints(strip_whitespace=True), Field(max_length=2000)] = ""
    signer_name: Annotated[Typed, Field(max_length=200)] = ""
    signature: Signature = Field(default_factory=list)
    picture_count: Annotated[int, Field(ge=0, le=MAX_PICTURES)] = 0
    acknowledged: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=10)] = Field(
        default_factory=list
    )
    decisions: Annotated[list[CostDecision], Field(max_length=MAX_DAMAGES + 10)] = Field(default_factory=list)


class PictureRequest(ApiModel):
    """``content``: JPEG, PNG or WebP, at most 1.25 MB. ``damage_id``: of a damage of the same record."""

    kind: PictureKind = "car"
    damage_id: UUID | None = None
    content: Annotated[Base64Bytes, Field(min_length=1, max_length=MAX_BYTES)]


class YardItem(ApiModel):
    """A handover or return of the day. ``done_at``: when it was recorded; None while it is to be done."""

    booking_id: UUID
    kind: RecordKind
    reference: str
    at: datetime
    place: str
    # Where exactly, in the team's language; null: not agreed.
    handover_place: AgreedPlace | None
    # As the customer entered them; empty where they did not. The flight is that of a handover.
    flight_number: str
    address: str
    customer_name: str
    customer_phone: str
    car: str
    plate: str | None
    is_late: bool
    done_at: datetime | None
    # Who of the team does it, and whether that is who asks.
    assignee: str | None = None
    is_mine: bool = False


class YardResponse(SuccessResponse):
    """Those of the days before that were not done are there, too. ``day`` in the company's time zone."""

    day: date
    timezone: str
    items: list[YardItem]


class DamageOut(ApiModel):
    """``picture_ids``: photographs of it, at the address of the record that found it."""

    id: UUID
    record_id: UUID
    booking_id: UUID
    kind: DamageKind
    x: int
    y: int
    note: str
    found_at: datetime
    repaired_at: datetime | None
    picture_ids: list[UUID]


class PictureOut(ApiModel):
    id: UUID
    kind: PictureKind
    damage_id: UUID | None
    created_at: datetime


class RecordOut(ApiModel):
    """``document_ready``: its agreement or protocol can be read, ``is_printing``: soon.

    ``withdrawn_at``: when a step back undid it. ``signed_online_at``: when the agreement was signed by a link, so
    that the handover asked for no signature.
    """

    id: UUID
    kind: RecordKind
    recorded_at: datetime
    by: str | None
    mileage_km: int
    fuel_eighths: int
    is_clean: bool
    licence_seen: bool
    accessories: list[Accessory]
    damages: list[DamageOut]
    note: str
    signer_name: str
    signature: list[list[list[int]]]
    signed_online_at: datetime | None
    language: str
    terms_version: str
    picture_count: int
    pictures: list[PictureOut]
    document_ready: bool
    is_printing: bool
    withdrawn_at: datetime | None


class YardAgreement(ApiModel):
    """An agreement that was signed by a link. ``is_outdated``: the booking changed since, and it is signed again."""

    signed_at: datetime
    signer_name: str
    is_outdated: bool


class YardBooking(ApiModel):
    """What the form needs. ``last_mileage_km`` and ``last_fuel_eighths``: None where nothing is known.

    ``may_change_costs``: whether the signed-in user may change or waive return costs; everyone may accept them.
    """

    booking_id: UUID
    reference: str
    status: Status
    customer_name: str
    customer_phone: str
    language: str
    car: str
    body: Body
    plate: str | None
    pickup_at: datetime
    return_at: datetime
    pickup_place: str
    dropoff_place: str
    # Where exactly, in the team's language; null: not agreed.
    pickup_handover_place: AgreedPlace | None
    dropoff_handover_place: AgreedPlace | None
    flight_number: str
    # Their name; empty: there is none.
    second_driver: str
    pickup_address: str
    dropoff_address: str
    insurance: str
    total_price: Amount
    currency: str
    extras: list[Accessory]
    last_mileage_km: int | None
    last_fuel_eighths: int | None
    damages: list[DamageOut]
    licence_number: str
    agreement: YardAgreement | None
    handed_over: RecordOut | None
    returned: RecordOut | None
    may_change_costs: bool


class YardBookingResponse(SuccessResponse):
    booking: YardBooking
    timezone: str


class YardMoney(SuccessResponse):
    """``has_till``: whether the signed-in admin has an open till for cash; ``has_email``: of the customer.

    ``held``: the deposit that was taken; ``card_holds``: amounts on hold on the customer's card.
    """

    currency: str
    agreed: Amount
    paid: Amount
    due: Amount
    held: Amount
    card_holds: list[HeldOut]
    has_till: bool
    has_email: bool


class CostOut(ApiModel):
    """``quantity``: days, started hours, kilometres, eighths, or one."""

    kind: LineKind
    quantity: int
    amount: Amount
    damage_id: UUID | None


class CostsResponse(SuccessResponse):
    """What a return may cost, to be decided with the customer or later at the desk."""

    currency: str
    costs: list[CostOut]
    total: Amount


class RecordResponse(SuccessResponse):
    """``received_pictures``: ids of the pictures that are here already."""

    record_id: UUID
    received_pictures: list[UUID]


class ProposedLineOut(ApiModel):
    """``quantity``: days, started hours, kilometres, eighths, or one. ``decided_amount``: what was accepted."""

    id: UUID
    kind: LineKind
    quantity: int
    amount: Amount
    damage_id: UUID | None
    state: Literal["proposed", "accepted", "refused", "withdrawn"]
    decided_amount: Amount | None
    reason: str
    decided_by: str | None
    decided_at: datetime | None


class DriverFee(ApiModel):
    """``quantity``: days."""

    kind: LineKind
    quantity: int
    amount: Amount


class DriverFeeRequest(ApiModel):
    """``amount``: the sum of the fees as it was shown, which is checked."""

    amount: Price


class HandoverResponse(SuccessResponse):
    """Everything that was recorded of a booking, oldest first.

    ``driver_fees``: of the second driver, which the desk may add to the price now.
    """

    currency: str
    records: list[RecordOut]
    lines: list[ProposedLineOut]
    driver_fees: list[DriverFee]
    existing_damages: list[DamageOut]
    body: Body


class DamagesResponse(SuccessResponse):
    damages: list[DamageOut]
    body: Body


class DecisionRequest(ApiModel):
    """``amount`` and ``label``: for an accepted line; None as proposed."""

    decision: Literal["accept", "refuse"]
    amount: Price | None = None
    label: Annotated[Typed, Field(max_length=120)] = ""
    reason: Annotated[Typed, Field(max_length=500)] = ""


class ReverseDecisionRequest(ApiModel):
    """``reason``: in the history of the booking."""

    reason: Annotated[Typed, Field(min_length=1, max_length=500)]


class TermsRequest(ApiModel):
    """Amounts in the company's currency. What a late return costs is among the rental terms.

    ``drivers_may_change``: drivers may change or waive costs in the yard, not only accept them. ``fine_fee``,
    ``toll_fee`` and ``parking_fee``: added to one that is charged to a customer.
    """

    fuel_eighth: Price
    cleaning: Price
    damage: Price
    drivers_may_change: bool = False
    fine_fee: Price = Decimal(0)
    toll_fee: Price = Decimal(0)
    parking_fee: Price = Decimal(0)


class TermsResponse(SuccessResponse):
    """``used_bytes`` and ``max_bytes``: of photographs and documents."""

    fuel_eighth: Amount
    cleaning: Amount
    damage: Amount
    drivers_may_change: bool
    fine_fee: Amount
    toll_fee: Amount
    parking_fee: Amount
    currency: str
    used_bytes: int
    max_bytes: int
