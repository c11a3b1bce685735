"""Says with every answer which filters this version knows: a newer platform must not show unfiltered figures."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from abano_analytics.api import PARAMETERS

KNOWN_FILTERS = ",".join(name for name in PARAMETERS if name not in {"since", "until"})


class KnownFilters:
    """Middleware that adds the header ``Known-Filters``."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Known-Filters"] = KNOWN_FILTERS
            await send(message)

        await self._app(scope, receive, telling if scope["type"] == "http" else send)
