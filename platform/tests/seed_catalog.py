"""The catalogue of a demo company from its files, without a database: for tests of what its texts may say."""

import re
from dataclasses import replace
from typing import Any

from company_texts import read

from abano.catalog.published.handover import Opening
from abano.catalog.published.snapshot import (
    Band,
    Car,
    Catalog,
    Discount,
    Insurance,
    Place,
    RentalRules,
    Service,
)
from abano.core.ids import new_id
from abano.core.money import to_minor

Json = dict[str, Any]


def catalog_of(company: str) -> Catalog:
    """In the company's first language."""
    book, settings = read(company, "catalog.json"), read(company, "company.json")
    return Catalog(
        rules=_rules(settings),
        cars=tuple(_car(item) for item in book["cars"]),
        locations=tuple(
            Place(
                item["code"],
                item["name"],
                kind=item["kind"],
                opening_hours=tuple(Opening(**hours) for hours in item["openingHours"]),
                out_of_hours_fee=to_minor(item["outOfHoursFee"]),
            )
            for item in book["locations"]
        ),
        delivery_fees={
            (item["pickup"], item["dropoff"]): to_minor(item["fee"]) for item in book["deliveryFees"]
        },
        insurance=tuple(
            Insurance(
                item["code"],
                item["label"],
                item["description"],
                tuple(item["bullets"]),
                tuple(item["exclusions"]),
                to_minor(item["excess"]),
                to_minor(item["dailyRate"]),
            )
            for item in book["insurance"]
        ),
        services=tuple(
            Service(
                code=item["code"],
                group=item["group"],
                label=item["label"],
                description=item["description"],
                note=item["note"],
                charge="per_day" if item["charge"] == "perDay" else "flat",
                price=to_minor(item["price"]),
                hidden_for_cars=tuple(item["hiddenForCars"]),
            )
            for item in book["services"]
        ),
    )


def with_terms(catalog: Catalog, **changed: object) -> Catalog:
    """The same company with other terms; None: it says nothing of this one."""
    integrations = catalog.rules.integrations
    terms = {**integrations["rentalTerms"], **changed}
    settings = {
        **integrations,
        "rentalTerms": {name: each for name, each in terms.items() if each is not None},
    }
    return replace(catalog, rules=replace(catalog.rules, integrations=settings))


def _rules(reported: Json) -> RentalRules:
    settings = reported["settings"]
    plain = (
        *("timezone", "currency", "minimumDays", "driverMinimumAge", "driverMaximumAge", "groupMaximum"),
        *("phonePrefix", "promoDiscountBasisPoints", "commissionBasisPoints", "commissionPayableOn"),
        *("unconfirmedHours", "retentionDays", "documentDays", "consentRequired"),
    )
    return RentalRules(
        **{re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name): settings[name] for name in plain},
        languages=tuple(settings["languages"]),
        unknown_car_daily_rate=to_minor(settings["unknownCarDailyRate"]),
        length_discounts=tuple(
            Discount(item["minDays"], item["percent"]) for item in settings["lengthDiscounts"]
        ),
        click_id_domains=(),
        availability=False,
        turn_round_minutes=0,
        brand=reported["brand"],
        contacts=reported["contacts"],
        integrations=reported["integrations"],
    )


def _car(item: Json) -> Car:
    return Car(
        id=new_id(),
        slug=item["slug"],
        name=item["name"],
        title=item["title"],
        description=item["description"],
        base_rate=to_minor(item["baseRate"]),
        seats=item["seats"],
        transmission=item["transmission"],
        fuel_type=item["fuelType"],
        drive_wheels=item["driveWheels"],
        fuel_consumption=None,
        specs=tuple(item["specs"]),
        images=(),
        video_url=None,
        in_fleet=item["inFleet"],
        in_search=item["inSearch"],
        bands=tuple(Band(rate["minDays"], to_minor(rate["dailyRate"])) for rate in item["rates"]),
        equipment=tuple(item["equipment"]),
    )
