"""The base class of request and response schemas, and shared field types."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict
from pydantic.alias_generators import to_camel

# 38 stays 38 in JSON, 57.5 stays 57.5.
Amount = int | float


# The one after it fits into its column, too: lists look below the next.
MAX_VERSION = 2**31 - 2


def _version_or_none(value: object) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 1 <= value <= MAX_VERSION else None


# The version of the state that a page showed. Invalid values are ignored, so that no call fails because of
# it.
NamedVersion = Annotated[int | None, BeforeValidator(_version_or_none)]


class ApiModel(BaseModel):
    """camelCase in JSON, snake_case in Python; unknown fields are ignored."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        frozen=True,
    )


class SuccessResponse(ApiModel):
    """A response of the site or the console. Errors have ``success: false`` in its place."""

    success: Literal[True] = True
