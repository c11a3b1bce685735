"""Saved views, and links that show one without sign-in: until they end, and only its figures."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn
from view_steps import VIEW, VIEWS, view_things

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
SHARED = "/api/shared-figures"


@pytest.fixture(autouse=True)
def no_views(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from analytics_views")


async def listed(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    return list((await client.get(VIEWS)).json()["views"])


async def opened(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.post(SHARED, json={"token": token})


async def test_a_view_is_its_authors_until_shared(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    analyst = (await signed_in_person(db, georgia, "analyst", client_of, sign_in)).client
    view = f"{VIEWS}/{(await owner_client.post(VIEWS, json=VIEW)).json()['id']}"
    assert await listed(analyst) == []
    assert (await analyst.put(view, json=VIEW)).status_code == 404
    renamed = VIEW | {"name": "  July ", "parameters": "year=2026&month=7", "isShared": True}
    assert (await owner_client.put(view, json=renamed)).is_success
    (seen,) = await listed(analyst)
    assert (seen["name"], seen["parameters"], seen["isOwn"]) == ("July", "year=2026&month=7", False)
    # A colleague may edit a shared view, but not unshare it.
    assert (await analyst.put(view, json=renamed | {"isShared": False})).status_code == 404
    assert (await analyst.delete(view)).status_code == 204
    assert await listed(owner_client) == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"parameters": "month=13"}, "parameters"),
        ({"parameters": "device=fridge"}, "parameters"),
        ({"parameters": "&".join(f"a{n}=1" for n in range(100))}, "parameters"),
        ({"parameters": "x" * 2001}, "parameters"),
    ],
)
async def test_what_cannot_be_kept_names_the_field(
    owner_client: httpx.AsyncClient, wrong: dict[str, str], field: str
) -> None:
    answer = await owner_client.post(VIEWS, json=VIEW | wrong)
    assert answer.status_code == 422, answer.text
    assert [item["field"] for item in answer.json()["fields"]] == [field]


async def test_a_company_keeps_a_hundred(owner_client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    await owner_client.post(VIEWS, json=VIEW)
    query_admin_sql(
        "insert into analytics_views select tenant_id, gen_random_uuid(), name, query, false, created_by, created_at,"
        " updated_at from analytics_views, generate_series(1, 99)"
    )
    refused = await owner_client.post(VIEWS, json=VIEW)
    assert (refused.status_code, refused.json()["error"]) == (409, "TooManyViews")


async def test_a_link_opens_until_it_ends(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    """Without analytics, a link returns 503 on its own company's host and 404 on any other."""
    made = await view_things(owner_client)
    assert (await opened(client, made["token"])).status_code == 503
    assert (await opened(alps_client, made["token"])).status_code == 404
    assert (await opened(client, made["token"][:-1])).json()["error"] == "SharedViewGone"
    stored = query_admin_sql("select token_hash, reads, expires_at - created_at from analytics_view_links")
    assert stored[0][1:] == (1, timedelta(days=7))
    assert made["token"].encode() not in stored[0][0]
    # A link is only for its holders: colleagues do not see the view.
    view = f"{VIEWS}/{made['view_id']}"
    (listed_view,) = await listed(owner_client)
    assert listed_view["isShared"] is False
    assert [link["reads"] for link in listed_view["links"]] == [1]
    assert "token" not in str(listed_view).lower()

    query_admin_sql("update analytics_view_links set reads = 2000")
    assert (await opened(client, made["token"])).status_code == 404
    query_admin_sql("update analytics_view_links set reads = 0")
    assert (await owner_client.delete(f"{view}/links/{made['link_id']}")).status_code == 204
    assert (await opened(client, made["token"])).status_code == 404

    again = (await owner_client.post(f"{view}/links", json={"days": 1})).json()["url"]
    assert urlsplit(again).path == "/admin/shared-figures"
    for days in (0, 91):
        assert (await owner_client.post(f"{view}/links", json={"days": days})).status_code == 422
    token = urlsplit(again).fragment
    assert (await opened(client, token)).status_code == 503
    clock.move(days=1)
    assert (await opened(client, token)).status_code == 404


async def test_a_link_of_a_disabled_colleague_opens_nothing(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    analyst = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    made = await view_things(analyst.client)
    # Analytics is unavailable: the link is valid, its figures cannot be counted.
    assert (await opened(client, made["token"])).status_code == 503
    query_admin_sql("update admins set disabled_at = now() where id = %s", analyst.id)
    assert (await opened(client, made["token"])).status_code == 404


async def test_guessing_has_its_limit(client: httpx.AsyncClient) -> None:
    statuses = [(await opened(client, f"guess{n}")).status_code for n in range(22)]
    assert (statuses[0], statuses[-1]) == (404, 429)
    assert (await opened(client, "x" * 101)).status_code == 422
