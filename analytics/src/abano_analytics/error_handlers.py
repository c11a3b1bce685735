"""One shape for every failure: ``{success, error, message, fields?}``."""

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from abano_analytics.errors import AnalyticsError, FieldError, InternalError, InvalidInput, NotFound

log = logging.getLogger(__name__)


def install_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(AnalyticsError, _known)
    app.add_exception_handler(RequestValidationError, _bad_parameters)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def render(error: AnalyticsError) -> JSONResponse:
    """The answer that tells a caller of ``error``."""
    body: dict[str, Any] = {"success": False, "error": type(error).__name__, "message": error.message}
    if error.fields:
        body["fields"] = [{"field": item.field, "message": item.message} for item in error.fields]
    headers = {"Cache-Control": "no-store"}
    if error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    return JSONResponse(body, status_code=error.status, headers=headers)


async def _known(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AnalyticsError)  # noqa: S101 - narrows the type that Starlette erased
    return render(error)


async def _bad_parameters(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - narrows the type that Starlette erased
    if any(item["loc"][:2] == ("path", "table") for item in error.errors()):
        return render(NotFound())
    # Of one value of several the place follows.
    named = ([part for part in item["loc"] if isinstance(part, str)] for item in error.errors())
    fields = tuple(
        FieldError(names[-1], str(item["msg"])) for names, item in zip(named, error.errors(), strict=True)
    )
    return render(InvalidInput(fields=fields))


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - narrows the type that Starlette erased
    answer = render(NotFound() if error.status_code == 404 else InternalError(str(error.detail)))
    answer.status_code = error.status_code
    return answer


async def _unexpected(_request: Request, error: Exception) -> JSONResponse:
    log.error("request failed", exc_info=error)
    return render(InternalError())
