"""Schemas of export and erasure."""

from typing import Annotated, Literal

from pydantic import Field

from abano.kit.api_model import ApiModel


class CustomerRequest(ApiModel):
    """The e-mail address is in the body, so that no log and no browser history has it."""

    email: Annotated[str, Field(min_length=1, max_length=254)]


class CustomerRecords(ApiModel):
    """Records by kind, such as bookings, messages, clicks. ``open_bookings`` are not completed or cancelled."""

    success: Literal[True] = True
    email: str
    open_bookings: int
    counts: dict[str, int]


class CustomerErased(ApiModel):
    success: Literal[True] = True
    counts: dict[str, int]
