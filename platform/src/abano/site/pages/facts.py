"""Facts about prices and terms that a company's texts can refer to. Pure.

A text names a fact as ``{{name}}``. A sentence with a fact that does not apply is left out, such as a weekly
discount without lower weekly rates. A list entry that loses a whole text is left out as well.

Most facts insert no text and only control visibility: "{{noDeposit}}We take no deposit." is
shown while no deposit is charged.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from babel import Locale

from abano.catalog.pricing.days import daily_prices
from abano.catalog.pricing.rules import daily_rate
from abano.catalog.published.snapshot import Car, Catalog, Insurance
from abano.catalog.published.terms import deposit_of
from abano.core.languages.texts import format_money, format_percent, joined
from abano.core.money import MINOR_UNITS

# Without their own text.
MARKS = (
    *("noDeposit", "unlimitedMileage", "freeSecondDriver", "paidOnFirstDay", "paidAtPickup"),
    *("noFreeCancellation", "alwaysOpen"),
)
FIGURES = ("deposit", "kilometresADay", "freeCancellationHours", "lateCancellationDays")


def granted(catalog: Catalog, money: Callable[[int], str]) -> dict[str, str]:
    """Terms by name that apply to every car on the site.

    deposit: the highest; kilometresADay: the lowest; freeCancellationHours: changes and cancellation are free
    until this many hours before the pickup; lateCancellationDays: number of days charged for a later
    cancellation.
    """
    terms = catalog.rules.integrations.get("rentalTerms") or {}
    hours, days = terms.get("freeCancellationHours"), terms.get("lateCancellationDays")
    deposits, kilometres = set(_deposits(catalog)), set(_kilometres(catalog))
    holds = {
        "noDeposit": deposits == {0},
        "unlimitedMileage": kilometres == {None},
        "freeSecondDriver": bool(terms.get("secondDriverFree")),
        "paidOnFirstDay": terms.get("payment") == "firstDay",
        "paidAtPickup": terms.get("payment") == "pickup",
        "noFreeCancellation": hours is None,
        "alwaysOpen": not any(place.opening_hours for place in catalog.locations),
    }
    figures = {"freeCancellationHours": hours}
    if hours is not None:
        figures["lateCancellationDays"] = days
    if not kilometres & {None, 0}:
        figures["kilometresADay"] = min(each for each in kilometres if each)
    facts = {name: "" for name in MARKS if holds[name]}
    facts |= {name: str(value) for name, value in figures.items() if value is not None}
    greatest = max((each for each in deposits if each is not None), default=0)
    return facts | ({"deposit": money(greatest)} if greatest and None not in deposits else {})


def _deposits(catalog: Catalog) -> Iterator[int | None]:
    """The deposit of each car, in minor units. None: not set."""
    cars: list[Car | None] = [car for car in catalog.cars if car.in_fleet]
    return (deposit_of(catalog.rules, car) for car in cars or [None])


def _kilometres(catalog: Catalog) -> Iterator[int | None]:
    """The daily distance of each car. None: unlimited. 0: not set."""
    terms = catalog.rules.integrations.get("rentalTerms") or {}
    of_all = None if terms.get("mileageUnlimited") else int(terms.get("kilometresADay") or 0)
    cars = [car for car in catalog.cars if car.in_fleet]
    if not cars:
        yield of_all
    for car in cars:
        yield car.kilometres_a_day or of_all


Facts = Mapping[str, str]
WEEK = 7
NAMES = (
    "yearsInBusiness",
    *("minimumDays", "minimumAge", "maximumAge", "groupMaximum", "unconfirmedHours", "commission"),
    *("promoDiscount", "weekSaving", "longSaving", "longSavingDays", "lowestDay", "highestDay"),
    *("freeHandover", "paidHandover", "zeroExcess", "zeroExcessRate", "lateMinutes", "lateFee"),
    *MARKS,
    *FIGURES,
)
OF_INSURANCE = ("insurance", "insuranceRate", "excess")
OF_SERVICES = ("service", "servicePrice")
# In basis points.
_PERCENT = 100
Money = Callable[[int], str]
_PLACE = re.compile(r"\{\{([A-Za-z][A-Za-z0-9.]*)\}\}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def facts_of(catalog: Catalog, locale: Locale, today: date) -> Facts:
    """Every fact by its name, as text in the company's currency and the catalogue's language. What does not hold is
    absent.

    weekSaving: by how many percent a day of a week's rental is cheaper than one of the shortest, at most; longSaving:
    the same for the cheapest band, which begins at longSavingDays. lowestDay, highestDay: what a day of the
    fleet costs in the cheapest and the most expensive rental that can be booked on ``today``, the company's date.
    freeHandover, paidHandover: places where the car is brought and fetched for nothing, or for a fee.
    zeroExcess, zeroExcessRate: the cheapest protection that leaves nothing to pay. insurance, insuranceRate, excess,
    service and servicePrice carry the code of the option behind a dot. What the company grants: ``granted``.
    """
    rules, currency = catalog.rules, catalog.rules.currency

    def money(minor: int) -> str:
        return format_money(minor, currency, locale)

    facts = {
        "minimumDays": str(rules.minimum_days),
        "minimumAge": str(rules.driver_minimum_age),
        "maximumAge": str(rules.driver_maximum_age),
        "groupMaximum": str(rules.group_maximum),
        "unconfirmedHours": str(rules.unconfirmed_hours),
        "commission": format_percent(rules.commission_basis_points, locale),
        "promoDiscount": format_percent(rules.promo_discount_basis_points, locale),
        **_savings(catalog, locale),
        **_handover(catalog, money, locale),
        **_protection(catalog.insurance, money),
        **granted(catalog, money),
    }
    prices = [daily_prices(catalog, car, today) for car in catalog.cars if car.in_fleet]
    if prices:
        lowest, highest = min(each.lowest for each in prices), max(each.highest for each in prices)
        facts |= {"lowestDay": money(lowest), "highestDay": money(highest)}
    for service in catalog.services:
        facts |= {
            f"service.{service.code}": service.label,
            f"servicePrice.{service.code}": money(service.price),
        }
    punctuality = rules.integrations.get("punctuality") or {}
    if punctuality.get("minutes") and punctuality.get("fee"):
        fee = round(float(punctuality["fee"]) * MINOR_UNITS)
        facts |= {"lateMinutes": str(punctuality["minutes"]), "lateFee": money(fee)}
    return facts


def facts_for(body: Any, facts: Facts, today: date) -> Facts:
    """The facts with those of this document itself. yearsInBusiness: whole calendar years since its ``founded``."""
    founded = body.get("founded") if isinstance(body, Mapping) else None
    return {**facts, "yearsInBusiness": str(today.year - founded)} if isinstance(founded, int) else facts


def fact_names(catalog: Catalog) -> frozenset[str]:
    """Every name that a text may use, also of facts that do not hold today."""
    codes = [
        *(f"{fact}.{option.code}" for option in catalog.insurance for fact in OF_INSURANCE),
        *(f"{fact}.{service.code}" for service in catalog.services for fact in OF_SERVICES),
    ]
    return frozenset({*NAMES, *codes})


def weekly_saving(catalog: Catalog) -> int:
    """The greatest saving of a week's rental in whole percent, rounded down: no car saves less."""
    return _greatest_saving(catalog, WEEK)


