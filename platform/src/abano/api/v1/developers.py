"""The page for developers: the API's description, drawn by RapiDoc from our own build."""

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from abano.api.v1.calls import OPENAPI_PATH
from abano.core.templates import render_html
from abano.site.pages.frame import Files, Sites
from abano.site.pages.pages import not_built
from abano.web.dependencies import CurrentTenant

router = APIRouter(tags=["site"])
TEMPLATE = "api/v1/developers.html"


@router.api_route("/developers", methods=["GET", "HEAD"], include_in_schema=False)
async def show_developers(tenant: CurrentTenant, sites: Sites, files: Files) -> Response:
    """In English, with the company's name and colour, under the policy of all pages: own scripts and calls only."""
    script = files.url_of("rapidoc")
    if script is None:
        return not_built()
    colors = (await sites.get(tenant)).config.brand.colors
    page = render_html(TEMPLATE, company=tenant.name, script=script, color=colors.pine, openapi=OPENAPI_PATH)
    return HTMLResponse(page, headers={"Cache-Control": "no-cache", "X-Robots-Tag": "noindex"})
