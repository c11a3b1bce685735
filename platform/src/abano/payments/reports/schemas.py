"""Schemas of the reports of money. Amounts in the currency beside them."""

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, field_validator

from abano.analytics.figures.query import DAY_OUT_OF_RANGE, FIRST_YEAR, LAST_YEAR, Day, PeriodQuery
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import RefusedValue
from abano.core.money import to_json
from abano.payments.invoices.paper import DocumentKind
from abano.payments.journal.rules import Method
from abano.payments.reports.repository import ChannelSum, MethodSum, VatDocument, VatSum
from abano.payments.reports.rules import AGES, Age, age_of
from abano.payments.reports.service import Days, Receivable, Receivables

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


class VatReportResponse(SuccessResponse):
    """Invoices and credit notes issued in these days, by rate, the highest first."""

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
            number=row.number,
            booking_id=row.booking_id,
            reference=row.reference,
            customer_name=row.buyer,
            issued_at=row.issued_at,
            net=to_json(row.net),
            vat=to_json(row.vat),
            gross=to_json(row.gross),
        )


class VatDocumentsResponse(SuccessResponse):
    """Fifty a page, oldest first."""

    documents: list[VatDocumentOut]
    next_cursor: str | None


class MethodRow(ApiModel):
    """What one method moved. ``net``: received less refunded. ``change``: of its account, with all the rest.

    ``transfers``: between tills and the bank; ``differences``: of counted tills.
    """

    method: Method
    payments: int
    received: Amount
    refunds: int
    refunded: Amount
    net: Amount
    deposits_taken: Amount
    deposits_returned: Amount
    transfers: Amount
    differences: Amount
    change: Amount

    @classmethod
    def of(cls, row: MethodSum) -> "MethodRow":
        return cls(
            method=row.method,
            payments=row.payments,
            received=to_json(row.received),
            refunds=row.refunds,
            refunded=to_json(row.refunded),
            net=to_json(row.received - row.refunded),
            deposits_taken=to_json(row.deposits_taken),
            deposits_returned=to_json(row.deposits_returned),
            transfers=to_json(row.transfers),
            differences=to_json(row.differences),
            change=to_json(row.change),
        )


class PaymentsOfCurrency(ApiModel):
    currency: str
    methods: list[MethodRow]
    received: Amount
    refunded: Amount
    net: Amount
    change: Amount

    @classmethod
    def of(cls, currency: str, rows: list[MethodSum]) -> "PaymentsOfCurrency":
        received, refunded = sum(each.received for each in rows), sum(each.refunded for each in rows)
        return cls(
            currency=currency,
            methods=[MethodRow.of(each) for each in rows],
            received=to_json(received),
            refunded=to_json(refunded),
            net=to_json(received - refunded),
            change=to_json(sum(each.change for each in rows)),
        )


class PaymentsReportResponse(SuccessResponse):
    """What the journal recorded in these days, by currency and method."""

    first: date
    last: date
    currencies: list[PaymentsOfCurrency]

    @classmethod
    def of(cls, days: Days, sums: Iterable[MethodSum]) -> "PaymentsReportResponse":
        by_currency = groupby(sums, lambda each: each.currency)
        return cls(
            first=days.first,
            last=days.last,
            currencies=[PaymentsOfCurrency.of(currency, list(rows)) for currency, rows in by_currency],
        )


class ChannelReportRow(ApiModel):
    """``bookings``: made in these days and not cancelled; ``value`` and ``commission`` are theirs, as agreed."""

    channel_id: UUID
    name: str
    currency: str
    bookings: int
    cancelled: int
    value: Amount
    commission: Amount

    @classmethod
    def of(cls, row: ChannelSum) -> "ChannelReportRow":
        return cls.model_validate(
            row._asdict() | {"value": to_json(row.value), "commission": to_json(row.commission)}
        )


class ChannelReportResponse(SuccessResponse):
    """What channels brought in these days, by the day of booking."""

    first: date
    last: date
    rows: list[ChannelReportRow]

    @classmethod
    def of(cls, days: Days, sums: Iterable[ChannelSum]) -> "ChannelReportResponse":
        return cls(first=days.first, last=days.last, rows=[ChannelReportRow.of(each) for each in sums])


