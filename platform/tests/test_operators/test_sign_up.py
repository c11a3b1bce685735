"""Strangers sign up at the installation's own host; the worker creates the companies of those who confirmed."""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import uuid4

import anyio
import httpx
import psycopg
import pytest
from fastapi import FastAPI
from operator_console import client_at
from product_fixtures import NOW, AdminSql
from sign_up_steps import HOST, PASSWORD, SIGN_UP, Worker, confirm, state_of, stranger

from abano.core.clock import FixedClock
from abano.core.config import Settings, acting_as
from abano.db.engine import Database
from abano.main import create_app
from abano.messaging.outbox.transport import DeliveryFailed
from abano.operators.console.audit import COMMAND_LINE
from abano.operators.console.database import OperatorDatabase
from abano.operators.sign_up import creation
from abano.operators.sign_up.invitations import (
    invite,
    list_invitations,
    list_sign_ups,
    revoke,
)
from abano.operators.sign_up.rules import (
    CONFIRMATIONS_OF_LINK,
    REQUESTS_OF_DOMAIN,
    REQUESTS_OF_EMAIL,
    REQUESTS_OF_IP,
    link_token,
    mailbox_of,
)
from abano.operators.sign_up.service import delete_expired
from abano.site.pages.bot_check import BotCheckService, VerifyResponse
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
PATHS = ("", "/slug", "/state", "/confirm")
ADDRESS = "nino@svaneti.example"
SITE = "svaneti-jeeps.rent.example.com"


@pytest.fixture
def mode() -> str:
    return "open"


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql) -> Iterator[None]:
    yield
    query_admin_sql(
        "delete from company_sign_ups; delete from company_invitations; delete from sign_up_attempts;"
        "delete from company_setups;"
        "delete from tenant_domains where host like '%%.example.com';"
        "update tenants set slug = 'z' || substr(md5(id::text), 1, 30) where slug like 'svaneti%%'"
    )


@pytest.fixture
def sign_up_settings(settings: Settings, mode: str) -> Settings:
    return Settings(**settings.model_dump() | {"site_domain": HOST, "sign_up": mode})


@pytest.fixture
async def app(sign_up_settings: Settings, clock: FixedClock) -> AsyncIterator[FastAPI]:
    application = create_app(sign_up_settings, clock=clock)
    async with application.router.lifespan_context(application):
        yield application


@pytest.fixture
async def worker(
    operator_db: OperatorDatabase, db: Database, sign_up_settings: Settings, clock: FixedClock
) -> Worker:
    work = Worker(operator_db, db, sign_up_settings, clock)
    work.forget_emails()
    return work


async def asked(app: FastAPI, worker: Worker, **changes: str) -> tuple[httpx.AsyncClient, str]:
    """A stranger who signed up, and the token of the link in the email."""
    client = stranger(app)
    form = SIGN_UP | changes
    answer = await client.post("/api/sign-up", json=form)
    assert answer.status_code == 202, answer.text
    await worker.run()
    return client, worker.token(form["email"].lower())


async def test_a_stranger_becomes_the_owner_of_a_company_that_is_not_open(
    app: FastAPI, worker: Worker, query_admin_sql: AdminSql
) -> None:
    client, token = await asked(app, worker)
    [(to, text)] = worker.emails()
    assert to == ADDRESS
    assert "Svaneti Jeeps" in text
    assert await state_of(client, token) == "unconfirmed"
    # Nothing is public before the address is confirmed.
    assert query_admin_sql("select count(*) from tenants where slug = 'svaneti-jeeps'") == [(0,)]
    answer = await confirm(client, token)
    assert (answer.status_code, answer.json()["state"]) == (200, "creating")
    await worker.run()
    ready = (await client.post("/api/sign-up/state", json={"token": token})).json()
    assert (ready["state"], ready["origin"]) == ("ready", f"https://{SITE}")
    site = client_at(app, SITE)
    signed_in = await site.post("/api/admin/login", json={"email": ADDRESS, "password": PASSWORD})
    assert signed_in.status_code == 200, signed_in.text
    me = (await site.get("/api/admin/me")).json()
    assert me["admin"]["role"] == "owner"
    [row] = query_admin_sql(
        "select s.currency, s.timezone, s.languages, s.is_open, a.language from tenants t"
        " join tenant_settings s on s.tenant_id = t.id join admins a on a.tenant_id = t.id"
        " where slug = 'svaneti-jeeps'"
    )
    assert row == ("GEL", "Asia/Tbilisi", ["en", "ka"], False, "ka")
    seller = (await site.get("/api/admin/seller")).json()["seller"]
    assert (seller["taxLabel"], seller["legalName"]) == ("დღგ", "")
    # Neither the password's hash nor the seal stays, and operators see who came.
    assert query_admin_sql("select password_hash, seal, company_id is not null from company_sign_ups") == [
        (None, None, True)
    ]
    assert query_admin_sql(
        "select details ->> 'owner' from operator_audit_log where action = 'company.signed_up'"
        " order by happened_at desc limit 1"
    ) == [(ADDRESS,)]


