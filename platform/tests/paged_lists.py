"""Sorted lists of the console, read to the end, and the cursors that they refuse."""

from collections.abc import Sequence
from typing import Any

import httpx


async def read_pages(
    client: httpx.AsyncClient, path: str, rows: str, **query: str
) -> list[list[dict[str, Any]]]:
    """The rows of every page; ``rows`` is the field that has them."""
    pages: list[list[dict[str, Any]]] = []
    cursor: str | None = ""
    while cursor is not None:
        answer = await client.get(path, params=query | ({"cursor": cursor} if cursor else {}))
        assert answer.status_code == 200, answer.text
        pages.append(answer.json()[rows])
        cursor = answer.json()["nextCursor"]
    return pages


async def assert_sorted(
    client: httpx.AsyncClient, path: str, rows: str, sort: str, expected: Sequence[Any], **query: str
) -> None:
    """The list has ``expected`` as values of ``sort``, every row once over several pages; reversed with a minus."""
    ascending = await read_pages(client, path, rows, sort=sort, **query)
    descending = await read_pages(client, path, rows, sort=f"-{sort}", **query)
    assert len(ascending) > 1
    shown = [row for page in ascending for row in page]
    assert [row[sort] for row in shown] == list(expected)
    ids = [row["id"] for row in shown]
    assert len(set(ids)) == len(ids)
    assert [row["id"] for page in descending for row in page] == ids[::-1]


async def assert_sorts_checked(
    client: httpx.AsyncClient, path: str, sorts: Sequence[str], **query: str
) -> None:
    """An unknown sort is refused, and so is the cursor of each of ``sorts`` with the next one."""
    cursors = {}
    for sort in sorts:
        answer = await client.get(path, params=query | {"sort": sort})
        assert answer.status_code == 200, answer.text
        cursors[sort] = answer.json()["nextCursor"]
    for sort, other in zip(sorts, [*sorts[1:], sorts[0]], strict=True):
        refused = await client.get(path, params=query | {"sort": other, "cursor": cursors[sort]})
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "cursor")
        assert refused.json()["fields"][0]["code"] == "no_such_page"
    refused = await client.get(path, params=query | {"sort": "id"})
    assert (refused.status_code, [each["field"] for each in refused.json()["fields"]]) == (422, ["sort"])
