"""A company's data in the operator console: have it exported for its owners, delete it, keep it."""

from datetime import datetime
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Depends, Request
from pydantic import StringConstraints

from abano.company.leaving.schemas import CompanyExportOut
from abano.company.leaving.service import GRACE_DAYS
from abano.core.api_model import ApiModel
from abano.core.clock import Clock
from abano.operators.console.accounts import confirm_again
from abano.operators.console.company_data import CompanyData, CompanyRecords
from abano.operators.console.endpoints import (
    CurrentOperator,
    FactorKey,
    Operators,
    SignInCaller,
    Slug,
    forget_tenants,
)
from abano.operators.console.schemas import ReasonRequest
from abano.operators.console.support_endpoints import Asker
from abano.team.users.schemas import Code
from abano.web.dependencies import AppClock

router = APIRouter(prefix="/api/operator/companies/{slug}/data", tags=["operator"])


class ConfirmedRequest(ReasonRequest):
    """``code``: of the second factor, again."""

    code: Code


class DeleteCompanyRequest(ConfirmedRequest):
    """``company_name``: as it is shown."""

    company_name: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class CompanyDataResponse(ApiModel):
    """``deletes_at``: when everything is removed; null: it is not being deleted. Exports: newest first."""

    success: Literal[True] = True
    company_name: str
    grace_days: int
    deletes_at: datetime | None
    requested_at: datetime | None
    requested_by: Literal["owner", "operator"] | None
    has_begun: bool
    exports: list[CompanyExportOut]

    @classmethod
    def of(cls, data: CompanyData) -> "CompanyDataResponse":
        return cls(
            company_name=data.company_name,
            grace_days=GRACE_DAYS,
            deletes_at=data.deletes_at,
            requested_at=data.requested_at,
            requested_by=data.requested_by,
            has_begun=data.has_begun,
            exports=list(data.exports),
        )


async def get_company_records(request: Request) -> CompanyRecords:
    return cast(CompanyRecords, request.app.state.company_records)


Data = Annotated[CompanyRecords, Depends(get_company_records)]


@router.get("")
async def read_operator_company_data(
    slug: Slug, _operator: CurrentOperator, data: Data, clock: AppClock
) -> CompanyDataResponse:
    """Exports of a company, without their content, and whether it is being deleted."""
    return await _answer(slug, data, clock)


@router.post("/exports", status_code=202)
async def request_operator_export(
    slug: Slug,
    body: ConfirmedRequest,
    operator: CurrentOperator,
    asker: Asker,
    data: Data,
    db: Operators,
    clock: AppClock,
    caller: SignInCaller,
    key: FactorKey,
) -> CompanyDataResponse:
    """Have the worker write everything of the company to a file, which only its owners can download."""
    await confirm_again(db, operator, body.code, caller=caller, key=key, now=clock.now())
    await data.export(slug, asker, reason=body.reason, now=clock.now())
    return await _answer(slug, data, clock)


@router.post("/deletion", status_code=201)
async def request_operator_deletion(
    slug: Slug,
    body: DeleteCompanyRequest,
    request: Request,
    operator: CurrentOperator,
    asker: Asker,
    data: Data,
    db: Operators,
    clock: AppClock,
    caller: SignInCaller,
    key: FactorKey,
) -> CompanyDataResponse:
    """Close the site now, and remove everything after the grace period."""
    await confirm_again(db, operator, body.code, caller=caller, key=key, now=clock.now())
    await data.delete(slug, asker, name=body.company_name, reason=body.reason, now=clock.now())
    forget_tenants(request)
    return await _answer(slug, data, clock)


@router.post("/deletion/undo")
async def undo_operator_deletion(
    slug: Slug,
    body: ReasonRequest,
    request: Request,
    _operator: CurrentOperator,
    asker: Asker,
    data: Data,
    clock: AppClock,
) -> CompanyDataResponse:
    """Keep the company. Everything is as it was."""
    await data.keep(slug, asker, reason=body.reason, now=clock.now())
    forget_tenants(request)
    return await _answer(slug, data, clock)


async def _answer(slug: str, data: CompanyRecords, clock: Clock) -> CompanyDataResponse:
    return CompanyDataResponse.of(await data.load(slug, clock.now()))
