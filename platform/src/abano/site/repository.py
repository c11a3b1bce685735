"""All SQL of the public site's texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from abano.database.unit_of_work import UnitOfWork
from abano.models.catalog import SiteDocument
from abano.models.quiz import QuizDefinitionRow


@dataclass(frozen=True, slots=True)
class StoredTexts:
    """``documents`` by kind and language; ``quiz_version`` is empty where there is no quiz."""

    documents: Mapping[tuple[str, str], Mapping[str, Any]]
    quiz_version: str


class SiteTextRepository:
    """Texts of one tenant's site, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def load(self) -> StoredTexts:
        """Every text of the company."""
        rows = await self._session.scalars(select(SiteDocument).where(SiteDocument.tenant_id == self._tenant))
        version = await self._session.scalar(
            select(QuizDefinitionRow.version).where(
                QuizDefinitionRow.tenant_id == self._tenant, QuizDefinitionRow.is_current
            )
        )
        return StoredTexts({(row.kind, row.language): row.body for row in rows}, version or "")
