"""Request ids, metrics, and logs of failed, slow and refused requests, without queries and personal data."""

import logging
import re
import time
from functools import cache

import structlog
from prometheus_client import Counter, Histogram
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano.core.ids import new_id
from abano.core.metrics import BUSIEST, HTTP_IN_FLIGHT, HTTP_REQUESTS, HTTP_SECONDS
from abano.web.errors import REQUEST_ID as SCOPE_KEY
from abano.web.errors import InternalError, answer_at

log = logging.getLogger("abano.http")

REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
SLOW_SECONDS = 1.0
# Logged for the investigation of attacks.
REFUSED = frozenset({403, 429})
# Not sent: the client closed the connection before the response.
CLIENT_CLOSED_REQUEST = 499
# Requests without a route share one label, so that labels are bounded.
UNMATCHED = "unmatched"


class RequestLog:
    """The outermost middleware: also handles exceptions that no handler rendered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        request_id = scope[SCOPE_KEY] = _request_id(scope)
        structlog.contextvars.bind_contextvars(request_id=request_id)
        status = 500
        has_started = False

        async def noted(message: Message) -> None:
            nonlocal status, has_started
            if message["type"] == "http.response.start":
                has_started = True
                # Some libraries send an ``HTTPStatus``.
                status = int(message["status"])
                message["headers"] = [*message.get("headers", []), (b"x-request-id", request_id.encode())]
            await send(message)

        HTTP_IN_FLIGHT.inc()
        try:
            await self._app(scope, receive, noted)
            if not has_started:
                status = CLIENT_CLOSED_REQUEST
        except ClientDisconnect:
            # The client has disconnected; nothing failed.
            status = CLIENT_CLOSED_REQUEST
        except Exception:
            log.exception("request crashed", extra=_about(scope))
            if not has_started:
                await answer_at(scope, InternalError())(scope, receive, noted)
        finally:
            HTTP_IN_FLIGHT.dec()
            seconds = time.perf_counter() - started
            requests, durations = _figures(scope["method"], _route(scope), status)
            requests.inc()
            durations.observe(seconds)
            if "abano.tenant" in scope:
                BUSIEST.note(scope["abano.tenant"])
            if status >= 500 or seconds > SLOW_SECONDS:
                details = {**_about(scope), "status": status, "milliseconds": round(seconds * 1000)}
                log.warning("request failed" if status >= 500 else "request was slow", extra=details)
            elif status in REFUSED:
                log.info("request refused", extra={**_about(scope), "status": status})
            structlog.contextvars.clear_contextvars()


def _request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and REQUEST_ID.fullmatch(value):
            return str(value.decode())
    return new_id().hex


@cache
def _figures(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Cached, because looking up metrics by their labels costs more than counting."""
    return HTTP_REQUESTS.labels(method, route, str(status)), HTTP_SECONDS.labels(method, route)


def _route(scope: Scope) -> str:
    return str(getattr(scope.get("route"), "path", UNMATCHED))


def _about(scope: Scope) -> dict[str, object]:
    return {
        "method": scope["method"],
        "route": _route(scope),
        "tenant": scope.get("abano.tenant", ""),
    }
