"""Rates from the operator's source: valid responses, applied rates, and rates that need a decision."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.catalog.exchange_rates import daily_rates, rate_source
from abano.catalog.exchange_rates.daily_rates import Known, Planned, plan, update_rates
from abano.catalog.exchange_rates.rate_source import SOURCE, SourceRates, SourceUnavailable, read_rates
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/currencies"
XML = """<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
  xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube><Cube time='{day}'><Cube currency='USD' rate='{usd}'/><Cube currency='CHF' rate='0.95'/></Cube></Cube>
</gesmes:Envelope>"""
JSON = '{"base": "USD", "date": "2026-06-11", "rates": {"EUR": 0.85, "GEL": 2.7}}'


# Valid responses of the source. Pure.


def test_the_two_formats_are_read() -> None:
    xml = read_rates(XML.format(day="2026-06-11", usd="1.18").encode())
    assert (xml.base, xml.day, xml.rates["USD"]) == ("EUR", date(2026, 6, 11), Decimal("1.18"))
    cross = read_rates(JSON.encode())
    assert cross.rate("EUR", "USD") == 1 / Decimal("0.85")
    assert cross.rate("EUR", "GEL") == Decimal("2.7") / Decimal("0.85")
    assert cross.rate("EUR", "EUR") == 1
    assert cross.rate("CHF", "USD") is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html><body>Maintenance</body></html>",
        b"{}",
        b"[1]",
        b'{"base": "EUR", "date": "2026-06-11", "rates": {}}',
        b'{"base": "EUR", "date": "2026-06-11", "rates": {"USD": "1.1"}}',
        b'{"base": "EUR", "date": "2026-06-11", "rates": {"USD": -1}}',
        b'{"base": "EUR", "date": "2026-06-11", "rates": {"USD": NaN}}',
        b'{"base": "EUR", "date": "soon", "rates": {"USD": 1.1}}',
        b'{"base": "euro", "date": "2026-06-11", "rates": {"USD": 1.1}}',
        b'<!DOCTYPE x [<!ENTITY a "b">]>' + XML.format(day="2026-06-11", usd="1.1").encode(),
        XML.format(day="2026-06-11", usd="many").encode(),
    ],
)
def test_anything_else_is_refused(content: bytes) -> None:
    with pytest.raises(SourceUnavailable):
        read_rates(content)


def test_only_what_is_newer_is_taken_over_and_a_jump_is_held() -> None:
    found = SourceRates(
        "EUR", date(2026, 6, 11), {"USD": Decimal("1.2"), "GEL": Decimal(4), "JPY": Decimal(170)}
    )
    known = [
        Known("USD", Decimal("1.0"), date(2026, 6, 10)),
        Known("GEL", Decimal("3.15"), date(2026, 6, 10)),
        Known("JPY", Decimal(160), date(2026, 6, 11)),
        Known("CHF", Decimal("0.95"), date(2026, 6, 1)),
    ]
    assert plan(known, "EUR", found) == [
        Planned("USD", Decimal("1.200000"), is_held=False),
        Planned("GEL", Decimal("4.000000"), is_held=True),
    ]


# Over a real server.


@dataclass
class Answer:
    body: str = XML.format(day="2026-06-11", usd="1.18")
    head: str = "200 OK"
    more: str = ""
    is_silent: bool = False
    asked: int = 0


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[str]:
    connections: set[asyncio.Task[None]] = set()

    async def answer_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        connections.add(task)
        await reader.readuntil(b"\r\n\r\n")
        answer.asked += 1
        if answer.is_silent:
            await reader.read()
        body = answer.body.encode()
        head = (
            f"HTTP/1.1 {answer.head}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n{answer.more}\r\n"
        )
        # The client's limit has been reached, so it has disconnected.
        with suppress(ConnectionError):
            writer.write(head.encode() + body)
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    server = await asyncio.start_server(answer_one, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/daily"
    await asyncio.gather(*connections)


@dataclass(frozen=True)
class Source:
    answer: Answer
    context: TaskContext
    tenant: Tenant

    async def update(self) -> None:
        SOURCE.forget()
        await update_rates(self.context, self.tenant.id)


@pytest.fixture
async def source(
    db: Database, settings: Settings, clock: FixedClock, georgia: Tenant, query_admin_sql: AdminSql
) -> AsyncIterator[Source]:
    """The Georgian company uses a local source; its rates are of 1 June."""
    empty_tables(query_admin_sql, "daily_rates", "held_rates")
    query_admin_sql("delete from exchange_rates where valid_from > '2026-06-02'")
    query_admin_sql("insert into daily_rates (tenant_id, due_at) values (%s, %s)", georgia.id, clock.now())
    answer = Answer()
    async with serving(answer) as url:
        own = settings.model_copy(update={"rates_url": url})
        yield Source(answer, TaskContext(db, own, clock), georgia)


def supported(body: dict[str, Any], currency: str) -> dict[str, Any]:
    [found] = [each for each in body["supported"] if each["currency"] == currency]
    return dict(found)


async def test_new_rates_are_added_with_source_and_day_and_the_rest_stays(
    source: Source, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    await source.update()
    body = (await owner_client.get(URL)).json()
    usd, gel = supported(body, "USD"), supported(body, "GEL")
    assert (usd["rate"], usd["source"], usd["sourceDay"]) == (1.18, "127.0.0.1", "2026-06-11")
    # The source has no lari: its rate is unchanged.
    assert (gel["rate"], gel["source"], gel["sourceDay"]) == (3.15, "", None)
    assert body["daily"]["isOn"] is True
    assert body["daily"]["checkedAt"]
    # No rate was added for a currency that the company does not have.
    assert supported(body, "CHF")["rate"] is None
    count = query_admin_sql("select count(*) from exchange_rates")
    await source.update()
    assert query_admin_sql("select count(*) from exchange_rates") == count
    entries = query_admin_sql(
        "select after from audit_log where action = 'exchange_rate.added' and admin_id is null"
    )
    assert entries[-1][0]["source"] == "127.0.0.1"


@pytest.mark.parametrize(
    "changes",
    [
        {"body": "<html>Maintenance</html>"},
        {"head": "500 Oops"},
        {"head": "302 Found", "more": "Location: http://127.0.0.1:1/\r\n"},
        {"body": "{" + " " * (rate_source.MAX_BYTES + 1)},
        {"body": XML.format(day="2026-07-11", usd="1.18")},
        {"is_silent": True},
    ],
)
async def test_a_source_that_fails_changes_nothing_and_is_asked_again(
    source: Source, changes: dict[str, Any], query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_source, "TIMEOUT_SECONDS", 0.3)
    for name, value in changes.items():
        setattr(source.answer, name, value)
    before = query_admin_sql("select count(*) from exchange_rates")
    await source.update()
    assert source.answer.asked == 1
    assert query_admin_sql("select count(*) from exchange_rates") == before
    [(due, checked)] = query_admin_sql("select due_at, checked_at from daily_rates")
    assert (due - source.context.clock.now(), checked) == (daily_rates.RETRY_AFTER, None)


async def test_a_jump_waits_for_a_person(source: Source, owner_client: httpx.AsyncClient) -> None:
    source.answer.body = XML.format(day="2026-06-11", usd="2.5")
    await source.update()
    body = (await owner_client.get(URL)).json()
    assert supported(body, "USD")["rate"] == 1.165
    assert body["held"] == [
        {
            "currency": "USD",
            "rate": 2.5,
            "rateInForce": 1.165,
            "source": "127.0.0.1",
            "sourceDay": "2026-06-11",
        }
    ]
    held = f"{URL}/held/USD"
    stale = await owner_client.post(held, json={"decision": "accept", "rate": 2.4})
    assert stale.status_code == 409
    accepted = await owner_client.post(held, json={"decision": "accept", "rate": 2.5})
    assert supported(accepted.json(), "USD") | {"validFrom": ""} == supported(accepted.json(), "USD") | {
        "rate": 2.5, "source": "127.0.0.1", "sourceDay": "2026-06-11", "validFrom": "",
    }  # fmt: skip
    assert accepted.json()["held"] == []
    assert (await owner_client.post(held, json={"decision": "accept", "rate": 2.5})).status_code == 404


async def test_a_dismissed_rate_is_asked_again_only_with_another_day(
    source: Source, owner_client: httpx.AsyncClient
) -> None:
    source.answer.body = XML.format(day="2026-06-10", usd="2.5")
    await source.update()
    done = await owner_client.post(f"{URL}/held/USD", json={"decision": "dismiss", "rate": 2.5})
    assert (done.status_code, done.json()["held"]) == (200, [])
    await source.update()
    assert (await owner_client.get(URL)).json()["held"] == []
    source.answer.body = XML.format(day="2026-06-11", usd="2.5")
    await source.update()
    assert len((await owner_client.get(URL)).json()["held"]) == 1
    # Once the source is plausible again, no decision is pending.
    source.answer.body = XML.format(day="2026-06-11", usd="1.17")
    await source.update()
    body = (await owner_client.get(URL)).json()
    assert (body["held"], supported(body, "USD")["rate"]) == ([], 1.17)


async def test_without_a_source_daily_rates_cannot_be_switched_on(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    empty_tables(query_admin_sql, "daily_rates")
    assert (await owner_client.put(f"{URL}/daily", json={"isOn": True})).status_code == 409
    assert (await owner_client.put(f"{URL}/daily", json={"isOn": "perhaps"})).status_code == 422
    off = await owner_client.put(f"{URL}/daily", json={"isOn": False})
    assert (off.status_code, off.json()["daily"]) == (200, {"isOn": False, "source": "", "checkedAt": None})


async def test_the_desk_changes_no_rates(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    assert (await desk.put(f"{URL}/daily", json={"isOn": False})).status_code == 403
    assert (await desk.post(f"{URL}/held/USD", json={"decision": "accept", "rate": 1})).status_code == 403
