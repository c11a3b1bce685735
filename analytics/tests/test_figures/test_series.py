"""Series of a company's days and hours: local days, soon and late bookings, parts, filters, and tenants apart."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import orjson
import pytest
from conftest import BOTH_STORES, Pipeline, Source

from abano_analytics.figures.query import UNFILTERED, FigureQuery, Filters
from abano_analytics.figures.series import Series, SeriesQuery, edges_of
from abano_shared.contract.series import SeriesCount, SeriesPart, SeriesResponse, SeriesUnit, Split

ZONE = ZoneInfo("Asia/Tbilisi")
FIRST = date(2026, 6, 1)


def local(day: int, hour: float = 12) -> datetime:
    midnight = datetime(FIRST.year, FIRST.month, FIRST.day, tzinfo=ZONE)
    return (midnight + timedelta(days=day, hours=hour)).astimezone(UTC)


def asked(
    counted: SeriesCount = "sessions",
    unit: SeriesUnit = "day",
    split: Split = "",
    filters: Filters = UNFILTERED,
) -> SeriesQuery:
    return SeriesQuery(FigureQuery(local(0, 0), local(3, 0), filters), counted, unit, split)


def parts(pipeline: Pipeline, tenant: UUID, query: SeriesQuery) -> dict[str, SeriesPart]:
    found = Series(pipeline.warehouse, pipeline.progress).count(tenant, query)
    read = SeriesResponse.model_validate_json(orjson.dumps(found))
    return {part.key: part for part in read.parts}


@pytest.mark.parametrize("store", BOTH_STORES)
def test_days_and_campaigns_count_what_came_soon_and_at_all(source: Source, pipeline: Pipeline) -> None:
    ours, theirs = source.tenant(), source.tenant("alps")
    source.session(ours, "night", local(1, 0.5), utm=("google", "cpc", "Autumn"))
    source.session(ours, "noon", local(1), completed_at=local(1, 12.1), utm=("google", "cpc", "autumn "))
    source.session(ours, "late", local(1, 23.9), completed_at=local(2, 8), utm=("meta", "cpc", "spring"))
    source.session(ours, "plain", local(2))
    source.session(ours, "before", local(-1))
    source.booking(ours, "noon", local(1, 13), total_minor=40_000)
    # After more than six hours, and by now cancelled.
    source.booking(ours, "late", local(2, 12), total_minor=30_000)
    source.booking(ours, "night", local(1, 1), status="cancelled", total_minor=90_000)
    source.booking(ours, None, local(2, 9))
    source.session(theirs, "noon", local(1))
    visit = uuid4()
    source.step(ours, visit, "landing", local(0, 23.9), utm=("google", "cpc", "autumn"))
    source.step(ours, uuid4(), "landing", local(2, 0.1))
    source.step(theirs, uuid4(), "landing", local(1))
    pipeline.ingest.run()

    whole = parts(pipeline, ours, asked())[""]
    assert whole.buckets == [(1, 3, 2, 1, 2, 2, 70_000), (2, 1, 0, 0, 0, 0, 0)]
    by_campaign = parts(pipeline, ours, asked(split="campaign"))
    assert {key: part.buckets for key, part in by_campaign.items()} == {
        "autumn": [(1, 2, 1, 1, 1, 2, 40_000)],
        "spring": [(1, 1, 1, 0, 1, 0, 30_000)],
        "": [(2, 1, 0, 0, 0, 0, 0)],
    }
    assert by_campaign["autumn"].name in {"Autumn", "autumn"}
    assert set(parts(pipeline, ours, asked(split="source"))) == {"google", "meta", ""}
    spring = Filters(utm_campaign="SPRING")
    assert parts(pipeline, ours, asked(filters=spring))[""].buckets == [(1, 1, 1, 0, 1, 0, 30_000)]
    visits = parts(pipeline, ours, asked("visits"))[""]
    assert [each[:2] for each in visits.buckets] == [(0, 1), (2, 1)]
    assert parts(pipeline, ours, asked("visits", split="campaign"))["autumn"].buckets[0][:2] == (0, 1)
    bookings = parts(pipeline, ours, asked("bookings"))[""]
    assert [each[:2] for each in bookings.buckets] == [(1, 2), (2, 2)]
    of_spring = parts(pipeline, ours, asked("bookings", filters=spring))[""]
    assert [each[:2] for each in of_spring.buckets] == [(2, 1)]
    assert [part.buckets for part in parts(pipeline, theirs, asked()).values()] == [[(1, 1, 0, 0, 0, 0, 0)]]


def test_hours_are_numbered_from_the_start(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    source.session(tenant, "first", local(0, 0))
    source.session(tenant, "last", local(2, 23.99))
    pipeline.ingest.run()
    hours = parts(pipeline, tenant, asked(unit="hour"))[""].buckets
    assert [each[:2] for each in hours] == [(0, 1), (71, 1)]


def test_a_day_on_which_clocks_change_is_one_day() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    since, until = (datetime(2026, 3, day, tzinfo=berlin).astimezone(UTC) for day in (28, 31))
    edges = edges_of(SeriesQuery(FigureQuery(since, until), "sessions", "day", ""), berlin)
    assert [each.astimezone(berlin).day for each in edges] == [28, 29, 30]
    assert {each.astimezone(berlin).hour for each in edges} == {0}
