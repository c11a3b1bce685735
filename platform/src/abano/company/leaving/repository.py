"""SQL of a company's deletion. The schema's functions change what the application role may not."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

import orjson
from sqlalchemy import text

from abano.db.unit_of_work import UnitOfWork
from abano.jobs.registry import tenants_by

Told = Literal["", "requested", "soon", "removed"]

tenants_to_delete = tenants_by("select id from tenants where deletes_at is not null")


@dataclass(frozen=True, slots=True)
class Deletion:
    """``is_soon``: its owners are reminded. ``began_at``: the removal began and cannot be undone."""

    deletes_at: datetime
    requested_at: datetime
    is_due: bool
    is_soon: bool
    told: Told
    began_at: datetime | None
    owners: list[dict[str, Any]]
    requested_by: Literal["owner", "operator"]


_DELETION = text("""
select t.deletes_at, d.requested_at, t.deletes_at <= now(), t.deletes_at - make_interval(days => :days) <= now(),
  d.told, d.began_at, d.owners, d.requested_by
from tenants t join tenant_deletions d on d.id = t.id
where t.id = :tenant and t.deletes_at is not null and not d.is_from_directory
""")
_WAY_BACK = text("select slug, placement, way_back from tenants where id = :tenant and way_back <> ''")
_IS_HERE = text("select exists (select from tenants where id = :tenant and placement = '')")
_IS_BEING_REMOVED = text("select coalesce(bool_or(is_being_removed), false) from tenants where id = :tenant")
_REMOVED = text("select removed - 'files' from tenant_deletions where id = :tenant and is_from_directory")


class DeletionRepository:
    """The deletion of one company, within the caller's transaction: in the directory, or where its rows are."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def find(self, soon_days: int) -> Deletion | None:
        row = (await self._session.execute(_DELETION, {"tenant": self._tenant, "days": soon_days})).first()
        return Deletion(*row) if row else None

    async def request(self, by: str, days: int) -> datetime | None:
        """When everything will be removed. None: the company is being moved, or a way back is kept."""
        return cast(
            "datetime | None", await self._call("request_tenant_deletion(:by, :days)", by=by, days=days)
        )

    async def find_way_back(self) -> tuple[str, str, str] | None:
        """The company's slug, its cluster and the one that follows it; None: no way back is kept."""
        row = (await self._session.execute(_WAY_BACK, {"tenant": self._tenant})).first()
        return (row[0], row[1], row[2]) if row else None

    async def follow_directory(self, by: str, days: int) -> datetime | None:
        """The same on the cluster that has the rows, when it is not the directory's. None: they are not here."""
        call = "request_tenant_deletion(:by, :days, true)"
        return cast("datetime | None", await self._call(call, by=by, days=days))

    async def is_here(self) -> bool:
        """Whether the company's rows are on this cluster."""
        return bool(await self._session.scalar(_IS_HERE, {"tenant": self._tenant}))

    async def is_being_removed(self) -> bool:
        return bool(await self._session.scalar(_IS_BEING_REMOVED, {"tenant": self._tenant}))

    async def load_removed(self) -> dict[str, int]:
        """Rows by table that were removed on this cluster for the directory on another one."""
        removed = await self._session.scalar(_REMOVED, {"tenant": self._tenant})
        return cast("dict[str, int]", removed or {})

    async def undo(self) -> bool:
        """False: there was none, or the removal has begun."""
        return bool(await self._call("undo_tenant_deletion()"))

    async def note_told(self, told: Told) -> None:
        await self._call("note_deletion_told(:told)", told=told)

    async def begin(self, owners: list[dict[str, Any]]) -> bool:
        """Begin the removal, if the grace period is over. ``owners``: whom to tell when it is done."""
        return bool(
            await self._call(
                "begin_tenant_removal(cast(:owners as jsonb))", owners=orjson.dumps(owners).decode()
            )
        )

    async def remove_rows(self, table: str, most: int) -> int:
        return int(cast("int", await self._call("remove_tenant_rows(:table, :most)", table=table, most=most)))

    async def finish(self, files: int, elsewhere: Mapping[str, int] | None = None) -> bool:
        """False: rows are left, of a transaction that was under way. ``elsewhere``: removed on another cluster."""
        removed = orjson.dumps(dict(elsewhere or {})).decode()
        call = "finish_tenant_removal(:files, cast(:removed as jsonb))"
        return bool(await self._call(call, files=files, removed=removed))

    async def _call(self, function: str, **values: object) -> object:
        return await self._session.scalar(text(f"select {function}"), values)
