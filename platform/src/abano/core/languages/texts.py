"""The product's own texts in each of its languages, read from PO files, and amounts and times as they are written.

``locale`` is that of ``Texts``, or of a company's page by ``locale_of``. Times are shown in the zone they carry.
"""

import gettext as standard_gettext
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import NewType

from babel import Locale
from babel.core import UnknownLocaleError
from babel.dates import format_date as babel_date
from babel.dates import format_skeleton, get_timezone_name
from babel.dates import format_time as babel_time
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.numbers import format_percent as babel_percent

from abano.core.money import MINOR_UNITS, to_decimal

# As a company lists it and an address begins with it: en, ka, ru, de. In lower case.
Language = NewType("Language", str)
SOURCE = Language("en")
# Default region of English, unless the company sets one.
SOURCE_LOCALE = "en-GB"
FOLDER = Path(__file__).parents[1] / "locales"
# Of a language that someone asks for.
MAX_LANGUAGE_LENGTH = 20


def translatable(message: str) -> str:
    """Mark a constant for extraction; it is translated where it is used: ``texts.gettext(CONSTANT)``."""
    return message


@dataclass(frozen=True)
class Texts:
    """The product's texts in one language. Untranslated texts are in English.

    Placeholders are written in braces: ``texts.gettext("Hello {name}", name=…)``. Their names are not
    translated.
    """

    language: Language
    locale: Locale
    # By context and message; a plural has one form for each of the language's categories.
    _messages: Mapping[tuple[str | None, str], tuple[str, ...]] = field(default_factory=dict)
    _form: Callable[[int], int] = field(default=lambda count: int(count != 1))

    def gettext(self, message: str, **values: object) -> str:
        return _filled(self._messages.get((None, message), (message,))[0], values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """A message whose meaning depends on the ``context``."""
        return _filled(self._messages.get((context, message), (message,))[0], values)

    def ngettext(self, one: str, other: str, count: int, **values: object) -> str:
        """A message with a number in it: ``{count}``."""
        forms = self._messages.get((None, one))
        text = forms[self._form(count)] if forms else one if count == 1 else other
        return _filled(text, {"count": count, **values})


def product_languages() -> tuple[Language, ...]:
    """English, then every language that has a folder."""
    others = sorted(file.parent.name for file in FOLDER.glob("*/messages.po"))
    return (SOURCE, *(Language(name) for name in others if name != SOURCE))


@lru_cache(maxsize=64)
def texts_in(language: str) -> Texts:
    """The texts of a language. Unsupported languages get English texts with their own formats."""
    catalog = read_catalog(language)
    if catalog is None:
        return Texts(Language(language), locale_of(default_locale(language)))
    messages = {
        (message.context, _key(message.id)): _forms(message.string)
        for message in catalog
        if message.id and all(_forms(message.string))
    }
    form = standard_gettext.c2py(catalog.plural_expr)
    return Texts(Language(language), locale_of(default_locale(language)), messages, form)


@lru_cache(maxsize=64)
def default_locale(language: str) -> str:
    """The language's default region in BCP 47 format (ka-GE), unless the company sets another.

    Stored in the header of the language's PO file.
    """
    if language == SOURCE:
        return SOURCE_LOCALE
    catalog = read_catalog(language)
    return str(catalog.locale).replace("_", "-") if catalog is not None and catalog.locale else language


@lru_cache(maxsize=64)
def locale_of(name: str) -> Locale:
    """The formats of a locale in BCP 47; of an unknown one those of its language, else the British ones."""
    for known in (name, name.partition("-")[0]):
        try:
            return Locale.parse(known, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse(SOURCE_LOCALE, sep="-")


def read_catalog(language: str) -> Catalog | None:
    """The language's PO file. None if it does not exist, as for English, the source language."""
    file = FOLDER / language / "messages.po"
    # The name comes from a company's settings or an address: it may be anything.
    if not language.isalnum() or not file.is_file():
        return None
    with file.open("rb") as content:
        return read_po(content)


def _key(message: str | tuple[str, ...] | list[str]) -> str:
    return message if isinstance(message, str) else message[0]


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    if text is None:
        return ("",)
    return (text,) if isinstance(text, str) else tuple(text)


def _filled(text: str, values: Mapping[str, object]) -> str:
    return text.format_map(values) if values else text


# Which of a company's languages a person gets. Pure.


def negotiate_language(wanted: str | None, languages: Sequence[str]) -> str | None:
    """The requested language if the company offers it, else None, so that callers use the first one."""
    return wanted if wanted in languages else None


def path_prefix(language: str | None, languages: Sequence[str]) -> str:
    """What the paths of a language's pages begin with: nothing for the first, ``/ka`` for another."""
    return "" if negotiate_language(language, languages[1:]) is None else f"/{language}"


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
