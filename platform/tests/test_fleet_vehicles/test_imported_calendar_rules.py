"""When the events of another service's calendar are busy, and which blocks follow from that."""

import time
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from calendar_import_steps import calendar, event

from abano.core.expensive_work import BoundedWork, LimitExceeded, Limits
from abano.fleet.imported_calendars.rules import MAX_EVENTS, UnreadableCalendar, read_busy
from abano.fleet.reservations.rules import BlockPlan, Interval, OwnBlock, Taken, merge, plan_blocks

TODAY = date(2026, 6, 10)
TBILISI = "Asia/Tbilisi"
NOW = datetime(2026, 6, 10, 9, 0, tzinfo=UTC)


def at(day: int, hour: int = 0, minute: int = 0, month: int = 6) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def busy(*events: str, zone: str = TBILISI) -> list[tuple[datetime, datetime]]:
    return [(start, end) for start, end in read_busy(calendar(*events), zone, TODAY)]


def problem(content: bytes) -> str:
    with pytest.raises(UnreadableCalendar) as raised:
        read_busy(content, TBILISI, TODAY)
    return raised.value.problem


@pytest.mark.parametrize(
    ("start", "end", "lines", "expected"),
    [
        ("20260612T080000Z", "20260612T100000Z", (), (at(12, 8), at(12, 10))),
        # Days are of the company's zone: UTC+4.
        (";VALUE=DATE:20260612", ";VALUE=DATE:20260614", (), (at(11, 20), at(13, 20))),
        (";VALUE=DATE:20260612", "", (), (at(11, 20), at(12, 20))),
        # Some services write the same day twice.
        (";VALUE=DATE:20260612", ";VALUE=DATE:20260612", (), (at(11, 20), at(12, 20))),
        (";VALUE=DATE:20260612", "", ("DURATION:P2D",), (at(11, 20), at(13, 20))),
        # Floating times, too.
        ("20260612T080000", "20260612T100000", (), (at(12, 4), at(12, 6))),
        (
            ";TZID=Europe/Zurich:20260612T080000",
            ";TZID=Europe/Zurich:20260612T100000",
            (),
            (at(12, 6), at(12, 8)),
        ),
        ("20260612T080000Z", "", ("DURATION:PT90M",), (at(12, 8), at(12, 9, 30))),
        # Whole minutes, so that nothing of the event is free.
        ("20260612T080059Z", "20260612T100001Z", (), (at(12, 8), at(12, 10, 1))),
    ],
)
def test_times_of_an_event(
    start: str, end: str, lines: tuple[str, ...], expected: tuple[datetime, datetime]
) -> None:
    assert busy(event("1", start, end, *lines)) == [expected]


def test_what_is_not_busy_is_left_out() -> None:
    times = ("20260612T080000Z", "20260612T100000Z")
    assert busy(event("1", *times, "STATUS:CANCELLED")) == []
    assert busy(event("1", *times, "TRANSP:TRANSPARENT")) == []
    # Ours, which the other service read from us.
    assert busy(event("2b9c@abano", *times)) == []
    # Without a length.
    assert busy(event("1", times[0], "")) == []
    assert busy(event("1", times[1], times[0])) == []
    assert busy() == []


def test_the_window_is_from_yesterday_to_a_year_ahead() -> None:
    assert busy(event("1", "20260601T080000Z", "20260608T100000Z")) == []
    assert busy(event("1", "20270701T080000Z", "20270702T100000Z")) == []
    [(starts, ends)] = busy(event("1", "20260601T080000Z", "20990101T000000Z"))
    assert starts == at(1, 8)
    # The end of the last day, and not that of the event.
    assert ends == datetime(2027, 6, 10, 20, 0, tzinfo=UTC)


def test_repeated_events_follow_the_clock_of_their_zone() -> None:
    found = busy(
        event(
            "1",
            ";TZID=Europe/Zurich:20261018T100000",
            ";TZID=Europe/Zurich:20261018T120000",
            "RRULE:FREQ=WEEKLY;COUNT=4",
            "EXDATE;TZID=Europe/Zurich:20261101T100000",
            "RDATE;TZID=Europe/Zurich:20261103T100000",
        )
    )
    # Clocks go back on 25 October: 10:00 is 08:00 UTC before and 09:00 UTC after it.
    assert [starts for starts, _ in found] == [
        at(18, 8, month=10),
        at(25, 9, month=10),
        at(3, 9, month=11),
        at(8, 9, month=11),
    ]
    assert {ends - starts for starts, ends in found} == {timedelta(hours=2)}


def test_a_repetition_ends_with_its_last_day_or_the_window() -> None:
    times = ("20260608T080000Z", "20260608T100000Z")
    found = busy(event("1", *times, "RRULE:FREQ=DAILY;UNTIL=20260611T080000Z"))
    assert [starts.day for starts, _ in found] == [9, 10, 11]
    assert [starts.day for starts, _ in busy(event("1", *times, "RRULE:FREQ=DAILY;UNTIL=20260610"))] == [
        9,
        10,
    ]
    assert len(busy(event("1", *times, "RRULE:FREQ=DAILY"))) == 367
    periods = "RDATE;VALUE=PERIOD:20260620T080000Z/PT1H,20260621T080000Z/20260621T083000Z"
    assert busy(event("1", *times, periods)) == [(at(20, 8), at(20, 9)), (at(21, 8), at(21, 8, 30))]


