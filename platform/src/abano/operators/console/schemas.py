"""What the operator console's API takes and answers."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from abano.core.api_model import ApiModel
from abano.core.email_address import check_email
from abano.core.errors import Message, RefusedValue
from abano.core.text import clean
from abano.operators.console.accounts import Operator, Stage
from abano.operators.console.audit import Entry
from abano.operators.console.companies import Company, Usage
from abano.operators.console.jobs import Job, JobCounts
from abano.team.users.schemas import Code, Email, Password
from abano.tenancy.directory.countries import all_countries
from abano.tenancy.directory.creation import MAX_NAME, MAX_SLUG

MAX_REASON = 500
COUNTRY_UNKNOWN = Message("country_unknown", "Choose a country")
REASON_MISSING = Message("operator_reason_missing", "Enter a reason.", for_operators=True)


def _some(text: str) -> str:
    if not (cleaned := clean(text)):
        raise RefusedValue(REASON_MISSING())
    return cleaned


Reason = Annotated[str, Field(max_length=MAX_REASON), AfterValidator(_some), Field(max_length=MAX_REASON)]


def _known_country(code: str) -> str:
    if code not in all_countries():
        raise RefusedValue(COUNTRY_UNKNOWN())
    return code


CountryCode = Annotated[str, Field(min_length=2, max_length=2), AfterValidator(_known_country)]
CompanyName = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(clean), Field(min_length=1)]
# Its form is checked with what is taken.
CompanySlug = Annotated[str, Field(max_length=MAX_SLUG)]
OwnerEmail = Annotated[str, Field(max_length=254), AfterValidator(check_email), AfterValidator(str.lower)]


class CreateCompanyRequest(ApiModel):
    """``domain``: of its site; empty: the slug's under the installation's own."""

    name: CompanyName
    slug: CompanySlug
    email: OwnerEmail
    country: CountryCode
    domain: str = Field("", max_length=253, pattern=r"^$|^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$")


class CompanyOptionsResponse(ApiModel):
    """What a new company can be given. ``site_domain``: of the installation; empty: a domain has to be entered."""

    site_domain: str
    countries: list[str]


class OperatorSignInRequest(ApiModel):
    email: Email
    password: Password


class OperatorCodeRequest(ApiModel):
    code: Code


class ReasonRequest(ApiModel):
    reason: Reason


class OperatorOut(ApiModel):
    """``stage``: what the session waits for; anything but ``signed_in`` opens no page."""

    email: str
    name: str
    stage: Stage
    expires_at: datetime

    @classmethod
    def of(cls, operator: Operator) -> "OperatorOut":
        return cls(
            email=operator.email, name=operator.name, stage=operator.stage, expires_at=operator.expires_at
        )


class StageResponse(ApiModel):
    success: Literal[True] = True
    stage: Stage


class SetupResponse(ApiModel):
    success: Literal[True] = True
    secret: str
    uri: str
    qr_svg: str


class EnrolledResponse(ApiModel):
    """Recovery codes are shown once."""

    success: Literal[True] = True
    recovery_codes: list[str]


class OperatorResponse(ApiModel):
    success: Literal[True] = True
    operator: OperatorOut


class DoneResponse(ApiModel):
    success: Literal[True] = True


class UsageOut(ApiModel):
    people: int
    newest_session_at: datetime | None
    bookings: int
    quiz_sessions: int
    vehicles: int
    storage_bytes: int
    failed_emails: int
    oldest_email_at: datetime | None
    domains: int
    emails_today: int
    quiz_sessions_month: int
    api_calls_month: int

    @classmethod
    def of(cls, usage: Usage) -> "UsageOut":
        return cls.model_validate(usage, from_attributes=True)


class CompanyOut(ApiModel):
    """``usage`` is null for a company on another cluster. ``deletes_at``: when everything of it will be removed."""

    slug: str
    name: str
    status: Literal["active", "suspended"]
    cluster: str
    created_at: datetime
    is_default: bool
    suspension_reason: str
    suspended_at: datetime | None
    deletes_at: datetime | None
    hosts: list[str]
    is_open: bool
    failing_jobs: int
    plan_id: UUID
    plan: str
    usage: UsageOut | None

    @classmethod
    def of(cls, company: Company) -> "CompanyOut":
        return cls.model_validate(company, from_attributes=True)


class CompaniesResponse(ApiModel):
    success: Literal[True] = True
    companies: list[CompanyOut]
    total: int
    page_size: int


class EntryOut(ApiModel):
    """``operator``: the email address; empty at the command line."""

    id: UUID
    happened_at: datetime
    operator: str
    ip: str | None
    action: str
    subject: str
    details: dict[str, Any]

    @classmethod
    def of(cls, entry: Entry) -> "EntryOut":
        return cls.model_validate(entry, from_attributes=True)


class EntriesResponse(ApiModel):
    success: Literal[True] = True
    entries: list[EntryOut]
    has_more: bool


class CompanyResponse(ApiModel):
    """``entries``: the newest of what operators did to it."""

    success: Literal[True] = True
    company: CompanyOut
    entries: list[EntryOut]


class JobOut(ApiModel):
    """``company`` is a slug. ``due_at``: of the next attempt; null: at once."""

    id: int
    task: str
    company: str | None
    status: str
    attempts: int
    due_at: datetime | None
    started_at: datetime | None

    @classmethod
    def of(cls, job: Job) -> "JobOut":
        return cls.model_validate(job, from_attributes=True)


class JobCountsOut(ApiModel):
    """Over all companies. Failing: five attempts or more."""

    due: int
    running: int
    failing: int

    @classmethod
    def of(cls, counts: JobCounts) -> "JobCountsOut":
        return cls.model_validate(counts, from_attributes=True)


class JobsResponse(ApiModel):
    success: Literal[True] = True
    jobs: list[JobOut]
    counts: JobCountsOut
    max_listed: int
