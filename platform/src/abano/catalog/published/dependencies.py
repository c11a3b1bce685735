"""Dependencies of endpoints that read the catalogue: its cache, the origin of links, the reader's texts."""

from typing import Annotated, cast

from fastapi import Depends, Request

from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import Catalog
from abano.core.languages.texts import Texts, texts_in
from abano.tenancy.directory.tenant import public_origin
from abano.web.dependencies import AppSettings, CurrentAdmin, CurrentTenant


async def get_catalogs(request: Request) -> CatalogService:
    return cast(CatalogService, request.app.state.catalogs)


Catalogs = Annotated[CatalogService, Depends(get_catalogs)]


async def get_catalog(tenant: CurrentTenant, catalogs: Catalogs) -> Catalog:
    return await catalogs.get(tenant.id)


# Resolved before the request's transaction: who holds one connection must not wait for another.
CatalogNow = Annotated[Catalog, Depends(get_catalog)]


async def get_public_origin(tenant: CurrentTenant, catalogs: Catalogs, settings: AppSettings) -> str:
    """The origin of links in emails: the company's configured one, never the Host header."""
    return public_origin(tenant, (await catalogs.get(tenant.id)).rules.contacts, settings.port)


PublicOrigin = Annotated[str, Depends(get_public_origin)]


async def get_reader_texts(admin: CurrentAdmin, tenant: CurrentTenant, catalogs: Catalogs) -> Texts:
    """The product's texts in the language of the signed-in admin, else the team's."""
    return texts_in(admin.language or (await catalogs.get(tenant.id)).rules.language_of_team)


ReaderTexts = Annotated[Texts, Depends(get_reader_texts)]
