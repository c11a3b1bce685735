"""Schemas of fines, tolls and parking charges. Times are UTC, amounts in whole units with two decimals."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, cast
from uuid import UUID

from pydantic import Field, StringConstraints

from abano.bookings.fines.csv_file import MAX_NOTE, MAX_PLATE, MAX_REFERENCE
from abano.bookings.fines.repository import ListedFine
from abano.bookings.fines.rules import FineKind, FineState, Outcome, Rental
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.money import to_json
from abano.fleet.costs.schemas import Typed

FineSort = Literal["happenedAt", "-happenedAt"]
MAX_IMPORT_LENGTH = 250_000
MAX_AMOUNT = 1_000_000
Reference = Annotated[str, StringConstraints(strip_whitespace=True, to_upper=True, max_length=40)]


class FineImportRequest(ApiModel):
    """A CSV text with the columns Plate, Date, Time, Amount, Currency, Kind, Reference and Note, in any order.

    Times are in the company's zone. ``only_check``: nothing is stored.
    """

    csv: Annotated[str, Field(min_length=1, max_length=MAX_IMPORT_LENGTH)]
    only_check: bool = False


class AddFineRequest(ApiModel):
    """One that came by post; ``happened_on`` and ``happened_at``: in the company's zone, to the minute."""

    plate: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_PLATE)]
    kind: FineKind
    happened_on: Annotated[date, Field(ge=date(2000, 1, 1), le=date(2100, 12, 31))]
    happened_at: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
    amount: Annotated[Decimal, Field(gt=0, le=MAX_AMOUNT, decimal_places=2)]
    currency: Annotated[str, StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{3}$")]
    reference: Annotated[Typed, Field(max_length=MAX_REFERENCE)] = ""
    note: Annotated[Typed, Field(max_length=MAX_NOTE)] = ""


class FineBooking(ApiModel):
    """``currency``: what it is charged in."""

    id: UUID
    reference: str
    customer_name: str
    currency: str | None = None

    @classmethod
    def of(cls, rental: Rental) -> "FineBooking":
        return cls(id=rental.booking_id, reference=rental.reference, customer_name=rental.customer_name)


class FineProblem(ApiModel):
    """What is wrong in a column; ``code`` and ``params`` for pages, ``message`` in English."""

    column: str
    code: str
    message: str
    params: dict[str, str | int | float]


class FineLine(ApiModel):
    """A line of the file as it was read; times, amounts and kinds only where they could be."""

    line: int
    plate: str
    happened_at: datetime | None
    kind: FineKind | None
    amount: Amount | None
    currency: str
    reference: str
    outcome: Outcome
    booking: FineBooking | None
    problems: list[FineProblem]


class FineImportResponse(SuccessResponse):
    """``imported``: how many were stored, 0 where the file was only checked."""

    imported: int
    lines: list[FineLine]


class ChargeFineRequest(ApiModel):
    """``booking_reference``: another booking than the matched one, or of a fine without one. Amounts in the booking's
    currency.
    """

    booking_reference: Reference = ""
    amount: Annotated[Decimal, Field(gt=0, le=MAX_AMOUNT, decimal_places=2)]
    handling_fee: Annotated[Decimal, Field(ge=0, le=MAX_AMOUNT, decimal_places=2)]


class KeepFineRequest(ApiModel):
    """``amount``: in the company's currency."""

    amount: Annotated[Decimal, Field(gt=0, le=MAX_AMOUNT, decimal_places=2)]


class ReverseFineRequest(ApiModel):
    """``reason``: in the history of the booking."""

    reason: Annotated[Typed, Field(max_length=500)] = ""


class FineOut(ApiModel):
    """``charged`` and ``handling_fee``: in ``charged_currency``, once someone decided."""

    id: UUID
    vehicle_id: UUID
    plate: str
    car: str
    kind: FineKind
    happened_at: datetime
    amount: Amount
    currency: str
    reference: str
    note: str
    state: FineState
    booking: FineBooking | None
    charged: Amount | None
    handling_fee: Amount | None
    charged_currency: str | None
    has_notice: bool
    admin_name: str | None

    @classmethod
    def of(cls, row: ListedFine) -> "FineOut":
        fine, booking = row.fine, row.booking
        return cls(
            id=fine.id,
            vehicle_id=fine.vehicle_id,
            plate=row.plate,
            car=row.car,
            kind=cast(FineKind, fine.kind),
            happened_at=fine.happened_at,
            amount=to_json(fine.amount_minor),
            currency=fine.currency,
            reference=fine.reference,
            note=fine.note,
            state=cast(FineState, fine.state),
            booking=FineBooking(
                id=booking.id,
                reference=booking.reference,
                customer_name=booking.customer_name,
                currency=booking.currency,
            )
            if booking
            else None,
            charged=None if fine.charged_minor is None else to_json(fine.charged_minor),
            handling_fee=None if fine.fee_minor is None else to_json(fine.fee_minor),
            charged_currency=fine.charged_currency,
            has_notice=fine.notice_id is not None,
            admin_name=row.admin_name,
        )


class HandlingFees(ApiModel):
    """What the company adds when it charges one to a customer, by kind, in its currency."""

    fine: Amount
    toll: Amount
    parking: Amount


class FinesResponse(SuccessResponse):
    currency: str
    timezone: str
    fees: HandlingFees
    fines: list[FineOut]
    next_cursor: str | None


class FineResponse(SuccessResponse):
    fine_id: UUID
