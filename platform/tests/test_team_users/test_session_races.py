"""No session survives that was started with outdated credentials.

A sign-in takes several transactions with a slow check between them. Whatever changes between any of them, in
the end no one is signed in with the old password or role, or after being disabled, removed or paused.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pyotp
import pytest
from argon2 import PasswordHasher
from console_people import PASSWORD, add_person, signed_in_person
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory, SignIn
from test_second_factor import code_at, first_step, second_step, turn_on

from abano.accounts.access import passwords
from abano.accounts.access.principals import OPERATOR, Actor, Admin
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.ids import new_token, token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.marketing.affiliates import service as affiliate_reset
from abano.team.users import email_links, own_account
from abano.team.users.users import change_admin
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
NEW = "an entirely new password"
ROUNDS = 12
MAX_CHECK = 0.06
CHANGES = ("password", "reset", "disabled", "role", "removed")
Change = Callable[[], Awaitable[None]]


class HasherOfAnyLength:
    """A cheap hash that takes a random time: many rounds cover many interleavings."""

    def __init__(self) -> None:
        self._cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self._chance = random.Random(8)  # noqa: S311 - lengths for a test

    def hash(self, password: str) -> str:
        return self._cheap.hash(password)

    def verify(self, stored: str, password: str) -> bool:
        time.sleep(self._chance.uniform(0, MAX_CHECK))
        return self._cheap.verify(stored, password)


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> None:
    query_admin_sql("delete from sign_in_failures")
    monkeypatch.setattr(passwords, "_hasher", HasherOfAnyLength())


async def after(seconds: float, change: Change) -> None:
    await asyncio.sleep(seconds)
    await change()


async def beside(change: Awaitable[None], *calls: Awaitable[httpx.Response]) -> list[httpx.Response]:
    """Responses to the calls made during the change."""
    changing = asyncio.ensure_future(change)
    answers = await asyncio.gather(*calls)
    await changing
    return answers


def before_transaction(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, number: int, change: Change
) -> Callable[[], bool]:
    """Make ``change`` before the application's ``number``-th next transaction; returns whether it was made."""
    db: Database = app.state.db
    real, started = db.uow, 0

    @asynccontextmanager
    async def uow(tenant_id: TenantId, **more: Any) -> AsyncIterator[UnitOfWork]:
        nonlocal started
        started += 1
        if started == number:
            await change()
        async with real(tenant_id, **more) as opened:
            yield opened

    monkeypatch.setattr(db, "uow", uow)
    return lambda: started >= number


@dataclass(frozen=True)
class Changes:
    """The possible changes to an admin or an affiliate during sign-in."""

    db: Database
    tenant_id: TenantId
    clock: FixedClock
    sql: AdminSql
    key: str

    def of_admin(self, kind: str, admin_id: UUID, email: str) -> Change:
        admin = Admin(admin_id, self.tenant_id, email, "Nino", "manager")

        async def password() -> None:
            await own_account.change_password(
                self.db, Actor(admin), admin, current=PASSWORD, new=NEW, token="none", key=self.key,
                clock=self.clock,
            )  # fmt: skip

        async def reset() -> None:
            token = new_token()
            self.sql(
                "insert into admin_password_resets (tenant_id, token_hash, admin_id, created_at, expires_at)"
                " values (%s, %s, %s, %s, %s)",
                self.tenant_id, token_hash(token), admin_id, self.clock.now(),
                self.clock.now() + timedelta(hours=1),
            )  # fmt: skip
            await email_links.reset_password(
                self.db, self.tenant_id, token=token, password=NEW, ip=None, clock=self.clock
            )

        async def disabled() -> None:
            async with self.db.uow(self.tenant_id) as uow:
                await change_admin(
                    uow,
                    OPERATOR,
                    admin_id,
                    role=None,
                    disabled=True,
                    clock=self.clock,
                )

        async def role() -> None:
            async with self.db.uow(self.tenant_id) as uow:
                await change_admin(
                    uow,
                    OPERATOR,
                    admin_id,
                    role="analyst",
                    disabled=None,
                    clock=self.clock,
                )

        async def removed() -> None:
            await asyncio.to_thread(self.sql, "delete from admins where id = %s", admin_id)

        return {"password": password, "reset": reset, "disabled": disabled, "role": role, "removed": removed}[
            kind
        ]

    def of_affiliate(self, kind: str, affiliate_id: UUID) -> Change:
        async def reset() -> None:
            token = new_token()
            self.sql(
                "insert into affiliate_password_resets (tenant_id, token_hash, affiliate_id, created_at, expires_at)"
                " values (%s, %s, %s, %s, %s)",
                self.tenant_id, token_hash(token), affiliate_id, self.clock.now(),
                self.clock.now() + timedelta(hours=1),
            )  # fmt: skip
            await affiliate_reset.reset_password(
                self.db, self.tenant_id, token=token, password=NEW, clock=self.clock
            )

        async def removed() -> None:
            for statement in (
                "delete from promo_codes where affiliate_id = %s",
                "delete from affiliates where id = %s",
            ):
                await asyncio.to_thread(self.sql, statement, affiliate_id)

        return {"reset": reset, "removed": removed}[kind]

    def survivors(self, admin_id: UUID) -> int:
        """Sessions and pending second steps, counted, with whether their admin is enabled."""
        [(sessions, challenges)] = self.sql(
            "select (select count(*) from admin_sessions where admin_id = %s),"
            " (select count(*) from admin_challenges where admin_id = %s)",
            admin_id, admin_id,
        )  # fmt: skip
        return int(sessions) + int(challenges)


