"""What is no text, anywhere in a request: a clear refusal, never a failure of ours, and nothing is stored."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

import httpx
import pytest
from described import description
from product_fixtures import AdminSql

from abano.web.middleware.readable_url import LISTS

pytestmark = pytest.mark.anyio
# A NUL, a byte that is no UTF-8, half of a character, a surrogate, and a character in too many bytes.
BROKEN = ["%00", "a%00b", "%ff", "%c3%28", "%ed%a0%80", "%c0%80"]
BAD_TEXTS = ["a\\u0000b", "\\ud800", "\\udc00\\ud800"]
# A valid sample for formatted texts, so that the other fields of the body are reached.
FORMS = {
    "uuid": str(uuid4()),
    "date": "2026-07-01",
    "date-time": "2026-07-01T09:00:00Z",
    "email": "a@b.example",
}

Schema = Mapping[str, Any]


def operations() -> Iterator[tuple[str, str, Schema]]:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def address(path: str, operation: Schema) -> str:
    """The path with something of the right form for each of its parameters."""
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            form = parameter["schema"].get("format")
            path = path.replace("{" + parameter["name"] + "}", FORMS.get(form, "1"))
    return path


def takes_list(schema: Schema) -> bool:
    return any(choice.get("type") == "array" for choice in schema.get("anyOf", [schema]))


async def test_a_parameter_that_is_given_twice_is_refused_by_name(owner_client: httpx.AsyncClient) -> None:
    """On every endpoint: no part of the system may take the first value and another one the last."""
    tried, taken = 0, []
    for method, path, operation in operations():
        for parameter in operation.get("parameters", []):
            if parameter["in"] != "query":
                continue
            name = parameter["name"]
            is_list = any(path.startswith(start) and name in names for start, names in LISTS)
            assert is_list == takes_list(parameter["schema"]), f"{path}: list {name} in ReadableUrl"
            if is_list:
                continue
            escaped = f"%{ord(name[0]):02x}{name[1:]}"
            for query in (f"{name}=2026&{name}=2025", f"{name}=1&other=2&{escaped}=1", f"{name}&{name}="):
                answer = await owner_client.request(method, f"{address(path, operation)}?{query}")
                tried += 1
                if answer.status_code != 422 or answer.json()["fields"] != [
                    {
                        "field": name,
                        "code": "given_twice",
                        "params": {"name": name},
                        "message": f"'{name}' was given more than once. Please give it one value.",
                    }
                ]:
                    taken.append((path, query, answer.status_code))
    assert taken == []
    assert tried > 100


async def test_pages_take_whatever_a_link_carries(client: httpx.AsyncClient) -> None:
    answer = await client.get("/booking?utm_source=a&utm_source=b")
    assert answer.status_code in {200, 503}  # 503: its pages are not built here


@pytest.mark.parametrize("length", [256, 5_000, 40_000])
async def test_a_segment_that_no_name_can_have_is_not_found(
    owner_client: httpx.AsyncClient, length: int
) -> None:
    long = "x" * length
    paths = {
        path.replace("{" + parameter["name"] + "}", long).replace("{", "").replace("}", "")
        for method, path, operation in operations()
        for parameter in operation.get("parameters", [])
        if method == "GET" and parameter["in"] == "path"
    }
    assert len(paths) > 5
    for path in paths:
        answer = await owner_client.get(path)
        assert answer.status_code == 404, path


@pytest.mark.parametrize("bad", BROKEN)
async def test_queries_and_paths_that_are_no_text(owner_client: httpx.AsyncClient, bad: str) -> None:
    tried = 0
    for method, path, operation in operations():
        if method != "GET":
            continue
        for parameter in operation.get("parameters", []):
            name = parameter["name"]
            if parameter["in"] == "query":
                answer = await owner_client.get(f"{address(path, operation)}?{name}={bad}&ok=1")
                assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, name), path
            elif parameter["in"] == "path":
                answer = await owner_client.get(
                    path.replace("{" + name + "}", bad).replace("{", "").replace("}", "")
                )
                assert answer.status_code == 404, path
            else:
                continue
            assert answer.json()["success"] is False
            tried += 1
    assert tried > 10


@pytest.mark.parametrize("bad", BROKEN)
async def test_pages_take_a_mangled_query_and_do_not_know_a_mangled_path(
    client: httpx.AsyncClient, bad: str
) -> None:
    fine = await client.get("/?utm_campaign=summer")
    assert (await client.get(f"/?utm_campaign={bad}")).status_code == fine.status_code
    for path in (
        f"/{bad}",
        f"/drawings/{bad}.svg",
        f"/media/{bad}.svg",
        f"/drawings/{bad}.svg",
        f"/assets/{bad}.js",
        f"/admin/{bad}",
    ):
        assert (await client.get(path)).status_code in {404, fine.status_code}, path
    assert (await client.get(f"/click-sync?gclid={bad}")).status_code in {403, 422}


def resolved(schema: Schema) -> Schema:
    while "$ref" in schema:
        schema = description()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema


def example(schema: Schema) -> Any:
    """A value of the schema's form; its free texts say BAD."""
    schema = resolved(schema)
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return example(next(s for s in schema[choice] if s.get("type") != "null"))
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema.get("type") == "object":
        named = schema.get("properties", {"BAD": {}})
        return {name: example(part) for name, part in named.items()}
    if schema.get("type") == "array":
        return [example(schema.get("items", {}))]
    return {"integer": schema.get("minimum", 1), "number": 1, "boolean": True}.get(
        schema.get("type", ""), FORMS.get(schema.get("format", ""), "BAD")
    )


@pytest.mark.slow
async def test_json_with_texts_that_are_none(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    """Each body with one of these texts, in turns: what refuses them is the same for all."""
    query_admin_sql("update tenant_settings set public_writes_per_minute = 1000000")
    tried = 0
    for method, path, operation in operations():
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        # Signing out would end the test's own session.
        if content is None or path.endswith("/logout"):
            continue
        whole = example(content["schema"])
        bodies = [whole] + [{**whole, name: "BAD"} for name in (whole if isinstance(whole, dict) else {})]
        for body in bodies:
            answer = await owner_client.request(
                method,
                address(path, operation),
                content=json.dumps(body).replace("BAD", BAD_TEXTS[tried % len(BAD_TEXTS)]),
                headers={"content-type": "application/json"},
            )
            assert answer.status_code < 500, (method, path, body, answer.text)
            tried += 1
    assert tried > 50
    assert (await owner_client.get("/api/admin/me")).status_code == 200, "signed in to the end"


async def test_unknown_addresses_and_wrong_methods(client: httpx.AsyncClient) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        for path in ("/api/no-such-thing", "/api", "/api/", "/api/bookings/no/such"):
            answer = await client.request(method, path)
            assert (answer.status_code, answer.json()["error"]) == (404, "NotFound"), (method, path)
    for method, path, allowed in (
        ("PUT", "/api/bookings", "POST"),
        ("GET", "/api/bookings", "POST"),
        ("DELETE", "/api/quiz/answers", "POST"),
        ("POST", "/api/ip/detect", "GET"),
    ):
        answer = await client.request(method, path)
        assert (answer.status_code, answer.json()["error"]) == (405, "MethodNotAllowed"), (method, path)
        assert allowed in answer.headers["allow"]
    assert (await client.post("/booking")).status_code == 405
    assert (await client.get("/apiary")).headers["content-type"].startswith("text/html")