def test_one_occurrence_is_moved_or_cancelled() -> None:
    series = event("1", "20260612T080000Z", "20260612T100000Z", "RRULE:FREQ=DAILY;COUNT=3")
    moved = event("1", "20260613T150000Z", "20260613T160000Z", "RECURRENCE-ID:20260613T080000Z")
    cancelled = event(
        "1", "20260614T080000Z", "20260614T100000Z", "RECURRENCE-ID:20260614T080000Z", "STATUS:CANCELLED"
    )
    assert busy(series, moved, cancelled) == [(at(12, 8), at(12, 10)), (at(13, 15), at(13, 16))]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html><title>Sign in</title></html>",
        b"\xff\xfe\x00",
        b"BEGIN:VCARD\r\nEND:VCARD\r\n",
        calendar("BEGIN:VEVENT", "UID:1", "END:VEVENT"),
        calendar(event("1", "yesterday", "20260612T100000Z")),
        calendar(event("1", "20260612T080000Z", ";VALUE=DATE:20260613")),
        calendar(event("1", "20260612T080000Z", "20260612T100000Z", "RRULE:FREQ=DAILY;COUNT=many")),
        calendar(event("1", "20260612T080000Z", "20260612T100000Z"))[:-30],
    ],
)
def test_what_is_no_calendar_is_refused(content: bytes) -> None:
    assert problem(content) == "not_calendar"


def test_too_many_events_are_refused_before_they_are_parsed() -> None:
    assert problem(b"begin:vevent\r\n" * (MAX_EVENTS + 1)) == "too_many_events"


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=MINUTELY;INTERVAL=5",
        "FREQ=HOURLY;COUNT=100000000",
        "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,1,2,3,4,5,6,7,8,9",
    ],
)
def test_a_repetition_without_measure_is_refused_at_once(rule: str) -> None:
    started = time.process_time()
    assert (
        problem(calendar(event("1", "19700101T000000Z", "19700101T000100Z", f"RRULE:{rule}")))
        == "too_complex"
    )
    assert time.process_time() - started < 10


@pytest.mark.anyio
@pytest.mark.usefixtures("limited_processes")
async def test_a_rule_that_never_has_a_day_is_ended_by_the_kernel() -> None:
    events = [
        event(
            str(number),
            "20260612T080000Z",
            "20260612T100000Z",
            "RRULE:FREQ=DAILY;INTERVAL=0;BYMONTH=2;BYMONTHDAY=30",
        )
        for number in range(50)
    ]
    work = BoundedWork(at_once=1, waiting=0, limits=Limits(cpu_seconds=2, memory_mb=512))
    with pytest.raises((LimitExceeded, UnreadableCalendar)):
        await work.run(read_busy, calendar(*events), TBILISI, TODAY)


def test_intervals_that_overlap_become_one_and_those_that_touch_stay_apart() -> None:
    intervals = [Interval(at(2), at(3)), Interval(at(1), at(2)), Interval(at(2, 12), at(4))]
    assert merge(intervals) == [(at(1), at(2)), (at(2), at(4))]


def plan(
    wanted: list[tuple[datetime, datetime]],
    own: list[tuple[datetime, datetime]],
    taken: list[tuple[datetime, datetime]] | None = None,
) -> tuple[BlockPlan, list[UUID]]:
    """Others have a turnaround of an hour."""
    blocks = [OwnBlock(uuid4(), *each) for each in own]
    others = [Taken(uuid4(), *each, each[1] + timedelta(hours=1)) for each in taken or []]
    return plan_blocks([Interval(*each) for each in wanted], blocks, others, NOW), [
        each.id for each in blocks
    ]


def test_blocks_are_added_changed_and_removed_as_events_are() -> None:
    found, ids = plan(
        [(at(12), at(13)), (at(15), at(18)), (at(20), at(21))],
        [(at(12), at(13)), (at(16), at(17)), (at(25), at(26))],
    )
    assert found.added == [(at(20), at(21))]
    assert found.changed == {ids[1]: (at(15), at(18))}
    assert found.removed == [ids[2]]
    assert (found.ended, found.conflicts) == ([], [])


def test_the_past_stays_as_it_was() -> None:
    # Over; begun and longer now; begun and no longer there.
    found, ids = plan([(at(9), at(12))], [(at(1), at(2)), (at(8), at(11))])
    assert found == BlockPlan([], {ids[1]: Interval(at(8), at(12))}, [], [], [])
    found, ids = plan([(at(11), at(12))], [(at(1), at(2)), (at(8), at(13))])
    assert (found.ended, found.removed) == ([ids[1]], [])
    assert found.added == [(at(11), at(12))]
    # Nothing changes while time passes.
    found, ids = plan([(at(8), at(13))], [(at(9), at(13))])
    assert found == BlockPlan([], {}, [], [], [])


def test_the_part_that_others_have_is_a_conflict_and_the_rest_is_blocked() -> None:
    found, _ = plan([(at(12), at(20))], [], [(at(14), at(15)), (at(19), at(25))])
    assert found.added == [(at(12), at(14)), (at(15, 1), at(19))]
    assert [tuple(each[1:]) for each in found.conflicts] == [(at(14), at(15)), (at(19), at(20))]
    # An event in another's turnaround alone is none.
    found, _ = plan([(at(15), at(16))], [], [(at(14), at(15))])
    assert (found.added, found.conflicts) == ([(at(15, 1), at(16))], [])
