"""Register, suspend and configure tenants. Uses the owner's connection: the application role may not do this."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from abano.core.errors import AbanoError, InvalidInput
from abano.core.ids import new_id
from abano.core.text import clean
from abano.db.driver_errors import map_db_error, translate_errors
from abano.db.unit_of_work import TenantId, tenant_id_from_database
from abano.tenancy.directory.brand import check_colors
from abano.tenancy.directory.tenant import host_name


@map_db_error("tenants_slug_key")
class TenantExists(AbanoError):
    """There is a company with this slug already."""

    status = 409


@map_db_error("tenants_one_default")
class DefaultTenantExists(AbanoError):
    """There is a company for local addresses already."""

    status = 409


@map_db_error("tenant_domains_host", "tenant_domains_pkey")
class DomainTaken(AbanoError):
    """This domain belongs to another company already."""

    status = 409


@map_db_error("tenants_slug_check", "tenants_name_check", "tenant_domains_host_check")
class InvalidTenant(InvalidInput):
    """A slug is 2 to 40 lowercase letters, digits and hyphens; name and domain may not be empty."""


class NoSuchTenant(AbanoError):
    """There is no company with this slug."""

    status = 404


@dataclass(frozen=True, slots=True)
class RegisteredTenant:
    """A tenant with its hosts."""

    id: TenantId
    slug: str
    name: str
    status: str
    is_default: bool
    created_at: datetime
    hosts: tuple[str, ...]


def register_tenant(
    owner_url: str, *, slug: str, name: str, hosts: tuple[str, ...], is_default: bool = False
) -> TenantId:
    """Add a company with its hosts in one transaction; the first host is the primary one.

    Raises TenantExists, DefaultTenantExists, DomainTaken, InvalidTenant.
    """
    tenant_id = new_id()
    with psycopg.connect(owner_url) as conn, translate_errors():
        conn.execute(
            "insert into tenants (id, slug, name, is_default) values (%s, %s, %s, %s)",
            (tenant_id, slug, clean(name), is_default),
        )
        _enter_tenant(conn, tenant_id)
        for position, host in enumerate(hosts):
            conn.execute(
                "insert into tenant_domains (tenant_id, host, is_primary) values (%s, %s, %s)",
                (tenant_id, host_name(host), position == 0),
            )
    return tenant_id_from_database(tenant_id)


def list_tenants(owner_url: str) -> list[RegisteredTenant]:
    """All companies, oldest first."""
    tenants = []
    with psycopg.connect(owner_url) as conn:
        rows = conn.execute(
            "select id, slug, name, status, is_default, created_at from tenants order by created_at, slug"
        ).fetchall()
        for tenant_id, slug, name, status, is_default, created_at in rows:
            with conn.transaction():
                _enter_tenant(conn, tenant_id)
                hosts = conn.execute(
                    "select host from tenant_domains where tenant_id = %s order by is_primary desc, host",
                    (tenant_id,),
                ).fetchall()
                own = conn.execute(
                    "select name from tenant_settings where tenant_id = %s", (tenant_id,)
                ).fetchone()
                conn.execute("reset role")
            tenants.append(
                RegisteredTenant(
                    id=tenant_id_from_database(tenant_id),
                    slug=slug,
                    name=(own and own[0]) or name,
                    status=status,
                    is_default=is_default,
                    created_at=created_at,
                    hosts=tuple(row[0] for row in hosts),
                )
            )
    return tenants


def find_tenant(owner_url: str, slug: str) -> TenantId | None:
    """The id of the company with this slug, or None."""
    with psycopg.connect(owner_url) as conn:
        row = conn.execute("select id from tenants where slug = %s", (slug,)).fetchone()
    return tenant_id_from_database(row[0]) if row else None


def set_colors(owner_url: str, slug: str, changes: Mapping[str, str]) -> dict[str, str]:
    """Change colours of a company's brand; its pages follow within seconds. Returns all its colours.

    Raises NoSuchTenant, and InvalidInput (nothing is stored) for an unreadable colour.
    """
    tenant_id = find_tenant(owner_url, slug)
    if tenant_id is None:
        raise NoSuchTenant
    with psycopg.connect(owner_url) as conn:
        _enter_tenant(conn, tenant_id)
        row = conn.execute(
            "select brand->'colors' from tenant_settings where tenant_id = %s for update", (tenant_id,)
        ).fetchone()
        stored = row[0] if row and isinstance(row[0], dict) else {}
        colors = {str(name): str(value) for name, value in stored.items()} | dict(changes)
        if changes:
            check_colors(colors)
            conn.execute(
                "update tenant_settings set brand = jsonb_set(brand, '{colors}', %s), updated_at = now()"
                " where tenant_id = %s",
                (Jsonb(colors), tenant_id),
            )
    return colors


def _enter_tenant(conn: "psycopg.Connection[tuple[object, ...]]", tenant_id: UUID) -> None:
    """Switch to the application role within one tenant: forced row-level security applies to the owner too."""
    conn.execute("select set_config('abano.tenant_id', %s, true)", (str(tenant_id),))
    conn.execute("set local role abano_app")
