"""Schemas of campaign costs. Amounts in whole units with their decimals."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints, field_validator

from abano.analytics.ad_costs.ads_report import MAX_NAME_LENGTH
from abano.analytics.ad_costs.models import AdAccount
from abano.analytics.ad_costs.report_columns import Program
from abano.analytics.ad_costs.rules import StoredUpload
from abano.analytics.ad_costs.service import Taken
from abano.core.api_model import Amount, ApiModel
from abano.core.errors import Sentence, stored_sentence
from abano.core.money import to_json
from abano.core.text import NO_NUL
from abano.core.written_values import MAX_VALUE
from abano.marketing.conversions.schemas import AccountId
from abano.web.errors import SentenceOut
from abano_shared.campaign_names import name_key

MAX_FILE_LENGTH = 1_500_000
MAX_REFUSED = 100
MAX_CAMPAIGNS = 200
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME_LENGTH, pattern=NO_NUL)
]
Currency = Annotated[str, Field(pattern="^[A-Z]{3}$", description="Such as EUR")]
Source = Annotated[
    Name,
    AfterValidator(name_key),
    Field(description="The utm_source of the campaign's links, such as google; kept in lowercase letters"),
]


class CostUploadRequest(ApiModel):
    """``file``: base64 of the report, packed with gzip or as it is: at most 5 MB of text, 50,000 lines.

    ``currency``: of lines that name none; omitted: the company's. ``only_check``: nothing is stored.
    """

    file: Annotated[str, Field(max_length=MAX_FILE_LENGTH)]
    file_name: Annotated[str, Field(max_length=200, pattern=NO_NUL)] = ""
    source: Source = "google"
    currency: Currency | None = None
    only_check: bool = True


class TypedCostRequest(ApiModel):
    """What a campaign cost on some days, both included."""

    source: Source = "google"
    campaign: Name
    first_day: Annotated[date, Field(ge=date(2000, 1, 1), le=date(2100, 12, 31))]
    last_day: Annotated[date, Field(ge=date(2000, 1, 1), le=date(2100, 12, 31))]
    amount: Annotated[Decimal, Field(ge=0, le=MAX_VALUE, decimal_places=2)]
    currency: Currency | None = None


class RefusedCostLine(ApiModel):
    """``column``: as the file names it; empty where the line as a whole cannot be taken."""

    line: int
    column: str
    code: str
    message: str
    params: dict[str, str | int | float]

    @classmethod
    def of(cls, line: int, column: str, sentence: Sentence) -> "RefusedCostLine":
        return cls(
            line=line, column=column, code=sentence.code, message=sentence.text, params=dict(sentence.params)
        )


class CampaignOfUpload(ApiModel):
    campaign: str
    lines: int
    first_day: date
    last_day: date
    amount: Amount = Field(description="In the company's currency")


class CostUploadResponse(ApiModel):
    """What was understood of a file. ``upload_id`` null: nothing was stored."""

    success: bool = True
    upload_id: UUID | None
    lines: int
    replaced: int = Field(description="Of these lines, so many take the place of what is there already")
    sums: int = Field(description="Lines that add others up, left out")
    program: Program | None = Field(description="Whose export it is, where its columns tell")
    campaigns: list[CampaignOfUpload] = Field(description="The most expensive first, 200 at most")
    campaign_count: int
    amount: Amount
    currency: str
    refused: list[RefusedCostLine] = Field(description="The first 100 by line")
    refused_count: int

    @classmethod
    def of(cls, taken: Taken, currency: str) -> "CostUploadResponse":
        campaigns: dict[str, CampaignOfUpload] = {}
        minor: dict[str, int] = {}
        for priced in taken.batch.lines:
            line, before = priced.line, campaigns.get(priced.line.key)
            minor[line.key] = minor.get(line.key, 0) + priced.base_minor
            campaigns[line.key] = CampaignOfUpload(
                campaign=before.campaign if before else line.campaign,
                lines=before.lines + 1 if before else 1,
                first_day=min(before.first_day, line.first_day) if before else line.first_day,
                last_day=max(before.last_day, line.last_day) if before else line.last_day,
                amount=to_json(minor[line.key]),
            )
        by_amount = sorted(campaigns.values(), key=lambda one: (-one.amount, one.campaign))
        return cls(
            upload_id=taken.upload_id,
            lines=len(taken.batch.lines),
            replaced=len(taken.batch.replaced),
            sums=taken.sums,
            program=taken.program,
            campaigns=by_amount[:MAX_CAMPAIGNS],
            campaign_count=len(campaigns),
            amount=to_json(sum(minor.values())),
            currency=currency,
            refused=[
                RefusedCostLine.of(one.line, one.column, one.sentence) for one in taken.refused[:MAX_REFUSED]
            ],
            refused_count=len(taken.refused),
        )


class StoredCosts(ApiModel):
    """What came with one file (``file_name``), or was typed. ``campaign``: the first by name."""

    id: UUID
    file_name: str
    source: str
    campaign: str
    campaigns: int
    lines: int
    first_day: date
    last_day: date
    amount: Amount
    currency: str
    created_at: datetime
    created_by: str | None

    @classmethod
    def of(cls, row: StoredUpload, name: str | None) -> "StoredCosts":
        return cls(
            id=row.id,
            file_name=row.file_name,
            source=row.source,
            campaign=row.campaign,
            campaigns=row.campaigns,
            lines=row.lines,
            first_day=row.first_day,
            last_day=row.last_day,
            amount=to_json(row.base_minor),
            currency=row.base_currency,
            created_at=row.created_at,
            created_by=name,
        )


class CostsResponse(ApiModel):
    """The newest 200 uploads and typed costs."""

    success: bool = True
    costs: list[StoredCosts]
    currency: str


class AdAccountRequest(ApiModel):
    """``key_file`` is the text of the key file of a service account; without it the stored key is kept."""

    customer_id: AccountId
    manager_id: AccountId | None = None
    key_file: Annotated[str, Field(max_length=10_000)] | None = None

    @field_validator("manager_id", mode="before")
    @classmethod
    def _empty(cls, value: object) -> object:
        return None if value == "" else value


class AdAccountOut(ApiModel):
    """The key is never shown. ``problem``: why the last reading failed; null when it succeeded."""

    customer_id: str
    manager_id: str | None
    client_email: str
    currency: str | None = Field(description="Of the account, once something was read")
    read_from: date = Field(description="The first day that is read")
    read_at: datetime | None = Field(description="The last reading that succeeded")
    next_reading_at: datetime
    problem: SentenceOut | None
    skipped: int = Field(description="Lines of the last reading that could not be stored")
    skipped_reason: SentenceOut | None = Field(description="Why the first of them could not")

    @classmethod
    def of(cls, account: AdAccount) -> "AdAccountOut":
        return cls(
            customer_id=account.customer_id,
            manager_id=account.login_customer_id,
            client_email=account.client_email,
            currency=account.currency,
            read_from=account.read_from,
            read_at=account.read_at,
            next_reading_at=account.due_at,
            problem=_sentence(account.problem),
            skipped=account.refused,
            skipped_reason=_sentence(account.refused_reason),
        )


class AdAccountResponse(ApiModel):
    """``account`` is null while none is connected."""

    success: bool = True
    account: AdAccountOut | None

    @classmethod
    def of(cls, account: AdAccount | None) -> "AdAccountResponse":
        return cls(account=AdAccountOut.of(account) if account else None)


def _sentence(stored: dict[str, Any] | None) -> SentenceOut | None:
    return SentenceOut.of(stored_sentence(stored)) if stored else None
