"""The endpoint that assistants call: one message, one response, no session.

A message needs an API key, like every call of the public API, and counts against its rate limit.
"""

import asyncio
from functools import cache

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from abano.api.v1.calls import CALLER, get_caller
from abano.web.dependencies import get_client_ip, get_clock, get_db, get_settings
from abano.web.errors import ASSISTANTS


class AssistantEndpoint:
    """Starlette calls it as an application."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Raises SignInRequired, UnknownTenant, TenantSuspended, TooManyWrites."""
        # As FastAPI does for its own: metrics and logs name it.
        scope["route"] = ROUTE
        request = Request(scope, receive)
        ip = await get_client_ip(request, get_settings(request))
        scope[CALLER] = await get_caller(request, get_db(request), get_clock(request), ip)
        server = await asyncio.to_thread(_load)
        await server(scope, receive, send)


@cache
def _load() -> ASGIApp:
    # Importing the SDK takes a second of CPU time and 16 MB, which only those pay who use it.
    from abano.api.v1.assistant_tools import answer  # noqa: PLC0415

    return answer


ROUTE = Route(ASSISTANTS, AssistantEndpoint(), methods=["POST"], include_in_schema=False)
