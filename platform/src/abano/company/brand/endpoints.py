"""HTTP endpoints of a company's brand, for its owner."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from abano.catalog.published.dependencies import CatalogNow, PublicOrigin, ReaderTexts
from abano.company.brand.schemas import (
    BrandOut,
    BrandResponse,
    ColorProblem,
    ColorsRequest,
    ColorsResponse,
    DraftRequest,
    EarlierBrand,
    EmailPreview,
    FaceOut,
    PublishRequest,
)
from abano.company.brand.service import CompanyBrand, State, sample_email, sample_invoice
from abano.core.colors import Color
from abano.core.errors import InvalidInput
from abano.core.pdf.pdf import print_pdf
from abano.payments.invoices.seller import seller_of
from abano.storage.images import LOGO, find_brand_image
from abano.tenancy.directory.brand import (
    FACES,
    check_colors,
    dark_theme,
    face_or_first,
    face_variables,
    light_theme,
    readable,
)
from abano.web.dependencies import AppClock, CompanyActor, CurrentTenant, Db, Uow, no_store
from abano.web.errors import SentenceOut

router = APIRouter(prefix="/api/admin/brand", tags=["brand"], dependencies=[Depends(no_store)])


async def get_brand(uow: Uow) -> CompanyBrand:
    return CompanyBrand(uow)


Brand = Annotated[CompanyBrand, Depends(get_brand, scope="function")]


@router.get("")
async def get_brand_of_company(_: CompanyActor, brand: Brand) -> BrandResponse:
    """The brand that visitors see, the one that is being worked on, and earlier ones."""
    return _answer(await brand.state())


@router.put("/draft")
async def keep_brand_draft(
    actor: CompanyActor, body: DraftRequest, brand: Brand, clock: AppClock
) -> BrandResponse:
    """Work on the brand. No one but the company's people sees it."""
    return _answer(await brand.keep_draft(actor, body, body.revision, clock.now()))


@router.delete("/draft")
async def drop_brand_draft(actor: CompanyActor, brand: Brand, clock: AppClock) -> BrandResponse:
    """Leave the brand as visitors see it."""
    return _answer(await brand.drop_draft(actor, clock.now()))


@router.post("/publish")
async def publish_brand(
    actor: CompanyActor, body: PublishRequest, brand: Brand, clock: AppClock
) -> BrandResponse:
    """Let visitors see the draft, if all of it can be read."""
    return _answer(await brand.publish(actor, body.revision, clock.now()))


@router.post("/undo")
async def undo_brand(
    actor: CompanyActor, body: PublishRequest, brand: Brand, clock: AppClock
) -> BrandResponse:
    """Go back to the brand before; the one that visitors saw becomes the draft."""
    return _answer(await brand.undo(actor, body.revision, clock.now()))


@router.post("/colors")
async def look_at_colors(_: CompanyActor, body: ColorsRequest) -> ColorsResponse:
    """What pages would make of these colours, what cannot be read, and the nearest that can. Stores nothing."""
    colors = {str(name): Color.parse(value) for name, value in body.colors.items()}
    better = readable(colors)
    problems: list[ColorProblem] = []
    try:
        check_colors({name: color.hex for name, color in colors.items()})
    except InvalidInput as refused:
        for error in refused.fields:
            name = error.field.rpartition(".")[2]
            sentence = SentenceOut.of(error.sentence)
            problems.append(ColorProblem(name=name, problem=sentence, instead=better[name].hex))
    return ColorsResponse(
        problems=problems,
        repaired={name: color.hex for name, color in better.items()},
        light={name: color.hex for name, color in light_theme(colors).items()},
        dark={name: color.hex for name, color in dark_theme(colors).items()},
    )


@router.post("/email")
async def preview_email(
    _: CompanyActor,
    body: ColorsRequest,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    origin: PublicOrigin,
    texts: ReaderTexts,
) -> EmailPreview:
    """An email to a customer in these colours, as HTML. Stores nothing."""
    colors = {str(name): value for name, value in body.colors.items()}
    return EmailPreview(html=sample_email(tenant, catalog, colors, origin, texts))


@router.post("/document", response_class=Response, responses={200: {"content": {"application/pdf": {}}}})
async def preview_document(
    _: CompanyActor,
    body: ColorsRequest,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    db: Db,
    texts: ReaderTexts,
    clock: AppClock,
) -> Response:
    """An invoice in these colours, as it would be printed. Stores nothing."""
    async with db.uow(tenant.id) as uow:
        seller = await seller_of(uow, tenant, catalog)
        logo = await find_brand_image(uow, LOGO)
    shown = seller.model_copy(update={"color": body.colors["pine"]})
    sample = sample_invoice(tenant, catalog, shown, logo, texts.language, clock.now())
    content = await print_pdf(sample, tenant.id)
    return Response(content, media_type="application/pdf")


def _answer(state: State) -> BrandResponse:
    return BrandResponse(
        revision=state.revision,
        published=BrandOut.of(state.published),
        draft=BrandOut.of(state.draft) if state.draft is not None else None,
        earlier=[
            EarlierBrand(
                until=each["until"],
                colors=dict(each["brand"].get("colors") or {}),
                face=face_or_first(each["brand"].get("face")),
            )
            for each in state.earlier
        ],
        faces=[FaceOut(name=face, variables=face_variables(face)) for face in FACES],
    )
