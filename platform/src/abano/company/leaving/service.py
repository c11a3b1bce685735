"""Use cases of a company's deletion: asked for by an owner or the operator, undone, and carried out."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.company.leaving import notices
from abano.company.leaving.exports import prepare_invoices, store_name
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
from abano.tenancy.clusters.clusters import WayBackKept
from abano.tenancy.directory.tenant import Tenant, load_tenant, public_origin

log = logging.getLogger(__name__)

By = Literal["owner", "operator"]
Transactions = Callable[[TenantId], AbstractAsyncContextManager[UnitOfWork]]

GRACE_DAYS = 14
SOON_DAYS = 3
BATCH_ROWS = 5_000
# Mail that is away for longer does not keep a company's data.
MAIL_PATIENCE = timedelta(days=1)
OTHER_NAME = Message("other_company_name", "Type the company's name as it is written here: {name}")


class CompanyMoving(Conflict):
    """The company's data is being moved to another server. Try again in a few minutes."""


class CompanyJustMoved(Conflict):
    """The company was just moved to another server and can't be deleted yet. Contact your platform operator."""


class NoDeletion(Conflict):
    """This company is not being deleted."""


async def load_deletion(db: Database, tenant_id: TenantId) -> Deletion | None:
    async with db.directory_uow(tenant_id) as uow:
        return await DeletionRepository(uow).find(SOON_DAYS)


async def _is_elsewhere(db: Database, tenant_id: TenantId) -> bool:
    """Whether the company's rows are on another cluster than the directory."""
    return bool((await db.cluster_of(tenant_id)).name)


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

    Raises InvalidInput, TooManyRequests, TooBusy, SignInRequired, CompanyMoving, CompanyJustMoved.
    """
    if name.strip().casefold() != tenant.name.strip().casefold():
        raise InvalidInput.of("companyName", OTHER_NAME(name=tenant.name))
    proof = await verify_password(db, admin, password, field="currentPassword", key=key, clock=clock)
    is_elsewhere = await _is_elsewhere(db, tenant.id)
    async with db.uow(tenant.id) as uow:
        await lock_verified(uow, proof)
        if not is_elsewhere:
            return await _request_here(uow, actor, "owner", "", clock.now())
    return await _request_elsewhere(db, tenant.id, actor, "owner", "", clock.now())


async def request_deletion_by_operator(
    db: Database, tenant_id: TenantId, actor: Actor, *, why: str = "", now: datetime
) -> datetime:
    """The same by an operator. Asked again, nothing changes. Raises CompanyMoving, WayBackKept."""
    if await _is_elsewhere(db, tenant_id):
        return await _request_elsewhere(db, tenant_id, actor, "operator", why, now)
    async with db.uow(tenant_id) as uow:
        return await _request_here(uow, actor, "operator", why, now)


async def _request_here(uow: UnitOfWork, actor: Actor, by: By, why: str, now: datetime) -> datetime:
    """In one transaction: the directory has the company's rows, too."""
    repository = DeletionRepository(uow)
    if (known := await repository.find(SOON_DAYS)) is not None:
        return known.deletes_at
    deletes_at = await _request(repository, by)
    await _record_request(uow, actor, deletes_at, why, now)
    return deletes_at


async def _request(repository: DeletionRepository, by: By) -> datetime:
    if (deletes_at := await repository.request(by, GRACE_DAYS)) is not None:
        return deletes_at
    way_back = await repository.find_way_back()
    if way_back is None:
        raise CompanyMoving
    raise WayBackKept.of(*way_back) if by == "operator" else CompanyJustMoved


async def _request_elsewhere(
    db: Database, tenant_id: TenantId, actor: Actor, by: By, why: str, now: datetime
) -> datetime:
    """The directory decides; the worker has the other cluster follow where this is cut off."""
    async with db.directory_uow(tenant_id) as uow:
        repository = DeletionRepository(uow)
        if (known := await repository.find(SOON_DAYS)) is not None:
            return known.deletes_at
        deletes_at = await _request(repository, by)
    async with db.uow(tenant_id) as uow:
        await DeletionRepository(uow).follow_directory(by, GRACE_DAYS)
        await _record_request(uow, actor, deletes_at, why, now)
    return deletes_at


async def _record_request(
    uow: UnitOfWork, actor: Actor, deletes_at: datetime, why: str, now: datetime
) -> None:
    after = {"deletesAt": deletes_at.isoformat()} | ({"why": why} if why else {})
    await record(uow, actor, "company.deletion_requested", subject=("settings", None), after=after, now=now)


