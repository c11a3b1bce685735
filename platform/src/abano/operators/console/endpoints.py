"""The operator console's API, on its own host alone."""

from datetime import datetime
from typing import Annotated, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import InvalidInput, Message, NotFound, SignInRequired
from abano.operators.console import accounts, jobs
from abano.operators.console.accounts import Begun, Caller, Operator
from abano.operators.console.audit import PAGE as ENTRIES
from abano.operators.console.audit import Author, list_entries
from abano.operators.console.companies import PAGE, Companies, SortKey
from abano.operators.console.database import OperatorDatabase
from abano.operators.console.schemas import (
    CompaniesResponse,
    CompanyOptionsResponse,
    CompanyOut,
    CompanyResponse,
    CreateCompanyRequest,
    DoneResponse,
    EnrolledResponse,
    EntriesResponse,
    EntryOut,
    JobCountsOut,
    JobOut,
    JobsResponse,
    OperatorCodeRequest,
    OperatorOut,
    OperatorResponse,
    OperatorSignInRequest,
    ReasonRequest,
    SetupResponse,
    StageResponse,
)
from abano.ops.seeds.loader import languages_of_template
from abano.team.users.second_factor import SecondFactorKey
from abano.tenancy.directory.countries import all_countries
from abano.tenancy.directory.creation import NEUTRAL, NewCompany, choices_of
from abano.tenancy.directory.tenant import TenantCache
from abano.web.dependencies import AppClock, AppSettings, ClientIp

router = APIRouter(prefix="/api/operator", tags=["operator"])
COOKIE = "abano_operator"
DOMAIN_MISSING = Message("operator_domain_missing", "Enter the domain of its site.", for_operators=True)


def cookie_name(*, secure: bool) -> str:
    return f"__Host-{COOKIE}" if secure else COOKIE


async def get_operators(request: Request) -> OperatorDatabase:
    return cast(OperatorDatabase, request.app.state.operators)


async def get_companies(request: Request) -> Companies:
    return cast(Companies, request.app.state.companies)


async def get_token(request: Request, settings: AppSettings) -> str:
    return request.cookies.get(cookie_name(secure=settings.is_production), "")


async def get_key(settings: AppSettings) -> SecondFactorKey:
    return SecondFactorKey(settings.secret_key.get_secret_value())


async def get_caller(ip: ClientIp, settings: AppSettings) -> Caller:
    return Caller(ip, settings.secret_key.get_secret_value())


Operators = Annotated[OperatorDatabase, Depends(get_operators)]
AllCompanies = Annotated[Companies, Depends(get_companies)]
Token = Annotated[str, Depends(get_token)]
FactorKey = Annotated[SecondFactorKey, Depends(get_key)]
SignInCaller = Annotated[Caller, Depends(get_caller)]


async def get_session(token: Token, db: Operators, clock: AppClock) -> Operator:
    """The operator of this browser's session, whatever it waits for. Raises SignInRequired."""
    operator = await accounts.find_session(db, token, clock.now()) if token else None
    if operator is None:
        raise SignInRequired
    return operator


Session = Annotated[Operator, Depends(get_session)]


async def get_operator(session: Session) -> Operator:
    """The operator, once both factors were shown. Raises SignInRequired."""
    if session.stage != "signed_in":
        raise SignInRequired
    return session


CurrentOperator = Annotated[Operator, Depends(get_operator)]


async def get_author(operator: CurrentOperator, ip: ClientIp) -> Author:
    return Author(operator.id, ip)


Acting = Annotated[Author, Depends(get_author)]
Slug = Annotated[str, Path(max_length=60)]
JobId = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.post("/sign-in")
async def operator_sign_in(
    body: OperatorSignInRequest,
    response: Response,
    db: Operators,
    clock: AppClock,
    settings: AppSettings,
    caller: SignInCaller,
) -> StageResponse:
    """The first step. The session's cookie opens nothing before the second factor."""
    begun = await accounts.sign_in(
        db, email=body.email.strip().lower(), password=body.password, caller=caller, now=clock.now()
    )
    return _with_cookie(response, begun, settings)


@router.post("/sign-in/code")
async def operator_sign_in_code(
    body: OperatorCodeRequest,
    response: Response,
    session: Session,
    token: Token,
    db: Operators,
    clock: AppClock,
    settings: AppSettings,
    caller: SignInCaller,
    key: FactorKey,
) -> StageResponse:
    """The second step: a code of the app, or a recovery code."""
    begun = await accounts.sign_in_with_code(
        db, session, token, body.code, caller=caller, key=key, now=clock.now()
    )
    return _with_cookie(response, begun, settings)


@router.post("/second-factor")
async def operator_begin_second_factor(session: Session, db: Operators, key: FactorKey) -> SetupResponse:
    """At the first sign-in: what the authenticator app needs."""
    setup = await accounts.begin_second_factor(db, session, key=key)
    return SetupResponse(secret=setup.secret, uri=setup.uri, qr_svg=setup.qr_svg)


@router.post("/second-factor/confirm")
async def operator_confirm_second_factor(
    body: OperatorCodeRequest,
    response: Response,
    session: Session,
    db: Operators,
    clock: AppClock,
    settings: AppSettings,
    caller: SignInCaller,
    key: FactorKey,
) -> EnrolledResponse:
    """Turn it on with a first code, and sign in."""
    begun, codes = await accounts.confirm_second_factor(
        db, session, body.code, caller=caller, key=key, now=clock.now()
    )
    _with_cookie(response, begun, settings)
    return EnrolledResponse(recovery_codes=codes)


