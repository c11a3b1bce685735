"""The worker's part of a move between clusters: carries it out as the owner of the schemas, and notes how far it is.

A worker that is killed leaves the move to the next one. A move that is given up leaves the company where it was.
"""

import asyncio
import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from abano.core.config import Settings
from abano.core.errors import AbanoError
from abano.core.ids import new_id
from abano.core.metrics import COMPANY_MOVES, COMPANY_MOVES_SILENT
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, tenant_id_from_database
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.operators.console.database import QUERIES
from abano.operators.console.moves import State
from abano.tenancy.clusters.clusters import CannotMove, Connection, connected, shown, url_of
from abano.tenancy.clusters.copying import Limits, Progress
from abano.tenancy.clusters.move import UNDER_WAY, move_tenant

log = logging.getLogger(__name__)

# With growing pauses: about nine minutes in which a cluster may be away.
MAX_ATTEMPTS = 8
SECONDS_BETWEEN_NOTES = 1.0
MAX_ERROR = 500
LIMIT_SECONDS = 86_400.0
ABANDONED = (
    f"The worker stopped {MAX_ATTEMPTS} times before the move was done. Look for company.move in its log."
)
LEFT_OVER = "Rows may be left on {cluster}; moving the company there again uses them."

BEGIN = """
update company_moves m set state = 'running', started_at = coalesce(m.started_at, %(now)s), progress_at = %(now)s,
  attempts = m.attempts + 1
from tenants t
where m.company_id = %(company)s and m.finished_at is null and t.id = m.company_id
returning m.id, t.slug, m.source, m.target, m.keeps_way_back, m.operator_id, m.attempts, m.cancelled_by is not null
"""
NOTE = """
update company_moves set step = %(step)s, tables_done = %(done)s, tables = %(tables)s, rows_copied = %(rows)s,
  progress_at = now()
where id = %(id)s and finished_at is null returning cancelled_by is not null
"""
NOTE_ERROR = """
update company_moves set error = %(error)s, progress_at = now(), attempts = attempts - %(uncounted)s where id = %(id)s
"""
FINISH = """
update company_moves set state = %(state)s, error = %(error)s, finished_at = %(now)s, progress_at = now()
where id = %(id)s and finished_at is null returning id
"""
PLACE = "select placement, way_back from tenants where id = %s"

FIGURES = """
select count(*) filter (where state = 'waiting'), count(*) filter (where state = 'running'),
  count(*) filter (where state = 'failed' and finished_at > now() - interval '1 day'),
  coalesce(extract(epoch from
    now() - min(coalesce(progress_at, requested_at)) filter (where finished_at is null)), 0)::float8
from (
  select distinct on (company_id) state, requested_at, progress_at, finished_at from company_moves
  order by company_id, requested_at desc, id desc
) newest
"""


class MoveStopped(Exception):
    """The worker ends. The next one goes on."""


class MoveCancelled(Exception):
    """An operator cancelled the move."""


