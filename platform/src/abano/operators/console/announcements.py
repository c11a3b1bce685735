"""Announcements: emails that an operator writes once, to the owners of all companies or of those of a plan."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.core.errors import Conflict, Message, NotFound
from abano.db.unit_of_work import Connection
from abano.operators.console.audit import Author, record
from abano.operators.console.database import OperatorDatabase, fetch_all, fetch_one

MAX_SUBJECT, MAX_BODY = 150, 5_000
MAX_LISTED = 100
NO_RECIPIENTS = Message(
    "announcement_no_recipients", "No company gets this announcement.", for_operators=True
)
OTHER_TEXT = Message(
    "announcement_other_text",
    "An announcement with another text was sent already. Reload the page.",
    for_operators=True,
)


@dataclass(frozen=True, slots=True)
class AnnouncementText:
    """``id``: drawn by the console, so that pressing twice sends once. ``plan_id``: None for all companies."""

    id: UUID
    subject: str
    body: str
    plan_id: UUID | None


@dataclass(frozen=True, slots=True)
class Recipients:
    """``owners``: of companies on this cluster. ``elsewhere``: companies on others, whose owners get it, too.

    ``left_out``: companies that are being deleted.
    """

    companies: int
    owners: int
    elsewhere: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Announcement:
    """``waiting``: companies whose emails are not written yet. Emails that are neither sent nor failed wait, too."""

    id: UUID
    subject: str
    body: str
    plan: str
    operator: str
    created_at: datetime
    companies: int
    emails: int
    sent: int
    failed: int
    waiting: int


async def count_recipients(db: OperatorDatabase, plan_id: UUID | None) -> Recipients:
    """Raises NotFound for an unknown plan."""
    async with db.transaction() as conn:
        await _plan_name(conn, plan_id)
        row = await fetch_one(conn, "count_recipients", {"plan": plan_id})
    return Recipients(*map(int, row)) if row else Recipients(0, 0, 0, 0)


async def send_announcement(
    db: OperatorDatabase, written: AnnouncementText, operator_id: UUID, author: Author, now: datetime
) -> bool:
    """Hand it to the worker, one row a company. Returns False if it was sent already.

    Raises NotFound for an unknown plan, Conflict without recipients or for an id with another text.
    """
    async with db.transaction() as conn:
        plan = await _plan_name(conn, written.plan_id)
        values: Mapping[str, object] = {
            "id": written.id,
            "operator": operator_id,
            "subject": written.subject,
            "body": written.body,
            "plan": written.plan_id,
            "plan_name": plan,
            "now": now,
        }
        added = await fetch_one(conn, "add_announcement", values)
        if added is None:
            before = await fetch_one(conn, "find_announcement", {"id": written.id})
            if before is None:
                raise Conflict(NO_RECIPIENTS())
            if before != (written.subject, written.body, plan):
                raise Conflict(OTHER_TEXT())
            return False
        details = {"plan": plan or "all", "companies": added[0]}
        await record(conn, author, "announcement.sent", written.subject, now, details)
    return True


async def list_announcements(db: OperatorDatabase) -> list[Announcement]:
    """The newest first, with what became of the emails."""
    async with db.transaction() as conn:
        return [
            Announcement(*row) for row in await fetch_all(conn, "list_announcements", {"limit": MAX_LISTED})
        ]


async def _plan_name(conn: Connection, plan_id: UUID | None) -> str:
    if plan_id is None:
        return ""
    row = await fetch_one(conn, "find_plan_name", {"id": plan_id})
    if row is None:
        raise NotFound
    return str(row[0])
