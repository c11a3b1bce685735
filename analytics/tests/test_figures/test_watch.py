"""The watch's input from a company's rows: local days, each session's hours, and the time of the data."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from conftest import BOTH_STORES, Pipeline, Source

from abano_analytics.figures.watch import Watch
from abano_analytics.metrics.alarms import DAYS

ZONE = ZoneInfo("Asia/Tbilisi")
A_DAY = 20


@pytest.mark.parametrize("store", BOTH_STORES)
def test_a_fall_is_reported_with_its_days_and_sessions_only_to_its_tenant(
    source: Source, pipeline: Pipeline
) -> None:
    today = datetime.now(ZONE).date()
    last = today - timedelta(days=1)
    ours, theirs = source.tenant(), source.tenant("alps")
    for day in range(DAYS):
        # A full window of last days, also where the newest day is too recent.
        fell = day >= DAYS - 8
        for number in range(A_DAY):
            # Starting ten minutes after a local midnight.
            started = datetime.combine(last - timedelta(days=DAYS - 1 - day), datetime.min.time(), ZONE)
            started += timedelta(minutes=10 + 60 * number)
            session = f"quiz_{day}_{number}"
            source.session(ours, session, started, utm=("google", "cpc", "autumn" if number % 2 else "brand"))
            source.session(theirs, session, started)
            # Bookings after half a day count in no day, because for the last days they could not exist yet.
            late = timedelta(hours=12 if fell else 1)
            if number % 4 == 1:
                source.booking(
                    ours, session, started + late, status="cancelled" if number == 1 else "pending"
                )
            source.booking(theirs, session, started + timedelta(hours=1))
    pipeline.ingest.run()
    watch = Watch(pipeline.warehouse, pipeline.progress)
    # A day that is not over, or whose sessions may still book, is checked later.
    assert watch.look(ours, today)["falls"] is None
    looked = last if _is_complete(last) else last - timedelta(days=1)
    found = watch.look(ours, looked)["falls"]
    falls = {(fall["measure"], fall["campaign"]): fall for fall in found}
    assert falls.keys() == {("conversion", ""), ("conversion", "autumn")}
    autumn = falls["conversion", "autumn"]
    assert autumn["before"] > 0.4
    assert autumn["now"] == 0
    assert autumn["sessions"] == A_DAY // 2 * ((autumn["until"] - autumn["since"]).days + 1)
    assert watch.look(theirs, last - timedelta(days=1))["falls"] == []


def _is_complete(last: date) -> bool:
    ended = datetime.combine(last + timedelta(days=1), datetime.min.time(), ZONE)
    return datetime.now(UTC) >= ended + timedelta(hours=6, minutes=1)


def test_a_busy_site_is_silent_since_its_newest_session(source: Source, pipeline: Pipeline) -> None:
    tenant, now = source.tenant(), datetime.now(UTC)
    for hour in range(13, 29 * 24):
        for number in range(2):
            source.session(tenant, f"quiz_{hour}_{number}", now - timedelta(hours=hour, minutes=number))
    pipeline.ingest.run()
    watch = Watch(pipeline.warehouse, pipeline.progress)
    newest = now - timedelta(hours=13)
    assert abs(watch.look(tenant, now.date())["silentSince"] - newest) < timedelta(seconds=1)
    source.session(tenant, "quiz_now", now)
    pipeline.ingest.run()
    assert watch.look(tenant, now.date())["silentSince"] is None
