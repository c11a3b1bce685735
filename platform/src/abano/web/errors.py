"""Renders errors in one form: ``{success, error, code, message, params?, fields?}``."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException

from abano.core.api_model import ApiModel
from abano.core.errors import (
    AbanoError,
    Conflict,
    FieldError,
    InvalidInput,
    MalformedRequest,
    Message,
    NotAllowed,
    NotFound,
    RequestTooLarge,
    Sentence,
    SignInRequired,
    TooManyRequests,
)
from abano.db.engine import TenantMoved
from abano.web.messages import sentence_of

log = logging.getLogger(__name__)

_BY_STATUS: Mapping[int, type[AbanoError]] = {
    400: MalformedRequest,
    401: SignInRequired,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    413: RequestTooLarge,
    429: TooManyRequests,
}
# For FollowMoves, which asks again at the company's new cluster; removed before the answer leaves.
MOVED_HEADER = "X-Abano-Moved"
NOT_JSON = Message("not_json", "The request body is not valid JSON.")


class MethodNotAllowed(AbanoError):
    """This URL doesn't support that method."""

    status = 405


class InternalError(AbanoError):
    """Something went wrong on our side, and we have logged it. Please try again."""

    status = 500


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(AbanoError, _expected_error)
    app.add_exception_handler(RequestValidationError, _expected_error)
    app.add_exception_handler(HTTPException, _http_exception)
    app.add_exception_handler(Exception, _unexpected)


def render(error: AbanoError) -> JSONResponse:
    """The response for ``error``."""
    body: dict[str, Any] = {"success": False, "error": type(error).__name__, **error.sentence.as_json()}
    if error.fields:
        body["fields"] = [{"field": item.field, **item.sentence.as_json()} for item in error.fields]
    if error.details:
        body["details"] = error.details
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, TenantMoved):
        headers[MOVED_HEADER] = "1"
    if error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    return JSONResponse(jsonable_encoder(body), status_code=error.status, headers=headers)


def field_errors(errors: Sequence[Any]) -> tuple[FieldError, ...]:
    """Pydantic's errors as fields with our sentences; a validator's own sentence is not changed."""
    by_name: dict[str, FieldError] = {}
    for item in errors:
        path = [
            str(part) for part in item["loc"] if part not in {"body", "query", "path", "header", "cookie"}
        ]
        # A validated default is reported under the Python name of the field, a sent value under the client's.
        name = ".".join(to_camel(part) for part in path) or "body"
        by_name.setdefault(name, FieldError(name, sentence_of(item)))
    return tuple(by_name.values())


def error_answer(error: AbanoError | RequestValidationError) -> JSONResponse:
    """The response for an error raised by an endpoint, or for a request that its schema refused."""
    if isinstance(error, AbanoError):
        if error.status >= 500:
            log.warning("request failed", extra={"error": type(error).__name__})
        return render(error)
    if any(item["type"] == "json_invalid" for item in error.errors()):
        return render(MalformedRequest(NOT_JSON()))
    fields = field_errors(error.errors())
    sentence = fields[0].sentence if len(fields) == 1 else None
    return render(InvalidInput(sentence, fields=fields))


async def _expected_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AbanoError | RequestValidationError)  # noqa: S101 - Starlette erased the type
    return error_answer(error)


async def _http_exception(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - narrows the type that Starlette erased
    if error.status_code == 405:
        answer = render(MethodNotAllowed())
    else:
        answer = render(_BY_STATUS.get(error.status_code, InternalError)())
        answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer


async def _unexpected(_request: Request, _error: Exception) -> JSONResponse:
    # The traceback is logged by the access-log middleware, with the request id and without personal data.
    return render(InternalError())


# The form of errors in the OpenAPI description.

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
