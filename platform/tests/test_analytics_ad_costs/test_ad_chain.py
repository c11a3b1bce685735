"""The chain from ad click to kept booking: sums as in the table of campaigns, and unknown steps stay unknown."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from abano.analytics.ad_costs.chain import chain_of
from abano.analytics.ad_costs.rules import CostTotal
from abano.analytics.figures.money import CHAIN
from abano.analytics.figures.schemas import AdChain

NAMES = ("spring", "brand", "video", "")
AMOUNTS = st.integers(0, 10_000_00).map(lambda minor: minor / 100)


def campaign(name: str, **changes: Any) -> dict[str, Any]:
    values = {
        "source": "google", "campaign": name.title(), "sourceKey": "google", "campaignKey": name,
        "totalSessions": 40, "bookings": 6.0, "cancelledBookings": 2.0, "drivenValue": 900.0,
        "aheadValue": 300.1, "feesValue": 50.0, "cancelledValue": 400.05, "bookedValue": 1250.1,
    }  # fmt: skip
    return values | changes


def visits(name: str, number: int) -> dict[str, Any]:
    return {
        "source": "google",
        "campaign": name,
        "sourceKey": "google",
        "campaignKey": name,
        "visits": number,
    }


def cost(name: str, minor: int, clicks: int | None = None) -> CostTotal:
    return CostTotal("google", name, name, minor, clicks, None)


def chain(
    campaigns: list[dict[str, Any]],
    ad_visits: list[dict[str, Any]],
    costs: list[CostTotal] | None,
    unapplied: tuple[str, ...] = (),
) -> AdChain:
    content = {"campaigns": campaigns, "adVisits": ad_visits, "unapplied": list(unapplied)}
    found = chain_of(content, costs)
    assert all(CHAIN.keys() - {"currency"} <= row.keys() for row in found["campaigns"])
    return AdChain.model_validate(found)


def test_every_step_has_its_number_value_rate_and_cost() -> None:
    [row] = chain([campaign("spring")], [visits("spring", 180)], [cost("spring", 360_00, 200)]).campaigns
    assert (row.clicks, row.visits, row.sessions, row.bookings, row.kept_bookings) == (200, 180, 40, 8, 6)
    # The fee of a cancelled booking is no value of a kept one.
    assert (row.bookings_value, row.kept_value) == (1600.15, 1200.1)
    assert (row.visit_rate, row.session_rate, row.booking_rate, row.kept_rate) == (90, 22.2, 20, 75)
    assert (row.cost_per_click, row.cost_per_visit, row.cost_per_session) == (1.8, 2, 9)
    assert (row.cost_per_booking, row.cost_per_kept) == (45, 60)


def test_only_advertised_campaigns_are_in_it_the_most_expensive_first() -> None:
    found = chain(
        [campaign("brand"), campaign("newsletter"), campaign("spring")],
        [visits("brand", 3), visits("unknown-elsewhere", 1)],
        [cost("spring", 10_00, 5), cost("never-seen", 20_00, 9), cost("free", 0)],
    )
    assert [row.campaign for row in found.campaigns] == ["never-seen", "Spring", "Brand", "unknown-elsewhere"]
    never_seen = found.campaigns[0]
    assert (never_seen.visits, never_seen.sessions, never_seen.cost_per_session) == (0, 0, None)
    assert (never_seen.session_rate, never_seen.kept_rate) == (None, None)


def test_the_total_compares_only_what_is_known_of_the_same_campaigns() -> None:
    """412 clicks and 371 visits of them; 100 further visits are of a campaign without reported clicks."""
    found = chain(
        [campaign("spring"), campaign("brand"), campaign("video")],
        [visits("spring", 371), visits("brand", 100)],
        [cost("spring", 800_00, 412), cost("video", 100_00)],
    )
    total = found.total
    assert total is not None
    assert (total.clicks, total.clicked_visits, total.visits, total.visit_rate) == (412, 371, 471, 90)
    assert (total.cost, total.sessions, total.kept_bookings) == (900, 120, 18)
    # The cost of video has no clicks, and brand's sessions have no cost.
    assert (total.cost_per_click, total.cost_per_session, total.cost_per_kept) == (1.94, 11.25, 75)


def test_what_filters_hide_is_unknown_and_not_zero() -> None:
    without_costs = chain([campaign("spring")], [visits("spring", 9)], None)
    assert without_costs.total is not None
    assert (without_costs.total.clicks, without_costs.total.cost, without_costs.total.visits) == (
        None,
        None,
        9,
    )
    assert (without_costs.total.clicked_visits, without_costs.total.visit_rate) == (None, None)
    without_visits = chain(
        [campaign("spring")], [visits("spring", 9)], [cost("spring", 100, 7)], ("answers",)
    )
    assert without_visits.total is not None
    assert (without_visits.has_visits, without_visits.total.visits, without_visits.total.clicks) == (
        False,
        None,
        7,
    )
    assert without_visits.total.session_rate is None
    nothing = chain([campaign("spring")], [], None)
    assert (nothing.total, nothing.campaigns) == (None, [])


@given(st.data())
def test_sums_are_those_of_the_table_of_campaigns(data: st.DataObject) -> None:
    """Sessions, bookings and kept ones of the same campaigns, to the cent; the total is the sum of the rows."""
    campaigns = [
        campaign(
            name,
            totalSessions=data.draw(st.integers(0, 500)),
            bookings=float(data.draw(st.integers(0, 50))),
            cancelledBookings=float(data.draw(st.integers(0, 20))),
            **{key: data.draw(AMOUNTS) for key in ("drivenValue", "aheadValue", "cancelledValue")},
        )
        for name in NAMES
    ]
    costs = [
        cost(name, data.draw(st.integers(1, 10_000)), data.draw(st.none() | st.integers(0, 900)))
        for name in NAMES
    ]
    found = chain(campaigns, [visits("brand", data.draw(st.integers(1, 99)))], costs)
    assert found.total is not None
    by_name = {row["campaign"]: row for row in campaigns}
    for shown in found.campaigns:
        row = by_name[shown.campaign]
        assert shown.sessions == row["totalSessions"]
        assert (shown.bookings, shown.kept_bookings) == (
            row["bookings"] + row["cancelledBookings"],
            row["bookings"],
        )
        assert round(shown.kept_value * 100) == round(row["drivenValue"] * 100) + round(
            row["aheadValue"] * 100
        )
        assert round((shown.bookings_value - shown.kept_value) * 100) == round(row["cancelledValue"] * 100)
    for name in ("sessions", "bookings", "kept_bookings"):
        assert getattr(found.total, name) == sum(getattr(row, name) for row in found.campaigns)
    for name in ("bookings_value", "kept_value", "cost"):
        cents = [round(getattr(row, name) * 100) for row in found.campaigns]
        assert round(getattr(found.total, name) * 100) == sum(cents)
