"""How costs spread over months and days: to the cent, whatever the period is cut into."""

from datetime import date, timedelta

import pytest

from abano.fleet.costs.rules import Spending, shares

DAY = timedelta(days=1)


def within(spending: Spending, first: date, last: date) -> int:
    return sum(amount for _, amount in shares(spending, first, last))


def test_a_cost_of_one_month_counts_on_its_day() -> None:
    fuel = Spending("fuel", date(2026, 6, 30), 5_001, 1)
    assert list(shares(fuel, date(2026, 6, 30), date(2026, 7, 5))) == [(date(2026, 6, 1), 5_001)]
    assert list(shares(fuel, date(2026, 7, 1), date(2026, 7, 5))) == []


def test_a_purchase_is_even_over_its_months_and_exact_in_all() -> None:
    purchase = Spending("purchase", date(2025, 11, 20), 1_000_000, 36)
    months = dict(shares(purchase, date(2020, 1, 1), date(2040, 12, 31)))
    assert (min(months), max(months)) == (date(2025, 11, 1), date(2028, 10, 1))
    assert purchase.last_month == date(2028, 10, 1)
    assert len(months) == 36
    assert set(months.values()) == {27_777, 27_778}
    assert sum(months.values()) == 1_000_000 == purchase.total


def test_a_lease_costs_its_amount_every_month() -> None:
    lease = Spending("lease", date(2026, 1, 15), 39_990, 24)
    assert dict(shares(lease, date(2026, 2, 1), date(2026, 3, 31))) == {
        date(2026, 2, 1): 39_990,
        date(2026, 3, 1): 39_990,
    }
    assert lease.total == 24 * 39_990


@pytest.mark.parametrize("kind", ["purchase", "lease"])
@pytest.mark.parametrize("step", [1, 7, 31, 90])
def test_adjoining_periods_add_up_to_the_whole(kind: str, step: int) -> None:
    cost = Spending("purchase" if kind == "purchase" else "lease", date(2027, 12, 31), 100_003, 14)
    first, last, total = date(2027, 11, 1), date(2029, 3, 1), 0
    while first <= last:
        until = first + (step - 1) * DAY
        total += within(cost, first, until)
        first = until + DAY
    assert total == cost.total


def test_part_of_a_month_carries_its_days() -> None:
    insurance = Spending("insurance", date(2026, 6, 10), 30_000, 1 + 1)
    # 150.00 in June: ten of thirty days.
    assert within(insurance, date(2026, 6, 11), date(2026, 6, 20)) == 5_000
