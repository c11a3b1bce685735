"""Use cases of a company's texts: what there is, saving a part of a draft, publishing, going back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.pricing.service import booked_on
from abano.catalog.published.service import load_catalog
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, FieldError, InvalidInput, NotFound
from abano.core.languages.texts import default_locale, locale_of
from abano.db.unit_of_work import UnitOfWork
from abano.site.content import rules
from abano.site.content import rules as messages
from abano.site.content.repository import Bodies, ContentRepository, Published, Waiting
from abano.site.pages.facts import fact_names, facts_of, names_in
from abano.site.pages.models import SiteDocumentDraft, SiteDocumentVersion
from abano.team.users.users import load_admin_names

LISTED_VERSIONS = 100


class UnknownText(NotFound):
    """This site has no such text."""


class TextChangedMeanwhile(Conflict):
    """Someone else changed this section. Your text is still here."""


class NothingToPublish(Conflict):
    """There is nothing to publish."""


@dataclass(frozen=True, slots=True)
class Overview:
    """``titles``: by kind and language, of what is published and what waits."""

    languages: tuple[str, ...]
    titles: Mapping[str, Mapping[str, str]]
    versions: Mapping[str, Published]
    waiting: Mapping[str, Waiting]
    # Placeholders of a text with their current values. None if a placeholder does not apply.
    placeholders: Mapping[str, str | None]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it is being written: what waits, else what is published. ``names``: of admins by id.

    ``unchecked``: by language, fields with machine translations.
    """

    kind: str
    revision: int
    waits: bool
    bodies: Bodies
    versions: list[Published]
    changed_at: datetime | None
    changed_by: str | None
    names: Mapping[str, str]
    unchecked: Mapping[str, Sequence[str]]


async def overview(uow: UnitOfWork, now: datetime) -> Overview:
    repository, catalog = ContentRepository(uow), await load_catalog(uow)
    titles = await repository.titles()
    waiting = await repository.waiting()
    facts = _facts(catalog, catalog.rules.languages[0], now)
    return Overview(
        languages=catalog.rules.languages,
        titles=titles | {kind: {**titles.get(kind, {}), **text.titles} for kind, text in waiting.items()},
        versions=await repository.newest_versions(),
        waiting=waiting,
        placeholders={name: facts.get(name) for name in sorted(fact_names(catalog))},
        names=await load_admin_names(uow),
    )


async def read(uow: UnitOfWork, kind: str) -> Text:
    """A text to be written on. Raises UnknownText."""
    repository = ContentRepository(uow)
    draft = await repository.find_draft(kind)
    bodies = await _bodies(repository, kind, draft)
    return Text(
        kind=kind,
        revision=draft.revision if draft else 0,
        waits=bool(draft and draft.bodies is not None),
        bodies={language: rules.current_shape(kind, body) for language, body in bodies.items()},
        versions=await repository.versions(kind, LISTED_VERSIONS),
        changed_at=draft.changed_at if draft else None,
        changed_by=str(draft.changed_by) if draft and draft.changed_by else None,
        names=await load_admin_names(uow),
        unchecked=rules.unchecked_of(draft.parts) if draft else {},
    )


async def save(
    uow: UnitOfWork,
    actor: Actor,
    kind: str,
    *,
    language: str,
    parts: Mapping[str, Any],
    unchecked: Collection[str] = (),
    revision: int,
    now: datetime,
) -> None:
    """Replace ``parts`` of the text in a language. A language that it lacks begins as the company's first.

    Of ``parts``, ``unchecked`` are marked as machine translations until someone saves them without this.

    Raises UnknownText, InvalidInput, and TextChangedMeanwhile where someone changed a part of it after ``revision``.
    """
    repository, catalog = ContentRepository(uow), await load_catalog(uow)
    draft = await repository.lock_draft(kind, now)
    bodies = await _bodies(repository, kind, draft)
    if language not in catalog.rules.languages:
        raise InvalidInput.of("language", messages.LANGUAGE_NOT_OFFERED())
    met = rules.met_by(draft.parts, language, parts, revision)
    if met is not None:
        names = await load_admin_names(uow)
        raise TextChangedMeanwhile(
            details={"by": names.get(met["by"] or ""), "at": met["at"], "revision": draft.revision}
        )
    first = bodies.get(catalog.rules.languages[0]) or next(iter(bodies.values()))
    whole = rules.with_parts(kind, bodies.get(language, first), parts)
    stored = rules.checked(
        kind,
        whole,
        facts=fact_names(catalog),
        places=frozenset(place.code for place in catalog.locations),
        place="parts",
    )
    change = {
        "revision": draft.revision + 1,
        "by": str(actor.admin_id) if actor.admin_id else None,
        "at": now.isoformat(),
    }
    marked = change | {"unchecked": True}
    touched = {f"{language}.{part}": marked if part in unchecked else change for part in parts}
    await repository.change_draft(
        draft,
        {
            "bodies": {**bodies, language: stored},
            "parts": {**draft.parts, **touched},
            "changed_at": now,
            "changed_by": actor.admin_id,
        },
    )
    await _record(uow, actor, "content.drafted", kind, now, language=language, parts=sorted(parts))


