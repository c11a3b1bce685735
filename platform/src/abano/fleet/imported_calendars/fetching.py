"""Fetch a calendar of another service: from public addresses only, with limits of time and size."""

import asyncio
from dataclasses import dataclass
from typing import Literal

import httpx

from abano.core.config import Settings
from abano.core.public_ip import PublicTransport, Resolve, tls_context
from abano.integrations.webhooks.delivery import (
    ConnectionProblem,
    connection_problem,
    resolve_apart,
)
from abano.integrations.webhooks.service import endpoint_url

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
# Of a whole fetch: a server that sends a byte now and then never reaches the limits of single steps.
FETCH_SECONDS = 20.0
MAX_BYTES = 1_000_000
MAX_HEADER_LENGTH = 1_000
MAX_DATE_LENGTH = 100
USER_AGENT = "Abano-Calendars/1"

FetchProblem = Literal[ConnectionProblem, "refused", "moved", "gone", "too_large"]


class CannotFetch(Exception):
    """Carries a ``FetchProblem``."""

    def __init__(self, problem: FetchProblem) -> None:
        self.problem: FetchProblem = problem
        super().__init__(problem)


@dataclass(frozen=True, slots=True)
class Fetched:
    """``content``: None when it has not changed since the given ``etag`` and ``last_modified``."""

    content: bytes | None
    etag: str = ""
    last_modified: str = ""


class CalendarClient:
    """Follows no redirects and ignores proxies of the environment."""

    def __init__(self, settings: Settings, resolver: Resolve = resolve_apart) -> None:
        self._allowed = settings.allowed_networks
        self._is_production = settings.is_production
        self._resolver = resolver

    def check(self, url: str) -> str:
        """The URL as it is called: ``webcal`` is HTTPS by another name. Raises InvalidInput for ``url``."""
        scheme, _, rest = url.strip().partition("://")
        url = f"https://{rest}" if scheme.lower() == "webcal" else url
        return endpoint_url(url, is_production=self._is_production, allowed=self._allowed)

    async def fetch(self, url: str, etag: str = "", last_modified: str = "") -> Fetched:
        """Raises CannotFetch."""
        known = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        headers = {
            "Accept": "text/calendar, */*;q=0.1",
            # A small compressed body can be of any size.
            "Accept-Encoding": "identity",
            "User-Agent": USER_AGENT,
            **{name: value for name, value in known.items() if value},
        }
        try:
            async with (
                asyncio.timeout(FETCH_SECONDS),
                self._client() as client,
                client.stream("GET", url, headers=headers) as answer,
            ):
                return await _read(answer)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError, ValueError) as error:
            raise CannotFetch(connection_problem(error)) from None

    def _client(self) -> httpx.AsyncClient:
        # No connection is used twice: hosts of one IP may have different certificates.
        inner = httpx.AsyncHTTPTransport(
            verify=tls_context(), trust_env=False, limits=httpx.Limits(max_keepalive_connections=0)
        )
        return httpx.AsyncClient(
            timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
            transport=PublicTransport(allowed=self._allowed, resolver=self._resolver, inner=inner),
            trust_env=False,
        )


async def _read(answer: httpx.Response) -> Fetched:
    if answer.status_code == httpx.codes.NOT_MODIFIED:
        return Fetched(None)
    if answer.is_redirect:
        raise CannotFetch("moved")
    if answer.status_code in {httpx.codes.NOT_FOUND, httpx.codes.GONE}:
        raise CannotFetch("gone")
    if answer.status_code != httpx.codes.OK:
        raise CannotFetch("refused")
    content = bytearray()
    async for chunk in answer.aiter_raw():
        content += chunk
        if len(content) > MAX_BYTES:
            raise CannotFetch("too_large")
    return Fetched(
        bytes(content),
        _kept(answer, "etag", MAX_HEADER_LENGTH),
        _kept(answer, "last-modified", MAX_DATE_LENGTH),
    )


def _kept(answer: httpx.Response, name: str, longest: int) -> str:
    """A header to send back; empty when it is too long or could not be stored."""
    value = answer.headers.get(name, "")
    return value if len(value) <= longest and value.isascii() and value.isprintable() else ""
