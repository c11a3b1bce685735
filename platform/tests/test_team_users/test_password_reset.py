"""A forgotten password: the link, its end, and the silence about whether there is an account."""

import asyncio
from typing import NoReturn

import httpx
import pyotp
import pytest
from console_people import PASSWORD, add_person, audited, newest_token, signed_in_person
from fastapi import FastAPI
from product_fixtures import NOW, OWNER_EMAIL, AdminSql, ClientFactory, SignIn
from refusals import refused_fields
from test_session_races import before_transaction

from abano.accounts.access.models import AdminRow
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.expensive_work import BoundedWork
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver_pending
from abano.messaging.outbox.transport import ChatWebhook, FileTransport
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
ASK = "/api/admin/password-reset"
CONFIRM = "/api/admin/password-reset/confirm"
KIND = "admin.password_reset"
NEW = "an entirely new password"


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from sign_in_failures")
    query_admin_sql("delete from admin_password_resets")
    query_admin_sql("delete from outbox_messages")


async def test_a_link_sets_a_new_password_once_and_ends_all_sessions(
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    settings: Settings,
) -> None:
    person = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    assert (await client.post(ASK, json={"email": person.email.upper()})).json() == {"success": True}
    token = newest_token(query_admin_sql, settings, KIND)
    stored = query_admin_sql(
        "select encode(token_hash, 'escape') || payload::text from admin_password_resets, outbox_messages"
    )
    assert all(token not in text for (text,) in stored)
    answer = await client.post(CONFIRM, json={"token": token, "password": NEW})
    assert answer.status_code == 200, answer.text
    assert (await person.client.get("/api/admin/me")).status_code == 401
    await sign_in(person.client, person.email, NEW)
    again = await client.post(CONFIRM, json={"token": token, "password": "one more password"})
    assert (again.status_code, again.json()["error"]) == (410, "ResetLinkExpired")
    assert audited(query_admin_sql, "admin.password_reset") == 1


async def test_a_link_leaves_the_second_factor_to_be_shown(
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    settings: Settings,
    clock: FixedClock,
) -> None:
    person = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    factor = "/api/admin/account/second-factor"
    secret = (await person.client.post(factor, json={"currentPassword": PASSWORD})).json()["secret"]
    code = {"code": pyotp.TOTP(secret).at(clock.now())}
    assert (await person.client.post(f"{factor}/confirm", json=code)).is_success
    await client.post(ASK, json={"email": person.email})
    token = newest_token(query_admin_sql, settings, KIND)
    done = await client.post(CONFIRM, json={"token": token, "password": NEW})
    assert done.is_success
    assert "set-cookie" not in done.headers
    answer = await client.post("/api/admin/login", json={"email": person.email, "password": NEW})
    assert set(answer.json()) == {"success", "challenge"}
    assert "set-cookie" not in answer.headers