async def publish(uow: UnitOfWork, actor: Actor, kind: str, revision: int, now: datetime) -> None:
    """Make what waits what visitors read, as a new version. Raises NothingToPublish, InvalidInput, or
    TextChangedMeanwhile where it is not what who publishes has seen.
    """
    repository, catalog = ContentRepository(uow), await load_catalog(uow)
    draft = await repository.lock_draft(kind, now)
    if draft.bodies is None:
        raise NothingToPublish
    if draft.revision != revision:
        raise TextChangedMeanwhile(details={"by": None, "at": draft.changed_at, "revision": draft.revision})
    unfinished = [
        FieldError(f"{language}.{field}", sentence)
        for language, body in draft.bodies.items()
        for field, sentence in rules.unfinished(kind, body)
    ]
    if unfinished:
        raise InvalidInput(fields=tuple(unfinished))
    bodies = draft.bodies
    number = await _publish_version(repository, uow, actor, catalog, kind, bodies, now)
    await repository.publish(kind, bodies, now)
    await repository.change_draft(draft, {"bodies": None})
    await _record(uow, actor, "content.published", kind, now, version=number)


async def discard(uow: UnitOfWork, actor: Actor, kind: str, now: datetime) -> None:
    """Discard the draft. A page that was never published is deleted. Raises NothingToPublish."""
    repository = ContentRepository(uow)
    draft = await repository.lock_draft(kind, now)
    if draft.bodies is None:
        raise NothingToPublish
    parts = rules.without_marks_of(draft.parts, draft.bodies, await repository.published(kind))
    changes = {"bodies": None, "parts": parts, "changed_at": now, "changed_by": actor.admin_id}
    await repository.change_draft(draft, changes)
    await _record(uow, actor, "content.draft_discarded", kind, now)


async def go_back(uow: UnitOfWork, actor: Actor, kind: str, number: int, now: datetime) -> None:
    """Copy a version into the draft. Raises UnknownText."""
    repository = ContentRepository(uow)
    version = await repository.find_version(kind, number)
    if version is None:
        raise UnknownText
    draft = await repository.lock_draft(kind, now)
    by = str(actor.admin_id) if actor.admin_id else None
    whole = {"*": {"revision": draft.revision + 1, "by": by, "at": now.isoformat()}}
    await repository.change_draft(
        draft,
        {"bodies": version.bodies, "parts": whole, "changed_at": now, "changed_by": actor.admin_id},
    )
    await _record(uow, actor, "content.restored", kind, now, version=number)


async def _publish_version(
    repository: ContentRepository,
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    kind: str,
    bodies: Bodies,
    now: datetime,
) -> int:
    last = await repository.last_number(kind)
    before = await repository.published(kind)
    if last == 0 and before:
        # A text that was stored without one, by an earlier release: its content is kept, too.
        last = 1
        first = SiteDocumentVersion(
            tenant_id=uow.tenant_id, kind=kind, number=1, bodies=before, facts={}, published_at=now
        )
        await repository.add_version(first)
    version = SiteDocumentVersion(
        tenant_id=uow.tenant_id,
        kind=kind,
        number=last + 1,
        bodies=bodies,
        facts={language: _facts(catalog, language, now, body) for language, body in bodies.items()},
        published_at=now,
        published_by=actor.admin_id,
    )
    await repository.add_version(version)
    return last + 1


def _facts(catalog: Catalog, language: str, now: datetime, body: Any = None) -> dict[str, str]:
    """Current values of placeholders; with ``body``, those that it uses."""
    today = booked_on(catalog, now)
    facts = facts_of(catalog.in_language(language), locale_of(default_locale(language)), today)
    return dict(facts) if body is None else {name: facts[name] for name in names_in(body) & facts.keys()}


async def _bodies(repository: ContentRepository, kind: str, draft: SiteDocumentDraft | None) -> Bodies:
    """What waits, else what is published. Raises UnknownText."""
    bodies = draft.bodies if draft and draft.bodies is not None else await repository.published(kind)
    if not bodies:
        raise UnknownText
    return bodies


async def _record(
    uow: UnitOfWork, actor: Actor, action: str, kind: str, now: datetime, **after: object
) -> None:
    await record(uow, actor, action, subject=("content", kind), after=after, now=now)
