"""A rule for each of 20 campaigns: the stated error holds for all of them together, and a real fall is found."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from test_alert_rules import COMPANIES, QUARTER, seeded, steady

from abano.analytics.alert_rules.rules import (
    BASE_DAYS,
    MAX_PARTS,
    Day,
    Metric,
    Question,
    Verdict,
    corrected,
    judge_parts,
    largest,
)

CAMPAIGNS = [f"campaign-{number}" for number in range(20)]


def given(parts: dict[str, list[Day]], asked: Question, end: int) -> dict[str, Sequence[Day]]:
    first = end - asked.window - BASE_DAYS
    return {key: days[first:end] for key, days in parts.items()}


def steady_campaigns(seed: str, days: int) -> dict[str, list[Day]]:
    """Twenty of different sizes, on which nothing changes."""
    source = seeded(seed)
    return {key: steady(source, days, usual=6 + 4 * place) for place, key in enumerate(CAMPAIGNS)}


@pytest.mark.parametrize("metric", ["conversion", "sessions"])
@pytest.mark.parametrize("window", [1, 3, 7])
def test_twenty_campaigns_without_a_change_have_at_most_one_false_alert_a_quarter(
    metric: Metric, window: int
) -> None:
    asked = Question(metric, "falls", window)
    companies, false = COMPANIES // 3, 0
    for company in range(companies):
        parts = steady_campaigns(f"{metric} {window} {company}", 56 + QUARTER)
        met: dict[str, list[int]] = {}
        for end in range(57, 56 + QUARTER + 1):
            for key, verdict in judge_parts(asked, given(parts, asked, end)).items():
                if verdict.state == "met":
                    met.setdefault(key, []).append(end)
        false += sum(
            1 + sum(later - earlier > 3 for earlier, later in pairwise(ends)) for ends in met.values()
        )
    assert false <= companies


def test_a_campaign_that_falls_from_18_percent_to_0_of_54_is_the_only_one_found() -> None:
    """At its first look, among twenty."""
    parts = steady_campaigns("fall", 31)
    before = [Day(18, 10, 3 + day % 2, 1400.0, 50.0) for day in range(28)]
    parts["autumn"] = before + [Day(18, 10, 0, 0.0, 50.0)] * 3
    del parts[CAMPAIGNS[0]]
    asked = Question("conversion", "falls", 3)
    found = judge_parts(asked, given(parts, asked, 31))
    assert len(found) == 20
    assert [key for key, verdict in found.items() if verdict.state == "met"] == ["autumn"]
    autumn = found["autumn"]
    assert (autumn.value, autumn.sessions) == (0.0, 54)
    assert autumn.before == pytest.approx(100 * 3.5 / 18)


def test_return_and_spend_without_bookings_are_judged_for_each_campaign() -> None:
    good, idle = [Day(20, 8, 2, 800.0, 100.0)] * 31, [Day(20, 8, 2, 800.0, 100.0)] * 28
    parts = {"good": good, "bad": idle + [Day(20, 8, 0, 0.0, 100.0)] * 3, "unknown": [Day(9)] * 31}
    parts["unknown"] = [Day(9, 1, 0, 0.0, None)] * 31
    spend = judge_parts(Question("cost_without_bookings", "above", 3, 250.0), parts)
    assert {key: each.state for key, each in spend.items()} == {
        "good": "not_met",
        "bad": "met",
        "unknown": "unknown",
    }
    returned = judge_parts(Question("return_on_spend", "below", 3, 4.0), parts)
    assert (returned["bad"].state, returned["good"].state, returned["good"].value) == ("met", "not_met", 8.0)


def test_only_the_largest_of_the_days_before_are_judged() -> None:
    parts = {f"small-{number}": [Day(2)] * 29 for number in range(MAX_PARTS)}
    parts["large"] = [Day(50)] * 28 + [Day()]
    # Its newest day does not choose it.
    parts["sudden"] = [Day(1)] * 28 + [Day(5000)]
    chosen = largest(Question("sessions", "falls", 1), parts)
    assert len(chosen) == MAX_PARTS
    assert chosen[0] == "large"
    assert "sudden" not in chosen


def test_holm_leaves_what_it_leaves_of_ordered_chances() -> None:
    verdicts = {
        key: Verdict("met", chance=chance)
        for key, chance in zip("abcd", (0.001, 0.02, 0.002, 0.004), strict=True)
    }
    kept = corrected(verdicts, 0.005)
    # 0.001 · 4 and then 0.002 · 3 > 0.005.
    assert {key for key, each in kept.items() if each.state == "met"} == {"a"}
    untested = {"a": Verdict("met"), "b": Verdict("met")}
    assert corrected(untested, 0.005) == untested
