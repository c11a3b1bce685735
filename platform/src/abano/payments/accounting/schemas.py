"""What the endpoints of the accountant's books take and give."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Annotated

from pydantic import AfterValidator, Field

from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.core.money import to_json
from abano.payments.accounting.repository import ListedExport
from abano.payments.accounting.rules import DEFAULTS, Account, Chart
from abano.payments.accounting.service import Books

ACCOUNT_INVALID = Message("account_number_invalid", "Enter a number of 4 to 8 digits")
_ACCOUNT = re.compile("[1-9]?[0-9]{4,7}")


def _account(number: str) -> str:
    if not _ACCOUNT.fullmatch(number):
        raise RefusedValue(ACCOUNT_INVALID())
    return number


AccountNumber = Annotated[str, AfterValidator(_account)]
Accounts = dict[Account, AccountNumber]


class AccountingData(ApiModel):
    """``accounts``: by what they are for; those left out are the chart's usual ones, all of one length.

    ``consultant_number`` and ``client_number`` with DATEV; without both, exports have no DATEV file.
    """

    chart: Chart
    accounts: Accounts = Field(default_factory=dict)
    consultant_number: Annotated[int, Field(ge=1001, le=9_999_999)] | None = None
    client_number: Annotated[int, Field(ge=1, le=99_999)] | None = None

    def books(self) -> Books:
        accounts = {**DEFAULTS[self.chart], **self.accounts}
        return Books(self.chart, accounts, self.consultant_number, self.client_number)


class AccountingSettingsResponse(SuccessResponse):
    """``defaults``: the usual numbers of each chart."""

    chart: Chart
    accounts: Mapping[Account, str]
    consultant_number: int | None
    client_number: int | None
    defaults: Mapping[Chart, Mapping[Account, str]] = DEFAULTS

    @classmethod
    def of(cls, books: Books) -> "AccountingSettingsResponse":
        return cls(
            chart=books.chart,
            accounts=books.accounts,
            consultant_number=books.consultant,
            client_number=books.client,
        )


class ExportRequest(ApiModel):
    """Both days included. ``first``: of the first export alone; later ones begin where the last one ended."""

    first: date | None = Field(default=None, alias="from")
    last: date = Field(alias="to")


class ExportSum(ApiModel):
    """Of all postings in a currency, on either side."""

    currency: str
    amount: Amount


class ExportOut(ApiModel):
    """``digest``: SHA-256 of its files, the plain one before DATEV's, as hexadecimal digits."""

    number: int
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    postings: int
    sums: list[ExportSum]
    has_datev: bool
    digest: str
    created_at: datetime
    created_by: str

    @classmethod
    def of(cls, row: ListedExport) -> "ExportOut":
        export = row.export
        return cls(
            number=export.number,
            first=export.first_day,
            last=export.last_day,
            postings=export.postings,
            sums=[
                ExportSum(currency=each["currency"], amount=to_json(each["amount"])) for each in export.sums
            ],
            has_datev=export.has_datev,
            digest=export.digest.hex(),
            created_at=export.created_at,
            created_by=row.admin_name,
        )


class ExportsResponse(SuccessResponse):
    """Newest first. ``next_from``: the first day of the next export, None before the first one."""

    exports: list[ExportOut]
    next_from: date | None

    @classmethod
    def of(cls, rows: list[ListedExport]) -> "ExportsResponse":
        return cls(
            exports=[ExportOut.of(row) for row in rows],
            next_from=rows[0].export.last_day + timedelta(days=1) if rows else None,
        )
