"""What support access takes and answers, in the company's console."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.accounts.audit.models import AuditEntry
from abano.core.api_model import ApiModel
from abano.team.support.models import SupportSession
from abano.team.support.policy import State, SupportAccess
from abano.team.support.service import state_of


class SupportSessionOut(ApiModel):
    """``operator``: the email address. ``expires_at``: null before it was opened."""

    id: UUID
    operator: str
    reason: str
    state: State
    asks_for_drafts: bool
    may_change_drafts: bool
    requested_at: datetime
    decided_at: datetime | None
    began_at: datetime | None
    expires_at: datetime | None
    ended_at: datetime | None

    @classmethod
    def of(cls, row: SupportSession, now: datetime) -> "SupportSessionOut":
        return cls(
            id=row.id,
            operator=row.operator_email,
            reason=row.reason,
            state=state_of(row, now),
            asks_for_drafts=row.asks_for_drafts,
            may_change_drafts=row.may_change_drafts,
            requested_at=row.requested_at,
            decided_at=row.decided_at,
            began_at=row.began_at,
            expires_at=row.expires_at,
            ended_at=row.ended_at,
        )


class SupportAccessResponse(ApiModel):
    """``is_offered``: whether this installation has operators who could ask."""

    success: Literal[True] = True
    access: SupportAccess
    is_offered: bool
    sessions: list[SupportSessionOut]


class SupportCallOut(ApiModel):
    """``kind``: read, changed or blocked. ``call``: method and path. Of reads, the first of each path."""

    happened_at: datetime
    kind: str
    call: str

    @classmethod
    def of(cls, entry: AuditEntry) -> "SupportCallOut":
        return cls(
            happened_at=entry.happened_at,
            kind=entry.action.partition(".")[2],
            call=str(entry.after.get("call", "")),
        )


class SupportCallsResponse(ApiModel):
    success: Literal[True] = True
    calls: list[SupportCallOut]


class SupportAccessRequest(ApiModel):
    access: SupportAccess


class SupportDecisionRequest(ApiModel):
    """``drafts``: whether drafts may be changed, if that was asked for."""

    session_id: UUID
    accept: bool
    drafts: bool = False


class SupportEndRequest(ApiModel):
    session_id: UUID


class SupportLinkRequest(ApiModel):
    token: Annotated[str, Field(min_length=1, max_length=100)]


class SupportDone(ApiModel):
    success: Literal[True] = True
