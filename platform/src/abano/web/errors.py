"""Renders errors in one form: ``{success, error, code, message, params?, fields?}``."""

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic.alias_generators import to_camel, to_snake
from starlette.exceptions import HTTPException
from starlette.types import Scope

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
# Fields that one answer names. No one corrects more at once, and naming thousands would hold other requests up.
MAX_FIELDS = 100
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
    """Pydantic's errors as fields with our sentences, at most ``MAX_FIELDS``. A validator's own sentence stays."""
    by_name: dict[str, FieldError] = {}
    for item in errors:
        if len(by_name) == MAX_FIELDS:
            break
        path = [
            str(part) for part in item["loc"] if part not in {"body", "query", "path", "header", "cookie"}
        ]
        # A validated default is reported under the Python name of the field, a sent value under the client's.
        name = ".".join(to_camel(part) for part in path) or "body"
        by_name.setdefault(name, FieldError(name, sentence_of(item)))
    return tuple(by_name.values())


def error_answer(error: AbanoError | RequestValidationError) -> JSONResponse:
    """The response for an error raised by an endpoint, or for a request that its schema refused."""
    return render(expected(error))


def expected(error: AbanoError | RequestValidationError) -> AbanoError:
    """An error raised by an endpoint, or what is wrong with a request that its schema refused."""
    if isinstance(error, AbanoError):
        if error.status >= 500:
            log.warning("request failed", extra={"error": type(error).__name__})
        return error
    if any(item["type"] == "json_invalid" for item in error.errors()):
        return MalformedRequest(NOT_JSON())
    fields = field_errors(error.errors())
    sentence = fields[0].sentence if len(fields) == 1 else None
    return InvalidInput(sentence, fields=fields)


async def _expected_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AbanoError | RequestValidationError)  # noqa: S101 - Starlette erased the type
    return error_answer(error)


async def _http_exception(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - narrows the type that Starlette erased
    answer = render(error_of_status(error.status_code))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer


def error_of_status(status: int) -> AbanoError:
    """The error for a refusal of the framework."""
    return MethodNotAllowed() if status == 405 else _BY_STATUS.get(status, InternalError)()


async def _unexpected(_request: Request, _error: Exception) -> JSONResponse:
    # The traceback is logged by the access-log middleware, with the request id and without personal data.
    return render(InternalError())


# Errors of the public API have one form: ``{error: {code, message, field, request_id}}``.

PUBLIC_API, ASSISTANTS = "/api/v1/", "/api/mcp"
REQUEST_ID = "abano.request_id"
_NAME = re.compile(r"[a-z][A-Za-z0-9.]*")
# Fields of the console's requests by what they are called in the public API.
_PUBLIC_NAMES = {
    "pickup_date": "pickup_at",
    "pickup_time": "pickup_at",
    "return_date": "return_at",
    "return_time": "return_at",
    "insurance_type": "insurance",
}


def is_public_api(path: str) -> bool:
    return path.startswith(PUBLIC_API) or path == ASSISTANTS


def answer_at(scope: Scope, error: AbanoError) -> JSONResponse:
    """The response for ``error`` in the form of the path: that of the public API, or the console's."""
    return render_public(scope, error) if is_public_api(scope["path"]) else render(error)


def render_public(scope: Scope, error: AbanoError) -> JSONResponse:
    """The response for ``error`` in the public API. Of several bad fields it names the first."""
    first = error.fields[0] if error.fields else None
    sentence = first.sentence if first else error.sentence
    answer = render(error)
    body = {
        "code": to_snake(sentence.code),
        "message": sentence.text,
        "field": _public_name(first.field) if first else None,
        "request_id": scope.get(REQUEST_ID, ""),
    }
    headers = {name: value for name, value in answer.headers.items() if not name.startswith("content-")}
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse({"error": body}, status_code=error.status, headers=headers)


def _public_name(field: str) -> str:
    if not _NAME.fullmatch(field):
        return field
    name = to_snake(field)
    return _PUBLIC_NAMES.get(name, name)


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
