"""What the site's endpoints ask FastAPI for. ``SiteFrame`` is made once by the application."""

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from abano.catalog.published.service import CatalogService
from abano.core.clock import Clock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.site.maps.service import RegionMaps
from abano.site.pages.files import FrontendFiles
from abano.site.pages.pages import PageShell
from abano.site.pages.public_media import BrandImages, PublicMedia
from abano.site.pages.service import SiteService
from abano.site.pages.share_pictures import SharePictures
from abano.storage.store import media_store


@dataclass(frozen=True, slots=True)
class SiteFrame:
    """The site's services of one process."""

    sites: SiteService
    shell: PageShell
    files: FrontendFiles
    share_pictures: SharePictures
    media: PublicMedia
    brand_images: BrandImages
    maps: RegionMaps

    @classmethod
    def create(cls, db: Database, catalogs: CatalogService, settings: Settings, clock: Clock) -> "SiteFrame":
        files = FrontendFiles(settings.frontend_dir)
        media = PublicMedia(db, media_store(settings))
        return cls(
            SiteService(db, catalogs, settings, clock),
            PageShell(settings.frontend_dir),
            files,
            SharePictures(media),
            media,
            BrandImages(db),
            RegionMaps(),
        )


def _frame(request: Request) -> SiteFrame:
    return cast(SiteFrame, request.app.state.site)


async def get_sites(request: Request) -> SiteService:
    return _frame(request).sites


async def get_shell(request: Request) -> PageShell:
    return _frame(request).shell


async def get_files(request: Request) -> FrontendFiles:
    return _frame(request).files


async def get_share_pictures(request: Request) -> SharePictures:
    return _frame(request).share_pictures


async def get_public_media(request: Request) -> PublicMedia:
    return _frame(request).media


async def get_brand_images(request: Request) -> BrandImages:
    return _frame(request).brand_images


async def get_maps(request: Request) -> RegionMaps:
    return _frame(request).maps


Sites = Annotated[SiteService, Depends(get_sites)]
Shell = Annotated[PageShell, Depends(get_shell)]
Files = Annotated[FrontendFiles, Depends(get_files)]
Media = Annotated[PublicMedia, Depends(get_public_media)]
Shared = Annotated[SharePictures, Depends(get_share_pictures)]
Icons = Annotated[BrandImages, Depends(get_brand_images)]
Maps = Annotated[RegionMaps, Depends(get_maps)]
