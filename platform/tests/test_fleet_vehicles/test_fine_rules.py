"""Pure rules of fines: who had the vehicle, and how a file is read."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from abano.bookings.fines.csv_file import MAX_LINES, ReadLine, read_fines
from abano.bookings.fines.rules import Candidate, Rental, VehicleChange, find_rental
from abano.core.errors import InvalidInput

NOON = datetime(2026, 6, 10, 12, tzinfo=UTC)
HEADING = "Plate,Date,Time,Amount,Currency,Kind,Reference,Note\n"


def at(hours: float) -> datetime:
    return NOON + timedelta(hours=hours)


def rental(name: str, since: float, until: float | None) -> Rental:
    booking = UUID(bytes=name.encode().ljust(16))
    return Rental(booking, name, "Ada", at(since), None if until is None else at(until))


def found(moment: float, *candidates: Candidate) -> str | None:
    rented = find_rental(candidates, at(moment))
    return rented.reference if rented else None


def test_the_rental_of_that_time_is_found() -> None:
    first, second = Candidate(rental("A", 0, 10)), Candidate(rental("B", 12, 20))
    assert [found(hours, first, second) for hours in (-1, 0, 10, 11, 12, 20, 21)] == [
        None, "A", "A", None, "B", "B", None,
    ]  # fmt: skip


def test_a_handover_at_the_minute_of_a_return_counts_for_the_later_rental() -> None:
    assert found(10, Candidate(rental("A", 0, 10)), Candidate(rental("B", 10, 20))) == "B"


def test_a_vehicle_that_is_still_out_is_with_its_customer() -> None:
    assert found(1_000, Candidate(rental("A", 0, None))) == "A"


def test_a_vehicle_swapped_in_the_middle_counts_by_who_had_it() -> None:
    was_here = Candidate(rental("A", 0, 10), [VehicleChange(at(-5), True), VehicleChange(at(4), False)])
    came_here = Candidate(rental("B", 0, 10), [VehicleChange(at(6), True)])
    assert [found(hours, was_here, came_here) for hours in (1, 4, 5, 6, 9)] == ["A", "A", None, "B", "B"]


def test_a_vehicle_that_came_back_counts_twice() -> None:
    changes = [VehicleChange(at(3), False), VehicleChange(at(6), True)]
    swapped = Candidate(rental("A", 0, 10), changes)
    assert [found(hours, swapped) for hours in (2, 5, 7)] == ["A", None, "A"]


def test_a_vehicle_taken_away_before_the_handover_had_no_rental() -> None:
    changes = [VehicleChange(at(-9), True), VehicleChange(at(-2), False)]
    assert found(5, Candidate(rental("A", 0, 10), changes)) is None


def read(*lines: str, heading: str = HEADING) -> list[ReadLine]:
    return read_fines(heading + "\n".join(lines), "Asia/Tbilisi", NOON)


def test_a_line_is_read_in_the_zone_of_the_company() -> None:
    [line] = read('ab-123,09.06.2026,14:05,"1.250,50",gel,TOLL,4711,by post')
    assert line.fine is not None
    assert (line.number, line.fine.plate_key, line.fine.happened_at) == (
        2, "AB123", datetime(2026, 6, 9, 10, 5, tzinfo=UTC),
    )  # fmt: skip
    assert (line.fine.amount, line.fine.currency, line.fine.kind) == (125_050, "GEL", "toll")
    assert (line.fine.reference, line.fine.note) == ("4711", "by post")


def test_columns_come_in_any_order_with_semicolons_and_without_the_optional_ones() -> None:
    [line] = read("fine;EUR;50;08:00;2026-06-01;X-1", heading="kind;currency;amount;time;date;plate\n")
    assert line.fine is not None
    assert (line.fine.plate, line.fine.amount, line.fine.reference) == ("X-1", 5_000, "")


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (",2026-06-01,10:00,5,EUR,toll", "Plate"),
        ("A-1,6/7/2026,10:00,5,EUR,toll", "Date"),
        ("A-1,2026-06-11,10:00,5,EUR,toll", "Date"),
        ("A-1,2026-06-01,25:00,5,EUR,toll", "Time"),
        ("A-1,2026-06-01,noon,5,EUR,toll", "Time"),
        ("A-1,2026-06-01,10:00,0,EUR,toll", "Amount"),
        ("A-1,2026-06-01,10:00,five,EUR,toll", "Amount"),
        ("A-1,2026-06-01,10:00,5,€,toll", "Currency"),
        ("A-1,2026-06-01,10:00,5,EUR,bribe", "Kind"),
        (f"A-1,2026-06-01,10:00,5,EUR,toll,{'x' * 81}", "Reference"),
    ],
)
def test_a_bad_line_names_its_column_and_the_next_is_read(line: str, column: str) -> None:
    bad, good = read(line, "A-2,2026-06-01,10:00,5,EUR,toll")
    assert bad.fine is None
    assert [name for name, _ in bad.problems] == [column]
    assert good.fine is not None


@pytest.mark.parametrize("text", ["Plate,Date\nA-1,2026-06-01", "", '"'])
def test_a_file_without_the_columns_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_fines(text, "UTC", NOON)


def test_a_file_with_too_many_lines_is_refused() -> None:
    line = f"{uuid4().hex[:8]},2026-06-01,10:00,5,EUR,toll"
    with pytest.raises(InvalidInput):
        read(*[line] * (MAX_LINES + 1))
