"""Use cases of offline conversions: the files, their secret URL, the counts."""

import hashlib
import hmac
import secrets
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import InvalidInput, Message, NotFound
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.conversions.google import UnusableKey, read_key_file
from abano.marketing.conversions.models import ConversionSender, ConversionSettings
from abano.marketing.conversions.repository import DEFAULT_NAME, ConversionRepository
from abano.marketing.conversions.rules import (
    MAX_ADJUSTMENT_AGE,
    MAX_CLICK_AGE,
    FileKind,
    State,
    file_rows,
    file_text,
    retracted,
    state_of,
)
from abano.marketing.conversions.sending import UploadRepository, key_sealer
from abano.tenancy.directory.tenant import Tenant

SECRET_BYTES = 32
MAX_AGE = max(MAX_CLICK_AGE, MAX_ADJUSTMENT_AGE)
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
        bookings = await self._repository.bookings(self._now - MAX_AGE, now=self._now)
        counter = Counter(state_of(booking, self._now) for booking in bookings)
        return {state: counter[state] for state in get_args(State)}

    async def file(self, kind: FileKind) -> str:
        """The text of a file with all its bookings: Google ignores order ids that it has.

        Reported cancellations are stored, for bookings that are restored afterwards.
        """
        settings = await self._repository.settings()
        name = settings.conversion_name if settings else DEFAULT_NAME
        bookings = await self._repository.bookings(self._now - MAX_AGE, now=self._now)
        if kind == "retractions":
            await self._repository.note_retractions(retracted(bookings, self._now), self._now)
        has_email = settings is not None and settings.sends_hashed_email
        rows = file_rows(
            kind, bookings, name=name, zone=self._tenant.zone, now=self._now, has_email=has_email
        )
        return file_text(kind, rows, self._tenant.timezone, has_email=has_email)

    async def fetched(self, secret: str, kind: FileKind) -> str:
        """The text of a file for a request with the secret. Raises NotFound, which reveals nothing, without it."""
        settings = await self._repository.settings()
        stored = settings.secret_hash if settings else None
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

    async def set_hashed_email(self, actor: Actor, *, is_sent: bool) -> None:
        """Whether Google gets the hashed email of customers who agreed, from the next request on."""
        settings = await self._repository.settings()
        before = settings is not None and settings.sends_hashed_email
        await self._repository.keep(self._now, sends_hashed_email=is_sent)
        await self._record(
            actor, "conversions.hashed_email_set", {"hashed_email": before}, {"hashed_email": is_sent}
        )

    async def create_urls(self, actor: Actor) -> str:
        """Create a secret and invalidate the earlier one. Only its hash is stored."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._repository.keep(
            self._now, secret_hash=_hash(secret), urls_created_at=self._now, fetched_at=None
        )
        await self._record(actor, "conversions.urls_created", {}, {"made": self._now})
        return secret

    async def delete_urls(self, actor: Actor) -> None:
        await self._repository.keep(self._now, secret_hash=None, urls_created_at=None, fetched_at=None)
        await self._record(actor, "conversions.urls_deleted", {}, {})

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


# Use cases of the sender: set it, remove it, show its state.

KEY_FILE_UNUSABLE = Message(
    "key_file_unusable",
    "This is not the key file of a service account. Choose the JSON file that Google gave when the key was made.",
)
KEY_FILE_MISSING = Message("key_file_missing", "Please choose the key file of the service account")


@dataclass(frozen=True, slots=True)
class SenderChange:
    """``key_file`` is None to keep the stored key."""

    account_id: str
    login_account_id: str | None
    conversion_action_id: str
    key_file: str | None


class Senders:
    """One tenant's sender, within the caller's transaction at ``now``."""

    def __init__(self, uow: UnitOfWork, tenant: Tenant, now: datetime) -> None:
        self._uow, self._tenant, self._now = uow, tenant, now
        self._uploads = UploadRepository(uow)

    async def sender(self) -> ConversionSender | None:
        return await self._uploads.sender()

    async def sent(self) -> int:
        return await self._uploads.sent()

    async def reasons(self) -> list[tuple[str, int]]:
        return await self._uploads.reasons()

    async def keep(self, actor: Actor, change: SenderChange, secret: str) -> None:
        """Set the sender, beginning with the next run. Raises InvalidInput."""
        before = await self._uploads.sender()
        values: dict[str, object] = {
            "account_id": change.account_id,
            "login_account_id": change.login_account_id,
            "conversion_action_id": change.conversion_action_id,
        }
        if change.key_file is not None:
            try:
                account = read_key_file(change.key_file)
            except UnusableKey as error:
                raise InvalidInput.of("keyFile", KEY_FILE_UNUSABLE()) from error
            values["sealed_key"] = key_sealer(secret).seal(change.key_file, str(self._tenant.id))
            values["client_email"] = account.client_email
        elif before is None:
            raise InvalidInput.of("keyFile", KEY_FILE_MISSING())
        else:
            values |= {"sealed_key": before.sealed_key, "client_email": before.client_email}
        old = {name: getattr(before, name) for name in values if name != "sealed_key"} if before else {}
        # Earlier failures do not apply to the new settings.
        fresh = {
            "problem": None,
            "problem_note": None,
            "failures": 0,
            "due_at": self._now,
            "updated_at": self._now,
        }
        await self._uploads.keep_sender(**values, **fresh)
        await self._record(actor, "conversions.sender_set", old, values)

    async def drop(self, actor: Actor) -> None:
        """Stop sending. Sent events stay recorded, so that they are not sent again when sending is resumed."""
        await self._uploads.drop_sender()
        await self._record(actor, "conversions.sender_dropped", {}, {})

    async def _record(
        self, actor: Actor, action: str, before: dict[str, object], after: dict[str, object]
    ) -> None:
        shown = {name: value for name, value in after.items() if name != "sealed_key"}
        await record(
            self._uow,
            actor,
            action,
            subject=("conversions", self._tenant.slug),
            before=before,
            after=shown,
            now=self._now,
        )
