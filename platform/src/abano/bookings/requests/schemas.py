"""Schemas of what customers did by themselves, for the console."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from abano.core.api_model import ApiModel

ActionKind = Literal["changed", "cancelled", "details", "licence", "message"]


class SecondDriver(ApiModel):
    name: str
    born: date | None
    licence: str


class CustomerActionOut(ApiModel):
    """One thing that a customer did. ``text``: what they wrote; ``picture_id``: the photograph of a licence."""

    id: UUID
    booking_id: UUID
    reference: str
    customer_name: str
    kind: ActionKind
    text: str
    picture_id: UUID | None
    is_second_driver: bool
    created_at: datetime
    seen_at: datetime | None
    seen_by: str | None


class ByCustomerResponse(ApiModel):
    success: Literal[True] = True
    flight_number: str
    pickup_address: str
    second_driver: SecondDriver | None
    actions: list[CustomerActionOut]
