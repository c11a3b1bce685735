"""Normalisation of names for comparison.

The TypeScript twin is frontend/src/lib/names.ts. Both run platform/tests/test_catalog_pricing/price_vectors.json.
"""

import re
import unicodedata

from abano.core.errors import Message, RefusedValue

# Code points without a glyph beyond the categories below (Unicode's Default_Ignorable_Code_Point): joiners, Hangul
# fillers, inherent vowels, variation selectors, and the ranges reserved for more of them.
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
# Format and control characters: zero-width characters, soft hyphens, direction marks, tags.
_INVISIBLE = frozenset({"Cf", "Cc"})
# Line ends and the empty Braille cell also look like spaces.
_BLANKS = re.compile("[\\s\u2800]+")


def clean(text: str) -> str:
    """Normalise the text to what is visible: NFKC, no invisible characters, single spaces.

    A text without visible characters becomes empty. The function is idempotent.
    """
    if text.isascii():
        plain = " ".join(text.split())
        return plain if plain.isprintable() else "".join(filter(str.isprintable, plain)).strip()
    text = _BLANKS.sub(" ", unicodedata.normalize("NFKC", text))
    text = _IGNORABLE.sub("", text)
    seen = "".join(letter for letter in text if unicodedata.category(letter) not in _INVISIBLE)
    # Characters on both sides of a removed one may now compose.
    return " ".join(unicodedata.normalize("NFKC", seen).split())


# What mail programs make a link of, where someone's name should be: a scheme, www., or a domain of a common ending.
_LINK = re.compile(
    r"://|\bwww\.|[^\s.]\.(?:com|net|org|info|biz|io|co|me|ly|gl|gg|to|tk|app|dev|xyz|site|online|top|shop|link|click"
    r"|live|club|vip|icu|page|web|ru|ge|de|uk|eu|us|cn|su|рф)(?![\w.])",
    re.IGNORECASE,
)


def has_link(text: str) -> bool:
    """Whether a mail program would show a link in the text."""
    return _LINK.search(text) is not None


def fold(text: str) -> str:
    """The normalised form for comparing names: clean and without case.

    Lower, upper and lower again, because only this makes ẞ, ß and ss, or ς and σ, equal; JavaScript has no
    casefold.
    """
    cleaned = clean(text)
    if cleaned.isascii():
        return cleaned.lower()
    return unicodedata.normalize("NFKC", cleaned.lower().upper().lower())


# Texts as they can be stored.

NAME_WITH_LINK = Message("name_with_link", "A name can't contain a URL")
UNSTORABLE = Message("unstorable_character", "This text contains a character that cannot be stored.")
# For fields of a request, beside their limits.
NO_NUL = r"^[^\x00]*$"


def name_without_link(text: str) -> str:
    """Raises RefusedValue for a name with a URL in it: it would be sent in emails to others."""
    if has_link(text):
        raise RefusedValue(NAME_WITH_LINK())
    return text


def without_nul(text: str) -> str:
    """Raises RefusedValue for a text that the database cannot store."""
    if "\x00" in text:
        raise RefusedValue(UNSTORABLE())
    return text


# A number with its noun.


def count_of(count: int, one: str, many: str | None = None) -> str:
    """``count_of(1, "day") == "1 day"``, ``count_of(2, "day") == "2 days"``; ``many`` where no s makes the plural."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
