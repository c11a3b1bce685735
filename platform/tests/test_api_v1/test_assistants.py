"""Assistants (Model Context Protocol), called by the official SDK's own client."""

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import httpx2
import pytest
from api_key_steps import KEYS, create_key
from api_steps import BOOKING, RENTAL, V1, bearer, book
from channel_steps import open_channel
from console_people import signed_in_person
from fastapi import FastAPI
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from product_fixtures import AdminSql, ClientFactory, SignIn
from prometheus_client import REGISTRY

from abano.api.v1.assistant_tools import READS, TOOLS, WRITES
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant
from abano.web.errors import ASSISTANTS
from abano.web.middleware.security import LIMIT_BYTES

pytestmark = pytest.mark.anyio
Connect = Callable[..., AbstractAsyncContextManager[Client]]
DOCUMENTATION = Path(__file__).parents[3] / "docs" / "api" / "assistants.md"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
BOTH = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(autouse=True)
def clean(query_admin_sql: AdminSql) -> Iterator[None]:
    yield
    for table in ("public_write_counts", "vehicle_reservations"):
        query_admin_sql(f"delete from {table}")


@pytest.fixture
def connect(app: FastAPI) -> Connect:
    """A connected client with a key."""

    @asynccontextmanager
    async def connected(token: str, mode: str = "auto", host: str = "localhost") -> AsyncIterator[Client]:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, headers=bearer(token)) as http:
            server = streamable_http_client(f"http://{host}{ASSISTANTS}", http_client=http)
            async with Client(server, mode=mode) as found:
                yield found

    return connected


