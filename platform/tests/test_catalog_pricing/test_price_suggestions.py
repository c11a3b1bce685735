"""Suggested prices: occupancy, rules, accepting and undoing, the replay of last year, and rules with consent."""

import asyncio
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from background_tasks import run_for_all
from catalog_steps import draft, entry, publish
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import add_vehicle
from price_suggestion_steps import RULE, URL, offered, rent, set_rules, suggestions
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from refusals import refused_fields
from sent_statements import sent_statements

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.fleet.price_suggestions.repository import tenants_with_due_rules
from abano.fleet.price_suggestions.rules import Rental, Rule, chosen_rule, replay
from abano.fleet.price_suggestions.tasks import apply_due
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
TODAY, DAY = date(2026, 6, 10), timedelta(days=1)
FRIDAY = TODAY + 2 * DAY
FORESTER = "subaru-forester"


@pytest.fixture(autouse=True)
def _nothing(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from price_suggestion_settings")
    query_admin_sql("delete from catalog_drafts")
    query_admin_sql("delete from seasons where code like 'demand-%%'")
    empty_tables(query_admin_sql, "bookings", "vehicle_reservations", "vehicle_events", "vehicles")


@pytest.fixture
def fleet(query_admin_sql: AdminSql, georgia: Tenant) -> tuple[UUID, UUID]:
    first, second = (add_vehicle(query_admin_sql, georgia, f"PS-{number}") for number in (1, 2))
    query_admin_sql("update vehicle_states set changed_at = %s", NOW - DAY)
    return first, second


def cell(state: dict[str, Any], day: date, car: str = FORESTER) -> dict[str, Any]:
    [model] = [each for each in state["models"] if each["car"] == car]
    return dict(model["cells"][state["days"].index(day.isoformat())])


def fields_of(answer: httpx.Response) -> set[str]:
    return {each["field"] for each in refused_fields(answer)}


async def quoted(client: httpx.AsyncClient, day: date, car: str = "Subaru Forester") -> float:
    """The price of a day's rental by the live catalogue, without extras."""
    answer = await client.post(
        "/api/admin/catalog/preview",
        json={
            "carType": car, "pickupLocation": "tbilisi", "dropoffLocation": "tbilisi", "insuranceType": "minimum",
            "pickupDate": day.isoformat(), "pickupTime": "12:00", "returnDate": (day + DAY).isoformat(),
            "returnTime": "12:00",
        },
    )  # fmt: skip
    assert answer.status_code == 200, answer.text
    return float(
        next(line["amount"] for line in answer.json()["live"]["lines"] if line["code"].startswith("car"))
    )


async def test_occupancy_counts_only_vehicles_that_are_available(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, fleet: tuple[UUID, UUID]
) -> None:
    first, second = fleet
    rent(query_admin_sql, georgia, first, FRIDAY, 2)
    rent(query_admin_sql, georgia, first, FRIDAY + 2 * DAY, 1, status="cancelled")
    query_admin_sql(
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, starts_at, ends_at,"
        " blocked_until, created_at) select tenant_id, gen_random_uuid(), id, number, 'workshop', %s, %s, %s, %s"
        " from vehicles where id = %s",
        NOW + DAY, NOW + 3 * DAY, NOW + 3 * DAY, NOW, second,
    )  # fmt: skip
    state = await suggestions(owner_client)
    assert state["timezone"] == "Asia/Tbilisi"
    counted = [cell(state, TODAY + number * DAY) for number in range(6)]
    assert [(each["rented"], each["available"]) for each in counted] == [
        (0, 2), (0, 2), (1, 1), (1, 1), (0, 2), (0, 2),
    ]  # fmt: skip


async def test_a_suggestion_is_accepted_published_and_undone(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, fleet: tuple[UUID, UUID]
) -> None:
    rent(query_admin_sql, georgia, fleet[0], FRIDAY, 2)
    before = await quoted(owner_client, FRIDAY)
    await set_rules(owner_client, RULE)
    state = await suggestions(owner_client)
    items = offered(state)
    assert [(each["car"], each["day"]) for each in items] == [
        (FORESTER, FRIDAY.isoformat()), (FORESTER, (FRIDAY + DAY).isoformat()),
    ]  # fmt: skip
    assert (items[0]["price"], items[0]["suggested"]) == (before, round(before * 1.2))
    assert cell(state, FRIDAY)["rule"] == 0
    # Only what was chosen, into the draft: visitors see it once it is published.
    answer = await owner_client.post(f"{URL}/accept", json={"items": items[:1]})
    assert answer.json() == {"success": True, "changed": 1}
    assert await quoted(owner_client, FRIDAY) == before
    state = await suggestions(owner_client)
    assert cell(state, FRIDAY) | {"rented": 1} == {
        "rented": 1, "available": 2, "price": items[0]["suggested"], "suggested": None, "rule": None,
        "isAccepted": True,
    }  # fmt: skip
    assert state["unpublished"] == 1
    season = entry(await draft(owner_client), "seasons", "demand-20260612-20260612")["item"]
    assert season["onlyListedCars"] is True
    assert list(season["rates"]) == [FORESTER]
    await publish(owner_client)
    assert await quoted(owner_client, FRIDAY) == items[0]["suggested"]
    assert await quoted(owner_client, FRIDAY + DAY) == items[1]["price"]

    items = offered(await suggestions(owner_client))
    assert (await owner_client.post(f"{URL}/accept", json={"items": items})).json()["changed"] == 1
    # Following days with the same prices are one season.
    codes = {
        each["key"]
        for each in (await draft(owner_client))["items"]
        if each["key"].startswith("demand-") and each["item"]
    }
    assert codes <= {"demand-20260612-20260613", "demand-20260612-20260612", "demand-20260613-20260613"}
    undone = [{"car": FORESTER, "day": (FRIDAY + number * DAY).isoformat()} for number in (0, 1)]
    assert (await owner_client.post(f"{URL}/undo", json={"items": undone})).json()["changed"] == 2
    await publish(owner_client)
    assert await quoted(owner_client, FRIDAY) == before
    assert (await owner_client.post(f"{URL}/undo", json={"items": undone})).json()["changed"] == 0


async def test_other_cars_keep_their_prices_and_seasons(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, fleet: tuple[UUID, UUID]
) -> None:
    rent(query_admin_sql, georgia, fleet[0], FRIDAY, 1)
    season = {"code": "june", "name": "June", "starts": "2026-06-01", "ends": "2026-06-30", "percent": 50}
    assert (
        await owner_client.post("/api/admin/catalog/draft/seasons", json={"item": season})
    ).status_code < 300
    await publish(owner_client)
    elantra = await quoted(owner_client, FRIDAY, "Hyundai Elantra")
    await set_rules(owner_client, RULE)
    items = offered(await suggestions(owner_client))
    assert (await owner_client.post(f"{URL}/accept", json={"items": items})).status_code == 200
    await publish(owner_client)
    assert await quoted(owner_client, FRIDAY) == items[0]["suggested"]
    assert await quoted(owner_client, FRIDAY, "Hyundai Elantra") == elantra
    query_admin_sql("delete from seasons where code in ('june', 'demand-20260612-20260612')")


async def test_a_price_changed_meanwhile_makes_the_suggestion_outdated(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, fleet: tuple[UUID, UUID]
) -> None:
    rent(query_admin_sql, georgia, fleet[0], FRIDAY, 1)
    await set_rules(owner_client, RULE)
    items = offered(await suggestions(owner_client))
    await set_rules(owner_client, RULE | {"percent": 30})
    answer = await owner_client.post(f"{URL}/accept", json={"items": items})
    assert (answer.status_code, answer.json()["code"]) == (409, "SuggestionsOutdated")
    assert (await suggestions(owner_client))["unpublished"] == 0


async def test_two_owners_accept_the_same_suggestion_once(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, fleet: tuple[UUID, UUID]
) -> None:
    rent(query_admin_sql, georgia, fleet[0], FRIDAY, 1)
    await set_rules(owner_client, RULE)
    items = offered(await suggestions(owner_client))
    answers = await asyncio.gather(
        *(owner_client.post(f"{URL}/accept", json={"items": items}) for _ in range(4))
    )
    assert sorted(each.status_code for each in answers) == [200, 409, 409, 409]


async def test_only_owners_set_rules_and_others_see_nothing(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    db: Database,
    client_of: ClientFactory,
    sign_in: SignIn,
    georgia: Tenant,
    fleet: tuple[UUID, UUID],
) -> None:
    await set_rules(owner_client, RULE)
    assert (await client.get(URL)).status_code == 401
    assert (await alps_client.get(URL)).status_code == 401
    manager = (await signed_in_person(db, georgia, "manager", client_of, sign_in)).client
    state = await suggestions(manager)
    assert len(state["rules"]) == 1
    body = {"revision": state["revision"], "rules": []}
    assert (await manager.put(f"{URL}/rules", json=body)).status_code == 403
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    assert (await desk.get(URL)).status_code == 403


async def test_another_company_has_its_own_rules_fleet_and_prices(
    owner_client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    fleet: tuple[UUID, UUID],
) -> None:
    await set_rules(owner_client, RULE)
    other = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    state = await suggestions(other)
    assert (state["rules"], state["models"], state["timezone"]) == ([], [], alps.timezone)
    await set_rules(other, RULE | {"percent": 5})
    assert (await suggestions(owner_client))["rules"][0]["percent"] == 20


async def test_rules_are_refused_at_their_field_and_not_overwritten(owner_client: httpx.AsyncClient) -> None:
    revision = (await suggestions(owner_client))["revision"]
    bad = {"revision": revision, "rules": [RULE | {"car": "no-such-car"}]}
    assert fields_of(await owner_client.put(f"{URL}/rules", json=bad)) == {"rules.0.car"}
    for wrong in ({"percent": 0}, {"percent": 91}, {"occupancy": 101}, {"daysTo": 366}, {"minPrice": -1}):
        [field] = fields_of(
            await owner_client.put(f"{URL}/rules", json={"revision": revision, "rules": [RULE | wrong]})
        )
        assert field == f"rules.0.{next(iter(wrong))}"
    many = {"revision": revision, "rules": [RULE] * 51}
    assert fields_of(await owner_client.put(f"{URL}/rules", json=many)) == {"rules"}
    await set_rules(owner_client, RULE)
    answer = await owner_client.put(f"{URL}/rules", json={"revision": revision, "rules": []})
    assert (answer.status_code, answer.json()["code"]) == (409, "PriceRulesChanged")


async def test_the_page_needs_as_many_queries_for_many_models_as_for_one(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    fleet: tuple[UUID, UUID],
) -> None:
    with sent_statements() as of_one:
        await suggestions(owner_client, 30)
    for number in range(50):
        car = "Hyundai Elantra" if number % 2 else "Subaru Forester"
        add_vehicle(query_admin_sql, georgia, f"MANY-{number}", car)
    with sent_statements() as of_many:
        await suggestions(owner_client, 90)
    assert len(of_many) == len(of_one)
    assert sum("cross join days" in statement for statement in of_many) == 1


async def test_rules_with_consent_are_applied_once_a_day_and_owners_are_told(
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    sign_in: SignIn,
    fleet: tuple[UUID, UUID],
) -> None:
    rent(query_admin_sql, georgia, fleet[0], FRIDAY, 2)
    before = await quoted(owner_client, FRIDAY)
    # Off by default: nothing is due, whatever a rule suggests.
    await set_rules(owner_client, RULE)
    assert query_admin_sql("select due_at from price_suggestion_settings") == [(None,)]
    await set_rules(owner_client, RULE | {"isAutomatic": True, "car": FORESTER}, RULE | {"percent": 50})
    [(due,)] = query_admin_sql("select due_at from price_suggestion_settings")
    assert due.astimezone(georgia.zone).hour == 5
    assert due > NOW
    context = TaskContext(db, settings, clock)
    await run_for_all(apply_due, context)
    assert not query_admin_sql("select from outbox_messages where kind = 'prices.changed'")
    # A draft of someone else is kept.
    assert (
        await owner_client.post(
            "/api/admin/catalog/draft/seasons",
            json={"item": {"code": "mine", "name": "Mine", "starts": "2026-09-01", "ends": "2026-09-02"}},
        )
    ).status_code < 300
    clock.move(days=1)
    assert georgia.id in await tenants_with_due_rules(db, clock.now())
    await asyncio.gather(*(run_for_all(apply_due, context) for _ in range(3)))
    [(payload,)] = query_admin_sql("select payload from outbox_messages where kind = 'prices.changed'")
    assert payload["count"] == 2
    assert payload["changes"][0]["after"] == round(before * 1.2) * 100
    await sign_in(owner_client, settings.owner_email, settings.admin_password.get_secret_value())
    season = entry(await draft(owner_client), "seasons", "demand-20260612-20260613")
    assert season["item"]["rates"].keys() == {FORESTER}
    assert entry(await draft(owner_client), "seasons", "mine")["live"] is None
    versions = (await owner_client.get("/api/admin/catalog/versions")).json()["versions"]
    assert versions[0]["note"] == "Automatic price changes"
    assert not await tenants_with_due_rules(db, clock.now())


async def test_a_year_ago_is_replayed_at_unchanged_demand(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql, fleet: tuple[UUID, UUID]
) -> None:
    year_ago = TODAY - timedelta(days=365)
    query_admin_sql("update vehicle_states set changed_at = %s", NOW - timedelta(days=400))
    booked = NOW - timedelta(days=380)
    rent(query_admin_sql, georgia, fleet[0], year_ago + 5 * DAY, 4, status="completed", booked_at=booked)
    rent(
        query_admin_sql, georgia, fleet[1], year_ago + 6 * DAY, 2, status="completed", booked_at=booked + DAY
    )
    body = {"rules": [RULE], "days": 30}
    answer = (await owner_client.post(f"{URL}/replay", json=body)).json()
    # The second rental finds one of two vehicles rented: 20 percent more for its two days.
    assert answer | {"success": True} == {
        "success": True, "first": "2025-06-10", "last": "2025-07-09", "currency": "EUR", "rentals": 2,
        "changedRentals": 1, "revenue": 300, "withRules": 320, "isCut": False,
    }  # fmt: skip
    assert fields_of(await owner_client.post(f"{URL}/replay", json=body | {"days": 31})) == {"days"}


def test_a_cars_own_rule_decides_before_one_of_all_and_bounds_hold() -> None:
    rules = [
        Rule("raise", 50, 0, 30, 40),
        Rule("raise", 50, 0, 30, 10, car="a", max_rate=5_200),
        Rule("lower", 30, 0, 7, 20, min_rate=4_500),
    ]
    assert chosen_rule(rules, "a", 1, 2, 5) == 1
    assert chosen_rule(rules, "b", 1, 2, 5) == 0
    assert chosen_rule(rules, "b", 1, 2, 31) is None
    assert chosen_rule(rules, "b", 0, 2, 7) == 2
    assert chosen_rule(rules, "b", 0, 0, 7) is None
    assert (rules[1].rate(5_000), rules[1].rate(6_000), rules[2].rate(5_000), rules[2].rate(4_000)) == (
        5_200, 6_000, 4_500, 4_000,
    )  # fmt: skip


def test_a_replay_without_rules_changes_nothing_and_keeps_every_cent() -> None:
    car, vehicle = UUID(int=1), UUID(int=2)
    rental = Rental(TODAY, car, vehicle, TODAY, 3, 10_000)
    done = replay([rental], {}, {car: "a"}, [], TODAY, TODAY + 10 * DAY)
    assert (done.revenue, done.with_rules, done.changed_rentals) == (10_000, 10_000, 0)
