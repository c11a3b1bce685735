"""A forgotten password: the same answer for everyone, one link, one hour, and every session ends."""

import asyncio
import email
import re
from email.message import EmailMessage
from email.policy import default

import httpx
import pytest
from background_tasks import run_for_all
from product_fixtures import AdminSql
from refusals import refused_fields
from test_affiliate_accounts import URL, log_in, register, token_of

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver

pytestmark = pytest.mark.anyio
NEW = "another password"


async def ask(client: httpx.AsyncClient, address: str) -> httpx.Response:
    return await client.post(f"{URL}/password-reset", json={"email": address})


async def confirm(client: httpx.AsyncClient, token: str, password: str = NEW) -> httpx.Response:
    body = {"token": token, "password": password}
    return await client.post(f"{URL}/password-reset/confirm", json=body)


async def emails(context: TaskContext, to: str) -> list[str]:
    """The tokens of all emails that were sent to this address."""
    await run_for_all(deliver, context)
    found = []
    for file in sorted((context.settings.data_dir / "mail").glob("*.eml")):
        message = email.message_from_bytes(file.read_bytes(), policy=default)
        assert isinstance(message, EmailMessage)
        if message["To"] != to:
            continue
        body = message.get_body(("plain",))
        assert body is not None
        found += re.findall(r"/affiliate-reset-password#([\w-]{43})\s", body.get_content())
    return found


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


async def test_link_sets_a_password_once_and_ends_every_session(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    await register(client, email="forgot@example.com")
    before = await token_of(client, "forgot@example.com")
    assert (await ask(client, "Forgot@example.com")).json() == {"success": True}
    stored = query_admin_sql(
        "select payload::text from outbox_messages where kind = 'affiliate.password_reset'"
    )
    [token] = await emails(context, "forgot@example.com")
    assert token not in str(stored)
    short = await confirm(client, token, "1234567")
    assert refused_fields(short) == [
        {"field": "password", "message": "Password must be at least 8 characters"}
    ]
    assert (await confirm(alps_client, token)).status_code == 410
    answers = await asyncio.gather(*(confirm(client, token) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 410, 410, 410]
    assert (await client.get(f"{URL}/dashboard", headers=before)).status_code == 401
    assert (await log_in(client, "forgot@example.com")).status_code == 401
    assert (await log_in(client, "forgot@example.com", NEW)).status_code == 200


async def test_answer_is_the_same_without_an_account_and_no_letter_leaves(
    client: httpx.AsyncClient, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    [(before,)] = query_admin_sql("select count(*) from affiliate_password_resets")
    answer = await ask(client, "unknown@example.com")
    assert (answer.status_code, answer.json()) == (200, {"success": True})
    assert await emails(context, "unknown@example.com") == []
    await register(client, email="known@example.com")
    assert (await ask(client, "known@example.com")).content == answer.content
    # The same rows are written for both.
    after = "select count(*) from affiliate_password_resets"
    assert query_admin_sql(after)[0][0] == before + 2


async def test_link_is_good_for_an_hour_and_only_the_newest_counts_after_use(
    client: httpx.AsyncClient, context: TaskContext, clock: FixedClock
) -> None:
    await register(client, email="late@example.com")
    await ask(client, "late@example.com")
    [late] = await emails(context, "late@example.com")
    clock.move(hours=1)
    assert (await confirm(client, late)).status_code == 410
    await ask(client, "late@example.com")
    await ask(client, "late@example.com")
    first, second = [token for token in await emails(context, "late@example.com") if token != late]
    assert (await confirm(client, second)).status_code == 200
    assert (await confirm(client, first)).status_code == 410


async def test_asking_is_limited_for_known_and_unknown_alike(client: httpx.AsyncClient) -> None:
    await register(client, email="asked@example.com")
    for address in ("asked@example.com", "stranger@example.com"):
        statuses = [(await ask(client, address)).status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]


async def test_affiliate_entered_by_the_company_gets_an_account_by_the_link(
    client: httpx.AsyncClient, context: TaskContext, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update affiliates set email = 'entered@example.com' where name = 'Nomad Diaries'")
    await ask(client, "entered@example.com")
    [token] = await emails(context, "entered@example.com")
    assert (await confirm(client, token)).status_code == 200
    headers = {
        "authorization": f"Bearer {(await log_in(client, 'entered@example.com', 'another password')).json()['token']}"
    }
    data = (await client.get(f"{URL}/dashboard", headers=headers)).json()["data"]
    assert data["promoCode"] == "NOMAD15"