async def undo_deletion(
    db: Database, tenant_id: TenantId, actor: Actor, now: datetime, *, why: str = ""
) -> None:
    """Open the company again as it was. Raises NoDeletion: there is none, or the removal has begun."""
    if await _is_elsewhere(db, tenant_id):
        # There first: a removal begins there first.
        async with db.uow(tenant_id) as uow:
            if await DeletionRepository(uow).is_being_removed():
                raise NoDeletion
            await DeletionRepository(uow).undo()
        async with db.directory_uow(tenant_id) as uow:
            if not await DeletionRepository(uow).undo():
                raise NoDeletion
        async with db.uow(tenant_id) as uow:
            # The worker may have had it follow the directory in the meantime.
            await DeletionRepository(uow).undo()
            await _record_undo(uow, actor, now, why)
        return
    async with db.uow(tenant_id) as uow:
        if not await DeletionRepository(uow).undo():
            raise NoDeletion
        await _record_undo(uow, actor, now, why)


async def _record_undo(uow: UnitOfWork, actor: Actor, now: datetime, why: str) -> None:
    after = {"why": why} if why else None
    await record(uow, actor, "company.deletion_undone", subject=("settings", None), after=after, now=now)


async def carry_out(context: TaskContext, tenant_id: TenantId) -> None:
    """What is next of a deletion: tell the owners, or remove everything. Raises DeliveryFailed, MediaUnavailable.

    Safe to repeat: a removal that is cut off goes on where it ended.
    """
    db = context.db
    deletion = await load_deletion(db, tenant_id)
    if deletion is None:
        return
    is_elsewhere = await _is_elsewhere(db, tenant_id)
    if is_elsewhere and not await _follow(db, tenant_id, deletion):
        return
    if deletion.began_at is None and not deletion.is_due:
        await _tell_before(context, tenant_id, deletion)
    elif await _begin(db, tenant_id, deletion, is_elsewhere=is_elsewhere):
        await _remove(context, tenant_id, is_elsewhere=is_elsewhere)


async def _follow(db: Database, tenant_id: TenantId, deletion: Deletion) -> bool:
    """Have the cluster with the company's rows follow the directory. False: it was undone in the meantime."""
    async with db.uow(tenant_id) as uow:
        await DeletionRepository(uow).follow_directory(deletion.requested_by, GRACE_DAYS)
    if await load_deletion(db, tenant_id) is not None:
        return True
    async with db.uow(tenant_id) as uow:
        await DeletionRepository(uow).undo()
    return False


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
    async with context.db.directory_uow(tenant_id) as uow:
        await DeletionRepository(uow).note_told(told)
        # Again at the reminder, when the first ones have expired.
        await prepare_invoices(uow, context.clock.now())


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


async def _begin(db: Database, tenant_id: TenantId, deletion: Deletion, *, is_elsewhere: bool) -> bool:
    """False: it was undone at the last moment, or the other cluster was asked later and keeps the company for now."""
    if deletion.began_at is not None:
        return True
    async with db.uow(tenant_id) as uow:
        owners = await _owners(uow)
        if not is_elsewhere:
            return await DeletionRepository(uow).begin(owners)
        if not await DeletionRepository(uow).begin([]):
            return False
    async with db.directory_uow(tenant_id) as uow:
        return await DeletionRepository(uow).begin(owners)


async def _remove(context: TaskContext, tenant_id: TenantId, *, is_elsewhere: bool) -> None:
    """Where the rows are, then in the directory."""
    db = context.db
    async with db.without_tenant() as conn:
        names = [table.name for table in reversed(await load_tables(conn)) if table.is_tenants]
    clusters: list[Transactions] = [db.directory_uow]
    if is_elsewhere:
        async with db.uow(tenant_id) as uow:
            if await DeletionRepository(uow).is_here():
                clusters.insert(0, db.uow)
    # Triggers write to tables that were empty: until a pass finds nothing.
    while sum([await _remove_pass(context, tenant_id, names, cluster) for cluster in clusters]):
        if not context.has_time:
            return
    store = media_store(context.settings)
    files = await asyncio.to_thread(store.remove_all, tenant_id)
    await asyncio.to_thread(store.remove_all, store_name(tenant_id))
    await _tell_after(context, tenant_id)
    elsewhere: dict[str, int] = {}
    if is_elsewhere:
        async with db.uow(tenant_id) as uow:
            repository = DeletionRepository(uow)
            elsewhere = await repository.load_removed()
            if await repository.is_here() and not await repository.finish(files):
                return
    async with db.directory_uow(tenant_id) as uow:
        is_done = await DeletionRepository(uow).finish(files, elsewhere)
    if is_done:
        log.info("company deleted", extra={"tenant": str(tenant_id), "files": files})


async def _remove_pass(
    context: TaskContext, tenant_id: TenantId, names: list[str], transaction: Transactions
) -> int:
    total = 0
    for name in names:
        while context.has_time:
            async with transaction(tenant_id) as uow:
                removed = await DeletionRepository(uow).remove_rows(name, BATCH_ROWS)
            total += removed
            if removed < BATCH_ROWS:
                break
    return total


async def _tell_after(context: TaskContext, tenant_id: TenantId) -> None:
    deletion = await load_deletion(context.db, tenant_id)
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
    async with context.db.directory_uow(tenant_id) as uow:
        await DeletionRepository(uow).note_told("removed")
