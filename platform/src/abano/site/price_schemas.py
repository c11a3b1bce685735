"""Rates and what changes them by day, as the site configuration shows them."""

from datetime import date

from abano.kit.api_model import Amount, ApiModel


class RateBand(ApiModel):
    """From ``min_days`` on, a day costs ``daily_rate``."""

    min_days: int
    daily_rate: Amount


class SeasonInfo(ApiModel):
    """Days from ``starts`` to ``ends``, both included; with ``every_year`` without their year.

    Rates are at the cars. The first season in the list that holds a day gives its rate.
    """

    code: str
    name: str
    starts: date
    ends: date
    every_year: bool


class WeekendRule(ApiModel):
    """``percent`` of a day's rate more, or less when negative. Weekdays by ISO: Monday is 1."""

    weekdays: list[int]
    percent: int


class LastMinuteRule(ApiModel):
    """The same for rentals whose pickup is within so many days of the booking."""

    days: int
    percent: int


class PriceRulesInfo(ApiModel):
    weekend: WeekendRule | None
    last_minute: LastMinuteRule | None
