"""All SQL of the public site's texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from abano.database.unit_of_work import TenantId
from abano.models.catalog import SiteDocument
from abano.models.quiz import QuizDefinitionRow


@dataclass(frozen=True, slots=True)
class StoredTexts:
    """``documents`` by kind and language; ``quiz_version`` is empty where there is no quiz."""

    documents: Mapping[tuple[str, str], Mapping[str, Any]]
    quiz_version: str


async def load_texts(session: AsyncSession, tenant: TenantId) -> StoredTexts:
    """Every text of one company, within the caller's transaction."""
    rows = await session.scalars(select(SiteDocument).where(SiteDocument.tenant_id == tenant))
    version = await session.scalar(
        select(QuizDefinitionRow.version).where(
            QuizDefinitionRow.tenant_id == tenant, QuizDefinitionRow.is_current
        )
    )
    return StoredTexts({(row.kind, row.language): row.body for row in rows}, version or "")
