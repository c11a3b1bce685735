"""Schemas of exchange rates."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field

from abano.catalog.exchange_rates.models import ExchangeRateRow
from abano.catalog.exchange_rates.repository import CurrencyOverview
from abano.catalog.exchange_rates.rules import MAX_RATE, RATE_DECIMALS, ROUNDINGS, ExchangeRate
from abano.catalog.exchange_rates.rules import Rounding as RoundingRule
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue

MAX_SHOWN = 8
RATE_INVALID = Message(
    "rate_invalid",
    "Please enter a rate above 0 with at most {decimals, plural, one {# decimal} other {# decimals}}",
)


def _rate(value: Any) -> Decimal:
    """A positive decimal, as a number or as text. A number is read as it was written."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or len(str(value)) > 40:
        raise RefusedValue(RATE_INVALID(decimals=RATE_DECIMALS))
    try:
        rate = Decimal(str(value).strip())
    except ArithmeticError:
        raise RefusedValue(RATE_INVALID(decimals=RATE_DECIMALS)) from None
    if not rate.is_finite() or not 0 < rate <= MAX_RATE:
        raise RefusedValue(RATE_INVALID(decimals=RATE_DECIMALS))
    if rate != rate.quantize(Decimal(1).scaleb(-RATE_DECIMALS)):
        raise RefusedValue(RATE_INVALID(decimals=RATE_DECIMALS))
    return rate.quantize(Decimal(1).scaleb(-RATE_DECIMALS))


# Whether prices can be shown in it says the service, in a sentence of its own.
CurrencyCode = Annotated[str, Field(max_length=3)]


class NewRateRequest(ApiModel):
    """``starts_on`` is a day in the company's zone; without it the rate begins at once."""

    currency: CurrencyCode
    rate: Annotated[Decimal, BeforeValidator(_rate)]
    starts_on: date | None = None


class ShownCurrenciesRequest(ApiModel):
    """The currencies that visitors may choose, in their order; each needs a rate. Empty: none but the company's."""

    currencies: list[CurrencyCode] = Field(max_length=MAX_SHOWN)


class Rounding(ApiModel):
    """Amounts are rounded to whole steps; those of less than ten steps to tenths of a step."""

    step: int
    mode: Literal["up", "nearest"]

    @classmethod
    def of(cls, rounding: RoundingRule) -> "Rounding":
        return cls(step=rounding.step, mode=rounding.mode)


class DisplayCurrency(ApiModel):
    """A currency that visitors may see prices in. ``date``: the day the rate began, in the company's zone."""

    currency: str
    rate: Amount
    date: date
    rounding: Rounding


class DailyRatesRequest(ApiModel):
    is_on: bool


class HeldRateDecision(ApiModel):
    """``rate``: the one that was looked at."""

    decision: Literal["accept", "dismiss"]
    rate: Annotated[Decimal, BeforeValidator(_rate)]


class HeldRateOut(ApiModel):
    """A rate of the source that is more than a fifth away from ``rate_in_force``, which waits for a person."""

    currency: str
    rate: Amount
    rate_in_force: Amount | None
    source: str
    source_day: date


class DailyRatesOut(ApiModel):
    """``source``: the host that rates come from; empty where the operator has configured none.

    ``checked_at``: when it last answered.
    """

    is_on: bool
    source: str
    checked_at: datetime | None


class RateOut(ApiModel):
    """A rate of the history. ``admin_name`` is null where it was entered by no one of the console.

    ``source`` and ``source_day``: the host that it came from and its day; empty and null where someone
    entered it.
    """

    id: UUID
    currency: str
    rate: Amount
    valid_from: datetime
    created_at: datetime
    admin_name: str | None
    source: str
    source_day: date | None
    state: Literal["planned", "current", "past"]


class CurrencyOut(ApiModel):
    """A currency that prices can be shown in. ``rate``: in force since ``valid_from``; null without one."""

    currency: str
    rounding: Rounding
    rate: Amount | None
    valid_from: datetime | None
    source: str
    source_day: date | None


class CurrenciesResponse(SuccessResponse):
    """``charged``: the company's own. ``shown``: what visitors may choose beside it.

    ``history``: the 200 rates that begin last, the latest first.
    """

    charged: str
    shown: list[str]
    supported: list[CurrencyOut]
    history: list[RateOut]
    daily: DailyRatesOut
    held: list[HeldRateOut]

    @classmethod
    def of(cls, overview: CurrencyOverview, source: str) -> "CurrenciesResponse":
        """``source``: of daily rates."""
        history, current = [], set[str]()
        for rate, admin_name in overview.history:
            begun = rate.valid_from <= overview.at
            state: Literal["planned", "current", "past"] = "past"
            if not begun:
                state = "planned"
            elif rate.currency not in current:
                state = "current"
                current.add(rate.currency)
            history.append(
                RateOut(
                    id=rate.id,
                    currency=rate.currency,
                    rate=plain_rate(rate.rate),
                    valid_from=rate.valid_from,
                    created_at=rate.created_at,
                    admin_name=admin_name,
                    source=rate.source,
                    source_day=rate.source_day,
                    state=state,
                )
            )
        charged = overview.choice.charged
        in_force = {rate.currency: rate for rate in overview.in_force}
        return cls(
            charged=charged,
            shown=[code for code in overview.choice.shown if code != charged],
            history=history,
            daily=DailyRatesOut(
                is_on=overview.daily is not None,
                source=source,
                checked_at=overview.daily.checked_at if overview.daily else None,
            ),
            held=[
                HeldRateOut(
                    currency=each.currency,
                    rate=plain_rate(each.rate),
                    rate_in_force=plain_rate(in_force[each.currency].rate)
                    if each.currency in in_force
                    else None,
                    source=each.source,
                    source_day=each.source_day,
                )
                for each in overview.held
            ],
            supported=[
                _supported(code, rounding, in_force.get(code))
                for code, rounding in sorted(ROUNDINGS.items())
                if code != charged
            ],
        )


def _supported(code: str, rounding: RoundingRule, rate: ExchangeRateRow | None) -> CurrencyOut:
    return CurrencyOut(
        currency=code,
        rounding=Rounding.of(rounding),
        rate=plain_rate(rate.rate) if rate else None,
        valid_from=rate.valid_from if rate else None,
        source=rate.source if rate else "",
        source_day=rate.source_day if rate else None,
    )


def plain_rate(rate: Decimal) -> int | float:
    """As JSON shows it: 1.094, or 3 for 3.000000. Six decimals are exact up to a hundred million."""
    return int(rate) if rate == rate.to_integral_value() else float(rate)


def display_currency(rate: ExchangeRate, day: date) -> DisplayCurrency:
    return DisplayCurrency(
        currency=rate.currency,
        rate=plain_rate(rate.rate),
        date=day,
        rounding=Rounding.of(rate.rounding),
    )