@dataclass(slots=True)
class _Work:
    """One attempt, in a thread of its own. ``conn``: the owner's, to the directory; in autocommit."""

    settings: Settings
    conn: Connection
    company_id: UUID
    now: datetime
    stopped: threading.Event
    move_id: UUID = field(init=False)
    slug: str = field(init=False)
    source: str = field(init=False)
    target: str = field(init=False)
    keeps_way_back: bool = field(init=False)
    operator_id: UUID = field(init=False)
    noted: tuple[str, float] = ("", 0.0)

    def run(self) -> None:
        """Raises MoveStopped, and what the next attempt may not meet."""
        row = self.conn.execute(BEGIN, {"company": self.company_id, "now": self.now}).fetchone()
        if row is None:
            return
        self.move_id, self.slug, self.source, self.target, self.keeps_way_back, *rest = row
        self.operator_id, attempts, is_cancelled = rest
        if is_cancelled:
            self.give_up("cancelled", "")
            return
        if attempts > MAX_ATTEMPTS:
            self.give_up("failed", ABANDONED)
            return
        try:
            limits = Limits(keeps_way_back=self.keeps_way_back)
            moved = move_tenant(self.settings, self.slug, self.target, limits=limits, report=self.report)
        except MoveStopped:
            raise
        except MoveCancelled:
            self.give_up("cancelled", "")
        except AbanoError as error:
            if _is_under_way(error):
                self.note_error(error.message, uncounted=1)
                raise
            self.give_up("failed", error.message or type(error).__name__)
        except psycopg.Error as error:
            if attempts < MAX_ATTEMPTS:
                self.note_error(_first_line(error))
                raise
            self.give_up("failed", _first_line(error))
        else:
            self.finish("done", "", {"rows": moved.rows, "seconds_paused": round(moved.paused, 2)})

    def report(self, progress: Progress) -> None:
        """Raises MoveStopped, MoveCancelled."""
        if self.stopped.is_set():
            raise MoveStopped
        step, noted_at = self.noted
        # What a pass ends with is shown while the switch is waited for.
        is_between = progress.tables_done < progress.tables
        if progress.step == step and is_between and time.monotonic() - noted_at < SECONDS_BETWEEN_NOTES:
            return
        self.noted = (progress.step, time.monotonic())
        values = {
            "id": self.move_id,
            "step": progress.step,
            "done": progress.tables_done,
            "tables": progress.tables,
            "rows": progress.rows,
        }
        row = self.conn.execute(NOTE, values).fetchone()
        if row and row[0] and progress.step == "copying":
            raise MoveCancelled

    def note_error(self, error: str, uncounted: int = 0) -> None:
        values = {"id": self.move_id, "error": error[:MAX_ERROR], "uncounted": uncounted}
        self.conn.execute(NOTE_ERROR, values)

    def give_up(self, state: State, error: str) -> None:
        """Keep the company where it is, and delete copies elsewhere; keep its way back, if that was to end.

        Raises CannotMove and the errors of psycopg when it is not open there yet.
        """
        if self.source == self.target:
            # Its way back stays.
            self.finish(state, error, {})
            return
        row = self.conn.execute(PLACE, (self.company_id,)).fetchone()
        current = shown(str(row[0])) if row else self.source
        keeps_other = bool(row and row[1] and row[1] not in {self.source, self.target})
        try:
            # To where it is: ends what was interrupted, and any way back. One to a third cluster began before.
            if not keeps_other:
                move_tenant(self.settings, self.slug, current)
        except (psycopg.Error, CannotMove) as failure:
            if _is_under_way(failure) or not self.is_open(current):
                self.note_error(_first_line(failure))
                raise
            error = f"{error} {LEFT_OVER.format(cluster=self.target)}".strip()
        self.conn.execute("update tenants set moving_until = null where id = %s", (self.company_id,))
        # It had arrived, and only its old rows were left.
        self.finish("done" if current == self.target else state, error, {"error": error} if error else {})

    def is_open(self, cluster: str) -> bool:
        """Whether the company takes writes there."""
        with connected(url_of(self.settings, "" if cluster == shown("") else cluster)) as conn:
            row = conn.execute(
                "select placement = '' from tenants where id = %s", (self.company_id,)
            ).fetchone()
        return bool(row and row[0])

    def finish(self, state: State, error: str, details: dict[str, object]) -> None:
        if self.source == self.target:
            verb = "way_back_ended" if state == "done" else "way_back_kept"
            details = {"cluster": self.target, **({"error": error} if error else {})}
        else:
            verb = {"done": "moved", "failed": "move_failed", "cancelled": "move_given_up"}[state]
            details = {"from": self.source, "to": self.target, **details}
        with self.conn.transaction():
            values = {"id": self.move_id, "state": state, "error": error[:MAX_ERROR], "now": self.now}
            if self.conn.execute(FINISH, values).fetchone() is None:
                return
            entry = {
                "id": new_id(),
                "now": self.now,
                "operator": self.operator_id,
                "ip": None,
                "action": f"company.{verb}",
                "subject": self.slug,
                "details": Jsonb(details),
            }
            self.conn.execute(QUERIES["add_entry"].encode(), entry)
        log.info("move of a company ended", extra={"company": self.slug, "state": state})


def _is_under_way(error: Exception) -> bool:
    """Of a worker that is not gone yet, or at the command line."""
    return isinstance(error, AbanoError) and error.sentence.code == UNDER_WAY.code


def _first_line(error: Exception) -> str:
    return (str(error).strip().partition("\n")[0] or type(error).__name__)[:MAX_ERROR]


async def move_company(context: TaskContext, tenant_id: TenantId) -> None:
    """Carry out the move of a company, or go on with it. Safe to repeat."""
    stopped = threading.Event()
    try:
        await asyncio.to_thread(_attempt, context, tenant_id, stopped)
    finally:
        stopped.set()


def _attempt(context: TaskContext, tenant_id: TenantId, stopped: threading.Event) -> None:
    with connected(context.settings.database_url) as conn:
        _Work(context.settings, conn, tenant_id, context.clock.now(), stopped).run()


async def companies_to_move(db: Database, _now: datetime) -> list[TenantId]:
    async with db.without_tenant() as conn:
        rows = await (
            await conn.execute("select company_id from company_moves where finished_at is null")
        ).fetchall()
    return [tenant_id_from_database(row[0]) for row in rows]


async def note_moves(db: Database) -> None:
    """Update the gauges when metrics are scraped. Every worker that knows of several clusters reports them."""
    async with db.without_tenant() as conn:
        row = await (await conn.execute(FIGURES)).fetchone()
    waiting, running, failed, silent = row or (0, 0, 0, 0.0)
    COMPANY_MOVES.labels("waiting").set(waiting)
    COMPANY_MOVES.labels("running").set(running)
    COMPANY_MOVES.labels("failed").set(failed)
    COMPANY_MOVES_SILENT.set(silent)


def register(registry: TaskRegistry) -> None:
    """Of the worker that has the owner's URLs of all clusters."""
    registry.every(
        seconds=2,
        name="company.move",
        run=move_company,
        due=companies_to_move,
        limit=LIMIT_SECONDS,
        while_closing=True,
        in_directory=True,
    )
