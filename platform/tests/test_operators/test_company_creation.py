"""Operators and commands create companies, which the worker fills and whose owners are invited."""

from collections.abc import Iterator

import psycopg
import pytest
from background_tasks import run_for_all
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import EMAIL, client_at, signed_in
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.core.config import Settings, acting_as
from abano.core.errors import InvalidInput, NotFound
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.operators.console import companies
from abano.operators.console.database import OperatorDatabase
from abano.ops.seeds.company_setup import set_up_company
from abano.tenancy.directory.countries import all_countries, all_currencies
from abano.tenancy.directory.creation import RESERVED, Choices, check_slug, choices_of, shape_of

pytestmark = pytest.mark.anyio
COMPANY = {"name": "Batumi Cars", "slug": "batumi-cars", "email": "Nino@Batumi.example", "country": "GE"}
WRITTEN = ("en", "ka", "ru", "de")


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    empty_tables(query_admin_sql, "operators", "operator_attempts")
    monkeypatch.setattr(companies, "KEPT_SECONDS", 0.0)
    yield
    # A company is not deleted by a statement: its slug and host are given to the next test.
    query_admin_sql(
        "delete from company_setups; delete from tenant_domains where host like '%%.example.com';"
        "update tenants set slug = 'z' || substr(md5(id::text), 1, 30) where slug like 'batumi%%'"
    )


@pytest.fixture
def operator_settings(settings: Settings) -> Settings:
    values = {"operator_host": "operators.example.com", "site_domain": "rent.example.com"}
    return Settings(**settings.model_dump() | values)


async def set_up_all(settings: Settings, db: Database, clock: FixedClock) -> None:
    await run_for_all(set_up_company, TaskContext(db, settings, clock))


