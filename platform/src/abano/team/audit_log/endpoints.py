"""HTTP endpoint of the audit log, for owners. The log is append-only, also in the database."""

from datetime import date, datetime, time, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response

from abano.accounts.audit.repository import AuditFilter
from abano.accounts.audit.service import read
from abano.core.paging import PageRequest
from abano.team.audit_log.names import SubjectNames
from abano.team.audit_log.schemas import AuditEntryOut, AuditLogResponse, AuditSort
from abano.web.dependencies import CurrentTenant, PageCursor, Uow, needs, of_app

router = APIRouter(prefix="/api/admin/audit-log", tags=["audit"], dependencies=needs("team"))


@router.get("")
async def read_audit_log(
    tenant: CurrentTenant,
    uow: Uow,
    response: Response,
    names: Annotated[SubjectNames, of_app("subject_names")],
    sort: AuditSort = "-happenedAt",
    cursor: PageCursor = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    admin_id: Annotated[UUID | None, Query(alias="adminId")] = None,
    action: Annotated[
        str | None,
        Query(max_length=80, description="An action such as admin.invited, or a prefix"),
    ] = None,
    subject_kind: Annotated[str | None, Query(alias="subjectKind", max_length=80)] = None,
    subject_id: Annotated[str | None, Query(alias="subjectId", max_length=80)] = None,
    since: Annotated[date | None, Query(description="First day, in the company's zone")] = None,
    until: Annotated[date | None, Query(description="Last day, in the company's zone")] = None,
) -> AuditLogResponse:
    """Changes, with actor and origin."""
    response.headers["Cache-Control"] = "no-store"

    def start_of(day: date) -> datetime:
        return datetime.combine(day, time(), tenant.zone)

    criteria = AuditFilter(
        admin_id=admin_id,
        action=action or None,
        subject_kind=subject_kind or None,
        subject_id=subject_id or None,
        since=start_of(since) if since else None,
        before=start_of(until + timedelta(days=1)) if until and until < date.max else None,
    )
    page = await read(uow, criteria, PageRequest(sort, limit, cursor))
    admins = await names.admins(uow)
    subjects = await names.of(uow, page.items, admins)
    api_keys = await names.of_api_keys(uow, page.items)
    return AuditLogResponse(
        currency=tenant.currency,
        entries=[AuditEntryOut.of(row, admins, api_keys, subjects) for row in page.items],
        next_cursor=page.next_cursor,
    )
