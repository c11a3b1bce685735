"""Companies on the platform: adding, listing, suspending; the application role can do none of it."""

import pytest
from product_fixtures import AdminSql, ClientFactory
from typer.testing import CliRunner

from abano.cli import app as commands
from abano.core.config import Settings
from abano.core.errors import InvalidInput
from abano.ops.seeds.demo import create_from_template
from abano.tenancy.directory.service import (
    DomainTaken,
    TenantExists,
    find_tenant,
    list_tenants,
    register_tenant,
)
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


async def test_a_new_company_has_a_working_site_at_once(settings: Settings, client_of: ClientFactory) -> None:
    await create_from_template(
        settings, slug="kazbegi-cars", name="Kazbegi Cars", domain="Kazbegi.Example.COM", template="georgia"
    )
    answer = await client_of("kazbegi.example.com").get("/api/site")
    assert answer.status_code == 200
    assert answer.json()["site"]["tenant"]["name"] == "Kazbegi Cars"
    listed = {tenant.slug: tenant for tenant in list_tenants(settings.database_url)}
    assert listed["kazbegi-cars"].hosts == ("kazbegi.example.com",)
    assert listed["georgia"].is_default


async def test_a_slug_or_domain_is_taken_once(settings: Settings) -> None:
    url = settings.database_url
    register_tenant(url, slug="first-one", name="First", hosts=("first.example.com",))
    with pytest.raises(TenantExists):
        register_tenant(url, slug="first-one", name="Again", hosts=("other.example.com",))
    with pytest.raises(DomainTaken):
        register_tenant(url, slug="second-one", name="Second", hosts=("first.example.com",))
    assert find_tenant(url, "second-one") is None  # nothing half-made is left


@pytest.mark.parametrize(("slug", "host"), [("Bad Slug", "ok.example.com"), ("fine", "")])
async def test_bad_names_are_refused(settings: Settings, slug: str, host: str) -> None:
    with pytest.raises(InvalidInput):
        register_tenant(settings.database_url, slug=slug, name="X", hosts=(host,))


@pytest.mark.parametrize(
    ("domain", "origin"),
    [("fresh.localhost", "http://fresh.localhost:8123"), ("Cars.Example.com", "https://cars.example.com")],
)
def test_the_printed_url_of_a_new_company_is_that_of_its_site(
    monkeypatch: pytest.MonkeyPatch, domain: str, origin: str
) -> None:
    async def create(*_: object, **__: object) -> None: ...

    monkeypatch.setattr("abano.ops.seeds.demo.create_from_template", create)
    monkeypatch.setattr("abano.cli.tenants.with_database", lambda settings: settings)
    monkeypatch.setenv("ABANO_PORT", "8123")
    arguments = ["tenant", "create", "--slug", "fresh", "--name", "Fresh", "--domain", domain]
    printed = CliRunner().invoke(commands, arguments)
    assert printed.exit_code == 0, printed.output
    assert f"{origin}, " in printed.output
    assert f"{origin}/admin/setup" in printed.output


async def test_the_list_of_companies_shows_the_names_they_gave_themselves(
    settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    query_admin_sql("update tenant_settings set name = 'Svaneti Cars' where currency = 'EUR'")
    listed = {tenant.id: tenant.name for tenant in list_tenants(settings.database_url)}
    query_admin_sql("update tenant_settings set name = null")
    assert listed[georgia.id] == "Svaneti Cars"
    assert "Alpenrad Mietwagen" in listed.values()
