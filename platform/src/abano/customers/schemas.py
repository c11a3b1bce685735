"""The contract of customers' rights."""

from typing import Annotated, Literal

from pydantic import Field

from abano.kit.api_model import ApiModel


class CustomerRequest(ApiModel):
    """The address comes in the body: it belongs in no log and no history of a browser."""

    email: Annotated[str, Field(min_length=1, max_length=254)]


class CustomerRecords(ApiModel):
    """Records by kind, such as bookings, messages, clicks. ``open_bookings`` are not over yet."""

    success: Literal[True] = True
    email: str
    open_bookings: int
    counts: dict[str, int]


class CustomerErased(ApiModel):
    success: Literal[True] = True
    counts: dict[str, int]
