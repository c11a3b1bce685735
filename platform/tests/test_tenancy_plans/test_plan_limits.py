"""Limits of a plan: the team's additions are refused at the hard limit, nothing of a visitor ever is."""

import asyncio
from functools import partial
from hashlib import sha256
from uuid import uuid4

import httpx
import pytest
from api_key_steps import create_key
from api_steps import V1, bearer, book
from audited_calls import VEHICLE
from background_tasks import run_for_all
from console_people import PASSWORD, add_person, newest_token
from emptied_tables import empty_tables
from fastapi import FastAPI
from loadtests.forms import booking_form
from media_steps import MEDIA, photograph, upload
from plan_steps import give_plan, take_plans
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.booking_kinds import CustomerEmail, MessageTest
from abano.messaging.outbox.outbox import enqueue
from abano.messaging.outbox.service import deliver
from abano.tenancy.directory.tenant import Tenant
from abano.tenancy.plans.rules import MEASURES
from abano.worker import COMPOSERS

pytestmark = pytest.mark.anyio
VEHICLES, USERS, DOMAINS = "/api/admin/vehicles", "/api/admin/users", "/api/admin/domains"
COUNT = "select count(*)::int from {} where tenant_id = %s"


@pytest.fixture(autouse=True)
def _unlimited(query_admin_sql: AdminSql) -> None:
    take_plans(query_admin_sql)
    query_admin_sql("delete from admin_invitations")
    empty_tables(query_admin_sql, "outbox_messages")


def count(query_admin_sql: AdminSql, tenant: Tenant, what: str) -> int:
    return int(query_admin_sql(COUNT.format(what), tenant.id)[0][0])


def vehicle(**changes: object) -> dict[str, object]:
    return VEHICLE | {"plate": f"L-{uuid4().hex[:8]}"} | changes


def refused(answer: httpx.Response, measure: str, limit: int) -> None:
    body = answer.json()
    assert (answer.status_code, body["error"], body["code"]) == (
        403,
        "PlanLimitReached",
        "plan_limit_reached",
    )
    assert body["details"] == {"measure": measure, "limit": limit}
    assert "ask your platform operator" in body["message"]


