"""Names as people read them: the one way in which texts that name something are made comparable.

The TypeScript twin is frontend/src/lib/names.ts. Both run platform/tests/test_pricing/price_vectors.json.
"""

import re
import unicodedata

# What nothing is drawn for, beyond the categories below (Unicode's Default_Ignorable_Code_Point): joiners, Hangul
# fillers, vowels that are only inherent, variation selectors, and what is set aside for more of them.
_IGNORABLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
# Format and control characters: zero-width and soft letters, marks of direction, tags.
_INVISIBLE = frozenset({"Cf", "Cc"})
# Line ends and the empty Braille cell look like spaces, too.
_BLANKS = re.compile("[\\s\u2800]+")


def clean(text: str) -> str:
    """The text as it is seen: compatibility forms as plain ones (NFKC), nothing invisible, single spaces within.

    What is empty to the eye is empty. Cleaning twice changes nothing more.
    """
    if text.isascii():
        plain = " ".join(text.split())
        return plain if plain.isprintable() else "".join(filter(str.isprintable, plain)).strip()
    text = _BLANKS.sub(" ", unicodedata.normalize("NFKC", text))
    text = _IGNORABLE.sub("", text)
    seen = "".join(letter for letter in text if unicodedata.category(letter) not in _INVISIBLE)
    # What stood on both sides of an invisible letter may now be one letter.
    return " ".join(unicodedata.normalize("NFKC", seen).split())


def fold(text: str) -> str:
    """How names are compared: clean, and whatever their case.

    Down, up and down again, because only so ẞ, ß and ss, or ς and σ, meet; JavaScript has no casefold.
    """
    cleaned = clean(text)
    if cleaned.isascii():
        return cleaned.lower()
    return unicodedata.normalize("NFKC", cleaned.lower().upper().lower())
