"""The form of errors in the OpenAPI description."""

from typing import Any, Literal

from abano.kit.api_model import ApiModel


class ErrorField(ApiModel):
    field: str
    message: str


class ErrorResponse(ApiModel):
    success: Literal[False]
    error: str
    message: str
    params: dict[str, Any] | None = None
    fields: list[ErrorField] | None = None
