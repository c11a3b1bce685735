"""Schemas of the reports of money. Amounts in the currency beside them."""

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby
from typing import Literal
from uuid import UUID

from pydantic import Field

from abano.analytics.figures.query import PeriodQuery
from abano.core.api_model import Amount, ApiModel
from abano.core.money import to_json
from abano.payments.invoices.paper import DocumentKind, document_number
from abano.payments.reports.repository import VatDocument, VatSum
from abano.payments.reports.service import Days

NO_RATE = "none"
_BASIS_POINTS = 100


def percent_of(rate: int | None) -> float | None:
    return None if rate is None else rate / _BASIS_POINTS


class VatDocumentsQuery(PeriodQuery):
    """Which row of the report."""

    currency: str = Field(pattern="^[A-Z]{3}$")
    rate: str = Field(pattern="^(none|[0-9]{1,5})$", description="In basis points; none: without VAT")

    @property
    def basis_points(self) -> int | None:
        return None if self.rate == NO_RATE else int(self.rate)


class VatFigures(ApiModel):
    """``documents``: how many there are. Amounts of credit notes are below 0."""

    documents: int
    net: Amount
    vat: Amount
    gross: Amount

    @classmethod
    def of(cls, sums: Iterable[VatSum]) -> "VatFigures":
        found = list(sums)
        return cls(
            documents=sum(each.documents for each in found),
            net=to_json(sum(each.net for each in found)),
            vat=to_json(sum(each.vat for each in found)),
            gross=to_json(sum(each.gross for each in found)),
        )


class VatRow(ApiModel):
    """``rate``: in basis points, or none. ``percent``: 0 outside VAT, None where the company charges none."""

    rate: str
    percent: float | None
    invoices: VatFigures
    credit_notes: VatFigures
    total: VatFigures

    @classmethod
    def of(cls, rate: int | None, sums: list[VatSum]) -> "VatRow":
        return cls(
            rate=NO_RATE if rate is None else str(rate),
            percent=percent_of(rate),
            invoices=VatFigures.of(each for each in sums if each.kind == "invoice"),
            credit_notes=VatFigures.of(each for each in sums if each.kind == "credit_note"),
            total=VatFigures.of(sums),
        )


class VatOfCurrency(ApiModel):
    """``total`` counts a document with several rates once."""

    currency: str
    rows: list[VatRow]
    total: VatFigures

    @classmethod
    def all_of(cls, sums: Iterable[VatSum]) -> "list[VatOfCurrency]":
        return [cls._of(currency, list(rows)) for currency, rows in groupby(sums, lambda each: each.currency)]

    @classmethod
    def _of(cls, currency: str, sums: list[VatSum]) -> "VatOfCurrency":
        by_rate = groupby((each for each in sums if not each.is_total), lambda each: each.rate)
        return cls(
            currency=currency,
            rows=[VatRow.of(rate, list(rows)) for rate, rows in by_rate],
            total=VatFigures.of(each for each in sums if each.is_total),
        )


class VatReportResponse(ApiModel):
    """Invoices and credit notes issued in these days, by rate, the highest first."""

    success: Literal[True] = True
    first: date
    last: date
    currencies: list[VatOfCurrency]

    @classmethod
    def of(cls, days: Days, sums: Iterable[VatSum]) -> "VatReportResponse":
        return cls(first=days.first, last=days.last, currencies=VatOfCurrency.all_of(sums))


class VatDocumentOut(ApiModel):
    """What a document has of the row's rate."""

    id: UUID
    kind: DocumentKind
    number: str
    booking_id: UUID
    reference: str
    customer_name: str
    issued_at: datetime
    net: Amount
    vat: Amount
    gross: Amount

    @classmethod
    def of(cls, row: VatDocument) -> "VatDocumentOut":
        return cls(
            id=row.id,
            kind=row.kind,
            number=document_number(row.kind, row.year, row.number),
            booking_id=row.booking_id,
            reference=row.reference,
            customer_name=row.buyer,
            issued_at=row.issued_at,
            net=to_json(row.net),
            vat=to_json(row.vat),
            gross=to_json(row.gross),
        )


class VatDocumentsResponse(ApiModel):
    """Fifty a page, oldest first."""

    success: Literal[True] = True
    documents: list[VatDocumentOut]
    next_cursor: str | None
