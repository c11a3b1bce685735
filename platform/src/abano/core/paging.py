"""Pages of a sorted list. A cursor names the last row of a page by its sort value and id."""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Generic, TypeVar
from uuid import UUID

import orjson

from abano.core.errors import InvalidInput, Message

Item = TypeVar("Item")
SortValue = datetime | date | int | str | IPv4Address | IPv6Address

NO_SUCH_PAGE = Message("no_such_page", "This page of the list does not exist")
# A cursor carries a name of up to 160 characters of up to four bytes each.
MAX_CURSOR_LENGTH = 2000
_MAX_NUMBER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class PageRequest:
    """``sort``: the API's name of the sort, descending with a leading minus; ``cursor``: of the page before."""

    sort: str
    limit: int
    cursor: str | None = None

    @property
    def key(self) -> str:
        return self.sort.removeprefix("-")

    @property
    def is_descending(self) -> bool:
        return self.sort.startswith("-")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """``next_cursor`` is None on the last page."""

    items: Sequence[Item]
    next_cursor: str | None


def encode_cursor(sort: str, value: SortValue, row_id: UUID) -> str:
    """The cursor after one row."""
    stored = str(value) if isinstance(value, IPv4Address | IPv6Address) else value
    return base64.urlsafe_b64encode(orjson.dumps([sort, stored, row_id])).decode().rstrip("=")


def decode_cursor(cursor: str, sort: str, read: Callable[[object], SortValue]) -> tuple[SortValue, UUID]:
    """The sort value and id in a cursor; ``read``: one of the functions below, for the type of the value.

    Raises InvalidInput for a cursor of another sort and for anything else.
    """
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        made_with, value, row_id = orjson.loads(text)
        if made_with != sort:
            raise ValueError(made_with)
        return read(value), UUID(read_text(row_id))
    except (TypeError, ValueError):
        raise InvalidInput.of("cursor", NO_SUCH_PAGE()) from None


def read_time(value: object) -> datetime:
    """Raises ValueError for anything but the ISO text of a time with a zone."""
    moment = datetime.fromisoformat(read_text(value))
    if moment.tzinfo is None:
        raise ValueError(value)
    return moment


def read_day(value: object) -> date:
    """Raises ValueError for anything but the ISO text of a day."""
    return date.fromisoformat(read_text(value))


def read_number(value: object) -> int:
    """Raises ValueError for anything but a 64-bit integer."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MAX_NUMBER:
        raise ValueError(value)
    return value


def read_text(value: object) -> str:
    """Raises ValueError for anything but a text that Postgres can store."""
    if not isinstance(value, str) or "\x00" in value:
        raise ValueError(value)
    return value


def read_ip(value: object) -> IPv4Address | IPv6Address:
    """Raises ValueError unless the text is an IP address without a scope, which Postgres does not support."""
    text = read_text(value)
    if "%" in text:
        raise ValueError(value)
    return ip_address(text)
