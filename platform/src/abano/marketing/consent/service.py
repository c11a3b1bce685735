"""Withdrawal of consent: click records and visits are deleted; quiz sessions and bookings lose their ids."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import orjson

from abano.db.engine import Database
from abano.db.unit_of_work import FunctionCalls, TenantId
from abano_shared.named_sql import load_named_sql

# SQL of consent.

QUERIES = load_named_sql("abano.web", "queries.sql")


class ConsentRepository:
    """Consent of one tenant's visitors: each change is one call of a function of the schema."""

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    async def take_back(self, visitor: str, now: datetime) -> None:
        """``visitor`` is a JSON object with the visitor's ids; the schema's function decides what they reach."""
        await self._calls.run(QUERIES["take_back_consent"], {"visitor": visitor, "now": now})


@dataclass(frozen=True, slots=True)
class Visitor:
    """The ids of a visitor in a request. ``address`` is the client's, as the server sees it."""

    consent_id: str | None = None
    clicks: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    device_fingerprint: str | None = None
    visit_id: UUID | None = None
    address: str | None = None


async def withdraw_consent(db: Database, tenant_id: TenantId, visitor: Visitor, now: datetime) -> None:
    """Erase what was stored of ``visitor``, in one transaction; the warehouse follows. Idempotent."""
    is_named = visitor.consent_id or visitor.clicks or visitor.sessions or visitor.visit_id
    if not is_named and (visitor.device_fingerprint is None or visitor.address is None):
        return
    ids = {
        "consent_id": visitor.consent_id or None,
        "clicks": visitor.clicks,
        "sessions": visitor.sessions,
        "device_fingerprint": visitor.device_fingerprint,
        "visit_id": visitor.visit_id,
        "address": visitor.address,
    }
    await ConsentRepository(db.function_calls(tenant_id)).take_back(orjson.dumps(ids).decode(), now)
