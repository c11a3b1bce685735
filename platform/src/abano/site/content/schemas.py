"""Schemas of how a company writes its texts."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.site.content.repository import Published
from abano.site.content.rules import OWN_PAGE_KIND, SLUG
from abano.site.content.service import Overview, Text
from abano.site.pages.blocks import PageDocument
from abano.site.pages.documents import Landing, Seo
from abano.site.pages.models import SiteRedirect
from abano.site.pages.public_documents import LegalDocument
from abano.site.pages.routes import own_pages

MAX_KIND_LENGTH = 60
MAX_TITLE_LENGTH = 120
Revision = Annotated[int, Field(ge=0, le=2**53)]
LanguageCode = Annotated[str, Field(min_length=1, max_length=MAX_LANGUAGE_LENGTH)]
Kind = Annotated[str, Field(min_length=1, max_length=MAX_KIND_LENGTH)]


class SaveTextRequest(ApiModel):
    """``parts``: fields of the text with what they say now. ``revision``: of the text that was read.

    ``unchecked``: those of the parts that are machine translations which no one has checked.
    """

    language: LanguageCode
    revision: Revision
    parts: dict[str, Any] = Field(min_length=1, max_length=40)
    unchecked: list[Annotated[str, Field(max_length=100)]] = Field(default=[], max_length=40)


class PublishTextRequest(ApiModel):
    """``revision``: of what is to be published, as it was read."""

    revision: Revision


class GoBackRequest(ApiModel):
    version: int = Field(ge=1, le=1_000_000)


class NewPageRequest(ApiModel):
    """A page at /guides/``slug``."""

    slug: Annotated[str, StringConstraints(strip_whitespace=True, pattern=f"^{SLUG.pattern}$")]
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TITLE_LENGTH)]


class RedirectRequest(ApiModel):
    path: str = Field(min_length=1, max_length=1000)
    target: str = Field(min_length=1, max_length=2000)


class ByColleague(ApiModel):
    """``by`` is null where no colleague did it, or one who is gone."""

    at: datetime
    by: str | None


class ListedText(ApiModel):
    """A text of the site. ``titles``: by language, also of what waits; empty where it has no title.

    ``path``: its route, for pages that the company added. ``published``: null while no one has seen it.
    ``waits``: since when something waits to be published, and who wrote last.
    """

    kind: str
    titles: dict[str, str]
    path: str | None
    version: int | None
    published: ByColleague | None
    waits: ByColleague | None


class Placeholder(ApiModel):
    """``value``: its current text; null: it does not apply, and sentences with it are left out."""

    name: str
    value: str | None


class ContentResponse(SuccessResponse):
    languages: list[str]
    texts: list[ListedText]
    placeholders: list[Placeholder]

    @classmethod
    def of(cls, overview: Overview) -> "ContentResponse":
        texts = []
        for kind, titles in sorted(overview.titles.items()):
            version, waits = overview.versions.get(kind), overview.waiting.get(kind)
            texts.append(
                ListedText(
                    kind=kind,
                    titles=dict(titles),
                    path=own_pages([kind])[0].path if OWN_PAGE_KIND.fullmatch(kind) else None,
                    version=version.number if version else None,
                    published=_by(version.published_at, version.published_by, overview.names)
                    if version
                    else None,
                    waits=_by(waits.changed_at, waits.changed_by, overview.names) if waits else None,
                )
            )
        return cls(
            languages=list(overview.languages),
            texts=texts,
            placeholders=[
                Placeholder(name=name, value=value) for name, value in overview.placeholders.items()
            ],
        )


class TextVersion(ApiModel):
    number: int
    published: ByColleague


class TextResponse(SuccessResponse):
    """A text as it is being written. ``bodies``: by language, in the shape of its kind.

    ``waits``: whether that is to be published; ``changed``: who wrote last. ``versions``: the newest first.
    ``unchecked``: by language, fields with machine translations that no one has checked.
    """

    kind: str
    revision: int
    waits: bool
    bodies: dict[str, Landing | Seo | LegalDocument | PageDocument]
    changed: ByColleague | None
    versions: list[TextVersion]
    unchecked: dict[str, list[str]]

    @classmethod
    def of(cls, text: Text, bodies: dict[str, Any]) -> "TextResponse":
        return cls(
            kind=text.kind,
            revision=text.revision,
            waits=text.waits,
            bodies=bodies,
            changed=_by(text.changed_at, text.changed_by, text.names) if text.changed_at else None,
            versions=[_version(version, text) for version in text.versions],
            unchecked={language: list(fields) for language, fields in text.unchecked.items()},
        )


class NewPageResponse(SuccessResponse):
    kind: str


class Redirect(ApiModel):
    path: str
    target: str
    created_at: datetime


class RedirectsResponse(SuccessResponse):
    redirects: list[Redirect]

    @classmethod
    def of(cls, rows: list[SiteRedirect]) -> "RedirectsResponse":
        redirects = [Redirect(path=row.path, target=row.target, created_at=row.created_at) for row in rows]
        return cls(redirects=redirects)


def _version(version: Published, text: Text) -> TextVersion:
    return TextVersion(
        number=version.number, published=_by(version.published_at, version.published_by, text.names)
    )


def _by(at: datetime, admin_id: object, names: Any) -> ByColleague:
    return ByColleague(at=at, by=names.get(str(admin_id)) if admin_id else None)
