"""Exports of the whole company for its owners: requested, written by the worker, downloaded, and removed in time.

An operator can have one written. Only an owner downloads it.
"""

import asyncio
import hashlib
import logging
import tempfile
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid5

from sqlalchemy import select

from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.company.leaving.models import CompanyExport
from abano.company.leaving.schemas import ExportKind
from abano.core.clock import Clock
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, tenants_by
from abano.messaging.outbox.kinds import CompanyExportReady
from abano.messaging.outbox.outbox import enqueue
from abano.ops.portability.service import Transfer, export_tenant
from abano.payments.invoices.archive import has_invoices, write_invoices
from abano.storage.store import MediaStore, MediaUnavailable, media_store
from abano.team.users.own_account import lock_verified, verify_password
from abano.team.users.users import list_owners
from abano.tenancy.directory.tenant import Tenant, load_tenant

log = logging.getLogger(__name__)

KEPT_DAYS = 7
MAX_KEPT = 3
MAX_ATTEMPT_HOURS = 6
PART_BYTES = 8 * 1024 * 1024

tenants_with_exports = tenants_by(
    "select distinct tenant_id from reporting.export_queue where due_at <= %(now)s"
)


class ExportPending(Conflict):
    """An export is being prepared. Wait until it is ready."""


class TooManyExports(Conflict):
    """There are three exports already. Delete one first."""


def store_name(tenant_id: UUID) -> UUID:
    """Where the store keeps a company's exports: apart from its photos and documents, which are swept."""
    return uuid5(tenant_id, "exports")


async def list_exports(uow: UnitOfWork, kind: ExportKind | None = None) -> list[CompanyExport]:
    """Newest first; of one kind, or all."""
    query = (
        select(CompanyExport)
        .where(CompanyExport.tenant_id == uow.tenant_id)
        .order_by(CompanyExport.requested_at.desc(), CompanyExport.id)
    )
    if kind:
        query = query.where(CompanyExport.kind == kind)
    return list(await uow.session.scalars(query))


async def request_export(
    db: Database,
    actor: Actor,
    admin: Admin,
    *,
    kind: ExportKind = "everything",
    password: str,
    key: str,
    clock: Clock,
) -> None:
    """Have the worker write an export. Raises InvalidInput, TooManyRequests, ExportPending, TooManyExports."""
    proof = await verify_password(db, admin, password, field="currentPassword", key=key, clock=clock)
    async with db.uow(admin.tenant_id) as uow:
        await lock_verified(uow, proof)
        await check_room(uow, kind)
        after: dict[str, object] | None = {"kind": kind} if kind == "invoices" else None
        await _add(uow, actor, requested_by=admin.id, kind=kind, after=after, now=clock.now())


async def request_export_for_owners(uow: UnitOfWork, actor: Actor, *, why: str, now: datetime) -> None:
    """The same by an operator; owners get an email when it is ready. Raises ExportPending, TooManyExports."""
    await check_room(uow)
    await _add(uow, actor, requested_by=None, now=now, after={"why": why})


async def prepare_invoices(uow: UnitOfWork, now: datetime) -> None:
    """Have the worker write the invoices of a company that is being deleted, unless they wait for the owners already.

    The audit log has the deletion, and then each download.
    """
    kept = await list_exports(uow, "invoices")
    if any(each.state in {"pending", "ready"} for each in kept) or not await has_invoices(uow):
        return
    uow.session.add(_export(uow, "invoices", None, now))


async def check_room(uow: UnitOfWork, kind: ExportKind = "everything") -> None:
    """Whether one more of this kind can be requested now. Raises ExportPending, TooManyExports."""
    exports = await list_exports(uow, kind)
    if any(each.state == "pending" for each in exports):
        raise ExportPending
    if len(exports) >= MAX_KEPT:
        raise TooManyExports


async def _add(
    uow: UnitOfWork,
    actor: Actor,
    *,
    requested_by: UUID | None,
    now: datetime,
    kind: ExportKind = "everything",
    after: dict[str, object] | None = None,
) -> None:
    uow.session.add(_export(uow, kind, requested_by, now))
    await record(uow, actor, "company.export_requested", subject=("settings", None), after=after, now=now)


def _export(uow: UnitOfWork, kind: ExportKind, requested_by: UUID | None, now: datetime) -> CompanyExport:
    return CompanyExport(
        tenant_id=uow.tenant_id,
        id=new_id(),
        kind=kind,
        requested_by=requested_by,
        requested_at=now,
        due_at=now,
    )


async def delete_export(
    db: Database, store: MediaStore, actor: Actor, tenant: Tenant, export_id: UUID, clock: Clock
) -> None:
    """Remove its file and its row. Raises NotFound, ExportPending, MediaUnavailable."""
    async with db.uow(tenant.id) as uow:
        export = await _get(uow, export_id)
        if export.state == "pending":
            raise ExportPending
        parts = export.parts
    await asyncio.to_thread(_remove_parts, store, tenant.id, parts)
    async with db.uow(tenant.id) as uow:
        await uow.session.delete(await _get(uow, export_id))
        await record(uow, actor, "company.export_deleted", subject=("settings", None), now=clock.now())


