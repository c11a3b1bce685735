"""Tools of assistants: calls of the public API, made in this process with the assistant's own key.

What a tool may do, its limits, errors and idempotency are those of its endpoint; here is only the protocol.
"""

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote, urlencode

import orjson
from fastapi.routing import APIRoute
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from abano.api.v1.app import ROUTERS, TITLE, VERSION, describe
from abano.api.v1.calls import CALLER, Caller, Requires
from abano.web.middleware.security import LIMIT_BYTES

# Operations of the public API, in the order in which an assistant is shown them.
READS = (
    "get_catalog",
    "search_cars",
    "get_availability",
    "create_quote",
    "list_bookings",
    "get_booking",
    "list_customers",
    "list_vehicles",
    "get_rental_report",
    "get_quiz_overview",
    "get_quiz_answers",
    "get_quiz_campaigns",
    "list_query_tables",
    "run_query",
)
WRITES = ("create_booking", "change_booking", "confirm_booking", "cancel_booking")
INSTRUCTIONS = (
    "Bookings and figures of one car-rental company. Names and codes of cars, locations, insurance and services are"
    " in get_catalog. Amounts are decimal strings in the company's currency. Times in responses are UTC; a time"
    " without an offset in a request is in the company's time zone. Get a quote and ask the person before you create,"
    " change or cancel a booking. Pass a new idempotency_key with each of these calls; repeat it only to retry."
)
REFS = "#/components/schemas/"
# Headers of the message that mean nothing to the endpoint behind it.
_OWN_HEADERS = frozenset(
    {b"accept", b"content-length", b"content-type", b"if-none-match", b"transfer-encoding"}
)
logging.getLogger("mcp").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class Tool:
    """An operation as a tool. ``headers``: the header of each argument that is sent as one."""

    description: types.Tool
    requires: Requires
    method: str
    path: str
    in_path: frozenset[str]
    in_query: frozenset[str]
    headers: Mapping[str, str]
    has_body: bool

    def refusal(self, arguments: Mapping[str, Any]) -> str | None:
        """Why the arguments are refused before the endpoint is called; None where they are not."""
        properties = self.description.input_schema["properties"]
        for name, value in arguments.items():
            if name not in properties:
                return f"{self.description.name} has no argument {name}. It has: {', '.join(properties)}."
            is_simple = isinstance(value, str | int | float)
            is_text = isinstance(value, str) and value != ""
            if (name in self.in_path and not is_text) or (
                name in self.headers and not (is_text or value is None)
            ):
                return f"{name} must be a non-empty string."
            if name in self.in_query and not (is_simple or value is None):
                return f"{name} must be a string, a number or a boolean."
        missing = self.in_path - arguments.keys()
        return f"{min(missing)} is missing." if missing else None

    def request(self, scope: Scope, arguments: Mapping[str, Any]) -> tuple[Scope, bytes]:
        """The call of the endpoint within the message's own request, and its body."""
        path = self.path.format_map({name: quote(arguments[name], safe="") for name in self.in_path})
        query = {name: _text(arguments[name]) for name in self.in_query if arguments.get(name) is not None}
        rest = arguments.keys() - self.in_path - self.in_query - self.headers.keys()
        body = json.dumps({name: arguments[name] for name in rest}).encode() if self.has_body else b""
        headers = [
            (name, value)
            for name, value in scope["headers"]
            if name not in _OWN_HEADERS and not name.startswith(b"mcp-")
        ]
        headers += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers += [
            (header.lower().encode(), arguments[name].encode("latin-1", "replace"))
            for name, header in self.headers.items()
            if arguments.get(name)
        ]
        kept = {
            name: value for name, value in scope.items() if name not in {"route", "endpoint", "path_params"}
        }
        asked = {
            "method": self.method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": urlencode(query).encode(),
            "headers": headers,
        }
        return kept | asked, body


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond to one message; its caller is known."""
    manager = StreamableHTTPSessionManager(
        _SERVER, json_response=True, stateless=True, max_request_body_size=LIMIT_BYTES
    )
    async with manager.run():
        await manager.handle_request(scope, receive, send)


async def _list_tools(
    context: ServerRequestContext[Any, Request], _: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    caller = _caller(context)
    shown = [each.description for each in TOOLS.values() if each.requires.is_met_by(caller)]
    return types.ListToolsResult(tools=shown, ttl_ms=0, cache_scope="private")


async def _call_tool(
    context: ServerRequestContext[Any, Request], params: types.CallToolRequestParams
) -> types.CallToolResult:
    tool, arguments = TOOLS.get(params.name), params.arguments or {}
    if tool is None:
        return _refused(f"There is no tool {params.name}.")
    refusal = tool.refusal(arguments)
    if refusal:
        return _refused(refusal)
    scope, body = tool.request(_request(context).scope, arguments)
    status, content = await _call(scope, body)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=content.decode())],
        structured_content=orjson.loads(content),
        is_error=status >= 400,
    )


async def _call(scope: Scope, body: bytes) -> tuple[int, bytes]:
    """The status and body of the endpoint's response."""
    status, parts = 500, []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        elif message["type"] == "http.response.body":
            parts.append(message.get("body", b""))

    await scope["app"](scope, receive, send)
    return status, b"".join(parts)


