"""The contract of the audit log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from abano.audit.rules import ActorKind
from abano.kit.api_model import ApiModel
from abano.models.audit import AuditEntry


class AuditEntryOut(ApiModel):
    """``admin_name`` is empty for the operator; ``subject_name`` is that of an admin who was changed."""

    id: UUID
    happened_at: datetime
    actor: ActorKind
    admin_id: UUID | None
    admin_name: str
    ip_address: str | None
    action: str
    subject_kind: str
    subject_id: str
    subject_name: str
    before: dict[str, Any]
    after: dict[str, Any]

    @classmethod
    def of(cls, row: AuditEntry, names: Mapping[str, str]) -> "AuditEntryOut":
        return cls(
            id=row.id,
            happened_at=row.happened_at,
            actor=cast(ActorKind, row.actor),
            admin_id=row.admin_id,
            admin_name=names.get(str(row.admin_id), "") if row.admin_id else "",
            ip_address=str(row.ip_address) if row.ip_address else None,
            action=row.action,
            subject_kind=row.subject_kind,
            subject_id=row.subject_id,
            subject_name=names.get(row.subject_id, "") if row.subject_kind == "admin" else "",
            before=row.before,
            after=row.after,
        )


class AuditLogResponse(ApiModel):
    """``next_cursor`` asks for the page behind this one; None on the last."""

    success: Literal[True] = True
    entries: list[AuditEntryOut]
    next_cursor: str | None
