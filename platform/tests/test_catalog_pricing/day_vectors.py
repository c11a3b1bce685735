"""Prices by day, typed in by hand: what each day of a rental costs, and why."""

from typing import Any

SEASONS: list[dict[str, Any]] = [
    {
        "code": "festival",
        "name": "Festival",
        "starts": "2027-07-10",
        "ends": "2027-07-12",
        "everyYear": False,
        "percent": 50,
        "rates": {},
    },
    {
        "code": "high",
        "name": "High season",
        "starts": "2026-06-15",
        "ends": "2026-09-15",
        "everyYear": True,
        "percent": 20,
        "rates": {"Subaru Forester": (70, 68, 66, 60)},
    },
    {
        "code": "winter",
        "name": "Winter",
        "starts": "2026-12-20",
        "ends": "2027-01-10",
        "everyYear": True,
        "percent": -15,
        "rates": {},
    },
]
# For 1, 4, 7 and 14 days or more, each rounded half-up to whole euro.
SEASON_RATES = {
    "Hyundai Elantra": {"festival": (57, 56, 54, 51), "high": (46, 44, 43, 41), "winter": (32, 31, 31, 29)},
    "Subaru Forester": {"festival": (86, 83, 83, 77), "high": (70, 68, 66, 60), "winter": (48, 47, 47, 43)},
    "Mitsubishi Pajero IO": {
        "festival": (68, 66, 65, 62),
        "high": (54, 53, 52, 49),
        "winter": (38, 37, 37, 35),
    },
}
UNKNOWN_SEASON_RATES = {"festival": (90, 87, 86, 81), "high": (72, 70, 68, 65), "winter": (51, 49, 48, 46)}
WEEKEND = {"weekdays": [6, 7], "percent": 10}
LAST_MINUTE = {"days": 3, "percent": -10}
LOCATIONS: list[dict[str, Any]] = [
    {
        "code": "tbilisi",
        "outOfHoursFee": 25,
        "openingHours": [
            *({"weekday": day, "opens": "09:00", "closes": "18:00"} for day in range(1, 6)),
            {"weekday": 6, "opens": "10:00", "closes": "14:00"},
        ],
    },
    # Always open: the fee is never due.
    {"code": "gudauri", "outOfHoursFee": 30, "openingHours": []},
    {"code": "batumi", "outOfHoursFee": 30, "openingHours": []},
]
FORESTER, ELANTRA = "Subaru Forester", "Hyundai Elantra"
Lines = list[tuple[str, int, float]]


def case(
    name: str,
    car: str,
    pickup: str,
    dropoff: str,
    lines: Lines,
    total: float,
    last: int,
    *,
    booked: str = "2026-11-22",
    rules: str = "",
    places: tuple[str, str] = ("gudauri", "gudauri"),
    more: dict[str, Any] | None = None,
) -> dict[str, Any]:
    return {
        "name": name,
        "carType": car,
        "pickup": pickup,
        "dropoff": dropoff,
        "bookedOn": booked,
        "weekend": WEEKEND if "weekend" in rules else None,
        "lastMinute": LAST_MINUTE if "last" in rules else None,
        "pickupLocation": places[0],
        "dropoffLocation": places[1],
        "insuranceType": None,
        "promoPercent": 0,
        **(more or {}),
        "expected": {"lines": [list(line) for line in lines], "totalPrice": total, "dailyRate": last},
    }


