"""Computes displayed prices. Pure.

Amounts are integer minor units. The site computes the same prices (frontend/src/lib/currency.ts); both run
the cases of platform/tests/test_catalog_pricing/display_vectors.json.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Literal

from abano.core.money import MINOR_UNITS

RATE_DECIMALS = 6
MAX_RATE = Decimal("99999999.999999")
# Amounts below ten steps are rounded to a tenth of a step: a service at 3 a day must not become 4.
FINE_STEPS = 10
HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Rounding:
    """Rounding of a currency: to whole ``step`` units, up or to the nearest."""

    step: int
    mode: Literal["up", "nearest"]


# If a unit is worth about a euro, amounts are rounded so that no visitor pays more than the price shown. If
# it is worth less, the nearest step is accurate enough.
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
    """Convert an amount from the company's currency to the displayed one, in minor units.

    Rounded by the currency's rule. Rounding never reverses the order of two amounts.
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
    """Rates of the currencies visitors can select beside the charged one, in the company's order.

    Currencies without a current rate are left out.
    """
    by_currency = {rate.currency: rate for rate in in_force}
    return tuple(by_currency[code] for code in currencies if code != charged and code in by_currency)
