"""The operator's side of a deletion: request, undo, carry out at once, and the list of deleted companies."""

from dataclasses import dataclass
from datetime import datetime

import psycopg

from abano.accounts.access.principals import OPERATOR
from abano.company.leaving.service import request_deletion_by_operator, undo_deletion
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.errors import InvalidInput, Message
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.tenancy.clusters.clusters import url_of
from abano.tenancy.directory.service import NoSuchTenant, find_tenant

NAME_NEEDED = Message(
    "delete_name_needed",
    "Confirm with --confirm {slug}: nothing of it can be brought back.",
    for_operators=True,
)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A company that was deleted, or will be."""

    id: str
    slug: str
    requested_at: datetime
    requested_by: str
    deletes_at: datetime | None
    removed_at: datetime | None
    rows: int


async def delete_tenant(
    settings: Settings, slug: str, *, at_once: bool = False, confirmed: str = ""
) -> datetime:
    """Close the company's site and remove everything after the grace period. Returns when.

    ``at_once``: the worker begins within a minute; ``confirmed`` is then the slug. Raises NoSuchTenant, Conflict,
    InvalidInput.
    """
    if at_once and confirmed != slug:
        raise InvalidInput.of("confirm", NAME_NEEDED(slug=slug))
    if (tenant_id := find_tenant(settings.database_url, slug)) is None:
        raise NoSuchTenant
    db = Database(settings, in_background=True)
    await db.open()
    try:
        deletes_at = await request_deletion_by_operator(db, tenant_id, OPERATOR, now=SystemClock().now())
    finally:
        await db.close()
    if at_once:
        _make_due(settings, tenant_id)
        deletes_at = SystemClock().now()
    return deletes_at


def _make_due(settings: Settings, tenant_id: TenantId) -> None:
    """As the owner, in the directory and where the company's rows are. Raises CannotMove without that owner's URL."""
    make_due = "update tenants set deletes_at = now() where id = %s and deletes_at > now()"
    with psycopg.connect(settings.database_url) as conn:
        row = conn.execute("select placement from tenants where id = %s", (tenant_id,)).fetchone()
        if row and row[0]:
            with psycopg.connect(url_of(settings, row[0])) as there:
                there.execute(make_due, (tenant_id,))
        conn.execute(make_due, (tenant_id,))


async def undo_tenant_deletion(settings: Settings, slug: str) -> None:
    """Raises NoSuchTenant, NoDeletion."""
    if (tenant_id := find_tenant(settings.database_url, slug)) is None:
        raise NoSuchTenant
    db = Database(settings, in_background=True)
    await db.open()
    try:
        await undo_deletion(db, tenant_id, OPERATOR, SystemClock().now())
    finally:
        await db.close()


def list_deletions(owner_url: str) -> list[Deleted]:
    """Deleted companies and those that will be, oldest first."""
    with psycopg.connect(owner_url) as conn:
        rows = conn.execute(
            "select d.id::text, d.slug, d.requested_at, d.requested_by, t.deletes_at, d.removed_at,"
            " (select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(d.removed) where key <> 'files')"
            " from tenant_deletions d left join tenants t on t.id = d.id order by d.requested_at, d.id"
        ).fetchall()
    return [Deleted(*row) for row in rows]