class ReceivablesQuery(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    as_of: Day = Field(None, alias="asOf", description="A day of the company; omitted: today")

    @field_validator("as_of")
    @classmethod
    def _in_range(cls, day: date | None) -> date | None:
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise RefusedValue(DAY_OUT_OF_RANGE(first=str(FIRST_YEAR), last=str(LAST_YEAR)))
        return day


class Ages(ApiModel):
    """What is open by days overdue: none, 1–30, 31–60, 61–90, more."""

    not_due: Amount
    days30: Amount
    days60: Amount
    days90: Amount
    older: Amount
    total: Amount

    @classmethod
    def of(cls, rows: Iterable[Receivable]) -> "Ages":
        sums = dict.fromkeys(AGES, 0)
        for each in rows:
            sums[age_of(each.days_overdue)] += each.booking.amount
        shown = {age: to_json(amount) for age, amount in sums.items()}
        return cls.model_validate({**shown, "total": to_json(sum(sums.values()))})


class OpenItem(ApiModel):
    """A booking that is not paid, with its invoice if it has one."""

    booking_id: UUID
    reference: str
    invoice_id: UUID | None
    invoice_number: str | None
    has_email: bool
    due_on: date
    days_overdue: int
    age: Age
    open: Amount

    @classmethod
    def of(cls, row: Receivable) -> "OpenItem":
        booking = row.booking
        return cls(
            booking_id=booking.booking_id,
            reference=booking.reference,
            invoice_id=booking.invoice_id,
            invoice_number=booking.number,
            has_email="@" in booking.email,
            due_on=row.due_on,
            days_overdue=row.days_overdue,
            age=age_of(row.days_overdue),
            open=to_json(booking.amount),
        )


class CustomerReceivables(ApiModel):
    """``customer_id``: None for a booking that belongs to no customer's profile."""

    key: str
    customer_id: UUID | None
    name: str
    ages: Ages
    items: list[OpenItem]

    @classmethod
    def of(cls, key: str, rows: list[Receivable]) -> "CustomerReceivables":
        oldest_first = sorted(rows, key=lambda each: (each.due_on, each.booking.reference))
        newest = max(rows, key=lambda each: each.booking.pickup_at)
        return cls(
            key=key,
            customer_id=newest.booking.customer_id,
            name=newest.booking.name,
            ages=Ages.of(rows),
            items=[OpenItem.of(each) for each in oldest_first],
        )


class ReceivablesOfCurrency(ApiModel):
    currency: str
    total: Ages
    customers: list[CustomerReceivables]

    @classmethod
    def of(cls, currency: str, rows: list[Receivable]) -> "ReceivablesOfCurrency":
        by_customer: dict[str, list[Receivable]] = {}
        for each in rows:
            # Bookings of a person may be invoiced to a company, which pays for itself.
            key = f"{each.booking.customer_id or each.booking.booking_id} {each.booking.name}"
            by_customer.setdefault(key, []).append(each)
        customers = [CustomerReceivables.of(key, group) for key, group in by_customer.items()]
        customers.sort(key=lambda each: -each.ages.total)
        return cls(currency=currency, total=Ages.of(rows), customers=customers)


class ReceivablesResponse(SuccessResponse):
    """What was open at the end of the day, the largest customers first. ``is_complete``: whether none is left out."""

    as_of: date
    is_complete: bool
    currencies: list[ReceivablesOfCurrency]

    @classmethod
    def of(cls, found: Receivables) -> "ReceivablesResponse":
        by_currency: dict[str, list[Receivable]] = {}
        for each in found.rows:
            by_currency.setdefault(each.booking.currency, []).append(each)
        return cls(
            as_of=found.as_of,
            is_complete=found.is_complete,
            currencies=[
                ReceivablesOfCurrency.of(currency, rows) for currency, rows in sorted(by_currency.items())
            ],
        )
