"""What a day of a car costs by the length of the rental: at normal times, and in a season. Pure, in minor units."""

from decimal import Decimal

from abano.catalog.seasons import Band, Season
from abano.catalog.snapshot import Car, Catalog
from abano.kit.money import MINOR_UNITS, round_half_up


def rate_bands(catalog: Catalog, car: Car | None) -> tuple[Band, ...]:
    """What a day of a car costs by the length of the rental: from one day on, the shortest band first.

    A car's own bands, of which the first also holds for anything shorter. A car without bands has its base rate less
    the length discount; a car that the company does not have (None), the company's rate for such (section 9).
    """
    if car is not None and car.bands:
        return _from_one_day(car.bands)
    base = car.base_rate if car is not None else catalog.rules.unknown_car_daily_rate
    discounts = catalog.rules.length_discounts
    starts = sorted({1, *(item.min_days for item in discounts)})
    percents = [
        max((item.percent for item in discounts if item.min_days <= days), default=0) for days in starts
    ]
    return tuple(
        Band(days, with_percent(base, -percent)) for days, percent in zip(starts, percents, strict=True)
    )


def season_bands(catalog: Catalog, car: Car | None, season: Season) -> tuple[Band, ...]:
    """The same in a season: the car's own bands there, or the normal ones and the season's percent."""
    own = season.bands.get(car.id) if car is not None else None
    if own:
        return _from_one_day(own)
    return tuple(
        Band(band.min_days, with_percent(band.daily_rate, season.percent))
        for band in rate_bands(catalog, car)
    )


def rate_of(bands: tuple[Band, ...], days: int) -> int:
    """The rate of the last band that begins within this length."""
    first, *later = bands
    fitting = [first, *(band for band in later if band.min_days <= days)]
    return fitting[-1].daily_rate


def with_percent(rate: int, percent: int) -> int:
    """Rounded half-up to whole units of the currency; without a percent, as it is."""
    if percent == 0:
        return rate
    changed = round_half_up(Decimal(rate) * (100 + percent) / 100 / MINOR_UNITS) * MINOR_UNITS
    # Percents that are added may go below -100.
    return max(0, changed)


def _from_one_day(bands: tuple[Band, ...]) -> tuple[Band, ...]:
    first, *later = bands
    return (Band(1, first.daily_rate), *later)
