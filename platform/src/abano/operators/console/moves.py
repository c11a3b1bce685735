"""Moves of companies between clusters: asked for and watched by operators, carried out by the clusters' worker."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record as record_for_company
from abano.company.leaving.exports import list_exports
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.db.driver_errors import map_db_error
from abano.db.engine import Database
from abano.db.unit_of_work import Connection, tenant_id_from_database
from abano.operators.console.audit import Author, record
from abano.operators.console.companies import HOME, Companies, Company
from abano.operators.console.database import QUERIES, OperatorDatabase, fetch_one
from abano.team.support.service import Asking
from abano.tenancy.clusters.clusters import WayBackKept
from abano.tenancy.clusters.copying import Step

# The list of companies is read again when a move has just ended.
RECENTLY = timedelta(minutes=1)
State = Literal["waiting", "running", "done", "failed", "cancelled"]
OTHER_SLUG = Message("move_other_slug", "Type the slug as it is written here: {slug}", for_operators=True)
NO_TARGET = Message("move_no_target", "Choose a cluster that the company is not on.", for_operators=True)
IS_DELETED = Message("move_company_deleted", "The company is being deleted.", for_operators=True)
IS_EXPORTED = Message(
    "move_company_exported",
    "The company is being exported. Wait until the export is ready.",
    for_operators=True,
)
NOT_UNDER_WAY = Message(
    "move_not_under_way", "The move has ended, or can no longer be cancelled.", for_operators=True
)


@map_db_error("company_moves_open")
class MoveUnderWay(Conflict):
    """The company is being moved already."""


@dataclass(frozen=True, slots=True)
class Move:
    """``step``: empty until it began. ``progress_at``: the worker's last sign of life.

    ``target``: the cluster that it is on, where its way back is ended.
    ``cancelled_by``: an operator's email address; empty: not cancelled. ``error``: of the last attempt.
    """

    id: UUID
    operator: str
    reason: str
    source: str
    target: str
    keeps_way_back: bool
    requested_at: datetime
    state: State
    started_at: datetime | None
    attempts: int
    step: Step | Literal[""]
    tables_done: int
    tables: int
    rows_copied: int
    progress_at: datetime | None
    error: str
    cancelled_by: str
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class CompanyMoves:
    """``targets``: clusters it can be moved to; none: there is one cluster. ``newest``: None if it never moved.

    ``way_back``: the cluster that follows it, so that it can move back at once; empty: none.
    """

    cluster: str
    targets: list[str]
    way_back: str
    newest: Move | None


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """``target``: where it is already, to end its way back. ``typed``: the company's slug, again."""

    target: str
    keeps_way_back: bool
    reason: str
    typed: str