@pytest.mark.parametrize("mode", ["off"])
async def test_without_sign_up_every_path_is_unknown(app: FastAPI, query_admin_sql: AdminSql) -> None:
    for host in (HOST, "georgia.localhost", "localhost"):
        client = stranger(app, host=host)
        for path in PATHS:
            assert (await client.post(f"/api/sign-up{path}", json=SIGN_UP)).status_code == 404, (host, path)
        assert (await client.get("/api/sign-up/options")).status_code == 404, host
    for path in ("/", "/start", "/start/confirm"):
        assert (await stranger(app).get(path)).status_code == 404, path
    assert query_admin_sql("select count(*) from company_sign_ups") == [(0,)]


async def test_a_drill_signs_no_one_up(sign_up_settings: Settings, clock: FixedClock) -> None:
    application = create_app(sign_up_settings.model_copy(update={"drill": True}), clock=clock)
    async with application.router.lifespan_context(application):
        assert (await stranger(application).get("/api/sign-up/options")).status_code == 404


async def test_only_the_installations_own_host_signs_up(app: FastAPI) -> None:
    for host in ("georgia.localhost", "localhost", f"www.{HOST}", "operators.example.com"):
        client = stranger(app, host=host)
        for path in PATHS:
            assert (await client.post(f"/api/sign-up{path}", json=SIGN_UP)).status_code == 404, (host, path)
    # And nothing of companies is there.
    ours = stranger(app)
    for path in ("/api/site", "/api/admin/me", "/admin", "/api/bookings", "/sitemap.xml"):
        assert (await ours.get(path)).status_code == 404, path
    moved = await ours.get("/")
    assert (moved.status_code, moved.headers["location"]) == (307, "/start")


async def test_another_sites_page_cannot_sign_up(app: FastAPI) -> None:
    foreign = await stranger(app).post(
        "/api/sign-up", json=SIGN_UP, headers={"origin": "https://elsewhere.example"}
    )
    assert foreign.status_code == 403


async def test_countries_propose_and_options_have_no_secret(app: FastAPI) -> None:
    options = (await stranger(app).get("/api/sign-up/options")).json()
    assert (options["mode"], options["siteDomain"], options["botCheckKey"]) == ("open", HOST, "")
    georgia = next(each for each in options["countries"] if each["code"] == "GE")
    assert georgia == {
        "code": "GE",
        "currency": "GEL",
        "timezone": "Asia/Tbilisi",
        "languages": georgia["languages"],
    }
    assert "ka" in georgia["languages"]
    assert set(options["languages"]) == {"en", "ka", "de", "ru"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"slug": "georgia"}, "slug"),
        ({"slug": "ge0rgia"}, "slug"),
        ({"slug": "admin"}, "slug"),
        ({"slug": "a"}, "slug"),
        ({"companyName": "Visit evil.com now"}, "companyName"),
        ({"companyName": " "}, "companyName"),
        ({"email": "no address"}, "email"),
        ({"country": "XX"}, "country"),
        ({"currency": "ZZZ"}, "currency"),
        ({"timezone": "Mars/Base"}, "timezone"),
        ({"language": "tlh"}, "language"),
    ],
)
async def test_a_refused_form_names_the_field_and_is_not_stored(
    app: FastAPI, query_admin_sql: AdminSql, change: dict[str, str], field: str
) -> None:
    answer = await stranger(app).post("/api/sign-up", json=SIGN_UP | change)
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in answer.json()["fields"]] == [field]
    assert query_admin_sql("select count(*) from company_sign_ups") == [(0,)]


