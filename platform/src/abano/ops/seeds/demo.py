"""The demo companies of a new installation, and new companies from a template."""

import re
import secrets
from dataclasses import dataclass
from zoneinfo import available_timezones

from abano.accounts.users.users import AdminExists, create_admin
from abano.catalog.published.service import CatalogService
from abano.company.settings.service import begin_closed
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.errors import InvalidInput, Message
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.ops.seeds.customers import load_customers
from abano.ops.seeds.fleet import load_fleet
from abano.ops.seeds.loader import (
    AS_STARTER,
    FOLDER,
    Choices,
    languages_of_template,
    load_affiliates,
    load_template,
)
from abano.ops.seeds.reviews import load_reviews_of_rentals
from abano.site.storage.service import Media
from abano.tenancy.directory.service import find_tenant, register_tenant
from abano.tenancy.directory.tenant import TenantCache

NO_SUCH_TEMPLATE = Message(
    "no_such_template", "There is no template {name}; there are {names}.", for_operators=True
)


@dataclass(frozen=True, slots=True)
class DemoTenant:
    """A company of every new installation. Its slug names its folder of seed data."""

    slug: str
    name: str
    hosts: tuple[str, ...]
    is_default: bool


DEMO_TENANTS = (
    DemoTenant("georgia", "Abano Georgia", ("georgia.localhost",), is_default=True),
    DemoTenant("alps", "Alpenrad Mietwagen", ("alps.localhost",), is_default=False),
)
NEUTRAL = "starter"
TEMPLATES = frozenset({NEUTRAL, *(tenant.slug for tenant in DEMO_TENANTS)})
LANGUAGE_NOT_WRITTEN = Message(
    "starter_language_not_written",
    "The starter is written in {names}; {first} must come first.",
    for_operators=True,
)
CURRENCY_FORM = Message(
    "currency_form", "Write a currency as three capitals, such as EUR.", for_operators=True
)
TIME_ZONE_FORM = Message("time_zone_form", "There is no time zone {name}.", for_operators=True)


async def seed_demo(settings: Settings) -> str | None:
    """Add what is missing of the demo companies. Existing rows are not changed.

    Returns the first owner's password when it was generated now, else None.
    """
    generated: str | None = None
    db, media = Database(settings, in_background=True), Media(settings)
    await db.open()
    try:
        for tenant in DEMO_TENANTS:
            tenant_id = find_tenant(settings.database_url, tenant.slug) or register_tenant(
                settings.database_url,
                slug=tenant.slug,
                name=tenant.name,
                hosts=tenant.hosts,
                is_default=tenant.is_default,
            )
            async with db.uow(tenant_id) as uow:
                await load_template(uow, tenant.slug, media)
                await load_affiliates(uow, tenant.slug)
            generated = await _first_owner(settings, db, tenant_id, generated) or generated
            if settings.demo_fleet:
                await _fleet(db, tenant.hosts[0])
    finally:
        await db.close()
    return generated


async def _fleet(db: Database, host: str) -> None:
    """Vehicles, a year of rentals, their customers and reviews of the demo company at this host."""
    tenant = await TenantCache(db, allow_header=False).find(host)
    catalog = await CatalogService(db).get(tenant.id)
    async with db.uow(tenant.id) as uow:
        await load_fleet(uow, tenant, catalog, SystemClock().now())
        await load_customers(uow, tenant, SystemClock().now())
        await load_reviews_of_rentals(uow, tenant, FOLDER / tenant.slug, SystemClock().now())


async def _first_owner(
    settings: Settings, db: Database, tenant_id: TenantId, earlier: str | None
) -> str | None:
    """Create the company's first owner, the same for each demo company. Returns a generated password, else None."""
    configured = settings.admin_password.get_secret_value()
    password = configured or earlier or secrets.token_urlsafe(12)
    try:
        await create_admin(
            db,
            tenant_id,
            email=settings.owner_email,
            password=password,
            name="Demo owner",
            role="owner",
            clock=SystemClock(),
        )
    except AdminExists:
        return None
    return None if configured else password


async def create_from_template(
    settings: Settings,
    *,
    slug: str,
    name: str,
    domain: str,
    template: str,
    choices: Choices = AS_STARTER,
    is_open: bool = True,
) -> TenantId:
    """A new company with a copy of the template's catalogue, texts and quiz.

    Unless ``is_open``, visitors see it once its owner opens it.

    Raises InvalidInput for an unknown template or choice, TenantExists, DomainTaken.
    """
    if template not in TEMPLATES:
        raise InvalidInput.of("from", NO_SUCH_TEMPLATE(name=template, names=", ".join(sorted(TEMPLATES))))
    _check_choices(template, choices)
    tenant_id = register_tenant(settings.database_url, slug=slug, name=name, hosts=(domain,))
    db = Database(settings, in_background=True)
    await db.open()
    try:
        async with db.uow(tenant_id) as uow:
            await load_template(uow, template, Media(settings), new_name=name, choices=choices)
            if not is_open:
                await begin_closed(uow)
    finally:
        await db.close()
    return tenant_id


def _check_choices(template: str, choices: Choices) -> None:
    offered = languages_of_template(template)
    languages = choices.languages or tuple(offered)
    if languages[0] != offered[0] or not set(languages) <= set(offered):
        raise InvalidInput.of("languages", LANGUAGE_NOT_WRITTEN(names=", ".join(offered), first=offered[0]))
    if choices.currency is not None and not re.fullmatch(r"[A-Z]{3}", choices.currency):
        raise InvalidInput.of("currency", CURRENCY_FORM())
    if choices.timezone is not None and choices.timezone not in available_timezones():
        raise InvalidInput.of("timezone", TIME_ZONE_FORM(name=choices.timezone))
