"""Pure rules of affiliates' accounts: promo codes from names, and what the dashboard's file says."""

import unicodedata
from datetime import timedelta

SESSION_LIFETIME = timedelta(days=30)
RESET_LIFETIME = timedelta(hours=1)
SHORTEST_PASSWORD = 8
# Five letters of this set make some six million codes a name: nobody finds one by trying.
SECRET_LETTERS = 5
LONGEST_STEM = 12
STEM_OF_NOBODY = "FRIEND"


def code_stem(name: str) -> str:
    """The readable part of a promo code: the first words of a name in plain capital letters and digits.

    A name in a script that has no plain letters becomes ``FRIEND``.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().upper()
    words = ["".join(letter for letter in word if letter.isalnum()) for word in plain.split()]
    stem = ""
    for word in words:
        if stem and len(stem) + len(word) > LONGEST_STEM:
            break
        stem += word
    return stem[:LONGEST_STEM] if len(stem) > 1 else STEM_OF_NOBODY


def promo_code(name: str, secret: str) -> str:
    """A code that is easy to say and hard to guess, such as ``CAUCASUS-7KQMX``."""
    return f"{code_stem(name)}-{secret}"
