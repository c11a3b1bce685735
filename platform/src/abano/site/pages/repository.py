"""All SQL of the public site's texts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from sqlalchemy import case, func, select

from abano.catalog.published.models import SiteDocument, is_starter_text
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.experiments.models import ExperimentRow
from abano.marketing.experiments.repository import ExperimentRepository
from abano.marketing.quiz.models import QuizDefinitionRow
from abano.site.pages.models import SiteDocumentDraft, SiteDocumentVersion, SiteRedirect
from abano.tenancy.directory.models import TenantSettings


@dataclass(frozen=True, slots=True)
class StoredTexts:
    """``documents`` by kind and language; ``quiz_version`` is empty where there is no quiz.

    ``written``: every text that there is, by kind and language; ``locales``: by language what its SEO text says;
    ``versions``: by kind the newest published one; ``redirects``: old paths and where they lead.
    """

    documents: Mapping[tuple[str, str], Mapping[str, Any]]
    written: frozenset[tuple[str, str]]
    locales: Mapping[str, str]
    quiz_version: str
    versions: Mapping[str, int] = field(default_factory=dict)
    redirects: Mapping[str, str] = field(default_factory=dict)
    # The one with the order of the booking form that runs.
    form_experiment: ExperimentRow | None = None

    def with_drafts(self, drafts: Mapping[str, Mapping[str, Any]]) -> "StoredTexts":
        """The texts as they would be if these drafts, by kind and language, were published."""
        kept = {key: body for key, body in self.documents.items() if key[0] not in drafts}
        drafted = {
            (kind, language): body for kind, bodies in drafts.items() for language, body in bodies.items()
        }
        written = {key for key in self.written if key[0] not in drafts} | drafted.keys()
        return replace(self, documents=kept | drafted, written=frozenset(written))


class SiteTextRepository:
    """Texts of one tenant's site, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._uow = uow
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def brand_draft(self) -> Mapping[str, Any] | None:
        """The brand that is being worked on, if there is one."""
        query = select(TenantSettings.brand_draft).where(TenantSettings.tenant_id == self._tenant)
        return cast("Mapping[str, Any] | None", await self._session.scalar(query))

    async def load(self, languages: Collection[str], first: str) -> StoredTexts:
        """The company's texts in these languages, and what there is in the others.

        A text that is still the starter's is left out where the company wrote its own in its ``first`` language.
        """
        own = SiteDocument.tenant_id == self._tenant
        rows = await self._session.scalars(
            select(SiteDocument).where(own, SiteDocument.language.in_(languages))
        )
        locale = case((SiteDocument.kind == "seo", SiteDocument.body["locale"].astext))
        there = await self._session.execute(
            select(SiteDocument.kind, SiteDocument.language, locale, is_starter_text()).where(own)
        )
        found = [(kind, language, locale, given) for kind, language, locale, given in there]
        own_kinds = {kind for kind, language, _, given in found if language == first and not given}
        written = [
            (kind, language, locale)
            for kind, language, locale, given in found
            if not given or kind not in own_kinds
        ]
        shown = frozenset((kind, language) for kind, language, _ in written)
        version = await self._session.scalar(
            select(QuizDefinitionRow.version).where(
                QuizDefinitionRow.tenant_id == self._tenant, QuizDefinitionRow.is_current
            )
        )
        return StoredTexts(
            documents={
                (row.kind, row.language): row.body for row in rows if (row.kind, row.language) in shown
            },
            written=shown,
            locales={language: locale for _, language, locale in written if locale},
            quiz_version=version or "",
            versions=await self._versions(),
            redirects=await self._redirects(),
            form_experiment=await ExperimentRepository(self._uow).running("bookingForm"),
        )

    async def drafts(self) -> dict[str, dict[str, Any]]:
        """The texts that are being written, by kind and language."""
        query = select(SiteDocumentDraft.kind, SiteDocumentDraft.bodies)
        waiting = SiteDocumentDraft.tenant_id == self._tenant, SiteDocumentDraft.bodies.is_not(None)
        rows = await self._session.execute(query.where(*waiting))
        return {row.kind: row.bodies for row in rows}

    async def find_version(self, kind: str, number: int) -> SiteDocumentVersion | None:
        query = select(SiteDocumentVersion).where(
            SiteDocumentVersion.tenant_id == self._tenant,
            SiteDocumentVersion.kind == kind,
            SiteDocumentVersion.number == number,
        )
        return await self._session.scalar(query)

    async def _versions(self) -> dict[str, int]:
        newest = (
            select(SiteDocumentVersion.kind, func.max(SiteDocumentVersion.number))
            .where(SiteDocumentVersion.tenant_id == self._tenant)
            .group_by(SiteDocumentVersion.kind)
        )
        return {row[0]: row[1] for row in await self._session.execute(newest)}

    async def _redirects(self) -> dict[str, str]:
        query = select(SiteRedirect.path, SiteRedirect.target).where(SiteRedirect.tenant_id == self._tenant)
        return {row.path: row.target for row in await self._session.execute(query)}
