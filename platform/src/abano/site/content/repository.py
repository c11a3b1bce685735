"""All SQL of how a company writes its texts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Select, delete, func, select
from sqlalchemy.dialects.postgresql import distinct_on, insert

from abano.catalog.published.models import SiteDocument
from abano.db.repositories import Repository
from abano.site.pages.models import SiteDocumentDraft, SiteDocumentVersion, SiteRedirect

Bodies = dict[str, dict[str, Any]]


class Published(NamedTuple):
    """The newest version of a text, without its body."""

    number: int
    published_at: datetime
    published_by: UUID | None


class Waiting(NamedTuple):
    """An unpublished draft, without its body."""

    changed_at: datetime
    changed_by: UUID | None
    titles: dict[str, str]


class ContentRepository(Repository):
    """The texts of one tenant, within the caller's transaction."""

    async def titles(self) -> dict[str, dict[str, str]]:
        """By kind and language, what each text of the site calls itself; empty where it has no title."""
        query = select(SiteDocument.kind, SiteDocument.language, SiteDocument.body["title"].astext).where(
            SiteDocument.tenant_id == self._tenant
        )
        found: dict[str, dict[str, str]] = {}
        for kind, language, title in await self._session.execute(query.order_by(SiteDocument.kind)):
            found.setdefault(kind, {})[language] = title or ""
        return found

    async def newest_versions(self) -> dict[str, Published]:
        version = SiteDocumentVersion
        query = (
            select(version.kind, version.number, version.published_at, version.published_by)
            .where(version.tenant_id == self._tenant)
            .ext(distinct_on(version.kind))
            .order_by(version.kind, version.number.desc())
        )
        return {row.kind: Published(*row[1:]) for row in await self._session.execute(query)}

    async def waiting(self) -> dict[str, Waiting]:
        draft = SiteDocumentDraft
        query = select(draft.kind, draft.changed_at, draft.changed_by, draft.bodies).where(
            draft.tenant_id == self._tenant, draft.bodies.is_not(None)
        )
        return {
            row.kind: Waiting(
                row.changed_at,
                row.changed_by,
                {language: str(body.get("title") or "") for language, body in row.bodies.items()},
            )
            for row in await self._session.execute(query)
        }

    async def published(self, kind: str) -> Bodies:
        """What visitors read, by language."""
        rows = await self._session.scalars(
            select(SiteDocument).where(SiteDocument.tenant_id == self._tenant, SiteDocument.kind == kind)
        )
        return {row.language: row.body for row in rows}

    async def find_draft(self, kind: str) -> SiteDocumentDraft | None:
        return (await self._session.scalars(self._draft(kind))).one_or_none()

    async def lock_draft(self, kind: str, now: datetime) -> SiteDocumentDraft:
        """The draft, locked. Created if missing."""
        first = insert(SiteDocumentDraft).values(
            tenant_id=self._tenant, kind=kind, revision=0, bodies=None, parts={}, changed_at=now
        )
        await self._session.execute(first.on_conflict_do_nothing())
        locked = self._draft(kind).with_for_update().execution_options(populate_existing=True)
        return (await self._session.scalars(locked)).one()

    async def change_draft(self, draft: SiteDocumentDraft, values: Mapping[str, Any]) -> None:
        """Update the locked draft and increment its revision."""
        for name, value in values.items():
            setattr(draft, name, value)
        draft.revision += 1
        await self._session.flush()

    async def drop_draft(self, kind: str) -> None:
        draft = SiteDocumentDraft
        await self._session.execute(delete(draft).where(draft.tenant_id == self._tenant, draft.kind == kind))

    async def publish(self, kind: str, bodies: Mapping[str, Any], now: datetime) -> None:
        """Make it what visitors read."""
        for language, body in bodies.items():
            values = {"tenant_id": self._tenant, "kind": kind, "language": language}
            statement = insert(SiteDocument).values(**values, body=body, updated_at=now)
            await self._session.execute(
                statement.on_conflict_do_update(
                    index_elements=["tenant_id", "kind", "language"], set_={"body": body, "updated_at": now}
                )
            )

    async def withdraw(self, kind: str) -> None:
        """Take a text from the site."""
        text = SiteDocument
        await self._session.execute(delete(text).where(text.tenant_id == self._tenant, text.kind == kind))

    async def add_version(self, version: SiteDocumentVersion) -> None:
        self._session.add(version)
        await self._session.flush()

    async def last_number(self, kind: str) -> int:
        """The newest version number. 0 without numbered versions."""
        version = SiteDocumentVersion
        query = select(func.max(version.number)).where(
            version.tenant_id == self._tenant, version.kind == kind
        )
        return await self._session.scalar(query) or 0

    async def versions(self, kind: str, limit: int) -> list[Published]:
        """The newest first."""
        version = SiteDocumentVersion
        query = (
            select(version.number, version.published_at, version.published_by)
            .where(version.tenant_id == self._tenant, version.kind == kind)
            .order_by(version.number.desc())
            .limit(limit)
        )
        return [Published(*row) for row in await self._session.execute(query)]

    async def find_version(self, kind: str, number: int) -> SiteDocumentVersion | None:
        return await self._session.get(SiteDocumentVersion, (self._tenant, kind, number))

    async def redirects(self) -> list[SiteRedirect]:
        query = select(SiteRedirect).where(SiteRedirect.tenant_id == self._tenant)
        return list(await self._session.scalars(query.order_by(SiteRedirect.path)))

    async def set_redirect(self, path: str, target: str, admin_id: UUID | None, now: datetime) -> None:
        values = {"target": target, "created_at": now, "created_by": admin_id}
        statement = insert(SiteRedirect).values(tenant_id=self._tenant, path=path, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id", "path"], set_=values)
        )

    async def drop_redirect(self, path: str) -> None:
        redirect = SiteRedirect
        await self._session.execute(
            delete(redirect).where(redirect.tenant_id == self._tenant, redirect.path == path)
        )

    async def lock_redirects(self) -> None:
        """Serialise changes of redirects: two concurrent ones could form an undetected loop."""
        await self._session.execute(
            select(func.pg_advisory_xact_lock(func.hashtextextended(str(self._tenant), 418240931)))
        )

    def _draft(self, kind: str) -> Select[SiteDocumentDraft]:
        draft = SiteDocumentDraft
        return select(draft).where(draft.tenant_id == self._tenant, draft.kind == kind)
