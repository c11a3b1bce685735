"""The sign-up of companies over HTTP, at the installation's own host alone."""

from typing import Annotated, Literal, cast

from fastapi import APIRouter, Depends, Request

from abano.core.languages.texts import product_languages
from abano.operators.sign_up.schemas import (
    AcceptedResponse,
    ConfirmRequest,
    CountryOption,
    OptionsResponse,
    SignUpRequest,
    SlugRequest,
    SlugResponse,
    StateResponse,
    TokenRequest,
)
from abano.operators.sign_up.service import SignUps
from abano.tenancy.directory.countries import all_countries, all_currencies
from abano.web.dependencies import AppSettings, ClientIp

router = APIRouter(prefix="/api/sign-up", tags=["sign-up"])


async def get_sign_ups(request: Request) -> SignUps:
    return cast(SignUps, request.app.state.sign_ups)


AllSignUps = Annotated[SignUps, Depends(get_sign_ups)]


@router.get("/options")
async def list_sign_up_options(settings: AppSettings) -> OptionsResponse:
    """What a company can choose, and what each country proposes."""
    return OptionsResponse(
        mode=cast(Literal["invitation", "open"], settings.sign_up),
        site_domain=settings.site_domain,
        bot_check_key=settings.sign_up_bot_check_key,
        languages=list(product_languages()),
        currencies=list(all_currencies()),
        countries=[CountryOption.of(each) for each in all_countries().values()],
    )


@router.post("/slug")
async def check_sign_up_slug(body: SlugRequest, sign_ups: AllSignUps, ip: ClientIp) -> SlugResponse:
    """Whether a company can have this address. If not, the error of the field says why."""
    return SlugResponse(host=await sign_ups.check_slug(body.slug, ip))


@router.post("", status_code=202)
async def request_sign_up(body: SignUpRequest, sign_ups: AllSignUps, ip: ClientIp) -> AcceptedResponse:
    """Have a link sent. The same answer whether or not the email address is known or invited."""
    await sign_ups.request(body, ip)
    return AcceptedResponse()


@router.post("/state")
async def get_sign_up_state(body: TokenRequest, sign_ups: AllSignUps) -> StateResponse:
    """The sign-up of a link, and whether its company is ready."""
    return await sign_ups.look_at(body.token)


@router.post("/confirm")
async def confirm_sign_up(body: ConfirmRequest, sign_ups: AllSignUps, ip: ClientIp) -> StateResponse:
    """Choose the password, and have the company created."""
    return await sign_ups.confirm(body.token, slug=body.slug, password=body.password, ip=ip)
