"""Taking back what a consent stored: click records go, quiz sessions and bookings stay without their ids."""

from dataclasses import dataclass
from datetime import datetime

import orjson

from abano.database.engine import Database
from abano.tenants.tenant import TenantId

_TAKE_BACK = "select take_back_consent(%(tenant)s::uuid, %(visitor)s::jsonb, %(now)s)"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor as far as a call names them. ``address`` as we see it."""

    consent_id: str | None = None
    clicks: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    device_fingerprint: str | None = None
    address: str | None = None


async def take_back(db: Database, tenant_id: TenantId, visitor: Visitor, now: datetime) -> None:
    """Undo what was stored of ``visitor``, in one transaction; the warehouse follows. A repetition does no harm."""
    is_named = visitor.consent_id or visitor.clicks or visitor.sessions
    if not is_named and (visitor.device_fingerprint is None or visitor.address is None):
        return
    named = {
        "consent_id": visitor.consent_id or None,
        "clicks": visitor.clicks,
        "sessions": visitor.sessions,
        "device_fingerprint": visitor.device_fingerprint,
        "address": visitor.address,
    }
    await db.call(_TAKE_BACK, {"tenant": str(tenant_id), "visitor": orjson.dumps(named).decode(), "now": now})
