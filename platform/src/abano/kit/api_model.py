"""The base class of request and response schemas, and shared field types."""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

# 38 stays 38 in JSON, 57.5 stays 57.5.
Amount = int | float


class ApiModel(BaseModel):
    """camelCase in JSON, snake_case in Python; unknown fields are ignored (decision 11)."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        frozen=True,
    )
