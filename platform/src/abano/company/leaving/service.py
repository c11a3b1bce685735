"""Use cases of a company's deletion: asked for by an owner or the operator, undone, and carried out."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import Any

from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.company.domains.service import check_not_placed
from abano.company.leaving import notices
from abano.company.leaving.exports import store_name
from abano.company.leaving.repository import Deletion, DeletionRepository, Told
from abano.core.clock import Clock
from abano.core.errors import Conflict, InvalidInput, Message
from abano.db.engine import Database
from abano.db.tables import load_tables
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.layout import Recipient
from abano.messaging.outbox.service import load_recipient
from abano.messaging.outbox.transport import DeliveryFailed
from abano.storage.store import media_store
from abano.team.users.own_account import lock_verified, verify_password
from abano.team.users.users import list_owners
from abano.tenancy.directory.tenant import Tenant, load_tenant, public_origin

log = logging.getLogger(__name__)

GRACE_DAYS = 14
SOON_DAYS = 3
BATCH_ROWS = 5_000
# Mail that is away for longer does not keep a company's data.
MAIL_PATIENCE = timedelta(days=1)
OTHER_NAME = Message("other_company_name", "Type the company's name as it is written here: {name}")
ELSEWHERE = Message(
    "delete_elsewhere",
    "{slug} is on another cluster. Bring it back with `abano tenant move {slug} --to home` first.",
    for_operators=True,
)


class NoDeletion(Conflict):
    """This company is not being deleted."""


async def load_deletion(uow: UnitOfWork) -> Deletion | None:
    return await DeletionRepository(uow).find(SOON_DAYS)


async def request_deletion(
    db: Database,
    actor: Actor,
    admin: Admin,
    tenant: Tenant,
    *,
    name: str,
    password: str,
    key: str,
    clock: Clock,
) -> datetime:
    """Close the site, and have everything removed after the grace period. Returns when.

    Raises InvalidInput, TooManyRequests, TooBusy, SignInRequired, DomainsKeptByOperator.
    """
    if name.strip().casefold() != tenant.name.strip().casefold():
        raise InvalidInput.of("companyName", OTHER_NAME(name=tenant.name))
    await check_not_placed(db, tenant.id)
    proof = await verify_password(db, admin, password, field="currentPassword", key=key, clock=clock)
    async with db.uow(tenant.id) as uow:
        await lock_verified(uow, proof)
        repository = DeletionRepository(uow)
        if (known := await repository.find(SOON_DAYS)) is not None:
            return known.deletes_at
        deletes_at = await repository.request("owner", GRACE_DAYS)
        if deletes_at is None:
            raise NoDeletion
        after = {"deletesAt": deletes_at.isoformat()}
        await record(
            uow, actor, "company.deletion_requested", subject=("settings", None), after=after, now=clock.now()
        )
    return deletes_at


async def request_deletion_by_operator(
    uow: UnitOfWork, actor: Actor, slug: str, *, why: str = "", now: datetime
) -> datetime:
    """The same by an operator. Asked again, nothing changes. Raises Conflict: it is on another cluster."""
    repository = DeletionRepository(uow)
    if (known := await repository.find(SOON_DAYS)) is not None:
        return known.deletes_at
    deletes_at = await repository.request("operator", GRACE_DAYS)
    if deletes_at is None:
        raise Conflict(ELSEWHERE(slug=slug))
    after = {"deletesAt": deletes_at.isoformat()} | ({"why": why} if why else {})
    await record(uow, actor, "company.deletion_requested", subject=("settings", None), after=after, now=now)
    return deletes_at


async def undo_deletion(uow: UnitOfWork, actor: Actor, now: datetime, *, why: str = "") -> None:
    """Open the company again as it was. Raises NoDeletion: there is none, or the removal has begun."""
    if not await DeletionRepository(uow).undo():
        raise NoDeletion
    after = {"why": why} if why else None
    await record(uow, actor, "company.deletion_undone", subject=("settings", None), after=after, now=now)


async def carry_out(context: TaskContext, tenant_id: TenantId) -> None:
    """What is next of a deletion: tell the owners, or remove everything. Raises DeliveryFailed, MediaUnavailable.

    Safe to repeat: a removal that is cut off goes on where it ended.
    """
    async with context.db.uow(tenant_id) as uow:
        deletion = await load_deletion(uow)
    if deletion is None:
        return
    if deletion.began_at is None and not deletion.is_due:
        await _tell_before(context, tenant_id, deletion)
    elif await _begin(context, tenant_id, deletion):
        await _remove(context, tenant_id)


async def _tell_before(context: TaskContext, tenant_id: TenantId, deletion: Deletion) -> None:
    told: Told = "soon" if deletion.is_soon else "requested"
    if deletion.told in {told, "soon"}:
        return
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is None:
        return
    origin = public_origin(tenant, {}, context.settings.port) if tenant.primary_host else ""
    async with context.db.uow(tenant_id) as uow:
        owners = await _owners(uow)
        recipient = await load_recipient(uow, origin)
    await notices.send(
        context.settings, [notices.written(told, owner, recipient, deletion.deletes_at) for owner in owners]
    )
    async with context.db.uow(tenant_id) as uow:
        await DeletionRepository(uow).note_told(told)


async def _owners(uow: UnitOfWork) -> list[dict[str, Any]]:
    """The company's owners, with the company's name and the language in which they are told."""
    recipient = await load_recipient(uow, "")
    return [
        {
            "email": row.email,
            "language": row.language or recipient.team_language,
            "company": recipient.name,
        }
        for row in await list_owners(uow)
    ]


async def _begin(context: TaskContext, tenant_id: TenantId, deletion: Deletion) -> bool:
    """False: it was undone at the last moment."""
    if deletion.began_at is not None:
        return True
    async with context.db.uow(tenant_id) as uow:
        return await DeletionRepository(uow).begin(await _owners(uow))


async def _remove(context: TaskContext, tenant_id: TenantId) -> None:
    async with context.db.without_tenant() as conn:
        names = [table.name for table in reversed(await load_tables(conn)) if table.is_tenants]
    # Triggers write to tables that were empty: until a pass finds nothing.
    while await _remove_pass(context, tenant_id, names):
        if not context.has_time:
            return
    store = media_store(context.settings)
    files = await asyncio.to_thread(store.remove_all, tenant_id)
    await asyncio.to_thread(store.remove_all, store_name(tenant_id))
    await _tell_after(context, tenant_id)
    async with context.db.uow(tenant_id) as uow:
        is_done = await DeletionRepository(uow).finish(files)
    if is_done:
        log.info("company deleted", extra={"tenant": str(tenant_id), "files": files})


async def _remove_pass(context: TaskContext, tenant_id: TenantId, names: list[str]) -> int:
    total = 0
    for name in names:
        while context.has_time:
            async with context.db.uow(tenant_id) as uow:
                removed = await DeletionRepository(uow).remove_rows(name, BATCH_ROWS)
            total += removed
            if removed < BATCH_ROWS:
                break
    return total


async def _tell_after(context: TaskContext, tenant_id: TenantId) -> None:
    async with context.db.uow(tenant_id) as uow:
        deletion = await load_deletion(uow)
    if deletion is None or deletion.told == "removed" or deletion.began_at is None:
        return
    texts = [
        notices.written("removed", owner, Recipient(str(owner["company"]), "", "", ""), deletion.deletes_at)
        for owner in deletion.owners
    ]
    try:
        await notices.send(context.settings, texts)
    except DeliveryFailed:
        if datetime.now(UTC) - deletion.began_at < MAIL_PATIENCE:
            raise
        log.warning("owners not told of a deletion", extra={"tenant": str(tenant_id)})
    async with context.db.uow(tenant_id) as uow:
        await DeletionRepository(uow).note_told("removed")