@pytest.fixture
def changes(
    db: Database, georgia: Tenant, clock: FixedClock, query_admin_sql: AdminSql, settings: Settings
) -> Changes:
    return Changes(db, georgia.id, clock, query_admin_sql, settings.secret_key.get_secret_value())


async def sign_in_to_console(
    client: httpx.AsyncClient, email: str, password: str = PASSWORD
) -> httpx.Response:
    return await client.post("/api/admin/login", json={"email": email, "password": password})


async def check_no_one_old(
    changes: Changes, kind: str, admin_id: UUID, clients: list[httpx.AsyncClient]
) -> None:
    if kind != "role":
        assert changes.survivors(admin_id) == 0
        assert {(await one.get("/api/admin/me")).status_code for one in clients} == {401}
        return
    for one in clients:
        me = await one.get("/api/admin/me")
        assert me.status_code == 401 or me.json()["admin"]["role"] == "analyst"


@pytest.mark.parametrize("moment", [1, 2, 3])
@pytest.mark.parametrize("kind", CHANGES)
async def test_a_change_at_any_moment_of_a_sign_in_leaves_no_old_session(
    app: FastAPI,
    client_of: ClientFactory,
    db: Database,
    georgia: Tenant,
    changes: Changes,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    moment: int,
) -> None:
    admin_id, email = await add_person(db, georgia, "manager")
    client = client_of("localhost")
    change = changes.of_admin(kind, admin_id, email)
    with monkeypatch.context() as patch:
        changed = before_transaction(app, patch, moment, change)
        answer = await sign_in_to_console(client, email)
    if not changed():
        assert moment == 3, "a sign-in has two transactions"
        await change()
    elif kind != "role":
        assert answer.status_code == 401, answer.text
    else:
        assert answer.json()["admin"]["role"] == "analyst"
    await check_no_one_old(changes, kind, admin_id, [client])


