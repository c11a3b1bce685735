"""What repositories share: they work on the rows of one tenant, within the caller's transaction."""

from abano.db.base import Base
from abano.db.unit_of_work import PipelineTransaction, UnitOfWork


class Repository:
    """Queries of one tenant in a unit of work."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def flush(self) -> None:
        """Write what was changed on rows that were read."""
        await self._session.flush()


class AddingRepository(Repository):
    """The same for tables whose rows are added as they are."""

    async def add(self, *rows: Base) -> None:
        """Add rows now, so that a constraint they break is raised here."""
        self._session.add_all(rows)
        await self._session.flush()


class PipelineRepository:
    """Queries of one tenant in a plain transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id
