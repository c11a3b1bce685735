"""The pictures of a quiz's answers, out of the media library, for the quiz's page."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from abano.catalog.published.service import CatalogService
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.marketing.quiz.cache import LoadPictures
from abano.marketing.quiz.schemas import QuizPicture
from abano.site.media_library.pictures import KEY, Pictures
from abano.site.media_library.service import load_shown
from abano.site.pages.public_media import palette_of
from abano.site.pages.schemas import Colors


@dataclass(frozen=True, slots=True)
class LibraryPictures:
    """Pictures by their media ids, with texts in the language of a page, else in the company's first."""

    pictures: Pictures

    def shown(self, media_id: UUID, language: str | None) -> QuizPicture | None:
        """One picture with its URLs; None where the library has no such picture, or it has no files yet."""
        languages = [each for each in (language, *self.pictures.languages) if each]
        in_language = Pictures(self.pictures.items, self.pictures.palette, languages)
        body = in_language.resolved({KEY: str(media_id)})
        return QuizPicture.model_validate(body) if body.get("src") else None


def quiz_pictures(db: Database, catalogs: CatalogService) -> LoadPictures:
    """Loads the pictures that a tenant's quizzes refer to, in the colours of its brand."""

    async def load(tenant_id: TenantId, media_ids: Collection[UUID]) -> LibraryPictures:
        rules = (await catalogs.get(tenant_id)).rules
        palette = palette_of(Colors.model_validate(rules.brand["colors"]))
        async with db.uow(tenant_id) as uow:
            items = await load_shown(uow, media_ids)
        return LibraryPictures(Pictures(items, palette, rules.languages[:1]))

    return load
