"""SQL of a company's deletion. The schema's functions change what the application role may not."""

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
from tenants t join tenant_deletions d on d.id = t.id where t.id = :tenant and t.deletes_at is not null
""")


class DeletionRepository:
    """The deletion of one company, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def find(self, soon_days: int) -> Deletion | None:
        row = (await self._session.execute(_DELETION, {"tenant": self._tenant, "days": soon_days})).first()
        return Deletion(*row) if row else None

    async def request(self, by: str, days: int) -> datetime | None:
        """When everything will be removed. None: the company's rows are on another cluster."""
        return cast(
            "datetime | None", await self._call("request_tenant_deletion(:by, :days)", by=by, days=days)
        )

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

    async def finish(self, files: int) -> bool:
        """False: rows are left, of a transaction that was under way."""
        return bool(await self._call("finish_tenant_removal(:files)", files=files))

    async def _call(self, function: str, **values: object) -> object:
        return await self._session.scalar(text(f"select {function}"), values)
