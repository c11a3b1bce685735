"""Pure: promo codes for new affiliates, derived from their names."""

import unicodedata

# Five characters give some six million codes for each name, too many to guess.
SECRET_LENGTH = 5
LONGEST_STEM = 12
DEFAULT_STEM = "FRIEND"
_GEORGIAN = "ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k"
_GEORGIAN += " ღ=gh ყ=q შ=sh ჩ=ch ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h"
_CYRILLIC = "а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh"
_CYRILLIC += " ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya"
# The national romanisation systems, without apostrophes.
_ROMANISATION = str.maketrans(dict(pair.split("=") for pair in f"{_GEORGIAN} {_CYRILLIC}".split()))


def code_stem(name: str) -> str:
    """The readable part of a promo code: the first words of a name in ASCII capitals and digits.

    Georgian and Cyrillic names are romanised; a name in another script becomes ``FRIEND``.
    """
    spelled = name.lower().translate(_ROMANISATION)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode().upper()
    words = ["".join(letter for letter in word if letter.isalnum()) for word in plain.split()]
    stem = ""
    for word in words:
        if stem and len(stem) + len(word) > LONGEST_STEM:
            break
        stem += word
    return stem[:LONGEST_STEM] if len(stem) > 1 else DEFAULT_STEM


def promo_code(name: str, secret: str) -> str:
    """A code that is easy to read out and hard to guess, such as ``CAUCASUS-7KQMX``."""
    return f"{code_stem(name)}-{secret}"
