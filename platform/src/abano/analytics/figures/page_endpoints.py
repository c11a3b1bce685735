"""The quiz analytics' page: several figures at once, money among them, and all of them as files."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, cast

import orjson
from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.background import BackgroundTask

from abano.analytics.figures.client import Figure
from abano.analytics.figures.endpoints import Analytics, KnownTag, QuestionLabels, as_response, find_labelled
from abano.analytics.figures.money import Addition, AttributionQuery, FindCosts, file_rows
from abano.analytics.figures.money_schemas import CampaignMoneyResponse
from abano.analytics.figures.page_schemas import PageResponse
from abano.analytics.figures.pages import UNKNOWN_FIGURES, WORDED, Page, apply_all, inner_tag_of
from abano.analytics.figures.query import ExportQuery, PageQuery, QuestionQuery
from abano.core.errors import InvalidInput
from abano.web.dependencies import AppClock, CurrentTenant, require_role

router = APIRouter(
    prefix="/api/quiz/analytics",
    tags=["quiz analytics"],
    dependencies=[Depends(require_role("owner", "manager", "analyst"))],
)
# Of ten figures.
KnownTags = Annotated[str, Header(alias="If-None-Match", max_length=4000)]


class MoneyQuery(QuestionQuery, AttributionQuery):
    """A figure query, and how bookings are attributed to sessions."""


def get_campaign_costs(request: Request) -> FindCosts:
    return cast(FindCosts, request.app.state.find_campaign_costs)


@dataclass(frozen=True, slots=True)
class Additions:
    """What figures get on their way: texts in the reader's language, and money its costs."""

    tenant: CurrentTenant
    find_labels: QuestionLabels
    find_costs: Annotated[FindCosts, Depends(get_campaign_costs)]

    async def of(
        self, query: QuestionQuery, today: date, figures: Iterable[Figure]
    ) -> dict[Figure, list[Addition]]:
        labelled = await find_labelled(self.find_labels, self.tenant, query.lang)
        texts: list[Addition] = [labelled] if labelled else []
        added: dict[Figure, list[Addition]] = dict.fromkeys(WORDED, texts)
        for figure in figures:
            if figure.startswith("money-"):
                costs = await self.find_costs(self.tenant, query.days(today), query.filters())
                added[figure] = [*texts, costs]
        return added


TheAdditions = Annotated[Additions, Depends()]


@router.get("/page", response_model=PageResponse, responses={202: {"model": PageResponse}})
async def quiz_analytics_page(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    additions: TheAdditions,
    query: Annotated[PageQuery, Query()],
    known: KnownTags = "",
) -> Response:
    """Several figures at once. If-None-Match names the tags of what the caller has; of the rest the bodies come.

    304 when the caller has everything, 202 while some of it is being counted.
    """
    today = clock.now().astimezone(tenant.zone).date()
    figures = query.named(tenant.zone, today)
    page = Page(figures, known, await additions.of(query, today, figures.values()))
    if not page.figures:
        raise InvalidInput.of("figures", UNKNOWN_FIGURES())
    told = await analytics.page(
        tenant.id, list(page.figures.values()), query.resolved(tenant.zone, today), page.inner_tags()
    )
    status, body = page.told(told)
    headers = {"Cache-Control": "private, no-store", "Vary": "Cookie"}
    return Response(body, status_code=status, headers=headers, media_type="application/json")


@router.get("/money", response_model=CampaignMoneyResponse)
async def quiz_analytics_money(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    additions: TheAdditions,
    query: Annotated[MoneyQuery, Query()],
    known: KnownTag = "",
) -> Response:
    """What sessions brought and campaigns cost, and what a session of each answer brings, as it is attributed."""
    today, figure = clock.now().astimezone(tenant.zone).date(), query.money
    added = (await additions.of(query, today, [figure]))[figure]
    resolved = query.resolved(tenant.zone, today)
    answer = await analytics.figure(tenant.id, figure, resolved, known_tag=inner_tag_of(added, known))
    return as_response(apply_all(added, answer))


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}, "application/vnd.apache.parquet": {}}}},
)
async def quiz_analytics_export(
    tenant: CurrentTenant,
    clock: AppClock,
    analytics: Analytics,
    additions: TheAdditions,
    asked: Annotated[ExportQuery, Query()],
) -> StreamingResponse:
    """What is filtered, as a file. CSV: UTF-8, local times, no formulas; Parquet: typed, times in UTC."""
    today = clock.now().astimezone(tenant.zone).date()
    table = asked.file(tenant.zone, today)
    query = asked.resolved(tenant.zone, today)
    if table == "money" or table == "values":  # noqa: PLR1714 - narrows the type
        added = (await additions.of(asked, today, [asked.money]))[asked.money]
        answer = apply_all(added, await analytics.figure(tenant.id, asked.money, query, known_tag=""))
        rows = file_rows(table, orjson.loads(answer.body or b""))
        file = await analytics.file(tenant.id, rows, asked.format)
    else:
        file = await analytics.export(tenant.id, table, query, asked.format)
    headers = {
        "Content-Disposition": f'attachment; filename="{asked.file_name(today)}"',
        "Content-Length": file.headers["Content-Length"],
        "Cache-Control": "no-store",
    }
    return StreamingResponse(
        file.aiter_raw(),
        headers=headers,
        media_type=file.headers["Content-Type"],
        background=BackgroundTask(file.aclose),
    )
