"""What an error says, without what it quotes: errors of databases and parsers repeat rows and texts of people.

The platform has its own of it: the two services share no code.
"""

import re

LONGEST = 200
# A quote that was not closed ends with the line.
_QUOTED = re.compile(r"\"[^\"]*(?:\"|$)|(?<!\w)'[^']*(?:'|$)|«[^»]*(?:»|$)")
_PERSONAL = re.compile(r"\S+@\S+|\+?\d[\d ().-]{6,}\d")


def without_quotes(text: object) -> str:
    """The first line of ``text``, at most 200 letters; for quoted texts, addresses and long numbers stands ``…``."""
    line = str(text or "").split("\n", 1)[0][: LONGEST * 5]
    return _PERSONAL.sub("…", _QUOTED.sub("…", line))[:LONGEST]
