"""All SQL of visits and of excluded addresses."""

from collections.abc import Sequence
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network
from uuid import UUID

from sqlalchemy import ColumnElement, cast, delete, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import INET

from abano.database.unit_of_work import UnitOfWork
from abano.models.clicks import IpVisit
from abano.models.tenants import TenantSettings

Network = IPv4Network | IPv6Network


class VisitRepository:
    """Visits of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def newest(
        self,
        limit: int,
        *,
        behind: tuple[datetime, UUID] | None,
        paid: bool | None,
        address: str | Network | None,
    ) -> Sequence[IpVisit]:
        """Visits, newest first; ``behind`` is the last key of the previous page."""
        query = select(IpVisit).where(IpVisit.tenant_id == self._tenant)
        if behind is not None:
            query = query.where(tuple_(IpVisit.visited_at, IpVisit.id) < behind)
        if paid is not None:
            query = query.where(IpVisit.is_google_ads_traffic == paid)
        if address is not None:
            query = query.where(_matches(address))
        query = query.order_by(IpVisit.visited_at.desc(), IpVisit.id.desc()).limit(limit)
        return (await self._session.scalars(query)).all()

    async def delete_all(self) -> int:
        result = await self._session.execute(delete(IpVisit).where(IpVisit.tenant_id == self._tenant))
        return int(getattr(result, "rowcount", 0))

    async def delete_one(self, visit_id: UUID) -> bool:
        statement = delete(IpVisit).where(IpVisit.tenant_id == self._tenant, IpVisit.id == visit_id)
        result = await self._session.execute(statement)
        return getattr(result, "rowcount", 0) == 1

    async def excluded(self, *, locked: bool = False) -> list[str]:
        """The company's excluded addresses and networks, as text."""
        query = select(TenantSettings.excluded_addresses).where(TenantSettings.tenant_id == self._tenant)
        if locked:
            query = query.with_for_update()
        return [str(item) for item in await self._session.scalar(query) or []]

    async def exclude(self, networks: Sequence[Network], now: datetime) -> None:
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(excluded_addresses=list(networks), updated_at=now)
        )


def _matches(address: str | Network) -> ColumnElement[bool]:
    if isinstance(address, str):
        return func.host(IpVisit.ip_address).startswith(address, autoescape=True)
    return IpVisit.ip_address.op("<<=")(cast(str(address), INET))
