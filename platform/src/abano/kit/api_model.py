"""The base of every request and response schema, and the types that many share."""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

# 38 stays 38 in JSON, 57.5 stays 57.5.
Amount = int | float


class ApiModel(BaseModel):
    """camelCase outside, snake_case inside; unknown fields are ignored, not refused (decision 11)."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        frozen=True,
    )
