"""Schemas of what vehicles cost. Days are in the company's time zone, amounts in its currency."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, cast
from uuid import UUID

from pydantic import AfterValidator, Base64Bytes, Field, StringConstraints, field_validator
from pydantic_core.core_schema import ValidationInfo

from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.core.money import to_json
from abano.core.text import clean
from abano.fleet.costs.repository import CostSum, ListedCost
from abano.fleet.costs.rules import MAX_MONTHS, SPREAD_KINDS, CostKind, Spending
from abano.storage.images import MAX_BYTES

CostSort = Literal[
    "spentOn", "-spentOn", "plate", "-plate", "kind", "-kind", "amount", "-amount", "supplier", "-supplier"
]
MAX_AMOUNT = 100_000_000
MONTHS_MISSING = Message("cost_months_missing", "Please enter the number of months")

Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]


class VehicleCostRequest(ApiModel):
    """``months``: it is spread evenly over so many calendar months from that of ``spentOn`` on; the amount of a lease
    is that of each month. Required for a purchase and a lease, otherwise 1 where it is omitted.
    """

    kind: CostKind
    spent_on: Annotated[date, Field(ge=date(2000, 1, 1), le=date(2100, 12, 31))]
    amount: Annotated[Decimal, Field(gt=0, le=MAX_AMOUNT, decimal_places=2)]
    months: Annotated[int | None, Field(ge=1, le=MAX_MONTHS, validate_default=True)] = None
    supplier: Annotated[Typed, Field(max_length=120)] = ""
    note: Annotated[Typed, Field(max_length=500)] = ""

    @field_validator("months")
    @classmethod
    def _given_where_needed(cls, months: int | None, info: ValidationInfo) -> int:
        if months is None and info.data.get("kind") in SPREAD_KINDS:
            raise RefusedValue(MONTHS_MISSING())
        return months or 1


class ReceiptRequest(ApiModel):
    """``content``: a PDF, JPEG, PNG or WebP, at most 1.25 MB."""

    content: Annotated[Base64Bytes, Field(min_length=1, max_length=MAX_BYTES)]


class VehicleCostOut(ApiModel):
    """``total``: of all months."""

    id: UUID
    vehicle_id: UUID
    plate: str
    car: str
    kind: CostKind
    spent_on: date
    amount: Amount
    total: Amount
    currency: str
    months: int
    supplier: str
    note: str
    has_receipt: bool
    admin_name: str | None

    @classmethod
    def of(cls, row: ListedCost) -> "VehicleCostOut":
        cost = row.cost
        kind = cast(CostKind, cost.kind)
        spending = Spending(kind, cost.spent_on, cost.amount_minor, cost.months)
        return cls(
            id=cost.id,
            vehicle_id=cost.vehicle_id,
            plate=row.plate,
            car=row.car,
            kind=kind,
            spent_on=cost.spent_on,
            amount=to_json(cost.amount_minor),
            total=to_json(spending.total),
            currency=cost.currency,
            months=cost.months,
            supplier=cost.supplier,
            note=cost.note,
            has_receipt=cost.receipt_id is not None,
            admin_name=row.admin_name,
        )


class VehicleCostTotal(ApiModel):
    currency: str
    count: int
    total: Amount

    @classmethod
    def of(cls, row: CostSum) -> "VehicleCostTotal":
        return cls(currency=row.currency, count=row.row_count, total=to_json(row.total_minor))


class VehicleCostsResponse(SuccessResponse):
    """``totals``: of everything that matches, by currency."""

    currency: str
    costs: list[VehicleCostOut]
    totals: list[VehicleCostTotal]
    next_cursor: str | None


class VehicleCostResponse(SuccessResponse):
    """``cost_id``: of what was added or changed."""

    cost_id: UUID
