"""All SQL of a company's languages."""

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select, update

from abano.catalog.published.models import SiteDocument
from abano.company.languages.rules import Settings
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.quiz.definition import QuizDefinition, QuizTexts, by_language
from abano.marketing.quiz.models import QuizDefinitionRow
from abano.tenancy.directory.models import TenantSettings


class Document(NamedTuple):
    """A text of the site, in all its languages. ``titles``: by language, empty where it has none of its own."""

    kind: str
    titles: dict[str, str]


class Quiz(NamedTuple):
    """A quiz in the company's first language, and its texts in others."""

    definition: QuizDefinition
    translations: dict[str, QuizTexts]


class CompanyLanguageRepository:
    """The languages of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def settings(self, *, locked: bool = False) -> Settings:
        """What the company speaks; ``locked`` against concurrent changes."""
        query = select(TenantSettings.languages, TenantSettings.team_language).where(
            TenantSettings.tenant_id == self._tenant
        )
        row = (await self._session.execute(query.with_for_update() if locked else query)).one()
        return Settings(tuple(row.languages), row.team_language)

    async def documents(self) -> list[Document]:
        """Every text of the site, by kind."""
        query = (
            select(SiteDocument.kind, SiteDocument.language, SiteDocument.body["title"].astext)
            .where(SiteDocument.tenant_id == self._tenant)
            .order_by(SiteDocument.kind)
        )
        titles: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for kind, language, title in await self._session.execute(query):
            titles[kind][language] = title or ""
        return [Document(kind, named) for kind, named in titles.items()]

    async def quiz(self) -> Quiz | None:
        """The current quiz; None where the company has none."""
        query = select(QuizDefinitionRow).where(
            QuizDefinitionRow.tenant_id == self._tenant, QuizDefinitionRow.is_current
        )
        row = await self._session.scalar(query)
        if row is None:
            return None
        return Quiz(QuizDefinition.model_validate(row.definition), by_language(row.translations))

    async def change(self, settings: Settings, now: datetime) -> None:
        statement = (
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(languages=list(settings.spoken), team_language=settings.team, updated_at=now)
        )
        await self._session.execute(statement)
