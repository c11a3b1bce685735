"""SQL of API keys."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.accounts.access.models import AdminRow
from abano.core.errors import NotFound
from abano.db.repositories import AddingRepository
from abano.integrations.api_keys.models import ApiKey, ApiKeySettings
from abano.integrations.api_keys.rules import DEFAULT_DAYS, USE_NOTED_EVERY


class ApiKeyRepository(AddingRepository):
    """One tenant's keys, within the caller's transaction."""

    async def list_all(self) -> Sequence[tuple[ApiKey, str]]:
        """Keys with the names of who created them, newest first; revoked ones last."""
        creator = func.coalesce(func.nullif(AdminRow.name, ""), AdminRow.email)
        query = (
            select(ApiKey, creator)
            .join(AdminRow, (AdminRow.tenant_id == ApiKey.tenant_id) & (AdminRow.id == ApiKey.created_by))
            .where(ApiKey.tenant_id == self._tenant)
            .order_by(ApiKey.revoked_at.is_not(None), ApiKey.created_at.desc(), ApiKey.id.desc())
        )
        return [(row[0], row[1]) for row in await self._session.execute(query)]

    async def count_active(self, now: datetime) -> int:
        query = select(func.count()).where(
            ApiKey.tenant_id == self._tenant, ApiKey.revoked_at.is_(None), ApiKey.expires_at > now
        )
        return await self._session.scalar(query) or 0

    async def find_by_hash(self, token_hash: bytes, now: datetime) -> ApiKey | None:
        """The key with this hash, also one that was rotated a short while ago; expired and revoked ones too."""
        query = select(ApiKey).where(
            ApiKey.tenant_id == self._tenant,
            or_(
                ApiKey.token_hash == token_hash,
                (ApiKey.previous_hash == token_hash) & (ApiKey.previous_until > now),
            ),
        )
        return await self._session.scalar(query)

    async def get_locked(self, key_id: UUID) -> ApiKey:
        """Raises NotFound."""
        row = await self._session.get(ApiKey, (self._tenant, key_id), with_for_update=True)
        if row is None:
            raise NotFound
        return row

    async def names(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        query = select(ApiKey.id, ApiKey.name).where(ApiKey.tenant_id == self._tenant, ApiKey.id.in_(ids))
        return {row[0]: row[1] for row in await self._session.execute(query)}

    async def note_use(self, key_id: UUID, ip: str | None, now: datetime) -> None:
        """Of concurrent calls one writes."""
        statement = (
            update(ApiKey)
            .where(
                ApiKey.tenant_id == self._tenant,
                ApiKey.id == key_id,
                or_(ApiKey.last_used_at.is_(None), ApiKey.last_used_at <= now - USE_NOTED_EVERY),
            )
            .values(last_used_at=now, last_used_ip=ip)
        )
        await self._session.execute(statement.execution_options(synchronize_session=False))

    async def max_days(self) -> int:
        row = await self._session.get(ApiKeySettings, self._tenant)
        return row.max_days if row else DEFAULT_DAYS

    async def set_max_days(self, days: int) -> None:
        statement = insert(ApiKeySettings).values(tenant_id=self._tenant, max_days=days)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id"], set_={"max_days": days})
        )

    async def expire_by(self, latest: datetime) -> None:
        """No key lives longer than until then."""
        statement = (
            update(ApiKey)
            .where(ApiKey.tenant_id == self._tenant, ApiKey.expires_at > latest)
            .values(expires_at=latest)
        )
        await self._session.execute(statement)
