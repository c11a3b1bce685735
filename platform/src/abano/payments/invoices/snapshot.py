"""What a document says, as it was when it was issued: stored as JSON, and all that its PDF is made of."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import Field

from abano.kit.api_model import ApiModel


class Seller(ApiModel):
    """``name``: as registered, else the company's. ``vat_basis_points``: part of the prices; None for none."""

    name: str
    registration_number: str = ""
    tax_id: str = ""
    address: str = ""
    bank_account: str = ""
    vat_basis_points: int | None = None
    # From the invoice's date on.
    payment_days: int = 0
    footer: str = ""
    color: str = "#1f2937"


class Buyer(ApiModel):
    name: str
    email: str = ""
    phone: str = ""


class Rental(ApiModel):
    """Places as the company calls them in the customer's language; times in UTC."""

    reference: str
    car: str
    pickup_place: str
    pickup_at: datetime
    return_place: str
    return_at: datetime
    days: int


class DocumentLine(ApiModel):
    """``label`` as the company calls it; ``code`` names what is ours. Amounts in minor units."""

    code: str
    label: str
    quantity: int
    unit_price: int
    amount: int


class Movement(ApiModel):
    """What a receipt confirms. ``amount`` in minor units, above 0."""

    kind: str
    method: str
    amount: int


class Snapshot(ApiModel):
    """``lines`` with invoices and credit notes, ``movement`` with receipts.

    ``paid`` and ``due``: of the booking when it was issued; ``due_on``: until when the rest is to be paid, None where
    nothing is. ``credited``: the number of the invoice that is voided.
    """

    seller: Seller
    buyer: Buyer
    rental: Rental
    timezone: str
    lines: list[DocumentLine] = Field(default_factory=list)
    movement: Movement | None = None
    paid: int = 0
    due: int = 0
    due_on: date | None = None
    credited: str | None = None
    reason: str = ""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    def stored(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=True)