def with_facts(body: Any, facts: Facts) -> Any:
    """The document with its facts filled in."""
    if isinstance(body, str):
        return _filled(body, facts)
    if isinstance(body, Mapping):
        return {name: with_facts(item, facts) for name, item in body.items()}
    if isinstance(body, Sequence):
        return [
            new
            for old, new in ((item, with_facts(item, facts)) for item in body)
            if not _lost_a_text(old, new)
        ]
    return body


def names_in(body: Any) -> set[str]:
    """The facts that a document names."""
    if isinstance(body, str):
        return set(_PLACE.findall(body))
    items = body.values() if isinstance(body, Mapping) else body if isinstance(body, Sequence) else ()
    return {name for item in items for name in names_in(item)}


def _filled(text: str, facts: Facts) -> str:
    if "{{" not in text:
        return text
    kept = [sentence for sentence in _SENTENCE_END.split(text) if names_in(sentence) <= facts.keys()]
    return " ".join(_PLACE.sub(lambda place: facts[place[1]], sentence) for sentence in kept)


def _lost_a_text(old: Any, new: Any) -> bool:
    if isinstance(old, str):
        return bool(old) and not new
    return isinstance(old, Mapping) and any(
        isinstance(text, str) and text and not new[name] for name, text in old.items()
    )


def _band_starts(catalog: Catalog) -> set[int]:
    """The lengths of a rental from which on a day costs something else, the shortest rental excepted."""
    starts = {band.min_days for car in catalog.cars if car.in_fleet for band in car.bands}
    starts |= {item.min_days for item in catalog.rules.length_discounts}
    return {days for days in starts if days > catalog.rules.minimum_days}


def _greatest_saving(catalog: Catalog, days: int) -> int:
    greatest = 0
    for car in catalog.cars:
        shortest = daily_rate(catalog, car.name, catalog.rules.minimum_days)[0]
        if car.in_fleet and shortest > 0:
            saved = shortest - daily_rate(catalog, car.name, days)[0]
            greatest = max(greatest, saved * 100 // shortest)
    return greatest


def _savings(catalog: Catalog, locale: Locale) -> dict[str, str]:
    facts = {}
    if week := weekly_saving(catalog):
        facts["weekSaving"] = format_percent(week * _PERCENT, locale)
    savings = {days: _greatest_saving(catalog, days) for days in sorted(_band_starts(catalog))}
    best = max(savings.values(), default=0)
    if best:
        days = next(days for days, saving in savings.items() if saving == best)
        facts |= {"longSaving": format_percent(best * _PERCENT, locale), "longSavingDays": str(days)}
    return facts


def _handover(catalog: Catalog, money: Money, locale: Locale) -> dict[str, str]:
    fees = [(place.name, catalog.delivery_fee(place.code, place.code)) for place in catalog.locations]
    free = [name for name, fee in fees if fee == 0]
    paid = [f"{name} ({money(fee)})" for name, fee in fees if fee > 0]
    facts = {"freeHandover": joined(free, locale)} if free else {}
    return facts | ({"paidHandover": joined(paid, locale)} if paid else {})


def _protection(options: Sequence[Insurance], money: Money) -> dict[str, str]:
    facts = {}
    for option in options:
        facts[f"insurance.{option.code}"] = option.label
        facts[f"insuranceRate.{option.code}"] = money(option.daily_rate)
        if option.excess is not None:
            facts[f"excess.{option.code}"] = money(option.excess)
    whole = min(
        (item for item in options if item.excess == 0), key=lambda item: item.daily_rate, default=None
    )
    if whole is not None:
        facts |= {"zeroExcess": whole.label, "zeroExcessRate": money(whole.daily_rate)}
    return facts
