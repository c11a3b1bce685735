"""Money, dates, times and numbers by locale."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from abano.core.languages.texts import (
    format_date,
    format_day,
    format_moment,
    format_money,
    format_number,
    format_percent,
    joined,
    locale_of,
    zone_name,
)

SPACE = "\u00a0"
MOMENT = datetime(2026, 7, 7, 9, 0, tzinfo=ZoneInfo("Asia/Tbilisi"))


@pytest.mark.parametrize(
    ("locale", "minor", "currency", "shown"),
    [
        ("en-GB", 48500, "EUR", "€485"),
        ("en-GB", 5750, "EUR", "€57.50"),
        ("en-GB", 300000, "USD", "$3,000"),
        ("en-GB", 300000, "CHF", f"CHF{SPACE}3,000"),
        ("en-CH", 300050, "CHF", f"CHF{SPACE}3’000.50"),
        ("ka-GE", 48500, "GEL", f"485{SPACE}₾"),
        ("ru-RU", 5750, "EUR", f"57,50{SPACE}€"),
        ("de-DE", 300000, "EUR", f"3.000{SPACE}€"),
        ("de-CH", 300000, "CHF", f"CHF{SPACE}3’000"),
        ("xx-nowhere", 48500, "EUR", "€485"),
    ],
)
def test_money_as_a_locale_writes_it(locale: str, minor: int, currency: str, shown: str) -> None:
    assert format_money(minor, currency, locale_of(locale)) == shown


@pytest.mark.parametrize(
    ("locale", "day", "short", "moment"),
    [
        ("en-GB", "7 July 2026", "Tue, 7 Jul 2026", "Tue, 7 Jul 2026, 09:00"),
        ("ka-GE", "7 ივლისი, 2026", "სამ, 7 ივლ. 2026", "სამ, 7 ივლ. 2026, 09:00"),
        ("ru-RU", "7 июля 2026 г.", "вт, 7 июл. 2026 г.", "вт, 7 июл. 2026 г., 09:00"),
        ("de-DE", "7. Juli 2026", "Di., 7. Juli 2026", "Di., 7. Juli 2026, 09:00"),
    ],
)
def test_dates_as_a_locale_writes_them(locale: str, day: str, short: str, moment: str) -> None:
    assert spaced(format_date(date(2026, 7, 7), locale_of(locale))) == day
    assert spaced(format_day(date(2026, 7, 7), locale_of(locale))) == short
    assert spaced(format_moment(MOMENT, locale_of(locale))) == moment


def spaced(text: str) -> str:
    """With plain spaces: which kind of space Russian has before its г. is not ours to say."""
    return text.replace("\u202f", " ").replace(SPACE, " ")


def test_a_moment_is_shown_in_its_own_zone_and_the_zone_has_a_name() -> None:
    assert format_moment(MOMENT.astimezone(ZoneInfo("UTC")), locale_of("en-GB")).endswith("05:00")
    assert zone_name(MOMENT, locale_of("en-GB")) == "Georgia Standard Time"


def test_numbers_percents_and_lists() -> None:
    assert format_number(12345, locale_of("ru-RU")) == f"12{SPACE}345"
    assert format_percent(1000, locale_of("en-GB")) == "10%"
    assert format_percent(1250, locale_of("de-DE")) == f"12,5{SPACE}%"
    assert joined(["a", "b", "c"], locale_of("ru-RU")) == "a, b и c"
    assert joined(["a"], locale_of("ka-GE")) == "a"
