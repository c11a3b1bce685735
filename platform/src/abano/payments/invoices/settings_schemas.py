"""Schemas of what invoices are made by: numbers, VAT rates and the seller."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, Field

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.payments.invoices.content import DAYS, DUE_DATE, PLACEHOLDER
from abano.payments.invoices.numbering import (
    MAX_SEQUENCE,
    ChangedNumbering,
    NumberedKind,
    Numbering,
    NumberingOf,
)
from abano.payments.invoices.schemas import BASIS_POINTS, Revision, lines_of
from abano.payments.journal.schemas import Typed
from abano.tenancy.directory.models import SellerSettings

UNKNOWN_PLACEHOLDER = Message(
    "unknown_terms_placeholder", "{placeholder} is not a placeholder of payment terms"
)


class NumberingRequest(ApiModel):
    """``format``: with the placeholders {series}, {year} or {year:2}, and {number}, {number:5} with five digits.

    ``restarts_yearly``: from 1; otherwise numbers run on. ``next_sequence``: where to go on, None where they are.
    ``revision``: of what was edited, 0 for the defaults. Another one by now is refused.
    """

    series: Annotated[str, Field(pattern="^[A-Za-z0-9]{0,12}$")]
    format: Annotated[str, Field(min_length=1, max_length=60)]
    restarts_yearly: bool
    next_sequence: Annotated[int, Field(ge=1, le=MAX_SEQUENCE)] | None = None
    revision: Revision

    def changed(self) -> ChangedNumbering:
        numbering = Numbering(self.series, self.format, self.restarts_yearly)
        return ChangedNumbering(numbering, self.next_sequence, self.revision)


class NumberingOut(ApiModel):
    """``next_number``: of the next document, as it would be printed; its place is ``next_sequence``."""

    kind: NumberedKind
    series: str
    format: str
    restarts_yearly: bool
    next_sequence: int
    next_number: str
    revision: int

    @classmethod
    def of(cls, row: NumberingOf) -> "NumberingOut":
        return cls(
            kind=row.kind,
            **row.numbering._asdict(),
            next_sequence=row.next_sequence,
            next_number=row.next_number,
            revision=row.revision,
        )


class NumberingResponse(SuccessResponse):
    """``year``: of the company's clock."""

    year: int
    numbering: list[NumberingOut]


Percent = Annotated[Decimal, Field(ge=0, le=50, decimal_places=2)]


class VatRates(ApiModel):
    """Rates that differ, by kind of line; 0 is outside VAT.

    None is the company's rate, and outside VAT with damage and kept deposits.
    """

    rental: Percent | None = None
    insurance: Percent | None = None
    service: Percent | None = None
    delivery: Percent | None = None
    damage: Percent | None = None
    deposit: Percent | None = None

    @classmethod
    def of(cls, stored: Mapping[str, int]) -> "VatRates":
        return cls(**{kind: Decimal(rate) / BASIS_POINTS for kind, rate in stored.items()})

    def stored(self) -> dict[str, int]:
        given = self.model_dump(exclude_none=True)
        return {kind: int(percent * BASIS_POINTS) for kind, percent in given.items()}


class VatRatesOut(ApiModel):
    """Like VatRates, with numbers as JSON has them."""

    rental: float | None
    insurance: float | None
    service: float | None
    delivery: float | None
    damage: float | None
    deposit: float | None


ItemCode = Annotated[str, Field(min_length=1, max_length=80)]
MAX_ITEMS = 200


def _check_terms(value: str) -> str:
    for found in PLACEHOLDER.findall(value):
        if found not in {DUE_DATE, DAYS}:
            raise RefusedValue(UNKNOWN_PLACEHOLDER(placeholder=found))
    return value


PaymentTerms = Annotated[
    str,
    Field(max_length=500),
    AfterValidator(lines_of),
    Field(max_length=500),
    AfterValidator(_check_terms),
]
TermsLanguage = Annotated[str, Field(min_length=2, max_length=20)]
MAX_LANGUAGES = 20


class SellerData(ApiModel):
    """``vat_percent`` is part of the prices; None where the company charges none.

    ``vat_by_item``: of single services (their code) and protections (``insurance:`` and their code); before
    ``vat_rates``. ``tax_label``: what the tax is called on documents of every language; empty for the product's word.
    ``payment_days``: from the date of an invoice until it is to be paid. ``payment_terms``: by language, printed
    instead of the product's sentence, with the placeholders {due_date} and {days}.
    """

    legal_name: Annotated[Typed, Field(max_length=200)] = ""
    registration_number: Annotated[Typed, Field(max_length=60)] = ""
    tax_id: Annotated[Typed, Field(max_length=60)] = ""
    address: Annotated[str, Field(max_length=500)] = ""
    bank_account: Annotated[Typed, Field(max_length=200)] = ""
    vat_percent: Annotated[Decimal, Field(ge=Decimal("0.01"), le=50, decimal_places=2)] | None = None
    vat_rates: VatRates = VatRates()
    vat_by_item: dict[ItemCode, Percent] = Field(default_factory=dict, max_length=MAX_ITEMS)
    tax_label: Annotated[Typed, Field(max_length=20)] = ""
    payment_days: Annotated[int, Field(ge=0, le=365)] = 0
    payment_terms: dict[TermsLanguage, PaymentTerms] = Field(default_factory=dict, max_length=MAX_LANGUAGES)
    footer: Annotated[Typed, Field(max_length=500)] = ""

    @classmethod
    def of(cls, row: SellerSettings | None) -> "SellerData":
        if row is None:
            return cls()
        vat = row.vat_basis_points
        return cls(
            legal_name=row.legal_name,
            registration_number=row.registration_number,
            tax_id=row.tax_id,
            address=row.address,
            bank_account=row.bank_account,
            vat_percent=None if vat is None else Decimal(vat) / BASIS_POINTS,
            vat_rates=VatRates.of(row.vat_rates),
            vat_by_item={code: Decimal(rate) / BASIS_POINTS for code, rate in row.vat_by_item.items()},
            tax_label=row.tax_label,
            payment_days=row.payment_days,
            payment_terms=row.payment_terms,
            footer=row.footer,
        )

    def stored(self) -> dict[str, object]:
        values: dict[str, object] = self.model_dump(exclude={"vat_percent", "vat_rates", "vat_by_item"})
        vat = self.vat_percent
        rates = {
            "vat_basis_points": None if vat is None else int(vat * BASIS_POINTS),
            "vat_rates": self.vat_rates.stored(),
            "vat_by_item": {code: int(rate * BASIS_POINTS) for code, rate in self.vat_by_item.items()},
        }
        return values | rates


class SellerOut(ApiModel):
    """Like SellerData, with numbers as JSON has them."""

    legal_name: str
    registration_number: str
    tax_id: str
    address: str
    bank_account: str
    vat_percent: float | None
    vat_rates: VatRatesOut
    vat_by_item: dict[str, float]
    tax_label: str
    payment_days: int
    payment_terms: dict[str, str]
    footer: str

    @classmethod
    def of(cls, data: SellerData) -> "SellerOut":
        return cls.model_validate(data.model_dump())


class SellerResponse(SuccessResponse):
    seller: SellerOut
