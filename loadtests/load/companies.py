"""Companies with staff that only the crowd of this run knows."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import httpx
import psycopg

from abano.core.config import Settings
from abano.ops.seeds.demo import create_from_template
from abano.team.users.users import add_admin
from loadtests.load.plan import Company
from loadtests.local_product import LocalProduct


def add_companies(product: LocalProduct, companies: Sequence[Company]) -> tuple[Company, ...]:
    """Make them, each with an owner, an analyst and an affiliate; the companies with their affiliates' codes."""
    settings = Settings.model_validate({"database_url": product.database_url})
    asyncio.run(_add_companies(settings, companies))
    with psycopg.connect(product.database_url) as conn:
        # Without an address their messages would wait for one.
        conn.execute(
            "update tenant_settings set contacts = contacts"
            " || jsonb_build_object('notificationEmail', slug || '@load.test'),"
            # No rental of a run is ever completed: its trips are weeks ahead.
            " commission_payable_on = 'confirmation'"
            " from tenants where id = tenant_id and slug = any(%s)",
            ([company.slug for company in companies],),
        )
    return tuple(replace(company, promo=_register_affiliate(product, company)) for company in companies)


async def _add_companies(settings: Settings, companies: Sequence[Company]) -> None:
    for company in companies:
        await create_from_template(
            settings,
            slug=company.slug,
            name=company.name,
            domain=f"{company.slug}.localhost",
            template=company.template,
        )
        for role in ("owner", "analyst"):
            await add_admin(
                settings,
                tenant_slug=company.slug,
                email=company.email(role),
                role=role,
                name=role.title(),
                password=company.password,
            )


def _register_affiliate(product: LocalProduct, company: Company) -> str:
    person = {
        "name": "A Friend",
        "email": company.email("affiliate"),
        "paypalEmail": company.email("affiliate"),
        "password": company.password,
    }
    answer = httpx.post(
        f"{product.origin}/api/referrers/register",
        json=person,
        headers={"Host": f"{company.slug}.localhost"},
        trust_env=False,
        timeout=30,
    )
    answer.raise_for_status()
    return str(answer.json()["referrer"]["promoCode"])
