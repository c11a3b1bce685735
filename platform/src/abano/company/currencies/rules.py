"""Amounts in a visitor's currency: pure, in integer minor units.

A page computes the same amounts (frontend/src/lib/currency.ts). Both run the cases of
platform/tests/test_company_currencies/display_vectors.json.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Literal

from abano.core.money import MINOR_UNITS

RATE_DECIMALS = 6
HIGHEST_RATE = Decimal("99999999.999999")
# Amounts of less than ten steps are rounded to tenths of a step: a service of 3 a day must not become one of 4.
FINE_STEPS = 10
HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Rounding:
    """How amounts in a currency are rounded: to whole ``step`` units, up or to the nearest."""

    step: int
    mode: Literal["up", "nearest"]


# Where a unit is worth about a euro, no visitor is charged more than was shown at that rate. Where it is worth less,
# the nearest step is as near as that.
_UP = Rounding(1, "up")
_ROUNDED: Mapping[Rounding, str] = {
    _UP: "AUD CAD CHF EUR GBP NZD SGD USD",
    Rounding(1, "nearest"): "AED AZN BRL CNY DKK GEL HKD ILS MYR NOK PLN QAR RON SAR SEK",
    Rounding(10, "nearest"): "CZK INR MXN RUB THB TRY UAH ZAR",
    Rounding(100, "nearest"): "AMD HUF ISK JPY KZT RSD",
    Rounding(1000, "nearest"): "IDR KRW UZS VND",
}
# Every currency that prices can be shown in.
ROUNDINGS: Mapping[str, Rounding] = {
    currency: rounding for rounding, currencies in _ROUNDED.items() for currency in currencies.split()
}


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """From ``valid_from`` on, one unit of the company's currency is shown as ``rate`` units of ``currency``."""

    currency: str
    rate: Decimal
    valid_from: datetime

    @property
    def rounding(self) -> Rounding:
        return ROUNDINGS.get(self.currency, _UP)


class RateHistory:
    """All rates of a company that charges in one currency, for looking up what was in force at a moment."""

    def __init__(self, rates: Iterable[ExchangeRate]) -> None:
        """``rates``: the one that begins first comes first."""
        self._by_currency: dict[str, list[ExchangeRate]] = {}
        for rate in rates:
            self._by_currency.setdefault(rate.currency, []).append(rate)

    def find(self, currency: str, at: datetime) -> Decimal | None:
        """The rate in force at ``at``: units of ``currency`` for one of the company's."""
        rates = self._by_currency.get(currency, [])
        place = bisect_right(rates, at, key=lambda rate: rate.valid_from)
        return rates[place - 1].rate if place else None


def shown(minor: int, rate: ExchangeRate) -> int:
    """An amount of the company's currency as it is shown: minor units in, minor units of the other currency out.

    Rounded by the currency's rule. The greater amount is never shown as the smaller one.
    """
    exact = minor * rate.rate
    step = rate.rounding.step * MINOR_UNITS
    unit = step // FINE_STEPS if abs(exact) < step * FINE_STEPS else step
    if rate.rounding.mode == "up":
        return int((exact / unit).to_integral_value(ROUND_CEILING)) * unit
    return int((exact / unit + HALF).to_integral_value(ROUND_FLOOR)) * unit


def offered(
    currencies: Sequence[str], charged: str, in_force: Sequence[ExchangeRate]
) -> tuple[ExchangeRate, ...]:
    """The rates of the currencies that visitors may choose beside the charged one, in the company's order.

    A currency without a rate in force is left out.
    """
    by_currency = {rate.currency: rate for rate in in_force}
    return tuple(by_currency[code] for code in currencies if code != charged and code in by_currency)
