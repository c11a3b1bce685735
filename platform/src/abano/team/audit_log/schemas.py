"""Schemas of the audit log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from abano.accounts.access.principals import ActorKind
from abano.accounts.audit.models import AuditEntry
from abano.accounts.audit.rules import AuditedAction
from abano.core.api_model import ApiModel, SuccessResponse

# Kind and id.
Subject = tuple[str, str]
AuditSort = Literal["happenedAt", "-happenedAt"]


class AuditEntryOut(ApiModel):
    """``admin_name`` is empty for the operator; ``api_key_name`` for all but API keys.

    ``subject_name`` is the name of an admin or an affiliate, a booking's reference, or the address of a pending
    invitation; empty when it no longer exists or has no name. ``action`` may be one of a later version.
    """

    id: UUID
    happened_at: datetime
    actor: ActorKind
    admin_id: UUID | None
    admin_name: str
    api_key_id: UUID | None
    api_key_name: str
    ip_address: str | None
    action: AuditedAction | str
    subject_kind: str
    subject_id: str
    subject_name: str
    before: dict[str, Any]
    after: dict[str, Any]

    @classmethod
    def of(
        cls,
        row: AuditEntry,
        admins: Mapping[str, str],
        api_keys: Mapping[UUID, str],
        subjects: Mapping[Subject, str],
    ) -> "AuditEntryOut":
        return cls(
            id=row.id,
            happened_at=row.happened_at,
            actor=cast(ActorKind, row.actor),
            admin_id=row.admin_id,
            admin_name=admins.get(str(row.admin_id), "") if row.admin_id else "",
            api_key_id=row.api_key_id,
            api_key_name=api_keys.get(row.api_key_id, "") if row.api_key_id else "",
            ip_address=str(row.ip_address) if row.ip_address else None,
            action=row.action,
            subject_kind=row.subject_kind,
            subject_id=row.subject_id,
            subject_name=subjects.get((row.subject_kind, row.subject_id), ""),
            before=row.before,
            after=row.after,
        )


class AuditLogResponse(SuccessResponse):
    """``next_cursor`` is for the next page; None on the last. ``currency``: the company's."""

    currency: str
    entries: list[AuditEntryOut]
    next_cursor: str | None
