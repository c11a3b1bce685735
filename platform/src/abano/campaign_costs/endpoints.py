"""HTTP endpoints of campaign costs and of what they brought, for owners, managers and analysts."""

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Header, Query, Response
from pydantic import Field

from abano.analytics.client import Answer
from abano.analytics.endpoints import Analytics, QuestionLabels
from abano.analytics.labels import Labelled
from abano.analytics.query import QuestionQuery
from abano.auth.principals import Actor
from abano.campaign_costs import service
from abano.campaign_costs.ads_report import CostLine
from abano.campaign_costs.money import Costs
from abano.campaign_costs.repository import CampaignCostRepository
from abano.campaign_costs.schemas import (
    CampaignMoneyResponse,
    CostsResponse,
    CostUploadRequest,
    CostUploadResponse,
    StoredCosts,
    TypedCostRequest,
)
from abano.errors import InvalidInput
from abano.http.dependencies import AppClock, CurrentTenant, Db, Uow, acting, no_store, require_role
from abano.kit.money import to_minor
from abano.kit.periods import LAST_DAY_BEFORE_FIRST

router = APIRouter(tags=["campaign costs"])
Acting = Annotated[Actor, Depends(acting("owner", "manager", "analyst"))]
READER = Depends(require_role("owner", "manager", "analyst"))
COSTS = "/api/admin/campaign-costs"


@router.get(COSTS, dependencies=[READER, Depends(no_store)])
async def list_campaign_costs(uow: Uow, tenant: CurrentTenant) -> CostsResponse:
    """What was uploaded and typed, the newest first."""
    return await _listed(uow, tenant.currency)


@router.post(f"{COSTS}/uploads", dependencies=[Depends(no_store)])
async def upload_campaign_costs(
    actor: Acting, body: CostUploadRequest, tenant: CurrentTenant, db: Db, clock: AppClock
) -> CostUploadResponse:
    """Look at a campaign report of Google Ads, or take it. Costs of the same campaign and days are replaced."""
    content = await service.read_file(body.file)
    async with db.uow(tenant.id) as uow:
        taken = await service.upload(
            uow,
            tenant,
            actor,
            content=content,
            file_name=body.file_name,
            source=body.source.lower(),
            currency=body.currency or tenant.currency,
            only_check=body.only_check,
            now=clock.now(),
        )
    return CostUploadResponse.of(taken, tenant.currency)


@router.post(COSTS, status_code=201, dependencies=[Depends(no_store)])
async def type_campaign_costs(
    actor: Acting, body: TypedCostRequest, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> CostsResponse:
    """Tell what a campaign cost on some days."""
    if body.last_day < body.first_day:
        raise InvalidInput.of("lastDay", LAST_DAY_BEFORE_FIRST())
    line = CostLine(
        0, body.campaign, body.first_day, body.last_day, body.currency or "", to_minor(body.amount)
    )  # fmt: skip
    await service.type_in(uow, tenant, actor, line, body.source.lower(), clock.now())
    return await _listed(uow, tenant.currency)


@router.delete(f"{COSTS}/{{upload_id}}", dependencies=[Depends(no_store)])
async def delete_campaign_costs(
    upload_id: UUID, actor: Acting, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> CostsResponse:
    """Delete what came with one file or was typed."""
    await service.delete_upload(uow, actor, upload_id, clock.now())
    return await _listed(uow, tenant.currency)


class MoneyQuery(QuestionQuery):
    """A figure query, and how bookings are attributed to sessions."""

    window_days: Literal["7", "30", "90"] = Field(
        "90", alias="windowDays", description="How many days before its booking a session counts"
    )
    credit: Literal["first", "last", "linear"] = Field(
        "last", description="Which of a booking's sessions its amount counts for; linear: all in equal parts"
    )


@dataclass(frozen=True, slots=True)
class MoneyPoll:
    """What is looked at, by whom, and what they have of it already."""

    tenant: CurrentTenant
    clock: AppClock
    db: Db
    analytics: Analytics
    find_labels: QuestionLabels
    query: Annotated[MoneyQuery, Query()]
    known_tag: Annotated[str, Header(alias="If-None-Match", max_length=500)] = ""

    async def answer(self) -> Answer:
        today = self.clock.now().astimezone(self.tenant.zone).date()
        costs = await self._costs(*self.query.days(today))
        mark = f"-costs-{hashlib.sha256(repr(costs).encode()).hexdigest()[:12]}"
        labels = await self.find_labels(self.tenant.id, self.query.lang) if self.query.lang else {}
        labelled = Labelled(labels)
        asked = (
            *self.query.resolved(self.tenant.zone, today),
            ("windowDays", self.query.window_days),
            ("credit", self.query.credit),
        )
        end = f'{mark}"'
        inner = self.known_tag.removesuffix(end) + '"' if self.known_tag.endswith(end) else ""
        found = labelled.apply(
            await self.analytics.figure(
                self.tenant.id, "money", asked, known_tag=labelled.inner_tag(inner) if inner else ""
            )
        )
        tag = found.tag.removesuffix('"') + end
        if found.body is None:
            return Answer(tag, None)
        return Answer(tag, orjson.dumps(costs.put_beside(orjson.loads(found.body))))

    async def _costs(self, first: date, last: date) -> Costs:
        async with self.db.uow(self.tenant.id) as uow:
            totals = await CampaignCostRepository(uow).within(self.tenant.currency, first, last)
        return Costs.filtered(totals, self.query.filters())


@router.get("/api/quiz/analytics/money", response_model=CampaignMoneyResponse, dependencies=[READER])
async def quiz_analytics_money(poll: Annotated[MoneyPoll, Depends()]) -> Response:
    """What sessions brought and campaigns cost, and what a session of each answer brings, as it is attributed."""
    answer = await poll.answer()
    headers = {"ETag": answer.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    if answer.body is None:
        return Response(status_code=304, headers=headers)
    return Response(answer.body, headers=headers, media_type="application/json")


async def _listed(uow: Uow, currency: str) -> CostsResponse:
    repository = CampaignCostRepository(uow)
    names = await repository.admin_names()
    rows = await repository.list_uploads()
    return CostsResponse(
        costs=[StoredCosts.of(row, names.get(row.created_by) if row.created_by else None) for row in rows],
        currency=currency,
    )