async def test_a_created_company_is_filled_and_its_owner_invited(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    operator_settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    options = (await client.get("/api/operator/company-options")).json()
    assert options["siteDomain"] == "rent.example.com"
    assert {"GE", "CH", "US"} <= set(options["countries"])
    answer = await client.post("/api/operator/companies", json=COMPANY)
    assert answer.status_code == 200, answer.text
    assert answer.json()["company"]["hosts"] == ["batumi-cars.rent.example.com"]
    assert answer.json()["entries"][0]["action"] == "company.created"
    assert answer.json()["entries"][0]["operator"] == EMAIL
    site = client_at(operator_app, "batumi-cars.rent.example.com")
    # Not before it is filled.
    assert (await site.get("/api/site")).status_code == 404
    visits = await client.get("/api/operator/companies/batumi-cars/support")
    assert (visits.status_code, visits.json()["sessions"]) == (200, [])
    await set_up_all(operator_settings, db, clock)
    operator_app.state.tenants.clear()
    assert (await site.get("/api/admin/me")).status_code == 401
    [(tenant, name)] = query_admin_sql("select id, name from tenants where slug = 'batumi-cars'")
    assert name == "Batumi Cars"
    [settings] = query_admin_sql(
        "select currency, timezone, phone_prefix, languages, is_open from tenant_settings where tenant_id = %s",
        tenant,
    )
    assert settings == ("GEL", "Asia/Tbilisi", "+995", ["en", "ka"], False)
    assert query_admin_sql("select tax_label from seller_settings where tenant_id = %s", tenant) == [("დღგ",)]
    assert query_admin_sql("select email, role from admin_invitations where tenant_id = %s", tenant) == [
        ("nino@batumi.example", "owner")
    ]
    assert query_admin_sql("select kind from outbox_messages where tenant_id = %s", tenant) == [
        ("admin.invited",)
    ]
    assert query_admin_sql("select count(*) from company_setups") == [(0,)]
    # Again, nothing happens.
    await set_up_all(operator_settings, db, clock)
    assert query_admin_sql("select count(*) from admin_invitations where tenant_id = %s", tenant) == [(1,)]


async def test_another_process_knows_a_new_company_at_once(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companies, "KEPT_SECONDS", 3_600.0)
    other = companies.Companies(operator_db)
    before = len(await other.all(clock.now()))
    client = await signed_in(operator_app, operator_db, clock)
    assert (await client.post("/api/operator/companies", json=COMPANY)).status_code == 200
    assert len(await other.all(clock.now())) == before
    assert (await other.get(COMPANY["slug"], clock.now())).name == COMPANY["name"]
    assert len(await other.all(clock.now())) == before + 1
    with pytest.raises(NotFound):
        await other.get("no-such-company", clock.now())


async def test_a_set_up_that_fails_leaves_nothing_and_is_repeated(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    operator_settings: Settings,
    db: Database,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    await client.post("/api/operator/companies", json=COMPANY)

    async def fail(*_: object, **__: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as broken, pytest.raises(ConnectionError):
        broken.setattr("abano.ops.seeds.company_setup.invite", fail)
        await set_up_all(operator_settings, db, clock)
    assert query_admin_sql(
        "select count(*) from tenant_settings s join tenants t on t.id = s.tenant_id where slug = 'batumi-cars'"
    ) == [(0,)]
    await set_up_all(operator_settings, db, clock)
    assert query_admin_sql(
        "select count(*) from tenant_settings s join tenants t on t.id = s.tenant_id where slug = 'batumi-cars'"
    ) == [(1,)]


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"slug": "georgia"}, "slug", "company_slug_taken"),
        ({"slug": "ge0rgia"}, "slug", "company_slug_alike"),
        ({"slug": "admin"}, "slug", "company_slug_reserved"),
        ({"slug": "Not a slug"}, "slug", "company_slug_form"),
        ({"country": "XX"}, "country", "country_unknown"),
        ({"email": "not an email"}, "email", "email_invalid"),
        ({"name": " "}, "name", None),
        ({"domain": "no host"}, "domain", None),
    ],
)
async def test_a_refused_company_names_the_field(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    change: dict[str, str],
    field: str,
    code: str | None,
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    before = query_admin_sql("select count(*) from tenants")
    answer = await client.post("/api/operator/companies", json=COMPANY | change)
    assert answer.status_code == 422
    [refused] = answer.json()["fields"]
    assert refused["field"] == field
    assert code is None or refused["code"] == code
    assert query_admin_sql("select count(*) from tenants") == before


async def test_a_host_that_another_company_has_is_refused(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    answer = await client.post("/api/operator/companies", json=COMPANY | {"domain": "alps.localhost"})
    assert (answer.status_code, answer.json()["error"]) == (409, "DomainTaken")
    assert query_admin_sql("select count(*) from tenants where slug = 'batumi-cars'") == [(0,)]
    assert query_admin_sql(
        "select count(*) from operator_audit_log where details ->> 'host' = 'alps.localhost'"
    ) == [(0,)]


async def test_no_company_is_created_without_sign_in(operator_app: FastAPI) -> None:
    stranger = client_at(operator_app)
    assert (await stranger.post("/api/operator/companies", json=COMPANY)).status_code == 401
    assert (await stranger.get("/api/operator/company-options")).status_code == 401
    site = client_at(operator_app, "georgia.localhost")
    assert (await site.post("/api/operator/companies", json=COMPANY)).status_code == 404


@pytest.mark.parametrize("role", ["abano_app", "abano_reporting"])
def test_serving_roles_create_no_company(settings: Settings, role: str) -> None:
    with (
        psycopg.connect(acting_as(settings.database_url, role)) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        conn.execute("select create_company(gen_random_uuid(), 'batumi', 'Batumi', 'b.example.com', '{}')")


def test_the_operators_role_creates_companies_and_sees_no_owner(
    settings: Settings, query_admin_sql: AdminSql
) -> None:
    with psycopg.connect(acting_as(settings.database_url, "abano_operator")) as conn:
        conn.execute(
            "select create_company(gen_random_uuid(), 'batumi', 'Batumi', 'b.example.com',"
            """ '{"template": "starter", "choices": {}, "ownerEmail": "a@b.example", "isOpen": false}')"""
        )
        # It is not in the company afterwards.
        assert conn.execute("select current_setting('abano.tenant_id', true)").fetchone() == ("",)
        conn.commit()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            conn.execute("select * from company_setups")
    assert query_admin_sql("select owner_email from company_setups") == [("a@b.example",)]


@pytest.mark.parametrize(
    ("slug", "code"),
    [
        ("ab", "company_slug_form"),
        ("1cars", "company_slug_form"),
        ("cars-", "company_slug_form"),
        ("cars--go", "company_slug_form"),
        ("xn--cars", "company_slug_form"),
        ("саrs", "company_slug_form"),
        ("a" * 41, "company_slug_form"),
        ("www", "company_slug_reserved"),
        ("adm1n", "company_slug_reserved"),
        ("ma-il", "company_slug_reserved"),
        ("kazbegi-cars", "company_slug_taken"),
        ("kazbegicars", "company_slug_alike"),
        ("kazbegl-cars", "company_slug_alike"),
        ("rnodern", "company_slug_alike"),
    ],
)
def test_slugs_that_mislead_are_refused(slug: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_slug(slug, {"kazbegi-cars", "modern"})
    assert refused.value.fields[0].sentence.code == code


def test_other_slugs_are_free() -> None:
    for slug in ("svaneti-cars", "cars24", "a-b-c", "alps"):
        check_slug(slug, {"kazbegi-cars"})
    assert all(shape_of(each) for each in RESERVED)


def test_countries_propose_what_a_company_needs() -> None:
    found = all_countries()
    assert len(found) > 200
    shown = {
        code: (found[code].currency, found[code].timezone, found[code].phone_prefix)
        for code in ("GE", "DE", "US")
    }
    assert shown == {
        "GE": ("GEL", "Asia/Tbilisi", "+995"),
        "DE": ("EUR", "Europe/Berlin", "+49"),
        "US": ("USD", "America/New_York", "+1"),
    }
    assert {"EUR", "GEL"} <= set(all_currencies())
    assert choices_of(found["DE"], WRITTEN).languages == ("en", "de")
    assert choices_of(found["JP"], WRITTEN).languages == ("en",)
    assert choices_of(found["GE"], WRITTEN, language="ru") == Choices(
        ("en", "ru"), "GEL", "Asia/Tbilisi", "+995", "დღგ"
    )
    labels = {code: found[code].tax_label for code in ("DE", "FR", "GE", "RU", "TR", "AU", "JP")}
    assert labels == {
        "DE": "MwSt.", "FR": "TVA", "GE": "დღგ", "RU": "НДС", "TR": "KDV", "AU": "GST", "JP": "",
    }  # fmt: skip
    assert all(len(country.tax_label) <= 20 for country in found.values())