@router.post("/sign-out")
async def operator_sign_out(
    response: Response, token: Token, db: Operators, settings: AppSettings
) -> DoneResponse:
    """End this browser's session, if any."""
    if token:
        await accounts.sign_out(db, token)
    secure = settings.is_production
    response.delete_cookie(
        cookie_name(secure=secure), path="/", httponly=True, samesite="strict", secure=secure
    )
    return DoneResponse()


@router.get("/me")
async def operator_me(session: Session) -> OperatorResponse:
    """The operator of this browser's session, and what it waits for."""
    return OperatorResponse(operator=OperatorOut.of(session))


@router.get("/companies", dependencies=[Depends(get_operator)])
async def list_operator_companies(
    companies: AllCompanies,
    clock: AppClock,
    search: Annotated[str, Query(max_length=100)] = "",
    sort: SortKey = "name",
    descending: bool = False,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> CompaniesResponse:
    """Companies with what they use, a page at a time."""
    found, total = await companies.page(
        clock.now(), search=search, sort=sort, is_descending=descending, offset=offset
    )
    return CompaniesResponse(companies=[CompanyOut.of(each) for each in found], total=total, page_size=PAGE)


@router.get("/company-options", dependencies=[Depends(get_operator)])
async def list_company_options(settings: AppSettings) -> CompanyOptionsResponse:
    """Where a new company's site may be."""
    return CompanyOptionsResponse(site_domain=settings.site_domain, countries=list(all_countries()))


@router.post("/companies")
async def create_operator_company(
    body: CreateCompanyRequest,
    author: Acting,
    companies: AllCompanies,
    db: Operators,
    settings: AppSettings,
    request: Request,
    clock: AppClock,
) -> CompanyResponse:
    """Create a company. The worker fills it and invites its owner within seconds."""
    host = body.domain or (f"{body.slug}.{settings.site_domain}" if settings.site_domain else "")
    if not host:
        raise InvalidInput.of("domain", DOMAIN_MISSING())
    choices = choices_of(all_countries()[body.country], languages_of_template(NEUTRAL))
    company = NewCompany(body.slug, body.name, host, choices=choices, owner_email=body.email)
    await companies.create(company, author, clock.now())
    forget_tenants(request)
    return await _company(body.slug, companies, db, clock)


@router.get("/companies/{slug}", dependencies=[Depends(get_operator)])
async def get_operator_company(
    slug: Slug, companies: AllCompanies, db: Operators, clock: AppClock
) -> CompanyResponse:
    """A company, and what operators did to it."""
    return await _company(slug, companies, db, clock)


@router.post("/companies/{slug}/suspend")
async def suspend_company(
    slug: Slug,
    body: ReasonRequest,
    request: Request,
    author: Acting,
    companies: AllCompanies,
    db: Operators,
    clock: AppClock,
) -> CompanyResponse:
    """Close the company's site. Its data stays."""
    await companies.suspend(slug, body.reason, author, clock.now())
    forget_tenants(request)
    return await _company(slug, companies, db, clock)


@router.post("/companies/{slug}/resume")
async def resume_company(
    slug: Slug,
    request: Request,
    author: Acting,
    companies: AllCompanies,
    db: Operators,
    clock: AppClock,
) -> CompanyResponse:
    """Open the company's site again."""
    await companies.resume(slug, author, clock.now())
    forget_tenants(request)
    return await _company(slug, companies, db, clock)


@router.get("/jobs", dependencies=[Depends(get_operator)])
async def list_operator_jobs(db: Operators) -> JobsResponse:
    """Background jobs that failed or take long, the worst first."""
    found, counts = await jobs.list_jobs(db)
    return JobsResponse(
        jobs=[JobOut.of(each) for each in found], counts=JobCountsOut.of(counts), max_listed=jobs.MAX_LISTED
    )


@router.post("/jobs/{job_id}/retry")
async def retry_operator_job(job_id: JobId, author: Acting, db: Operators, clock: AppClock) -> DoneResponse:
    """Have a job tried again now."""
    await jobs.retry_job(db, job_id, author, clock.now())
    return DoneResponse()


@router.post("/jobs/{job_id}/cancel")
async def cancel_operator_job(job_id: JobId, author: Acting, db: Operators, clock: AppClock) -> DoneResponse:
    """Delete a job that does not run now."""
    await jobs.cancel_job(db, job_id, author, clock.now())
    return DoneResponse()


@router.get("/audit-log", dependencies=[Depends(get_operator)])
async def list_operator_entries(
    db: Operators, before: datetime | None = None, before_id: UUID | None = None
) -> EntriesResponse:
    """What operators did, the newest first."""
    after = (before, before_id) if before and before_id else None
    async with db.transaction() as conn:
        entries = await list_entries(conn, before=after)
    return EntriesResponse(entries=[EntryOut.of(each) for each in entries], has_more=len(entries) == ENTRIES)


@router.api_route("/{rest:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
async def unknown_operator_path() -> None:
    """No page of the console is an address of its API."""
    raise NotFound


async def _company(slug: str, companies: Companies, db: OperatorDatabase, clock: Clock) -> CompanyResponse:
    company = await companies.get(slug, clock.now())
    async with db.transaction() as conn:
        entries = await list_entries(conn, subject=slug)
    return CompanyResponse(company=CompanyOut.of(company), entries=[EntryOut.of(each) for each in entries])


def forget_tenants(request: Request) -> None:
    """This process applies the change at once, the others within seconds."""
    cast(TenantCache, request.app.state.tenants).clear()


def _with_cookie(response: Response, begun: Begun, settings: Settings) -> StageResponse:
    secure = settings.is_production
    response.set_cookie(
        cookie_name(secure=secure),
        begun.token,
        max_age=int(accounts.LIFETIME.total_seconds()),
        path="/",
        httponly=True,
        samesite="strict",
        secure=secure,
    )
    return StageResponse(stage=begun.stage)
