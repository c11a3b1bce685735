"""Who may call what, for every endpoint of the API description: a new one fails here until it is given its place.

``PUBLIC`` names what anyone may call, ``ROLES`` who may call everything else. Without sign-in 401, with another
role 403, with an id of another company 404.
"""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from access_places import BODIES, EVERY_ROLE, PUBLIC, ROLES, UNDESCRIBED
from access_rights import RIGHTS
from api_key_steps import add_api_key
from audited_calls import add_export, add_written_answer
from calendar_feed_steps import add_feed
from calendar_import_steps import add_calendar
from channel_steps import add_channel
from console_people import Person, add_person, signed_in_person
from cost_steps import add_campaign_cost
from customer_rows import add_customer
from described import description
from fastapi.routing import APIRoute, APIRouter
from fleet_steps import add_lead, vehicle_things
from insight_steps import add_experiment, insight_things
from message_steps import add_sent_message
from payment_steps import money_things
from phone_steps import add_phone_things
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from review_steps import add_review
from role_steps import add_role, give_role
from support_steps import add_support
from view_steps import note_things, query_things, view_things
from webhook_steps import add_webhook
from yard_steps import add_agreement, add_scan, handover_things

from abano.accounts.access.rights import GRANTABLE, Role, roles_with
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.main import ROUTERS
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


def described() -> frozenset[str]:
    paths = description()["paths"]
    return frozenset(f"{method.upper()} {path}" for path, methods in paths.items() for method in methods)


def routes_of(routers: Iterable[APIRouter]) -> Iterator[APIRoute]:
    for router in routers:
        for route in router.routes:
            if isinstance(route, APIRoute):
                yield route
            else:
                yield from routes_of(inner for inner in vars(route).values() if isinstance(inner, APIRouter))


async def call(client: httpx.AsyncClient, endpoint: str, ids: dict[str, Any]) -> httpx.Response:
    method, path = endpoint.split(" ")
    body = None if method in {"GET", "DELETE"} else BODIES.get(endpoint, {})
    # Its session is a visitor's, not one of the console.
    ids = ids | ids["written"] if "/quiz/written/" in path and "written" in ids else ids
    return await client.request(method, path.format_map(ids), json=body)


# Parameters other than ids: one of the words that each accepts.
WORDS = {"status": "paused", "kind": "clicks", "occasion": "confirmed", "language": "en", "digest": "ab" * 32}


class AnyId(dict[str, Any]):
    """An unused id for every id parameter."""

    def __missing__(self, key: str) -> str:
        return WORDS.get(key) or str(uuid4())