async def test_an_address_is_checked_while_it_is_typed(app: FastAPI) -> None:
    client = stranger(app)
    free = await client.post("/api/sign-up/slug", json={"slug": "svaneti-jeeps"})
    assert (free.status_code, free.json()["host"]) == (200, SITE)
    for slug, code in (("georgia", "taken"), ("ge0rgia", "alike"), ("mail", "reserved"), ("x", "form")):
        refused = await client.post("/api/sign-up/slug", json={"slug": slug})
        assert refused.json()["fields"][0]["code"] == f"company_slug_{code}"


async def test_a_host_that_a_company_added_is_taken(
    app: FastAPI, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    query_admin_sql(
        "insert into tenant_domains (tenant_id, host) values (%s, 'svaneti-jeeps.rent.example.com')",
        georgia.id,
    )
    refused = await stranger(app).post("/api/sign-up/slug", json={"slug": "svaneti-jeeps"})
    assert refused.json()["fields"][0]["code"] == "company_slug_taken"


async def test_a_known_address_gets_the_same_answer(app: FastAPI, worker: Worker) -> None:
    client, token = await asked(app, worker)
    await confirm(client, token)
    await worker.run()
    # Of an owner, and of no one.
    known = await client.post("/api/sign-up", json=SIGN_UP | {"slug": "svaneti-two"})
    unknown = await client.post(
        "/api/sign-up", json=SIGN_UP | {"slug": "svaneti-two", "email": "gio@x.example"}
    )
    assert (
        (known.status_code, known.content) == (unknown.status_code, unknown.content) == (202, known.content)
    )


async def test_one_mailbox_gets_few_emails_and_no_one_learns_of_it(app: FastAPI, worker: Worker) -> None:
    answers = []
    for number in range(REQUESTS_OF_EMAIL.attempts + 2):
        client = stranger(app, ip=f"192.0.2.{number + 1}")
        form = SIGN_UP | {"email": f"n.ino+{number}@gmail.com"}
        answers.append(await client.post("/api/sign-up", json=form))
    assert {(each.status_code, each.content) for each in answers} == {(202, answers[0].content)}
    await worker.run()
    assert len(worker.emails()) == REQUESTS_OF_EMAIL.attempts


def test_addresses_of_one_mailbox_are_counted_together() -> None:
    assert mailbox_of("N.i.no+cars@gmail.com") == "nino@gmail.com"
    assert mailbox_of("n.ino+cars@svaneti.example") == "n.ino@svaneti.example"


async def test_requests_of_one_address_and_of_one_domain_are_limited(
    app: FastAPI, query_admin_sql: AdminSql
) -> None:
    one = stranger(app, ip="192.0.2.200")
    for number in range(REQUESTS_OF_IP.attempts):
        form = SIGN_UP | {"email": f"a{number}@d{number}.example"}
        assert (await one.post("/api/sign-up", json=form)).status_code == 202
    refused = await one.post("/api/sign-up", json=SIGN_UP)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    for number in range(REQUESTS_OF_DOMAIN.attempts):
        form = SIGN_UP | {"email": f"a{number}@one.example"}
        assert (
            await stranger(app, ip=f"198.51.100.{number}").post("/api/sign-up", json=form)
        ).status_code == 202
    form = SIGN_UP | {"email": "last@one.example"}
    assert (await stranger(app, ip="198.51.100.99").post("/api/sign-up", json=form)).status_code == 429
    stored = REQUESTS_OF_IP.attempts + REQUESTS_OF_DOMAIN.attempts
    assert query_admin_sql("select count(*) from company_sign_ups") == [(stored,)]
    # Counted by hashes.
    assert query_admin_sql("select count(*) from sign_up_attempts where length(subject_hash) <> 32") == [(0,)]


async def test_an_email_that_fails_is_sent_later(
    app: FastAPI,
    worker: Worker,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    query_admin_sql: AdminSql,
) -> None:
    async def fail(*_: object) -> None:
        raise DeliveryFailed

    await stranger(app).post("/api/sign-up", json=SIGN_UP)
    with monkeypatch.context() as broken:
        broken.setattr(creation, "send", fail)
        await worker.run()
    assert query_admin_sql("select mailed_at from company_sign_ups") == [(None,)]
    clock.move(minutes=10)
    await worker.run()
    assert [to for to, _ in worker.emails()] == [ADDRESS]
    await worker.run()
    assert len(worker.emails()) == 1


async def test_a_link_works_once(app: FastAPI, worker: Worker, query_admin_sql: AdminSql) -> None:
    client, token = await asked(app, worker)
    await confirm(client, token)
    before = query_admin_sql("select slug, password_hash, seal from company_sign_ups")
    again = await confirm(client, token, slug="svaneti-cars", password="another horse battery glacier")
    assert (again.status_code, again.json()["slug"]) == (200, "svaneti-jeeps")
    assert query_admin_sql("select slug, password_hash, seal from company_sign_ups") == before
    await worker.run()
    replayed = await confirm(client, token, slug="svaneti-cars", password="another horse battery glacier")
    assert (replayed.status_code, replayed.json()["state"]) == (200, "ready")
    await worker.run()
    assert query_admin_sql("select slug from tenants where slug like 'svaneti%%'") == [("svaneti-jeeps",)]
    site = client_at(app, SITE)
    other = {"email": ADDRESS, "password": "another horse battery glacier"}
    assert (await site.post("/api/admin/login", json=other)).status_code == 401


async def test_forged_and_foreign_links_open_nothing(
    app: FastAPI, worker: Worker, sign_up_settings: Settings, query_admin_sql: AdminSql
) -> None:
    client, token = await asked(app, worker)
    [(sign_up_id,)] = query_admin_sql("select id from company_sign_ups")
    key = sign_up_settings.secret_key.get_secret_value()
    for wrong in (
        token[:-1] + ("0" if token[-1] != "0" else "1"),
        link_token(key, sign_up_id, "someone@else.example"),
        link_token("another key", sign_up_id, ADDRESS),
        link_token(key, uuid4(), ADDRESS),
        token[:32],
        "é" * 96,
        "x",
    ):
        assert (await confirm(client, wrong)).status_code == 410, wrong
        assert await state_of(client, wrong) == "410", wrong
    # The database alone does not tell it.
    [row] = query_admin_sql("select s::text from company_sign_ups s")
    assert token[32:] not in str(row)


async def test_a_link_expires_and_its_sign_up_is_removed(
    app: FastAPI, worker: Worker, db: Database, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    client, token = await asked(app, worker)
    clock.move(days=7, seconds=-1)
    await delete_expired(db, clock)
    assert await state_of(client, token) == "unconfirmed"
    clock.move(seconds=1)
    assert (await confirm(client, token)).status_code == 410
    await delete_expired(db, clock)
    assert query_admin_sql("select count(*) from company_sign_ups") == [(0,)]
    assert query_admin_sql("select count(*) from sign_up_attempts") == [(1,)]
    assert await state_of(client, token) == "410"
    await worker.run()
    assert query_admin_sql("select count(*) from tenants where slug like 'svaneti%%'") == [(0,)]


async def test_a_confirmed_sign_up_does_not_expire_before_its_company_exists(
    app: FastAPI, worker: Worker, db: Database, clock: FixedClock
) -> None:
    client, token = await asked(app, worker)
    await confirm(client, token)
    clock.move(days=8)
    await delete_expired(db, clock)
    await worker.run()
    assert await state_of(client, token) == "ready"
    await delete_expired(db, clock)
    assert await state_of(client, token) == "410"


@pytest.mark.parametrize("second", ["svaneti-jeeps", "svanetijeeps", "svaneti-jeep5"])
async def test_two_who_confirm_one_address_do_not_share_it(
    app: FastAPI, worker: Worker, query_admin_sql: AdminSql, second: str
) -> None:
    first, one = await asked(app, worker)
    other, two = await asked(app, worker, email="gio@kazbegi.example", slug=second)
    assert (await confirm(first, one)).status_code == 200
    assert (await confirm(other, two, slug=second)).status_code == 200
    await worker.run()
    assert [await state_of(first, one), await state_of(other, two)] == ["ready", "slug_taken"]
    assert query_admin_sql("select count(*) from tenants where slug like 'svaneti%%'") == [(1,)]
    # With the same link the second one chooses another address; no password waits meanwhile.
    assert query_admin_sql("select password_hash from company_sign_ups") == [(None,), (None,)]
    refused = await confirm(other, two, slug=second)
    assert refused.json()["fields"][0]["field"] == "slug"
    assert (await confirm(other, two, slug="svaneti-offroad")).status_code == 200
    await worker.run()
    assert await state_of(other, two) == "ready"


async def test_a_worker_that_dies_before_the_company_leaves_it_to_the_next_one(
    app: FastAPI, worker: Worker, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    client, token = await asked(app, worker)
    await confirm(client, token)

    async def die(*_: object, **__: object) -> None:
        raise ConnectionError

    for step in ("create_company", "record"):
        with monkeypatch.context() as killed, pytest.raises(ConnectionError):
            killed.setattr(creation, step, die)
            await worker.run()
        assert query_admin_sql("select count(*) from tenants where slug = 'svaneti-jeeps'") == [(0,)], step
        assert await state_of(client, token) == "creating"
    await worker.work.run()
    # Created, and not filled yet.
    assert await state_of(client, token) == "creating"
    await worker.run()
    assert await state_of(client, token) == "ready"
    await worker.run()
    assert query_admin_sql("select count(*) from tenants where slug = 'svaneti-jeeps'") == [(1,)]


async def test_two_workers_create_one_company(
    app: FastAPI, worker: Worker, query_admin_sql: AdminSql
) -> None:
    client, token = await asked(app, worker)
    await confirm(client, token)
    async with anyio.create_task_group() as both:
        both.start_soon(worker.work.run)
        both.start_soon(worker.work.run)
    assert query_admin_sql("select count(*) from tenants where slug = 'svaneti-jeeps'") == [(1,)]


async def test_nothing_is_created_without_the_platforms_seal(
    app: FastAPI, worker: Worker, settings: Settings, query_admin_sql: AdminSql
) -> None:
    await asked(app, worker)
    # What someone could do who reached the application's database role, but not its secret.
    with psycopg.connect(acting_as(settings.database_url, "abano_app")) as conn:
        conn.execute(
            "update company_sign_ups set confirmed_at = now(), password_hash = 'forged', seal = %s",
            (b"x" * 32,),
        )
        conn.commit()
        for statement in (
            "update company_sign_ups set email = 'thief@example.com'",
            "update company_sign_ups set company_id = id",
            "select * from company_invitations",
            "insert into company_invitations (id, email) values (gen_random_uuid(), 'thief@example.com')",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                conn.execute(statement.encode())
            conn.rollback()
    await worker.run()
    assert query_admin_sql("select count(*) from tenants where slug = 'svaneti-jeeps'") == [(0,)]
    assert query_admin_sql("select count(*) from company_sign_ups") == [(0,)]


async def test_easy_passwords_are_refused_and_guesses_at_a_link_limited(app: FastAPI, worker: Worker) -> None:
    client, token = await asked(app, worker)
    easy = await confirm(client, token, password="svanetijeeps")
    assert easy.json()["fields"][0]["field"] == "password"
    answers = [
        await confirm(stranger(app, ip=f"198.51.100.{number}"), token, slug="georgia")
        for number in range(CONFIRMATIONS_OF_LINK.attempts)
    ]
    assert {each.status_code for each in answers} == {422, 429}
    assert answers[-1].status_code == 429


@pytest.mark.parametrize("mode", ["invitation"])
async def test_by_invitation_only_invited_addresses_get_a_link_and_a_company(
    app: FastAPI,
    worker: Worker,
    operator_db: OperatorDatabase,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    await invite(operator_db, ADDRESS, "de", COMMAND_LINE, NOW)
    await worker.run()
    [(to, text)] = worker.emails()
    assert (to, "/start?lang=de" in text) == (ADDRESS, True)
    client = stranger(app)
    uninvited = await client.post("/api/sign-up", json=SIGN_UP | {"email": "gio@kazbegi.example"})
    invited = await client.post("/api/sign-up", json=SIGN_UP)
    assert (uninvited.status_code, uninvited.content) == (invited.status_code, invited.content)
    await worker.run()
    assert [to for to, _ in worker.emails()] == [ADDRESS, ADDRESS]
    [listed] = await list_sign_ups(operator_db)
    assert (listed.email, listed.state) == (ADDRESS, "unconfirmed")
    token = worker.token(ADDRESS)
    # Taken back before it was used.
    await revoke(operator_db, ADDRESS, COMMAND_LINE, NOW)
    assert await list_invitations(operator_db) == []
    await confirm(client, token)
    await worker.run()
    assert query_admin_sql("select count(*) from tenants where slug = 'svaneti-jeeps'") == [(0,)]
    # Invited again, and used up by the company.
    await invite(operator_db, ADDRESS, "en", COMMAND_LINE, NOW)
    await client.post("/api/sign-up", json=SIGN_UP)
    await worker.run()
    await confirm(client, worker.token(ADDRESS))
    await worker.run()
    assert query_admin_sql("select count(*) from tenants where slug = 'svaneti-jeeps'") == [(1,)]
    assert await list_invitations(operator_db) == []


@pytest.mark.parametrize("mode", ["invitation"])
async def test_an_invitation_expires(
    app: FastAPI, worker: Worker, operator_db: OperatorDatabase, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    await invite(operator_db, ADDRESS, "en", COMMAND_LINE, NOW)
    clock.move(days=14)
    await stranger(app).post("/api/sign-up", json=SIGN_UP)
    await worker.run()
    assert worker.emails() == []
    assert query_admin_sql("select count(*) from company_sign_ups") == [(0,)]


async def test_the_bot_check_comes_after_cheap_checks_and_needs_a_token(
    sign_up_settings: Settings, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, query_admin_sql: AdminSql
) -> None:
    asked_for: list[str] = []

    async def verify(_: object, keys: Any, *, token: str, action: str) -> VerifyResponse:
        asked_for.append(token)
        assert (keys, action) == (("site-key", "secret"), "company_sign_up")
        return VerifyResponse(success=token == "human")

    monkeypatch.setattr(BotCheckService, "verify", verify)
    checked = {"sign_up_bot_check_key": "site-key", "sign_up_bot_check_secret": "secret"}
    application = create_app(Settings(**sign_up_settings.model_dump() | checked), clock=clock)
    async with application.router.lifespan_context(application):
        client = stranger(application)
        options = await client.get("/api/sign-up/options")
        assert options.json()["botCheckKey"] == "site-key"
        assert "secret" not in options.text.replace("secrets", "")
        for body in ({}, {"botToken": "bot"}):
            refused = await client.post("/api/sign-up", json=SIGN_UP | body)
            assert (refused.status_code, refused.json()["error"]) == (403, "BotCheckFailed")
        await client.post("/api/sign-up", json=SIGN_UP | {"slug": "georgia", "botToken": "human"})
        assert asked_for == ["bot"]
        assert query_admin_sql("select count(*) from company_sign_ups") == [(0,)]
        passed = await client.post("/api/sign-up", json=SIGN_UP | {"botToken": "human"})
        assert passed.status_code == 202


@pytest.mark.parametrize(
    "wrong",
    [
        {"sign_up": "open", "site_domain": ""},
        {"site_domain": HOST, "operator_host": HOST},
        {"sign_up_bot_check_key": "key"},
        {"sign_up": "everyone"},
    ],
)
def test_settings_that_do_not_fit_are_refused(settings: Settings, wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"(?i)site_domain|sign_up"):
        Settings(**settings.model_dump() | wrong)
