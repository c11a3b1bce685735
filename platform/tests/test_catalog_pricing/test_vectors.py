"""The shared price vectors against the rules, the price engine over HTTP, and the stored total of a booking."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from make_vectors import by_day as written_by_day
from make_vectors import cases as written_cases
from make_vectors import published as written_rates
from product_fixtures import AdminSql

from abano.catalog.pricing.days import RentalTimes, is_car_line, rate_bands, season_bands, season_code
from abano.catalog.pricing.handover import choose_handover
from abano.catalog.pricing.rules import estimate_days, price, rental_days
from abano.catalog.published.handover import HandoverPlace, Opening
from abano.catalog.published.snapshot import (
    Band,
    Car,
    Catalog,
    Discount,
    Insurance,
    Place,
    PriceRules,
    RentalRules,
    Season,
    Service,
)
from abano.core.money import MINOR_UNITS, to_minor
from abano.core.text import clean, fold

VECTORS: dict[str, Any] = json.loads(
    Path(__file__).with_name("price_vectors.json").read_text(encoding="utf-8")
)
CASES: list[dict[str, Any]] = VECTORS["cases"]


def minor(amount: float) -> int:
    return to_minor(Decimal(str(amount)))


def catalog() -> Catalog:
    book = VECTORS["catalog"]
    return Catalog(
        rules=RentalRules(
            timezone="Asia/Tbilisi",
            currency=VECTORS["currency"],
            languages=("en",),
            minimum_days=3,
            driver_minimum_age=23,
            driver_maximum_age=70,
            group_maximum=20,
            phone_prefix="+995",
            unknown_car_daily_rate=minor(book["rental"]["unknownCarDailyRate"]),
            length_discounts=tuple(
                Discount(item["minDays"], item["percent"]) for item in book["rental"]["lengthDiscounts"]
            ),
            promo_discount_basis_points=1000,
            commission_basis_points=2000,
            commission_payable_on="completion",
            unconfirmed_hours=24,
            retention_days=90,
            consent_required=False,
            availability=False,
            turn_round_minutes=120,
            click_id_domains=(),
            brand={},
            contacts={},
            integrations={},
        ),
        cars=tuple(
            Car(
                id=uuid4(),
                slug="",
                name=item["name"],
                title="",
                description="",
                base_rate=minor(item["baseRate"]),
                seats=5,
                transmission="",
                fuel_type="",
                drive_wheels="",
                fuel_consumption=None,
                specs=(),
                images=(),
                video_url=None,
                in_fleet=True,
                in_search=True,
                bands=tuple(Band(rate["minDays"], minor(rate["dailyRate"])) for rate in item["rates"]),
            )
            for item in book["cars"]
        ),
        locations=(),
        delivery_fees={(fee["pickup"], fee["dropoff"]): minor(fee["fee"]) for fee in book["deliveryFees"]},
        insurance=tuple(
            Insurance(item["code"], item["code"], "", (), (), None, minor(item["dailyRate"]))
            for item in book["insurance"]
        ),
        services=tuple(
            Service(
                code=item["code"],
                group="",
                label=item["code"],
                description="",
                note="",
                charge="per_day" if item["charge"] == "perDay" else "flat",
                price=minor(item["price"]),
                hidden_for_cars=(),
            )
            for item in book["services"]
        ),
    )


def shown(bands: Iterable[Band]) -> list[dict[str, int]]:
    return [{"minDays": band.min_days, "dailyRate": band.daily_rate // MINOR_UNITS} for band in bands]


def test_file_is_what_the_tables_say() -> None:
    assert written_cases() == CASES
    assert written_rates() == VECTORS["published"]
    assert written_by_day() == VECTORS["byDay"]
    assert len(CASES) >= 300
    assert len({case["name"] for case in CASES}) == len(CASES)


def test_rules_agree_with_every_vector() -> None:
    book = catalog()
    wrong = []
    for case in CASES:
        given, expected = case["input"], case["expected"]
        found = price(
            book,
            car_name=given["carType"],
            days=given["days"],
            pickup=given["pickupLocation"],
            dropoff=given["dropoffLocation"],
            insurance=given["insuranceType"],
            services=given["services"],
            promo_basis_points=minor(given["promoPercent"]),
        )
        assert sum(line.amount for line in found.lines) == found.total
        answer = {
            "dailyRate": found.daily_rate,
            "baseTotal": found.base_total,
            "deliveryFee": found.delivery_fee,
            "totalPrice": found.total,
        }
        if (
            answer != {name: minor(expected[name]) for name in answer}
            or found.car_known != expected["carKnown"]
        ):
            wrong.append((case["name"], found))
    assert wrong == []


def test_bands_of_every_car_are_those_that_a_page_computes_with() -> None:
    book = catalog()
    expected = {car["name"]: car["rates"] for car in VECTORS["published"]["cars"]}
    assert {car.name: shown(rate_bands(book, car)) for car in book.cars} == expected
    assert shown(rate_bands(book, None)) == VECTORS["published"]["unknownCarRates"]


def test_first_band_of_a_car_holds_for_anything_shorter() -> None:
    book = catalog()
    car = replace(book.cars[0], bands=(Band(2, 9000), Band(3, 8000), Band(5, 7000)))
    assert rate_bands(book, car) == (Band(1, 9000), Band(3, 8000), Band(5, 7000))


def test_bands_without_length_discounts_are_one() -> None:
    book = catalog()
    book = replace(book, rules=replace(book.rules, length_discounts=()))
    assert rate_bands(book, replace(book.cars[0], bands=(), base_rate=5750)) == (Band(1, 5750),)


def seasonal_catalog() -> Catalog:
    book, by_day = catalog(), VECTORS["byDay"]
    cars = {car.name: car.id for car in book.cars}
    return replace(
        book,
        locations=tuple(
            Place(
                place["code"],
                place["code"],
                opening_hours=tuple(Opening(**hours) for hours in place["openingHours"]),
                out_of_hours_fee=minor(place["outOfHoursFee"]),
            )
            for place in by_day["locations"]
        ),
        handover_places=tuple(
            HandoverPlace(each["code"], place["code"], "airport", each["name"], fee=minor(each["fee"]))
            for place in by_day["locations"]
            for each in place["handoverPlaces"]
        ),
        seasons=tuple(
            Season(
                item["code"],
                item["name"],
                date.fromisoformat(item["starts"]),
                date.fromisoformat(item["ends"]),
                item["everyYear"],
                item["percent"],
                {
                    cars[car]: tuple(Band(rate["minDays"], minor(rate["dailyRate"])) for rate in own)
                    for car, own in item["rates"].items()
                },
            )
            for item in by_day["seasons"]
        ),
    )


@pytest.mark.parametrize("case", VECTORS["byDay"]["cases"], ids=lambda case: case["name"])
def test_prices_by_day(case: dict[str, Any]) -> None:
    weekend, last_minute = case["weekend"] or {}, case["lastMinute"] or {}
    book = replace(
        seasonal_catalog(),
        price_rules=PriceRules(
            frozenset(weekend.get("weekdays", ())),
            weekend.get("percent", 0),
            last_minute.get("days", 0),
            last_minute.get("percent", 0),
        ),
    )
    pickup, dropoff = datetime.fromisoformat(case["pickup"]), datetime.fromisoformat(case["dropoff"])
    found = price(
        book,
        car_name=case["carType"],
        days=rental_days(pickup, dropoff),
        pickup=case["pickupLocation"],
        dropoff=case["dropoffLocation"],
        insurance=case["insuranceType"],
        promo_basis_points=minor(case["promoPercent"]),
        times=RentalTimes(pickup, dropoff, date.fromisoformat(case["bookedOn"])),
        handover=choose_handover(
            book,
            pickup=(case["pickupLocation"], case["pickupPlace"]),
            dropoff=(case["dropoffLocation"], case["dropoffPlace"]),
        )[0],
    )
    expected = case["expected"]
    assert [[line.code, line.quantity, line.unit_price] for line in found.lines] == [
        [code, quantity, minor(unit)] for code, quantity, unit in expected["lines"]
    ]
    assert (found.total, found.daily_rate) == (minor(expected["totalPrice"]), minor(expected["dailyRate"]))
    of_car = [line for line in found.lines if is_car_line(line.code)]
    assert sum(line.amount for line in of_car) == found.base_total
    assert all(line.label.endswith("High season") for line in of_car if season_code(line.code) == "high")


def test_rates_of_a_season_are_those_that_a_page_computes_with() -> None:
    book, by_day = seasonal_catalog(), VECTORS["byDay"]
    for car in [*(book.car(name) for name in by_day["seasonRates"]), None]:
        expected = by_day["seasonRates"][car.name] if car else by_day["unknownCarSeasonRates"]
        assert {season.code: shown(season_bands(book, car, season)) for season in book.seasons} == expected


@pytest.mark.anyio
async def test_site_configuration_carries_the_bands(client: httpx.AsyncClient) -> None:
    site = (await client.get("/api/site")).json()["site"]
    assert {car["name"]: car["rates"] for car in site["cars"]} == {
        car["name"]: car["rates"] for car in VECTORS["published"]["cars"]
    }
    assert site["rental"]["unknownCarRates"] == VECTORS["published"]["unknownCarRates"]


@pytest.mark.parametrize("case", VECTORS["names"], ids=lambda case: ascii(case["typed"]))
def test_names(case: dict[str, Any]) -> None:
    assert (clean(case["typed"]), fold(case["typed"])) == (case["clean"], case["fold"])


@pytest.mark.parametrize("case", VECTORS["days"], ids=lambda case: f"{case['pickup']} to {case['dropoff']}")
def test_days(case: dict[str, Any]) -> None:
    pickup, dropoff = datetime.fromisoformat(case["pickup"]), datetime.fromisoformat(case["dropoff"])
    assert rental_days(pickup, dropoff) == case["rentalDays"]
    assert estimate_days(pickup, dropoff) == case["estimateDays"]


@pytest.mark.anyio
async def test_price_engine_over_the_seeded_company_agrees(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    """The same figures through the database, the endpoint and JSON."""
    codes = {}
    for percent in {case["input"]["promoPercent"] for case in CASES if case["input"]["promoPercent"]}:
        codes[percent] = f"TEST{minor(percent)}"
        query_admin_sql(
            "insert into promo_codes (tenant_id, code, discount_basis_points, created_at)"
            " select id, %s, %s, now() from tenants where slug = 'georgia'",
            codes[percent],
            minor(percent),
        )
    wrong = []
    for case in CASES:
        given = case["input"]
        places = (given["pickupLocation"], given["dropoffLocation"])
        if "yerevan" in places:
            continue  # refused before it is priced
        body = {name: value for name, value in given.items() if name != "promoPercent"}
        body["promoCode"] = codes.get(given["promoPercent"])
        answer = await client.post("/api/quotes", json=body)
        found = {name: answer.json().get(name) for name in case["expected"] if name != "carKnown"}
        if answer.status_code != 200 or found != {name: case["expected"][name] for name in found}:
            wrong.append((case["name"], answer.text))
    assert wrong == []


def test_several_of_a_service_cost_as_often() -> None:
    """The same figures as in the page's own test."""
    book = catalog()
    seat = replace(book.services[0], code="seat", charge="per_day", price=300, max_per_booking=3)
    flat = replace(seat, code="map", charge="flat", max_per_booking=1)
    book = replace(book, services=(seat, flat))
    asked: dict[str, Any] = {"car_name": "Subaru Forester", "days": 7, "pickup": "", "dropoff": ""}
    bought = price(book, **asked, services=["seat", "map", "SEAT", "map"])
    assert [(line.code, line.quantity, line.amount) for line in bought.lines] == [
        ("car", 7, 38500),
        ("seat", 14, 4200),
        ("map", 1, 300),
    ]
