"""Dates, times, numbers and money as the readers of a locale write them. Pure.

``locale`` is that of ``Texts``, or of a company's page by ``locale_of``. Times are shown in the zone they carry.
"""

from collections.abc import Sequence
from copy import copy
from datetime import date, datetime, time
from decimal import Decimal

from babel import Locale
from babel.dates import format_date as babel_date
from babel.dates import format_skeleton, get_timezone_name
from babel.dates import format_time as babel_time
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.numbers import format_percent as babel_percent

from abano.core.money import MINOR_UNITS, to_decimal

# As browsers write them with ``currencyDisplay: "narrowSymbol"``.
_SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£", "GEL": "₾", "RUB": "₽"}
_BASIS_POINTS = 10_000


def format_money(minor: int, currency: str, locale: Locale) -> str:
    """An amount in minor units; cents only where there are some: €485, CHF 57.50, 485 €."""
    places = 2 if minor % MINOR_UNITS else 0
    pattern = copy(locale.currency_formats["standard"])
    pattern.frac_prec = (places, places)
    text: str = pattern.apply(to_decimal(minor), locale, currency=currency, currency_digits=False)
    shown = locale.currency_symbols.get(currency, currency)
    symbol = _SYMBOLS.get(currency, currency)
    if symbol == currency and text.startswith(shown) and text[len(shown)].isdigit():
        # Letters do not touch digits.
        symbol = f"{currency}\u00a0"
    return text.replace(shown, symbol, 1)


def format_number(number: int | Decimal, locale: Locale) -> str:
    return format_decimal(number, locale=locale)


def format_percent(basis_points: int, locale: Locale) -> str:
    """Basis points in percent, with decimals only where there are some: 12.5%."""
    share = Decimal(basis_points) / _BASIS_POINTS
    return babel_percent(share, locale=locale, decimal_quantization=False)


def format_day(day: date, locale: Locale) -> str:
    """A date with its weekday: Tue, 7 Jul 2026."""
    return format_skeleton("yMMMEd", datetime.combine(day, time()), locale=locale)


def format_date(day: date, locale: Locale) -> str:
    """A date: 7 July 2026."""
    return babel_date(day, "long", locale=locale)


def format_time(moment: datetime, locale: Locale) -> str:
    """A time of the day: 09:00."""
    return babel_time(moment, "short", tzinfo=moment.tzinfo, locale=locale)


def format_moment(moment: datetime, locale: Locale) -> str:
    """Day and time: Tue, 7 Jul 2026, 09:00."""
    return f"{format_day(moment.date(), locale)}, {format_time(moment, locale)}"


def format_moment_in_zone(moment: datetime, locale: Locale) -> str:
    """Day and time with the name of the zone: Tue, 7 Jul 2026, 09:00 (Georgia Time)."""
    return f"{format_moment(moment, locale)} ({zone_name(moment, locale)})"


def zone_name(moment: datetime, locale: Locale) -> str:
    """What the moment's zone is called: Georgia Time."""
    return get_timezone_name(moment, width="long", locale=locale)


def joined(items: Sequence[str], locale: Locale) -> str:
    """Names in a sentence: a, b and c."""
    return format_list(items, locale=locale)