async def test_a_used_link_at_once_works_once(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql, settings: Settings
) -> None:
    _, email = await add_person(db, georgia, "analyst")
    await client.post(ASK, json={"email": email})
    token = newest_token(query_admin_sql, settings, KIND)
    answers = await asyncio.gather(
        *(client.post(CONFIRM, json={"token": token, "password": NEW}) for _ in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 410, 410, 410]


async def test_a_link_ends_after_an_hour_and_with_another_use(
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    settings: Settings,
    clock: FixedClock,
) -> None:
    _, email = await add_person(db, georgia, "analyst")
    await client.post(ASK, json={"email": email})
    first = newest_token(query_admin_sql, settings, KIND)
    clock.move(minutes=1)
    await client.post(ASK, json={"email": email})
    second = newest_token(query_admin_sql, settings, KIND)
    assert (await client.post(CONFIRM, json={"token": second, "password": NEW})).status_code == 200
    assert (await client.post(CONFIRM, json={"token": first, "password": NEW})).status_code == 410
    clock.move(minutes=20)
    await client.post(ASK, json={"email": email})
    third = newest_token(query_admin_sql, settings, KIND)
    clock.move(minutes=61)
    assert (await client.post(CONFIRM, json={"token": third, "password": NEW})).status_code == 410


async def test_an_unknown_address_is_answered_and_written_alike(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    rows = (
        "select (select count(*) from admin_password_resets), (select count(*) from outbox_messages),"
        " (select count(*) from sign_in_failures)"
    )
    written = []
    answers = []
    # The caller's address is counted with the first question of all.
    await client.post(ASK, json={"email": "someone@example.com"})
    for email in (OWNER_EMAIL, "unknown@example.com"):
        before = query_admin_sql(rows)[0]
        answers.append(await client.post(ASK, json={"email": email}))
        written.append([now - then for now, then in zip(query_admin_sql(rows)[0], before, strict=True)])
    assert written[0] == written[1] == [1, 1, 2]
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].content == answers[1].content
    assert "unknown@example.com" not in str(query_admin_sql("select payload from outbox_messages"))


async def test_the_letter_goes_to_the_account_and_nowhere_else(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, settings: Settings, clock: FixedClock
) -> None:
    await client.post(ASK, json={"email": OWNER_EMAIL})
    await client.post(ASK, json={"email": "unknown@example.com"})
    context = TaskContext(db, settings, clock)
    await deliver_pending(context, georgia.id, FileTransport(settings.data_dir / "mail"), ChatWebhook())
    emails = [path.read_text() for path in (settings.data_dir / "mail").iterdir()]
    assert len(emails) == 1
    assert f"To: {OWNER_EMAIL}" in emails[0]
    assert "http://georgia.localhost:8000/admin/reset-password#" in emails[0].replace("=\n", "")


async def test_letters_to_one_person_are_limited_in_silence(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, clock: FixedClock
) -> None:
    for _ in range(5):
        assert (await client.post(ASK, json={"email": OWNER_EMAIL})).status_code == 200
        clock.move(seconds=30)
    sent = query_admin_sql("select count(*) from outbox_messages where payload ->> 'to' <> ''")
    assert sent == [(3,)]


async def test_asking_without_end_is_refused_for_unknown_addresses_too(client: httpx.AsyncClient) -> None:
    for email in (OWNER_EMAIL, "unknown@example.com"):
        statuses = [(await client.post(ASK, json={"email": email})).status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]


async def test_a_disabled_person_gets_no_email(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    person_id, email = await add_person(db, georgia, "analyst")
    query_admin_sql("update admins set disabled_at = now() where id = %s", person_id)
    await client.post(ASK, json={"email": email})
    assert query_admin_sql("select payload ->> 'to' from outbox_messages") == [("",)]


async def test_a_link_of_one_company_opens_nothing_at_another(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql, settings: Settings
) -> None:
    await client.post(ASK, json={"email": OWNER_EMAIL})
    token = newest_token(query_admin_sql, settings, KIND)
    answer = await alps_client.post(CONFIRM, json={"token": token, "password": NEW})
    assert answer.status_code == 410


async def test_a_short_password_is_refused_and_leaves_the_link(
    client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql, settings: Settings
) -> None:
    _, email = await add_person(db, georgia, "analyst")
    await client.post(ASK, json={"email": email})
    token = newest_token(query_admin_sql, settings, KIND)
    short = await client.post(CONFIRM, json={"token": token, "password": "1234567"})
    assert refused_fields(short) == [
        {"field": "password", "message": "Password must be at least 8 characters"}
    ]
    assert (await client.post(CONFIRM, json={"token": token, "password": PASSWORD})).status_code == 200


async def test_a_link_asked_for_before_or_while_its_owner_was_disabled_is_dead(
    app: FastAPI,
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    settings: Settings,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person_id, email = await add_person(db, georgia, "analyst")

    async def set_disabled(disabled: bool) -> None:
        answer = await owner_client.patch(f"/api/admin/users/{person_id}", json={"disabled": disabled})
        assert answer.status_code == 200, answer.text

    async def disable_behind_the_question() -> None:
        async with db.uow(georgia.id) as uow:
            row = await uow.session.get(AdminRow, (georgia.id, person_id))
            assert row is not None
            row.disabled_at = NOW

    await client.post(ASK, json={"email": email})
    tokens = [newest_token(query_admin_sql, settings, KIND)]
    await set_disabled(True)
    await client.post(ASK, json={"email": email})
    tokens.append(newest_token(query_admin_sql, settings, KIND))
    await set_disabled(False)
    # Counted first, then looked at: disabled in between.
    with monkeypatch.context() as patch:
        before_transaction(app, patch, 2, disable_behind_the_question)
        await client.post(ASK, json={"email": email})
    tokens.append(newest_token(query_admin_sql, settings, KIND))
    await set_disabled(False)
    for token in tokens:
        answer = await client.post(CONFIRM, json={"token": token, "password": NEW})
        assert (answer.status_code, answer.json()["error"]) == (410, "ResetLinkExpired")
    # Three emails in a quarter of an hour are the most.
    clock.move(minutes=16)
    await client.post(ASK, json={"email": email})
    newest = {"token": newest_token(query_admin_sql, settings, KIND), "password": NEW}
    assert (await client.post(CONFIRM, json=newest)).status_code == 200


async def test_an_invalid_link_is_reported_before_the_password_is_checked(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No one without a good link makes the server guess or hash."""

    async def expensive(*_arguments: object) -> NoReturn:
        raise AssertionError("expensive work for someone who may not set a password")

    monkeypatch.setattr(BoundedWork, "run", expensive)
    for path in (CONFIRM, "/api/referrers/password-reset/confirm", "/api/admin/invitations/accept"):
        for password in ("password", "4@8({[<369$51!|70+%2" * 10):
            body = {"token": "none", "name": "No one", "password": password}
            assert (await client.post(path, json=body)).status_code == 410, path
