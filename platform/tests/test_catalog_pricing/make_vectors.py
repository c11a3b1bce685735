"""Writes price_vectors.json from the tables of the product text (sections 3 and 9), entered separately.

It shares no code with the product, so that a mistake in the rules cannot hide in the expected values. Run it
manually: ``python platform/tests/test_catalog_pricing/make_vectors.py``.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from day_vectors import DAY_CASES, LOCATIONS, SEASON_RATES, SEASONS, UNKNOWN_SEASON_RATES

BANDS = {
    "Hyundai Elantra": (38, 37, 36, 34),
    "Subaru Forester": (57, 55, 55, 51),
    "Chevrolet Suburban": (62, 60, 58, 55),
    "Toyota FJ Cruiser": (59, 57, 56, 53),
    "Toyota 4Runner": (63, 62, 60, 57),
}
# Calculated manually: base, minus 3 % from 4 days, 5 % from 7, 10 % from 14, each rounded half-up to whole
# euros.
OTHERS = {
    "Mitsubishi Pajero IO": (45, 44, 43, 41),
    "Renault Duster": (54, 52, 51, 49),
    "Toyota Camry": (48, 47, 46, 43),
    "Toyota Corolla Hybrid": (46, 45, 44, 41),
    "Jeep Renegade": (49, 48, 47, 44),
    "Jeep Wrangler": (72, 70, 68, 65),
    "Jeep Grand Cherokee": (63, 61, 60, 57),
    "Tesla Model 3": (60, 58, 57, 54),
    "Cadillac Escalade": (185, 179, 176, 167),
}
UNKNOWN = (60, 58, 57, 54)
FEES = {
    ("tbilisi", "tbilisi"): 0,
    ("kutaisi", "kutaisi"): 160,
    ("batumi", "batumi"): 200,
    ("tbilisi", "batumi"): 100,
    ("batumi", "tbilisi"): 100,
    ("tbilisi", "kutaisi"): 80,
    ("kutaisi", "tbilisi"): 80,
    ("batumi", "kutaisi"): 120,
    ("kutaisi", "batumi"): 120,
}
INSURANCE = {"minimum": 0, "standard": 10, "enhanced": 30}
# Price, and whether it is per day.
SERVICES = {
    "prepaidFuel": (50, False),
    "prepaidCarWash": (50, False),
    "roadAssistance": (3, True),
    "babySeat": (3, True),
    "crossBorderArmenia": (90, False),
    "carRoofTent": (15, True),
    "campingEquipment": (150, False),
}
EDGES = (1, 3, 4, 6, 7, 13, 14, 30)
ODD_NAMES = {
    "subaru forester": "Subaru Forester",
    "SUBARU FORESTER": "Subaru Forester",
    "  Subaru Forester  ": "Subaru Forester",
    "Subaru  Forester": "Subaru Forester",
    "subaru FORESTER ": "Subaru Forester",
    "toyota fj cruiser": "Toyota FJ Cruiser",
    "TOYOTA 4RUNNER": "Toyota 4Runner",
    "Toyota 4runner": "Toyota 4Runner",
    "tesla model 3": "Tesla Model 3",
    "CADILLAC ESCALADE": "Cadillac Escalade",
    "Subaru\u200bForester": None,
    "Subaru \u200bForester": "Subaru Forester",
    "Sub\u00adaru For\u2060ester\ufeff": "Subaru Forester",
    "Subaru\u00a0Forester": "Subaru Forester",
    "Subaru\u2003\u200e Forester": "Subaru Forester",
    "Ｓｕｂａｒｕ　Ｆｏｒｅｓｔｅｒ": "Subaru Forester",
    "Suba\ufe0fru Forester\U000e0100": "Subaru Forester",
    "\u3164Subaru Forester\u115f\uffa0": "Subaru Forester",
    "Toyota \u202e4Runner\u202c": "Toyota 4Runner",
    "TOYOTA FJ CRUI\u017fER": "Toyota FJ Cruiser",
    "Cadillac\tEscalade": "Cadillac Escalade",
    "Subaru Forestеr": None,
    "Forester": None,
    "Subaru-Forester": None,
    "Lada Niva": None,
    "ლადა ნივა": None,
    "Нива": None,
    "x": None,
}
ODD_PLACES = (
    ("TBILISI", "Batumi", 100),
    (" tbilisi ", "batumi", 100),
    ("Kutaisi", "KUTAISI", 160),
    ("", "batumi", 0),
    ("tbilisi", "", 0),
    ("", "", 0),
    ("tbi\u200blisi", "\u2060batumi", 100),
    ("ＴＢＩＬＩＳＩ", "bat\u00adumi\u00a0", 100),
    ("\u200b", "batumi", 0),
    ("yerevan", "tbilisi", 0),
    ("tbilisi", "yerevan", 0),
)
# As typed, as displayed, and as compared.
NAMES = (
    ("Toyota  4Runner ", "Toyota 4Runner", "toyota 4runner"),
    ("a\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u061cb", "ab", "ab"),
    ("a\u3164\u115f\u1160\uffa0\ufe0f\U000e0100\u034fb", "ab", "ab"),
    ("e\u200b\u0301", "é", "é"),
    ("ﬁ №5 ½", "fi No5 1⁄2", "fi no5 1⁄2"),
    ("STRASSE", "STRASSE", "strasse"),
    ("straße", "straße", "strasse"),
    ("STRAẞE", "STRAẞE", "strasse"),
    ("ΟΔΟΣ", "ΟΔΟΣ", "οδος"),
    ("\u2003\u2028\u0085a\t\nb\u2800", "a b", "a b"),
    ("\u200b \u3164", "", ""),
    ("ლადა ნივა", "ლადა ნივა", "ლადა ნივა"),
    ("İı", "İı", "i\u0307i"),
)
DAYS = (
    ("2026-07-01T09:00", "2026-07-08T09:00", 7, 7),
    ("2026-07-01T09:00", "2026-07-08T09:01", 8, 8),
    ("2026-07-01T09:00", "2026-07-08T08:59", 7, 7),
    ("2026-07-01T13:00", "2026-07-08T12:00", 7, 8),
    ("2026-07-01T13:00", "2026-07-08T12:59", 7, 8),
    ("2026-07-01T12:59", "2026-07-08T12:00", 7, 7),
    ("2026-07-01T13:00", "2026-07-08T13:00", 7, 7),
    ("2026-07-01T23:30", "2026-07-02T00:30", 1, 2),
    ("2026-07-01T10:00", "2026-07-01T18:00", 1, 1),
    ("2026-12-30T09:00", "2027-01-02T09:00", 3, 3),
    ("2028-02-27T09:00", "2028-03-01T09:00", 3, 3),
    ("2026-03-28T09:00", "2026-03-31T09:00", 3, 3),
    ("2026-10-24T09:00", "2026-10-27T09:00", 3, 3),
    ("2026-10-24T09:00", "2026-10-27T10:00", 4, 4),
)
Case = dict[str, Any]
CENT = Decimal("0.01")


def band(days: int) -> int:
    return 0 if days <= 3 else 1 if days <= 6 else 2 if days <= 13 else 3


def rate_of(car: str | None, days: int) -> int:
    if car is None:
        return UNKNOWN[band(days)]
    return (BANDS.get(car) or OTHERS[car])[band(days)]


def plain(amount: Decimal) -> int | float:
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def case(
    name: str,
    car_type: str,
    known: str | None,
    days: int,
    pickup: str,
    dropoff: str,
    fee: int,
    *,
    insurance: str | None = None,
    services: tuple[str, ...] = (),
    promo: str = "0",
) -> Case:
    rate = rate_of(known, days)
    total = Decimal(rate * days + fee)
    if insurance:
        total += INSURANCE[insurance] * days
    for code in services:
        price, per_day = SERVICES[code]
        total += price * (days if per_day else 1)
    discounted = (total * (100 - Decimal(promo)) / 100).quantize(CENT, ROUND_HALF_UP)
    return {
        "name": name,
        "input": {
            "carType": car_type,
            "days": days,
            "pickupLocation": pickup,
            "dropoffLocation": dropoff,
            "insuranceType": insurance,
            "services": list(services),
            "promoPercent": plain(Decimal(promo)),
        },
        "expected": {
            "dailyRate": rate,
            "baseTotal": rate * days,
            "deliveryFee": fee,
            "totalPrice": plain(discounted),
            "carKnown": known is not None,
        },
    }


def car_cases() -> Iterator[Case]:
    for car in [*BANDS, *OTHERS]:
        for days in EDGES:
            yield case(f"{car}, {days} days", car, car, days, "tbilisi", "tbilisi", 0)
    for days in EDGES:
        yield case(f"unknown car, {days} days", "Lada Niva", None, days, "tbilisi", "tbilisi", 0)
    for typed, known in ODD_NAMES.items():
        for days in (3, 7):
            yield case(f"name typed {typed!r}, {days} days", typed, known, days, "tbilisi", "batumi", 100)


def place_cases() -> Iterator[Case]:
    for (pickup, dropoff), fee in FEES.items():
        for car in BANDS:
            for days in (3, 7, 14):
                yield case(f"{pickup} to {dropoff}, {car}, {days} days", car, car, days, pickup, dropoff, fee)
    car = "Subaru Forester"
    for pickup, dropoff, fee in ODD_PLACES:
        yield case(f"places {pickup!r} and {dropoff!r}", car, car, 5, pickup, dropoff, fee)


def extra_cases() -> Iterator[Case]:
    car = "Toyota 4Runner"
    for code in SERVICES:
        for days in (1, 3, 6, 14):
            yield case(f"{code}, {days} days", car, car, days, "tbilisi", "kutaisi", 80, services=(code,))
    car = "Chevrolet Suburban"
    for insurance in INSURANCE:
        for days in (3, 4, 30):
            name = f"{insurance} insurance, {days} days"
            yield case(name, car, car, days, "batumi", "batumi", 200, insurance=insurance)


def promo_cases() -> Iterator[Case]:
    car = "Hyundai Elantra"
    for promo in ("10", "5", "15", "12.5", "33.33", "0.01", "100"):
        for days in (3, 7):
            yield case(
                f"{promo} % off, {days} days",
                car,
                car,
                days,
                "kutaisi",
                "batumi",
                120,
                insurance="standard",
                services=("babySeat", "prepaidFuel"),
                promo=promo,
            )
    for car in BANDS:
        yield case(
            f"everything, {car}",
            car,
            car,
            9,
            "batumi",
            "kutaisi",
            120,
            insurance="enhanced",
            services=tuple(SERVICES),
            promo="10",
        )


def cases() -> list[Case]:
    return [*car_cases(), *place_cases(), *extra_cases(), *promo_cases()]


def rates(values: tuple[int, ...]) -> list[dict[str, int]]:
    return [{"minDays": days, "dailyRate": rate} for days, rate in zip((1, 4, 7, 14), values, strict=True)]


def catalog() -> dict[str, Any]:
    return {
        "rental": {
            "unknownCarDailyRate": 60,
            "lengthDiscounts": [
                {"minDays": days, "percent": percent} for days, percent in ((4, 3), (7, 5), (14, 10))
            ],
        },
        "cars": [
            *(
                {"name": name, "baseRate": values[0], "rates": rates(values)}
                for name, values in BANDS.items()
            ),
            *({"name": name, "baseRate": values[0], "rates": []} for name, values in OTHERS.items()),
        ],
        "deliveryFees": [
            {"pickup": pickup, "dropoff": dropoff, "fee": fee} for (pickup, dropoff), fee in FEES.items()
        ],
        "insurance": [{"code": code, "dailyRate": rate} for code, rate in INSURANCE.items()],
        "services": [
            {"code": code, "price": price, "charge": "perDay" if per_day else "flat"}
            for code, (price, per_day) in SERVICES.items()
        ],
    }


def published() -> dict[str, Any]:
    """The rates in a page's format: bands for every car, fully computed."""
    return {
        "unknownCarRates": rates(UNKNOWN),
        "cars": [{"name": name, "rates": rates(values)} for name, values in (BANDS | OTHERS).items()],
    }


