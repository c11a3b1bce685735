"""Sentences of the fleet."""

from abano.errors.messages import Message

PLATE_MISSING = Message("plate_missing", "Please enter the plate")
PLATE_TAKEN = Message("plate_taken", "Another vehicle has this plate")
PLATE_TWICE = Message("plate_twice", "This plate stands in the file twice")
CAR_UNKNOWN = Message("vehicle_car_unknown", "Please select a car of the catalogue")
LOCATION_UNKNOWN = Message("location_unknown", "Please select a location")
SERVICE_WITHOUT_TIME = Message(
    "service_without_time", "Please give the day or the mileage at which it is due"
)
TIME_WITHOUT_ZONE = Message("time_without_zone", "Please give the time with its zone")
END_NOT_AFTER_START = Message("end_not_after_start", "The end must be after the start")
BLOCK_TOO_LONG = Message(
    "block_too_long", "A vehicle can be blocked for at most {days, plural, one {# day} other {# days}}"
)
COLUMNS_MISSING = Message("csv_columns_missing", "The first line must name the columns {columns}")
TOO_MANY_LINES = Message("csv_too_many_lines", "A file has at most {max, number} vehicles")
HAS_THIS_VEHICLE = Message("has_this_vehicle", "The booking has this vehicle already")
OTHER_DAY = Message("other_day", "Please choose another day")
TIME_MISSING = Message("time_missing", "Please select a time")
