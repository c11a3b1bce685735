"""Schemas of export and erasure."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.kit.api_model import ApiModel


class CustomerRequest(ApiModel):
    """A customer of the list, or somebody by their e-mail address, who need not have booked.

    The address is in the body, so that no log and no browser history has it.
    """

    email: Annotated[str, Field(min_length=1, max_length=254)] | None = None
    customer_id: UUID | None = None


class CopyRequest(CustomerRequest):
    """``with_files``: a ZIP with the photographs and documents beside the JSON."""

    with_files: bool = False


class CustomerRecords(ApiModel):
    """Records by kind, such as bookings, messages, clicks. ``open_bookings`` are not completed or cancelled.

    ``emails``: all addresses that are meant; ``kept``: the kinds that a law keeps and erasure leaves.
    """

    success: Literal[True] = True
    emails: list[str]
    open_bookings: int
    counts: dict[str, int]
    kept: list[str]


class CustomerErased(ApiModel):
    success: Literal[True] = True
    counts: dict[str, int]
