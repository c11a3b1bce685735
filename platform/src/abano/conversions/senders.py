"""Use cases of the sender: set it, remove it, show its state."""

from dataclasses import dataclass
from datetime import datetime

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.conversions.sending import key_sealer
from abano.conversions.service_account import UnusableKey, read_key_file
from abano.conversions.uploads import UploadRepository
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.errors.messages import Message
from abano.models.conversions import ConversionSender
from abano.tenants.tenant import Tenant

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