@pytest.fixture
async def people(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> dict[Role, Person]:
    return {role: await signed_in_person(db, georgia, role, client_of, sign_in) for role in EVERY_ROLE}


def test_every_endpoint_has_its_place_and_every_place_its_endpoint() -> None:
    assert described() - PUBLIC - ROLES.keys() == set(), (
        "a new endpoint: say in PUBLIC or ROLES who may call it"
    )
    assert PUBLIC & ROLES.keys() == set()
    assert (PUBLIC | ROLES.keys()) - described() == set(), "an endpoint is gone: take it out here"


def test_only_pages_files_and_health_are_undescribed() -> None:
    hidden = {route.path for route in routes_of(ROUTERS) if not route.include_in_schema}
    assert hidden <= UNDESCRIBED
    assert {f"{method} {route.path}" for route in routes_of(ROUTERS) if route.include_in_schema
            for method in route.methods or ()} == described()  # fmt: skip


async def test_without_sign_in_401(client: httpx.AsyncClient) -> None:
    statuses = {endpoint: (await call(client, endpoint, AnyId())).status_code for endpoint in ROLES}
    assert {endpoint: status for endpoint, status in statuses.items() if status != 401} == {}


async def test_another_companys_sign_in_is_none(
    client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    client.cookies.set("abano_admin", stranger.client.cookies["abano_admin"])
    statuses = {endpoint: (await call(client, endpoint, AnyId())).status_code for endpoint in ROLES}
    assert {endpoint: status for endpoint, status in statuses.items() if status != 401} == {}


async def test_with_the_wrong_role_403_and_with_the_right_one_neither(people: dict[Role, Person]) -> None:
    wrong = {}
    for endpoint, allowed in ROLES.items():
        for role, person in people.items():
            status = (await call(person.client, endpoint, AnyId())).status_code
            if (status == 403) != (role not in allowed) or status == 401:
                wrong[f"{endpoint} as {role}"] = status
    assert wrong == {}


def test_every_endpoint_takes_a_right_or_is_for_everyone() -> None:
    with_right = [endpoint for endpoints in RIGHTS.values() for endpoint in endpoints]
    assert len(set(with_right)) == len(with_right)
    for_everyone = {endpoint for endpoint, roles in ROLES.items() if roles == EVERY_ROLE}
    assert ROLES.keys() - for_everyone == set(with_right), (
        "a new endpoint: say in RIGHTS which right it takes"
    )
    for rights, endpoints in RIGHTS.items():
        for endpoint in endpoints:
            assert set(ROLES[endpoint]) == set(roles_with(*rights)), endpoint


async def test_an_own_role_reaches_the_endpoints_of_its_rights_and_no_others(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn, query_admin_sql: AdminSql
) -> None:
    person = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    role = add_role(query_admin_sql, georgia.id, *GRANTABLE)
    give_role(query_admin_sql, person.id, role)
    wrong = {}
    for rights, endpoints in RIGHTS.items():
        own = [right for right in GRANTABLE if right in rights]
        others = [right for right in GRANTABLE if right not in rights]
        for have, expected in [(others, False), *(([right], True) for right in own)]:
            query_admin_sql("update custom_roles set rights = %s where id = %s", have, role)
            for endpoint in endpoints:
                status = (await call(person.client, endpoint, AnyId())).status_code
                if (status != 403) != expected or status == 401:
                    wrong[f"{endpoint} with {have}"] = status
    assert wrong == {}


async def test_with_an_id_of_another_company_404(
    people: dict[Role, Person],
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    ids = await things_of(stranger, db, alps, query_admin_sql)
    with_id = [endpoint for endpoint in ROLES if "_id}" in endpoint]
    owner = people["owner"].client
    statuses = {endpoint: (await call(owner, endpoint, ids)).status_code for endpoint in with_id}
    assert {endpoint: status for endpoint, status in statuses.items() if status != 404} == {}
    # In their own company the same calls succeed: the company was wrong, not the id.
    at_home = [
        endpoint
        for endpoint in with_id
        if "{payout_id}" not in endpoint
        and "/commissions/" not in endpoint
        # They refer to a second customer, who does not exist.
        and not endpoint.endswith(("/merge", "/tell-apart"))
    ]
    found = {endpoint: (await call(stranger.client, endpoint, ids)).status_code for endpoint in at_home}
    assert {endpoint: status for endpoint, status in found.items() if status in {401, 403, 404}} == {}


async def things_of(
    person: Person, db: Database, tenant: Tenant, query_admin_sql: AdminSql
) -> dict[str, Any]:
    """An object of this person's company for each kind of id in a path."""
    invited = await person.client.post(
        "/api/admin/users/invitations", json={"email": f"{uuid4().hex}@example.com", "role": "analyst"}
    )
    colleague, _ = await add_person(db, tenant, "manager")
    visit, booking, affiliate = new_id(), new_id(), new_id()
    query_admin_sql(
        "insert into ip_visits (tenant_id, id, ip_address, visited_at) values (%s, %s, '192.0.2.1', %s)",
        tenant.id, visit, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into affiliates (tenant_id, id, name, email, created_at) values (%s, %s, 'Affiliate', %s, %s)",
        tenant.id, affiliate, f"{affiliate.hex}@example.com", NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into bookings (tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age,"
        " group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency,"
        " days, daily_rate_minor, total_minor, price_lines, created_at, updated_at) values (%s, %s, %s, 'Ada',"
        " 'ada@example.com', '', 36, 2, 'VW Golf', 'chur', 'chur', %s, %s + interval '7 days', 'minimum', 'CHF', 7,"
        " 100, 700, '[]', %s, %s)",
        tenant.id, booking, uuid4().hex[:12], NOW, NOW, NOW, NOW,
    )  # fmt: skip
    query_admin_sql(
        "insert into admin_second_factors (tenant_id, admin_id, sealed_secret, confirmed_at, created_at)"
        " values (%s, %s, '', %s, %s)",
        tenant.id, colleague, NOW, NOW,
    )  # fmt: skip
    session = query_admin_sql(
        "insert into admin_sessions (tenant_id, token_hash, admin_id, created_at, expires_at)"
        " values (%s, %s, %s, %s, %s + interval '1 hour') returning id",
        tenant.id, uuid4().bytes, person.id, NOW, NOW,
    )  # fmt: skip
    vehicle = vehicle_things(tenant, query_admin_sql, "VW Golf", "chur")
    tested = await person.client.post("/api/admin/settings/notifications/tests", json={"channel": "email"})
    handed_over = handover_things(query_admin_sql, tenant.id, booking, vehicle["vehicle_id"], NOW)
    query_admin_sql(
        "update agreement_signatures set document_id = %s where booking_id = %s",
        handed_over["picture_id"], booking,
    )  # fmt: skip
    add_agreement(query_admin_sql, tenant.id, booking, NOW)
    query_admin_sql(
        "insert into invoice_drafts (tenant_id, booking_id, revision, language, order_number, note, total_minor,"
        " content_hash, saved_at) values (%s, %s, 1, 'en', '', '', 700, %s, %s)",
        tenant.id, booking, bytes(32), NOW,
    )  # fmt: skip
    action = new_id()
    query_admin_sql(
        "insert into customer_actions (tenant_id, id, booking_id, kind, file_id, created_at)"
        " values (%s, %s, %s, 'licence', %s, %s)",
        tenant.id, action, booking, handed_over["picture_id"], NOW,
    )  # fmt: skip
    return {
        **await note_things(person.client),
        **await query_things(person.client),
        **await view_things(person.client),
        **handed_over,
        **insight_things(query_admin_sql, tenant.id, person.id),
        "experiment_id": add_experiment(query_admin_sql, tenant.id),
        "action_id": action,
        "file_id": add_scan(query_admin_sql, tenant.id, booking, NOW),
        "lead_id": add_lead(query_admin_sql, tenant),
        "review_id": add_review(query_admin_sql, tenant),
        "feed_id": add_feed(query_admin_sql, tenant),
        "calendar_id": add_calendar(query_admin_sql, tenant),
        "channel_id": add_channel(query_admin_sql, tenant),
        **add_phone_things(query_admin_sql, tenant, booking),
        **add_webhook(query_admin_sql, tenant),
        **vehicle,
        "customer_id": add_customer(query_admin_sql, tenant),
        **money_things(tenant, query_admin_sql, booking, colleague),
        "session_id": session[0][0],
        "invitation_id": invited.json()["id"],
        "role_id": add_role(query_admin_sql, tenant.id),
        "user_id": colleague,
        "visit_id": visit,
        "booking_id": booking,
        "message_id": add_sent_message(query_admin_sql, tenant, booking),
        "upload_id": add_campaign_cost(query_admin_sql, tenant.id, NOW),
        "affiliate_id": affiliate,
        "support_id": add_support(query_admin_sql, tenant),
        "key_id": add_api_key(query_admin_sql, tenant.id, person.id),
        **WORDS,
        "item_id": query_admin_sql("select id from media_items where tenant_id = %s limit 1", tenant.id)[0][
            0
        ],
        "test_id": tested.json()["id"],
        "payout_id": new_id(),
        "written": add_written_answer(query_admin_sql, tenant),
        "export_id": add_export(query_admin_sql, tenant, person.id),
    }