ACROSS = ("2027-06-12T09:00", "2027-06-19T09:00")
# A Thursday, and the Monday after.
THURSDAY, MONDAY = "2027-05-06T10:00", "2027-05-10T10:00"
DAY_CASES = [
    case("no season", FORESTER, "2027-06-01T09:00", "2027-06-08T09:00", [("car", 7, 55)], 385, 55),
    case("into a season", FORESTER, *ACROSS, [("car", 3, 55), ("car:high", 4, 66)], 429, 66),
    case(
        "a day belongs to the date it starts on",
        FORESTER,
        "2027-06-14T23:30",
        "2027-06-17T23:30",
        [("car", 1, 57), ("car:high", 2, 70)],
        197,
        70,
    ),
    case(
        "the last date of a season is in it",
        FORESTER,
        "2027-09-14T10:00",
        "2027-09-18T10:00",
        [("car:high", 2, 68), ("car", 2, 55)],
        246,
        55,
    ),
    case("every year", ELANTRA, "2030-07-01T09:00", "2030-07-15T09:00", [("car:high", 14, 41)], 574, 41),
    case(
        "the first that holds the day",
        ELANTRA,
        "2027-07-08T09:00",
        "2027-07-15T09:00",
        [("car:high", 4, 43), ("car:festival", 3, 54)],
        334,
        43,
    ),
    case(
        "of one year alone", ELANTRA, "2028-07-08T09:00", "2028-07-15T09:00", [("car:high", 7, 43)], 301, 43
    ),
    case(
        "over the turn of the year",
        FORESTER,
        "2026-12-18T09:00",
        "2027-01-12T09:00",
        [("car", 3, 51), ("car:winter", 22, 43)],
        1099,
        51,
    ),
    case(
        "without its own bands",
        "Mitsubishi Pajero IO",
        "2027-06-14T09:00",
        "2027-06-17T09:00",
        [("car", 1, 45), ("car:high", 2, 54)],
        153,
        54,
    ),
    case(
        "a car that is not known",
        "Lada Niva",
        "2027-08-02T09:00",
        "2027-08-05T09:00",
        [("car:high", 3, 72)],
        216,
        72,
    ),
    case(
        "weekend",
        FORESTER,
        THURSDAY,
        MONDAY,
        [("car", 2, 55), ("car/weekend", 2, 61)],
        232,
        61,
        rules="weekend",
    ),
    case(
        "weekend of a season",
        FORESTER,
        "2027-08-06T09:00",
        "2027-08-09T09:00",
        [("car:high", 1, 70), ("car:high/weekend", 2, 77)],
        224,
        77,
        rules="weekend",
    ),
    case(
        "last minute",
        FORESTER,
        THURSDAY,
        MONDAY,
        [("car/last-minute", 4, 50)],
        200,
        50,
        booked="2027-05-03",
        rules="last",
    ),
    case(
        "a day too early for last minute",
        FORESTER,
        THURSDAY,
        MONDAY,
        [("car", 4, 55)],
        220,
        55,
        booked="2027-05-02",
        rules="last",
    ),
    case(
        "percents are added",
        FORESTER,
        THURSDAY,
        MONDAY,
        [("car/last-minute", 2, 50), ("car/weekend/last-minute", 2, 55)],
        210,
        55,
        booked="2027-05-06",
        rules="weekend, last",
    ),
    case(
        "pickup before it opens, return as it closes",
        FORESTER,
        "2027-05-06T08:59",
        "2027-05-10T18:00",
        [("car", 5, 55), ("out-of-hours:pickup", 1, 25)],
        300,
        55,
        places=("tbilisi", "tbilisi"),
    ),
    case(
        "return on a day that it is closed",
        FORESTER,
        "2027-05-06T09:00",
        "2027-05-09T12:00",
        [("car", 4, 55), ("out-of-hours:return", 1, 25)],
        245,
        55,
        places=("tbilisi", "tbilisi"),
    ),
    case(
        "pickup out of hours, and delivery",
        FORESTER,
        "2027-05-08T14:01",
        "2027-05-11T14:01",
        [("car", 3, 57), ("delivery", 1, 100), ("out-of-hours:pickup", 1, 25)],
        296,
        57,
        places=("tbilisi", "batumi"),
    ),
    case(
        "promo code on all of it",
        FORESTER,
        *ACROSS,
        [("car", 3, 55), ("car:high", 4, 66), ("insurance:standard", 7, 10), ("promo", 1, -49.9)],
        449.1,
        66,
        more={"insuranceType": "standard", "promoPercent": 10},
    ),
]
