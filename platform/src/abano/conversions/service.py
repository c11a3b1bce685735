"""Use cases of offline conversions: the files, their secret URL, the counts."""

import hashlib
import hmac
import secrets
from collections import Counter
from datetime import datetime
from typing import get_args

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.conversions.repository import DEFAULT_NAME, ConversionRepository
from abano.conversions.rules import (
    LATEST_ADJUSTMENT,
    OLDEST_CLICK,
    FileKind,
    State,
    file_rows,
    file_text,
    retracted,
    state_of,
)
from abano.database.unit_of_work import UnitOfWork
from abano.errors import NotFound
from abano.models.conversions import ConversionSettings
from abano.tenants.tenant import Tenant

SECRET_BYTES = 32
LONGEST = max(OLDEST_CLICK, LATEST_ADJUSTMENT)
FILE_KINDS: tuple[FileKind, ...] = get_args(FileKind)


class Conversions:
    """One tenant's conversions, within the caller's transaction at ``now``."""

    def __init__(self, uow: UnitOfWork, tenant: Tenant, now: datetime) -> None:
        self._uow, self._tenant, self._now = uow, tenant, now
        self._repository = ConversionRepository(uow)

    async def settings(self) -> ConversionSettings | None:
        return await self._repository.settings()

    async def counts(self) -> dict[State, int]:
        """The number of bookings of the last 90 days in each state."""
        bookings = await self._repository.bookings(self._now - LONGEST, now=self._now)
        counter = Counter(state_of(booking, self._now) for booking in bookings)
        return {state: counter[state] for state in get_args(State)}

    async def file(self, kind: FileKind) -> str:
        """The text of a file with all its bookings: Google ignores order ids that it has.

        Reported cancellations are stored, for bookings that are restored afterwards.
        """
        settings = await self._repository.settings()
        name = settings.conversion_name if settings else DEFAULT_NAME
        bookings = await self._repository.bookings(self._now - LONGEST, now=self._now)
        if kind == "retractions":
            await self._repository.note_retractions(retracted(bookings, self._now), self._now)
        rows = file_rows(kind, bookings, name=name, zone=self._tenant.zone, now=self._now)
        return file_text(kind, rows, self._tenant.timezone)

    async def fetched(self, secret: str, kind: FileKind) -> str:
        """The text of a file for a request with the secret. Raises NotFound, which reveals nothing, without it."""
        settings = await self._repository.settings()
        stored = settings.address_hash if settings else None
        if stored is None or not hmac.compare_digest(stored, _hash(secret)):
            raise NotFound
        await self._repository.note_fetch(self._now)
        return await self.file(kind)

    async def rename(self, actor: Actor, name: str) -> None:
        settings = await self._repository.settings()
        await self._repository.keep(self._now, conversion_name=name)
        await self._record(
            actor,
            "conversions.renamed",
            {"name": settings.conversion_name if settings else DEFAULT_NAME},
            {"name": name},
        )

    async def make_address(self, actor: Actor) -> str:
        """Create a secret and invalidate the earlier one. Only its hash is stored."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._repository.keep(
            self._now, address_hash=_hash(secret), address_made_at=self._now, fetched_at=None
        )
        await self._record(actor, "conversions.address_made", {}, {"made": self._now})
        return secret

    async def drop_address(self, actor: Actor) -> None:
        await self._repository.keep(self._now, address_hash=None, address_made_at=None, fetched_at=None)
        await self._record(actor, "conversions.address_dropped", {}, {})

    async def _record(
        self, actor: Actor, action: str, before: dict[str, object], after: dict[str, object]
    ) -> None:
        await record(
            self._uow,
            actor,
            action,
            subject=("conversions", self._tenant.slug),
            before=before,
            after=after,
            now=self._now,
        )


def _hash(secret: str) -> bytes:
    # A random 256-bit secret needs no slow hash.
    return hashlib.sha256(secret.encode()).digest()
