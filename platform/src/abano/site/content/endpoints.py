"""HTTP endpoints of the site's texts, for owners and managers."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from abano.db.unit_of_work import UnitOfWork
from abano.site.content import pages, rules, service
from abano.site.content.schemas import (
    MAX_KIND_LENGTH,
    ContentResponse,
    GoBackRequest,
    NewPageRequest,
    NewPageResponse,
    PublishTextRequest,
    RedirectRequest,
    RedirectsResponse,
    SaveTextRequest,
    TextResponse,
)
from abano.web.dependencies import AppClock, Uow, WebsiteActor, needs, no_store

router = APIRouter(prefix="/api/admin/content", tags=["content"], dependencies=[Depends(no_store)])
Kind = Annotated[str, Path(max_length=MAX_KIND_LENGTH)]


@router.get("", dependencies=needs("website"))
async def list_texts(uow: Uow, clock: AppClock) -> ContentResponse:
    """Every text of the site, what waits to be published, and the placeholders that texts may use."""
    return ContentResponse.of(await service.overview(uow, clock.now()))


@router.post("/pages", status_code=201)
async def add_page(actor: WebsiteActor, body: NewPageRequest, uow: Uow, clock: AppClock) -> NewPageResponse:
    """Begin a page of the company's own. No one sees it before it is published."""
    return NewPageResponse(kind=await pages.add_page(uow, actor, body.slug, body.title, clock.now()))


@router.get("/redirects", dependencies=needs("website"))
async def list_redirects(uow: Uow) -> RedirectsResponse:
    """Old URLs and where they lead."""
    return RedirectsResponse.of(await pages.redirects(uow))


@router.put("/redirects")
async def set_redirect(
    actor: WebsiteActor, body: RedirectRequest, uow: Uow, clock: AppClock
) -> RedirectsResponse:
    """Let an old URL lead to a page of the site, or to an https:// URL."""
    await pages.set_redirect(uow, actor, body.path, body.target, clock.now())
    return RedirectsResponse.of(await pages.redirects(uow))


@router.delete("/redirects")
async def drop_redirect(
    actor: WebsiteActor, path: Annotated[str, Query(max_length=300)], uow: Uow, clock: AppClock
) -> RedirectsResponse:
    """Forget an old URL."""
    await pages.drop_redirect(uow, actor, path, clock.now())
    return RedirectsResponse.of(await pages.redirects(uow))


@router.get("/texts/{kind}", dependencies=needs("website"))
async def get_text(kind: Kind, uow: Uow) -> TextResponse:
    """A text to be written on: what waits, else what is published."""
    return await _text(uow, kind)


@router.patch("/texts/{kind}")
async def save_text(
    kind: Kind, actor: WebsiteActor, body: SaveTextRequest, uow: Uow, clock: AppClock
) -> TextResponse:
    """Save parts of a text in one language. Visitors see nothing of it before it is published.

    409 where someone else changed one of these parts meanwhile: ``details`` says who and when.
    """
    await service.save(
        uow,
        actor,
        kind,
        language=body.language,
        parts=body.parts,
        unchecked=body.unchecked,
        revision=body.revision,
        now=clock.now(),
    )
    return await _text(uow, kind)


@router.delete("/texts/{kind}", status_code=204)
async def remove_page(kind: Kind, actor: WebsiteActor, uow: Uow, clock: AppClock) -> Response:
    """Take a page that the company added from its site."""
    await pages.remove_page(uow, actor, kind, clock.now())
    return Response(status_code=204)


@router.post("/texts/{kind}/publication")
async def publish_text(
    kind: Kind, actor: WebsiteActor, body: PublishTextRequest, uow: Uow, clock: AppClock
) -> TextResponse:
    """Publish what waits, as a new version. Visitors read it within seconds."""
    await service.publish(uow, actor, kind, body.revision, clock.now())
    return await _text(uow, kind)


@router.delete("/texts/{kind}/draft", status_code=204)
async def discard_draft(kind: Kind, actor: WebsiteActor, uow: Uow, clock: AppClock) -> Response:
    """Forget what waits to be published."""
    await service.discard(uow, actor, kind, clock.now())
    return Response(status_code=204)


@router.post("/texts/{kind}/return")
async def go_back(
    kind: Kind, actor: WebsiteActor, body: GoBackRequest, uow: Uow, clock: AppClock
) -> TextResponse:
    """Let an earlier version wait to be published again."""
    await service.go_back(uow, actor, kind, body.version, clock.now())
    return await _text(uow, kind)


async def _text(uow: UnitOfWork, kind: str) -> TextResponse:
    text = await service.read(uow, kind)
    shaped = {language: rules.model_of(kind, body) for language, body in text.bodies.items()}
    return TextResponse.of(text, shaped)
