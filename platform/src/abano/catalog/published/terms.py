"""What a customer agrees to with a car: deposit, excess, kilometres, fees."""

from collections.abc import Mapping
from decimal import Decimal

from abano.catalog.published.snapshot import Car, Insurance, RentalRules
from abano.core.money import to_minor


def deposit_of(rules: RentalRules, car: Car | None) -> int | None:
    """Minor units. 0: no deposit. None: not set by the company."""
    if car is not None and car.deposit is not None:
        return car.deposit
    stated = (rules.integrations.get("rentalTerms") or {}).get("deposit")
    return None if stated is None else to_minor(Decimal(str(stated)))


def agreed_terms(rules: RentalRules, car: Car | None) -> dict[str, int]:
    """The terms a booking made now agrees to, beside its price. Terms that are not set are absent.

    kilometresADay and extraKilometre (minor units): the included distance, and the price per additional
    kilometre; freeCancellationHours: cancellation is free until this many hours before the pickup;
    lateCancellationDays and noShowDays: the number of days charged for a later cancellation and for a
    no-show; youngDriverFee (minor units per day) for a driver younger than youngDriverUnder,
    additionalDriverFee for a second driver; lateFee (minor units) and lateHourPercent (of the daily rate, per
    started hour) for a return more than lateAfterMinutes late.
    """
    said, late = (rules.integrations.get(name) or {} for name in ("rentalTerms", "punctuality"))
    whole = (
        "kilometresADay", "freeCancellationHours", "lateCancellationDays", "noShowDays", "youngDriverUnder",
    )  # fmt: skip
    terms = {name: int(said[name]) for name in whole if said.get(name) is not None}
    if car is not None and car.kilometres_a_day:
        terms["kilometresADay"] = car.kilometres_a_day
    for name in ("extraKilometre", "youngDriverFee", "additionalDriverFee"):
        if said.get(name) is not None:
            terms[name] = to_minor(Decimal(str(said[name])))
    charged = {
        "lateFee": to_minor(Decimal(str(late.get("fee", 0)))),
        "lateHourPercent": late.get("hourPercent", 0),
    }
    if any(charged.values()):
        terms |= {"lateAfterMinutes": int(late.get("minutes", 0)), **charged}
    return terms


def young_driver_fee(terms: Mapping[str, int], age: int | None) -> int:
    """The daily fee for a driver of this age by ``agreed_terms``, in minor units. 0 for an unknown age."""
    is_young = age is not None and age < terms.get("youngDriverUnder", 0)
    return terms.get("youngDriverFee", 0) if is_young else 0


def excess_of(option: Insurance | None, car: Car | None) -> int | None:
    """The damage excess in minor units. None: not set."""
    if option is None or option.excess == 0:
        return option.excess if option else None
    return car.excess if car is not None and car.excess is not None else option.excess