async def test_the_last_vehicle_is_added_and_the_next_one_refused_with_what_to_do(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    there = query_admin_sql(
        "select count(*) from vehicles where tenant_id = %s and state <> 'sold'", georgia.id
    )[0][0]
    give_plan(query_admin_sql, georgia, {"vehicles": (None, there + 1)})
    assert (await owner_client.post(VEHICLES, json=vehicle())).status_code == 201
    answer = await owner_client.post(VEHICLES, json=vehicle())
    refused(answer, "vehicles", there + 1)
    assert f"{there + 1} vehicle" in answer.json()["message"]
    # One that was sold takes up no room, until it is back.
    sold = await owner_client.post(VEHICLES, json=vehicle(state="sold"))
    assert sold.status_code == 201
    back = await owner_client.put(f"{VEHICLES}/{sold.json()['vehicle']['id']}", json=vehicle())
    refused(back, "vehicles", there + 1)
    assert (await owner_client.put(
        f"{VEHICLES}/{sold.json()['vehicle']['id']}", json=vehicle(state="sold", color="red")
    )).is_success  # fmt: skip


async def test_of_vehicles_added_at_once_only_as_many_as_there_is_room_for_are_added(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    there = query_admin_sql(
        "select count(*) from vehicles where tenant_id = %s and state <> 'sold'", georgia.id
    )[0][0]
    give_plan(query_admin_sql, georgia, {"vehicles": (None, there + 1)})
    answers = await asyncio.gather(*(owner_client.post(VEHICLES, json=vehicle()) for _ in range(4)))
    assert sorted(each.status_code for each in answers) == [201, 403, 403, 403]


async def test_a_file_with_more_vehicles_than_there_is_room_for_adds_none(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update vehicles set state = 'in_service' where tenant_id = %s", georgia.id)
    before = count(query_admin_sql, georgia, "vehicles")
    give_plan(query_admin_sql, georgia, {"vehicles": (None, before + 1)})
    lines = [f"CSV-{uuid4().hex[:6]},Subaru Forester,batumi" for _ in range(3)]
    file = "\n".join(("Plate,Car,Home location", *lines))
    answer = await owner_client.post(f"{VEHICLES}/import", json={"csv": file})
    assert (answer.status_code, answer.json()["error"]) == (422, "BadLines")
    named = {each["field"]: each["code"] for each in answer.json()["fields"]}
    assert named == {"line 3: plate": "plan_limit_reached", "line 4: plate": "plan_limit_reached"}
    assert count(query_admin_sql, georgia, "vehicles") == before


async def test_open_invitations_take_up_room_and_an_accepted_one_is_checked_again(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    settings: Settings,
    query_admin_sql: AdminSql,
) -> None:
    there = query_admin_sql(
        "select count(*) from admins where tenant_id = %s and disabled_at is null", georgia.id
    )[0][0]
    give_plan(query_admin_sql, georgia, {"staff": (None, there + 1)})
    invited = {"email": "first@example.com", "role": "desk"}
    assert (await owner_client.post(f"{USERS}/invitations", json=invited)).is_success
    token = newest_token(query_admin_sql, settings, "admin.invited")
    # The same address again replaces its invitation, and takes up no more.
    assert (await owner_client.post(f"{USERS}/invitations", json=invited)).is_success
    token = newest_token(query_admin_sql, settings, "admin.invited")
    answers = await asyncio.gather(
        *(
            owner_client.post(f"{USERS}/invitations", json=invited | {"email": f"{name}@example.com"})
            for name in ("second", "third")
        )
    )
    for answer in answers:
        refused(answer, "staff", there + 1)
    # The operator adds people whatever the plan is; the invited one has lost the place by then.
    person, _ = await add_person(db, georgia, "desk")
    accepted = {"token": token, "name": "Nino", "password": PASSWORD}
    refused(await client.post("/api/admin/invitations/accept", json=accepted), "staff", there + 1)
    assert (await owner_client.patch(f"{USERS}/{person}", json={"disabled": True})).is_success
    assert (await client.post("/api/admin/invitations/accept", json=accepted)).is_success
    refused(await owner_client.patch(f"{USERS}/{person}", json={"disabled": False}), "staff", there + 1)


async def test_domains_the_company_adds_itself_are_limited_those_of_the_operator_do_not_count(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    give_plan(query_admin_sql, georgia, {"domains": (None, 1)})
    query_admin_sql("delete from domain_checks where tenant_id = %s", georgia.id)
    query_admin_sql(
        "insert into domain_checks (tenant_id, host, requested_at, due_at)"
        " values (%s, 'given.example', now(), now())",
        georgia.id,
    )  # fmt: skip
    answers = await asyncio.gather(
        *(owner_client.post(DOMAINS, json={"host": f"{name}.example.com"}) for name in ("one", "two"))
    )
    assert sorted(each.status_code for each in answers) == [201, 403]
    refused(next(each for each in answers if each.status_code == 403), "domains", 1)


async def test_uploads_to_the_library_stop_at_the_storage_of_the_plan(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    await upload(owner_client, photograph(320, 200))
    used = query_admin_sql("select sum(bytes)::int from media_files where tenant_id = %s", georgia.id)[0][0]
    other = photograph(300, 200)
    part = sha256(other).hexdigest()
    give_plan(query_admin_sql, georgia, {"storage_bytes": (None, used + len(other) - 1)})
    sent = await owner_client.put(f"{MEDIA}/parts/{part}", content=other)
    refused(sent, "storage_bytes", used + len(other) - 1)
    # A part that was sent before the plan became smaller makes no file either.
    take_plans(query_admin_sql)
    assert (await owner_client.put(f"{MEDIA}/parts/{part}", content=other)).is_success
    give_plan(query_admin_sql, georgia, {"storage_bytes": (None, used)})
    file = {"name": "Other.jpg", "parts": [part]}
    refused(await owner_client.post(f"{MEDIA}/files", json=file), "storage_bytes", used)


async def test_a_second_company_has_limits_of_its_own(
    owner_client: httpx.AsyncClient, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    give_plan(query_admin_sql, alps, {"vehicles": (None, 0), "staff": (None, 0)})
    assert (await owner_client.post(VEHICLES, json=vehicle())).status_code == 201
    assert (await owner_client.post(
        f"{USERS}/invitations", json={"email": "x@example.com", "role": "desk"}
    )).is_success  # fmt: skip
    usage = (await owner_client.get("/api/admin/plan-usage")).json()
    assert (usage["plan"], {each["hardLimit"] for each in usage["usage"]}) == ("Standard", {None})


async def test_nothing_of_a_visitor_is_refused_when_every_limit_is_reached(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    georgia: Tenant,
    context: TaskContext,
    query_admin_sql: AdminSql,
    clock: FixedClock,
) -> None:
    give_plan(query_admin_sql, georgia, dict.fromkeys(MEASURES, (0, 0)))
    session = {"sessionId": f"visitor_{uuid4().hex}"}
    assert (await client.post("/api/quiz/session/start", json=session)).is_success
    booking = await client.post("/api/bookings", json=booking_form())
    assert booking.status_code == 201
    assert query_admin_sql(
        "select count(*) from quiz_sessions where tenant_id = %s and session_id = %s",
        georgia.id,
        session["sessionId"],
    ) == [(1,)]
    async with context.db.uow(georgia.id) as uow:
        await enqueue(
            uow, MessageTest(to="a@example.com", subject="S", body="B", html="<p>B</p>"), clock.now()
        )
        await enqueue(uow, CustomerEmail(to="ada@example.com", subject="S", body="B"), clock.now())
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    sent: dict[str, bool] = dict(query_admin_sql(
        "select kind, bool_and(sent_at is not null) from outbox_messages where kind not like 'chat:%%' group by 1"
    ))  # fmt: skip
    assert sent == {
        "booking.created": True,
        "booking.customer_message": True,
        "booking.customer_email": True,
        "messages.test": False,
    }
    # It waits until the next day of UTC, and no attempt is lost.
    waiting = query_admin_sql(
        "select due_at::text, attempts from outbox_messages where kind = 'messages.test'"
    )
    assert waiting == [("2026-06-11 00:00:00+00", 0)]
    query_admin_sql("update plan_limits set hard_limit = null, soft_limit = null where measure = 'emails'")
    clock.move(hours=16)
    await run_for_all(partial(deliver, composers=COMPOSERS), context)
    assert query_admin_sql("select count(*) from outbox_messages where sent_at is null") == [(0,)]


async def test_calls_beyond_the_plan_are_refused_but_for_those_around_bookings(
    app: FastAPI,
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    give_plan(query_admin_sql, georgia, {"api_calls": (None, 2)})
    token = await create_key(owner_client)
    for _ in range(2):
        assert (await client.get(f"{V1}/vehicles", headers=bearer(token))).status_code == 200
    await app.state.write_limit.flush()
    answer = await client.get(f"{V1}/vehicles", headers=bearer(token))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "plan_limit_reached")
    assert "2 API calls a month" in answer.json()["error"]["message"]
    assert (await client.get(f"{V1}/availability", headers=bearer(token))).status_code != 403
    assert (await book(client, token))["id"]
    await app.state.write_limit.flush()
    # Refused ones and those about bookings are counted, too.
    assert query_admin_sql("select measure, value::int from usage_days where tenant_id = %s", georgia.id) == [
        ("api_calls", 5)
    ]


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)
