"""Exchange rates of the source that the operator configures: fetched within limits, read from XML or JSON.

The daily file of the European Central Bank, or JSON as {"base": "EUR", "date": "2026-06-01", "rates": {"USD": 1.08}}.
"""

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from urllib.parse import urlsplit
from xml.etree import ElementTree

import httpx

from abano.core.public_ip import tls_context

TIMEOUT_SECONDS = 10.0
MAX_BYTES = 500_000
# How long a process caches the response for all companies.
KEPT_SECONDS = 600.0
ECB_BASE = "EUR"
MAX_CURRENCIES = 500
_CODE = re.compile(r"[A-Z]{3}")


class SourceUnavailable(Exception):
    """The source is unavailable or its format is unsupported. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class SourceRates:
    """One unit of ``base`` equals ``rates[currency]`` of each currency on ``day``. ``source``: the host."""

    base: str
    day: date
    rates: Mapping[str, Decimal]
    source: str = ""

    def rate(self, charged: str, currency: str) -> Decimal | None:
        """Units of ``currency`` per unit of ``charged``. None if the source does not list both."""
        known = {**self.rates, self.base: Decimal(1)}
        if charged not in known or currency not in known:
            return None
        return known[currency] / known[charged]


def read_rates(content: bytes) -> SourceRates:
    """Raises SourceUnavailable."""
    text = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    try:
        found = _read_json(text) if text.startswith(b"{") else _read_xml(text)
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        InvalidOperation,
        ElementTree.ParseError,
    ) as error:
        raise SourceUnavailable(f"not a list of rates: {type(error).__name__}") from error
    if not found.rates:
        raise SourceUnavailable("a list without rates")
    if len(found.rates) > MAX_CURRENCIES:
        raise SourceUnavailable("too many currencies")
    return found


def _read_json(content: bytes) -> SourceRates:
    body = json.loads(content, parse_float=Decimal, parse_int=Decimal)
    rates = {code: _positive(rate) for code, rate in body["rates"].items() if _CODE.fullmatch(code)}
    if not _CODE.fullmatch(body["base"]):
        raise ValueError(body["base"])
    return SourceRates(body["base"], date.fromisoformat(body["date"]), rates)


def _read_xml(content: bytes) -> SourceRates:
    # Entities could make it grow without end.
    if b"<!" in content:
        raise ValueError("declarations")
    root = ElementTree.fromstring(content)  # noqa: S314 - without declarations, and of a limited size
    [day] = [node for node in root.iter() if node.get("time")]
    rates = {
        code: _positive(Decimal(node.get("rate", "")))
        for node in day.iter()
        if _CODE.fullmatch(code := node.get("currency", ""))
    }
    return SourceRates(ECB_BASE, date.fromisoformat(day.get("time", "")), rates)


def _positive(rate: object) -> Decimal:
    if not isinstance(rate, Decimal) or not rate.is_finite() or rate <= 0:
        raise ValueError(rate)
    return rate


class RateSource:
    """Requests only the operator's URL. Redirects are not followed."""

    def __init__(self) -> None:
        self._kept: tuple[str, float, SourceRates] | None = None

    async def fetch(self, url: str) -> SourceRates:
        """Raises SourceUnavailable."""
        now = time.monotonic()
        if self._kept and self._kept[0] == url and now < self._kept[1]:
            return self._kept[2]
        found = read_rates(await self._content(url))
        named = SourceRates(found.base, found.day, found.rates, host_of(url))
        self._kept = (url, now + KEPT_SECONDS, named)
        return named

    def forget(self) -> None:
        """Ask again."""
        self._kept = None

    async def _content(self, url: str) -> bytes:
        chunks, size = [], 0
        try:
            async with (
                httpx.AsyncClient(
                    verify=tls_context(), timeout=TIMEOUT_SECONDS, follow_redirects=False
                ) as client,
                client.stream("GET", url, headers={"Accept": "application/json, application/xml"}) as answer,
            ):
                if answer.status_code != httpx.codes.OK:
                    raise SourceUnavailable(f"status {answer.status_code}")
                async for chunk in answer.aiter_bytes():
                    size += len(chunk)
                    if size > MAX_BYTES:
                        raise SourceUnavailable("more than 500 kB")
                    chunks.append(chunk)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SourceUnavailable(type(error).__name__) from error
        return b"".join(chunks)


def host_of(url: str) -> str:
    """The source's name in the console. Empty without a source."""
    return urlsplit(url).hostname or ""


SOURCE = RateSource()