@dataclass(frozen=True, slots=True)
class Moves:
    """``clusters``: the names of all, ``home`` first. ``companies_db``: as the application serves companies."""

    db: OperatorDatabase
    companies: Companies
    companies_db: Database
    clusters: tuple[str, ...]

    async def load(self, slug: str, now: datetime) -> CompanyMoves:
        """Raises NotFound."""
        async with self.db.transaction() as conn:
            # Not by the companies, whose figures take a while to count.
            company_id, cluster, way_back = await self._find(conn, slug)
            row = await fetch_one(conn, "find_move", {"company": company_id})
        newest = Move(*row) if row else None
        if newest and newest.finished_at and now - newest.finished_at < RECENTLY:
            self.companies.forget()
        targets = [name for name in self.clusters if name != cluster and way_back in {"", name}]
        return CompanyMoves(cluster, targets, way_back, newest)

    async def _find(self, conn: Connection, slug: str) -> tuple[UUID, str, str]:
        """Its id, its cluster, and the one that follows it. Raises NotFound."""
        row = await fetch_one(conn, "find_cluster", {"slug": slug})
        if row is None:
            raise NotFound
        return row[0], row[1] or HOME, row[2]

    async def request(self, slug: str, wanted: MoveRequest, operator: Asking, now: datetime) -> None:
        """Have the worker move it, or end its way back.

        Raises NotFound, InvalidInput, MoveUnderWay, WayBackKept, Conflict.
        """
        async with self.db.transaction() as conn:
            company_id, cluster, _ = await self._find(conn, slug)
        if wanted.typed.strip() != slug:
            raise InvalidInput.of("slug", OTHER_SLUG(slug=slug))
        if wanted.target not in self.clusters:
            raise InvalidInput.of("target", NO_TARGET())
        tenant_id = tenant_id_from_database(company_id)
        ends_way_back = wanted.target == cluster
        async with self.companies_db.uow(tenant_id) as uow:
            if any(each.state == "pending" for each in await list_exports(uow)):
                raise Conflict(IS_EXPORTED())
        await self._add(slug, wanted, operator, now)
        self.companies.forget()
        if ends_way_back:
            return
        async with self.companies_db.uow(tenant_id) as uow:
            after = {"cluster": wanted.target, "why": wanted.reason}
            await record_for_company(
                uow,
                Actor(None, operator.ip),
                "company.move_requested",
                subject=("settings", None),
                before={"cluster": cluster},
                after=after,
                now=now,
            )

    async def _add(self, slug: str, wanted: MoveRequest, operator: Asking, now: datetime) -> None:
        async with self.db.transaction() as conn:
            # Locked, so that no deletion begins in the meantime.
            row = await fetch_one(conn, "lock_company", {"slug": slug})
            if row is None:
                raise NotFound
            company_id, placement, way_back, is_deleted, is_moving = row
            source = placement or HOME
            if source == wanted.target and (not way_back or wanted.keeps_way_back):
                raise InvalidInput.of("target", NO_TARGET())
            if is_deleted:
                raise Conflict(IS_DELETED())
            if is_moving:
                raise MoveUnderWay
            if source != wanted.target and way_back not in {"", wanted.target}:
                raise WayBackKept.of(slug, placement, way_back)
            values = {
                "id": new_id(),
                "company": company_id,
                "operator": operator.id,
                "reason": wanted.reason,
                "source": source,
                "target": wanted.target,
                "keeps_way_back": wanted.keeps_way_back,
                "now": now,
            }
            await conn.execute(QUERIES["add_move"].encode(), values)
            if source == wanted.target:
                action, details = "company.way_back_end_requested", {"cluster": way_back}
            else:
                action = "company.move_requested"
                details = {"from": source, "to": wanted.target, "keepsWayBack": wanted.keeps_way_back}
            details |= {"reason": wanted.reason}
            await record(conn, Author(operator.id, operator.ip), action, slug, now, details)

    async def cancel(self, slug: str, operator: Asking, now: datetime) -> None:
        """Leave the company where it is. Raises NotFound, Conflict: it has ended, or is on the new cluster."""
        async with self.db.transaction() as conn:
            company_id, *_ = await self._find(conn, slug)
            values = {"company": company_id, "operator": operator.id, "now": now}
            if await fetch_one(conn, "cancel_move", values) is None:
                raise Conflict(NOT_UNDER_WAY())
            await record(conn, Author(operator.id, operator.ip), "company.move_cancelled", slug, now)

    async def check_stays(self, company: Company) -> None:
        """Raises MoveUnderWay."""
        async with self.db.transaction() as conn:
            row = await fetch_one(conn, "find_move", {"company": company.id})
        if row is not None and Move(*row).finished_at is None:
            raise MoveUnderWay

    async def check_no_way_back(self, slug: str) -> None:
        """Raises NotFound, WayBackKept."""
        async with self.db.transaction() as conn:
            row = await fetch_one(conn, "find_cluster", {"slug": slug})
        if row is None:
            raise NotFound
        if row[2]:
            raise WayBackKept.of(slug, row[1], row[2])
