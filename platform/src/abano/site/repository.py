"""All SQL of the public site's texts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import case, select

from abano.database.unit_of_work import UnitOfWork
from abano.models.catalog import SiteDocument
from abano.models.quiz import QuizDefinitionRow


@dataclass(frozen=True, slots=True)
class StoredTexts:
    """``documents`` by kind and language; ``quiz_version`` is empty where there is no quiz.

    ``written``: every text that there is, by kind and language; ``locales``: by language what its SEO text says.
    """

    documents: Mapping[tuple[str, str], Mapping[str, Any]]
    written: frozenset[tuple[str, str]]
    locales: Mapping[str, str]
    quiz_version: str


class SiteTextRepository:
    """Texts of one tenant's site, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def load(self, languages: Collection[str]) -> StoredTexts:
        """The company's texts in these languages, and what there is in the others."""
        own = SiteDocument.tenant_id == self._tenant
        rows = await self._session.scalars(
            select(SiteDocument).where(own, SiteDocument.language.in_(languages))
        )
        locale = case((SiteDocument.kind == "seo", SiteDocument.body["locale"].astext))
        there = await self._session.execute(
            select(SiteDocument.kind, SiteDocument.language, locale).where(own)
        )
        written = [(kind, language, locale) for kind, language, locale in there]
        version = await self._session.scalar(
            select(QuizDefinitionRow.version).where(
                QuizDefinitionRow.tenant_id == self._tenant, QuizDefinitionRow.is_current
            )
        )
        return StoredTexts(
            documents={(row.kind, row.language): row.body for row in rows},
            written=frozenset((kind, language) for kind, language, _ in written),
            locales={language: locale for _, language, locale in written if locale},
            quiz_version=version or "",
        )
