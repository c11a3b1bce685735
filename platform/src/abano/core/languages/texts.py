"""The product's own texts in each of its languages, read from PO files."""

import gettext as standard_gettext
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NewType

from babel import Locale
from babel.core import UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

# As a company lists it and an address begins with it: en, ka, ru, de. In lower case.
Language = NewType("Language", str)
SOURCE = Language("en")
# What English is written like where a company does not say it itself.
SOURCE_LOCALE = "en-GB"
FOLDER = Path(__file__).parents[1] / "locales"
# Of a language that somebody asks for.
LONGEST_LANGUAGE = 20


def translatable(message: str) -> str:
    """Mark a constant for extraction; it is translated where it is used: ``texts.gettext(CONSTANT)``."""
    return message


@dataclass(frozen=True)
class Texts:
    """The product's texts in one language. What has no translation is in English.

    Values are named in braces: ``texts.gettext("Hello {name}", name=…)``. Their names are not translated.
    """

    language: Language
    locale: Locale
    # By context and message; a plural has one form for each of the language's categories.
    _messages: Mapping[tuple[str | None, str], tuple[str, ...]] = field(default_factory=dict)
    _form: Callable[[int], int] = field(default=lambda count: int(count != 1))

    def gettext(self, message: str, **values: object) -> str:
        return _filled(self._messages.get((None, message), (message,))[0], values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """A message that means something else elsewhere; ``context`` says where it stands."""
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
    """The texts of a language; of one that the product does not speak, English ones with that language's formats."""
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
    """The language with its region, as BCP 47 writes it (ka-GE), where a company does not say another.

    It stands in the head of the language's PO file.
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
    """The language's PO file; None where there is none. English is the source and has none."""
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


# Which language somebody is spoken to in, of those that a company speaks. Pure.


def spoken(wanted: str | None, languages: Sequence[str]) -> str | None:
    """The wanted language if the company speaks it, else None: then it is its first."""
    return wanted if wanted in languages else None


def path_prefix(language: str | None, languages: Sequence[str]) -> str:
    """What the paths of a language's pages begin with: nothing for the first, ``/ka`` for another."""
    return "" if spoken(language, languages[1:]) is None else f"/{language}"
