"""SQL of channels that are turned on and of consents."""

from sqlalchemy import exists, select

from abano.db.repositories import Repository
from abano.messaging.phone_consents.models import PhoneChannel, PhoneConsent


class ConsentRepository(Repository):
    """Channels and consents of one tenant, within the caller's transaction."""

    async def enabled(self) -> set[str]:
        query = select(PhoneChannel.channel).where(
            PhoneChannel.tenant_id == self._tenant, PhoneChannel.is_enabled
        )
        return set(await self._session.scalars(query))

    async def is_opted_in(self, phone: str) -> bool:
        """On any channel."""
        query = select(
            exists().where(
                PhoneConsent.tenant_id == self._tenant, PhoneConsent.phone == phone, PhoneConsent.is_opted_in
            )
        )
        return bool(await self._session.scalar(query))
