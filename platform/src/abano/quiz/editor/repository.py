"""All SQL of the quiz's drafts and versions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select, text, update

from abano.database.unit_of_work import UnitOfWork
from abano.models.admins import AdminRow
from abano.models.quiz import QuizDefinitionRow, QuizDraftRow

# Two who publish at once come one after the other.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('quiz_editor:' || :tenant, 0))")


class QuizEditorRepository:
    """Drafts and versions of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def lock(self) -> None:
        """Until the end of the transaction nobody else changes this company's quiz."""
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def admin_names(self) -> dict[str, str]:
        """Names of the company's admins, by their ids."""
        query = select(AdminRow.id, AdminRow.name).where(AdminRow.tenant_id == self._tenant)
        return {str(row.id): row.name for row in await self._session.execute(query)}

    async def find_draft(self) -> QuizDraftRow | None:
        return await self._session.get(QuizDraftRow, self._tenant, populate_existing=True)

    async def add_draft(self, row: QuizDraftRow) -> None:
        self._session.add(row)
        await self._session.flush()

    async def delete_draft(self) -> None:
        await self._session.execute(delete(QuizDraftRow).where(QuizDraftRow.tenant_id == self._tenant))

    async def list_versions(self) -> list[QuizDefinitionRow]:
        """Every version, the newest first."""
        query = (
            select(QuizDefinitionRow)
            .where(QuizDefinitionRow.tenant_id == self._tenant)
            .order_by(QuizDefinitionRow.created_at.desc(), QuizDefinitionRow.version.desc())
        )
        return list(await self._session.scalars(query))

    async def add_version(self, row: QuizDefinitionRow) -> None:
        self._session.add(row)
        await self._session.flush()

    async def make_current(self, version: str) -> None:
        """Show this version to visitors from now on, in place of the one before."""
        own = QuizDefinitionRow.tenant_id == self._tenant
        current = update(QuizDefinitionRow).where(own, QuizDefinitionRow.is_current)
        await self._session.execute(current.values(is_current=False))
        chosen = update(QuizDefinitionRow).where(own, QuizDefinitionRow.version == version)
        await self._session.execute(chosen.values(is_current=True))


def new_draft(tenant_id: UUID, based_on: str | None, now: datetime) -> QuizDraftRow:
    """A draft before its first saving: revision 0."""
    return QuizDraftRow(
        tenant_id=tenant_id, definition={}, based_on=based_on, revision=0, updated_at=now, updated_by=None
    )
