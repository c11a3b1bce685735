"""Create a company: the one service of the command line, the operator console and sign-up.

A company is added to the register by the schema's function ``create_company``, which the application role may not
call. What it is filled with is stored beside it and loaded afterwards (``abano.ops.seeds.company_setup``), so that a
process that ends in between loses nothing.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import orjson
import psycopg
from psycopg.types.json import Jsonb
from sqlalchemy import text, update

from abano.core.errors import InvalidInput, Message
from abano.core.ids import new_id
from abano.core.text import clean
from abano.db.driver_errors import translate_errors
from abano.db.unit_of_work import Connection, TenantId, UnitOfWork, tenant_id_from_database
from abano.tenancy.directory.countries import Country
from abano.tenancy.directory.models import TenantSettings
from abano.tenancy.directory.rules import LEGAL
from abano.tenancy.directory.tenant import QUERIES, host_name

NEUTRAL = "starter"
MIN_SLUG, MAX_SLUG, MAX_NAME = 3, 40, 120
# Letters and digits that look alike in an address bar, and what stands for all of them.
LOOK_ALIKES = (("-", ""), ("rn", "m"), ("vv", "w"), ("cl", "d"))
LIKE_LETTERS = str.maketrans("0134578i", "oleastbl")
# Addresses that belong to the installation, or that customers would take for it.
RESERVED = frozenset(orjson.loads((files("abano.tenancy.directory") / "reserved_slugs.json").read_bytes()))
SLUG_FORM = Message(
    "company_slug_form",
    "Use {min} to {max} lowercase letters, digits and single hyphens, starting with a letter.",
)
SLUG_RESERVED = Message("company_slug_reserved", "This address is reserved. Choose another one.")
SLUG_TAKEN = Message("company_slug_taken", "This address is taken. Choose another one.")
SLUG_ALIKE = Message(
    "company_slug_alike", "This address looks like another company's. Choose one that differs more."
)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a company begins with instead of its template's; None keeps that. The first language is the template's."""

    languages: tuple[str, ...] | None = None
    currency: str | None = None
    timezone: str | None = None
    phone_prefix: str | None = None
    # What invoices call VAT.
    tax_label: str | None = None


AS_TEMPLATE = Choices()


@dataclass(frozen=True, slots=True)
class NewCompany:
    """A company to create. ``host``: of its site.

    ``owner_email``: of its first owner, who signs in with the password of ``password_hash`` or is invited; empty for
    none. ``language``: the owner's. ``is_open``: visitors see the site at once.
    """

    slug: str
    name: str
    host: str
    template: str = NEUTRAL
    choices: Choices = AS_TEMPLATE
    owner_email: str = ""
    password_hash: str | None = None
    language: str | None = None
    is_open: bool = False


def choices_of(country: Country, written: Sequence[str], *, language: str | None = None) -> Choices:
    """What a company of this country begins with. ``written``: the template's languages, which it needs a part of.

    ``language``: chosen instead of the country's.
    """
    wanted = (language,) if language else country.languages
    languages = (written[0], *(each for each in dict.fromkeys(wanted) if each in written[1:]))
    return Choices(
        languages, country.currency, country.timezone, country.phone_prefix, country.tax_label or None
    )


def check_slug(slug: str, taken: Collection[str]) -> None:
    """Whether strangers may choose this slug. ``taken``: slugs of companies. Raises InvalidInput for ``slug``."""
    is_formed = MIN_SLUG <= len(slug) <= MAX_SLUG and re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug)
    if not is_formed or slug.startswith("xn--"):
        raise InvalidInput.of("slug", SLUG_FORM(min=MIN_SLUG, max=MAX_SLUG))
    shape = shape_of(slug)
    if shape in _RESERVED_SHAPES:
        raise InvalidInput.of("slug", SLUG_RESERVED())
    if slug in taken:
        raise InvalidInput.of("slug", SLUG_TAKEN())
    if shape in set(map(shape_of, taken)):
        raise InvalidInput.of("slug", SLUG_ALIKE())


@lru_cache(maxsize=20_000)
def shape_of(slug: str) -> str:
    """The same for slugs that are easily taken for each other: tbi1isi-cars and tbilisicars."""
    for many, one in LOOK_ALIKES:
        slug = slug.replace(many, one)
    return slug.translate(LIKE_LETTERS)


_RESERVED_SHAPES = frozenset(map(shape_of, RESERVED))


async def create_company(conn: Connection, company: NewCompany) -> TenantId:
    """Add it to the register, in the caller's transaction of the operators' role. The worker fills it.

    Raises TenantExists, DomainTaken, InvalidTenant.
    """
    values = _values(company)
    await conn.execute(QUERIES["create_company"].encode(), values)
    return tenant_id_from_database(values["id"])


def create_company_as_owner(owner_url: str, company: NewCompany) -> TenantId:
    """The same for a command, which signs in as the owner of the schema."""
    values = _values(company)
    with psycopg.connect(owner_url) as conn, translate_errors():
        conn.execute(QUERIES["create_company"].encode(), values)
    return tenant_id_from_database(values["id"])


def _values(company: NewCompany) -> dict[str, Any]:
    chosen = {name: value for name, value in asdict(company.choices).items() if value is not None}
    setup = {
        "template": company.template,
        "choices": chosen,
        "ownerEmail": company.owner_email,
        "passwordHash": company.password_hash,
        "language": company.language,
        "isOpen": company.is_open,
    }
    return {
        "id": new_id(),
        "slug": company.slug,
        "name": clean(company.name),
        "host": host_name(company.host),
        "setup": Jsonb(setup),
    }


_STARTER_TEXTS = text("""
select 'document:' || kind || ':' || language, md5(body::text) from site_documents
where tenant_id = :tenant and kind = any(:kinds)
union all
select 'logo', md5((brand -> 'logo')::text) from tenant_settings where tenant_id = :tenant and brand ? 'logo'
""")


async def load_digests(uow: UnitOfWork) -> dict[str, str]:
    """Digests of what a company has now in the place of starter content, by name."""
    rows = await uow.session.execute(_STARTER_TEXTS, {"tenant": uow.tenant_id, "kinds": list(LEGAL)})
    return {str(name): str(digest) for name, digest in rows}


async def begin_closed(uow: UnitOfWork) -> None:
    """Close a new company's site, and store the digests of its starter content to recognise what was replaced."""
    await uow.session.execute(
        update(TenantSettings)
        .where(TenantSettings.tenant_id == uow.tenant_id)
        .values(is_open=False, began_with=await load_digests(uow))
    )