async def open_export(uow: UnitOfWork, actor: Actor, export_id: UUID, clock: Clock) -> CompanyExport:
    """The export that is about to be downloaded, which is audited. Raises NotFound: it is not ready, or gone."""
    export = await _get(uow, export_id)
    now = clock.now()
    if export.state != "ready" or export.expires_at is None or export.expires_at <= now:
        raise NotFound
    await record(uow, actor, "company.export_downloaded", subject=("settings", None), now=now)
    return export


async def open_file(store: MediaStore, tenant_id: TenantId, parts: list[str]) -> AsyncIterator[bytes]:
    """The file, a part at a time; the first is read now. Raises MediaUnavailable."""
    content = _read(store, tenant_id, parts)
    first = await anext(content, b"")

    async def whole() -> AsyncIterator[bytes]:
        yield first
        async for part in content:
            yield part

    return whole()


async def _read(store: MediaStore, tenant_id: TenantId, parts: list[str]) -> AsyncIterator[bytes]:
    for digest in parts:
        content = await asyncio.to_thread(store.get, store_name(tenant_id), digest)
        if content is None:
            raise MediaUnavailable
        yield content


async def _get(uow: UnitOfWork, export_id: UUID) -> CompanyExport:
    export = await uow.session.get(CompanyExport, (uow.tenant_id, export_id))
    if export is None:
        raise NotFound
    return export


async def work_on_exports(context: TaskContext, tenant_id: TenantId) -> None:
    """Write what is pending and remove what has expired. Safe to repeat. Raises MediaUnavailable."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        due = [each for each in await list_exports(uow) if each.due_at is not None and each.due_at <= now]
    for export in due:
        if export.state == "pending":
            await _write(context, tenant_id, export)
        else:
            await _expire(context, tenant_id, export)
    await _sweep(context, tenant_id)


async def _sweep(context: TaskContext, tenant_id: TenantId) -> None:
    """Remove parts that no export has: an attempt was cut off. One job of a tenant runs at a time."""
    async with context.db.uow(tenant_id) as uow:
        kept = {digest for export in await list_exports(uow) for digest in export.parts}
    store = media_store(context.settings)
    stored = await asyncio.to_thread(lambda: [each.digest for each in store.all(store_name(tenant_id))])
    await asyncio.to_thread(
        _remove_parts, store, tenant_id, [digest for digest in stored if digest not in kept]
    )


async def _write(context: TaskContext, tenant_id: TenantId, export: CompanyExport) -> None:
    now = context.clock.now()
    if now - export.requested_at > timedelta(hours=MAX_ATTEMPT_HOURS):
        expires_at = now + timedelta(days=KEPT_DAYS)
        await _change(
            context,
            tenant_id,
            export.id,
            state="failed",
            finished_at=now,
            expires_at=expires_at,
            due_at=expires_at,
        )
        return
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is None:
        return
    with tempfile.TemporaryDirectory(prefix="abano-export-") as folder:
        file = Path(folder) / "export"
        if export.kind == "invoices":
            written, missing = await write_invoices(context, tenant, file), 0
        else:
            transfer = await asyncio.to_thread(_exported, context, tenant.slug, file)
            written, missing = transfer.total, transfer.lost
        store = media_store(context.settings)
        parts = await asyncio.to_thread(_stored, store, tenant_id, file)
        size = file.stat().st_size
    now = context.clock.now()
    expires_at = now + timedelta(days=KEPT_DAYS)
    await _change(
        context,
        tenant_id,
        export.id,
        # The emails about the deletion name the invoices.
        announce=export.requested_by is None and export.kind == "everything",
        state="ready",
        finished_at=now,
        expires_at=expires_at,
        due_at=expires_at,
        bytes=size,
        missing_files=missing,
        parts=parts,
    )
    log.info(
        "company exported",
        extra={"tenant": str(tenant_id), "kind": export.kind, "rows": written, "bytes": size},
    )


def _exported(context: TaskContext, slug: str, file: Path) -> Transfer:
    return export_tenant(context.settings, slug, file, context.clock.now())


def _stored(store: MediaStore, tenant_id: TenantId, file: Path) -> list[str]:
    parts = []
    with file.open("rb") as content:
        while part := content.read(PART_BYTES):
            parts.append(hashlib.sha256(part).hexdigest())
            store.put(store_name(tenant_id), parts[-1], part)
    return parts


async def _expire(context: TaskContext, tenant_id: TenantId, export: CompanyExport) -> None:
    await asyncio.to_thread(_remove_parts, media_store(context.settings), tenant_id, export.parts)
    async with context.db.uow(tenant_id) as uow:
        await uow.session.delete(await _get(uow, export.id))


def _remove_parts(store: MediaStore, tenant_id: TenantId, parts: list[str]) -> None:
    for digest in parts:
        store.remove(store_name(tenant_id), digest)


async def _change(
    context: TaskContext, tenant_id: TenantId, export_id: UUID, *, announce: bool = False, **values: object
) -> None:
    """``announce``: by email, to the owners."""
    async with context.db.uow(tenant_id) as uow:
        export = await uow.session.get(CompanyExport, (tenant_id, export_id))
        if export is None:
            return
        for name, value in values.items():
            setattr(export, name, value)
        if announce and export.expires_at is not None:
            await _announce(uow, export.expires_at, context.clock.now())


async def _announce(uow: UnitOfWork, until: datetime, now: datetime) -> None:
    for owner in await list_owners(uow):
        message = CompanyExportReady(to=owner.email, name=owner.name, until=until, language=owner.language)
        await enqueue(uow, message, now)
