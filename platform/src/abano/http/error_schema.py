"""The form of errors in the OpenAPI description."""

from typing import Any, Literal

from abano.errors.messages import Sentence
from abano.kit.api_model import ApiModel

Params = dict[str, str | int | float]


class ErrorField(ApiModel):
    """``code`` and ``params`` say in any language what ``message`` says in English."""

    field: str
    code: str
    message: str
    params: Params | None = None


class SentenceOut(ApiModel):
    """``code`` and ``params`` say in any language what ``message`` says in English."""

    code: str
    message: str
    params: Params | None = None

    @classmethod
    def of(cls, sentence: Sentence) -> "SentenceOut":
        return cls.model_validate(sentence.as_json())


class ErrorResponse(ApiModel):
    """``error`` is what happened; ``code`` and ``params`` say in any language what ``message`` says in English.

    ``details``: what a page needs to go on from here, such as other cars.
    """

    success: Literal[False]
    error: str
    code: str
    message: str
    params: Params | None = None
    fields: list[ErrorField] | None = None
    details: dict[str, Any] | None = None