def _refused(sentence: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=sentence)], is_error=True)


def _request(context: ServerRequestContext[Any, Request]) -> Request:
    return cast(Request, context.request)


def _caller(context: ServerRequestContext[Any, Request]) -> Caller:
    return cast(Caller, _request(context).scope[CALLER])


def _text(value: str | int | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _tools() -> dict[str, Tool]:
    """By name, from the description of the public API."""
    document = describe()
    operations = {
        operation["operationId"]: (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    required = {
        route.name: _requirement(route)
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute)
    }
    schemas = document["components"]["schemas"]
    return {name: _tool(name, *operations[name], schemas, required[name]) for name in (*READS, *WRITES)}


def _requirement(route: APIRoute) -> Requires:
    (found,) = [each.call for each in route.dependant.dependencies if isinstance(each.call, Requires)]
    return found


def _tool(
    name: str,
    method: str,
    path: str,
    operation: Mapping[str, Any],
    schemas: Mapping[str, Any],
    requires: Requires,
) -> Tool:
    properties: dict[str, Any] = {}
    required: list[str] = []
    places: dict[str, dict[str, str]] = {"path": {}, "query": {}, "header": {}}
    for each in operation.get("parameters", []):
        # Tools show no ETags.
        if each["name"] == "If-Match":
            continue
        argument = each["name"].lower().replace("-", "_")
        about = {"description": each["description"]} if "description" in each else {}
        properties[argument] = each["schema"] | about
        places[each["in"]][argument] = each["name"]
        if each.get("required"):
            required.append(argument)
    body = operation.get("requestBody")
    if body:
        schema = schemas[body["content"]["application/json"]["schema"]["$ref"].removeprefix(REFS)]
        properties |= schema["properties"]
        required += schema.get("required", [])
    inputs: dict[str, Any] = {"type": "object", "properties": properties, "required": required}
    definitions = {each: schemas[each] for each in _referenced(inputs, schemas)}
    inputs |= {"additionalProperties": False} | ({"$defs": definitions} if definitions else {})
    is_read = name in READS
    description = types.Tool(
        name=name,
        title=name.replace("_", " ").capitalize(),
        description=operation["description"].replace("``", "`"),
        input_schema=json.loads(json.dumps(inputs).replace(REFS, "#/$defs/")),
        annotations=types.ToolAnnotations(
            read_only_hint=is_read,
            destructive_hint=None if is_read else name != "create_booking",
            open_world_hint=False,
        ),
    )
    in_path, in_query = frozenset(places["path"]), frozenset(places["query"])
    return Tool(description, requires, method.upper(), path, in_path, in_query, places["header"], bool(body))


def _referenced(schema: object, schemas: Mapping[str, Any]) -> list[str]:
    """Names of the schemas that it refers to, and that those refer to."""
    found: list[str] = []
    waiting = [schema]
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found:
                found.append(name)
                waiting.append(schemas[name])
    return sorted(found)


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.removeprefix(REFS)
            else:
                yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


TOOLS = _tools()
_SERVER: Server[Any] = Server(
    "abano",
    title=TITLE,
    version=VERSION,
    instructions=INSTRUCTIONS,
    on_list_tools=_list_tools,
    on_call_tool=_call_tool,
)