async def call(assistant: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = await assistant.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    # Older clients read the text.
    assert json.loads(answer.content[0].text) == answer.structured_content  # type: ignore[union-attr]
    found: dict[str, Any] = answer.structured_content
    return found


async def refusal(assistant: Client, tool: str, **arguments: Any) -> str:
    answer = await assistant.call_tool(tool, arguments)
    assert answer.is_error, answer.content
    text: str = answer.content[0].text  # type: ignore[union-attr]
    return text


# "legacy" is the handshake of the versions up to 2025-11-25.
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_assistant_finds_a_car_books_it_and_cancels(
    mode: str, connect: Connect, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    token = await create_key(owner_client)
    async with connect(token, mode) as assistant:
        assert [each.name for each in (await assistant.list_tools()).tools] == [*READS, *WRITES]
        catalog = await call(assistant, "get_catalog")
        assert RENTAL["car"] in [each["car"] for each in catalog["cars"]]
        assert RENTAL["pickup_location"] in [each["code"] for each in catalog["locations"]]
        period = {name: RENTAL[name] for name in ("pickup_at", "return_at")}
        assert "cars" in await call(assistant, "get_availability", **period)
        when = period | {name: RENTAL[name] for name in ("pickup_location", "dropoff_location")}
        offers = (await call(assistant, "search_cars", **when, driver_age=30))["offers"]
        assert RENTAL["car"] in [each["car"] for each in offers]
        quote = await call(assistant, "create_quote", **RENTAL)
        asked = BOOKING | {"idempotency_key": f"chat-{mode}"}
        booked = await call(assistant, "create_booking", **asked)
        assert (booked["total"], booked["status"]) == (quote["total"], "pending")
        # Sent again, for example after a timeout.
        assert (await call(assistant, "create_booking", **asked))["id"] == booked["id"]
        found = await call(
            assistant, "list_bookings", search=booked["reference"], limit=5, fields="id,status"
        )
        assert found["data"] == [{"id": booked["id"], "status": "pending"}]
        changed = await call(assistant, "change_booking", booking_id=booked["id"], group_size=4)
        assert changed["group_size"] == 4
        over = await call(assistant, "cancel_booking", booking_id=booked["id"], reason="Plans changed")
        assert over["status"] == "cancelled"
        assert (await call(assistant, "get_booking", booking_id=booked["id"]))["status"] == "cancelled"
    # What the API itself says of it.
    answer = await client.get(f"{V1}/bookings/{booked['id']}", headers=bearer(token))
    assert (answer.json()["status"], answer.json()["group_size"]) == ("cancelled", 4)


async def test_an_assistant_is_shown_and_can_do_what_its_key_may(
    connect: Connect, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    async with connect(await create_key(owner_client, scopes=["bookings:read"])) as assistant:
        tools = (await assistant.list_tools()).tools
        assert [each.name for each in tools] == [*READS[:4], "list_bookings", "get_booking"]
        assert all(each.annotations and each.annotations.read_only_hint for each in tools)
        # Not shown, and refused when called.
        arguments = {"create_booking": BOOKING, "cancel_booking": {"reason": "Plans changed"}}
        for tool in WRITES:
            ids = {} if tool == "create_booking" else {"booking_id": str(uuid4())}
            text = await refusal(assistant, tool, **ids, **arguments.get(tool, {}))
            assert json.loads(text)["error"]["code"] == "missing_scope"
    async with connect(await create_key(owner_client, scopes=["bookings:write"])) as assistant:
        tools = (await assistant.list_tools()).tools
        assert [each.name for each in tools if not each.annotations.read_only_hint] == list(WRITES)  # type: ignore[union-attr]


async def test_an_assistant_with_the_key_of_a_channel_keeps_to_its_bookings(
    connect: Connect, owner_client: httpx.AsyncClient
) -> None:
    async with connect(await create_key(owner_client)) as assistant:
        ours = await call(assistant, "create_booking", **BOOKING)
    _, token = await open_channel(owner_client)
    async with connect(token) as assistant:
        shown = [each.name for each in (await assistant.list_tools()).tools]
        assert shown == [*READS[:4], "list_bookings", "get_booking", *WRITES]
        assert (await call(assistant, "list_bookings"))["data"] == []
        text = await refusal(assistant, "get_booking", booking_id=ours["id"])
        assert json.loads(text)["error"]["code"] == "not_found"


async def test_refusals_name_the_argument(connect: Connect, owner_client: httpx.AsyncClient) -> None:
    async with connect(await create_key(owner_client)) as assistant:
        assert "no tool drop_tables" in await refusal(assistant, "drop_tables")
        assert "no argument colour" in await refusal(assistant, "get_catalog", colour="red")
        assert "booking_id is missing" in await refusal(assistant, "get_booking")
        assert "booking_id must be" in await refusal(assistant, "get_booking", booking_id=7)
        # A path cannot be left by an argument.
        for hostile in ("../customers", "..", "a/b?c", "%2e%2e"):
            assert '"error"' in await refusal(assistant, "get_booking", booking_id=hostile)
        assert "limit must be" in await refusal(assistant, "list_bookings", limit=[1])
        wrong = json.loads(await refusal(assistant, "create_quote", **RENTAL | {"insurance": "none at all"}))
        assert wrong["error"]["field"] == "insurance"
        unknown = json.loads(await refusal(assistant, "create_quote", **{**RENTAL, "pickup_at": "soon"}))
        assert unknown["error"]["field"] == "pickup_at"


async def test_an_assistant_of_another_company_sees_and_changes_nothing(
    connect: Connect,
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    alps: Tenant,
) -> None:
    token = await create_key(owner_client)
    async with connect(token) as assistant:
        booked = await call(assistant, "create_booking", **BOOKING)
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    async with connect(await create_key(stranger.client), host="alps.localhost") as assistant:
        for tool, more in (("get_booking", {}), ("cancel_booking", {"reason": "Mine now"})):
            text = await refusal(assistant, tool, booking_id=booked["id"], **more)
            assert json.loads(text)["error"]["code"] == "not_found"
    # A key opens the domains of its own company only.
    answer = await alps_client.post(ASSISTANTS, json=LIST, headers=BOTH | bearer(token))
    assert answer.status_code == 401


async def test_no_key_a_revoked_key_and_a_session_are_refused(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    for caller in (client, owner_client):
        answer = await caller.post(ASSISTANTS, json=PING, headers=BOTH)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "missing_api_key")
        assert answer.headers["www-authenticate"] == "Bearer"
    made = (await owner_client.post(KEYS, json={"name": "Chat", "scopes": ["bookings:read"]})).json()
    headers = BOTH | bearer(made["token"])
    answer = await client.post(ASSISTANTS, json=LIST, headers=headers)
    assert answer.status_code == 200, answer.text
    assert int(answer.headers["ratelimit-remaining"]) < int(answer.headers["ratelimit-limit"])
    assert (await owner_client.delete(f"{KEYS}/{made['keyId']}")).status_code == 204
    assert (await client.post(ASSISTANTS, json=LIST, headers=headers)).status_code == 401


async def test_a_message_counts_once_against_the_rate_limit(
    connect: Connect, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    token = await create_key(owner_client, requestsPerMinute=3)
    message = LIST | {"method": "tools/call", "params": {"name": "get_catalog", "arguments": {}}}
    answers = [await client.post(ASSISTANTS, json=message, headers=BOTH | bearer(token)) for _ in range(4)]
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert [each.headers["ratelimit-remaining"] for each in answers] == ["2", "1", "0", "0"]
    assert answers[-1].json()["error"]["code"] == "too_many_writes"


async def test_metrics_name_the_endpoint_and_its_status(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    labels = {"method": "POST", "route": ASSISTANTS, "status": "200"}
    before = REGISTRY.get_sample_value("abano_http_requests_total", labels) or 0
    headers = BOTH | bearer(await create_key(owner_client))
    assert (await client.post(ASSISTANTS, json=LIST, headers=headers)).status_code == 200
    assert REGISTRY.get_sample_value("abano_http_requests_total", labels) == before + 1


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
async def test_no_stream_and_no_session_can_be_opened(
    method: str, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    headers = bearer(await create_key(owner_client)) | {"Accept": "text/event-stream"}
    assert (await client.request(method, ASSISTANTS, headers=headers)).status_code == 405


async def test_messages_that_are_none_are_refused(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    headers = BOTH | bearer(await create_key(owner_client)) | {"Content-Type": "application/json"}
    for content in (
        b"",
        b"{",
        b"[]",
        b'"ping"',
        b'{"jsonrpc": "1.0"}',
        b'{"jsonrpc": "2.0", "id": 1}',
        b"\xff",
    ):
        answer = await client.post(ASSISTANTS, content=content, headers=headers)
        assert answer.status_code == 400, (content, answer.text)
    large = await client.post(ASSISTANTS, content=b" " * (LIMIT_BYTES + 1), headers=headers)
    assert large.status_code == 413


@pytest.mark.parametrize("argument", ["booking_id", "fields", "idempotency_key"])
async def test_half_a_surrogate_pair_is_refused(
    argument: str, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    tool = "confirm_booking" if argument == "idempotency_key" else "get_booking"
    arguments = {"booking_id": str(uuid4())} | {argument: "\ud800"}
    message = LIST | {"method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = BOTH | bearer(await create_key(owner_client)) | {"Content-Type": "application/json"}
    answer = await client.post(ASSISTANTS, content=json.dumps(message), headers=headers)
    # JSON can hold it and UTF-8 cannot: the SDK must refuse it before an endpoint is called.
    assert answer.status_code == 400, answer.text


async def test_a_change_by_an_assistant_names_its_key_in_the_history(
    connect: Connect, client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    token = await create_key(owner_client, name="Front desk assistant")
    booked = await book(client, token)
    async with connect(token) as assistant:
        await call(assistant, "cancel_booking", booking_id=booked["id"], reason="Plans changed")
    shown = (await owner_client.get(f"/api/admin/bookings/{booked['id']}")).text
    assert "Front desk assistant" in shown


def test_the_documentation_has_every_tool_with_its_scope() -> None:
    rows = re.findall(r"^\| (`.+`) \| `(\w+:\w+)` \|$", DOCUMENTATION.read_text("utf-8"), re.MULTILINE)
    documented = {name: scope for names, scope in rows for name in re.findall(r"\w+", names)}
    assert documented == {name: tool.requires.scope for name, tool in TOOLS.items()}