# Accounts with a second factor have audit entries, which the database refuses to delete.
@pytest.mark.parametrize("moment", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("kind", CHANGES[:-1])
@pytest.mark.parametrize("with_recovery_code", [False, True])
async def test_a_change_at_any_moment_of_the_second_step_leaves_no_old_session(
    app: FastAPI,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    georgia: Tenant,
    changes: Changes,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    moment: int,
    with_recovery_code: bool,
) -> None:
    person = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    secret, codes = await turn_on(person, clock)
    client = client_of("localhost")
    code = codes[0] if with_recovery_code else pyotp.TOTP(secret).at(clock.now())
    change = changes.of_admin(kind, person.id, person.email)
    with monkeypatch.context() as patch:
        changed = before_transaction(app, patch, moment, change)
        first = await sign_in_to_console(client, person.email)
        if "challenge" in first.json():
            await second_step(client, first.json()["challenge"], code)
    if not changed():
        assert moment == 5 or (moment > 2 and first.status_code == 401), "both steps have two transactions"
        await change()
    await check_no_one_old(changes, kind, person.id, [client, person.client])


@pytest.mark.parametrize("kind", CHANGES)
async def test_sign_ins_that_race_a_change_leave_no_old_session(
    client_of: ClientFactory,
    db: Database,
    georgia: Tenant,
    changes: Changes,
    query_admin_sql: AdminSql,
    kind: str,
) -> None:
    chance = random.Random(kind)  # noqa: S311 - moments of a test
    for _ in range(ROUNDS):
        query_admin_sql("delete from sign_in_failures")
        admin_id, email = await add_person(db, georgia, "manager")
        clients = [client_of("localhost") for _ in range(3)]

        change = after(chance.uniform(0, MAX_CHECK), changes.of_admin(kind, admin_id, email))
        answers = await beside(change, *(sign_in_to_console(client, email) for client in clients))
        assert {answer.status_code for answer in answers} <= {200, 401}, [answer.text for answer in answers]
        await check_no_one_old(changes, kind, admin_id, clients)


async def test_second_steps_that_race_a_reset_leave_no_old_session_and_never_lock_each_other(
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    georgia: Tenant,
    changes: Changes,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    chance = random.Random(7)  # noqa: S311 - moments of a test
    for number in range(ROUNDS):
        query_admin_sql("delete from sign_in_failures")
        person = await signed_in_person(db, georgia, "manager", client_of, sign_in)
        secret, codes = await turn_on(person, clock)
        clients = [client_of("localhost") for _ in range(3)]
        challenges = [await first_step(client, person) for client in clients]
        change = changes.of_admin("reset" if number % 2 else "disabled", person.id, person.email)

        async def late(
            client: httpx.AsyncClient, challenge: str, code: str, most: float = 0.2 * (number % 2)
        ) -> httpx.Response:
            await asyncio.sleep(chance.uniform(0, most))
            return await second_step(client, challenge, code)

        typed = [code_at(secret, clock), *codes]
        answers = await beside(change(), *map(late, clients, challenges, typed))
        assert {answer.status_code for answer in answers} <= {200, 401}, [answer.text for answer in answers]
        await check_no_one_old(changes, "reset", person.id, [*clients, person.client])


async def new_affiliate(client: httpx.AsyncClient, sql: AdminSql, number: int | str) -> tuple[UUID, str]:
    email = f"racing-{number}@nomad.example.com"
    body = {"name": "Nomad Tales", "email": email, "paypalEmail": email, "password": PASSWORD}
    answer = await client.post("/api/referrers/register", json=body)
    assert answer.status_code == 201, answer.text
    return UUID(str(sql("select id from affiliates where email = %s", email)[0][0])), email


async def sign_in_as_affiliate(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/api/referrers/login", json={"email": email, "password": PASSWORD})


async def check_no_old_affiliate(client: httpx.AsyncClient, sql: AdminSql, affiliate_id: UUID,
                                 answers: list[httpx.Response]) -> None:  # fmt: skip
    assert sql("select count(*) from affiliate_sessions where affiliate_id = %s", affiliate_id) == [(0,)]
    for answer in answers:
        if answer.status_code == 200:
            headers = {"authorization": f"Bearer {answer.json()['token']}"}
            assert (await client.get("/api/referrers/dashboard", headers=headers)).status_code == 401


@pytest.mark.parametrize("moment", [1, 2, 3])
@pytest.mark.parametrize("kind", ["reset", "removed"])
async def test_a_change_at_any_moment_of_an_affiliates_sign_in_leaves_no_old_session(
    app: FastAPI,
    client: httpx.AsyncClient,
    changes: Changes,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    moment: int,
) -> None:
    affiliate_id, email = await new_affiliate(client, query_admin_sql, f"{kind}-{moment}")
    change = changes.of_affiliate(kind, affiliate_id)
    with monkeypatch.context() as patch:
        changed = before_transaction(app, patch, moment, change)
        answer = await sign_in_as_affiliate(client, email)
    if not changed():
        assert moment == 3, "a sign-in has two transactions"
        await change()
    else:
        assert answer.status_code == 401, answer.text
    await check_no_old_affiliate(client, query_admin_sql, affiliate_id, [answer])


@pytest.mark.parametrize("kind", ["reset", "removed"])
async def test_affiliates_sign_ins_that_race_a_change_leave_no_old_session(
    client: httpx.AsyncClient, changes: Changes, query_admin_sql: AdminSql, kind: str
) -> None:
    chance = random.Random(kind)  # noqa: S311 - moments of a test
    for number in range(ROUNDS):
        query_admin_sql("delete from sign_in_failures")
        affiliate_id, email = await new_affiliate(client, query_admin_sql, f"{kind}-round-{number}")

        change = after(chance.uniform(0, MAX_CHECK), changes.of_affiliate(kind, affiliate_id))
        answers = await beside(change, *(sign_in_as_affiliate(client, email) for _ in range(3)))
        assert {answer.status_code for answer in answers} <= {200, 401}
        await check_no_old_affiliate(client, query_admin_sql, affiliate_id, answers)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/password", {"currentPassword": PASSWORD, "newPassword": "the thief's own password"}),
        ("/second-factor", {"currentPassword": PASSWORD}),
        ("/second-factor/recovery-codes", {"currentPassword": PASSWORD}),
        ("/second-factor/disable", {"currentPassword": PASSWORD}),
    ],
)
async def test_a_proof_by_the_old_password_opens_nothing_once_it_is_another(
    app: FastAPI,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    georgia: Tenant,
    changes: Changes,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    body: dict[str, str],
) -> None:
    person = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    if path.count("/") == 2:
        await turn_on(person, clock)
    factor = "select sealed_secret, confirmed_at from admin_second_factors where admin_id = %s"
    before = query_admin_sql(factor, person.id)
    with monkeypatch.context() as patch:
        # Transactions 1 to 3 authenticate and check the password; the fourth performs the request.
        changed = before_transaction(app, patch, 4, changes.of_admin("reset", person.id, person.email))
        answer = await person.client.post(f"/api/admin/account{path}", json=body)
    assert changed()
    assert answer.status_code == 401, answer.text
    assert query_admin_sql(factor, person.id) == before
    challenge = await sign_in_to_console(client_of("localhost"), person.email, NEW)
    assert challenge.status_code == 200
