"""Amounts as visitors see them: the shared cases, and what holds for every amount and rate."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.catalog.exchange_rates.rules import MAX_RATE, ROUNDINGS, ExchangeRate, offered, shown
from abano.core.money import to_minor

CASES = json.loads((Path(__file__).parent / "display_vectors.json").read_text(encoding="utf-8"))["cases"]
STARTED = datetime(2026, 6, 1, tzinfo=UTC)
AMOUNTS = st.integers(-(10**9), 10**11)
RATES = st.decimals(Decimal("0.000001"), MAX_RATE, places=6)
CURRENCIES = st.sampled_from(sorted(ROUNDINGS))


def rate_of(currency: str, rate: Decimal) -> ExchangeRate:
    return ExchangeRate(currency, rate, STARTED)


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['amount']} by {case['rate']} {case['currency']}"
)
def test_amounts_are_shown_as_the_cases_say(case: dict[str, str]) -> None:
    rate = rate_of(case["currency"], Decimal(case["rate"]))
    assert shown(to_minor(case["amount"]), rate) == to_minor(case["expected"])


@given(AMOUNTS, CURRENCIES, RATES)
def test_a_shown_amount_is_within_one_step_and_never_too_low_where_it_is_rounded_up(
    minor: int, currency: str, rate: Decimal
) -> None:
    exact, rounding = minor * rate, ROUNDINGS[currency]
    got = shown(minor, rate_of(currency, rate))
    step = rounding.step * 100
    # Less than ten steps: tenths of one.
    unit = step // 10 if abs(exact) < step * 10 else step
    assert got % unit == 0
    if rounding.mode == "up":
        assert exact <= got < exact + unit
    else:
        assert abs(got - exact) * 2 <= unit


@given(AMOUNTS, AMOUNTS, CURRENCIES, RATES)
def test_what_costs_more_is_never_shown_as_less(one: int, other: int, currency: str, rate: Decimal) -> None:
    less, more = sorted((one, other))
    assert shown(less, rate_of(currency, rate)) <= shown(more, rate_of(currency, rate))


def test_nothing_is_shown_as_nothing() -> None:
    assert {shown(0, rate_of(currency, Decimal("1.165"))) for currency in ROUNDINGS} == {0}


def test_visitors_are_offered_what_has_a_rate_and_is_not_charged_anyway() -> None:
    dollar, lari, franc = (rate_of(code, Decimal(2)) for code in ("USD", "GEL", "CHF"))
    # In the company's order; pounds have no rate, francs are not chosen.
    chosen = ["GEL", "EUR", "GBP", "USD"]
    assert offered(chosen, "EUR", [dollar, franc, lari]) == (lari, dollar)
