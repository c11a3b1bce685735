"""What a rental asks of its renter beside the price: what the company says of a car goes before what it says of all.

As the pages say it: frontend/src/features/site/shared/terms/lines.ts. Pure.
"""

from decimal import Decimal

from abano.catalog.snapshot import Car, Insurance, RentalRules
from abano.kit.money import to_minor


def deposit_of(rules: RentalRules, car: Car | None) -> int | None:
    """Minor units; 0 is none, None where the company has not said."""
    if car is not None and car.deposit is not None:
        return car.deposit
    said = (rules.integrations.get("rentalTerms") or {}).get("deposit")
    return None if said is None else to_minor(Decimal(str(said)))


def excess_of(option: Insurance | None, car: Car | None) -> int | None:
    """The most that is paid of a damage, in minor units; None where that is not settled. No excess stays none."""
    if option is None or option.excess == 0:
        return option.excess if option else None
    return car.excess if car is not None and car.excess is not None else option.excess