def by_day() -> dict[str, Any]:
    """Seasons in the company's and in the page's format, places with hours, and cases."""
    seasons = [
        season | {"rates": {car: rates(values) for car, values in season["rates"].items()}}
        for season in SEASONS
    ]
    return {
        "seasons": seasons,
        "seasonRates": {car: _by_season(own) for car, own in SEASON_RATES.items()},
        "unknownCarSeasonRates": _by_season(UNKNOWN_SEASON_RATES),
        "locations": LOCATIONS,
        "cases": DAY_CASES,
    }


def _by_season(values: Mapping[str, tuple[int, ...]]) -> dict[str, list[dict[str, int]]]:
    return {season: rates(own) for season, own in values.items()}


def main() -> None:
    days = []
    for pickup, dropoff, rental, estimate in DAYS:
        assert datetime.fromisoformat(pickup) < datetime.fromisoformat(dropoff)
        days.append({"pickup": pickup, "dropoff": dropoff, "rentalDays": rental, "estimateDays": estimate})
    names = [{"typed": typed, "clean": seen, "fold": compared} for typed, seen, compared in NAMES]
    vectors = {
        "currency": "EUR",
        "catalog": catalog(),
        "published": published(),
        "cases": cases(),
        "days": days,
        "names": names,
        "byDay": by_day(),
    }
    lines = json.dumps(vectors["catalog"], ensure_ascii=False, indent=1)
    bands = json.dumps(vectors["published"], ensure_ascii=False, indent=1)
    rows = ",\n".join(json.dumps(item, ensure_ascii=False) for item in cases())
    ends = ",\n".join(json.dumps(item) for item in days)
    # Escaped: invisible characters must be readable in the file.
    seen = ",\n".join(json.dumps(item) for item in names)
    text = f'{{"currency": "EUR",\n"catalog": {lines},\n"published": {bands},\n'
    text += f'"cases": [\n{rows}\n],\n"days": [\n{ends}\n],\n'
    text += f'"names": [\n{seen}\n],\n'
    by_day_text = json.dumps(vectors["byDay"], ensure_ascii=False, indent=1)
    text += f'"byDay": {by_day_text}}}\n'
    assert json.loads(text) == vectors
    Path(__file__).with_name("price_vectors.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
