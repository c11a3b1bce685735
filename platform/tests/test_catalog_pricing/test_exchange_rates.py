"""Exchange rates as owners and managers enter them, and in the site's configuration."""

from typing import Any

import httpx
import psycopg
import pytest
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core import ttl_cache
from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/currencies"


@pytest.fixture
def later(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the clock, and every cache with it."""
    moved = {"seconds": 0.0}
    real = ttl_cache.now
    monkeypatch.setattr(ttl_cache, "now", lambda: real() + moved["seconds"])

    def move(**delta: float) -> None:
        clock.move(**delta)
        moved["seconds"] += 3600.0

    return move


async def add(console: httpx.AsyncClient, currency: str, rate: object, **more: Any) -> dict[str, Any]:
    answer = await console.post(f"{URL}/rates", json={"currency": currency, "rate": rate, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def offered(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    return list((await client.get("/api/site")).json()["site"]["displayCurrencies"])


def in_force(console: dict[str, Any], currency: str) -> float | None:
    [found] = [item["rate"] for item in console["supported"] if item["currency"] == currency]
    return None if found is None else float(found)


async def test_the_demo_companies_offer_what_their_seeds_say(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    up, nearest = {"step": 1, "mode": "up"}, {"step": 1, "mode": "nearest"}
    assert await offered(client) == [
        {"currency": "USD", "rate": 1.165, "date": "2026-06-01", "rounding": up},
        {"currency": "GEL", "rate": 3.15, "date": "2026-06-01", "rounding": nearest},
    ]
    assert await offered(alps_client) == [
        {"currency": "EUR", "rate": 1.072, "date": "2026-06-01", "rounding": up}
    ]


async def test_a_new_rate_is_in_force_at_once_and_the_old_one_stays_in_the_history(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, later: Any, query_admin_sql: AdminSql
) -> None:
    await offered(client)  # into the cache
    before = (await client.get("/api/site")).headers["etag"]
    rates = await add(owner_client, "USD", "1.2034")
    first, second = [rate for rate in rates["history"] if rate["currency"] == "USD"][:2]
    assert (first["rate"], first["state"], first["adminName"]) == (1.2034, "current", "Demo owner")
    assert (second["rate"], second["state"], second["adminName"]) == (1.165, "past", None)
    later(minutes=1)
    assert (await offered(client))[0] | {"rounding": {}} == {
        "currency": "USD", "rate": 1.2034, "date": "2026-06-10", "rounding": {},
    }  # fmt: skip
    assert (await client.get("/api/site")).headers["etag"] != before
    [(action, old, new)] = query_admin_sql(
        "select action, before ->> 'rate', after ->> 'rate' from audit_log"
        " where subject_kind = 'currency' and subject_id = 'USD'"
    )
    assert (action, old, new) == ("exchange_rate.added", "1.165000", "1.203400")


async def test_a_rate_of_a_later_day_waits_for_it(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, later: Any
) -> None:
    was = in_force((await owner_client.get(URL)).json(), "GEL")
    rates = await add(owner_client, "GEL", 3.3, startsOn="2026-06-12")
    planned = next(rate for rate in rates["history"] if rate["state"] == "planned")
    # Midnight in Tbilisi.
    assert (planned["currency"], planned["validFrom"]) == ("GEL", "2026-06-11T20:00:00Z")
    assert in_force(rates, "GEL") == was
    later(hours=34, minutes=59)
    assert (await offered(client))[1]["rate"] == was
    later(minutes=1)
    assert (await offered(client))[1] | {"rounding": {}} == {
        "currency": "GEL", "rate": 3.3, "date": "2026-06-12", "rounding": {},
    }  # fmt: skip


async def test_of_two_rates_for_one_moment_the_one_entered_last_holds(
    owner_client: httpx.AsyncClient,
) -> None:
    await add(owner_client, "CHF", "0.93")
    rates = await add(owner_client, "CHF", "0.94")
    assert in_force(rates, "CHF") == 0.94
    states = [rate["state"] for rate in rates["history"] if rate["currency"] == "CHF"]
    assert states == ["current", "past"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"rate": 1}, "currency"),
        ({"currency": "EUR", "rate": 1}, "currency"),
        ({"currency": "XYZ", "rate": 1}, "currency"),
        ({"currency": "usd", "rate": 1}, "currency"),
        ({"currency": "US DOLLAR", "rate": 1}, "currency"),
        ({"currency": "USD"}, "rate"),
        *(
            ({"currency": "USD", "rate": rate}, "rate")
            for rate in (0, -1, "0", "1,2", "", "many", "NaN", "Infinity", 1e300, True, None, [1], "1.1234567",
                         "100000000", "0.0000001", "9" * 5000)
        ),
        ({"currency": "USD", "rate": 1, "startsOn": "2026-06-09"}, "startsOn"),
        ({"currency": "USD", "rate": 1, "startsOn": "9999-12-31"}, "startsOn"),
        ({"currency": "USD", "rate": 1, "startsOn": "soon"}, "startsOn"),
    ],
)  # fmt: skip
async def test_a_bad_rate_is_refused_at_its_field_and_nothing_is_stored(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, body: dict[str, Any], field: str
) -> None:
    before = query_admin_sql("select count(*) from exchange_rates")
    answer = await owner_client.post(f"{URL}/rates", json=body)
    assert answer.status_code == 422, answer.text
    assert [item["field"] for item in answer.json()["fields"]] == [field]
    assert query_admin_sql("select count(*) from exchange_rates") == before


async def test_a_company_chooses_what_visitors_see_in_its_order(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, later: Any, query_admin_sql: AdminSql
) -> None:
    chosen = await owner_client.put(f"{URL}/shown", json={"currencies": ["GEL", "EUR", "USD", "GEL"]})
    assert chosen.json()["shown"] == ["GEL", "USD"]
    later(minutes=1)
    assert [item["currency"] for item in await offered(client)] == ["GEL", "USD"]
    assert (await owner_client.put(f"{URL}/shown", json={"currencies": []})).json()["shown"] == []
    later(minutes=1)
    assert await offered(client) == []
    entries = "select count(*) from audit_log where action = 'exchange_rate.currencies_chosen'"
    rates = query_admin_sql(entries)
    assert rates > [(1,)]
    # Nothing changed, nothing to record.
    await owner_client.put(f"{URL}/shown", json={"currencies": []})
    assert query_admin_sql(entries) == rates
    await owner_client.put(f"{URL}/shown", json={"currencies": ["USD", "GEL"]})


@pytest.mark.parametrize("currencies", [["JPY"], ["USD", "XYZ"], ["DOLLAR"], ["USD"] * 9, "USD", None])
async def test_a_currency_without_a_rate_is_not_shown(
    owner_client: httpx.AsyncClient, currencies: object
) -> None:
    before = (await owner_client.get(URL)).json()["shown"]
    answer = await owner_client.put(f"{URL}/shown", json={"currencies": currencies})
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"].startswith("currencies")
    assert (await owner_client.get(URL)).json()["shown"] == before


async def test_another_company_sees_and_changes_nothing_of_these_rates(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    alps_client: httpx.AsyncClient,
    alps: Tenant,
    db: Database,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> None:
    manager = await signed_in_person(db, alps, "manager", client_of, sign_in)
    ours = (await owner_client.get(URL)).json()
    await add(manager.client, "USD", "1.11")
    theirs = (await manager.client.put(f"{URL}/shown", json={"currencies": ["USD"]})).json()
    assert (theirs["charged"], theirs["shown"]) == ("CHF", ["USD"])
    assert {rate["currency"] for rate in theirs["history"]} == {"EUR", "USD"}
    assert (await owner_client.get(URL)).json() == ours
    # Signed in with the other company, one is no one here.
    client.cookies.update(dict(manager.client.cookies))
    assert (await client.get(URL)).status_code == 401


async def test_rates_that_are_there_are_never_changed_or_deleted(georgia: Tenant, db: Database) -> None:
    for statement in (b"update exchange_rates set rate = 1", b"delete from exchange_rates"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            async with db.pipeline_transaction(georgia.id) as transaction:
                await transaction.connection.execute(statement)
